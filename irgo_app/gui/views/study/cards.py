"""The cards of the Study page, of groups and of places found; below them the reasons of a place."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import (QAbstractListModel, QEvent, QModelIndex, QPersistentModelIndex, QPointF,
                            QRect, QRectF, QSize, Qt)
from PySide6.QtGui import (QColor, QEnterEvent, QFocusEvent, QFontMetrics, QHideEvent, QKeyEvent,
                           QPainter, QPen)
from PySide6.QtWidgets import (QAbstractItemView, QFrame, QHBoxLayout, QLabel, QListView,
                               QPushButton, QSizePolicy, QStyle, QStyledItemDelegate,
                               QStyleOptionViewItem, QVBoxLayout, QWidget)

from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour
from irgo_app.gui.models.study.cards import Cards, StudyCard, Tone
from irgo_app.gui.models.study.selection import Explained, KnownPlaces, Reasons
from irgo_app.gui.views.style import (RADIUS, SPACE, UiColours, bold_font, colours_of, elided,
                                      elided_lines, paint_bar, paint_stone, paint_text, small_font)
from irgo_app.gui.views.widgets import ScrollBody, laid_out, paragraph, say, take_away
from irgo_app.meaning.reasons import Reason
from irgo_app.meaning.words import (NO_PLACE, UNSURE, for_verdict, reason_words, told_first,
                                    verdict_words)
from irgo_app.words import numeral, translated

_GAP: Final = 6
"""Between two cards."""
_RIM: Final = 2
"""Of the frame, above and below: without it the foot of a Q would be cut off."""

AnyIndex = QModelIndex | QPersistentModelIndex


class CardModel(QAbstractListModel):
    """The cards as a list; the text of a row is what a screen reader says."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.cards: list[StudyCard] = []

    def show_cards(self, cards: list[StudyCard]) -> None:
        """Show other cards; where only their words differ, nothing scrolls."""
        before = self.cards
        if [card.place for card in cards] != [card.place for card in before]:
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
            return card.sentence
        return None


_STONE: Final = 16
_LETTER: Final = 22
"""Diameters in pixels."""
_BAR: Final = (72, 7)
_MOVE: Final = "W19"
_FULL_BAR: Final = 25.0
"""Points that fill the bar; what is worth more fills it too."""
_NARROW: Final = 440
"""In a list less wide there is no bar: it would leave titles no room."""
_LINES: Final = 2
"""Of what is said below the title; all of it stands below the list when the card is opened."""


