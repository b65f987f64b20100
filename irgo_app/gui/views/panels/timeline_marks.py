"""The signs under the timeline: lost points, comments, bookmarks and variations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from irgo_app.gui.models.losses import LostMove
from irgo_app.gui.views.style import UiColours
from irgo_app.sgf.annotations import is_bookmarked
from irgo_app.sgf.game_tree import Node
from irgo_app.words import numeral

MOST_LOSSES: Final = 8
"""So many of the moves that lost most are marked."""
_SIZE: Final = 3.6
"""Half of a sign's height, in pixels."""


class Sign(Enum):
    """What a mark is for, the most important first: it is the one seen where room is short."""

    LOSS = "loss"
    BOOKMARK = "bookmark"
    VARIATION = "variation"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A sign at a move, with its words."""

    number: int
    sign: Sign
    text: str


def marks_of(line: Sequence[Node], first: int, lost: Iterable[LostMove]) -> list[TimelineMark]:
    """Return the marks of the nodes of a line, in the order of the line.

    first -- the number of the line's first node; lost -- the moves that lost most, those first
    """
    worst = {id(found.node): found for found in list(lost)[:MOST_LOSSES]}
    marks = []
    for number, node in enumerate(line, first):
        loss = worst.get(id(node))
        if loss is not None:
            marks.append(TimelineMark(number, Sign.LOSS, _words("lost {0} points").format(
                numeral(loss.mistake.points, ".1f"))))
        if is_bookmarked(node):
            marks.append(TimelineMark(number, Sign.BOOKMARK, _words("bookmark")))
        if len(node.children) > 1:
            marks.append(TimelineMark(number, Sign.VARIATION, _words("{0} variations").format(
                len(node.children))))
        if node.comment.strip():
            marks.append(TimelineMark(number, Sign.COMMENT, _words("comment")))
    return marks


def _words(text: str) -> str:
    return QCoreApplication.translate("Timeline", text)


def paint_sign(painter: QPainter, sign: Sign, x: float, y: float, colours: UiColours) -> None:
    """Paint a sign centred on a pixel; each has a shape of its own beside its colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    if sign is Sign.LOSS:
        painter.setBrush(QColor(colours.bad))
        painter.drawEllipse(QPointF(x, y), _SIZE, _SIZE)
    elif sign is Sign.BOOKMARK:
        painter.setBrush(QColor(colours.warn))
        painter.drawPolygon(QPolygonF([
            QPointF(x - 0.8 * _SIZE, y - _SIZE), QPointF(x + 0.8 * _SIZE, y - _SIZE),
            QPointF(x + 0.8 * _SIZE, y + _SIZE), QPointF(x, y + 0.3 * _SIZE),
            QPointF(x - 0.8 * _SIZE, y + _SIZE)]))
    elif sign is Sign.VARIATION:
        painter.setPen(QPen(QColor(colours.faint), 1.5))
        painter.drawPolyline(QPolygonF([
            QPointF(x - _SIZE, y - _SIZE), QPointF(x, y), QPointF(x + _SIZE, y - _SIZE)]))
        painter.drawLine(QPointF(x, y), QPointF(x, y + _SIZE))
    else:
        painter.setBrush(QColor(colours.faint))
        painter.drawRect(round(x - 0.8 * _SIZE), round(y - 0.8 * _SIZE), round(1.6 * _SIZE),
                         round(1.2 * _SIZE))
