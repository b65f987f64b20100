"""Eyes that the attacker can kill by playing inside first, as diagrams.

Besides these every eye of one to three points is killable or no more than one eye. All turns and
mirror images count. Names as in the literature on nakade.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import Point

Shape: TypeAlias = frozenset[tuple[int, int]]

KILLABLE_SHAPES: Final[dict[str, tuple[str, ...]]] = {
    "square four": ("##",
                    "##"),
    "pyramid four": ("###",
                     ".#."),
    "bulky five": ("##.",
                   "###"),
    "crossed five": (".#.",
                     "###",
                     ".#."),
    "rabbity six": (".#.",
                    "###",
                    ".##"),
}
_LARGEST: Final = 6
_SPAN: Final = 3


def killable_name(eye: Iterable[Point], columns: int) -> str | None:
    """Return what a killable eye is called (`three points`, `bulky five` ...), None if it lives."""
    points = [divmod(point, columns) for point in eye]
    if len(points) <= 3:
        return ("one point", "two points", "three points")[len(points) - 1]
    if len(points) > _LARGEST:
        return None
    return _names_of_shapes().get(_at_origin(points))


@cache
def killable_shapes() -> npt.NDArray[np.bool_]:
    """Return bool (512): whether a shape of more than three points can be killed.

    Shapes within 3x3 points, moved to the origin: the point (row, column) is the bit row * 3 +
    column. No larger one can be killed.
    """
    found = np.zeros(1 << _SPAN * _SPAN, np.bool_)
    for shape in _names_of_shapes():
        found[sum(1 << row * _SPAN + column for row, column in shape)] = True
    found.flags.writeable = False
    return found


@cache
def _names_of_shapes() -> dict[Shape, str]:
    """Return the name of every killable shape in all its turns and mirror images."""
    found = {}
    for name, diagram in KILLABLE_SHAPES.items():
        cells = [(row, column) for row, line in enumerate(diagram)
                 for column, character in enumerate(line) if character == "#"]
        for _ in range(4):
            cells = [(column, -row) for row, column in cells]
            found[_at_origin(cells)] = name
            found[_at_origin([(row, -column) for row, column in cells])] = name
    return found


def _at_origin(cells: list[tuple[int, int]]) -> Shape:
    """Return cells moved so that the smallest row and column are 0."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)
