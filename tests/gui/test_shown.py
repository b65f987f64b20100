"""What is shown here: one request for every face of irgo, and repaints only where it changed."""

import io
import json
from contextlib import redirect_stdout

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from irgo_app.cli.main import run_command
from irgo_app.draw.drawables import Diagram, Tint
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.gui.commands.actions import ACTIONS, LAYERS
from irgo_app.gui.models.layers import LayerState, ShownLayer, layer_key
from irgo_app.gui.models.models import Models
from irgo_app.gui.shell.app import give_the_board_its_models
from irgo_app.gui.shell.furnishing import Furnishing
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.panels import PANELS
from irgo_app.gui.views.timeline import TimelinePanel
from irgo_app.layers import COMPUTED
from irgo_app.layers import LAYERS as ALL_LAYERS
from irgo_app.layers.results import Field
from irgo_app.sgf.edits import set_comment, toggle_mark
from irgo_app.sgf.game_info import game_info, set_game_info
from tests.conftest import GAMES
from tests.gui.conftest import SEVENTY_MOVES, Window, balances, figures


def at_rest(models: Models, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not models.service.service.is_looking_ahead)
    models.service.stop()
    qtbot.wait(1)


def layer(models: Models, name: str) -> ShownLayer:
    found = models.shown.named(name)
    assert found is not None
    return found


def told(models: Models) -> list[Diagram]:
    diagrams: list[Diagram] = []
    models.scene.changed.connect(diagrams.append)
    return diagrams


# Results with keys


def test_ready_names_the_requests_that_were_answered(models: Models, qtbot: QtBot) -> None:
    at_rest(models, qtbot)
    ready: set[object] = set()
    models.service.ready.connect(ready.update)
    shown = layer(models, "influence.shadow")
    models.shown.change(shown, params=shown.layer.changed_params(shown.params, "reach", 9))
    at_rest(models, qtbot)
    wanted = {models.shown.request_for(shown, node) for node in models.review.game.main_line()}
    assert wanted == ready
    assert all(models.service.cached(request) is not None for request in wanted)


