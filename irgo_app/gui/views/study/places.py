"""The places of a position: a card for each letter on the board, and what is explained below."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from irgo_app.gui.models.study.place_cards import UNSURE, PlaceCard, PlaceCards
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.gui.models.study.reasons import Explained, Reasons
from irgo_app.gui.views.style import RADIUS, SPACE, UiColours, bold_font, colours_of, small_font
from irgo_app.gui.views.widgets import ScrollBody
from irgo_app.meaning.reasons import Reason
from irgo_app.meaning.words import reason_words, told_first, verdict_words
from irgo_app.words import filled, numeral, translated

_GAP: Final = 6
"""Between two cards."""
_DISC: Final = 22
_NO_LIMIT: Final = 16_777_215
"""Qt's own greatest height."""
_LINES: Final = 2
"""Of the sentence on a card; all of it stands below the list when the card is opened."""

AnyIndex = QModelIndex | QPersistentModelIndex


class PlaceModel(QAbstractListModel):
    """The cards as a list; the text of a row is what a screen reader says."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[PlaceCard] = []

    def show_cards(self, cards: list[PlaceCard]) -> None:
        """Show other cards; those that are there already do not move."""
        if cards != self.cards:
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
            return place_sentence(card)
        return None


class PlacePainter(QStyledItemDelegate):
    """Paints a card: the letter, where it is, its number, and its sentence below."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the room of a title and the lines of a sentence, with space around them."""
        card = index.data(Qt.ItemDataRole.UserRole)
        assert isinstance(card, PlaceCard)
        metrics = QFontMetrics(small_font(self._view))
        title = QFontMetrics(bold_font(self._view)).height()
        room = self._view.viewport().width() - 2 * (SPACE + 2) - _DISC - SPACE - 2
        lines = 1 if not card.sentence else min(_LINES, -(-metrics.boundingRect(
            QRect(0, 0, max(1, room), 1000), Qt.TextFlag.TextWordWrap,
            card.sentence).height() // metrics.height()))
        return QSize(120, title + lines * metrics.height() + 2 * SPACE + _GAP)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex
    ) -> None:
        card = index.data(Qt.ItemDataRole.UserRole)
        assert isinstance(card, PlaceCard)
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
        self._letter(painter, inside, card, colours, is_first=index.row() == 0)
        inside.setLeft(inside.left() + _DISC + SPACE + 2)
        first = QRect(inside)
        first.setHeight(QFontMetrics(bold_font(self._view)).height())
        end = self._worth(painter, first, card, colours)
        painter.setFont(bold_font(self._view))
        painter.setPen(QColor(colours.text))
        first.setRight(end - SPACE)
        painter.drawText(first, Qt.AlignmentFlag.AlignVCenter, painter.fontMetrics().elidedText(
            card.title, Qt.TextElideMode.ElideRight, first.width()))
        second = QRect(inside)
        second.setTop(first.bottom() + 1)
        painter.setFont(small_font(self._view))
        painter.setPen(QColor(colours.faint))
        painter.drawText(second, int(Qt.TextFlag.TextWordWrap), card.sentence or translated(
            "irgo looks what is at stake here …"))
        painter.restore()

    def _letter(
        self, painter: QPainter, inside: QRect, card: PlaceCard, colours: UiColours, *,
        is_first: bool,
    ) -> None:
        """Paint the letter as it is on the board, the best place's in full colour."""
        disc = QRect(inside.left(), inside.top(), _DISC, _DISC)
        painter.setPen(QPen(QColor(colours.accent), 1.6))
        painter.setBrush(QColor(colours.accent if is_first else colours.card))
        painter.drawEllipse(disc)
        painter.setFont(bold_font(self._view))
        painter.setPen(QColor(colours.card if is_first else colours.text))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, card.letter)

    def _worth(
        self, painter: QPainter, line: QRect, card: PlaceCard, colours: UiColours
    ) -> int:
        """Paint what the place is worth at the right end of a line; return where that begins."""
        end = line.right() + 1
        for text, font, colour in (
            ("" if card.worth is None else filled(
                translated("worth {0:.0f}"), card.worth), bold_font(self._view),
             colours.text),
            (card.behind, small_font(self._view), colours.faint),
        ):
            if text:
                width = QFontMetrics(font).horizontalAdvance(text)
                painter.setFont(font)
                painter.setPen(QColor(colour))
                painter.drawText(QRect(end - width, line.top(), width, line.height()),
                                 Qt.AlignmentFlag.AlignVCenter, text)
                end -= width + SPACE
        return end


