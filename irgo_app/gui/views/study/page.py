"""The Study page: who reads, where it matters now as cards, and why, for the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QButtonGroup, QComboBox, QFrame, QHBoxLayout, QLabel, QListView, QProgressBar, QPushButton,
    QSizePolicy, QVBoxLayout, QWidget
)

from irgo_app.gui.models.board import ShownLine
from irgo_app.gui.models.edit import BOX, PLAY, ToolInHand
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.study.cards import UNSURE, PlaceCard, PlaceCards, StudyCards
from irgo_app.gui.models.study.desk import LifeDesk, LocalPlayout, Readers, reader_words
from irgo_app.gui.models.study.selection import Explained, KnownPlaces, Reasons, Selection
from irgo_app.gui.models.study.twins import PointedLine
from irgo_app.gui.views.study.cards import CardList, StudyList
from irgo_app.gui.views.study.why import WhyBox
from irgo_app.gui.views.style import SPACE, UiColours, bold_font, small_font
from irgo_app.gui.views.widgets import ScrollBody, laid_out, paragraph
from irgo_app.judging.life_answers import ITSELF
from irgo_app.meaning.reasons import Reason
from irgo_app.meaning.words import reason_words, told_first, verdict_words
from irgo_app.words import filled, numeral, translated

_DISC: Final = 22
_NO_LIMIT: Final = 16_777_215
"""Qt's own greatest height."""
_LINES: Final = 2
"""Of the sentence on a card; all of it stands below the list when the card is opened."""


