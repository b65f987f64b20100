"""Where labels stand: none on another label, on a number or on a sign that says something else."""

from __future__ import annotations

from irgo_app.draw.drawables import Diagram, GhostStone, Label, Mark, MarkShape, MusicalStone
from irgo_app.go.point import PASS, Point


def placed(diagram: Diagram) -> list[Label]:
    """Return the labels to write, each where it stands.

    Labels of the record come first and stay where they are; of two on a point the later is
    written. The others take the first of their places that is free, one without a stone if there
    is one, in the order they are drawn.
    """
    labels = [found for found in diagram.drawables if isinstance(found, Label)]
    fixed = {label.point: label for label in labels if label.others is None}
    taken = _taken(diagram) | set(fixed)
    found = []
    for label in labels:
        if label.others is None:
            if fixed[label.point] is label:
                found.append(label)
            continue
        free = [point for point in (label.point, *label.others) if point not in taken]
        if free:
            point = next((point for point in free if not diagram.position.cells[point]), free[0])
            taken.add(point)
            found.append(Label(point, label.text))
    return found


def _taken(diagram: Diagram) -> set[Point]:
    """Return the points where something is to be read already."""
    numbered = {point for point in diagram.move_numbers if diagram.position.cells[point]}
    marked = {found.point for found in diagram.drawables
              if isinstance(found, Mark) and found.shape is not MarkShape.DIMMED}
    stones = {found.point for found in diagram.drawables
              if isinstance(found, GhostStone | MusicalStone)}
    return numbered | marked | stones | ({diagram.last_move} - {PASS})
