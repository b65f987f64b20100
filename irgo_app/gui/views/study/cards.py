"""The list of cards: a place, how it stands, what moving first is worth, both first moves."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour
from irgo_app.gui.models.study.cards import Card, StudyCards, Tone
from irgo_app.gui.models.study.selection import Selection
from irgo_app.gui.views.style import RADIUS, SPACE, UiColours, bold_font, colours_of, small_font
from irgo_app.judging.place import Place
from irgo_app.words import numeral, translated

_GAP: Final = 6
"""Between two cards."""
_DISC: Final = 16
_BAR: Final = (72, 7)
_NUMBER: Final = "88.8"
_MOVE: Final = "W19"
_FULL_BAR: Final = 25.0
"""Points that fill the bar; what is worth more fills it too."""
_NARROW: Final = 440
"""In a list less wide there is no bar: it would leave titles no room."""

AnyIndex = QModelIndex | QPersistentModelIndex


class CardModel(QAbstractListModel):
    """The cards as a list; the text of a row is what a screen reader says."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[Card] = []

    def show_cards(self, cards: list[Card]) -> None:
        """Show other cards; where only their words differ, nothing scrolls."""
        if [card.place for card in cards] == [card.place for card in self.cards]:
            self.cards = cards
            if cards:
                self.dataChanged.emit(self.index(0), self.index(len(cards) - 1))
        else:
            self.beginResetModel()
            self.cards = cards
            self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return len(self.cards)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.cards):
            return None
        card = self.cards[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return card
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return card_sentence(card)
        return None


class CardPainter(QStyledItemDelegate):
    """Paints a card."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the room of two lines with space around them."""
        lines = QFontMetrics(bold_font(self._view)).height() + QFontMetrics(
            small_font(self._view)).height()
        return QSize(120, lines + 2 * SPACE + _GAP)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex
    ) -> None:
        card = index.data(Qt.ItemDataRole.UserRole)
        assert isinstance(card, Card)
        colours, state = colours_of(self._view), QStyle.StateFlag
        is_chosen = bool(option.state & state.State_Selected)
        is_pointed = bool(option.state & state.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5 - _GAP)
        painter.setPen(QPen(QColor(
            colours.accent if is_chosen or is_pointed else colours.line), 1.2 if is_chosen else 1))
        painter.setBrush(QColor(colours.accent_soft if is_chosen else colours.card))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
        inside = rect.toRect().adjusted(SPACE + 2, SPACE, -SPACE - 2, -SPACE)
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
        painter.restore()

    def _words(
        self, painter: QPainter, first: QRect, second: QRect, ends: tuple[int, int], card: Card,
        colours: UiColours,
    ) -> None:
        """Paint the stone, the title and how the group stands, each line as far as its end."""
        middle = (first.top() + second.bottom() + 1) / 2
        draw_disc(painter, first.left() + _DISC / 2, middle, _DISC / 2, card.colour, colours)
        left = first.left() + _DISC + SPACE + 2
        status = card.status + (" · " + translated("readers disagree") if card.disagreement else "")
        tone = {Tone.CARE: colours.bad, Tone.LOST: colours.text, Tone.CALM: colours.faint}
        for line, end, font, text, colour in (
            (first, ends[0], bold_font(self._view), card.title, colours.text),
            (second, ends[1], small_font(self._view), status or card.why,
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


class CardList(QListView):
    """The cards; pointing at one lights its stones, a click or Enter opens its study.

    opened -- the place whose study is wanted
    """

    opened = Signal(object)

    def __init__(self, cards: StudyCards, selection: Selection) -> None:
        super().__init__()
        self._cards, self._selection = cards, selection
        self.rows = CardModel()
        self.setModel(self.rows)
        self.setItemDelegate(CardPainter(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(translated("Groups and big points"))
        self.entered.connect(lambda index: cards.point_at(self._place(index)))
        self.clicked.connect(lambda index: self.opened.emit(self._place(index)))
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

    def leaveEvent(self, event: QEvent) -> None:
        self._cards.point_at(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the study of the chosen card with Enter or the space bar."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self.opened.emit(self._place(self.currentIndex()))
        else:
            super().keyPressEvent(event)

    def _place(self, index: AnyIndex) -> Place:
        return self.rows.cards[index.row()].place

    def _on_current(self, now: QModelIndex) -> None:
        if not self._is_filling:
            self._selection.choose(self._place(now) if now.isValid() else None)


def card_sentence(card: Card) -> str:
    """Return all that a card says, in one sentence."""
    parts = [card.title, card.status]
    if card.swing is not None:
        parts.append(translated("moving first is worth {0:.1f} points").format(card.swing))
    parts += [words.format(move) for words, move in zip(
        (translated("Black {0}"), translated("White {0}")), card.moves, strict=True) if move]
    return ", ".join(filter(None, parts))


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