class _PlaceFace:
    """The letter of a place, where it is, its number, and its sentence below."""

    def __init__(self, view: QListView) -> None:
        self._view = view

    def key(self, card: PlaceCard) -> object:
        return card.move

    def sentence(self, card: PlaceCard) -> str:
        """Return all that a card says."""
        worth = "" if card.worth is None else translated(
            "playing first is worth {0:.0f} points").format(card.worth)
        return ", ".join(filter(None, (
            f"{card.letter}: {card.title}", worth, card.behind, card.sentence)))

    def height(self, card: PlaceCard, width: int) -> int:
        """Return the height of a title and the lines of a sentence."""
        metrics = QFontMetrics(small_font(self._view))
        title = QFontMetrics(bold_font(self._view)).height()
        room = width - _DISC - SPACE - 2
        lines = 1 if not card.sentence else min(_LINES, -(-metrics.boundingRect(
            QRect(0, 0, max(1, room), 1000), Qt.TextFlag.TextWordWrap,
            card.sentence).height() // metrics.height()))
        return title + lines * metrics.height()

    def paint(
        self, painter: QPainter, inside: QRect, card: PlaceCard, colours: UiColours, *,
        is_first: bool,
    ) -> None:
        self._letter(painter, inside, card, colours, is_first=is_first)
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
            "irgo is reading what is at stake here …"))

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

    def _worth(self, painter: QPainter, line: QRect, card: PlaceCard, colours: UiColours) -> int:
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
        self.unfold = QPushButton(translated("Details"), checkable=True)
        self.unfold.setObjectName("chip")
        self.unfold.setToolTip(translated(
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
        for reason in () if found is None else told_first(
                found.why.difference.reasons, found.why.loss):
            assert found is not None
            share = reason.share if found.why.loss >= 0 else -reason.share
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


_PAUSE_MS: Final = 60
"""How long a node is looked at before its cards are made, in milliseconds."""


class StudyPage(QWidget):
    """The places that irgo finds by itself; and the groups, points and boxes one can ask for.

    Each is a list of cards with the chosen card's details under it.
    """

    def __init__(
        self, review: Review, selection: Selection, cards: StudyCards, life: LifeDesk,
        readers: Readers, line: ShownLine, playout: LocalPlayout, hand: ToolInHand,
        places: KnownPlaces, place_cards: PlaceCards, reasons: Reasons, pointed: PointedLine,
    ) -> None:
        super().__init__()
        self._review, self._cards, self._life = review, cards, life
        self._known, self._selection, self._reasons = places, selection, reasons
        self.places = PlacesView(places, place_cards, reasons)
        self._wants_groups = False
        """Whether the user looks at groups though there are places."""
        self._readers, self._playout, self._hand = readers, playout, hand
        self.reader = ReaderChooser(readers)
        self.rank = QPushButton(translated("Rank all"))
        self.rank.setToolTip(translated("What moving first is worth at every group and big point "
                                     "(Shift+L)"))
        self.rank.clicked.connect(self._on_rank)
        self.life = QPushButton(translated("Life and death"))
        self.life.setToolTip(translated(
            "Whether each group lives, whoever moves first (L); press again for a longer look "
            "at those in doubt"))
        self.life.clicked.connect(life.ask_groups)
        self.box = QPushButton(translated("Box …"), checkable=True)
        self.box.setToolTip(translated("Draw a box on the board; it can then be studied and played "
                                    "out"))
        self.box.clicked.connect(lambda is_on: hand.take(BOX if is_on else PLAY))
        self.progress = QProgressBar(textVisible=False)
        self.progress.setFixedHeight(4)
        self.hint = paragraph(name="small")
        self.list = StudyList(cards, selection)
        self.why = WhyBox(review, selection, cards, life, readers, line, playout, pointed)
        self.kinds = _Kinds(self._on_kind)
        heading = QLabel(translated("Groups, points and boxes"), objectName="heading",
                         wordWrap=True)
        read_by = QLabel(translated("read by"), objectName="small")
        read_by.setBuddy(self.reader)
        top = laid_out(QHBoxLayout(), (heading, 1), read_by, self.reader)
        buttons = QHBoxLayout(spacing=4)
        for button in (self.rank, self.life, self.box):
            button.setMinimumWidth(button.sizeHint().width())
            buttons.addWidget(button)
        self._groups, self._below = QWidget(), ScrollBody(self.why)
        laid_out(QVBoxLayout(self), self.kinds, (self.places, 1), (self._groups, 1), margins=0,
                 spacing=SPACE - 2)
        laid_out(QVBoxLayout(self._groups), top, buttons, self.progress, self.hint, (self.list, 1),
                 self._below, margins=0, spacing=SPACE - 2)
        self._later = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._later.timeout.connect(self.refresh)
        self._node = review.node
        for changed in (cards.changed, place_cards.changed):
            changed.connect(self._on_cards)
        # Methods, not lambdas: those would still be called when this page is gone.
        selection.wanted.connect(self._on_groups_wanted)
        reasons.wanted.connect(self._on_places_wanted)
        for signal in (reasons.changed, playout.changed, hand.changed, readers.changed):
            signal.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show what is known of the current node."""
        if not self.isVisible():
            return
        self._later.stop()
        self._node = self._review.node
        has_places = self._known.is_wanted or self._reasons.is_there
        is_groups = self._wants_groups or not has_places
        self.kinds.show_kind(is_groups=is_groups)
        self.kinds.setVisible(has_places)
        self.places.setVisible(not is_groups)
        self._groups.setVisible(is_groups)
        if is_groups:
            self._refresh_groups()
        else:
            self.places.refresh()

    def _refresh_groups(self) -> None:
        life = self._life
        is_busy = life.is_working or self._playout.is_running
        self.rank.setText(translated("Stop") if is_busy else translated("Rank all"))
        self.life.setEnabled(not is_busy)
        self.box.setChecked(self._hand.tool is BOX)
        done, total = life.progress
        self.progress.setRange(0, total or (0 if is_busy else 1))
        self.progress.setValue(done)
        # Kept in its place while there is nothing to show, so that the cards do not move.
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)
        self.progress.setVisible(is_busy)
        self.list.refresh()
        self.hint.setText(self._hint())
        self.hint.setVisible(bool(self.hint.text()))
        self.why.refresh()
        self._below.setVisible(not self.why.isHidden())

    def _on_cards(self) -> None:
        """Show other cards at once, those of another node after a pause: stepping never waits."""
        if self._node is self._review.node:
            self.refresh()
        else:
            self._later.start()

    def _hint(self) -> str:
        """Return what to do where there is nothing to see yet."""
        if self._hand.tool is BOX:
            return translated("Drag from one corner of the box to the other on the board.")
        if not self.list.rows.cards:
            return translated("Groups are listed here as soon as there are stones on the board.")
        if self._life.ranking() or self._life.is_working:
            return ""
        return translated("Shift+L ranks all groups and big points by what the first move there is "
                          "worth; a click on a card asks about that one. Point at a card to see "
                          "its stones.")

    def _on_kind(self, *, is_groups: bool) -> None:
        self._wants_groups = is_groups
        self.refresh()

    def _on_groups_wanted(self) -> None:
        self._on_kind(is_groups=True)

    def _on_places_wanted(self) -> None:
        self._on_kind(is_groups=False)

    def _on_rank(self) -> None:
        if self._playout.is_running:
            self._playout.stop()
        elif self._life.is_working:
            self._life.stop()
        else:
            self._life.ask_ranking()


class _Kinds(QWidget):
    """Two small buttons: the places, or the groups."""

    def __init__(self, choose: Callable[..., None]) -> None:
        super().__init__()
        row = laid_out(QHBoxLayout(self), margins=0, spacing=4)
        group = QButtonGroup(self)
        self.buttons = []
        for is_groups, title, tip in (
            (False, translated("Where it matters"), translated(
                "The places where moving first changes something, with letters on the board")),
            (True, translated("Groups"), translated(
                "Groups, points and boxes: their life, and what moving first is worth there")),
        ):
            button = QPushButton(title, checkable=True, objectName="chip", toolTip=tip)
            button.clicked.connect(
                lambda _checked=False, is_groups=is_groups: choose(is_groups=is_groups))
            group.addButton(button)
            row.addWidget(button)
            self.buttons.append(button)
        row.addStretch(1)

    def show_kind(self, *, is_groups: bool) -> None:
        self.buttons[is_groups].setChecked(True)


class ReaderChooser(QComboBox):
    """Who reads: irgo, or an engine. The engines are looked for when the list is opened."""

    def __init__(self, readers: Readers) -> None:
        super().__init__()
        self._readers = readers
        self.setAccessibleName(translated("Read by"))
        self.setToolTip(translated(
            "Who reads studies and playouts. Each reader's answers are kept, and shown side by "
            "side."))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.activated.connect(lambda row: readers.choose(str(self.itemData(row))))
        readers.changed.connect(self.refresh)
        self.refresh()

    def showPopup(self) -> None:
        self._fill([profile.name for profile in self._readers.engines()])
        super().showPopup()

    def refresh(self) -> None:
        self._fill([self._readers.chosen] if self._readers.chosen != ITSELF else [])

    def _fill(self, engines: list[str]) -> None:
        chosen = self._readers.chosen
        self.clear()
        for name in (ITSELF, *engines):
            self.addItem(reader_words(name), name)
        self.setCurrentIndex(max(0, self.findData(chosen)))
