"""The What if dock: Black first and White first side by side, with their maps and the swing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from irgo_app.draw.drawables import Drawable, Label
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.gui.models.inquiry import Inquiry
from irgo_app.gui.models.life_desk import LifeDesk
from irgo_app.gui.models.line import ShownLine
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.shown import Shown
from irgo_app.gui.models.viewpoint import Viewpoint
from irgo_app.gui.views.life_words import first_words, place_name
from irgo_app.gui.views.panels.groups_panel import LifeProgress
from irgo_app.gui.views.panels.what_if_side import WhatIfSide
from irgo_app.layers.results import Field
from irgo_app.review.compare import compare, comparison_drawables
from irgo_app.service.request import AnyRequest
from irgo_app.sgf.edit_actions import keep_lines
from irgo_app.studies.study import Study

_COMPARED = ("estimate", "influence.shadow")
"""The fields whose difference is shown, the first that irgo has; an estimate's sum is in points."""


class WhatIfPanel(QWidget):
    """Two boards that step through the two lines; what is worth what is written over them."""

    def __init__(
        self, review: Review, inquiry: Inquiry, life: LifeDesk, shown: Shown,
        service: ServiceBridge, line: ShownLine, viewpoint: Viewpoint, preferences: Preferences,
    ) -> None:
        super().__init__()
        self._review, self._inquiry = review, inquiry
        self._life, self._shown = life, shown
        self._study: Study | None = None
        self._compared: tuple[Field, Field, tuple[Drawable, ...]] | None = None
        self.title = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.title.setMargin(4)
        self.sides = {
            colour: WhatIfSide(colour, review, shown, service, line, viewpoint, preferences)
            for colour in (BLACK, WHITE)}
        self.keep = QPushButton(self.tr("Keep as variations"))
        self.keep.setToolTip(self.tr("Put both lines into the record, with a comment that says "
                                     "how they came about"))
        self.keep.clicked.connect(self.keep_lines)
        self.difference = QCheckBox(self.tr("Difference"))
        self.difference.setToolTip(self.tr(
            "In place of the maps: what Black's influence is more if Black moves first"))
        self.difference.toggled.connect(self.refresh)
        boards = QHBoxLayout()
        for side in self.sides.values():
            boards.addWidget(side, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.difference)
        buttons.addStretch(1)
        buttons.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.title)
        layout.addLayout(boards, 1)
        layout.addWidget(LifeProgress(life))
        layout.addLayout(buttons)
        for signal in (life.changed, viewpoint.changed, preferences.changed, shown.changed,
                       review.node_changed):
            signal.connect(self.refresh)
        service.ready.connect(self._on_ready)
        self.resize(860, 560)
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Catch up with what happened while the dock was hidden."""
        self.refresh()

    def refresh(self) -> None:
        """Show the study looked at as far as it is there."""
        if not self.isVisible():
            return
        study = self._life.shown_study()
        self.title.setText(self._words(study))
        self.keep.setEnabled(study is not None)
        if study is not self._study:
            self._study = study
            for side in self.sides.values():
                side.show_play(study.if_first(side.colour) if study else None, study,
                               self.title.text())
        change = self._difference() if self.difference.isChecked() else None
        for side in self.sides.values():
            side.refresh(change)

    def keep_lines(self) -> None:
        """Put both lines into the record as variations of the current node; stay there."""
        study, review = self._study, self._review
        if study is not None:
            here = review.node
            review.apply(keep_lines(here, [
                (side.line.moves, self._comment(study, side.colour))
                for side in self.sides.values() if side.line]))
            review.go_to(here)

    def _comment(self, study: Study, first: Colour) -> str:
        return self.tr("{0}\nThis line: {1}. Played out by {2}.").format(
            self._words(study), first_words(first), study.engine)

    def _words(self, study: Study | None) -> str:
        """Return what the study is about and what moving first is worth."""
        life, review, subject = self._life, self._review, self._life.subject
        if subject is None:
            return self.tr("Choose a group, or point at a vacant point, and ask what if "
                           "(Shift+W).")
        node, target, is_point = subject
        if node is not review.node:
            return self.tr("That study is of another position; ask again here (Shift+W).")
        names = self._inquiry.group_names()
        name = place_name(target, review.position) if is_point else (
            names[target] if names and target < len(names) else "…")
        if study is None:
            return self.tr("What if, {0}: being played out …").format(name) if life.is_working \
                else self.tr("What if, {0}: there is no answer; ask again (Shift+W).").format(name)
        return self.tr("What if, {0}: moving first is worth {1:.1f} points.").format(
            name, study.swing)

    def _difference(self) -> tuple[Drawable, ...] | None:
        """Return what differs between the two ends, None while a map is missing.

        Sums are written into it only where they are points.
        """
        name = next(name for name in _COMPARED if self._shown.named(name))
        black, white = (side.final_field(name) for side in self.sides.values())
        if black is None or white is None:
            return None
        if self._compared is None or self._compared[:2] != (black, white):
            drawn = tuple(found for found in comparison_drawables(compare(black, white))
                          if name == _COMPARED[0] or not isinstance(found, Label))
            self._compared = black, white, drawn
        return self._compared[2]

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if any(not side.wanted.isdisjoint(ready) for side in self.sides.values()):
            self.refresh()
