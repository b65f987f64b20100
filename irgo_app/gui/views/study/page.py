"""The pages Study and Explain: who reads, what of, and why, for the place or point chosen."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import (QButtonGroup, QComboBox, QFrame, QGridLayout, QHBoxLayout, QLabel,
                               QProgressBar, QPushButton, QVBoxLayout, QWidget)

from irgo_app.go.point import BLACK, EMPTY, NAME_OF_COLOUR, PASS, WHITE, Colour
from irgo_app.gui.models.board import ShownLine
from irgo_app.gui.models.edit import BOX, PLAY, ToolInHand
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.study.cards import Cards, StudyCard
from irgo_app.gui.models.study.desk import (KnownGroups, LocalPlayout, StudyJudges, StudyRunner,
                                            reader_words)
from irgo_app.gui.models.study.selection import Inquiry, KnownPlaces, Reasons, Selection
from irgo_app.gui.models.study.sentences import answer_text, fate_words, group_facts
from irgo_app.gui.models.study.twins import Comparing, PointedLine
from irgo_app.gui.views.study.cards import CardList, PlacesView
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import (ScrollBody, laid_out, paragraph, plain_tip, say, scrolling,
                                        take_away, unfolding)
from irgo_app.judging.life_answers import ITSELF, PlaceOpinion
from irgo_app.judging.study import Place
from irgo_app.judging.study_words import answer_details
from irgo_app.layers.groups import GroupRegion
from irgo_app.words import capitalised, counted, filled, message, numeral, translated

_PAUSE_MS: Final = 60
"""How long a node is looked at before its cards are made, in milliseconds."""


class StudyPage(QWidget):
    """The places that irgo finds by itself; and the groups, points and boxes one can ask for.

    Each is a list of cards with the chosen card's details under it.
    """

    def __init__(
        self, review: Review, selection: Selection, cards: Cards, life: StudyRunner,
        readers: StudyJudges, line: ShownLine, playout: LocalPlayout, hand: ToolInHand,
        places: KnownPlaces, reasons: Reasons, pointed: PointedLine,
    ) -> None:
        super().__init__()
        self._review, self._life = review, life
        self._known, self._reasons = places, reasons
        self.places = PlacesView(places, cards, reasons)
        self._wants_groups = False
        """Whether the user looks at groups though there are places."""
        self._playout, self._hand = playout, hand
        self.reader = ReaderChooser(readers)
        self.rank = QPushButton(translated("Rank all"), clicked=self._on_rank, toolTip=translated(
            "What moving first is worth at every group and big point (Shift+L)"))
        self.life = QPushButton(
            translated("Life and death"), clicked=life.ask_groups, toolTip=translated(
                "Whether each group lives, whoever moves first (L); press again for a longer look "
                "at those in doubt"))
        self.box = QPushButton(translated("Box …"), checkable=True, toolTip=translated(
            "Draw a box on the board; it can then be studied and played out"))
        self.box.clicked.connect(lambda is_on: hand.take(BOX if is_on else PLAY))
        self.progress = QProgressBar(textVisible=False)
        self.progress.setFixedHeight(4)
        self.hint = paragraph(name="small")
        self.list = CardList(
            translated("Groups and big points"), cards.of_groups, cards,
            lambda: selection.place, selection.show, selection.choose)
        self.why = WhyBox(review, selection, cards, life, readers, line, playout, pointed)
        self.kinds = _Kinds(self._on_kind)
        heading = QLabel(translated("Groups, points and boxes"), objectName="heading",
                         wordWrap=True)
        read_by = QLabel(translated("read by"), objectName="small")
        read_by.setBuddy(self.reader)
        top = laid_out(QHBoxLayout(), (heading, 1), read_by, self.reader)
        self._give_room()
        buttons = laid_out(QHBoxLayout(spacing=4), self.rank, self.life, self.box)
        self._groups, self._below = QWidget(), ScrollBody(self.why)
        laid_out(QVBoxLayout(self), self.kinds, (self.places, 1), (self._groups, 1), margins=0,
                 spacing=SPACE - 2)
        laid_out(QVBoxLayout(self._groups), top, buttons, self.progress, self.hint, (self.list, 1),
                 self._below, margins=0, spacing=SPACE - 2)
        self._later = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._later.timeout.connect(self.refresh)
        self._node = review.node
        cards.changed.connect(self._on_cards)
        # Methods, not lambdas: those would still be called when this page is gone.
        selection.wanted.connect(self._on_groups_wanted)
        reasons.wanted.connect(self._on_places_wanted)
        for signal in (reasons.changed, playout.changed, hand.changed, readers.changed):
            signal.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "rank"):
            QTimer.singleShot(0, self, self._give_room)

    def _give_room(self) -> None:
        for button in (self.rank, self.life, self.box):
            button.setMinimumWidth(button.sizeHint().width())

    def refresh(self) -> None:
        if not self.isVisible():
            return
        self._later.stop()
        self._node = self._review.node
        has_places = self._known.is_wanted or self._reasons.is_there
        is_groups = self._wants_groups or not has_places
        self.kinds.buttons[is_groups].setChecked(True)
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
        is_asked = is_busy and not (life.is_by_itself and life.is_working)
        self.rank.setText(translated("Stop") if is_asked else translated("Rank all"))
        self.life.setEnabled(not is_asked)
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
        say(self.hint, self._hint())
        self.why.refresh()
        self._below.setVisible(not self.why.isHidden())

    def _on_cards(self) -> None:
        """Show other cards at once, those of another node after a pause: stepping never waits."""
        if self._node is self._review.node:
            self.refresh()
        else:
            self._later.start()

    def _hint(self) -> str:
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
        elif self._life.is_working and not self._life.is_by_itself:
            self._life.stop()
        else:
            self._life.ask_ranking()


class _Kinds(QWidget):
    """Two small buttons: the places, or the groups."""

    def __init__(self, choose: Callable[..., None]) -> None:
        super().__init__()
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
            self.buttons.append(button)
        laid_out(QHBoxLayout(self), *self.buttons, 1, margins=0, spacing=4)


class ReaderChooser(QComboBox):
    """Who reads: irgo, or an engine. The engines are looked for when the list is opened."""

    def __init__(self, readers: StudyJudges) -> None:
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


_MOST_ENGINES = 4
"""So many engines have a button of their own."""


class WhyBox(QFrame):
    """Sentences, a row a reader, and buttons; hidden while no card is chosen."""

    def __init__(
        self, review: Review, selection: Selection, cards: Cards, life: StudyRunner,
        readers: StudyJudges, line: ShownLine, playout: LocalPlayout, pointed: PointedLine,
    ) -> None:
        super().__init__()
        self._review, self._cards, self._life = review, cards, life
        self._selection, self._pointed = selection, pointed
        self._readers, self._line, self._playout = readers, line, playout
        self._rows: tuple[object, ...] = ()
        self._cells: list[ReaderCell] = []
        self._engines: list[QPushButton] = []
        self.title, self.why = paragraph(name="heading"), paragraph(name="why")
        self.worth = QLabel(textFormat=Qt.TextFormat.PlainText, objectName="accent")
        self.counted, self.how = paragraph(name="small"), paragraph(name="small")
        self.disagreement = paragraph(name="warning")
        self.details = unfolding(translated("Details"))
        self.details.toggled.connect(self.refresh)
        self._table = QWidget()
        self.grid = QGridLayout(self._table)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(SPACE)
        self.grid.setVerticalSpacing(2)
        self.what_if = QPushButton(
            translated("Side by side"), objectName="chip",
            toolTip=translated("Both first moves side by side, in the board's place (Shift+W)"),
            clicked=self._on_what_if)
        self._asks = QGridLayout()
        self._asks.setSpacing(4)
        self._asks.addWidget(self.what_if, 0, 0)
        self._asks.setColumnStretch(_ASKS_A_ROW, 1)
        self.lines: dict[Colour, QPushButton] = {}
        self.playouts: dict[Colour, QPushButton] = {}
        buttons = QGridLayout()
        buttons.setSpacing(4)
        for row, words in enumerate((translated("Line"), translated("Played out"))):
            buttons.addWidget(QLabel(words, objectName="small"), row, 0)
        for column, (colour, title) in enumerate(
                ((BLACK, translated("Black first")), (WHITE, translated("White first"))), start=1):
            shown = self.lines[colour] = QPushButton(title)
            shown.setToolTip(translated("Step through the line on the board"))
            shown.setAccessibleName(translated("Line, {0}").format(title))
            shown.clicked.connect(lambda _checked=False, colour=colour: self.show_line(colour))
            played = self.playouts[colour] = QPushButton(title)
            played.setToolTip(translated("Watch the place played out on the board, move by move"))
            played.setAccessibleName(translated("Played out, {0}").format(title))
            played.clicked.connect(lambda _checked=False, colour=colour: self._on_playout(colour))
            buttons.addWidget(shown, 0, column)
            buttons.addWidget(played, 1, column)
            buttons.setColumnStretch(column, 1)
        laid_out(QVBoxLayout(self), laid_out(QHBoxLayout(), (self.title, 1), self.worth), self.why,
                 self._table, self.how, self.disagreement, self.details, self.counted, self._asks,
                 buttons, margins=(0, SPACE, 0, 0))

    def refresh(self) -> None:
        place = self._selection.place
        self.setVisible(place is not None)
        if place is None:
            return
        card = self._cards.card(place)
        self.title.setText(card.title)
        self.worth.setText("" if card.swing is None else filled(
            translated("{0:.1f} points"), card.swing))
        self.why.setText(self._why(card))
        # Words of experts are for who asks for them.
        is_open = self.details.isChecked()
        self.details.setVisible(bool(card.details))
        self.counted.setText(card.details)
        self.counted.setVisible(is_open and bool(card.details))
        say(self.how, card.how)
        say(self.disagreement, card.disagreement)
        for colour, button in self.lines.items():
            button.setEnabled(any(point != PASS for _, point in self._cards.line_of(place, colour)))
        for button in self.playouts.values():
            button.setEnabled(not self._playout.is_running)
        self._show_readers(place)

    def show_line(self, first: Colour) -> None:
        """Play the line of the chosen place, one side first, on the board."""
        place = self._selection.place
        if place is not None:
            title = translated("{0}, Black first") if first == BLACK else translated(
                "{0}, White first")
            self._line.show(title.format(self._cards.name(place)),
                            self._cards.line_of(place, first))

    def _why(self, card: StudyCard) -> str:
        if card.why:
            return card.why
        if self._life.is_working:
            return translated("{0} is reading …").format(reader_words(self._readers.name_now()))
        return translated("{0}. What is the first move worth? Click the card to ask.").format(
            capitalised(card.status)) if card.status else translated(
            "What is the first move worth here? Click the card to ask.")

    def _show_readers(self, place: Place) -> None:
        opinions = self._life.opinions(place)
        asked = {opinion.reader for opinion in opinions if opinion.study is not None}
        others = [name for name in (ITSELF, *(
            profile.name for profile in self._readers.engines()[:_MOST_ENGINES]))
            if name not in asked]
        rows = (place, tuple(self._row(opinion) for opinion in opinions), tuple(others),
                self._life.is_working)
        if rows == self._rows:
            return
        self._rows = rows
        take_away(self.grid, self._cells)
        self._pointed.point_at("", EMPTY)
        for line, (opinion, texts) in enumerate(zip(opinions, rows[1], strict=True)):
            for column, (text, tip) in enumerate(texts):
                cell = ReaderCell(text, tip)
                cell.setObjectName("heading" if column == len(texts) - 1 else "reader")
                cell.pointed.connect(
                    lambda is_on, reader=opinion.reader, first=(EMPTY, BLACK, WHITE, EMPTY)[column]:
                    self._pointed.point_at(reader if is_on else "", first if is_on else EMPTY))
                if opinion.study is not None:
                    cell.setCursor(Qt.CursorShape.PointingHandCursor)
                    cell.clicked.connect(
                        lambda reader=opinion.reader: self._selection.show(place, reader))
                self.grid.addWidget(cell, line, column)
                self._cells.append(cell)
        self.grid.setColumnStretch(3, 1)
        take_away(self._asks, self._engines)
        for name in others:
            ask = QPushButton(f"+ {reader_words(name)}", objectName="chip")
            ask.setToolTip(translated("Ask {0} too; its answer is shown beside the others").format(
                reader_words(name)))
            ask.setMinimumWidth(ask.sizeHint().width())
            self._engines.append(ask)
            ask.setEnabled(not self._life.is_working)
            ask.clicked.connect(
                lambda _checked=False, name=name: self._life.ask_reader(place, name))
            self._asks.addWidget(ask, *divmod(len(self._engines), _ASKS_A_ROW))

    def _row(self, opinion: PlaceOpinion) -> tuple[tuple[str, str], ...]:
        """Return a reader's name, what it says of each first move, and of their worth.

        Each with its tip: what is behind an answer about life.
        """
        position, study = self._review.position, opinion.study
        cells = [(reader_words(opinion.reader), "")]
        for first, words in ((BLACK, translated("Black {0}")), (WHITE, translated("White {0}"))):
            tip = "" if opinion.verdict is None else answer_details(opinion.verdict.if_first(first))
            if study is not None:
                move = study.if_first(first).move
                name = "–" if move == PASS else position.vertex(move)
                fate = fate_words(study, first) if opinion.verdict is None else str(
                    answer_text(opinion.verdict.if_first(first), position).split(" ", 1)[0])
                cells.append((f"{words.format(name)} {fate}".strip(), tip))
            elif opinion.verdict is not None:
                cells.append((words.format(
                    answer_text(opinion.verdict.if_first(first), position)), tip))
        cells.append(("" if study is None else numeral(study.swing, ".1f"), ""))
        return tuple(cells)

    def _on_what_if(self) -> None:
        if self._selection.place is not None:
            self._selection.show(self._selection.place)

    def _on_playout(self, first: Colour) -> None:
        place = self._selection.place
        if place is not None:
            self._playout.start(place, self._cards.name(place), first)


_ASKS_A_ROW: Final = 2
"""Buttons in a row: more would be wider than the column."""


class ReaderCell(QLabel):
    """One cell of a reader's row.

    pointed -- the mouse came, or went; clicked -- with the left button
    """

    pointed = Signal(bool)
    clicked = Signal()

    def __init__(self, text: str, tip: str) -> None:
        super().__init__(text, textFormat=Qt.TextFormat.PlainText, toolTip=plain_tip(tip))

    def enterEvent(self, event: QEnterEvent) -> None:
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()


class ExplainPanel(QWidget):
    """Sentences as plain text; they follow the current node. From there to the study of a place.

    How a group stands is what its card says, so that both say the same. How irgo reads the board
    is folded away where there is a group to tell of.
    """

    def __init__(
        self, review: Review, selection: Selection, inquiry: Inquiry, comparing: Comparing,
        cards: Cards, groups: KnownGroups, life: StudyRunner,
    ) -> None:
        super().__init__()
        self._groups, self._life = groups, life
        self._review, self._inquiry = review, inquiry
        self._comparing, self._cards, self._selection = comparing, cards, selection
        self.title = paragraph(name="heading")
        self.group = paragraph()
        self.text = paragraph()
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setAccessibleName(translated("Explanation"))
        self.what_if = QPushButton(translated("What if Black or White plays here first?"))
        self.what_if.clicked.connect(self._on_what_if)
        self.details = unfolding(translated("Details"))
        self.details.toggled.connect(self.refresh)
        body = QWidget()
        laid_out(QVBoxLayout(body), self.group, self.what_if, self.details, self.text, 1, margins=0)
        scroll = scrolling(body)
        scroll.setAccessibleName(translated("Explanation"))
        laid_out(QVBoxLayout(self), self.title, (scroll, 1), margins=0)
        for signal in (inquiry.changed, comparing.changed, cards.changed, review.node_changed):
            signal.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        if not self.isVisible():
            return
        position, point = self._review.position, self._selection.point
        is_asked = point != PASS and point < len(position.cells)
        place = self._selection.asked if is_asked else self._selection.place
        card = None if place is None or not place.stones else self._cards.card(place)
        name = position.vertex(point) if is_asked else ""
        say(self.title, " · ".join(filter(None, (name, card.title if card else ""))))
        say(self.group, "" if place is None or card is None else "\n".join(filter(None, (
            " ".join(filter(None, (self._sentence(card.status), card.why, card.disagreement))),
            *self._facts(place), "" if card.swing is None else filled(
                translated("Worth: moving first here gains {0:.1f} points."), card.swing)))))
        self.what_if.setVisible(is_asked)
        is_folded = card is not None and is_asked and self._comparing.pinned is None
        self.details.setVisible(is_folded)
        is_open = self.details.isChecked()
        self.text.setVisible(is_open or not is_folded)
        text = "\n\n".join(self._paragraphs(is_asked=is_asked))
        if text != self.text.text():
            self.text.setText(text)

    def _facts(self, place: Place) -> list[str]:
        """Return what is said of a group's eyes, its way out, its weakest point and its worth."""
        groups = self._groups.here()
        region = self._life.of_group(place, groups.regions) if groups else None
        if groups is None or not isinstance(region, GroupRegion):
            return []
        return list(map(str, group_facts(self._review.position, region, self._life.verdict(place),
                                         groups.regions)))

    def _paragraphs(self, *, is_asked: bool) -> list[str]:
        """Return the comparison, the values of the maps, and how the board is read."""
        found = self._comparison_lines()
        if not is_asked:
            return [*found, translated(
                "Click a stone, or right-click a vacant point: this page says whose it is and why, "
                "and the stones that make it so light up on the board.")]
        values = self._inquiry.values()
        reading = self._inquiry.sentences()
        reading = reading[:len(reading) - len(values)]
        return [*found, *filter(None, [self._inquiry.framework()]), *values, "\n".join(reading)]

    def _sentence(self, words: str) -> str:
        return str(message("{words}.", words=capitalised(words))) if words else ""

    def _on_what_if(self) -> None:
        asked, point = self._selection.asked, self._selection.point
        if asked is not None:
            self._selection.show(asked)
        elif point != PASS:
            self._selection.show_point(point)

    def _comparison_lines(self) -> list[str]:
        review = self._review
        pinned, comparison = self._comparing.pinned, self._comparing.comparison()
        if pinned is None:
            return []
        number = review.game.move_number(pinned)
        if pinned is review.node:
            return [translated("Move {0} is held: go to another move to see what changed.").format(
                number)]
        if comparison is None:
            return [translated("Switch on a map to compare with move {0}.").format(number)]
        lines = [translated("Since move {0}, where most has changed first:").format(number)]
        for part in comparison.parts:
            lines.append(str(counted(
                "{colour} has gained on one point of the board, {point}.",
                "{colour} has gained on {count} points of the board round {point}.",
                len(part.points), colour=message(NAME_OF_COLOUR[part.colour]),
                point=review.position.vertex(part.points[len(part.points) // 2]))))
        return ["\n".join(lines)]
