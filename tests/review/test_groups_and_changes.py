"""Names of groups along a game, and what changed between two nodes."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app.draw.board_painter import outline_loops
from irgo_app.draw.drawables import Label, Outline, Tint
from irgo_app.go.point import BLACK, WHITE
from irgo_app.layers.results import Field, Regions, change_drawables, compare
from irgo_app.review.group_names import GroupNames, name_labels
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.replay import Replay
from tests.conftest import GAMES


def test_names_stay_with_the_stones() -> None:
    game = load_file(GAMES[0]).games[0]
    replay = Replay(game)
    found: dict[int, Regions] = {}

    def groups_of(node: Node) -> Regions:
        if node.id not in found:
            result = compute(LayerRequest.of(replay.position_at(node), "groups"), None)
            assert isinstance(result, Regions)
            found[node.id] = result
        return found[node.id]

    names = GroupNames(groups_of)
    line = game.main_line()[:90]
    last = names.names(line[-1])
    assert last is not None and len(set(last)) == len(last)
    kept = 0
    for before, after in pairwise(line):
        old, new = names.names(before), names.names(after)
        assert old is not None and new is not None and len(set(new)) == len(new)
        for name, region in zip(new, groups_of(after).regions, strict=True):
            assert name[0] == ("B" if region.colour == BLACK else "W")
            parents = {
                old_name for old_name, old_region in zip(
                    old, groups_of(before).regions, strict=True)
                if set(old_region.stones) & set(region.stones)}
            if name in old:
                assert name in parents
                kept += 1
            same = [old_name for old_name, old_region in zip(
                old, groups_of(before).regions, strict=True)
                if old_region.stones == region.stones]
            assert not same or same == [name]
    assert kept > 300
    position = replay.position_at(line[-1])
    labels = name_labels(groups_of(line[-1]), last, position)
    assert [label.text for label in labels] == list(last)
    assert len({label.point for label in labels}) == len(labels)


def test_names_wait_for_missing_results() -> None:
    game = load_file(GAMES[0]).games[0]
    assert GroupNames(lambda node: None).names(game.root) is None


def test_changes_are_summed_part_by_part() -> None:
    before, after = np.zeros((5, 5)), np.zeros((5, 5))
    after[0, :3] = 0.5, 0.25, 0.25
    after[3:, 3:] = -0.5
    after[2, 0] = 1.0
    comparison = compare(Field(after, "u"), Field(before, "u"))
    assert [(part.colour, part.total, part.points) for part in comparison.parts] == [
        (WHITE, -2.0, (18, 19, 23, 24)), (BLACK, 1.0, (0, 1, 2))]
    drawn = change_drawables(comparison)
    assert isinstance(drawn[0], Tint)
    assert [label.text for label in drawn if isinstance(label, Label)] == ["-2", "+1"]
    assert [outline.points for outline in drawn if isinstance(outline, Outline)] == [
        part.points for part in comparison.parts]
    assert compare(Field(after, "u"), Field(after, "u")).parts == ()


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 5)), max_size=30))
def test_outlines_enclose_their_cells(cells: set[tuple[int, int]]) -> None:
    loops = outline_loops(cells, 0.0)
    area = sum(
        x0 * y1 - x1 * y0 for loop in loops
        for (x0, y0), (x1, y1) in zip(loop, [*loop[1:], loop[0]], strict=True)) / 2
    assert abs(area) == len(cells)
    for column in range(7):
        for row in range(6):
            crossings = sum(
                1 for loop in loops for (x0, y0), (x1, y1) in zip(
                    loop, [*loop[1:], loop[0]], strict=True)
                if x0 == x1 and x0 > column and min(y0, y1) < row + 0.5 < max(y0, y1))
            assert (crossings % 2 == 1) == ((column, row) in cells)


def test_insets_stay_inside() -> None:
    [loop] = outline_loops({(2, 3)}, 0.25)
    assert sorted(loop) == [(2.25, 3.25), (2.25, 3.75), (2.75, 3.25), (2.75, 3.75)]
    assert len(outline_loops({(0, 0), (1, 1)}, 0.1)) == 2


def test_a_change_that_rounds_to_nothing_has_no_number() -> None:
    before, after = np.zeros((5, 5)), np.zeros((5, 5))
    after[0, :3] = -0.15
    after[3, :4] = 2.0
    comparison = compare(Field(after, "u"), Field(before, "u"))
    assert len(comparison.parts) == 2
    drawn = change_drawables(comparison)
    [label] = [found for found in drawn if isinstance(found, Label)]
    assert label.text == "+8" and set(label.others or ()) | {label.point} == {15, 16, 17, 18}


def test_names_are_followed_back_only_so_far() -> None:
    tree = read_games(b"(;SZ[9]" + b";B[];W[]" * 2500 + b")").games[0]
    asked: list[int] = []
    assert GroupNames(lambda node: asked.append(node.id)).names(tree.node_by_id(5000)) is None
    assert asked == [4001]
