"""What a layer answers: a Field, Links or Regions. JSON and drawables come from the kind.

A layer that tells more than its kind has a class of its own in its file, with named fields, such as
`Groups(Regions)`; the JSON (`judging/result_json.py`) holds them under their names. Two fields of
different nodes are compared here: where they changed, part by part, and by how much.

Arrays are (rows, columns), row 0 the top line, Black positive, and read-only. Results have no
`==`: they are compared by the key of the request that asked for them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.draw.drawables import Drawable, Label, Outline, Tint
from irgo_app.errors import LayerError
from irgo_app.go.point import BLACK, WHITE, Colour, Point, topology
from irgo_app.words import Message, message

T = TypeVar("T")
Values: TypeAlias = npt.NDArray[np.float64]


class Points(Enum):
    """What kind of points a field of a result holds; beside points, sets of them and so on.

    SET -- written as vertices by column, then row from the bottom; LINE -- as vertices in order
    """

    SET = "set"
    LINE = "line"


class JsonForm(Struct, frozen=True):
    """How a field of a result is written as JSON.

    name -- its key, "" for its own name; points -- of what kind, if it holds points
    is_optional -- left out where it is None
    """

    name: str = ""
    points: Points | None = None
    is_optional: bool = False


class Field(Struct, frozen=True, eq=False):
    """A number for every point.

    values -- float64, shape (rows, columns)
    full_scale -- the amount that is drawn at full strength
    """

    values: Values
    unit: str
    full_scale: float = 1.0


class Links(Struct, frozen=True, eq=False):
    """Coloured points and coloured links between neighbouring points.

    points -- for BLACK and WHITE the coloured vacant points
    links -- for BLACK and WHITE pairs of neighbours, the smaller point first
    """

    points: Mapping[Colour, tuple[Point, ...]]
    links: Mapping[Colour, tuple[tuple[Point, Point], ...]]


class Region(Struct, frozen=True):
    """A set of points of one colour."""

    colour: Colour
    points: tuple[Point, ...]


class Regions(Struct, frozen=True, eq=False):
    """Regions in the order they are numbered; some are made when they are asked for."""

    regions: Sequence[Region]


class Status(Enum):
    """What the reading says of a cluster's life."""

    ALIVE = "alive"
    DEAD = "dead"
    UNKNOWN = "unknown"


class Cluster(Struct, frozen=True):
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
        return tuple(sorted(chain.from_iterable(self.eyes))) if self.eyes else ()


class Group(Struct, frozen=True):
    """Clusters with contiguous shadows: their numbers, and all points with that shadow."""

    colour: Colour
    clusters: tuple[int, ...]
    points: tuple[Point, ...]


class ColourMap(Struct, frozen=True, eq=False):
    """points -- int8 (n), links -- int8 (2, n): colours; the steps they were coloured in, int16.

    Numbering of links and steps: `kernels/clusters.py`.
    """

    points: npt.NDArray[np.int8]
    links: npt.NDArray[np.int8]
    point_step: npt.NDArray[np.int16]
    link_step: npt.NDArray[np.int16]


class Reading(Struct, frozen=True, eq=False):
    """irgo's reading of a position: everything the views of it show.

    first_map, final_map -- the colour map before and after the dead stones are taken off
    dead -- the points of dead stones; clusters -- living and unknown ones, then dead ones
    groups -- of the clusters that are not dead; shadow -- float64 (n), of the pretend board
    """

    first_map: ColourMap
    final_map: ColourMap
    dead: tuple[Point, ...]
    clusters: Sequence[Cluster]
    groups: Sequence[Group]
    shadow: Values


class Explanation(Struct, frozen=True, eq=False):
    """What is said of a point.

    sentences -- from the colour of the point to its group, then field by field
    highlights -- the points they name; colour -- the point's, EMPTY if it has none
    of_fields -- those of the sentences that tell the value of a field
    stones -- the stones that give the first field most of its value, the largest amount first
    """

    point: Point
    sentences: tuple[Message, ...]
    highlights: tuple[Point, ...]
    colour: Colour
    of_fields: tuple[Message, ...] = ()
    stones: tuple[Point, ...] = ()


_PLAIN_BYTES, _ARRAY_BYTES, _REGION_BYTES = 300, 120, 900
"""About what the objects weigh of a result, an array without its numbers, a region that is made."""

Result: TypeAlias = Field | Links | Regions | Reading | Explanation
KIND_NAMES: Mapping[type, str] = {
    Field: "field", Links: "links", Regions: "regions", Reading: "reading",
    Explanation: "explanation",
}


def freeze(result: T) -> T:
    """Return the result with its arrays read-only (pickling drops the flag, so call on receipt)."""
    frozen_arrays(result)
    return result


