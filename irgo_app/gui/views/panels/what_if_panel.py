"""The What if dock: Black first and White first side by side, with their maps and the swing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Drawable, Label, Mark, MarkShape, Outline
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, WHITE, Colour
from irgo_app.gui.models.line_view import Line
from irgo_app.gui.models.session import ReviewSession
from irgo_app.gui.views.board.board_widget import BoardWidget
from irgo_app.gui.views.life_words import first_words, place_name
from irgo_app.gui.views.panels.groups_panel import LifeProgress
from irgo_app.layers.results import Field
from irgo_app.review.compare import compare, comparison_drawables
from irgo_app.service.request import LayerRequest, Urgency
from irgo_app.sgf.edit_actions import keep_lines

if TYPE_CHECKING:
    from irgo_app.layers.results import Result
    from irgo_app.studies.study import Play, Study

_MAPS = ("influence.shadow", "territory")
_COMPARED = ("estimate", "influence.shadow")
"""The fields whose difference is shown, the first that irgo has; an estimate's sum is in points."""
_LEAST_BOARD = 180


class WhatIfPanel(QWidget):
    """Two boards that step through the two lines; what is worth what is written over them."""

    def __init__(self, session: ReviewSession) -> None:
        super().__init__()
        self._session = session
        self._study: Study | None = None
        self._compared: tuple[Field, Field, tuple[Drawable, ...]] | None = None
        self.title = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.title.setMargin(4)
        self.sides = {colour: _Side(session, colour) for colour in (BLACK, WHITE)}
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
        layout.addWidget(LifeProgress(session))
        layout.addLayout(buttons)
        if session.life:
            session.life.changed.connect(self.refresh)
        for signal in (session.results_arrived, session.view_changed, session.node_changed):
            signal.connect(self.refresh)
        self.resize(860, 560)
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Catch up with what happened while the dock was hidden."""
        self.refresh()

    def refresh(self) -> None:
        """Show the study looked at as far as it is there."""
        if not self.isVisible():
            return
        life = self._session.life
        study = life.shown_study() if life else None
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
        study, session = self._study, self._session
        if study is not None:
            here = session.node
            session.apply(keep_lines(here, [
                (side.line.moves, self._comment(study, side.colour))
                for side in self.sides.values() if side.line]))
            session.go_to(here)

    def _comment(self, study: Study, first: Colour) -> str:
        return self.tr("{0}\nThis line: {1}. Played out by {2}.").format(
            self._words(study), first_words(first), study.engine)

    def _words(self, study: Study | None) -> str:
        """Return what the study is about and what moving first is worth."""
        life, session = self._session.life, self._session
        subject = life.subject if life else None
        if life is None or subject is None:
            return self.tr("Choose a group, or point at a vacant point, and ask what if "
                           "(Shift+W).")
        node, target, is_point = subject
        if node is not session.node:
            return self.tr("That study is of another position; ask again here (Shift+W).")
        names = session.inquiry.group_names()
        name = place_name(target, session.position) if is_point else (
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
        names = {shown.layer.name for shown in self._session.shown}
        name = next(name for name in _COMPARED if name in names)
        black, white = (side.final_field(name) for side in self.sides.values())
        if black is None or white is None:
            return None
        if self._compared is None or self._compared[:2] != (black, white):
            drawn = tuple(found for found in comparison_drawables(compare(black, white))
                          if name == _COMPARED[0] or not isinstance(found, Label))
            self._compared = black, white, drawn
        return self._compared[2]


class _Side(QWidget):
    """One outcome: words, a board, and steps through its line. A click steps too."""

    def __init__(self, session: ReviewSession, colour: Colour) -> None:
        super().__init__()
        self._session, self.colour = session, colour
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
            steps.addWidget(_tool_button(sign, words, act))
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
        self.line = Line(title, self._session.position, play.moves) if play else None
        self.step = len(self.line.moves) if self.line else 0

    def go(self, step: int) -> None:
        """Show the board after so many moves."""
        if self.line is not None:
            self.step = min(max(step, 0), len(self.line.moves))
            self.refresh(self._change)

    def refresh(self, change: tuple[Drawable, ...] | None) -> None:
        """Show the outcome as it is now; `change` in place of the maps of the end."""
        self._change = change
        session, line, play = self._session, self.line, self._play
        self.show_line.setEnabled(bool(line and line.moves))
        if line is None or play is None:
            self.words.setText(first_words(self.colour))
            self.place.setText("")
            return
        self.words.setText(self._outcome_words(play))
        self.place.setText(f"{self.step}/{len(line.moves)}" if line.moves
                           else self.tr("no move here"))
        settings = session.settings
        results = tuple(self._result(self._request(name, self.step)) for name in _MAPS)
        shown = (line, self.step, session.symmetry, change, results, *(
            settings[key] for key in ("theme", "palette", "coordinates", "tint_style")))
        if shown == self._shown:
            return  # Maps of other nodes arrive all the time; painting twice costs frames.
        self._shown = shown
        self.board.set_look(Look(
            next(theme for theme in BOARD_THEMES if theme.name == settings["theme"]),
            next(palette for palette in TINT_PALETTES if palette.name == settings["palette"])))
        style = CoordinateStyle(str(settings["coordinates"]))
        diagram = line.diagram(self.step, style, session.symmetry)
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
            by_name = {shown.layer.name: shown.layer for shown in self._session.shown}
            style = str(self._session.settings["tint_style"])
            for name, result in zip(_MAPS, results, strict=True):
                if result is not None:
                    found += by_name[name].drawables(result, style=style)
        position = line.positions[self.step]
        if is_end:
            found += [Mark(stone, MarkShape.WHITE_DOT if position.colour_at(stone) == BLACK
                           else MarkShape.BLACK_DOT) for stone in play.dead]
        if self._study and self._study.stones:
            colour = self._session.position.colour_at(self._study.stones[0])
            left = tuple(stone for stone in self._study.stones if position.cells[stone])
            found.append(Outline(colour, left, hue=1))
        return tuple(found)

    def _request(self, name: str, step: int) -> LayerRequest:
        """Return what to ask for after so many moves; at the end without the dead stones."""
        line, play = self.line, self._play
        assert line is not None and play is not None
        position = play.counted_position if step == len(line.moves) else line.positions[step]
        by_name = {shown.layer.name: shown.layer for shown in self._session.shown}
        return LayerRequest.of(position, name, by_name[name].full_params({}))

    def _result(self, request: LayerRequest) -> Result | None:
        """Return a map if it is there; else ask for it."""
        bridge = self._session.bridge
        found = bridge.service.cached(request) if bridge else None
        if found is None and bridge:
            bridge.want([request], Urgency.VISIBLE)
        return found

    def _outcome_words(self, play: Play) -> str:
        territory = play.territory
        lead = play.lead
        who = NAME_OF_COLOUR[BLACK if lead >= 0 else WHITE]
        fate = self.tr("{0}: the group {1}.").format(
            first_words(self.colour), play.outcome.value) if play.outcome else first_words(
                self.colour) + "."
        if play.outcome and play.outcome.value in ("ko", "seki", "unknown"):
            fate = f"{first_words(self.colour)}: {play.outcome.value}."
        return self.tr("{0} {1} leads by {2:.1f} before komi: territory Black {3:.0f}, White "
                       "{4:.0f}, influence {5:+.1f}").format(
            fate, who, abs(lead), territory[BLACK], territory[WHITE], play.influence)

    def _to_end(self) -> None:
        if self.line is not None:
            self.go(len(self.line.moves))

    def _on_show_line(self) -> None:
        if self.line is not None:
            self._session.line.show(self.line.title, self.line.moves)


def _tool_button(sign: str, words: str, act: Callable[[], None]) -> QToolButton:
    button = QToolButton(autoRaise=True)
    button.setText(sign)
    button.setToolTip(words)
    button.setAccessibleName(words)
    button.clicked.connect(lambda: act())
    return button
