"""The layer `moyo`: the inner areas of large frameworks, by the watershed of the potential.

For Black (White with the sign reversed): go from a vacant point of positive potential downhill to
the lowest neighbour, stones included, as long as it goes down; where the way ends at 0 or above
the start is inner, where it ends below 0 it is outer. Inner points that run into the same minimal
plateau form one area. Source: Tajima & Sanechika, "Determination of Inner Areas of Moyo by
Potential Values" (the "watershed method"), rule b; its two remedies of section 7 are the parameters
`level` and `reinforce`. Readings where the paper is silent: docs/layers/moyo.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable, Label, Mark, MarkShape, Meaning, Outline, Sign
from irgo_app.go.coordinates import vertex_order
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Colour, Point, nearest_to_middle
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.layers.layer import (DEAD, FUNCTION_PARAMS, Layer, Params, chances_by_unit,
                                   living_stones)
from irgo_app.layers.reading import MadeWhenAsked
from irgo_app.layers.results import JsonForm, Points, Region, Regions, Result, Values
from irgo_app.settings import Param

NAME: Final = "moyo"
Whole: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]


def basins_of(values: Whole, columns: int, rows: int) -> npt.NDArray[np.int32]:
    """Return int32 (n): -1 or the basin that each point of a colour runs into; its view."""
    from irgo_app.kernels.grid import kept_scratch, neighbour_table
    from irgo_app.kernels.watershed import new_watershed_scratch, watershed

    basins, is_low = np.empty(values.size, np.int32), np.empty(values.size, np.bool_)
    watershed(values, neighbour_table(columns, rows),
              kept_scratch(new_watershed_scratch, values.size), is_low, basins)
    return basins


_CLOSES_BY: Final = 10
_CLOSES_TIMES: Final = 1.5
"""A stone closes a moyo if the inner area of its colour grows by so many points and so often."""

_PACKED: Final = np.dtype("<u2")
"""A point in the order of a position, as `packed_points` writes it."""
_MARKED_FROM: Final = 6
"""Points a contiguous moyo has at least for its weak points to be marked on the board."""

class WeakPoint(Struct, frozen=True):
    """A point of least potential on the boundary of an area; potential -- Black positive."""

    point: Annotated[Point, JsonForm(points=Points.SET)]
    potential: float


class MoyoRegion(Region, frozen=True):
    """An inner area.

    moyo -- the number, from 1, of the contiguous moyo of its colour that it is part of
    extremum -- its minimal points; weak_points -- where it is entered most easily
    points_estimate -- what such areas became worth, None for functions that were not measured
    """

    moyo: int
    extremum: Annotated[tuple[Point, ...], JsonForm(points=Points.SET)]
    weak_points: tuple[WeakPoint, ...]
    points_estimate: Annotated[float | None, JsonForm(is_optional=True)]


class Completion(Struct, frozen=True):
    """The stones (equally good) after which a colour's inner area is largest.

    inner, inner_after -- its points before and after; closes -- whether that closes a moyo
    """

    stones: Annotated[tuple[Point, ...], JsonForm(points=Points.SET)]
    inner: int
    inner_after: int
    closes: bool


@dataclass(frozen=True, slots=True, eq=False)
class MoyoRegions(MadeWhenAsked[MoyoRegion]):
    """Inner areas as arrays, one area after the other.

    points -- int16; is_low -- bool: of each whether it is minimal; ends -- int32 (areas + 1)
    colours -- int8, moyos -- int16: of each area; weak -- int16: the weak points, and where those
    of an area end: weak_ends -- int32 (areas + 1); heights -- float64: their potential
    estimates -- float64, what each area is worth, none for functions that were not measured
    """

    points: npt.NDArray[np.int16]
    is_low: Mask
    ends: npt.NDArray[np.int32]
    colours: npt.NDArray[np.int8]
    moyos: npt.NDArray[np.int16]
    weak: npt.NDArray[np.int16]
    weak_ends: npt.NDArray[np.int32]
    heights: Values
    estimates: Values
    columns: int

    def __len__(self) -> int:
        return self.colours.size

    def worth(self, colour: Colour) -> float:
        """Return what the areas of a colour are worth; as many as their points if not measured."""
        is_own = self.colours == colour
        counted = self.estimates if self.estimates.size else np.diff(self.ends)
        return float(sum(counted[is_own].tolist()))

    def _made(self, index: int) -> MoyoRegion:
        inside = slice(int(self.ends[index]), int(self.ends[index + 1]))
        points = self.points[inside]
        return MoyoRegion(
            int(self.colours[index]), tuple(points.tolist()), int(self.moyos[index]),
            tuple(points[self.is_low[inside]].tolist()), self._weak_points(index),
            float(self.estimates[index]) if self.estimates.size else None)

    def _weak_points(self, index: int) -> tuple[WeakPoint, ...]:
        found = self.weak[self.weak_ends[index]:self.weak_ends[index + 1]].tolist()
        height = float(self.heights[index])
        amount = int(height) if height == int(height) else height
        return tuple(WeakPoint(point, amount) for point in sorted(
            found, key=vertex_order(self.columns)))


class Moyos(Regions, frozen=True, eq=False):
    """The inner areas of both colours, Black's first.

    inner -- int8 (rows, columns): +1 for Black's inner points, -1 for White's
    moyos -- for each colour the points of its contiguous moyos; completion -- if asked for
    drawn_from -- so many points a contiguous moyo has at least to be drawn
    """

    regions: MoyoRegions
    inner: npt.NDArray[np.int8]
    moyos: Mapping[Colour, tuple[int, ...]]
    drawn_from: int
    completion: Annotated[Mapping[Colour, Completion] | None, JsonForm(is_optional=True)]

    def size_of(self, region: MoyoRegion) -> int:
        """Return how many points the contiguous moyo has that an area is part of."""
        return self.moyos[region.colour][region.moyo - 1]

    def worth_of(self, region: MoyoRegion) -> float | None:
        """Return what that moyo is worth, None for functions that were not measured."""
        found = [part.points_estimate for part in self.regions
                 if (part.colour, part.moyo) == (region.colour, region.moyo)]
        return None if None in found else sum(worth for worth in found if worth is not None)


class MoyoField:
    """The moyos followed through a game; remembers the potential after every stone of the order."""

    def __init__(self, columns: int, rows: int, params: Params) -> None:
        from irgo_app.kernels.spreading import scale_of, stamps
        from irgo_app.kernels.watershed import new_moyo_trail

        self._columns, self._rows, self._params = columns, rows, params
        function = str(params["function"])
        self._stamps = stamps(columns, rows, function, str(params["distance"]),
                              int(params["reach"]))
        self._scale = scale_of(function)
        self._trail = new_moyo_trail(columns * rows)

    def step_to(self, position: Position, cancel: CancelFlag | None = None) -> Moyos:
        """Return the moyos of a position."""
        living = living_stones(position, self._params)
        whole = self._potential(position, living)
        areas = _Areas(position, living, whole, self._scale, self._params)
        completion = None
        if self._params["completion"] and areas.has_both:
            completion = {colour: self._completion(areas, colour, cancel)
                          for colour in (BLACK, WHITE)}
        return Moyos(areas.regions(), areas.inner.reshape(position.rows, position.columns),
                     areas.sizes(), int(self._params["drawn_from"]), completion)

    def _potential(self, position: Position, living: npt.NDArray[np.int8]) -> Whole:
        """Return the potential; a stone in its own inner area counts as `reinforce` says."""
        from irgo_app.kernels.grid import kept_scratch, neighbour_table
        from irgo_app.kernels.watershed import follow_stones, new_moyo_scratch

        is_followed = self._params["reinforce"] == "boundary"
        order = np.frombuffer(position.order if is_followed else b"", _PACKED).astype(np.int16)
        length: int = follow_stones(
            living, order, self._stamps, neighbour_table(self._columns, self._rows),
            kept_scratch(new_moyo_scratch, living.size), np.empty_like(living), self._trail)
        after: Whole = self._trail.after[length]
        return after

    def _completion(self, areas: _Areas, colour: Colour, cancel: CancelFlag | None) -> Completion:
        """Return the stone of a colour after which its inner area is largest; plain influence."""
        from irgo_app.kernels.spreading import add_stamp

        before = int((areas.inner == colour).sum())
        most, best = before, list[Point]()
        for point in np.flatnonzero(areas.is_vacant).tolist():
            if cancel:
                break
            whole = areas.whole.copy()
            add_stamp(point, colour, self._stamps, whole)
            inner = basins_of(colour * whole, self._columns, self._rows) >= 0
            inner &= areas.is_vacant
            count = int(inner.sum()) - int(inner[point])
            if count > most:
                most, best = count, [point]
            elif count == most and best:
                best.append(point)
        closes = most >= max(before + _CLOSES_BY, _CLOSES_TIMES * before)
        return Completion(tuple(best), before, most, bool(closes))


class _Areas:
    """The inner areas of one position; inner -- int8 (n), +1 in Black's, -1 in White's."""

    def __init__(
        self, position: Position, living: npt.NDArray[np.int8], whole: Whole, scale: float,
        params: Params,
    ) -> None:
        from irgo_app.kernels.grid import kept_scratch, neighbour_table
        from irgo_app.kernels.watershed import list_areas, new_moyo_list, new_moyo_scratch

        self.position, self.whole, self._scale = position, whole, scale
        self._has_curve = params["function"] == "tables"
        self.is_vacant: Mask = living == 0
        if params["dead"]:
            self.is_vacant &= np.frombuffer(position.cells, np.int8) == 0
        cells = living.tobytes()
        self.has_both = all(CELL_OF_COLOUR[colour] in cells for colour in (BLACK, WHITE))
        chances = chances_by_unit("moyo", scale, position) if self._has_curve else np.zeros(0)
        self._list = new_moyo_list(whole.size)
        self._count: int = list_areas(
            whole, self.is_vacant, float(params["level"]) * scale, self.has_both,
            neighbour_table(position.columns, position.rows), chances,
            kept_scratch(new_moyo_scratch, whole.size), self._list)
        self.inner = self._list.inner

    def regions(self) -> MoyoRegions:
        """Return the areas, Black's first, large ones first."""
        out, count = self._list, self._count
        ends, weak_ends = out.ends[:count + 1], out.weak_ends[:count + 1]
        points, weak = out.points[:ends[-1]], out.weak[:weak_ends[-1]]
        worth = [round(worth, 1) for worth in out.worth[:count].tolist()] if self._has_curve else []
        return MoyoRegions(
            points, out.is_low[:points.size], ends, out.colours[:count], out.moyos[:count], weak,
            weak_ends, out.heights[:count] / self._scale, np.array(worth), self.position.columns)

    def sizes(self) -> dict[Colour, tuple[int, ...]]:
        """Return how many points each contiguous moyo of a colour has, by its number."""
        return {colour: tuple(sizes[sizes > 0].tolist())
                for colour, sizes in zip((BLACK, WHITE), self._list.moyo_sizes, strict=True)}


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Moyos:
    """Return the inner areas of both colours."""
    return MoyoField(position.columns, position.rows, params).step_to(position, cancel)


