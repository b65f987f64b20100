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
from irgo_app.layers.params import DEAD, FUNCTION_PARAMS, living_and_dead
from irgo_app.layers.results import Points, Region, Regions, Result, in_json
from irgo_app.layers.watershed_areas import (
    Mask,
    Whole,
    boundary_of,
    contiguous_parts,
    relief_of,
)
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
class Moyos(Regions):
    """The inner areas of both colours, Black's first.

    inner -- int8 (rows, columns): +1 for Black's inner points, -1 for White's
    moyos -- for each colour the points of its contiguous moyos; completion -- if asked for
    """

    regions: tuple[MoyoRegion, ...]
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
        self._played: list[tuple[Point, Colour]] = []
        self._after: list[Whole] = [np.zeros(columns * rows, np.int64)]

    def step_to(self, position: Position, cancel: CancelFlag | None = None) -> Moyos:
        """Return the moyos of a position."""
        living, _ = living_and_dead(position, self._params)
        whole = self._potential(position, living)
        areas = _Areas(position, living, whole, self._scale, self._params)
        completion = None
        if self._params["completion"] and areas.has_both:
            completion = {colour: self._completion(areas, colour, cancel)
                          for colour in (BLACK, WHITE)}
        return Moyos(areas.regions(), areas.map(), areas.sizes(), completion)

    def _potential(self, position: Position, living: npt.NDArray[np.int8]) -> Whole:
        """Return the potential; a stone in its own inner area counts as `reinforce` says."""
        order = unpacked_points(position.order) if self._params["reinforce"] == "boundary" else []
        colours = living.tolist()
        played = [(point, colours[point]) for point in order if colours[point]]
        setup = living.copy()
        setup[[point for point, _ in played]] = 0
        if not np.array_equal(setup, self._setup):
            from irgo_app.kernels.potential import add_changes

            start = np.zeros_like(self._after[0])
            add_changes(np.zeros_like(setup), setup, self._stamps, start)
            self._setup, self._played, self._after = setup, [], [start]
        shared = 0
        for now, before in zip(played, self._played, strict=False):
            if now != before:
                break
            shared += 1
        del self._after[shared + 1:]
        stones = setup.copy()
        for point, colour in played[:shared]:
            stones[point] = colour
        for point, colour in played[shared:]:
            self._after.append(self._with_stone(self._after[-1], stones, point, colour))
            stones[point] = colour
        self._played = played
        return self._after[-1]

    def _with_stone(
        self, whole: Whole, stones: npt.NDArray[np.int8], point: Point, colour: Colour
    ) -> Whole:
        """Return the potential with one more stone (Tajima & Sanechika, section 7).

        Inside its own inner area a stone strengthens the boundary only; if even that would shrink
        the area, it counts nowhere.
        """
        from irgo_app.kernels.potential import add_stamp

        stamp = np.zeros_like(whole)
        add_stamp(point, colour, self._stamps, stamp)
        has_both = bool((stones == colour).any() and (stones == -colour).any())
        if not has_both or colour * whole[point] < 0:
            return whole + stamp
        relief = relief_of(colour * whole, self._columns, self._rows)
        inner = (relief.basins >= 0) & (stones == 0)
        if not inner[point]:
            return whole + stamp
        boundary = boundary_of(inner, relief.is_low, stones == 0, self._columns)
        mended = whole + np.where(boundary, stamp, 0)
        still_inner = relief_of(colour * mended, self._columns, self._rows).basins >= 0
        inner[point] = False
        return mended if still_inner[inner].all() else whole

    def _completion(
        self, areas: _Areas, colour: Colour, cancel: CancelFlag | None
    ) -> Completion:
        """Return the stone of a colour after which its inner area is largest; plain influence."""
        from irgo_app.kernels.potential import add_stamp

        before = int(areas.inner[colour].sum())
        most, best = before, list[Point]()
        for point in np.flatnonzero(areas.is_vacant).tolist():
            if cancel:
                break
            whole = areas.whole.copy()
            add_stamp(point, colour, self._stamps, whole)
            inner = (relief_of(colour * whole, self._columns, self._rows).basins >= 0)
            inner &= areas.is_vacant
            count = int(inner.sum()) - int(inner[point])
            if count > most:
                most, best = count, [point]
            elif count == most and best:
                best.append(point)
        closes = most >= max(before + _CLOSES_BY, _CLOSES_TIMES * before)
        return Completion(tuple(best), before, most, bool(closes))


