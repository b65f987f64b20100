"""The chord of a move: always consonant, the better the higher, and never a click."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from irgo_app.draw.drawables import Quality
from irgo_app.gui.models.play import BASSES, INTERVALS, SAMPLE_RATE, notes_of, samples_of

CONSONANT = {Fraction(1), Fraction(6, 5), Fraction(5, 4), Fraction(4, 3), Fraction(3, 2),
             Fraction(8, 5), Fraction(5, 3)}
ALL = list(product(Quality, Quality))


def within_an_octave(ratio: Fraction) -> Fraction:
    while ratio >= 2:
        ratio /= 2
    return ratio


@pytest.mark.parametrize("value, change", ALL)
def test_every_chord_is_consonant(value: Quality, change: Quality) -> None:
    bass, treble = notes_of(value, change)
    assert within_an_octave(treble / bass) in CONSONANT
    assert notes_of(value, None) == (bass,)


def test_basses_go_together() -> None:
    for low, high in combinations(sorted(BASSES.values()), 2):
        assert within_an_octave(high / low) in CONSONANT


def test_the_better_the_higher() -> None:
    order = [Quality.DANGER, Quality.DULL, Quality.GOOD, Quality.BRIGHT]
    for table in (BASSES, INTERVALS):
        notes = [table[quality] for quality in order]
        assert notes == sorted(set(notes))


@pytest.mark.parametrize("value, change", [*ALL, (Quality.GOOD, None)])
def test_the_notes_are_in_the_samples(value: Quality, change: Quality | None) -> None:
    samples = samples_of(value, change)
    assert samples.dtype == np.int16 and abs(samples[0]) < 50 and abs(samples[-1]) < 50
    assert 3000 < np.abs(samples).max() < 32767
    spectrum = np.abs(np.fft.rfft(samples))
    hertz = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE)
    for note in notes_of(value, change):
        near = np.abs(hertz - float(note)) < 3
        between = np.abs(hertz - float(note) * 2 ** 0.5) < 3
        assert spectrum[near].max() > 5 * spectrum[between].max()
