"""The Explain page: what is known of the point asked for, in short sentences, and its group."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import NAME_OF_COLOUR, PASS
from irgo_app.gui.models.comparing import Comparing
from irgo_app.gui.models.inquiry import Inquiry
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.study_cards import StudyCards
from irgo_app.gui.models.study_in_view import StudyInView
from irgo_app.words import counted, message


class ExplainPanel(QWidget):
    """Sentences as plain text; they follow the current node. From there to the study of a place.

    How a group stands is what its card says, so that both say the same.
    """

    def __init__(
        self, review: Review, inquiry: Inquiry, comparing: Comparing, cards: StudyCards,
        in_view: StudyInView,
    ) -> None:
        super().__init__()
        self._review, self._inquiry = review, inquiry
        self._comparing, self._cards, self._in_view = comparing, cards, in_view
        self.title = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.title.setObjectName("heading")
        self.group = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setAccessibleName(self.tr("Explanation"))
        self.what_if = QPushButton(self.tr("What if Black or White plays here first?"))
        self.what_if.clicked.connect(self._on_what_if)
        scroll = QScrollArea()
        scroll.setAccessibleName(self.tr("Explanation"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.text)
        scroll.setWidgetResizable(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.title)
        layout.addWidget(self.group)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.what_if)
        for signal in (inquiry.changed, comparing.changed, cards.changed, review.node_changed):
            signal.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Catch up with what happened while the page was hidden."""
        self.refresh()

    def refresh(self) -> None:
        """Show the answers that are there."""
        if not self.isVisible():
            return
        position, point = self._review.position, self._inquiry.point
        is_asked = point != PASS and point < len(position.cells)
        card = self._cards.card_of_group(self._inquiry.group)
        name = vertex(point, position.columns, position.rows) if is_asked else ""
        self.title.setText(" · ".join(filter(None, (name, card.title if card else ""))))
        self.group.setText("" if card is None else " ".join(filter(None, (
            self._sentence(card.status), card.why, card.disagreement))))
        for label in (self.title, self.group):
            label.setVisible(bool(label.text()))
        self.what_if.setVisible(is_asked)
        text = "\n\n".join(self._paragraphs(is_asked=is_asked))
        if text != self.text.text():
            self.text.setText(text)

    def _paragraphs(self, *, is_asked: bool) -> list[str]:
        """Return the comparison, the values of the maps, and how the board is read."""
        found = self._comparison_lines()
        if not is_asked:
            return [*found, self.tr(
                "Click a stone, or right-click a vacant point: here stands whose it is and why, "
                "and the stones that make it so light up on the board.")]
        values = self._inquiry.values()
        reading = self._inquiry.sentences()
        reading = reading[:len(reading) - len(values)]
        return [*found, *values, "\n".join(reading)]

    def _sentence(self, words: str) -> str:
        return str(message("{words}.", words=words[:1].upper() + words[1:])) if words else ""

    def _on_what_if(self) -> None:
        group, point = self._inquiry.group, self._inquiry.point
        if group >= 0:
            self._in_view.show_group(group)
        elif point != PASS:
            self._in_view.show_point(point)

    def _comparison_lines(self) -> list[str]:
        review = self._review
        pinned, comparison = self._comparing.pinned, self._comparing.comparison()
        if pinned is None:
            return []
        number = review.game.move_number(pinned)
        if pinned is review.node:
            return [self.tr("Move {0} is held: go to another move to see what changed.").format(
                number)]
        if comparison is None:
            return [self.tr("Switch on a map to compare with move {0}.").format(number)]
        lines = [self.tr("Changes since move {0} ({1}):").format(number, comparison.unit)]
        for part in comparison.parts:
            where = vertex(part.points[0], review.position.columns, review.position.rows)
            lines.append(str(counted(
                "{total:+.1f} for {colour} at {point} (one point)",
                "{total:+.1f} for {colour} at {point} ({count} points)", len(part.points),
                total=part.total, colour=message(NAME_OF_COLOUR[part.colour]), point=where)))
        return ["\n".join(lines)]
