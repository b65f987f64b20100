"""Results as JSON: the only place that writes them (format irgo-analysis/1).

Points are vertices; a set of them is sorted by column, then row from the bottom. Colours are "B"
and "W". What a layer's own class of result holds beside its kind follows under the fields' names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TypeAlias

import numpy as np

from irgo_app.errors import LayerError
from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.layers.results import (
    Field,
    JsonForm,
    Links,
    Points,
    Region,
    Regions,
    Result,
    Values,
)
from irgo_app.words import Message

Json: TypeAlias = object
"""What the module `json` can write."""
_PLAIN = JsonForm()


def as_json(
    result: Result, position: Position, names: Sequence[str] | None = None
) -> dict[str, Json]:
    """Return a result as the command line prints it.

    names -- those of its regions along the game, where they have some. Raises LayerError for what
    others show: the reading, and sentences about a point.
    """
    writer = _Writer(position)
    if isinstance(result, Field):
        document: dict[str, Json] = {
            "kind": "field", "unit": result.unit, "values": _plain_numbers(result.values)}
        return document | writer.members(result, Field)
    if isinstance(result, Links):
        document = {
            "kind": "links",
            "points": {LETTER_OF_COLOUR[colour]: writer.names(result.points[colour])
                       for colour in (BLACK, WHITE)},
            "links": {LETTER_OF_COLOUR[colour]: writer.links(result.links[colour])
                      for colour in (BLACK, WHITE)}}
        return document | writer.members(result, Links)
    if isinstance(result, Regions):
        regions = [
            {"id": number, "colour": LETTER_OF_COLOUR[region.colour],
             "points": writer.names(region.points), **writer.members(region, Region)}
            for number, region in enumerate(result.regions, start=1)]
        for region, name in zip(regions, names, strict=True) if names else ():
            region["name"] = name
        return {"kind": "regions", "regions": regions, **writer.members(result, Regions)}
    raise LayerError("This is shown by others: the reading by colourmap, clusters, groups.")


class _Writer:
    """Writes values of one board."""

    def __init__(self, position: Position) -> None:
        self._columns, self._rows = position.columns, position.rows

    def members(self, value: object, but_those_of: type | None = None) -> dict[str, Json]:
        """Return the fields of a dataclass under their names, but those of one of its bases."""
        known = {member.name for member in fields(but_those_of)} if but_those_of else set()
        found: dict[str, Json] = {}
        for member in fields(value):  # type: ignore[arg-type]
            form = member.metadata.get("json", _PLAIN)
            held = getattr(value, member.name)
            if member.name not in known and not (held is None and form.is_optional):
                found[form.name or member.name] = self._written(held, form)
        return found

    def names(self, points: Sequence[Point]) -> list[str]:
        """Return points as sorted vertices."""
        return [self._name(point) for point in sorted(points, key=self._rank)]

    def links(self, links: Sequence[tuple[Point, Point]]) -> list[list[str]]:
        """Return links as sorted pairs of vertices."""
        pairs = sorted((sorted(link, key=self._rank) for link in links),
                       key=lambda pair: [self._rank(point) for point in pair])
        return [[self._name(point) for point in pair] for pair in pairs]

    def _name(self, point: Point) -> str:
        return vertex(point, self._columns, self._rows)

    def _rank(self, point: Point) -> tuple[int, int]:
        return vertex_order(point, self._columns)

    def _written(self, value: object, form: JsonForm) -> Json:
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, Message):
            return str(value)
        if isinstance(value, np.ndarray):
            return value.tolist()
        if isinstance(value, Mapping):
            return {LETTER_OF_COLOUR[colour]: self._written(part, form)
                    for colour, part in value.items()}
        if isinstance(value, tuple):
            is_set = form.points is Points.SET and all(isinstance(part, int) for part in value)
            return self.names(value) if is_set else [self._written(part, form) for part in value]
        if is_dataclass(value):
            return self.members(value)
        is_point = form.points is not None and isinstance(value, int)
        return self._name(value) if is_point else value  # type: ignore[arg-type]


def _plain_numbers(values: Values) -> Json:
    """Return nested lists in which whole fields of whole numbers are ints."""
    if np.array_equal(values, np.rint(values)):
        return values.astype(np.int64).tolist()
    return values.tolist()
