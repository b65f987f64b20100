"""A chord when a stone is played: what the engine thinks of the move, for the ear.

The bass is the value of the move, the treble the change. Basses are the notes of one minor chord
and the trebles just consonances over them, so that whatever is played sounds well, alone and after
what was played before. Qt Multimedia is an extra; without it, or without a device to play on, there
is silence.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject

from irgo_app.draw.drawables import Quality
from irgo_app.go.point import PASS
from irgo_app.gui.models.engine.desk import Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Preferences
from irgo_app.layers.candidates import rings_of
from irgo_app.sgf.game_tree import Node

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QAudioSink

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


def can_play_sounds() -> bool:
    """Return whether Qt Multimedia is installed."""
    try:
        from PySide6 import QtMultimedia
    except ImportError:
        return False
    return QtMultimedia is not None


class ChordPlayer(QObject):
    """Plays the rings of the move that was played last, as soon as the engine has judged it."""

    def __init__(self, review: Review, evaluations: Evaluations, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._evaluations = review, evaluations
        self._preferences = preferences
        self._awaited: Node | None = None
        self._sink: QAudioSink | None = None
        self._buffer: QBuffer | None = None
        review.move_played.connect(self._on_played)
        review.node_changed.connect(self._forget)
        evaluations.noted.connect(self._on_evaluated)

    def rings(self, node: Node) -> tuple[Quality, Quality | None] | None:
        """Return the value and the change of the move of a node, None if the engine has no word.

        What it said of the move as a candidate counts; else what it says of the position after it.
        """
        move, parent = node.move, node.parent
        if move is None or parent is None or move[1] == PASS:
            return None
        colour, point = move
        asked, earlier = self._evaluations.of(parent), self._evaluations.before(parent)
        for candidate in asked.candidates if asked else ():
            if candidate.point == point:
                assert asked is not None
                return rings_of(candidate, colour, earlier, asked.candidates[0].value)
        found = self._evaluations.of(node)
        return None if found is None else rings_of(found, colour, earlier)

    def play(self, value: Quality, change: Quality | None) -> None:
        """Play a chord; nothing happens where nothing can."""
        if not can_play_sounds():
            return
        from PySide6.QtMultimedia import QAudioFormat, QAudioSink, QMediaDevices

        device = QMediaDevices.defaultAudioOutput()
        wanted = QAudioFormat()
        wanted.setSampleRate(SAMPLE_RATE)
        wanted.setChannelCount(1)
        wanted.setSampleFormat(QAudioFormat.SampleFormat.Int16)
        if device.isNull() or not device.isFormatSupported(wanted):
            return
        if self._sink is not None and self._buffer is not None:
            self._sink.stop()
            self._sink.deleteLater()
            self._buffer.deleteLater()
        self._buffer = QBuffer(self)
        self._buffer.setData(QByteArray(samples_of(value, change).tobytes()))
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._sink = QAudioSink(device, wanted, self)
        self._sink.start(self._buffer)

    def _on_played(self) -> None:
        if self._preferences["chord"]:
            self._awaited = self._review.node
            self._on_evaluated(self._awaited)

    def _on_evaluated(self, node: Node) -> None:
        found = self.rings(node) if node is self._awaited else None
        if found is not None:
            self._awaited = None
            self.play(*found)

    def _forget(self) -> None:
        if self._awaited is not self._review.node:
            self._awaited = None