class PlaceList(QListView):
    """The cards; pointing at one lights what is at stake, a click or Enter opens it."""

    def __init__(self, cards: PlaceCards, reasons: Reasons) -> None:
        super().__init__()
        self._cards, self._reasons = cards, reasons
        self.rows = PlaceModel()
        self.setModel(self.rows)
        self.setItemDelegate(PlacePainter(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(translated("Where it matters now"))
        self.entered.connect(lambda index: cards.point_at(self.rows.cards[index.row()].move))
        self.clicked.connect(self._open)

    def refresh(self) -> None:
        """Show the cards as they are now, the one that is opened marked."""
        self.rows.show_cards(self._cards.cards())
        row = next((row for row, card in enumerate(self.rows.cards)
                    if card.move == self._reasons.opened), -1)
        if row >= 0:
            self.setCurrentIndex(self.rows.index(row))
        elif not self.hasFocus():
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())

    def wanted_height(self) -> int:
        """Return the height in which all cards can be seen."""
        return max(60, 2 * self.frameWidth() + sum(
            self.sizeHintForRow(row) for row in range(len(self.rows.cards))))

    def leaveEvent(self, event: QEvent) -> None:
        self._cards.point_at(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the chosen card with Enter or the space bar."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: AnyIndex) -> None:
        self._reasons.open_place(self.rows.cards[index.row()].move)


def place_sentence(card: PlaceCard) -> str:
    """Return all that a card says, in one sentence."""
    worth = "" if card.worth is None else translated(
        "playing first is worth {0:.0f} points").format(card.worth)
    return ", ".join(filter(None, (
        f"{card.letter}: {card.title}", worth, card.behind, card.sentence)))


class PlacesView(QWidget):
    """The cards of the places, and below them what is explained."""

    def __init__(self, places: KnownPlaces, cards: PlaceCards, reasons: Reasons) -> None:
        super().__init__()
        self._places = places
        self.list, self.box = PlaceList(cards, reasons), ReasonsBox(cards, reasons)
        self.hint = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.hint.setObjectName("small")
        self._below = ScrollBody(self.box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE - 2)
        layout.addWidget(self.hint)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._below, 1)
        layout.addStretch(0)

    def refresh(self) -> None:
        """Show what is known of the current node."""
        self.list.refresh()
        self.box.refresh()
        self._below.setVisible(not self.box.isHidden())
        # What is explained follows its card, and the list gives way where there is no room.
        self.list.setMaximumHeight(
            self.list.wanted_height() if self._below.isVisibleTo(self) else _NO_LIMIT)
        self.hint.setText(self._hint())
        self.hint.setVisible(bool(self.hint.text()))

    def _hint(self) -> str:
        if self._places.found() is not None:
            return "" if self.list.rows.cards else translated(
                "Nothing is left here that is worth a point.")
        return translated("irgo looks where it matters …")


class ReasonsBox(QFrame):
    """What is explained: its verdict, a row for each reason, and the rest under Details."""

    def __init__(self, cards: PlaceCards, reasons: Reasons) -> None:
        super().__init__()
        self._cards, self._reasons = cards, reasons
        self._shown: object = None
        self.title = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.title.setObjectName("heading")
        self.verdict = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.rows: list[ReasonRow] = []
        self.unfold = QPushButton(translated("Details"), checkable=True)
        self.unfold.setObjectName("chip")
        self.unfold.setToolTip(translated(
            "Further first moves, who has the next move elsewhere, and who says so"))
        self.unfold.toggled.connect(self._show_details)
        self.details = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.details.setObjectName("small")
        self._told = QVBoxLayout()
        self._told.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE, 0, 0)
        layout.addWidget(self.title)
        layout.addWidget(self.verdict)
        layout.addLayout(self._told)
        layout.addWidget(self.unfold, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.details)
        layout.addStretch(1)
        self.details.hide()

    def refresh(self) -> None:
        """Show what is explained now; hidden while nothing is."""
        reasons = self._reasons
        found = reasons.explained
        self.setVisible(found is not None or reasons.is_working)
        if found is None:
            self.title.setText(translated("irgo reads both moves …"))
            self.verdict.setText("")
        elif found is not self._shown:
            self.title.setText(str(found.title))
            self.verdict.setText(self._verdict(found))
        if found is not self._shown:
            self._shown = found
            self._fill()
        self.verdict.setVisible(bool(self.verdict.text()))
        self.unfold.setVisible(found is not None)
        self._show_details(is_open=self.unfold.isChecked())

    def _verdict(self, found: Explained) -> str:
        """Return what a move loses; of a place the one number stands on its card."""
        if found.place is None:
            return str(verdict_words(found.why))
        return "" if found.why.difference.reasons else str(UNSURE)

    def _fill(self) -> None:
        for row in self.rows:
            self._told.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows.clear()
        found = self._reasons.explained
        for reason in () if found is None else told_first(found.why.difference.reasons):
            assert found is not None
            row = ReasonRow(reason, str(reason_words(reason, found.why)), self._reasons)
            self.rows.append(row)
            self._told.addWidget(row)

    def _show_details(self, is_open: bool) -> None:
        found = self._reasons.explained
        self.details.setVisible(is_open and found is not None)
        if found is not None and is_open:
            self.details.setText("\n".join(map(str, self._cards.details(found))))


class ReasonRow(QFrame):
    """One reason with its share of the points; pointed at, it lights on the boards."""

    def __init__(self, reason: Reason, words: str, reasons: Reasons) -> None:
        super().__init__()
        self._reason, self._reasons = reason, reasons
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(words)
        text = QLabel(words, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.share = QLabel(numeral(abs(reason.share), ".0f") if reason.share else "")
        self.share.setObjectName("heading")
        self.share.setToolTip(translated("Its share of the points"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE, 4, SPACE, 4)
        layout.addWidget(text, 1)
        layout.addWidget(self.share, 0, Qt.AlignmentFlag.AlignTop)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._reasons.point_at(self._reason)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._reasons.point_at(None)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._reasons.point_at(self._reason)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._reasons.point_at(None)
        super().focusOutEvent(event)
