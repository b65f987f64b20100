"""Groups as players speak of them: parts of what shadows join, held by short, free ways."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers.groups import LINKS, SHADOWS, Groups
from irgo_app.layers.results import Reading, Status
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from tests.layers.test_layers import positions

SIDE = Position.from_diagram([
    ".........", ".........", ".X..X....", ".........", ".........", "........X", ".........",
    ".........", "........."])


def groups(position: Position, joining: str = LINKS) -> Groups:
    found = compute(LayerRequest.of(position, "groups", {"joining": joining}), None)
    assert isinstance(found, Groups)
    return found


def group_of(found: Groups, vertex: str, position: Position) -> int:
    point = point_of_vertex(vertex, position.columns, position.rows)
    return next(number for number, group in enumerate(found.regions) if point in group.stones)


def test_a_jump_over_two_points_holds_and_the_other_side_of_the_board_does_not() -> None:
    by_shadows, by_links = groups(SIDE, SHADOWS), groups(SIDE)
    assert len(by_shadows.regions) == 1
    assert group_of(by_links, "B7", SIDE) == group_of(by_links, "E7", SIDE)
    assert group_of(by_links, "J4", SIDE) != group_of(by_links, "E7", SIDE)


def test_an_enemy_between_parts_what_would_be_one() -> None:
    between = SIDE.with_stones({point_of_vertex(name, 9, 9): WHITE for name in ("C7", "D7")})
    found = groups(between)
    assert group_of(found, "B7", between) != group_of(found, "E7", between)


@settings(max_examples=30, deadline=None)
@given(st.data(), st.sampled_from([(5, 5), (9, 9), (13, 9)]))
def test_every_group_is_a_part_of_one_that_shadows_join(
    data: st.DataObject, size: tuple[int, int]
) -> None:
    position = data.draw(positions(*size))
    whole, parts = groups(position, SHADOWS), groups(position)
    reading = compute(LayerRequest.of(position, "reading"), None)
    assert isinstance(reading, Reading)
    for colour in (BLACK, WHITE):
        claimed = [point for part in parts.regions if part.colour == colour
                   and part.status is not Status.DEAD for point in part.points]
        assert len(claimed) == len(set(claimed)), "no point is in two groups of a colour"
    for part in parts.regions:
        around = [group for group in whole.regions if set(part.stones) <= set(group.stones)]
        assert len(around) == 1 and set(part.points) <= set(around[0].points)
        members = {point for number in part.clusters
                   for point in reading.clusters[number - 1].points}
        assert part.status is Status.DEAD or members <= set(part.points)
    assert sorted(stone for part in parts.regions for stone in part.stones) == sorted(
        np.flatnonzero(np.frombuffer(position.cells, np.int8)).tolist())
