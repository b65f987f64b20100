"""Parameters that several layers share, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.errors import LayerError
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import Params
from irgo_app.settings.schema import Param

DEAD: Final = Param(
    "dead", str, "", "Dead stones",
    "Vertices of stones to take for dead, such as D4 Q10; each stands for its whole chain.")
KEEP: Final = "keep"
"""What the layer `colourmap` takes in place of dead stones: not even the obviously dead go."""

FUNCTION_PARAMS: Final = (
    Param("function", str, "tables", "Function",
          "tables: the fifteen of Tajima & Sanechika; 1/d and 1/2^d of the distance d.",
          choices=("tables", "1/d", "1/2^d")),
    Param("distance", str, "manhattan", "Distance", "How 1/d and 1/2^d measure.",
          choices=("manhattan", "euclidean")),
    Param("reach", int, 5, "Reach", "The distance at which 1/d and 1/2^d are cut.", 1, 10),
)
"""How far a stone's potential reaches (Tajima & Sanechika, appendix A and section 5)."""


def living_stones(position: Position, params: Params) -> npt.NDArray[np.int8]:
    """Return int8 (rows*columns): the stones taken for alive, read-only where that is all of them.

    Raises LayerError for a vertex that is no stone of the board.
    """
    stones = np.frombuffer(position.cells, dtype=np.int8)
    if params["dead"]:
        stones = stones.copy()
        stones[list(stones_named(position, str(params["dead"]), "dead"))] = 0
    return stones


def living_and_dead(
    position: Position, params: Params
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """Return two int8 arrays (rows*columns): `living_stones`, and those taken for dead."""
    living = living_stones(position, params)
    return living, np.frombuffer(position.cells, dtype=np.int8) - living


def dead_points(position: Position, params: Params) -> frozenset[Point]:
    """Return the stones that the parameter `dead` takes for dead; raises LayerError."""
    text = str(params["dead"])
    return frozenset() if text == KEEP else stones_named(position, text, "dead")


def stones_named(position: Position, text: str, key: str) -> frozenset[Point]:
    """Return the chains that a parameter names by vertices.

    Raises LayerError, which names the parameter `key`, for a vertex that is no stone of the board.
    """
    found = set[Point]()
    for word in re.findall(r"[A-Za-z]+[0-9]+|[^\s,;+/]+", text):
        point = _stone_at(position, word)
        if point is None:
            raise LayerError(
                "{key}={word}: there is no stone at {word}; name stones as in D4.",
                key=key, word=word)
        found |= position.chain(point)
    return frozenset(found)


def stones_text(position: Position, stones: Iterable[Point]) -> str:
    """Return the parameter that names stones: one vertex a chain, in order."""
    left, words = set(stones), []
    while left:
        first = min(left)
        left -= position.chain(first)
        words.append(vertex(first, position.columns, position.rows))
    return " ".join(words)


def _stone_at(position: Position, word: str) -> Point | None:
    try:
        point = point_of_vertex(word, position.columns, position.rows)
    except ValueError:
        return None
    return point if point >= 0 and position.cells[point] else None
