"""The Study page: who reads, where it matters now as cards, and why, for the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QButtonGroup, QComboBox, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget
)

from irgo_app.gui.models.board import ShownLine
from irgo_app.gui.models.edit import BOX, PLAY, ToolInHand
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.study.cards import PlaceCards, StudyCards
from irgo_app.gui.models.study.desk import LifeDesk
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.gui.models.study.readers import LocalPlayout, Readers, reader_words
from irgo_app.gui.models.study.reasons import Reasons
from irgo_app.gui.models.study.selection import Selection
from irgo_app.gui.models.study.twins import PointedLine
from irgo_app.gui.views.study.cards import StudyList
from irgo_app.gui.views.study.places import PlacesView
from irgo_app.gui.views.study.why import WhyBox
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import ScrollBody
from irgo_app.judging.life_answers import ITSELF
from irgo_app.words import translated

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
        self.hint = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.hint.setObjectName("small")
        self.list = StudyList(cards, selection)
        self.why = WhyBox(review, selection, cards, life, readers, line, playout, pointed)
        self.kinds = _Kinds(self._on_kind)
        top = QHBoxLayout()
        heading = QLabel(translated("Groups, points and boxes"))
        heading.setObjectName("heading")
        heading.setWordWrap(True)
        top.addWidget(heading, 1)
        read_by = QLabel(translated("read by"))
        read_by.setObjectName("small")
        read_by.setBuddy(self.reader)
        top.addWidget(read_by)
        top.addWidget(self.reader)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        for button in (self.rank, self.life, self.box):
            button.setMinimumWidth(button.sizeHint().width())
            buttons.addWidget(button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(SPACE - 2)
        whole.addWidget(self.kinds)
        whole.addWidget(self.places, 1)
        self._groups = QWidget()
        whole.addWidget(self._groups, 1)
        layout = QVBoxLayout(self._groups)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE - 2)
        layout.addLayout(top)
        layout.addLayout(buttons)
        layout.addWidget(self.progress)
        layout.addWidget(self.hint)
        layout.addWidget(self.list, 1)
        self._below = ScrollBody(self.why)
        layout.addWidget(self._below)
        self._later = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._later.timeout.connect(self.refresh)
        self._node = review.node
        for changed in (cards.changed, place_cards.changed):
            changed.connect(self._on_cards)
        selection.wanted.connect(lambda: self._on_kind(is_groups=True))
        reasons.wanted.connect(lambda: self._on_kind(is_groups=False))
        reasons.changed.connect(self.refresh)
        for signal in (playout.changed, hand.changed, readers.changed):
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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        group = QButtonGroup(self)
        self.buttons = []
        for is_groups, title, tip in (
            (False, translated("Where it matters"), translated(
                "The places where moving first changes something, with letters on the board")),
            (True, translated("Groups"), translated(
                "Groups, points and boxes: their life, and what moving first is worth there")),
        ):
            button = QPushButton(title, checkable=True)
            button.setObjectName("chip")
            button.setToolTip(tip)
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
        """Show who is chosen."""
        self._fill([self._readers.chosen] if self._readers.chosen != ITSELF else [])

    def _fill(self, engines: list[str]) -> None:
        chosen = self._readers.chosen
        self.clear()
        for name in (ITSELF, *engines):
            self.addItem(reader_words(name), name)
        self.setCurrentIndex(max(0, self.findData(chosen)))
