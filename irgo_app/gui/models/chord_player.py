"""A chord when a stone is played: what the engine thinks of the move, for the ear.

Qt Multimedia is an extra; without it, or without a device to play on, there is silence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject

from irgo_app.draw.drawables import Quality
from irgo_app.go.point import PASS
from irgo_app.gui.models.chord import SAMPLE_RATE, samples_of
from irgo_app.gui.models.evaluations import Evaluations
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review
from irgo_app.layers.candidates import rings_of
from irgo_app.sgf.game_tree import Node

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QAudioSink


def can_play_sounds() -> bool:
    """Return whether Qt Multimedia is installed."""
    try:
        from PySide6 import QtMultimedia
    except ImportError:
        return False
    return QtMultimedia is not None


class ChordPlayer(QObject):
    """Plays the rings of the move that was played last, as soon as the engine has judged it."""

    def __init__(
        self, review: Review, evaluations: Evaluations, preferences: Preferences
    ) -> None:
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
                return rings_of(candidate, colour, earlier,
                                asked.candidates[0].value)
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
