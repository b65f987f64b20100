"""Lines built to be endless: what is noted of the way to a node is right and is not looked up anew.

Compared with a walk to the root from every node, before and after random edits.
"""

from random import Random

import pytest

from irgo_app.sgf.game_tree import GameTree, Node, insert_between
from irgo_app.sgf.navigation import stretch_around
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay, remark_of
from irgo_app.sgf.writer import write_games


def nodes_asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of the nodes that are asked from now on what they say, one for each time."""
    asked: list[int] = []
    says = Node.says

    def counted(node: Node, identifier: str) -> bool:
        asked.append(node.id)
        return says(node, identifier)

    monkeypatch.setattr(Node, "says", counted)
    return asked


def line_of(moves: int) -> GameTree:
    """Return a game of one line that passes again and again."""
    return read_games(b"(;GM[1]SZ[9]" + b";B[];W[]" * (moves // 2) + b")").games[0]


def inherited(node: Node, identifier: str) -> list[int]:
    """Return the points of DD or VW, looked for step by step."""
    for step in reversed(node.tree.path_to(node)):
        if identifier in step.properties:
            return step.points(identifier)
    return []


def edit(tree: GameTree, random: Random) -> None:
    """Change, add, put between, cut or move a node."""
    nodes = list(tree.nodes())
    node = random.choice(nodes)
    properties = random.choice([
        {}, {"B": ["aa"]}, {"DD": ["bb"]}, {"DD": [""]}, {"VW": ["cc"]}, {"C": ["DD"]}])
    kind = random.randrange(5)
    if kind == 0:
        tree.replace_properties(node, properties, None)
    elif kind == 1:
        tree.attach(tree.new_node(properties), node)
    elif kind == 2:
        insert_between(node, tree.new_node(properties))
    elif node.parent is not None and len(nodes) > 50:
        tree.detach(node)
        below = set(map(id, (node, *node.children)))
        if kind == 4:
            tree.move_number(node)
            node.inherited_points("DD")
            tree.attach(node, random.choice(
                [found for found in tree.nodes() if id(found) not in below]))


def test_what_is_noted_of_the_way_follows_every_edit() -> None:
    random = Random(18)
    tree = line_of(100)
    for _ in range(400):
        edit(tree, random)
        nodes = list(tree.nodes())
        for node in random.sample(nodes, min(20, len(nodes))):
            for identifier in ("DD", "VW"):
                assert node.inherited_points(identifier) == inherited(node, identifier)
            moves = sum("B" in step.properties or "W" in step.properties
                        for step in tree.path_to(node))
            assert tree.move_number(node) == moves


def test_a_step_along_a_deep_line_does_not_go_back_to_the_root(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tree = line_of(5000)
    line = tree.main_line()
    line[4000].inherited_points("DD")
    tree.move_number(line[4000])
    asked = nodes_asked(monkeypatch)
    for node in (line[4001], line[3999], tree.new_node({"B": ["aa"]})):
        if node.parent is None:
            tree.attach(node, line[4001])
        node.inherited_points("DD")
        tree.move_number(node)
    assert len(asked) < 300


def test_a_stretch_of_a_line() -> None:
    tree = line_of(100)
    line = tree.main_line()
    assert stretch_around(line[30], 200) == (0, line)
    assert stretch_around(line[30], len(line)) == (0, line)
    for place in range(len(line)):
        first, found = stretch_around(line[place], 20)
        assert found == line[first:first + 20] and len(found) == 20
        assert line[place] in found
    assert stretch_around(line[50], 20)[0] in (40, 41)


def test_a_position_is_near_where_one_not_far_before_it_is_kept() -> None:
    tree = line_of(8000)
    line, replay = tree.main_line(), Replay(tree)
    assert replay.is_near(line[100]) and not replay.is_near(line[7000])
    replay.position_at(line[6000])
    assert replay.is_near(line[7000])


def odd_game(moves: int, one_variation_in: int) -> GameTree:
    """Return a game of moves, setups, turns and variations, many of them odd."""
    random, tree = Random(7), GameTree(9, 9)
    nodes = [tree.root]
    for _ in range(moves):
        point = chr(97 + random.randrange(9)) + chr(97 + random.randrange(9))
        properties = random.choice([
            {random.choice("BW"): [point]}, {random.choice("BW"): [point]}, {"AB": [point]},
            {"AE": [point]}, {"PL": ["W"]}, {"C": ["B[aa] AB"]}, {"C": ["x"], "W": [point]},
            {"B": [point], "AW": ["aa"]}, {"B": [""]}])
        node = tree.new_node(properties)
        tree.attach(node, nodes[-1] if random.randrange(one_variation_in) else random.choice(nodes))
        nodes.append(node)
    return read_games(write_games([tree])).games[0]


def test_a_node_of_another_game_is_told_of_its_own_and_stays_out_of_this_one() -> None:
    here, other = (read_games(record).games[0] for record in (
        b"(;SZ[19];B[pd];W[dd])", b"(;SZ[9];B[ee];W[ge])"))
    replay = Replay(here)
    assert replay.position_at(other.main_line()[-1]).columns == 9
    assert replay.position_at(here.main_line()[-1]) == Replay(here).position_at(
        here.main_line()[-1])


def test_going_through_a_record_says_of_each_node_what_the_node_alone_says() -> None:
    tree = odd_game(3000, 10)
    told = list(Replay(tree).oddities())
    assert [node for node, _ in told] == list(tree.nodes())
    replay, odd = Replay(tree), 0
    for node, oddity in told:
        path = Replay(tree) if node.id % 50 == 0 else replay
        assert path.remark(node) == (None if oddity is None else remark_of(node, oddity))
        odd += oddity is not None
    assert odd > 100


def test_a_far_position_is_approached_in_steps_and_is_near_then() -> None:
    tree = odd_game(20_000, 1_000_000)
    line = tree.main_line()
    depth, end = len(line), line[-1]
    replay, fresh = Replay(tree), Replay(tree)
    steps = sum(1 for _ in replay.approach(end))
    assert steps == depth // 2000 > 0
    assert replay.is_near(end) and not fresh.is_near(end)
    assert replay.position_at(end) == fresh.position_at(end)
    assert fresh.is_near(end) and replay.kept_count < depth // 50 + 100
    assert sum(1 for _ in replay.approach(end)) == 0


def test_the_line_visited_last_is_found_again_after_every_edit() -> None:
    random = Random(4)
    tree = odd_game(300, 3)
    for _ in range(600):
        edit(tree, random)
        nodes = list(tree.nodes())
        near = random.choice(nodes)
        for node in (near, *near.children[:1], near, random.choice(nodes)):
            tree.remember(node)
            assert node in tree.current_line(tree.root)


def test_a_branch_that_is_cut_and_put_back_costs_no_way_to_the_root(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tree = line_of(5000)
    line = tree.main_line()
    for node in line:
        tree.ways.note(node)
    tree.remember(line[4500])
    asked = nodes_asked(monkeypatch)
    index = tree.detach(line[4400])
    tree.remember(line[4399])
    tree.attach(line[4400], line[4399], index)
    tree.replace_properties(line[4300], {"B": ["aa"], "C": ["new"]}, None)
    assert tree.move_number(line[4990]) == 4990
    assert line[4990].inherited_points("DD") == []
    assert stretch_around(line[4990], 20)[0] == 4981
    assert len(asked) < 300


def test_a_branch_that_comes_elsewhere_has_another_way() -> None:
    tree = read_games(b"(;SZ[9](;B[aa];W[bb]DD[cc];B[dd];W[ee])(;B[ff];W[gg];B[hh]))").games[0]
    first, second = tree.root.children
    end = tree.main_line()[-1]
    assert tree.move_number(end) == 4 and tree.ways.depth_of(end) == 4
    moved = tree.main_line()[3]
    for is_asked in (False, True):
        for node in tree.nodes():
            tree.ways.note(node)
        tree.detach(moved)
        if is_asked:
            assert tree.move_number(moved) in (1, 3)
        target = second.children[0] if not is_asked else first.children[0]
        tree.attach(moved, target)
        assert tree.move_number(end) == 4 and tree.ways.depth_of(end) == 4
        assert end.inherited_points("DD") == ([] if not is_asked else [20])
