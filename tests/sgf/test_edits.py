"""Edits: every one has an inverse, and everything can be taken back."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app.errors import SgfError, UsageError
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.own_names import new_name
from irgo_app.sgf import edits as actions
from irgo_app.sgf import navigation
from irgo_app.sgf.edits import Change, Edit, UndoStack
from irgo_app.sgf.game_info import GameInfo, game_info, set_game_info
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.navigation import address_of, node_at
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.writer import save_file, write_games
from tests.conftest import DATA, GAMES

SMALL = b"(;GM[1]FF[4]CA[UTF-8]SZ[9]C[start];B[ee](;W[cc];B[gg]TR[cc])(;W[gc](;B[cg])(;B[cc])))\n"


def some_edit(tree: GameTree, node: Node, kind: int, point: int) -> Edit | None:
    choices = (
        lambda: actions.play_move(node, BLACK if kind % 2 else WHITE, point),
        lambda: actions.set_comment(node, f"text ] \\ : {point}"),
        lambda: actions.toggle_mark(node, "TR", point),
        lambda: actions.toggle_mark(node, "CR", point),
        lambda: actions.set_label(node, point, "A:]"),
        lambda: actions.setup_stone(node, point, BLACK, 0),
        lambda: actions.delete_branch(node) if node.parent else None,
        lambda: actions.promote(node),
        lambda: actions.make_main_line(node),
        lambda: actions.paste_branch(node, tree.root.children[0]) if tree.root.children else None,
        lambda: set_game_info(tree, GameInfo(black=f"B{point}")),
    )
    return choices[kind % len(choices)]()


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10), st.integers(0, 80), st.integers(0, 30),
                          st.booleans()), max_size=12))
def test_everything_can_be_undone_and_redone(steps: list[tuple[int, int, int, bool]]) -> None:
    tree = read_games(SMALL).games[0]
    stack = UndoStack(tree)
    states = [write_games([tree])]
    assert states[0] == SMALL
    for kind, point, place, joins in steps:
        nodes = list(tree.nodes())
        edit = some_edit(tree, nodes[place % len(nodes)], kind, point)
        if edit is not None:
            assert isinstance(stack.apply(edit), Change)
            if joins and stack.depth > 1:
                stack.join()
                states.pop()
            states.append(write_games([tree]))
            assert stack.depth == len(states) - 1
    for state in reversed(states[:-1]):
        stack.undo()
        assert write_games([tree]) == state
    assert stack.is_clean and stack.undo() is None
    for state in states[1:]:
        stack.redo()
        assert write_games([tree]) == state


def test_titles_name_what_was_done() -> None:
    tree = actions.new_game(9, 9)
    stack = UndoStack(tree)
    stack.apply(actions.toggle_mark(tree.root, "TR", 40))
    assert stack.undo_title == "add triangle"
    stack.apply(actions.toggle_mark(tree.root, "TR", 40))
    assert stack.undo_title == "remove triangle"
    assert tree.root.points("TR") == []
    stack.undo()
    assert stack.redo_title == "remove triangle"


def test_texts_survive_their_brackets() -> None:
    tree = actions.new_game(9, 9)
    text = "a ] b \\ c : d [e]\nsecond line"
    UndoStack(tree).apply(actions.set_comment(tree.root, text))
    UndoStack(tree).apply(actions.set_label(tree.root, 4, "x:y"))
    again = read_games(write_games([tree])).games[0]
    assert again.root.comment == text
    assert again.root.labels == {4: "x:y"}


def test_clean_means_as_saved() -> None:
    tree = actions.new_game(9, 9)
    stack = UndoStack(tree)
    stack.apply(actions.play_move(tree.root, BLACK, 4))
    stack.mark_saved()
    stack.undo()
    assert not stack.is_clean
    stack.apply(actions.play_move(tree.root, BLACK, 5))
    assert not stack.is_clean


def test_clean_means_as_saved_also_where_edits_are_one() -> None:
    tree = actions.new_game(9, 9)
    stack = UndoStack(tree)

    def mark(point: int) -> None:
        stack.apply(actions.toggle_mark(tree.root, "TR", point))

    mark(0)
    stack.mark_saved()
    mark(1)
    mark(2)
    stack.join()
    stack.undo()
    assert stack.is_clean and tree.root.points("TR") == [0]
    stack.redo()
    stack.mark_saved()
    mark(3)
    stack.join()
    stack.undo()
    assert not stack.is_clean and tree.root.points("TR") == [0]
    mark(4)
    mark(5)
    stack.mark_saved()
    stack.join()
    assert stack.is_clean and stack.undo_title == "add triangle"


def test_replay_forgets_below_a_change() -> None:
    tree = read_games(SMALL).games[0]
    replay = Replay(tree)
    end = tree.main_line()[-1]
    assert replay.position_at(end).stone_count() == 3
    UndoStack(tree).apply(actions.setup_stone(tree.root, 0, WHITE, 0))
    replay.forget(tree.root)
    assert replay.position_at(end).stone_count() == 4


@pytest.mark.parametrize("text, turn", [
    (b"(;SZ[9])", BLACK), (b"(;SZ[9]HA[2]AB[cc][gg])", WHITE), (b"(;SZ[9]PL[W])", WHITE),
    (b"(;SZ[9];B[ee])", BLACK), (b"(;SZ[9]AB[cc];W[ee])", WHITE), (b"(;SZ[9]PL[Black])", BLACK),
])
def test_whose_turn_it_is(text: bytes, turn: int) -> None:
    tree = read_games(text).games[0]
    assert Replay(tree).position_at(tree.root).to_play == turn


def test_illegal_moves_are_shown_and_flagged() -> None:
    tree = read_games(b"(;SZ[9];B[ee];W[ee];B[])").games[0]
    replay = Replay(tree)
    line = tree.main_line()
    assert replay.remark(line[2]) == "White E5: a stone was there already"
    assert replay.position_at(line[2]).diagram()[4] == "....O...."
    assert line[3].move == (BLACK, PASS)


def test_addresses_name_every_node() -> None:
    tree = read_games(SMALL).games[0]
    specs = {address_of(node): node for node in tree.nodes()}
    assert all(node_at(tree, spec) is node for spec, node in specs.items())
    assert set(specs) == {"", "0", "0*2", "0*3", "0,1", "0,1,0", "0,1*2"}
    for bad in ("1", "0*9", "x", "0*-1"):
        with pytest.raises(UsageError):
            node_at(tree, bad)
    with pytest.raises(UsageError, match="3 moves"):
        tree.node_of_move_number(4)


def test_navigation_and_memory() -> None:
    tree = read_games(SMALL).games[0]
    first = tree.root.children[0]
    second = first.children[1]
    tree.remember(second.children[1])
    assert navigation.step(tree.root, 10) is second.children[1]
    assert navigation.step(second.children[1], -2) is first
    assert navigation.sibling(second, -1) is first.children[0]
    assert navigation.fork(tree.root, 1) is first
    assert navigation.main_line(second.children[1]) is first
    assert navigation.commented(second, -1) is tree.root
    ends = tree.leaves()
    assert navigation.next_end(ends[-1]) is ends[0]
    near = list(navigation.nearest_first(second))
    assert near[0] is second
    assert sorted(node.id for node in near) == sorted(node.id for node in tree.nodes())


def test_saving_is_whole_and_keeps_a_backup(tmp_path: Path) -> None:
    path, link = tmp_path / "game.sgf", tmp_path / "link.sgf"
    path.write_bytes(b"(;SZ[9];B[ee])")
    link.symlink_to(path)
    tree = load_file(GAMES[0]).games[0]
    save_file(link, [tree])
    assert link.is_symlink()
    assert path.read_bytes() == GAMES[0].read_bytes()
    assert (tmp_path / "game.sgf.bak").read_bytes() == b"(;SZ[9];B[ee])"
    assert sorted(found.name for found in tmp_path.iterdir()) == [
        "game.sgf", "game.sgf.bak", "link.sgf"]


def test_a_failed_save_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"old")

    def refuse(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(SgfError, match="No space left"):
        save_file(path, [actions.new_game(9, 9)], keep_backup=False)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(SgfError, match="could not be saved"):
        save_file(tmp_path / "no" / "such.sgf", [actions.new_game(9, 9)])


@pytest.mark.parametrize("raw, points", [("6.5", 6.5), ("6,5", 6.5), ("375", 7.5), ("650", 6.5),
                                         ("", None), ("x", None), ("0", 0.0)])
def test_komi_as_it_is_found(raw: str, points: float | None) -> None:
    tree = read_games(f"(;SZ[9]KM[{raw}];B[ee])".encode()).games[0]
    assert game_info(tree).komi_points == points


@pytest.mark.parametrize("raw, said", [
    ("1e3", "The komi [1e3] was read as 10."), ("0375", "The komi [0375] was read as 7.5."),
    ("6½", "The komi [6½] was read as 6.5."),
    ("x", "The komi [x] is no number that can be used; the usual one of the rules is counted.")])
def test_a_warning_quotes_the_komi_and_says_which_is_used(raw: str, said: str) -> None:
    found = read_games(f"(;SZ[9]KM[{raw}];B[ee])".encode())
    assert [warning.text for warning in found.diagnostics] == [said]


def test_thousands_of_games_and_nodes() -> None:
    many = read_games(b"(;SZ[9];B[ee];W[cc])" * 3000)
    assert len(many.games) == 3000
    deep = read_games(b"(;SZ[9]" + b"(;B[ee](;W[cc]" * 2500 + b")" * 5001)
    assert len(deep.games[0].main_line()) == 5001
    assert deep.games[0].move_number(deep.games[0].main_line()[-1]) == 5000


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"old")
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from irgo_app.errors import SgfError\n"
        "from irgo_app.sgf.parser import load_file\n"
        "from irgo_app.sgf.writer import save_file\n"
        "games = load_file(Path(sys.argv[2])).games\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n"
        "try: save_file(Path(sys.argv[1]), games)\n"
        "except SgfError as error: print(error)\n")
    done = subprocess.run([sys.executable, "-c", program, str(path), str(GAMES[0])],
                          capture_output=True, text=True, check=True, cwd=DATA.parents[1])
    assert "could not be saved" in done.stdout and "another place" in done.stdout
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_read_only_file_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"old")
    # Whoever runs the tests may be allowed everything; ask as somebody who is not.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(SgfError, match="read-only"):
        save_file(path, [actions.new_game(9, 9)])
    assert path.read_bytes() == b"old"


def test_what_a_killed_save_left_is_cleared_away(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    old, new = tmp_path / new_name(), tmp_path / new_name()
    for torn in (old, new):
        torn.write_bytes(b"(;")
    os.utime(old, (1, 1))
    save_file(path, [actions.new_game(9, 9)])
    assert sorted(tmp_path.iterdir()) == [new, path]
