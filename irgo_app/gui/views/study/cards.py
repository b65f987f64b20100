"""The list of cards: a place, how it stands, what moving first is worth, both first moves."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView

from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour
from irgo_app.gui.models.study.cards import Card, StudyCards, Tone
from irgo_app.gui.models.study.selection import Selection
from irgo_app.gui.views.study.card_list import CardList
from irgo_app.gui.views.style import SPACE, UiColours, bold_font, small_font
from irgo_app.words import numeral, translated

_DISC: Final = 16
_BAR: Final = (72, 7)
_NUMBER: Final = "88.8"
_MOVE: Final = "W19"
_FULL_BAR: Final = 25.0
"""Points that fill the bar; what is worth more fills it too."""
_NARROW: Final = 440
"""In a list less wide there is no bar: it would leave titles no room."""


class _StudyFace:
    """The stone of a place, its title and how it stands, its worth and both first moves."""

    def __init__(self, view: QListView) -> None:
        self._view = view

    def key(self, card: Card) -> object:
        return card.place

    def sentence(self, card: Card) -> str:
        return card_sentence(card)

    def height(self, card: Card, width: int) -> int:
        """Return the height of two lines."""
        return QFontMetrics(bold_font(self._view)).height() + QFontMetrics(
            small_font(self._view)).height()

    def paint(
        self, painter: QPainter, inside: QRect, card: Card, colours: UiColours, *, is_first: bool,
    ) -> None:
        first = QRect(inside)
        first.setHeight(QFontMetrics(bold_font(self._view)).height())
        second = QRect(inside)
        second.setTop(first.bottom() + 1)
        if self._view.width() < _NARROW:
            # The worth beside the title, the moves beside the status.
            ends = (self._worth(painter, first, first.right() + 1, card, colours),
                    self._moves(painter, second, card, colours))
        else:
            moves = self._moves(painter, inside, card, colours)
            worth = self._worth(painter, inside, moves, card, colours)
            end = self._bar(painter, inside, worth, card, colours)
            ends = end, end
        self._words(painter, first, second, ends, card, colours)

    def _words(
        self, painter: QPainter, first: QRect, second: QRect, ends: tuple[int, int], card: Card,
        colours: UiColours,
    ) -> None:
        """Paint the stone, the title and how the group stands, each line as far as its end."""
        middle = (first.top() + second.bottom() + 1) / 2
        draw_disc(painter, first.left() + _DISC / 2, middle, _DISC / 2, card.colour, colours)
        left = first.left() + _DISC + SPACE + 2
        status = _standing(card)
        tone = {Tone.CARE: colours.bad, Tone.LOST: colours.text, Tone.CALM: colours.faint}
        for line, end, font, text, colour in (
            (first, ends[0], bold_font(self._view), card.title, colours.text),
            (second, ends[1], small_font(self._view), status,
             colours.bad if card.disagreement else tone[card.tone]),
        ):
            room = QRect(left, line.top(), end - left - SPACE, line.height())
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, QFontMetrics(font).elidedText(
                text, Qt.TextElideMode.ElideRight, room.width()))

    def _moves(self, painter: QPainter, line: QRect, card: Card, colours: UiColours) -> int:
        """Paint both first moves at the right of a line; return where they begin."""
        font = small_font(self._view)
        width = QFontMetrics(font).horizontalAdvance(_MOVE)
        x = line.right() + 1
        if not any(card.moves):
            return x
        for colour, move in ((WHITE, card.moves[1]), (BLACK, card.moves[0])):
            x -= width
            painter.setFont(font)
            painter.setPen(QColor(colours.text))
            painter.drawText(QRect(x, line.top(), width, line.height()),
                             Qt.AlignmentFlag.AlignVCenter, move)
            x -= 4 + 10
            if move:
                draw_disc(painter, x + 5, line.center().y() + 1, 5, colour, colours)
            x -= 5
        return x

    def _worth(
        self, painter: QPainter, line: QRect, end: int, card: Card, colours: UiColours
    ) -> int:
        """Paint what moving first is worth left of `end`; return where it begins."""
        if card.swing is None:
            return end
        font = bold_font(self._view)
        width = QFontMetrics(font).horizontalAdvance(_NUMBER)
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        painter.drawText(QRect(end - width - 2, line.top(), width, line.height()),
                         Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                         numeral(card.swing, ".1f"))
        return end - width - 2

    def _bar(
        self, painter: QPainter, line: QRect, end: int, card: Card, colours: UiColours
    ) -> int:
        """Paint the worth as a bar left of `end`; return where it begins."""
        if card.swing is None:
            return end
        bar = QRectF(end - _BAR[0] - SPACE, line.center().y() + 1 - _BAR[1] / 2, *_BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.well))
        painter.drawRoundedRect(bar, _BAR[1] / 2, _BAR[1] / 2)
        share = min(1.0, card.swing / _FULL_BAR)
        if share > 0:
            bar.setWidth(max(_BAR[1], share * _BAR[0]))
            painter.setBrush(QColor(colours.accent))
            painter.drawRoundedRect(bar, _BAR[1] / 2, _BAR[1] / 2)
        return end - _BAR[0] - SPACE


class StudyList(CardList[Card]):
    """The groups, points and boxes; pointing at one lights its stones, opening it studies it."""

    def __init__(self, cards: StudyCards, selection: Selection) -> None:
        super().__init__(translated("Groups and big points"), _StudyFace)
        self._cards, self._selection = cards, selection
        self.pointed.connect(lambda card: cards.point_at(card and card.place))
        self.opened.connect(lambda card: selection.show(card.place))
        self.selectionModel().currentChanged.connect(self._on_current)
        self._is_filling = False

    def refresh(self) -> None:
        """Show the cards as they are now, the chosen one marked."""
        self._is_filling = True
        self.rows.show_cards(self._cards.cards())
        chosen = self._selection.place
        row = next((row for row, card in enumerate(self.rows.cards) if card.place == chosen), -1)
        if row < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        elif self.currentIndex().row() != row:
            self.setCurrentIndex(self.rows.index(row))
        self._is_filling = False

    def _on_current(self, now: QModelIndex) -> None:
        if not self._is_filling:
            self._selection.choose(self.card_at(now).place if now.isValid() else None)


def _standing(card: Card) -> str:
    """Return how a place stands, and what its group is called on the board and in reports."""
    # At the end, as it looks like a point: nobody shall read the title as one.
    return " · ".join(filter(None, (
        card.status or card.why, translated("readers disagree") if card.disagreement else "",
        card.name if card.place.stones else "")))


def card_sentence(card: Card) -> str:
    """Return all that a card says, in one sentence."""
    parts = [card.title, card.status]
    if card.swing is not None:
        parts.append(translated("moving first is worth {0:.1f} points").format(card.swing))
    parts += [words.format(move) for words, move in zip(
        (translated("Black {0}"), translated("White {0}")), card.moves, strict=True) if move]
    return ", ".join(filter(None, (*parts, card.name if card.place.stones else "")))


def draw_disc(
    painter: QPainter, x: float, y: float, radius: float, colour: Colour, colours: UiColours
) -> None:
    """Draw a stone as a plain disc; a place of no colour is a ring."""
    edge = QPen(QColor(colours.faint), 1)
    if colour == EMPTY:
        edge = QPen(QColor(colours.accent), 1.6)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius -= 1
    else:
        painter.setBrush(QColor("#1c1c20" if colour == BLACK else "#fcfcfa"))
    painter.setPen(edge)
    painter.drawEllipse(QPointF(x, y), radius - 0.5, radius - 0.5)
