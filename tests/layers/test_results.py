"""Results with fields of their own: written as JSON by what the fields hold."""

from typing import Annotated

import numpy as np
import pytest

from irgo_app.errors import LayerError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.result_json import as_json
from irgo_app.layers.results import Explanation, JsonForm, Points, Region, Regions, Status, freeze

POSITION = Position.empty(9)


def at(name: str) -> int:
    return point_of_vertex(name, 9, 9)


class Weighed(Region, frozen=True):
    """A region with everything a field can hold."""

    stones: Annotated[tuple[int, ...], JsonForm(points=Points.SET)]
    line: Annotated[tuple[int, ...], JsonForm(points=Points.LINE)]
    parts: Annotated[tuple[tuple[int, ...], ...], JsonForm(points=Points.SET)]
    status: Status
    label_at: Annotated[int | None, JsonForm(points=Points.SET, is_optional=True)]
    chance: float | None


class WeighedRegions(Regions, frozen=True, eq=False):
    """Regions with fields by colour, renamed and as an array."""

    count: dict[int, int]
    taken: Annotated[dict[int, tuple[int, ...]], JsonForm("dead", points=Points.SET)]
    sizes: np.ndarray


def test_fields_are_written_by_what_they_hold() -> None:
    region = Weighed(WHITE, (at("D4"), at("C5")), (at("E5"), at("B9")), (at("E5"), PASS, at("B9")),
                     ((at("C1"), at("A1")),), Status.DEAD, None, None)
    found = WeighedRegions((region,), {BLACK: 1, WHITE: 2}, {BLACK: (at("B2"),), WHITE: ()},
                           np.array([1, 2]))
    assert as_json(found, POSITION, ["W1"]) == {
        "kind": "regions", "regions": [{
            "id": 1, "colour": "W", "points": ["C5", "D4"], "stones": ["B9", "E5"],
            "line": ["E5", "pass", "B9"], "parts": [["A1", "C1"]], "status": "dead",
            "chance": None, "name": "W1"}],
        "count": {"B": 1, "W": 2}, "dead": {"B": ["B2"], "W": []}, "sizes": [1, 2]}
    assert not freeze(found).sizes.flags.writeable


def test_what_no_layer_shows_is_not_written() -> None:
    with pytest.raises(LayerError, match="shown by others"):
        as_json(Explanation(0, (), (), BLACK), POSITION)
