"""The window's model: nodes, edits, layers, files; no widgets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import GhostStone, Label, Tint
from irgo_app.go.point import PASS, WHITE
from irgo_app.gui.models.overlays import point_values
from irgo_app.gui.models.session import ReviewSession
from irgo_app.layers.results import Field
from irgo_app.sgf import navigation
from irgo_app.sgf.edit_actions import delete_branch, set_comment
from tests.conftest import DATA, GAMES


def tints(session: ReviewSession) -> list[Tint]:
    return [found for found in session.diagram().drawables if isinstance(found, Tint)]


def test_every_node_has_its_maps_before_the_user_gets_there(
    session: ReviewSession, qtbot: QtBot
) -> None:
    bridge = session.bridge
    assert bridge
    qtbot.waitUntil(lambda: not bridge.service.is_looking_ahead, timeout=20_000)
    for node in session.game.nodes():
        for shown in session.shown:
            assert isinstance(session.result_for(shown, node), shown.layer.kind)


def test_stepping_shows_the_layer_of_the_node(session: ReviewSession) -> None:
    session.go_to(session.game.node_of_move_number(40))
    [tint] = tints(session)
    result = session.result_for(session.shown[0])
    assert isinstance(result, Field)
    assert np.array_equal(tint.values, result.values / result.full_scale)
    session.change_layer(0, opacity=0.5)
    assert [found.opacity for found in tints(session)] == [0.5]
    session.change_layer(0, is_on=False)
    assert tints(session) == []


def test_a_parameter_changes_the_map(session: ReviewSession) -> None:
    session.go_to(session.game.node_of_move_number(40))
    before = tints(session)[0].values
    session.change_layer(0, params={"reach": 3, "cut": "none"})
    assert not np.array_equal(tints(session)[0].values, before)


def test_playing_follows_or_adds(session: ReviewSession, qtbot: QtBot) -> None:
    root, first = session.game.root, session.game.root.children[0]
    assert first.move
    session.play(first.move[1])
    assert session.node is first
    session.go_to(root)
    with qtbot.waitSignal(session.tree_changed):
        session.play(0)
    assert session.node.parent is root and len(root.children) == 2
    assert session.file.is_modified
    assert tints(session), "a new node gets its map at once"
    session.undo()
    assert session.node is root and len(root.children) == 1
    assert not session.file.is_modified
    session.redo()
    assert len(root.children) == 2


def test_an_illegal_move_is_explained_and_changes_nothing(
    session: ReviewSession, qtbot: QtBot
) -> None:
    session.go_to(session.game.node_of_move_number(1))
    node, move = session.node, session.node.move
    assert move
    with qtbot.waitSignal(session.message_shown) as shown:
        session.play(move[1])
    assert "a stone is there already" in shown.args[0]
    assert session.node is node and not session.file.is_modified


def test_pass_and_turn(session: ReviewSession) -> None:
    session.new_game(9, 9, {})
    session.play(PASS)
    assert session.position.to_play == WHITE
    assert session.game.root.children[0].properties == {"B": [""]}


def test_deleting_shows_the_parent(session: ReviewSession) -> None:
    node = session.game.node_of_move_number(10)
    session.go_to(navigation.step(node, 5))
    session.apply(delete_branch(node))
    assert session.node is session.game.node_of_move_number(9)
    session.undo()
    assert session.game.node_of_move_number(12)


def test_next_moves_are_ghosts_with_letters(session: ReviewSession) -> None:
    session.play(0)
    session.go_to(session.game.root)
    drawables = session.diagram().drawables
    assert len([found for found in drawables if isinstance(found, GhostStone)]) == 2
    assert [found.text for found in drawables if isinstance(found, Label)] == ["A", "B"]


def test_saving_and_opening(session: ReviewSession, tmp_path: Path, qtbot: QtBot) -> None:
    session.apply(set_comment(session.game.root, "x"))
    assert session.file.is_modified
    target = tmp_path / "game.sgf"
    assert session.save(target)
    assert not session.file.is_modified
    assert session.settings.recent_files[0] == str(target)
    assert session.open_path(target)
    assert session.game.root.comment == "x"


@pytest.mark.parametrize("path, words", [
    (DATA / "none.sgf", "no file"), (DATA, "folder"),
    (DATA / "sgf" / "wild" / "21_empty_file.sgf", "empty"),
    (DATA / "sgf" / "wild" / "63_gm_not_go.sgf", "Othello"),
])
def test_a_bad_file_leaves_everything_as_it_was(
    path: Path, words: str, session: ReviewSession, qtbot: QtBot
) -> None:
    game = session.game
    with qtbot.waitSignal(session.message_shown) as shown:
        assert not session.open_path(path)
    assert words in shown.args[0]
    assert session.game is game and session.file.path == GAMES[0]


def test_repairs_are_told(session: ReviewSession, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.message_shown) as shown:
        session.open_path(DATA / "sgf" / "wild" / "28_extra_close.sgf")
    assert "Repaired while reading" in shown.args[0] and "(2 more)" in shown.args[0]


def test_games_of_a_collection_are_saved_whole(session: ReviewSession, tmp_path: Path) -> None:
    session.open_path(DATA / "sgf" / "wild" / "61_collection.sgf")
    session.apply(set_comment(session.game.root, "first"))
    session.show_file(session.file, 2)
    assert session.file.is_modified
    assert session.save(tmp_path / "all.sgf")
    assert (tmp_path / "all.sgf").read_bytes().count(b"(;") == 3


def test_values_under_the_mouse(session: ReviewSession) -> None:
    session.go_to(session.game.node_of_move_number(40))
    assert point_values(session, 0).startswith("A19 · Shadows ")
