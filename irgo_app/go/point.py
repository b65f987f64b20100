"""Points and colours: the numbers everything else is written in.

A *point* is an int, `row * columns + column`, counted from the top left. A *colour* is an int:
Black is +1 and White -1 everywhere, so the other side is `-colour` and every field is positive
where it is Black's.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from irgo_app.words import noted

Point: TypeAlias = int
Colour: TypeAlias = int

BLACK: Final[Colour] = 1
WHITE: Final[Colour] = -1
EMPTY: Final[Colour] = 0

PASS: Final[Point] = -1
"""The move that puts no stone on the board."""

LETTER_OF_COLOUR: Final = {BLACK: "B", WHITE: "W"}
NAME_OF_COLOUR: Final = {BLACK: noted("Black"), WHITE: noted("White"), EMPTY: noted("empty")}
