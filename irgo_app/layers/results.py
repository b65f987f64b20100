"""What a layer answers: a Field, Links or Regions. JSON and drawables come from the kind.

Arrays are (rows, columns), row 0 the top line, Black positive, and read-only. Results have no
`==`: they are compared by the key of the request that asked for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from irgo_app.errors import LayerError
from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Colour, Point
from irgo_app.go.position import Position

Values: TypeAlias = npt.NDArray[np.float64]


POINT_KEYS: Final = frozenset({
    "stones", "eyes", "border", "controlled", "dead", "highlights", "label_at"})
"""Members of `extra` that hold a point, points, or several sets of them: vertices in JSON."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A number for every point.

    values -- float64, shape (rows, columns)
    full_scale -- the amount that is drawn at full strength
    extra -- further JSON-ready members, such as a score
    """

    values: Values
    unit: str
    full_scale: float = 1.0
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Coloured points and coloured links between neighbouring points.

    points -- for BLACK and WHITE the coloured vacant points
    links -- for BLACK and WHITE pairs of neighbours, the smaller point first
    """

    points: Mapping[Colour, tuple[Point, ...]]
    links: Mapping[Colour, tuple[tuple[Point, Point], ...]]
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Region:
    """A set of points of one colour; `extra` holds JSON-ready members such as a status."""

    colour: Colour
    points: tuple[Point, ...]
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """Regions in the order they are numbered."""

    regions: tuple[Region, ...]
    extra: Mapping[str, Any] = field(default_factory=dict)


class Status(Enum):
    """What the reading says of a cluster's life."""

    ALIVE = "alive"
    DEAD = "dead"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Cluster:
    """Points of one colour joined by links of it (spec of the reading, section 2).

    points -- all of them; stones, border, controlled -- parts of them; eyes -- connected sets of
    the controlled ones; reason -- why the status: a key of `reading.REASONS` and points
    """

    colour: Colour
    points: tuple[Point, ...]
    stones: tuple[Point, ...]
    border: tuple[Point, ...]
    eyes: tuple[tuple[Point, ...], ...]
    status: Status
    reason: tuple[str, tuple[Point, ...]]

    @property
    def controlled(self) -> tuple[Point, ...]:
        """Return the colour-controlled points."""
        return tuple(sorted(point for eye in self.eyes for point in eye))