def draw(result: Result) -> tuple[Drawable, ...]:
    """Return a dashed outline round each contiguous moyo, its worth in it, its weak points marked.
    """
    assert isinstance(result, Moyos)
    moyos: dict[tuple[Colour, int], list[MoyoRegion]] = {}
    marks: list[Drawable] = []
    for region in result.regions:
        if result.size_of(region) < result.drawn_from:
            continue
        moyos.setdefault((region.colour, region.moyo), []).append(region)
        if result.size_of(region) >= _MARKED_FROM:
            marks += [Mark(weak.point, MarkShape.WEAK_POINT) for weak in region.weak_points]
    for largest, *_ in moyos.values():
        worth = result.worth_of(largest) or 0.0
        if result.size_of(largest) >= _MARKED_FROM and round(worth):
            first, *others = nearest_to_middle(
                largest.points, largest.points, result.inner.shape[1])
            marks.append(Label(first, f"{worth:.0f}", tuple(others)))
    for colour, found in (result.completion or {}).items():
        if found.closes:
            marks += [Label(stone, LETTER_OF_COLOUR[colour], ()) for stone in found.stones]
    outlines = [Outline(colour, tuple(sorted(point for part in parts for point in part.points)),
                        is_dashed=True) for (colour, _), parts in moyos.items()]
    return (*outlines, *marks)


