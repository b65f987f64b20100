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
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable, Label, Mark, MarkShape, Outline
from irgo_app.draw.signs import Meaning, Sign
from irgo_app.go.coordinates import vertex_order
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Colour, Point
from irgo_app.go.position import Position, unpacked_points
from irgo_app.layers.chance import chances
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.params import DEAD, FUNCTION_PARAMS, living_stones
from irgo_app.layers.reading_tables import MadeWhenAsked
from irgo_app.layers.results import Points, Region, Regions, Result, Values, in_json
from irgo_app.layers.watershed_areas import Mask, Whole, basins_of
from irgo_app.settings.param import Param

_CLOSES_BY: Final = 10
_CLOSES_TIMES: Final = 1.5
"""A stone closes a moyo if the inner area of its colour grows by so many points and so often."""

_MARKED_FROM: Final = 6
"""Points a contiguous moyo has at least for its weak points to be marked on the board."""

@dataclass(frozen=True, slots=True)
class WeakPoint:
    """A point of least potential on the boundary of an area; potential -- Black positive."""

    point: Point = field(metadata=in_json(points=Points.SET))
    potential: float


@dataclass(frozen=True, slots=True)
class MoyoRegion(Region):
    """An inner area.

    moyo -- the number, from 1, of the contiguous moyo of its colour that it is part of
    extremum -- its minimal points; weak_points -- where it is entered most easily
    points_estimate -- what such areas became worth, None for functions that were not measured
    """

    moyo: int
    extremum: tuple[Point, ...] = field(metadata=in_json(points=Points.SET))
    weak_points: tuple[WeakPoint, ...]
    points_estimate: float | None = field(metadata=in_json(is_optional=True))


@dataclass(frozen=True, slots=True)
class Completion:
    """The stones (equally good) after which a colour's inner area is largest.

    inner, inner_after -- its points before and after; closes -- whether that closes a moyo
    """

    stones: tuple[Point, ...] = field(metadata=in_json(points=Points.SET))
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
            found, key=lambda point: vertex_order(point, self.columns)))


@dataclass(frozen=True, slots=True, eq=False)
class Moyos(Regions):
    """The inner areas of both colours, Black's first.

    inner -- int8 (rows, columns): +1 for Black's inner points, -1 for White's
    moyos -- for each colour the points of its contiguous moyos; completion -- if asked for
    """

    regions: MoyoRegions
    inner: npt.NDArray[np.int8]
    moyos: Mapping[Colour, tuple[int, ...]]
    completion: Mapping[Colour, Completion] | None = field(metadata=in_json(is_optional=True))


