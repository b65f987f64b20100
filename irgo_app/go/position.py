"""A position: stones, side to move, ko point and prisoners, as one frozen value.

The board is `bytes`, one per point: 0 empty, 1 Black, 255 White, which is int8 0, +1, -1 to
numpy. Equality, hash and pickling are therefore free, and nothing here needs numpy.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from operator import attrgetter
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour, Point, topology

BLACK_CELL: Final = 1
WHITE_CELL: Final = 255
CELL_OF_COLOUR: Final = {BLACK: BLACK_CELL, WHITE: WHITE_CELL, EMPTY: 0}
_COLOUR_OF_CELL: Final = {BLACK_CELL: BLACK, WHITE_CELL: WHITE, 0: EMPTY}
_EXCHANGED: Final = bytes.maketrans(
    bytes([BLACK_CELL, WHITE_CELL]), bytes([WHITE_CELL, BLACK_CELL]))
_CHARACTER_OF_CELL: Final = {0: ".", BLACK_CELL: "X", WHITE_CELL: "O"}
_CELL_OF_CHARACTER: Final = {
    ".": 0, "+": 0, "X": BLACK_CELL, "#": BLACK_CELL, "O": WHITE_CELL, "o": WHITE_CELL,
}


_compared: Final = attrgetter("cells", "to_play", "ko_point", "captures", "columns", "rows")


PAST_MOVES: Final = 5
"""Moves that `Position.past` goes back."""
PAST_BOARDS: Final = 3
"""Of those moves, the latest whose boards are kept."""
Past: TypeAlias = tuple[tuple[Point, bytes], ...]


class Position(Struct, frozen=True, eq=False):
    """What lies on the board and whose turn it is.

    cells -- one byte a point in reading order: 0, 1 (Black), 255 (White)
    to_play -- BLACK or WHITE
    ko_point -- the point `to_play` may not retake at once, or PASS if there is none
    captures -- stones taken off so far: (by Black, by White)
    order -- the points of the stones that were played, in that order, as `packed_points` writes
    them; stones of setup are not in it. Positions are equal whatever their order
    past -- the last moves, the latest first, at most PAST_MOVES: each its point (or PASS) and, for
    the latest PAST_BOARDS, the cells before it, else b"". Their colours alternate back from the
    opponent of `to_play`. Positions are equal whatever their past
    """

    columns: int
    rows: int
    cells: bytes
    to_play: Colour = BLACK
    ko_point: Point = PASS
    captures: tuple[int, int] = (0, 0)
    order: bytes = b""
    past: Past = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and _compared(self) == _compared(other)

    def __ne__(self, other: object) -> bool:
        # A Struct's own knows nothing of __eq__ above.
        return not self == other

    def __hash__(self) -> int:
        return hash(_compared(self))

    @classmethod
    def empty(cls, columns: int = 19, rows: int | None = None) -> Position:
        """Return an empty board, Black to play; raises ValueError for sizes outside 2 to 52."""
        rows = columns if rows is None else rows
        topology(columns, rows)
        return cls(columns, rows, bytes(columns * rows))

    @classmethod
    def from_diagram(cls, diagram: str | list[str], to_play: Colour = BLACK) -> Position:
        """Return the position of a text diagram: `.` empty, `X` or `#` Black, `O` White.

        Blanks within lines and empty lines are ignored. Raises ValueError if the lines differ in
        length or hold another character. Chains without liberties are not taken off.
        """
        lines = diagram.splitlines() if isinstance(diagram, str) else diagram
        rows = ["".join(line.split()) for line in lines if line.strip()]
        if len({len(row) for row in rows}) != 1:
            raise ValueError("the lines of a diagram must be equally long")
        try:
            cells = bytes(_CELL_OF_CHARACTER[character] for row in rows for character in row)
        except KeyError as error:
            raise ValueError(f"a diagram has no character {error.args[0]!r}") from None
        topology(len(rows[0]), len(rows))
        return cls(len(rows[0]), len(rows), cells, to_play)

    def diagram(self) -> list[str]:
        """Return the rows from the top as strings of `.`, `X` (Black), `O` (White)."""
        text = "".join(_CHARACTER_OF_CELL[cell] for cell in self.cells)
        return [text[start:start + self.columns] for start in range(0, len(text), self.columns)]

    def colour_at(self, point: Point) -> Colour:
        """Return BLACK, WHITE or EMPTY."""
        return _COLOUR_OF_CELL[self.cells[point]]

    def vertex(self, point: Point) -> str:
        """Return a point as GTP names it; PASS is `pass`."""
        return vertex(point, self.columns, self.rows)

    def stone_count(self) -> int:
        """Return the number of stones of both colours."""
        return len(self.cells) - self.cells.count(0)

    def chain(self, point: Point) -> frozenset[Point]:
        """Return the stones joined to the stone at `point`; empty where there is none."""
        cell = self.cells[point]
        if not cell:
            return frozenset()
        neighbours = topology(self.columns, self.rows).neighbours
        seen, found = {point}, [point]
        for stone in found:
            for near in neighbours[stone]:
                if self.cells[near] == cell and near not in seen:
                    seen.add(near)
                    found.append(near)
        return frozenset(seen)

    def liberties(self, point: Point) -> frozenset[Point]:
        """Return the liberties of the chain at `point`."""
        neighbours = topology(self.columns, self.rows).neighbours
        return frozenset(
            near for stone in self.chain(point) for near in neighbours[stone]
            if not self.cells[near]
        )

    def with_stones(self, stones: dict[Point, Colour]) -> Position:
        """Return the position with stones put or removed as in setup: nothing is captured."""
        cells = bytearray(self.cells)
        for point, colour in stones.items():
            cells[point] = CELL_OF_COLOUR[colour]
        order = without_points(self.order, stones)
        return replace(self, cells=bytes(cells), ko_point=PASS, order=order, past=())

    def with_to_play(self, colour: Colour) -> Position:
        """Return the position with the turn given to a colour; a ko is barred if it is its turn."""
        return self if colour == self.to_play else replace(
            self, to_play=colour, ko_point=PASS, past=())

    def with_colours_exchanged(self) -> Position:
        """Return the position with Black's part and White's exchanged, the turn with them."""
        past = tuple((point, cells.translate(_EXCHANGED)) for point, cells in self.past)
        return replace(self, cells=self.cells.translate(_EXCHANGED), to_play=-self.to_play,
                       captures=self.captures[::-1], past=past)


def past_after(past: Past, point: Point, cells: bytes) -> Past:
    """Return the past after one more move; cells -- the board before it."""
    if len(past) == PAST_MOVES:
        # Most positions come here, and a search makes many.
        first, second, third, fourth, _ = past
        return ((point, cells), first, second, (third[0], b""), fourth)
    if len(past) < PAST_BOARDS:
        return ((point, cells), *past)
    return ((point, cells), *past[:PAST_BOARDS - 1], (past[PAST_BOARDS - 1][0], b""),
            *past[PAST_BOARDS:])


def packed_points(points: Iterable[Point]) -> bytes:
    """Return points as two bytes each, the low one first."""
    found = tuple(points)
    return struct.pack(f"<{len(found)}H", *found)


def unpacked_points(packed: bytes) -> list[Point]:
    """Return the points of `packed_points`."""
    return list(struct.unpack(f"<{len(packed) // 2}H", packed))


def without_points(packed: bytes, gone: Iterable[Point]) -> bytes:
    """Return packed points less those that are gone."""
    if not packed:
        return packed
    missing = set(gone)
    return packed_points(point for point in unpacked_points(packed) if point not in missing)
