"""A line of moves shown on the board step by step; the record is left alone unless it is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Diagram
from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.gui.models.review import Review
from irgo_app.sgf import navigation

Move = tuple[Colour, Point]


class Line:
    """Moves from a position on, as far as the rules allow them, and what stands after each.

    title -- what the line shows, a sentence; it becomes the comment if the line is kept
    """

    def __init__(self, title: str, position: Position, moves: Sequence[Move]) -> None:
        self.title = title
        self.positions: list[Position] = [position]
        self.moves: tuple[Move, ...] = ()
        for move in moves:
            if not self.add(move):
                break

    def add(self, move: Move) -> bool:
        """Add a move at the end; return whether the rules allow it."""
        (colour, point), before = move, self.positions[-1]
        try:
            after = before.with_to_play(-colour) if point == PASS else play(
                before.with_to_play(colour), colour, point)
        except IllegalMoveError:
            return False
        self.positions.append(after)
        self.moves = (*self.moves, move)
        return True

    def diagram(self, step: int, coordinates: CoordinateStyle, symmetry: int = 0) -> Diagram:
        """Return the board after so many moves, each stone with its number in the line."""
        position = self.positions[step]
        numbers = {point: number for number, (_, point) in enumerate(self.moves[:step], start=1)
                   if point != PASS and position.cells[point]}
        last = self.moves[step - 1][1] if step else PASS
        return Diagram(position, last_move=last, coordinates=coordinates,
                       move_numbers=numbers, symmetry=symmetry)


class ShownLine(QObject):
    """The line that is shown on the main board in place of the current node, if any.

    steps_elsewhere -- asked first whether it takes a step: boards shown in place of this one
    changed -- another line or step, or none any more
    """

    changed = Signal()

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self.line: Line | None = None
        self.step = 0
        self.steps_elsewhere: Callable[[int], bool] = lambda moves: False
        review.node_changed.connect(self.close)
        review.tree_changed.connect(lambda change: self.close())
        review.game_changed.connect(self.close)

    def show(self, title: str, moves: Sequence[Move]) -> None:
        """Show a line from the current node on, at its first move."""
        self.line = Line(title, self._review.position, moves)
        self.step = min(1, len(self.line.moves))
        self.changed.emit()

    def grow(self, move: Move) -> None:
        """Add a move to the line; who looks at its end sees it played."""
        line = self.line
        if line is not None:
            is_at_end = self.step == len(line.moves)
            line.add(move)
            self.go(len(line.moves) if is_at_end else self.step)

    def go(self, step: int) -> None:
        """Show the board after so many moves of the line."""
        if self.line is not None:
            self.step = min(max(step, 0), len(self.line.moves))
            self.changed.emit()

    def step_by(self, moves: int) -> None:
        """Go so many moves on (or back): on the line if one is shown, else in the record."""
        if self.line is not None:
            self.go(self.step + moves)
        elif not self.steps_elsewhere(moves):
            self._review.go_to(navigation.step(self._review.node, moves))

    def close(self) -> None:
        """Show the record again."""
        if self.line is not None:
            self.line = None
            self.changed.emit()

    def keep(self) -> None:
        """Put the line into the record as a variation of the current node; stay there."""
        if self.line is not None:
            self._review.keep([(self.line.moves, self.line.title)])
