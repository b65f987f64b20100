"""The layer `colourmap`: which points and links of the board each colour controls.

Drawn as irgo's author draws it: coloured links as lines along the grid, coloured vacant points as
dots. Source: the README of irgo, step 1, after the Swim colour map; the rules are written down in
docs/layers/colourmap.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Meaning, Sign
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import KEEP, Layer, Params
from irgo_app.layers.results import JsonForm, Links, Points, Reading, Result
from irgo_app.settings import Param

_COLOURS: Final = (BLACK, WHITE)


class ColouredBoard(Links, frozen=True, eq=False):
    """The colour map; dead -- the stones taken off for it, None if all were kept."""

    dead: Annotated[tuple[Point, ...] | None, JsonForm(points=Points.SET, is_optional=True)]


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> ColouredBoard:
    """Return the coloured links and vacant points, with or without the obviously dead stones."""
    reading = inputs["reading"]
    assert isinstance(reading, Reading)
    is_kept = params["dead"] == KEEP
    found = reading.first_map if is_kept else reading.final_map
    stones = np.frombuffer(position.cells, np.int8)
    if not is_kept and reading.dead:
        stones = stones.copy()
        stones[list(reading.dead)] = 0
    return ColouredBoard(
        ColouredPoints(np.where(stones == 0, found.points, 0).astype(np.int8)),
        ColouredPairs(found.links, position.columns), None if is_kept else reading.dead)


@dataclass(frozen=True, slots=True, eq=False)
class ColouredPoints(Mapping[Colour, tuple[Point, ...]]):
    """The coloured vacant points of each colour, listed when they are asked for.

    colours -- int8 (n): the colour of a vacant point, else 0
    """

    colours: npt.NDArray[np.int8]

    def __getitem__(self, colour: Colour) -> tuple[Point, ...]:
        if colour not in _COLOURS:
            raise KeyError(colour)
        return tuple(np.flatnonzero(self.colours == colour).tolist())

    def __iter__(self) -> Iterator[Colour]:
        return iter(_COLOURS)

    def __len__(self) -> int:
        return len(_COLOURS)


@dataclass(frozen=True, slots=True, eq=False)
class ColouredPairs(Mapping[Colour, tuple[tuple[Point, Point], ...]]):
    """The coloured links of each colour, listed when they are asked for.

    links -- int8 (2, n): the colours of the links to the right and downwards, 0 for none
    """

    links: npt.NDArray[np.int8]
    columns: int

    def __getitem__(self, colour: Colour) -> tuple[tuple[Point, Point], ...]:
        if colour not in _COLOURS:
            raise KeyError(colour)
        pairs: list[tuple[Point, Point]] = []
        for way, reach in ((0, 1), (1, self.columns)):
            firsts = np.flatnonzero(self.links[way] == colour)
            pairs += zip(firsts.tolist(), (firsts + reach).tolist(), strict=True)
        return tuple(sorted(pairs))

    def __iter__(self) -> Iterator[Colour]:
        return iter(_COLOURS)

    def __len__(self) -> int:
        return len(_COLOURS)


LAYER = Layer(
    name="colourmap",
    title="Colour map",
    kind=Links,
    unit="links and points controlled",
    source="irgo, step 1 of its algorithm (Swim colour map)",
    compute=compute,
    params=(
        Param("dead", str, "", "Dead stones",
              "Stones to count as dead, such as D4 Q10, besides the obviously dead; keep: the map "
              "before any are taken off."),
    ),
    needs=("reading",),
    legend="blue links and dots are Black's, red ones White's",
    short="Colours",
    signs=(
        Meaning(Sign.BLUE_LINE, "Black controls the link or point"),
        Meaning(Sign.RED_LINE, "White controls it"),
    ),
)
