"""Two nodes compared: where a field changed, part by part, and by how much."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from irgo_app.draw.drawables import Drawable, Label, Outline, Tint
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.topology import topology
from irgo_app.layers.results import Field, difference
from irgo_app.words import Message, message

THRESHOLD = 0.1
"""The least change that counts, in shares of the field's full scale."""
_LEAST_POINTS = 3


@dataclass(frozen=True, slots=True)
class ChangedPart:
    """A connected part of the board that changed in favour of one colour.

    total -- the sum of the change over its points, Black positive, in the field's unit
    """

    colour: Colour
    points: tuple[Point, ...]
    total: float


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What changed from one field to another: the field itself, and its parts, largest first."""

    change: Field
    parts: tuple[ChangedPart, ...]

    @property
    def unit(self) -> Message:
        """Return what the numbers are: the change of what the field tells."""
        return message("change of: {unit}", unit=message(self.change.unit))


def compare(after: Field, before: Field, threshold: float = THRESHOLD) -> Comparison:
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
    return Comparison(change, tuple(parts))


def comparison_drawables(comparison: Comparison) -> tuple[Drawable, ...]:
    """Return the change as a tint, its parts outlined, the sum of each written into it."""
    change = comparison.change
    drawables: list[Drawable] = [Tint(change.values / change.full_scale)]
    values = np.abs(change.values.ravel())
    for part in comparison.parts:
        drawables.append(Outline(part.colour, part.points))
        total = f"{part.total:+.0f}"
        if int(total):
            strongest, *others = sorted(part.points, key=lambda point: (-values[point], point))
            drawables.append(Label(strongest, total, tuple(others)))
    return tuple(drawables)
