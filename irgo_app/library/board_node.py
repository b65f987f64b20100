"""What a place in a game says of its board and its record, without asking anybody."""

from __future__ import annotations

from typing import Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.checked import checked_text
from irgo_app.go.coordinates import point_named
from irgo_app.go.point import PASS
from irgo_app.go.point import Point as Index
from irgo_app.go.position import Position
from irgo_app.library.analyst import Analyst
from irgo_app.library.answers import GameFacts, facts_of
from irgo_app.library.border import Letter, Point, letter_of
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.move_times import seconds_of_move
from irgo_app.sgf.navigation import address_of
from irgo_app.sgf.program_curves import ProgramWord, word_of_program


class BoardNode(Struct, frozen=True):
    """One place in a game: after a move, or where stones were set up."""

    _analyst: Analyst
    _node: Node

    @property
    def move_number(self) -> int:
        """Return the number of the move that led here; the record may set it (MN)."""
        return self._analyst.tree.printed_number(self._node)

    @property
    def move(self) -> tuple[Letter, Point] | None:
        """Return the move that led here, such as ("B", "Q16"); None at the start or at setup."""
        move = self._node.move
        return None if move is None else (letter_of(move[0]), Point.of(move[1], self.position))

    @property
    def address(self) -> str:
        """Return where the node is: child indices from the root, as `--node` takes them."""
        return address_of(self._node)

    @property
    def info(self) -> GameFacts:
        """Return players, komi, result and the rest of the game that the node belongs to."""
        return facts_of(self._analyst.tree, self._node)

    @property
    def seconds(self) -> float | None:
        """Return how long the move took, None where the record's clocks do not tell."""
        return seconds_of_move(self._node)

    @property
    def program_word(self) -> ProgramWord | None:
        """Return what another program (Sabaki, Ogatak, Lizzie) wrote of the node, None if nothing.
        """
        return word_of_program(self._node)

    @property
    def comment(self) -> str:
        """Return what the record says of the node."""
        return self._node.comment

    @property
    def children(self) -> tuple[Self, ...]:
        """Return what follows, the main line first."""
        return tuple(type(self)(self._analyst, child) for child in self._node.children)

    @property
    def parent(self) -> Self | None:
        """Return the node before, None at the start."""
        return None if self._node.parent is None else type(self)(self._analyst, self._node.parent)

    @property
    def position(self) -> Position:
        """Return stones, side to move, ko and prisoners as one value."""
        return self._analyst.position(self._node)

    @property
    def to_play(self) -> Letter:
        """Return whose turn it is, "B" or "W"."""
        return letter_of(self.position.to_play)

    @property
    def komi(self) -> float:
        """Return White's points besides the board: komi, and what the rules give for a handicap."""
        return self._analyst.komi(self._node)

    @property
    def prisoners(self) -> dict[Letter, int]:
        """Return how many stones each colour has taken."""
        by_black, by_white = self.position.captures
        return {"B": by_black, "W": by_white}

    @property
    def ko(self) -> Point | None:
        """Return where a ko may not be taken back at once, None if there is none."""
        point = self.position.ko_point
        return None if point == PASS else Point.of(point, self.position)

    def stone(self, at: str) -> Letter | None:
        """Return the colour of the stone at a vertex, None where it is vacant; raises UsageError.
        """
        colour = self.position.colour_at(self._point(at))
        return letter_of(colour) if colour else None

    @property
    def stones(self) -> npt.NDArray[np.int8]:
        """Return the board: int8 (rows, columns), Black 1, White -1, row 0 the top line."""
        position = self.position
        return np.frombuffer(position.cells, np.int8).reshape(position.rows, position.columns)

    def index(self, at: str) -> tuple[int, int]:
        """Return row and column of a vertex, to look into an array with; raises UsageError."""
        position = self.position
        row, column = divmod(self._point(at), position.columns)
        return row, column

    def _point(self, name: str) -> Index:
        tree = self._analyst.tree
        return point_named(checked_text(name, "D4"), tree.columns, tree.rows)
