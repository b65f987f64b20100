"""What a move sounds like: a chord of two notes, its bass the value, its treble the change.

The basses are the notes of one minor chord and the trebles just consonances over them, so that
whatever is played sounds well, alone and after what was played before.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.draw.drawables import Quality

SAMPLE_RATE: Final = 44_100
BASSES: Final = {
    Quality.DANGER: Fraction(110), Quality.DULL: Fraction(132),
    Quality.GOOD: Fraction(165), Quality.BRIGHT: Fraction(220)}
"""Hertz: A, C, E and A, the better the higher."""
INTERVALS: Final = {
    Quality.DANGER: Fraction(12, 5), Quality.DULL: Fraction(8, 3),
    Quality.GOOD: Fraction(10, 3), Quality.BRIGHT: Fraction(4)}
"""Treble over bass: minor third, fourth, major sixth and octave, each an octave higher."""
_SECONDS: Final = 0.9
_ATTACK_S: Final = 0.012
_DECAY_S: Final = 0.25
_OVERTONES: Final = (1.0, 0.35, 0.12)
_LOUDNESS: Final = 0.25


def notes_of(value: Quality, change: Quality | None) -> tuple[Fraction, ...]:
    """Return the frequencies in Hertz: the bass, and the treble if the change is known."""
    bass = BASSES[value]
    return (bass,) if change is None else (bass, bass * INTERVALS[change])


def samples_of(value: Quality, change: Quality | None) -> npt.NDArray[np.int16]:
    """Return the chord as 16-bit mono samples at SAMPLE_RATE, faded in and out."""
    time = np.arange(int(_SECONDS * SAMPLE_RATE)) / SAMPLE_RATE
    wave = np.zeros_like(time)
    for note in notes_of(value, change):
        for number, strength in enumerate(_OVERTONES, 1):
            wave += strength * np.sin(2 * np.pi * float(note) * number * time)
    fade = np.minimum(time / _ATTACK_S, 1.0) * np.exp(-time / _DECAY_S)
    fade *= np.minimum((time[-1] - time) / _ATTACK_S, 1.0)
    wave *= fade * _LOUDNESS / sum(_OVERTONES)
    return np.rint(wave * 32767).astype(np.int16)