@dataclass(frozen=True, slots=True)
class Group:
    """Clusters with contiguous shadows: their numbers, and all points with that shadow."""

    colour: Colour
    clusters: tuple[int, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ColourMap:
    """points -- int8 (n), links -- int8 (2, n): colours; the steps they were coloured in, int16.

    Numbering of links and steps: `kernels/colour_control.py`.
    """

    points: npt.NDArray[np.int8]
    links: npt.NDArray[np.int8]
    point_step: npt.NDArray[np.int16]
    link_step: npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """irgo's reading of a position: everything the views of it show.

    first_map, final_map -- the colour map before and after the dead stones are taken off
    dead -- the points of dead stones; clusters -- living and unknown ones, then dead ones
    groups -- of the clusters that are not dead; shadow -- float64 (n), of the pretend board
    """

    first_map: ColourMap
    final_map: ColourMap
    dead: tuple[Point, ...]
    clusters: tuple[Cluster, ...]
    groups: tuple[Group, ...]
    shadow: Values


Result: TypeAlias = Field | Links | Regions | Reading
KIND_NAMES: Mapping[type, str] = {
    Field: "field", Links: "links", Regions: "regions", Reading: "reading",
}


def freeze(result: Result) -> Result:
    """Return the result with its arrays read-only (pickling drops the flag, so call on receipt)."""
    arrays: tuple[npt.NDArray[Any], ...] = ()
    if isinstance(result, Field):
        arrays = (result.values,)
    elif isinstance(result, Reading):
        maps = (result.first_map, result.final_map)
        arrays = (result.shadow, *(array for found in maps for array in (
            found.points, found.links, found.point_step, found.link_step)))
    for array in arrays:
        array.flags.writeable = False
    return result


def difference(after: Field, before: Field) -> Field:
    """Return what changed from one field to another of the same unit and board size.

    Raises LayerError if they cannot be compared.
    """
    if after.unit != before.unit or after.values.shape != before.values.shape:
        raise LayerError("Two maps are compared only on boards of one size and in one unit.")
    return Field(after.values - before.values, f"change of: {after.unit}", after.full_scale / 2)


def size_in_bytes(result: Result) -> int:
    """Return about how much memory a result holds, for the cache's budget."""
    if isinstance(result, Field):
        return int(result.values.nbytes) + 300
    if isinstance(result, Links):
        return 300 + 8 * sum(len(points) for points in result.points.values()) + 80 * sum(
            len(links) for links in result.links.values()
        )
    if isinstance(result, Reading):
        return 30 * int(result.shadow.nbytes) // 8 + 600 * len(result.clusters)
    return 900 + sum(900 + 8 * len(region.points) for region in result.regions)


def as_json(result: Result, position: Position) -> dict[str, Any]:
    """Return a result as the command line prints it (`spec` format irgo-analysis/1)."""
    columns, rows = position.columns, position.rows

    def names(points: tuple[Point, ...]) -> list[str]:
        ordered = sorted(points, key=lambda point: vertex_order(point, columns))
        return [vertex(point, columns, rows) for point in ordered]

    document: dict[str, Any] = {"kind": KIND_NAMES[type(result)]}
    if isinstance(result, Field):
        document |= {"unit": result.unit, "values": _plain_numbers(result.values)}
    elif isinstance(result, Links):
        for colour in (BLACK, WHITE):
            letter = LETTER_OF_COLOUR[colour]
            document.setdefault("points", {})[letter] = names(result.points[colour])
            pairs = [
                sorted(pair, key=lambda point: vertex_order(point, columns))
                for pair in result.links[colour]
            ]
            pairs.sort(key=lambda pair: [vertex_order(point, columns) for point in pair])
            document.setdefault("links", {})[letter] = [
                [vertex(point, columns, rows) for point in pair] for pair in pairs
            ]
    elif isinstance(result, Regions):
        document["regions"] = [
            {"id": number, "colour": LETTER_OF_COLOUR[region.colour],
             "points": names(region.points), **_named(region.extra, columns, rows)}
            for number, region in enumerate(result.regions, start=1)
        ]
    else:
        raise LayerError("This is shown by others: the reading by colourmap, clusters, groups.")
    return document | _named(result.extra, columns, rows)


def _named(extra: Mapping[str, Any], columns: int, rows: int) -> dict[str, Any]:
    """Return `extra` ready for JSON, with its points as vertices."""
    return {
        key: _vertices(value, columns, rows) if key in POINT_KEYS
        else value.tolist() if isinstance(value, np.ndarray) else value
        for key, value in extra.items()}


def _vertices(value: Any, columns: int, rows: int) -> Any:
    """Return the vertex of a point, sorted vertices of several, or the same for each member."""
    if isinstance(value, int):
        return vertex(value, columns, rows)
    if isinstance(value, Mapping):
        return {key: _vertices(part, columns, rows) for key, part in value.items()}
    if any(not isinstance(part, int) for part in value):
        return [_vertices(part, columns, rows) for part in value]
    ordered = sorted(value, key=lambda point: vertex_order(point, columns))
    return [vertex(point, columns, rows) for point in ordered]


def _plain_numbers(values: Values) -> list[list[float | int]]:
    """Return nested lists in which whole fields of whole numbers are ints."""
    if np.array_equal(values, np.rint(values)):
        return values.astype(np.int64).tolist()  # type: ignore[no-any-return]
    return values.tolist()  # type: ignore[no-any-return]
