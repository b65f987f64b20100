"""The cards of the Study page, of groups and of places found; below them the reasons of a place."""

from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from PySide6.QtCore import (QAbstractListModel, QEvent, QModelIndex, QPersistentModelIndex, QPointF,
                            QRect, QRectF, QSize, Qt, Signal)
from PySide6.QtGui import (QColor, QEnterEvent, QFocusEvent, QFontMetrics, QHideEvent, QKeyEvent,
                           QPainter, QPen)
from PySide6.QtWidgets import (QAbstractItemView, QFrame, QHBoxLayout, QLabel, QListView,
                               QPushButton, QSizePolicy, QStyle, QStyledItemDelegate,
                               QStyleOptionViewItem, QVBoxLayout, QWidget)

from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour
from irgo_app.gui.models.study.cards import PlaceCard, PlaceCards, StudyCard, StudyCards, Tone
from irgo_app.gui.models.study.selection import Explained, KnownPlaces, Reasons, Selection
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
CardT = TypeVar("CardT")


class CardFace(Protocol[CardT]):
    """What stands on the cards of a list."""

    _view: QListView

    def __init__(self, view: QListView) -> None:
        self._view = view

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

    def __init__(self, face: CardFace[CardT], parent: QWidget) -> None:
        super().__init__(parent)
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
        height = self._face.height(index.data(Qt.ItemDataRole.UserRole),
                                   self._view.viewport().width() - 2 * (SPACE + 2))
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
        self.rows = CardModel[CardT](own_face, self)
        self.setModel(self.rows)
        self.setItemDelegate(_CardPainter(self, own_face))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.entered.connect(self._on_entered)
        self.clicked.connect(lambda index: self.opened.emit(self.card_at(index)))

    def card_at(self, index: AnyIndex) -> CardT:
        return self.rows.cards[index.row()]

    def _on_entered(self, index: AnyIndex) -> None:
        """Tell of the card under the mouse.

        Where the list grows under a mouse that had left it, Qt says that too, and no word when the
        mouse goes.
        """
        if self.viewport().underMouse():
            self.pointed.emit(self.card_at(index))

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
        super().leaveEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Point at nothing: another page may come under the mouse."""
        self.pointed.emit(None)
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the chosen card with Enter or the space bar."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self.opened.emit(self.card_at(self.currentIndex()))
        else:
            super().keyPressEvent(event)


_DISC: Final = 16
_BAR: Final = (72, 7)
_NUMBER: Final = "88.8"
_MOVE: Final = "W19"
_FULL_BAR: Final = 25.0
"""Points that fill the bar; what is worth more fills it too."""
_NARROW: Final = 440
"""In a list less wide there is no bar: it would leave titles no room."""


class _StudyFace(CardFace[StudyCard]):
    """The stone of a place, its title and how it stands, its worth and both first moves."""

    def key(self, card: StudyCard) -> object:
        return card.place

    def sentence(self, card: StudyCard) -> str:
        return card_sentence(card)

    def height(self, card: StudyCard, width: int) -> int:
        return QFontMetrics(bold_font(self._view)).height() + QFontMetrics(
            small_font(self._view)).height()

    def paint(
        self, painter: QPainter, inside: QRect, card: StudyCard, colours: UiColours, *,
        is_first: bool,
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
        self, painter: QPainter, first: QRect, second: QRect, ends: tuple[int,
            int], card: StudyCard,
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
            paint_text(painter, room, elided(text, font, room.width()), font, colour)

    def _moves(self, painter: QPainter, line: QRect, card: StudyCard, colours: UiColours) -> int:
        """Paint both first moves at the right of a line; return where they begin."""
        font = small_font(self._view)
        width = QFontMetrics(font).horizontalAdvance(_MOVE)
        x = line.right() + 1
        if not any(card.moves):
            return x
        for colour, move in ((WHITE, card.moves[1]), (BLACK, card.moves[0])):
            x -= width
            room = QRect(x, line.top(), width, line.height())
            paint_text(painter, room, move, font, colours.text)
            x -= 4 + 10
            if move:
                draw_disc(painter, x + 5, line.center().y() + 1, 5, colour, colours)
            x -= 5
        return x

    def _worth(
        self, painter: QPainter, line: QRect, end: int, card: StudyCard, colours: UiColours
    ) -> int:
        """Paint what moving first is worth left of `end`; return where it begins."""
        if card.swing is None:
            return end
        font = bold_font(self._view)
        width = QFontMetrics(font).horizontalAdvance(_NUMBER)
        paint_text(painter, QRect(end - width - 2, line.top(), width, line.height()),
                   numeral(card.swing, ".1f"), font, colours.text,
                   Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        return end - width - 2

    def _bar(
        self, painter: QPainter, line: QRect, end: int, card: StudyCard, colours: UiColours
    ) -> int:
        """Paint the worth as a bar left of `end`; return where it begins."""
        if card.swing is None:
            return end
        bar = QRectF(end - _BAR[0] - SPACE, line.center().y() + 1 - _BAR[1] / 2, *_BAR)
        paint_bar(painter, bar, min(1.0, card.swing / _FULL_BAR), colours.well, colours.accent)
        return end - _BAR[0] - SPACE


class StudyList(CardList[StudyCard]):
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


def _standing(card: StudyCard) -> str:
    """Return how a place stands."""
    return " · ".join(filter(None, (
        card.status or card.why, translated("readers disagree") if card.disagreement else "")))


def card_sentence(card: StudyCard) -> str:
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
    if colour != EMPTY:
        paint_stone(painter, QPointF(x, y), radius - 0.5, colour, colours)
        return
    painter.setPen(QPen(QColor(colours.accent), 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(x, y), radius - 1.5, radius - 1.5)


_LETTER_DISC: Final = 22
_LINES: Final = 2
"""Of the sentence on a card; all of it stands below the list when the card is opened."""


class _PlaceFace(CardFace[PlaceCard]):
    """The letter of a place, where it is, its number, and its sentence below."""

    def key(self, card: PlaceCard) -> object:
        return card.move

    def sentence(self, card: PlaceCard) -> str:
        return ", ".join(filter(None, (
            f"{card.letter}: {card.title}", card.behind, card.sentence)))

    def height(self, card: PlaceCard, width: int) -> int:
        metrics = QFontMetrics(small_font(self._view))
        title = QFontMetrics(bold_font(self._view)).height()
        room = width - _LETTER_DISC - SPACE - 2
        lines = 1 if not card.sentence else min(_LINES, -(-metrics.boundingRect(
            QRect(0, 0, max(1, room), 1000), Qt.TextFlag.TextWordWrap,
            card.sentence).height() // metrics.height()))
        return title + lines * metrics.height()

    def paint(
        self, painter: QPainter, inside: QRect, card: PlaceCard, colours: UiColours, *,
        is_first: bool,
    ) -> None:
        self._letter(painter, inside, card, colours, is_first=is_first)
        inside.setLeft(inside.left() + _LETTER_DISC + SPACE + 2)
        first = QRect(inside)
        first.setHeight(QFontMetrics(bold_font(self._view)).height())
        end = self._worth(painter, first, card, colours)
        first.setRight(end - SPACE)
        bold = bold_font(self._view)
        paint_text(painter, first, elided(card.title, bold, first.width()), bold, colours.text)
        second, small = QRect(inside), small_font(self._view)
        second.setTop(first.bottom() + 1)
        sentence = elided_lines(card.sentence or translated(
            "irgo is reading what is at stake here …"), small, second.width(), _LINES)
        paint_text(painter, second, sentence, small, colours.faint, Qt.TextFlag.TextWordWrap)

    def _letter(
        self, painter: QPainter, inside: QRect, card: PlaceCard, colours: UiColours, *,
        is_first: bool,
    ) -> None:
        """Paint the letter as it is on the board, the best place's in full colour."""
        disc = QRect(inside.left(), inside.top(), _LETTER_DISC, _LETTER_DISC)
        painter.setPen(QPen(QColor(colours.accent), 1.6))
        painter.setBrush(QColor(colours.accent if is_first else colours.card))
        painter.drawEllipse(disc)
        paint_text(painter, disc, card.letter, bold_font(self._view),
                   colours.card if is_first else colours.text, Qt.AlignmentFlag.AlignCenter)

    def _worth(self, painter: QPainter, line: QRect, card: PlaceCard, colours: UiColours) -> int:
        """Paint how the place compares with the best at the end of a line; return where it begins.
        """
        font, end = bold_font(self._view), line.right() + 1
        width = QFontMetrics(font).horizontalAdvance(card.behind)
        paint_text(painter, QRect(end - width, line.top(), width, line.height()), card.behind,
                   font, colours.text)
        return end - width


class PlaceList(CardList[PlaceCard]):
    """The places; pointing at one lights what is at stake, opening it explains it below."""

    def __init__(self, cards: PlaceCards, reasons: Reasons) -> None:
        super().__init__(translated("Where it matters now"), _PlaceFace)
        self._cards, self._reasons = cards, reasons
        self.pointed.connect(lambda card: cards.point_at(card and card.move))
        self.opened.connect(lambda card: reasons.open_place(card.move))

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


_NO_LIMIT: Final = 16_777_215
"""Qt's own greatest height."""


class PlacesView(QWidget):
    """The cards of the places, and below them what is explained."""

    def __init__(self, places: KnownPlaces, cards: PlaceCards, reasons: Reasons) -> None:
        super().__init__()
        self._places = places
        self.list, self.box = PlaceList(cards, reasons), ReasonsBox(cards, reasons)
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

    def __init__(self, cards: PlaceCards, reasons: Reasons) -> None:
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
