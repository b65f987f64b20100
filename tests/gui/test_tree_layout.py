"""Where the Game tree dock draws the nodes: as a plain layout does, in slices, also a wide tree."""

from random import Random

import pytest
from pytestqt.qtbot import QtBot

from irgo_app.gui.models.models import Models
from irgo_app.gui.views.tree import TreeLayout, TreePanel
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.parser import read_games


def plain_layout(tree: GameTree) -> dict[int, tuple[int, int]]:
    """Return column and lane of every node: each line looks through the lanes one by one."""
    places: dict[int, tuple[int, int]] = {}
    first_used: list[int] = []
    stack: list[tuple[Node, int, int]] = [(tree.root, 0, 0)]
    while stack:
        start, column, lane = stack.pop()
        line = [start]
        while line[-1].children:
            line.append(line[-1].children[0])
        while lane < len(first_used) and first_used[lane] <= column + len(line) - 1:
            lane += 1
        first_used += [1 << 30] * (lane + 1 - len(first_used))
        first_used[lane] = min(first_used[lane], max(column - 1, 0))
        for offset, node in enumerate(line):
            places[node.id] = column + offset, lane
            stack += [(child, column + offset + 1, lane + 1)
                      for child in reversed(node.children[1:])]
    return places


def laid_out(tree: GameTree) -> TreeLayout:
    layout = TreeLayout(tree)
    for _ in layout.laying_out():
        pass
    return layout


def random_tree(nodes: int, one_variation_in: int, seed: int) -> GameTree:
    random, tree = Random(seed), GameTree()
    made = [tree.root]
    for _ in range(nodes):
        node = tree.new_node({"C": [str(len(made))]})
        tree.attach(node, made[-1] if random.randrange(one_variation_in) else random.choice(made))
        made.append(node)
    return tree


@pytest.mark.parametrize("one_variation_in", [1, 2, 5, 30, 10_000])
def test_every_node_has_the_place_of_the_plain_layout(one_variation_in: int) -> None:
    for seed in range(5):
        tree = random_tree(400, one_variation_in, seed)
        places, layout = plain_layout(tree), laid_out(tree)
        assert {node.id: layout.place_of(node.id) for node in tree.nodes()} == places
        at = {place: node_id for node_id, place in places.items()}
        assert (layout.columns, layout.lanes) == tuple(
            1 + max(place[axis] for place in at) for axis in (0, 1))
        for column in range(-1, layout.columns + 2):
            for lane in range(-1, layout.lanes + 2):
                found = layout.node_at(column, lane)
                assert (found and found.id) == at.get((column, lane))


def test_a_new_end_of_a_line_is_placed_alone() -> None:
    tree = random_tree(50, 5, 1)
    layout = laid_out(tree)
    ends = list(tree.leaves())
    placed = 0
    for end in ends:
        node = tree.new_node({})
        tree.attach(node, end)
        before = layout.place_of(end.id)
        assert before is not None
        if layout.extend(node):
            placed += 1
            assert layout.place_of(node.id) == (before[0] + 1, before[1])
            assert layout.node_at(before[0] + 1, before[1]) is node
    assert placed


@pytest.mark.parametrize("piece", [b";B[aa]", b"(;B[aa])", b"(;B[aa]"])
def test_a_large_tree_is_laid_out_in_slices(piece: bytes) -> None:
    tree = read_games(b"(;SZ[9]" + piece * 60_000).games[0]
    layout = TreeLayout(tree)
    assert sum(1 for _ in layout.laying_out()) >= 30
    assert layout.place_of(tree.node_count - 1) is not None
    assert max(layout.columns, layout.lanes) >= 60_000


def test_the_panel_shows_a_large_tree_a_moment_later(models: Models, qtbot: QtBot) -> None:
    panel = TreePanel(models.review)
    qtbot.addWidget(panel)
    panel.resize(300, 200)
    models.review.open_games(read_games(b"(;SZ[9]" + b"(;B[aa])" * 60_000), None)
    assert not panel.is_laid_out
    panel.grab()
    qtbot.waitUntil(lambda: panel._layout.lanes == 60_000)
    panel.grab()
    models.review.open_games(read_games(b"(;SZ[9];B[aa](;W[bb])(;W[cc]))"), None)
    assert (panel._layout.columns, panel._layout.lanes) == (3, 2)
