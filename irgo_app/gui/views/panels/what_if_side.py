"""One side of the What if dock: what becomes of a place if one colour plays first."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from irgo_app.draw.drawables import Drawable, Mark, MarkShape, Outline
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.gui.models.line import Line, ShownLine
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.shown import Shown
from irgo_app.gui.models.viewpoint import Viewpoint
from irgo_app.gui.views.board.board_widget import BoardWidget
from irgo_app.gui.views.life_words import fate_words, first_words
from irgo_app.gui.views.tool_button import tool_button
from irgo_app.layers.results import Field, Result
from irgo_app.service.request import LayerRequest, Urgency
from irgo_app.studies.study import Play, Study

_MAPS = ("influence.shadow", "territory")
_LEAST_BOARD = 180


class WhatIfSide(QWidget):
    """One outcome: words, a board, and steps through its line. A click steps too.

    wanted -- the maps that are shown, or will be when they are there
    """

    def __init__(
        self, colour: Colour, review: Review, shown: Shown, service: ServiceBridge,
        line: ShownLine, viewpoint: Viewpoint, preferences: Preferences,
    ) -> None:
        super().__init__()
        self.colour = colour
        self._review, self._layers, self._service = review, shown, service
        self._main_line, self._viewpoint, self._preferences = line, viewpoint, preferences
        self.wanted: set[LayerRequest] = set()
        self._play: Play | None = None
        self._study: Study | None = None
        self._change: tuple[Drawable, ...] | None = None
        self._shown: tuple[object, ...] = ()
        self.line: Line | None = None
        self.step = 0
        self.words = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.board = BoardWidget()
        self.board.setMinimumSize(_LEAST_BOARD, _LEAST_BOARD)
        self.board.setAcceptDrops(False)
        self.board.why_not = lambda point: ""
        self.board.setAccessibleName(first_words(colour))
        self.board.point_clicked.connect(lambda point, button, modifiers: self.go(
            self.step + (1 if button == Qt.MouseButton.LeftButton else -1)))
        self.board.stepped.connect(lambda steps: self.go(self.step + steps))
        self.place = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.show_line = QPushButton(self.tr("On the board"))
        self.show_line.setToolTip(self.tr("Step through this line on the large board"))
        self.show_line.clicked.connect(self._on_show_line)
        steps = QHBoxLayout()
        for sign, words, act in (
            ("|◀", self.tr("Before the line"), lambda: self.go(0)),
            ("◀", self.tr("Back"), lambda: self.go(self.step - 1)),
            ("▶", self.tr("Forward"), lambda: self.go(self.step + 1)),
            ("▶|", self.tr("To the end of the line"), self._to_end),
        ):
            steps.addWidget(tool_button(sign, words, act))
        steps.insertWidget(2, self.place)
        steps.addStretch(1)
        steps.addWidget(self.show_line)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.words)
        layout.addWidget(self.board, 1)
        layout.addLayout(steps)

    def show_play(self, play: Play | None, study: Study | None, words: str) -> None:
        """Show another outcome, at its end; `words` say what the study is about."""
        self._play, self._study = play, study
        title = f"{words} {first_words(self.colour)}."
        self.line = Line(title, self._review.position, play.moves) if play else None
        self.step = len(self.line.moves) if self.line else 0

    def go(self, step: int) -> None:
        """Show the board after so many moves."""
        if self.line is not None:
            self.step = min(max(step, 0), len(self.line.moves))
            self.refresh(self._change)

    def refresh(self, change: tuple[Drawable, ...] | None) -> None:
        """Show the outcome as it is now; `change` in place of the maps of the end."""
        self._change = change
        line, play, study, preferences = self.line, self._play, self._study, self._preferences
        self.wanted.clear()
        self.show_line.setEnabled(bool(line and line.moves))
        if line is None or play is None or study is None:
            self.words.setText(first_words(self.colour))
            self.place.setText("")
            return
        self.words.setText(self._outcome_words(play, study))
        self.place.setText(f"{self.step}/{len(line.moves)}" if line.moves
                           else self.tr("no move here"))
        results = tuple(self._result(self._request(name, self.step)) for name in _MAPS)
        shown = (line, self.step, self._viewpoint.symmetry, change, results, *(
            preferences[key] for key in ("theme", "palette", "coordinates", "tint_style")))
        if shown == self._shown:
            return  # Maps of other nodes arrive all the time; painting twice costs frames.
        self._shown = shown
        self.board.set_look(preferences.look)
        diagram = line.diagram(self.step, preferences.coordinates, self._viewpoint.symmetry)
        self.board.show_diagram(replace(
            diagram, drawables=self._drawables(line, play, results)))

    def final_field(self, name: str) -> Field | None:
        """Return a field where the line ends, if it is there."""
        if self.line is None or self._play is None:
            return None
        found = self._result(self._request(name, len(self.line.moves)))
        return found if isinstance(found, Field) else None

    def _drawables(
        self, line: Line, play: Play, results: tuple[Result | None, ...]
    ) -> tuple[Drawable, ...]:
        is_end = self.step == len(line.moves)
        found: list[Drawable] = []
        if is_end and self._change is not None:
            found += self._change
        else:
            style = str(self._preferences["tint_style"])
            for name, result in zip(_MAPS, results, strict=True):
                shown = self._layers.named(name)
                if result is not None and shown is not None:
                    found += shown.layer.drawables(result, style=style)
        position = line.positions[self.step]
        if is_end:
            found += [Mark(stone, MarkShape.WHITE_DOT if position.colour_at(stone) == BLACK
                           else MarkShape.BLACK_DOT) for stone in play.dead]
        if self._study and self._study.stones:
            colour = self._review.position.colour_at(self._study.stones[0])
            left = tuple(stone for stone in self._study.stones if position.cells[stone])
            found.append(Outline(colour, left, is_lit=True))
        return tuple(found)

    def _request(self, name: str, step: int) -> LayerRequest:
        """Return what to ask for after so many moves; at the end without the dead stones."""
        line, play = self.line, self._play
        assert line is not None and play is not None
        position = play.counted_position if step == len(line.moves) else line.positions[step]
        shown = self._layers.named(name)
        assert shown is not None, "the table of layers has the maps of a study"
        return self._layers.request_on(shown, position)

    def _result(self, request: LayerRequest) -> Result | None:
        """Return a map if it is there; else ask for it."""
        self.wanted.add(request)
        found = self._service.cached(request)
        if found is None:
            self._service.want([request], Urgency.VISIBLE)
        return found

    def _outcome_words(self, play: Play, study: Study) -> str:
        """Return two sentences: what becomes of the group, if one is meant, and who leads."""
        lead = study.final_lead(play.first)
        sentence = self.tr(
            "Black leads by {0:.1f}: territory Black {1:.0f}, White {2:.0f}, "
            "influence {3:+.1f}, komi {4:g}") if lead >= 0 else self.tr(
            "White leads by {0:.1f}: territory Black {1:.0f}, White {2:.0f}, "
            "influence {3:+.1f}, komi {4:g}")
        fate = fate_words(self.colour, play.outcome) if play.outcome else first_words(
            self.colour) + "."
        return fate + " " + sentence.format(
            abs(lead), play.territory[BLACK], play.territory[WHITE], play.influence, study.komi)

    def _to_end(self) -> None:
        if self.line is not None:
            self.go(len(self.line.moves))

    def _on_show_line(self) -> None:
        if self.line is not None:
            self._main_line.show(self.line.title, self.line.moves)
