"""A list of cards: frames that show what is pointed at and chosen; a click or Enter opens one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from PySide6.QtCore import (
    QAbstractListModel, QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView, QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
)

from irgo_app.gui.views.style import RADIUS, SPACE, UiColours, colours_of

_GAP: Final = 6
"""Between two cards."""
_RIM: Final = 2
"""Of the frame, above and below: without it the foot of a Q would be cut off."""

AnyIndex = QModelIndex | QPersistentModelIndex
CardT = TypeVar("CardT")


class CardFace(Protocol[CardT]):
    """What stands on the cards of a list."""

    def key(self, card: CardT) -> object:
        """Return what stays the same while only a card's words change."""

    def sentence(self, card: CardT) -> str:
        """Return all that a card says, for a screen reader."""

    def height(self, card: CardT, width: int) -> int:
        """Return the height of what is painted in a room of a width."""

    def paint(
        self, painter: QPainter, inside: QRect, card: CardT, colours: UiColours, *, is_first: bool,
    ) -> None:
        """Paint a card within its frame."""


class CardModel(QAbstractListModel, Generic[CardT]):
    """The cards as a list; the text of a row is what a screen reader says."""

    def __init__(self, face: CardFace[CardT]) -> None:
        super().__init__()
        self._face = face
        self.cards: list[CardT] = []

    def show_cards(self, cards: list[CardT]) -> None:
        """Show other cards; where only their words differ, nothing scrolls."""
        before, key = self.cards, self._face.key
        if list(map(key, cards)) != list(map(key, before)):
            self.beginResetModel()
            self.cards = cards
            self.endResetModel()
        elif cards != before:
            self.cards = cards
            self.dataChanged.emit(self.index(0), self.index(len(cards) - 1))

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return len(self.cards)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.cards):
            return None
        card = self.cards[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return card
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._face.sentence(card)
        return None


class _CardPainter(QStyledItemDelegate, Generic[CardT]):
    """Paints the frame of a card, and its face within."""

    def __init__(self, view: QListView, face: CardFace[CardT]) -> None:
        super().__init__(view)
        self._view, self._face = view, face

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the room of a face with space around it."""
        height = self._face.height(index.data(Qt.ItemDataRole.UserRole),
                                   self._view.viewport().width() - 2 * (SPACE + 2))
        return QSize(120, height + 2 * SPACE + _GAP + _RIM)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex
    ) -> None:
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
        self._face.paint(painter, inside, index.data(Qt.ItemDataRole.UserRole), colours,
                         is_first=index.row() == 0)
        painter.restore()


class CardList(QListView, Generic[CardT]):
    """The cards of a position.

    name -- for a screen reader; face -- a function of the list that says what cards look like
    pointed -- the card under the mouse, or None
    opened -- the card that was clicked, or chosen and opened with Enter or the space bar
    """

    pointed = Signal(object)
    opened = Signal(object)

    def __init__(self, name: str, face: Callable[[QListView], CardFace[CardT]]) -> None:
        super().__init__()
        own_face = face(self)
        self.rows = CardModel[CardT](own_face)
        self.setModel(self.rows)
        self.setItemDelegate(_CardPainter(self, own_face))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.entered.connect(lambda index: self.pointed.emit(self.card_at(index)))
        self.clicked.connect(lambda index: self.opened.emit(self.card_at(index)))

    def card_at(self, index: AnyIndex) -> CardT:
        """Return the card of a row."""
        return self.rows.cards[index.row()]

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the chosen card with Enter or the space bar."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self.opened.emit(self.card_at(self.currentIndex()))
        else:
            super().keyPressEvent(event)