class _CardPainter(QStyledItemDelegate):
    """Paints a card: its stone or letter, its title with a number, and what is said below it."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        card, metrics = index.data(Qt.ItemDataRole.UserRole), QFontMetrics(small_font(self._view))
        room = self._view.viewport().width() - 2 * (SPACE + 2) - self._indent(card) - (
            2 * self._move_width() + SPACE if any(card.moves) else 0)
        lines = min(_LINES, max(1, metrics.boundingRect(
            QRect(0, 0, max(1, room), 1000), Qt.TextFlag.TextWordWrap,
            card.standing).height() // metrics.height()))
        height = QFontMetrics(bold_font(self._view)).height() + lines * metrics.height()
        return QSize(120, height + 2 * SPACE + _GAP + _RIM)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
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
        self._paint_card(painter, inside, index.data(Qt.ItemDataRole.UserRole), colours,
                         is_first=index.row() == 0)
        painter.restore()

    def _paint_card(
        self, painter: QPainter, inside: QRect, card: StudyCard, colours: UiColours, *,
        is_first: bool,
    ) -> None:
        bold, small = bold_font(self._view), small_font(self._view)
        first, second = QRect(inside), QRect(inside)
        first.setHeight(QFontMetrics(bold).height())
        second.setTop(first.bottom() + 1)
        if card.letter:
            self._letter(painter, inside, card.letter, colours, is_first=is_first)
        else:
            middle = (inside.top() + inside.bottom() + 1) / 2
            draw_disc(painter, inside.left() + _STONE / 2, middle, _STONE / 2, card.colour, colours)
        for line in (first, second):
            line.setLeft(inside.left() + self._indent(card))
        first.setRight(self._number(painter, first, card, colours) - SPACE)
        if any(card.moves):
            second.setRight(self._moves(painter, second, card, colours) - SPACE)
        paint_text(painter, first, elided(card.title, bold, first.width()), bold, colours.text)
        tone = {Tone.CARE: colours.bad, Tone.LOST: colours.text, Tone.CALM: colours.faint}
        paint_text(painter, second, elided_lines(card.standing, small, second.width(), _LINES),
                   small, colours.bad if card.disagreement else tone[card.tone],
                   Qt.TextFlag.TextWordWrap)

    def _indent(self, card: StudyCard) -> int:
        return (_LETTER if card.letter else _STONE) + SPACE + 2

    def _letter(
        self, painter: QPainter, inside: QRect, letter: str, colours: UiColours, *, is_first: bool,
    ) -> None:
        """Paint the letter as it is on the board, the best place's in full colour."""
        disc = QRect(inside.left(), inside.top(), _LETTER, _LETTER)
        painter.setPen(QPen(QColor(colours.accent), 1.6))
        painter.setBrush(QColor(colours.accent if is_first else colours.card))
        painter.drawEllipse(disc)
        paint_text(painter, disc, letter, bold_font(self._view),
                   colours.card if is_first else colours.text, Qt.AlignmentFlag.AlignCenter)

    def _number(self, painter: QPainter, line: QRect, card: StudyCard, colours: UiColours) -> int:
        """Paint the number at the end of a line, and the worth as a bar; return where they begin.
        """
        font, end = bold_font(self._view), line.right() + 1
        start = end - QFontMetrics(font).horizontalAdvance(card.number)
        paint_text(painter, QRect(start, line.top(), end - start, line.height()), card.number,
                   font, colours.text)
        if card.swing is None or self._view.width() < _NARROW:
            return start
        bar = QRectF(start - _BAR[0] - SPACE, line.center().y() + 1 - _BAR[1] / 2, *_BAR)
        paint_bar(painter, bar, min(1.0, card.swing / _FULL_BAR), colours.well, colours.accent)
        return start - _BAR[0] - SPACE

    def _move_width(self) -> int:
        return QFontMetrics(small_font(self._view)).horizontalAdvance(_MOVE) + 4 + 10 + 5

    def _moves(self, painter: QPainter, line: QRect, card: StudyCard, colours: UiColours) -> int:
        """Paint both first moves at the end of a line; return where they begin."""
        font, width, x = small_font(self._view), self._move_width(), line.right() + 1
        for colour, move in ((WHITE, card.moves[1]), (BLACK, card.moves[0])):
            x -= width
            paint_text(painter, QRect(x + 19, line.top(), width - 19, QFontMetrics(font).height()),
                       move, font, colours.text)
            if move:
                draw_disc(painter, x + 10, line.top() + QFontMetrics(font).height() / 2, 5, colour,
                          colours)
        return x


