"""Whom the user plays against: who moves when, what is taken back, and when the game is over.

Which engine runs, and how it is asked, is the desk's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal

from irgo_app.engines.profile import EngineProfile
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.gui.models.engine.desk import EngineDesk, Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Notices
from irgo_app.sgf.edits import ChangeKind, set_properties
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import is_over
from irgo_app.words import noted, translated

_RESIGN: Final = noted("resign")
_GOES_ON: Final = noted("play on")


class Opponent(QObject):
    """An engine that answers the user's moves.

    It moves whenever it is its turn at the end of a line, and at no other time; what it thought is
    not shown before the game is over.

    is_on -- whether somebody answers; colour -- the user's

    changed -- the game against it began or ended
    """

    changed = Signal()

    def __init__(
        self, review: Review, desk: EngineDesk, evaluations: Evaluations, notices: Notices
    ) -> None:
        super().__init__()
        self._review, self._desk = review, desk
        self._evaluations, self._notices = evaluations, notices
        self.is_on, self._is_paused, self._is_busy = False, False, False
        self.colour: Colour = BLACK
        self._is_elsewhere = False
        """Whether the engine analyses, for the user or for a walk through the game."""
        self._resigned = ""
        """What was said of the last resignation."""
        self._results = set[str]()
        """What resigning wrote into this record; while one of them stands there it is over."""
        self._places: dict[int, Node] = {}
        """Where the user was when the result was written or taken out, by depth of the stack."""
        self._began = 0
        review.node_changed.connect(self._consider)
        review.tree_changed.connect(lambda change: self._consider())
        review.game_changed.connect(self._on_game)
        desk.state_changed.connect(self._on_desk)
        desk.gave_up.connect(self._on_gave_up)

    @property
    def is_over(self) -> bool:
        """Return whether both have passed, or somebody has resigned."""
        node = self._review.node
        return self._is_resigned or (node.parent is not None and all(
            step.move is not None and step.move[1] == PASS for step in (node, node.parent)))

    @property
    def _is_resigned(self) -> bool:
        return game_info(self._review.game).result in self._results

    @property
    def is_to_move(self) -> bool:
        """Return whether it is to move on the board that is shown, and will."""
        review = self._review
        return (self.is_on and not self._is_paused and not review.node.children
                and not self._desk.is_lent and review.position.to_play != self.colour
                and not self.is_over)

    def begin(self, profile: EngineProfile | None, colour: Colour) -> None:
        """Let an engine answer; the user has `colour`.

        profile -- the engine, None for the one of the settings
        Where somebody had resigned the game goes on: the result is taken out.
        """
        self._desk.take_guest(profile)
        if self._is_resigned:
            self._write_result("", _GOES_ON)
        self.is_on, self.colour = True, colour
        self._began = self._review.undo_stack.depth
        self._consider()
        self.changed.emit()

    def end(self) -> None:
        """Let nobody answer any more; an engine that was there for this game only is ended."""
        if self.is_on:
            self.is_on = False
            self._desk.forget_move()
            self._desk.take_guest(None)
            self._hide_thoughts()
            self.changed.emit()

    def pause(self, *, is_paused: bool) -> None:
        """Let the user play both colours for a while."""
        self._is_paused = is_paused
        self._consider()

    def play(self, point: Point) -> None:
        """Play a move of the user's, or PASS: nobody moves for the engine."""
        if point == PASS and is_over(self._review.node):
            self._notices.tell(translated(
                "Both have passed: the game is over. Ctrl+Z takes the last pass back."))
        elif self.is_to_move:
            self._notices.tell(translated(
                "It is the engine's turn. Engine → Play against the engine ends the game "
                "against it."))
        else:
            self._review.play(point)

    def resign(self) -> None:
        """Resign for the user, or without an opponent for the side to move."""
        if self.is_on and self.is_over:
            self._notices.tell(translated("The game is over."))
            return
        loser = self.colour if self.is_on else self._review.position.to_play
        self._write_resignation(
            loser, translated("Black resigns: White wins. Ctrl+Z takes that back.")
            if loser == BLACK else
            translated("White resigns: Black wins. Ctrl+Z takes that back."))

    def take_back(self) -> None:
        """Undo; in a game against an engine so far that it is the user's turn again."""
        review, stack = self._review, self._review.undo_stack
        is_game = self.is_on and not self._is_paused and stack.depth > self._began
        depth, node = stack.depth, review.node
        is_resignation = stack.undo_title == _RESIGN
        is_engines = is_resignation and game_info(
            review.game).result == _result_without(-self.colour)
        self._is_busy = True
        self._step(review.undo)
        # What is no move, as a result that was written down, is taken back by itself.
        if is_game and (is_engines or not (is_resignation or review.node is node)):
            while review.position.to_play != self.colour and stack.depth > self._began:
                self._step(review.undo)
            if review.position.to_play != self.colour:
                # Only the engine has moved so far.
                while stack.depth < depth:
                    self._step(review.redo)
                self._notices.tell(translated("There is no move of yours to take back."))
        self._is_busy = False
        self._consider()

    def redo(self) -> None:
        """Do again what was undone; in a game against an engine both moves."""
        review, stack = self._review, self._review.undo_stack
        self._is_busy = True
        self._step(review.redo)
        while self.is_on and not self._is_paused and stack.redo_title \
                and review.position.to_play != self.colour:
            self._step(review.redo)
        self._is_busy = False
        self._consider()

    def _step(self, shift: Callable[[], None]) -> None:
        """Undo or redo one edit; resigning is undone and done again where it was done."""
        stack = self._review.undo_stack
        before, titles = stack.depth, (stack.undo_title, stack.redo_title)
        shift()
        title = titles[0] if stack.depth < before else titles[1]
        if title == _RESIGN and stack.depth < before:
            self._notices.withdraw(self._resigned)
        place = self._places.get(max(before, stack.depth))
        if title in (_RESIGN, _GOES_ON) and place is not None and stack.depth != before:
            self._review.go_to(place)

    def _write_resignation(self, loser: Colour, words: str) -> None:
        self._results.add(_result_without(loser))
        self._write_result(_result_without(loser), _RESIGN)
        self._resigned = words
        self._notices.tell(words)

    def _write_result(self, result: str, title: str) -> None:
        review = self._review
        review.apply(set_properties(
            review.game.root, {"RE": [result] if result else None}, title, ChangeKind.INFO))
        self._places[review.undo_stack.depth] = review.node

    def _consider(self) -> None:
        """Have the engine move if it is to, and think about nothing else."""
        if self._is_busy:
            return
        self._hide_thoughts()
        node = self._review.node
        if self.is_to_move:
            if self._desk.thinks_of is not node:
                self._desk.play_move()
        elif self.is_on and self._desk.thinks_of is not None and (
                self._review.position.to_play != self.colour or self.is_over
                or self._desk.thinks_of is not node):
            self._desk.forget_move()

    def _hide_thoughts(self) -> None:
        self._evaluations.hide(
            is_hidden=self.is_on and not self._is_paused and not self.is_over
            and not (self._desk.is_analyzing or self._desk.is_lent))

    def _on_game(self) -> None:
        self._results.clear()
        self._places.clear()
        self.end()

    def _on_desk(self) -> None:
        if self.is_on and self._desk.has_failed:
            self.end()
        was_elsewhere, self._is_elsewhere = self._is_elsewhere, (
            self._desk.is_analyzing or self._desk.is_lent)
        if was_elsewhere and not self._is_elsewhere:
            self._consider()
        self._hide_thoughts()

    def _on_gave_up(self) -> None:
        """The engine resigned on the board that is shown."""
        engine = self._review.position.to_play
        if self.is_on and engine == -self.colour and not self.is_over:
            self._write_resignation(
                engine, translated("The engine resigns: Black wins. Ctrl+Z takes that back.")
                if engine == WHITE else
                translated("The engine resigns: White wins. Ctrl+Z takes that back."))
        else:
            self._notices.tell(translated("The engine resigns."))


def _result_without(loser: Colour) -> str:
    """Return the result of a game that a colour resigned, as SGF has it."""
    return "W+R" if loser == BLACK else "B+R"