class _Areas:
    """The inner areas of one position, both colours."""

    def __init__(
        self, position: Position, living: npt.NDArray[np.int8], whole: Whole, scale: float,
        params: Params,
    ) -> None:
        self.position, self.whole, self._scale = position, whole, scale
        self._has_curve = params["function"] == "tables"
        self.is_vacant: Mask = living == 0
        self.is_vacant &= np.frombuffer(position.cells, np.int8) == 0
        self.has_both = bool((living > 0).any() and (living < 0).any())
        shape = position.columns, position.rows
        self._reliefs = {
            colour: relief_of(colour * whole, *shape) for colour in (BLACK, WHITE)}
        claimed = {colour: (self._reliefs[colour].basins >= 0) & self.is_vacant & self.has_both
                   for colour in (BLACK, WHITE)}
        level = float(params["level"]) * scale
        self.inner: dict[Colour, Mask] = {}
        self._by_level: dict[Colour, Mask] = {}
        for colour in (BLACK, WHITE):
            by_watershed = claimed[colour] & ~claimed[-colour]
            high = self.is_vacant & (colour * whole > level) & (level > 0) & self.has_both
            self._by_level[colour] = high & ~by_watershed
            self.inner[colour] = by_watershed | high
        self._moyos = {colour: contiguous_parts(self.inner[colour], position.columns)
                       for colour in (BLACK, WHITE)}

    def regions(self) -> tuple[MoyoRegion, ...]:
        """Return the areas, Black's first, large ones first."""
        worth = self._worth()
        return tuple(region for colour in (BLACK, WHITE)
                     for region in self._regions_of(colour, worth))

    def _worth(self) -> list[float] | None:
        """Return how likely each inner point stays its owner's, 0 elsewhere; None without a curve.
        """
        if not self._has_curve:
            return None
        worth = np.zeros(self.whole.size)
        inner = np.flatnonzero(self.inner[BLACK] | self.inner[WHITE])
        worth[inner] = chances("moyo", np.abs(self.whole[inner]) / self._scale, self.position)
        return worth.tolist()

    def _regions_of(self, colour: Colour, worth: list[float] | None) -> list[MoyoRegion]:
        """Return a colour's areas: the points of one basin, or of one part above the level."""
        columns, relief = self.position.columns, self._reliefs[colour]
        inner, by_level = self.inner[colour], self._by_level[colour]
        if not inner.any():
            return []
        high = contiguous_parts(by_level, columns)
        parts: dict[tuple[bool, int], list[Point]] = {}
        for point in np.flatnonzero(inner).tolist():
            is_high = bool(by_level[point])
            number = high[point] if is_high else relief.basins[point]
            parts.setdefault((is_high, int(number)), []).append(point)
        low = (relief.is_low & ~by_level).tolist()
        boundary = boundary_of(inner & ~by_level, relief.is_low, self.is_vacant, columns).tolist()
        moyos = self._moyos[colour]
        found = []
        for points in sorted(parts.values(), key=lambda part: (-len(part), part[0])):
            found.append(MoyoRegion(
                colour, tuple(points), int(moyos[points[0]]),
                tuple(point for point in points if low[point]),
                self._weakest([point for point in points if boundary[point]]),
                None if worth is None else round(sum(worth[point] for point in points), 1)))
        return found

    def map(self) -> npt.NDArray[np.int8]:
        """Return int8 (rows, columns): +1 for Black's inner points, -1 for White's."""
        inner = self.inner[BLACK].astype(np.int8) - self.inner[WHITE].astype(np.int8)
        return np.asarray(inner.reshape(self.position.rows, self.position.columns))

    def sizes(self) -> dict[Colour, tuple[int, ...]]:
        """Return how many points each contiguous moyo of a colour has, by its number."""
        return {colour: tuple(np.bincount(self._moyos[colour])[1:].tolist())
                for colour in (BLACK, WHITE)}

    def _weakest(self, boundary: list[Point]) -> tuple[WeakPoint, ...]:
        """Return the boundary points of least absolute potential."""
        if not boundary:
            return ()
        least = min(abs(int(self.whole[point])) for point in boundary)
        weakest = [point for point in boundary if abs(int(self.whole[point])) == least]
        height = int(self.whole[weakest[0]]) / self._scale
        amount = int(height) if height == int(height) else height
        columns = self.position.columns
        return tuple(WeakPoint(point, amount) for point in sorted(
            weakest, key=lambda point: vertex_order(point, columns)))


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