LAYER = Layer(
    name=NAME,
    title="Moyo",
    kind=Regions,
    unit="inner areas, by potential",
    source="Tajima & Sanechika, Determination of Inner Areas of Moyo by Potential Values",
    compute=compute,
    params=(
        Param("reinforce", str, "boundary", "A stone inside its own area",
              "boundary: in a game, a stone put into its own inner area counts on the boundary "
              "only, so that the area does not shrink; plain: it counts like any other.",
              choices=("boundary", "plain")),
        Param("level", float, 0.0, "Inner above",
              "All points with more absolute potential than this are inner; 0 for none, "
              "40 for the usual.", 0.0, 500.0),
        Param("completion", bool, False, "Completion",
              "Look for the stone that would make the inner area largest: B or W on the board."),
        Param("drawn_from", int, 4, "Smallest moyo",
              "Points of the smallest framework that is drawn; the paper's has every one.", 1, 361),
        *FUNCTION_PARAMS,
        DEAD,
    ),
    draw=draw,
    legend="dashed lines enclose inner areas, with about what they are worth; red diamonds are "
           "their weak points",
    tracker=MoyoField,
    uses_order=True,
    signs=(
        Meaning(Sign.BLACK_DASHES, "Black's framework, and its worth"),
        Meaning(Sign.WHITE_DASHES, "White's framework, and its worth"),
        Meaning(Sign.RED_DIAMOND, "where it is thin"),
    ),
)