def frozen_arrays(value: object) -> list[npt.NDArray[np.generic]]:
    """Make the arrays of `arrays_of` read-only, and return them."""
    found = arrays_of(value)
    for array in found:
        array.setflags(write=False)
    return found


def arrays_of(value: object) -> list[npt.NDArray[np.generic]]:
    """Return the arrays in the fields of a value, and of values in them."""
    found: list[npt.NDArray[np.generic]] = []
    holders = [value]
    for holder in holders:
        kind: type = type(holder)
        for held in _fields_of(kind)(holder):
            if type(held) is np.ndarray:
                found.append(held)
            elif type(held) not in _WITHOUT_FIELDS:
                holders.append(held)
    return found


_WITHOUT_FIELDS: Final = frozenset({int, float, str, bool, tuple, bytes, dict, type(None)})
"""Types of most of what lies beside arrays: asked for thousands of times along a game."""


@cache
def _fields_of(kind: type) -> Callable[[object], tuple[object, ...]]:
    """Return what gives the fields of a dataclass or Struct, nothing for any other class."""
    names = list(kind.__struct_fields__) if issubclass(kind, Struct) else (
        [member.name for member in fields(kind)] if is_dataclass(kind) else [])
    if len(names) > 1:
        return attrgetter(*names)
    return lambda holder: tuple(getattr(holder, name) for name in names)


def difference(after: Field, before: Field) -> Field:
    """Return what changed from one field to another of the same unit and board size.

    Raises LayerError if they cannot be compared.
    """
    if after.unit != before.unit or after.values.shape != before.values.shape:
        raise LayerError("Two maps are compared only on boards of one size and in one unit.")
    return Field(after.values - before.values, after.unit, after.full_scale / 2)


def size_in_bytes(result: Result, arrays: list[npt.NDArray[np.generic]]) -> int:
    """Return about how much memory a result with these arrays holds, for the cache's budget."""
    held = _PLAIN_BYTES
    for array in arrays:
        held += array.nbytes + _ARRAY_BYTES
    if isinstance(result, Regions) and isinstance(result.regions, tuple):
        held += sum(_REGION_BYTES + 8 * len(region.points) for region in result.regions)
    if isinstance(result, Explanation):
        held += 100 * len(result.sentences)
    return held


THRESHOLD = 0.1
"""The least change that counts, in shares of the field's full scale."""
_LEAST_POINTS = 3


class ChangedPart(Struct, frozen=True):
    """A connected part of the board that changed in favour of one colour.

    total -- the sum of the change over its points, Black positive, in the field's unit
    """

    colour: Colour
    points: tuple[Point, ...]
    total: float


class FieldChange(Struct, frozen=True, eq=False):
    """What changed from one field to another: the field itself, and its parts, largest first."""

    change: Field
    parts: tuple[ChangedPart, ...]

    @property
    def unit(self) -> Message:
        """Return what the numbers are: the change of what the field tells."""
        return message("change of: {unit}", unit=message(self.change.unit))


def compare(after: Field, before: Field, threshold: float = THRESHOLD) -> FieldChange:
    """Return the change between two fields; raises LayerError if they do not fit together.

    A part is a 4-connected set of at least three points that changed by more than `threshold` of
    the full scale in one colour's favour.
    """
    change = difference(after, before)
    values = change.values
    limit = threshold * after.full_scale
    rows, columns = values.shape
    neighbours = topology(columns, rows).neighbours
    flat = values.ravel().tolist()
    seen: set[Point] = set()
    parts = []
    for start, value in enumerate(flat):
        if abs(value) <= limit or start in seen:
            continue
        colour = BLACK if value > 0 else WHITE
        points = [start]
        seen.add(start)
        for point in points:
            for near in neighbours[point]:
                if near not in seen and colour * flat[near] > limit:
                    seen.add(near)
                    points.append(near)
        if len(points) >= _LEAST_POINTS:
            parts.append(ChangedPart(colour, tuple(sorted(points)),
                                     float(np.sum(values.ravel()[points]))))
    parts.sort(key=lambda part: (-abs(part.total), part.points))
    return FieldChange(change, tuple(parts))


def change_drawables(found: FieldChange) -> tuple[Drawable, ...]:
    """Return the change as a tint, its parts outlined, the sum of each written into it."""
    change = found.change
    drawables: list[Drawable] = [Tint(change.values / change.full_scale)]
    values = np.abs(change.values.ravel())
    for part in found.parts:
        drawables.append(Outline(part.colour, part.points))
        total = f"{part.total:+.0f}"
        if int(total):
            strongest, *others = sorted(part.points, key=lambda point: (-values[point], point))
            drawables.append(Label(strongest, total, tuple(others)))
    return tuple(drawables)
