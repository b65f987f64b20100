"""The window's model: nodes, edits, layers, files; no widgets."""

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import GhostStone, Label, Tint
from irgo_app.go.point import PASS, WHITE
from irgo_app.gui.models.models import Models
from irgo_app.layers.results import Field
from irgo_app.sgf import navigation
from irgo_app.sgf.edits import delete_branch, set_comment
from tests.conftest import DATA
from tests.gui.conftest import TEN_MOVES


def tints(models: Models) -> list[Tint]:
    return [found for found in models.scene.diagram().drawables if isinstance(found, Tint)]


def test_every_node_has_its_maps_before_the_user_gets_there(
    models: Models, qtbot: QtBot
) -> None:
    bridge = models.service
    assert bridge
    qtbot.waitUntil(lambda: not bridge.service.is_looking_ahead, timeout=20_000)
    for node in models.review.game.nodes():
        for shown in models.shown.layers:
            assert isinstance(models.shown.result_for(shown, node), shown.layer.kind)


@pytest.mark.long_game
def test_stepping_shows_the_layer_of_the_node(models: Models) -> None:
    models.review.go_to(models.review.game.node_of_move_number(40))
    [tint] = tints(models)
    result = models.shown.result_for(models.shown.layers[0])
    assert isinstance(result, Field)
    assert np.array_equal(tint.values, result.values / result.full_scale)
    models.shown.change(models.shown.layers[0], opacity=0.5)
    assert [found.opacity for found in tints(models)] == [0.5]
    models.shown.change(models.shown.layers[0], is_on=False)
    assert tints(models) == []


@pytest.mark.long_game
def test_a_parameter_changes_the_map(models: Models) -> None:
    models.review.go_to(models.review.game.node_of_move_number(40))
    before = tints(models)[0].values
    models.shown.change(models.shown.layers[0], params={"reach": 3, "cut": "none"})
    assert not np.array_equal(tints(models)[0].values, before)


def test_playing_follows_or_adds(models: Models, qtbot: QtBot) -> None:
    root, first = models.review.game.root, models.review.game.root.children[0]
    assert first.move
    models.review.play(first.move[1])
    assert models.review.node is first
    models.review.go_to(root)
    with qtbot.waitSignal(models.review.tree_changed):
        models.review.play(0)
    assert models.review.node.parent is root and len(root.children) == 2
    assert models.review.file.is_modified
    assert tints(models), "a new node gets its map at once"
    models.review.undo()
    assert models.review.node is root and len(root.children) == 1
    assert not models.review.file.is_modified
    models.review.redo()
    assert len(root.children) == 2


def test_an_illegal_move_is_explained_and_changes_nothing(
    models: Models, qtbot: QtBot
) -> None:
    models.review.go_to(models.review.game.node_of_move_number(1))
    node, move = models.review.node, models.review.node.move
    assert move
    with qtbot.waitSignal(models.notices.told) as shown:
        models.review.play(move[1])
    assert "a stone is there already" in shown.args[0]
    assert models.review.node is node and not models.review.file.is_modified


def test_pass_and_turn(models: Models) -> None:
    models.review.new_game(9, 9, {})
    models.review.play(PASS)
    assert models.review.position.to_play == WHITE
    assert models.review.game.root.children[0].properties == {"B": [""]}


@pytest.mark.long_game
def test_deleting_shows_the_parent(models: Models) -> None:
    node = models.review.game.node_of_move_number(10)
    models.review.go_to(navigation.step(node, 5))
    models.review.apply(delete_branch(node))
    assert models.review.node is models.review.game.node_of_move_number(9)
    models.review.undo()
    assert models.review.game.node_of_move_number(12)


def test_next_moves_are_ghosts_with_numbers(models: Models) -> None:
    models.review.play(0)
    models.review.go_to(models.review.game.root)
    drawables = models.scene.diagram().drawables
    ghosts = [found for found in drawables if isinstance(found, GhostStone)]
    assert len(ghosts) == 2 and all(ghost.is_next for ghost in ghosts), "no ghost of the mouse's"
    assert [found.text for found in drawables if isinstance(found, Label)] == ["1", "2"]


def test_saving_and_opening(models: Models, tmp_path: Path, qtbot: QtBot) -> None:
    models.review.apply(set_comment(models.review.game.root, "x"))
    assert models.review.file.is_modified
    target = tmp_path / "game.sgf"
    assert models.review.save(target)
    assert not models.review.file.is_modified
    assert models.preferences.settings.recent_files[0] == str(target)
    assert models.review.open_path(target)
    assert models.review.game.root.comment == "x"


@pytest.mark.parametrize("path, words", [
    (DATA / "none.sgf", "no file"), (DATA, "folder"),
    (DATA / "sgf" / "wild" / "21_empty_file.sgf", "empty"),
    (DATA / "sgf" / "wild" / "63_gm_not_go.sgf", "Othello"),
])
def test_a_bad_file_leaves_everything_as_it_was(
    path: Path, words: str, models: Models, qtbot: QtBot
) -> None:
    game = models.review.game
    with qtbot.waitSignal(models.notices.told) as shown:
        assert not models.review.open_path(path)
    assert words in shown.args[0]
    assert models.review.game is game and models.review.file.path == TEN_MOVES


def test_repairs_are_told(models: Models, qtbot: QtBot) -> None:
    with qtbot.waitSignal(models.notices.told) as shown:
        models.review.open_path(DATA / "sgf" / "wild" / "28_extra_close.sgf")
    assert "Repaired while reading" in shown.args[0] and "(2 more)" in shown.args[0]


def test_games_of_a_collection_are_saved_whole(models: Models, tmp_path: Path) -> None:
    models.review.open_path(DATA / "sgf" / "wild" / "61_collection.sgf")
    models.review.apply(set_comment(models.review.game.root, "first"))
    models.review.show_file(models.review.file, 2)
    assert models.review.file.is_modified
    assert models.review.save(tmp_path / "all.sgf")
    assert (tmp_path / "all.sgf").read_bytes().count(b"(;") == 3


@pytest.mark.long_game
def test_values_under_the_mouse(models: Models) -> None:
    models.review.go_to(models.review.game.node_of_move_number(40))
    assert models.overlays.values_at(0).startswith("A19 · Influence ")
