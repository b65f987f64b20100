"""The layer `colourmap`: which points and links of the board each colour controls.

Drawn as irgo's author draws it: coloured links as lines along the grid, coloured vacant points as
dots. Source: the README of irgo, step 1, after the Swim colour map; the rules are written down in
docs/layers/colourmap.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.signs import Meaning, Sign
from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.params import KEEP
from irgo_app.layers.results import Links, Points, Reading, Result, in_json
from irgo_app.settings.param import Param


@dataclass(frozen=True, slots=True, eq=False)
class ColouredBoard(Links):
    """The colour map; dead -- the stones taken off for it, None if all were kept."""

    dead: tuple[Point, ...] | None = field(metadata=in_json(points=Points.SET, is_optional=True))


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> ColouredBoard:
    """Return the coloured links and vacant points, with or without the obviously dead stones."""
    reading = inputs["reading"]
    assert isinstance(reading, Reading)
    is_kept = params["dead"] == KEEP
    found = reading.first_map if is_kept else reading.final_map
    stones = np.frombuffer(position.cells, np.int8).copy()
    if not is_kept:
        stones[list(reading.dead)] = 0
    points, links = {}, {}
    for colour in (BLACK, WHITE):
        is_coloured = (found.points == colour) & (stones == 0)
        points[colour] = tuple(np.flatnonzero(is_coloured).tolist())
        pairs: list[tuple[Point, Point]] = []
        for way, reach in ((0, 1), (1, position.columns)):
            firsts = np.flatnonzero(found.links[way] == colour)
            pairs += zip(firsts.tolist(), (firsts + reach).tolist(), strict=True)
        links[colour] = tuple(sorted(pairs))
    return ColouredBoard(points, links, None if is_kept else reading.dead)


LAYER = Layer(
    name="colourmap",
    title="Colour map",
    kind=Links,
    unit="links and points controlled",
    source="irgo, step 1 of its algorithm (Swim colour map)",
    compute=compute,
    params=(
        Param("dead", str, "", "Dead stones",
              "Vertices of stones to take for dead, such as D4 Q10, beside the obviously dead; "
              "keep: the map before any are taken off."),
    ),
    needs=("reading",),
    legend="blue links and dots are Black's, red ones White's",
    short="Colours",
    signs=(
        Meaning(Sign.BLUE_LINE, "Black controls the link or point"),
        Meaning(Sign.RED_LINE, "White controls it"),
    ),
)