class CardList(QListView):
    """The cards of a position; pointing at one lights its place on the board.

    name -- for a screen reader; made -- the cards as they are now; chosen -- the place that is
    marked, None for none; open_card -- what a click, Enter or the space bar does with a place
    choose -- what walking through the cards does with one, None where that does nothing
    """

    def __init__(
        self, name: str, made: Callable[[], list[StudyCard]], cards: Cards,
        chosen: Callable[[], object], open_card: Callable[..., object],
        choose: Callable[..., object] | None = None,
    ) -> None:
        super().__init__()
        self._made, self._cards, self._chosen = made, cards, chosen
        self._open_card, self._choose = open_card, choose
        self._is_filling = False
        self.rows = CardModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_CardPainter(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.entered.connect(self._on_entered)
        self.clicked.connect(self._open)
        self.selectionModel().currentChanged.connect(self._on_current)

    def refresh(self) -> None:
        """Show the cards as they are now, the chosen one marked."""
        self._is_filling = True
        self.rows.show_cards(self._made())
        chosen = self._chosen()
        row = next((row for row, card in enumerate(self.rows.cards) if card.place == chosen), -1)
        if row >= 0:
            if self.currentIndex().row() != row:
                self.setCurrentIndex(self.rows.index(row))
        elif self._choose or not self.hasFocus():
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        self._is_filling = False

    def wanted_height(self) -> int:
        """Return the height in which all cards can be seen."""
        return max(60, 2 * self.frameWidth() + sum(
            self.sizeHintForRow(row) for row in range(len(self.rows.cards))))

    def _open(self, index: QModelIndex) -> None:
        self._open_card(self.rows.cards[index.row()].place)

    def _on_current(self, now: QModelIndex) -> None:
        if self._choose and not self._is_filling:
            self._choose(self.rows.cards[now.row()].place if now.isValid() else None)

    def _on_entered(self, index: QModelIndex) -> None:
        """Light the place of the card under the mouse.

        Where the list grows under a mouse that had left it, Qt says that too, and no word when the
        mouse goes.
        """
        if self.viewport().underMouse():
            self._cards.point_at(self.rows.cards[index.row()].place)

    def leaveEvent(self, event: QEvent) -> None:
        self._cards.point_at(None)
        super().leaveEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Point at nothing: another page may come under the mouse."""
        self._cards.point_at(None)
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the chosen card with Enter or the space bar."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)


def draw_disc(
    painter: QPainter, x: float, y: float, radius: float, colour: Colour, colours: UiColours
) -> None:
    """Draw a stone as a plain disc; a place of no colour is a ring."""
    if colour != EMPTY:
        paint_stone(painter, QPointF(x, y), radius - 0.5, colour, colours)
        return
    painter.setPen(QPen(QColor(colours.accent), 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(x, y), radius - 1.5, radius - 1.5)


_NO_LIMIT: Final = 16_777_215
"""Qt's own greatest height."""


class PlacesView(QWidget):
    """The cards of the places, and below them what is explained."""

    def __init__(self, places: KnownPlaces, cards: Cards, reasons: Reasons) -> None:
        super().__init__()
        self._places = places
        self.list = CardList(
            translated("Where it matters now"), cards.of_places, cards,
            lambda: None if reasons.opened == PASS else reasons.opened, reasons.open_place)
        self.box = ReasonsBox(cards, reasons)
        self.hint = paragraph(name="small")
        self._below = ScrollBody(self.box)
        laid_out(QVBoxLayout(self), self.hint, (self.list, 1), (self._below, 1), 0, margins=0,
                 spacing=SPACE - 2)

    def refresh(self) -> None:
        self.list.refresh()
        self.box.refresh()
        self._below.setVisible(not self.box.isHidden())
        # What is explained follows its card, and the list gives way where there is no room.
        self.list.setMaximumHeight(
            self.list.wanted_height() if self._below.isVisibleTo(self) else _NO_LIMIT)
        say(self.hint, self._hint())

    def _hint(self) -> str:
        if not self._places.is_wanted:
            return ""
        if self._places.found() is not None:
            return "" if self.list.rows.cards else translated(NO_PLACE)
        return translated("irgo is looking for where it matters …")


class ReasonsBox(QFrame):
    """What is explained: its verdict, a row for each reason, and the rest under Details."""

    def __init__(self, cards: Cards, reasons: Reasons) -> None:
        super().__init__()
        self._cards, self._reasons = cards, reasons
        self._shown: object = None
        self.title = paragraph(name="heading")
        self.verdict = paragraph()
        self.rows: list[ReasonRow] = []
        self.unfold = QPushButton(
            translated("Details"), checkable=True, objectName="chip", toolTip=translated(
                "Further first moves, who has the next move elsewhere, and who says so"))
        self.unfold.toggled.connect(self._show_details)
        self.details = paragraph(name="small")
        self._told = QVBoxLayout(spacing=4)
        laid_out(QVBoxLayout(self), self.title, self.verdict, self._told,
                 (self.unfold, 0, Qt.AlignmentFlag.AlignLeft), self.details, 1,
                 margins=(0, SPACE, 0, 0))
        self.details.hide()

    def refresh(self) -> None:
        """Show what is explained now; hidden while nothing is."""
        reasons = self._reasons
        found = reasons.explained
        self.setVisible(found is not None or reasons.is_working)
        if found is None:
            self.title.setText(translated("irgo is reading both moves …"))
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
        """Return what a move loses; of a place what it is worth to play there first."""
        if found.place is None:
            return str(verdict_words(found.why))
        worth = translated("Playing first here is worth {0:.0f} points.").format(found.place.worth)
        return worth if found.why.difference.reasons else f"{worth} {UNSURE}"

    def _fill(self) -> None:
        take_away(self._told, self.rows)
        found = self._reasons.explained
        for reason in () if found is None else told_first(
                found.why.difference.reasons, found.why.loss):
            assert found is not None
            share = for_verdict(reason.share, found.why)
            row = ReasonRow(reason, share, str(reason_words(reason, found.why)), self._reasons)
            self.rows.append(row)
            self._told.addWidget(row)

    def _show_details(self, is_open: bool) -> None:
        found = self._reasons.explained
        self.details.setVisible(is_open and found is not None)
        if found is not None and is_open:
            self.details.setText("\n".join(map(str, self._cards.details(found))))


class ReasonRow(QFrame):
    """One reason with its share of the points; pointed at, it lights on the boards.

    share -- of what is explained, a loss or a gain; below 0 where it speaks against that
    """

    def __init__(self, reason: Reason, share: float, words: str, reasons: Reasons) -> None:
        super().__init__()
        self._reason, self._reasons = reason, reasons
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(words)
        text = paragraph(words)
        text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.share = QLabel(numeral(share, ".0f") if reason.share else "",
                            objectName="heading", toolTip=translated("Its share of the points"))
        laid_out(QHBoxLayout(self), (text, 1), (self.share, 0, Qt.AlignmentFlag.AlignTop),
                 margins=(SPACE, 4, SPACE, 4))

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
