"""The Explain dock: what the maps say of the point asked for, and of the comparison shown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import NAME_OF_COLOUR, PASS
from irgo_app.gui.models.comparing import Comparing
from irgo_app.gui.models.inquiry import Inquiry
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.study_in_view import StudyInView
from irgo_app.words import translated


class ExplainPanel(QWidget):
    """Sentences as plain text; they follow the current node. From there to the study of a place."""

    def __init__(
        self, review: Review, inquiry: Inquiry, comparing: Comparing, in_view: StudyInView
    ) -> None:
        super().__init__()
        self._review, self._inquiry = review, inquiry
        self._comparing, self._in_view = comparing, in_view
        self.text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.text.setMargin(6)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setAccessibleName(self.tr("Explanation"))
        self.what_if = QPushButton(self.tr("What if Black or White plays here first?"))
        self.what_if.clicked.connect(self._on_what_if)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.text)
        scroll.setWidgetResizable(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.what_if)
        for signal in (inquiry.changed, comparing.changed, review.node_changed):
            signal.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Catch up with what happened while the dock was hidden."""
        self.refresh()

    def refresh(self) -> None:
        """Show the answers that are there."""
        if not self.isVisible():
            return
        lines = self._comparison_lines() + self._inquiry.sentences()
        if self._inquiry.point == PASS:
            lines.append(self.tr("Click a stone, or right-click a point, to have it explained."))
        self.what_if.setVisible(self._inquiry.point != PASS)
        text = "\n".join(lines)
        if text != self.text.text():
            self.text.setText(text)

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
            return [self.tr("Move {0} is pinned: go to another node to see what changed.").format(
                number), ""]
        if comparison is None:
            return [self.tr("Switch on a field to compare with move {0}.").format(number), ""]
        lines = [self.tr("Changes since move {0} ({1}):").format(number, comparison.unit)]
        for part in comparison.parts:
            where = vertex(part.points[0], review.position.columns, review.position.rows)
            lines.append(self.tr("{0:+.1f} for {1} on {2} points from {3}").format(
                part.total, translated(NAME_OF_COLOUR[part.colour]), len(part.points), where))
        return [*lines, ""]
