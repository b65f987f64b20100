"""What is known of the chosen place and of the point asked for: why, by whom, what can be done."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QToolButton, QVBoxLayout,
    QWidget
)

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, EMPTY, NAME_OF_COLOUR, PASS, WHITE, Colour
from irgo_app.gui.models.board import ShownLine
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.study.cards import Card, StudyCards
from irgo_app.gui.models.study.desk import (
    KnownGroups, LifeDesk, LocalPlayout, Readers, reader_words
)
from irgo_app.gui.models.study.selection import Inquiry, Selection
from irgo_app.gui.models.study.sentences import answer_text, fate_words, group_facts
from irgo_app.gui.models.study.twins import Comparing, PointedLine
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import laid_out, paragraph, plain_tip
from irgo_app.judging.life_answers import ITSELF, PlaceOpinion
from irgo_app.judging.place import Place
from irgo_app.judging.study_words import answer_details
from irgo_app.layers.groups import GroupRegion
from irgo_app.words import capitalised, counted, filled, message, numeral, translated

_MOST_ENGINES = 4
"""So many engines have a button of their own."""


class WhyBox(QFrame):
    """Sentences, a row a reader, and buttons; hidden while no card is chosen."""

    def __init__(
        self, review: Review, selection: Selection, cards: StudyCards, life: LifeDesk,
        readers: Readers, line: ShownLine, playout: LocalPlayout, pointed: PointedLine,
    ) -> None:
        super().__init__()
        self._review, self._cards, self._life = review, cards, life
        self._selection, self._pointed = selection, pointed
        self._readers, self._line, self._playout = readers, line, playout
        self._rows: tuple[object, ...] = ()
        self._engines: list[QPushButton] = []
        self.title, self.worth = QLabel(wordWrap=True), QLabel()
        self.title.setObjectName("heading")
        self.worth.setObjectName("accent")
        self.why = QLabel(wordWrap=True, objectName="why")
        self.counted, self.how = QLabel(wordWrap=True), QLabel(wordWrap=True)
        for label in (self.counted, self.how):
            label.setObjectName("small")
        self.disagreement = QLabel(wordWrap=True, objectName="warning")
        for label in (self.title, self.worth, self.why, self.counted, self.how, self.disagreement):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.details = _details()
        self.details.toggled.connect(self.refresh)
        self._table = QWidget()
        self.grid = QGridLayout(self._table)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(SPACE)
        self.grid.setVerticalSpacing(2)
        self.what_if = QPushButton(translated("Side by side"))
        self.what_if.setObjectName("chip")
        self.what_if.setToolTip(translated("Both first moves side by side, in the board's place "
                                        "(Shift+W)"))
        self.what_if.clicked.connect(self._on_what_if)
        self._asks = QGridLayout()
        self._asks.setSpacing(4)
        self._asks.addWidget(self.what_if, 0, 0)
        self._asks.setColumnStretch(_ASKS_A_ROW, 1)
        self.lines: dict[Colour, QPushButton] = {}
        self.playouts: dict[Colour, QPushButton] = {}
        buttons = QGridLayout()
        buttons.setSpacing(4)
        buttons.addWidget(_small(translated("Line")), 0, 0)
        buttons.addWidget(_small(translated("Played out")), 1, 0)
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
        """Show what is known of the chosen place now."""
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
        self.details.setVisible(bool(card.counted))
        self.counted.setText(card.counted)
        self.counted.setVisible(is_open and bool(card.counted))
        self.how.setText(card.how)
        self.how.setVisible(bool(card.how))
        self.disagreement.setText(card.disagreement)
        self.disagreement.setVisible(bool(card.disagreement))
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

    def _why(self, card: Card) -> str:
        if card.why:
            return card.why
        if self._life.is_working:
            return translated("{0} is reading …").format(reader_words(self._readers.name_now()))
        return translated("{0}. What is the first move worth? Click the card to ask.").format(
            capitalised(card.status)) if card.status else translated(
            "What is the first move worth here? Click the card to ask.")

    def _show_readers(self, place: Place) -> None:
        """Fill the table: who was asked, and buttons for who was not."""
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
        while (item := self.grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                # Until it is deleted it would be drawn under what takes its place.
                widget.hide()
                widget.deleteLater()
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
        self.grid.setColumnStretch(3, 1)
        for old in self._engines:
            self._asks.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._engines.clear()
        for name in others:
            ask = QPushButton(f"+ {reader_words(name)}")
            ask.setObjectName("chip")
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
                name = "–" if move is None else vertex(move, position.columns, position.rows)
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


def _details() -> QToolButton:
    """Return what unfolds the words of experts."""
    button = QToolButton(autoRaise=True)
    button.setText(translated("Details"))
    button.setCheckable(True)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setArrowType(Qt.ArrowType.RightArrow)
    button.toggled.connect(lambda is_open: button.setArrowType(
        Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow))
    return button


def _small(text: str) -> QLabel:
    return QLabel(text, objectName="small")


class ExplainPanel(QWidget):
    """Sentences as plain text; they follow the current node. From there to the study of a place.

    How a group stands is what its card says, so that both say the same. How irgo reads the board
    is folded away where there is a group to tell of.
    """

    def __init__(
        self, review: Review, selection: Selection, inquiry: Inquiry, comparing: Comparing,
        cards: StudyCards, groups: KnownGroups, life: LifeDesk,
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
        self.details = _details()
        self.details.toggled.connect(self.refresh)
        body = QWidget()
        laid_out(QVBoxLayout(body), self.group, self.what_if, self.details, self.text, 1, margins=0)
        scroll = QScrollArea()
        scroll.setAccessibleName(translated("Explanation"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(body)
        scroll.setWidgetResizable(True)
        laid_out(QVBoxLayout(self), self.title, (scroll, 1), margins=0)
        for signal in (inquiry.changed, comparing.changed, cards.changed, review.node_changed):
            signal.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show the answers that are there."""
        if not self.isVisible():
            return
        position, point = self._review.position, self._selection.point
        is_asked = point != PASS and point < len(position.cells)
        place = self._selection.asked if is_asked else self._selection.place
        card = None if place is None or not place.stones else self._cards.card(place)
        name = vertex(point, position.columns, position.rows) if is_asked else ""
        self.title.setText(" · ".join(filter(None, (name, card.title if card else ""))))
        self.group.setText("" if place is None or card is None else "\n".join(filter(None, (
            " ".join(filter(None, (self._sentence(card.status), card.why, card.disagreement))),
            *self._facts(place), "" if card.swing is None else filled(
                translated("Worth: moving first here gains {0:.1f} points."), card.swing)))))
        for label in (self.title, self.group):
            label.setVisible(bool(label.text()))
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
        if not isinstance(region, GroupRegion):
            return []
        return list(map(str, group_facts(self._review.position, region, self._life.verdict(place))))

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
        lines = [translated("Changes since move {0} ({1}):").format(number, comparison.unit)]
        for part in comparison.parts:
            where = vertex(part.points[0], review.position.columns, review.position.rows)
            lines.append(str(counted(
                "{total:+.1f} for {colour} at {point} (one point)",
                "{total:+.1f} for {colour} at {point} ({count} points)", len(part.points),
                total=abs(part.total), colour=message(NAME_OF_COLOUR[part.colour]), point=where)))
        return ["\n".join(lines)]