def test_the_board_stands_still_while_the_game_is_mapped(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.review.open_path(SEVENTY_MOVES)
    shown = layer(models, "influence.shadow")
    qtbot.waitUntil(lambda: models.shown.result_for(shown) is not None)
    qtbot.waitUntil(lambda: any(
        isinstance(drawn, Tint) for drawn in window.board.diagram.drawables))
    window.board.grab()
    diagrams, builds = told(models), window.board.picture.builds
    assert models.service.service.is_looking_ahead, "the game is still being mapped"
    at_rest(models, qtbot)
    window.board.grab()
    assert diagrams == [] and window.board.picture.builds == builds


def test_what_is_not_shown_paints_nothing(models: Models, qtbot: QtBot) -> None:
    at_rest(models, qtbot)
    diagrams, root = told(models), models.review.game.root
    models.review.apply(set_comment(root, "nobody sees this on the board"))
    info = game_info(models.review.game)
    models.review.apply(set_game_info(models.review.game, replace(info, black="Somebody")))
    models.service.ready.emit(frozenset(
        models.shown.request_for(shown, root) for shown in models.shown.layers))
    models.preferences.set("analyse_auto", False)
    assert diagrams == []
    models.review.apply(toggle_mark(root, "TR", 60))
    assert len(diagrams) == 1


def test_saving_is_no_change_of_the_view(
    models: Models, qtbot: QtBot, tmp_path: object
) -> None:
    at_rest(models, qtbot)
    diagrams, views = told(models), list[None]()
    models.viewpoint.changed.connect(lambda: views.append(None))
    with qtbot.waitSignal(models.review.file_saved):
        assert models.review.save(tmp_path / "saved.sgf")  # type: ignore[operator]
    assert diagrams == [] and views == []


# One answer to what is shown here


@pytest.mark.long_game
def test_explain_explains_the_reach_that_is_shown(models: Models, qtbot: QtBot) -> None:
    models.review.go_to(models.review.game.node_of_move_number(40))
    shown = layer(models, "influence.shadow")
    point = models.review.position.cells.index(0, 150)
    values = {}
    for reach in (7, 12):
        models.shown.change(shown, params=shown.layer.changed_params(
            shown.params, "reach", reach))
        models.selection.ask(point)
        qtbot.waitUntil(lambda: models.shown.result_for(shown) is not None
                        and bool(models.inquiry.sentences()))
        result = models.shown.result_for(shown)
        assert isinstance(result, Field)
        values[reach] = float(result.values.flat[point])
        [sentence] = [text for text in models.inquiry.sentences()
                      if text.startswith(f"{shown.layer.title} ")]
        assert sentence.startswith(f"{shown.layer.title} {values[reach]:+.2f}")
    assert values[7] != values[12]


@pytest.mark.long_game
@pytest.mark.parametrize("name", [found.name for found in COMPUTED])
def test_window_and_command_line_ask_the_same(
    name: str, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    from irgo_app.cli.arguments import chosen_layers

    node = models.review.game.node_of_move_number(30)
    shown = layer(models, name)
    for param in shown.layer.params:
        if param.key == "reach":
            models.shown.change(shown, params={**shown.params, "reach": 4})
    text = ",".join(f"{key}={value}" for key, value in shown.params.items() if value != "")
    [choice] = chosen_layers([f"{name}:{text}" if text else name], models.review.game)
    position = models.review.replay.position_at(node)
    assert choice.request(position, node) == models.shown.request_for(shown, node)


@pytest.mark.long_game
def test_window_and_command_line_say_the_same(models: Models, qtbot: QtBot) -> None:
    models.review.go_to(models.review.game.node_of_move_number(30))
    for shown in models.shown.layers:
        models.shown.change(shown, is_on=shown.layer.name == "estimate")
    models.selection.ask(point_of_vertex("K10", 19, 19))
    qtbot.waitUntil(lambda: bool(models.inquiry.sentences()))
    output = io.StringIO()
    with redirect_stdout(output):
        assert run_command(["analyze", str(GAMES[0]), "--move", "30", "--layer", "estimate",
                            "--explain", "K10", "--json"]) == 0
    [node] = json.loads(output.getvalue())["nodes"]
    assert node["explain"]["sentences"] == models.inquiry.sentences()
    assert any(text.startswith("Estimate") for text in models.inquiry.sentences())


def test_what_is_dead_is_off_every_face(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.review.new_game(9, 9, {"AW": ["ac", "bc", "bb", "cb", "ca"], "AB": ["ab", "fe", "ff"]})
    timeline = window.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    window.show_panel("timeline")

    def drawn() -> tuple[object, ...]:
        at_rest(models, qtbot)
        timeline.refresh()
        return balances(timeline), [found.value for found in figures(timeline, "territory")]

    before, node = drawn(), models.review.node
    models.dead.note(node, "A8")
    requests = [models.shown.request_for(shown, node) for shown in models.shown.layers]
    assert {dict(request.params)["dead"] for request in requests
            if "dead" in dict(request.params)} == {"A8"}
    timeline.refresh()
    assert balances(timeline) != before[0], "no curve from before the stones were taken off"
    after = drawn()
    assert after[0] != before[0] and after[1]
    shadow = models.shown.result_for(layer(models, "influence.shadow"))
    [tint] = [found for found in window.board.diagram.drawables if isinstance(found, Tint)]
    assert isinstance(shadow, Field)
    assert (tint.values == shadow.values / shadow.full_scale).all()
    models.preferences.flip("life_dead_off")
    assert drawn() == before


# A twelfth layer


def test_the_layers_menu_names_and_ticks_every_layer(window: Window) -> None:
    titles = {row.id: window.actions_by_id[row.id].text()
              for row in ACTIONS if row.id.startswith("layer_")}
    assert list(titles.values()) == [found.title for found in COMPUTED]
    first, second = (window.actions_by_id[f"layer_{number}"] for number in (1, 2))
    assert first.isChecked() and not second.isChecked()
    window.models.shown.change(window.models.shown.layers[1], is_on=True)
    assert second.isChecked()
    second.trigger()
    assert second.isChecked() and not first.isChecked(), "in place of the others"
    second.trigger()
    assert not second.isChecked() and not window.models.shown.layers[1].is_on
    window.actions_by_id["several_layers"].trigger()
    for action in (first, second):
        action.trigger()
    assert first.isChecked() and second.isChecked(), "a deliberate choice"
    assert all(row.menu == LAYERS for row in ACTIONS if row.id in titles)


def test_layers_have_keys_without_a_limit() -> None:
    keys = [layer_key(index) for index in range(40)]
    assert keys[:11] == list("1234567890.")
    used = [key for key in keys if key]
    assert len(used) == len(set(used)) == 33 and keys[33:] == [""] * 7
    others = {key for row in ACTIONS if not row.id.startswith("layer_") for key in row.keys}
    assert others.isdisjoint(used)


def test_a_layer_more_is_shown_like_the_others(models: Models) -> None:
    extra = [replace(ALL_LAYERS[0], name=f"twelfth.{number}") for number in range(30)]
    shown = LayerState(models.review, models.service, models.dead, models.preferences,
                  (*ALL_LAYERS, *extra))
    last = shown.layers[-1]
    shown.change(last, is_on=True)
    assert last.layer.name == "twelfth.29" and last.is_on
    assert shown.request_for(last, models.review.node).layer == "twelfth.29"


# Docks


@pytest.mark.parametrize("missing", [spec.name for spec in PANELS])
def test_no_menu_hangs_on_a_dock(
    missing: str, models: Models, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any one of the docks every action that opens no dialog still does its work."""
    found = MainWindow(models)
    found.close = lambda: True  # type: ignore[method-assign,assignment]
    qtbot.addWidget(found)
    panels = tuple(spec for spec in PANELS if spec.name != missing)
    kept = give_the_board_its_models(found, models), Furnishing(found, models, panels)
    monkeypatch.setattr("irgo_app.gui.models.engine.found_engines", list)
    told: list[str] = []
    models.notices.told.connect(told.append)
    for action in ("find", "find_next", "find_back", "info", "explain", "life", "urgency",
                   "what_if", "stop", "engine_dock", "analyze", "engine_move", "opponent"):
        kept[1].menus.actions[action].trigger()
    assert missing not in found.panels and len(found.panels) == len(PANELS) - 1
    assert sum("There is no engine yet" in text for text in told) == 3
    models.opponent.end()