class MoyoField:
    """The moyos followed through a game; remembers the potential after every stone of the order."""

    def __init__(self, columns: int, rows: int, params: Params) -> None:
        from irgo_app.kernels.potential_tables import scale_of, stamps

        self._columns, self._rows, self._params = columns, rows, params
        function = str(params["function"])
        self._stamps = stamps(columns, rows, function, str(params["distance"]),
                              int(params["reach"]))
        self._scale = scale_of(function)
        self._setup = np.zeros(columns * rows, np.int8)
        self._order, self._colours = np.zeros(0, np.int16), np.zeros(0, np.int8)
        self._after: list[Whole] = [np.zeros(columns * rows, np.int64)]

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
                     areas.sizes(), completion)

    def _potential(self, position: Position, living: npt.NDArray[np.int8]) -> Whole:
        """Return the potential; a stone in its own inner area counts as `reinforce` says."""
        order = np.zeros(0, np.int16)
        if self._params["reinforce"] == "boundary":
            order = np.array(unpacked_points(position.order), np.int16)
        order = order[living[order] != 0]
        colours = living[order]
        setup = living.copy()
        setup[order] = 0
        if not np.array_equal(setup, self._setup):
            from irgo_app.kernels.potential import add_changes

            start = np.zeros_like(self._after[0])
            add_changes(np.zeros_like(setup), setup, self._stamps, start)
            self._setup, self._order, self._after = setup, order[:0], [start]
            self._colours = colours[:0]
        length = min(order.size, self._order.size)
        is_new = ((order[:length] != self._order[:length])
                  | (colours[:length] != self._colours[:length]))
        known = int(is_new.argmax()) if is_new.any() else length
        del self._after[known + 1:]
        self._order, self._colours = order, colours
        if known < order.size:
            self._after += self._with_stones(known)
        return self._after[-1]

    def _with_stones(self, known: int) -> list[Whole]:
        """Return the potential after each of the stones beyond those that are known."""
        from irgo_app.kernels.kept_scratch import kept_scratch
        from irgo_app.kernels.moyo_areas import add_inside, new_moyo_scratch
        from irgo_app.kernels.tables import neighbour_table

        order, colours, stones = self._order, self._colours, self._setup.copy()
        stones[order[:known]] = colours[:known]
        found = np.empty((order.size - known + 1, stones.size), np.int64)
        found[0] = self._after[-1]
        add_inside(order[known:], colours[known:], stones, self._stamps,
                   neighbour_table(self._columns, self._rows),
                   kept_scratch(new_moyo_scratch, stones.size), found)
        return list(found[1:])

    def _completion(
        self, areas: _Areas, colour: Colour, cancel: CancelFlag | None
    ) -> Completion:
        """Return the stone of a colour after which its inner area is largest; plain influence."""
        from irgo_app.kernels.potential import add_stamp

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
        from irgo_app.kernels.kept_scratch import kept_scratch
        from irgo_app.kernels.moyo_areas import list_areas, new_moyo_list, new_moyo_scratch
        from irgo_app.kernels.tables import neighbour_table

        self.position, self.whole, self._scale = position, whole, scale
        self._has_curve = params["function"] == "tables"
        self.is_vacant: Mask = living == 0
        self.is_vacant &= np.frombuffer(position.cells, np.int8) == 0
        self.has_both = bool((living > 0).any() and (living < 0).any())
        self._list = new_moyo_list(whole.size)
        self._count: int = list_areas(
            whole, self.is_vacant, float(params["level"]) * scale, self.has_both,
            neighbour_table(position.columns, position.rows),
            kept_scratch(new_moyo_scratch, whole.size), self._list)
        self.inner = self._list.inner

    def regions(self) -> MoyoRegions:
        """Return the areas, Black's first, large ones first."""
        out, count = self._list, self._count
        ends, weak_ends = out.ends[:count + 1], out.weak_ends[:count + 1]
        points, weak = out.points[:ends[-1]], out.weak[:weak_ends[-1]]
        heights = np.zeros(count)
        has_weak = weak_ends[1:] > weak_ends[:-1]
        heights[has_weak] = self.whole[weak[weak_ends[:-1][has_weak]]] / self._scale
        return MoyoRegions(
            points, out.is_low[:points.size], ends, out.colours[:count], out.moyos[:count], weak,
            weak_ends, heights, self._worth(points, ends), self.position.columns)

    def sizes(self) -> dict[Colour, tuple[int, ...]]:
        """Return how many points each contiguous moyo of a colour has, by its number."""
        return {colour: tuple(sizes[sizes > 0].tolist())
                for colour, sizes in zip((BLACK, WHITE), self._list.moyo_sizes, strict=True)}

    def _worth(self, points: npt.NDArray[np.int16], ends: npt.NDArray[np.int32]) -> Values:
        """Return how many points of each area should stay its owner's; nothing without a curve."""
        if not self._has_curve:
            return np.zeros(0)
        worth = chances("moyo", np.abs(self.whole[points]) / self._scale, self.position)
        areas = np.repeat(np.arange(self._count), np.diff(ends))
        summed = np.bincount(areas, worth, minlength=self._count).tolist()
        return np.array([round(total, 1) for total in summed])


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Moyos:
    """Return the inner areas of both colours."""
    return MoyoField(position.columns, position.rows, params).step_to(position, cancel)


def draw(result: Result) -> tuple[Drawable, ...]:
    """Return a dashed outline round each contiguous moyo, and its weak points marked."""
    assert isinstance(result, Moyos)
    moyos: dict[tuple[Colour, int], list[Point]] = {}
    marks: list[Drawable] = []
    for region in result.regions:
        number = region.moyo
        moyos.setdefault((region.colour, number), []).extend(region.points)
        if result.moyos[region.colour][number - 1] >= _MARKED_FROM:
            marks += [Mark(weak.point, MarkShape.WEAK_POINT) for weak in region.weak_points]
    for colour, found in (result.completion or {}).items():
        if found.closes:
            marks += [Label(stone, LETTER_OF_COLOUR[colour], ()) for stone in found.stones]
    outlines = [Outline(colour, tuple(sorted(points)), is_dashed=True)
                for (colour, _), points in moyos.items()]
    return (*outlines, *marks)


LAYER = Layer(
    name="moyo",
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
              "Look for the stone that would make the inner area largest."),
        *FUNCTION_PARAMS,
        DEAD,
    ),
    draw=draw,
    legend="dashed lines enclose inner areas, red diamonds are their weak points",
    tracker=MoyoField,
    uses_order=True,
    signs=(
        Meaning(Sign.BLACK_DASHES, "Black's framework"),
        Meaning(Sign.WHITE_DASHES, "White's framework"),
        Meaning(Sign.RED_DIAMOND, "where it is thin"),
    ),
)
