"""Playing against an engine: taking back, passing, resigning, in any order, truthfully."""

import shlex
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from irgo_app.engines.engine import EngineState
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.tracker import EngineGame
from irgo_app.engines.trial import Lacks
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.rules import why_illegal
from irgo_app.gui.models.models import Models
from irgo_app.sgf.game_info import game_info
from irgo_app.words import Message, message
from tests.gui.conftest import Window

ENGINE = str(Path(__file__).parent / "quick_player.py")
PRESSES = 3000
SETTLED_EVERY = 20
RESIGNS, PASSES = 0.05, 0.2


def quick(manner: str = "") -> EngineProfile:
    return EngineProfile("Quick", shlex.join([sys.executable, ENGINE, manner]))


def against(window: Window, colour: int = BLACK, manner: str = "") -> Models:
    """Return the models of a game on 5x5 against an engine that plays at random and at once."""
    models = window.models
    models.review.new_game(5, 5, {"KM": ["0.5"]})
    models.opponent.begin(quick(manner), colour)
    return models


def settle(models: Models, qtbot: QtBot) -> None:
    """Wait until the engine has moved where it is to move."""
    qtbot.waitUntil(lambda: not models.opponent.is_to_move, timeout=60_000)


def play_anywhere(models: Models) -> None:
    review = models.review
    review.play(next(point for point in range(25) if review.why_not(point) is None))


def moves(models: Models) -> int:
    return models.review.game.move_number(models.review.node)


def test_taking_back_takes_both_moves_and_it_is_my_turn(window: Window, qtbot: QtBot) -> None:
    models = against(window)
    for _ in range(2):
        play_anywhere(models)
        settle(models, qtbot)
    line = [node.move for node in models.review.game.main_line()]
    assert len(line) == 5
    window.actions_by_id["undo"].trigger()
    assert moves(models) == 2 and models.review.position.to_play == BLACK
    assert models.desk.thinks_of is None
    window.actions_by_id["redo"].trigger()
    assert [node.move for node in models.review.game.main_line()] == line
    for _ in range(5):
        window.actions_by_id["undo"].trigger()
    assert moves(models) == 0 and models.review.position.to_play == BLACK


def test_a_move_is_taken_back_while_the_engine_thinks(window: Window, qtbot: QtBot) -> None:
    models = against(window, manner="slow")
    play_anywhere(models)
    assert models.desk.thinks_of is models.review.node
    window.actions_by_id["undo"].trigger()
    assert moves(models) == 0 and models.desk.thinks_of is None
    window.actions_by_id["redo"].trigger()
    assert moves(models) == 1 and models.desk.thinks_of is models.review.node
    settle(models, qtbot)
    assert moves(models) == 2


def test_nobody_moves_for_the_engine(window: Window, qtbot: QtBot) -> None:
    models = against(window, manner="slow")
    play_anywhere(models)
    assert models.opponent.is_to_move and moves(models) == 1
    window.actions_by_id["pass"].trigger()
    x, y = window.board.geometry_in_pixels().centre(
        next(point for point in range(25) if models.review.why_not(point) is None))
    qtbot.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert moves(models) == 1 and "the engine's turn" in window.messages.text
    window.actions_by_id["opponent"].trigger()
    window.actions_by_id["pass"].trigger()
    assert moves(models) == 2


def test_the_engines_first_move_is_not_taken_back(window: Window, qtbot: QtBot) -> None:
    models = against(window, WHITE)
    settle(models, qtbot)
    assert moves(models) == 1
    window.actions_by_id["undo"].trigger()
    assert moves(models) == 1 and "no move of yours" in window.messages.text


def recorded(window: Window) -> Models:
    """Return the models of a game against an engine that begins at the start of a record."""
    models = against(window)
    models.opponent.end()
    for name in ("A5", "B5", "C5"):
        models.review.play(point_of_vertex(name, 5, 5))
    models.review.go_to(models.review.game.root)
    models.opponent.begin(quick(), BLACK)
    return models


@pytest.mark.parametrize("reply", ["B5", "E1", "pass"])
def test_a_move_of_the_record_is_answered_and_taken_back(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, reply: str
) -> None:
    monkeypatch.setattr("irgo_app.gui.models.engine.Engine", EngineAtHand)
    monkeypatch.setattr(EngineAtHand, "_think", lambda self, _s, _g, tell, _t: tell(reply))
    models = recorded(window)
    review, start = models.review, models.review.node
    models.opponent.play(point_of_vertex("A5", 5, 5))
    mine = review.node
    assert mine is start.children[0] and models.opponent.is_to_move
    settle(models, qtbot)
    assert review.node.parent is mine and review.position.to_play == BLACK
    assert review.node.move == (WHITE, point_of_vertex(reply, 5, 5))
    assert len(mine.children) == (1 if reply == "B5" else 2)
    assert mine.children[0].move == (WHITE, point_of_vertex("B5", 5, 5)), "the record stays first"
    window.actions_by_id["undo"].trigger()
    assert review.node is start and len(mine.children) == 1 and mine.children[0].children
    assert "no move of yours" not in window.messages.text


def test_who_only_steps_through_a_record_is_not_answered(window: Window, qtbot: QtBot) -> None:
    models = recorded(window)
    window.actions_by_id["forward"].trigger()
    assert not models.opponent.is_to_move and models.desk.thinks_of is None


def test_an_engine_that_begins_in_the_midst_of_a_record_moves(
    window: Window, qtbot: QtBot
) -> None:
    models = recorded(window)
    models.opponent.begin(quick(), WHITE)
    assert models.opponent.is_to_move
    settle(models, qtbot)
    assert moves(models) == 1
    window.actions_by_id["undo"].trigger()
    assert moves(models) == 1 and "no move of yours" in window.messages.text


def test_without_an_engine_no_game_begins(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("irgo_app.gui.models.engine.found_engines", list)
    action = window.actions_by_id["opponent"]
    action.trigger()
    assert not window.models.opponent.is_on and not action.isChecked()
    assert "There is no engine yet" in window.messages.text
    for _ in range(2):
        play_anywhere(window.models)


def test_a_result_is_taken_back_without_a_move(window: Window, qtbot: QtBot) -> None:
    models = against(window)
    play_anywhere(models)
    settle(models, qtbot)
    models.opponent.pause(is_paused=True)
    models.review.play(PASS)
    models.counting.toggle()
    models.counting.write_result()
    models.opponent.pause(is_paused=False)
    assert models.review.position.to_play == WHITE and game_info(models.review.game).result
    window.actions_by_id["undo"].trigger()
    assert moves(models) == 3 and not game_info(models.review.game).result


def test_a_game_that_both_passed_gets_no_third_pass(window: Window, qtbot: QtBot) -> None:
    models = window.models
    for _ in range(3):
        window.actions_by_id["pass"].trigger()
    assert moves(models) == 2 and "Both have passed" in window.messages.text
    assert any("Both have passed" in said for said in window.messages._sentences)
    window.actions_by_id["undo"].trigger()
    assert moves(models) == 1
    assert not any("Both have passed" in said for said in window.messages._sentences)


def test_resigning_is_the_users_and_can_be_taken_back(window: Window, qtbot: QtBot) -> None:
    models = against(window, manner="slow")
    play_anywhere(models)
    # The engine thinks; it is still Black who resigns.
    window.actions_by_id["resign"].trigger()
    assert game_info(models.review.game).result == "W+R"
    said = window.messages.text
    assert "takes that back" in said and window.messages.isVisible()
    assert models.opponent.is_over and models.desk.thinks_of is None
    window.actions_by_id["resign"].trigger()
    assert "The game is over" in window.messages.text
    window.actions_by_id["undo"].trigger()
    assert game_info(models.review.game).result == "" and moves(models) == 1
    assert said not in window.messages._sentences, "it is taken back"
    assert "The game is over." not in window.messages._sentences
    assert models.desk.thinks_of is models.review.node
    settle(models, qtbot)
    assert moves(models) == 2


def test_an_engine_that_refuses_to_play_says_why(window: Window, qtbot: QtBot) -> None:
    models = against(window, manner="large")
    play_anywhere(models)
    qtbot.waitUntil(lambda: "unacceptable size" in window.messages.text, timeout=60_000)
    assert moves(models) == 1


def test_an_engine_resigns_into_the_record(window: Window, qtbot: QtBot) -> None:
    models = against(window, manner="resigns")
    play_anywhere(models)
    settle(models, qtbot)
    assert game_info(models.review.game).result == "B+R"
    window.actions_by_id["undo"].trigger()
    assert game_info(models.review.game).result == "" and moves(models) == 0
    assert models.review.position.to_play == BLACK and not models.opponent.is_over


def test_the_engines_pass_after_mine_ends_the_game(window: Window, qtbot: QtBot) -> None:
    models = against(window, manner="passes")
    window.actions_by_id["pass"].trigger()
    settle(models, qtbot)
    assert moves(models) == 2 and models.opponent.is_over and models.counting.is_on
    window.actions_by_id["undo"].trigger()
    assert moves(models) == 0 and not models.counting.is_on and not models.opponent.is_over


def test_what_it_thought_is_hidden_while_playing_and_there_afterwards(
    window: Window, qtbot: QtBot
) -> None:
    models = against(window, manner="tells")
    play_anywhere(models)
    mine = models.review.node
    settle(models, qtbot)
    assert models.evaluations.of(mine) is None and not models.own.is_wanted
    assert models.judgements.of(mine) is None and models.judgements.look(mine) is None
    window.actions_by_id["resign"].trigger()
    found = models.evaluations.of(mine)
    assert found is not None and found.visits == 7
    qtbot.waitUntil(lambda: models.judgements.of(mine) is not None, timeout=60_000)
    window.actions_by_id["undo"].trigger()
    assert models.evaluations.of(mine) is None
    models.opponent.end()
    assert models.evaluations.of(mine) is not None


def test_an_engine_that_dies_answers_no_more(window: Window, qtbot: QtBot) -> None:
    models = against(window, manner="dies")
    play_anywhere(models)
    qtbot.waitUntil(lambda: not models.opponent.is_on, timeout=60_000)
    assert models.desk.thinks_of is None and window.messages.text
    play_anywhere(models)
    assert moves(models) == 2


class EngineAtHand:
    """What the desk takes for an engine: it plays at random from a thread of its own, at once.

    Ten thousand presses begin some hundred games; a process for each would take minutes.
    """

    commands = frozenset[str]()
    process_id = None
    lacks = Lacks()

    def __init__(
        self, profile: EngineProfile, on_state: Callable[[EngineState, Message], None]
    ) -> None:
        self.profile, self._on_state = profile, on_state
        self._worker, self._random = ThreadPoolExecutor(1), Random(7)
        self._serial = 0

    def start(self) -> None:
        self._worker.submit(self._on_state, EngineState.READY, message("ready"))

    def pause(self) -> None:
        self._serial += 1

    def stop(self) -> None:
        self._worker.shutdown(wait=True, cancel_futures=True)

    def analyze(self, game: EngineGame, tell: object, done: object, only: object) -> None:
        self.pause()

    def genmove(
        self, game: EngineGame, letter: str, tell: Callable[[str], None],
        thought: Callable[[EngineEvaluation], None],
    ) -> None:
        self.pause()
        self._worker.submit(self._think, self._serial, game, tell, thought)

    def _think(
        self, serial: int, game: EngineGame, tell: Callable[[str], None],
        thought: Callable[[EngineEvaluation], None],
    ) -> None:
        if serial != self._serial:
            return
        position = game.position
        thought(EngineEvaluation((), 1, 0.5))
        moves = [point for point in range(25)
                 if why_illegal(position, position.to_play, point) is None]
        chance = self._random.random()
        if chance < RESIGNS:
            tell("resign")
        elif chance < PASSES or not moves:
            tell("pass")
        else:
            tell(vertex(self._random.choice(moves), 5, 5))


def is_truth(models: Models) -> None:
    """Look whether what is said of the game is so."""
    review, opponent, desk = models.review, models.opponent, models.desk
    node, result = review.node, game_info(review.game).result
    assert node.tree is review.game and result in ("", "B+R", "W+R")
    passed = [step is not None and step.move is not None and step.move[1] == PASS
              for step in (node, node.parent)]
    if opponent.is_on:
        assert opponent.is_over == (all(passed) or result != "")
        # It thinks where it is to move, and nowhere else.
        assert (desk.thinks_of is node) == opponent.is_to_move
        if desk.thinks_of is not None:
            assert review.position.to_play != opponent.colour
        is_hidden = not opponent.is_over and not models.trial.is_on
        assert models.evaluations.is_hidden == is_hidden
    else:
        assert desk.thinks_of is None and not models.evaluations.is_hidden
    if models.counting.is_on:
        assert all(passed)


def test_thousands_of_random_presses_end_in_the_truth(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("irgo_app.gui.models.engine.Engine", EngineAtHand)
    monkeypatch.setattr("irgo_app.gui.models.engine.found_engines", lambda: [quick()])
    models, rng = against(window), Random(1)
    # Nobody looks at the maps of so many boards.
    monkeypatch.setattr(models.service, "want", lambda requests, urgency: None)
    actions = window.actions_by_id
    seen = dict.fromkeys(("played", "answered", "over", "resigned"), 0)

    def play_somewhere() -> None:
        legal = [point for point in range(25) if models.review.why_not(point) is None]
        if legal:
            models.review.play(rng.choice(legal))
            seen["played"] += 1

    presses: list[tuple[int, Callable[[], object]]] = [(8, play_somewhere)]
    presses += [(often, actions[name].trigger) for often, name in (
        (4, "undo"), (3, "redo"), (2, "pass"), (1, "resign"), (2, "back"), (2, "forward"),
        (1, "first"), (1, "last"), (1, "try"), (1, "stop"), (1, "opponent"))]
    presses.append((1, lambda: against(window, rng.choice((BLACK, WHITE)))))
    for number in range(PRESSES):
        rng.choices([press for _, press in presses], [often for often, _ in presses])[0]()
        is_truth(models)
        if number % SETTLED_EVERY == 0:
            settle(models, qtbot)
            is_truth(models)
            seen["answered"] += models.review.node.move is not None
            seen["over"] += models.opponent.is_over
            seen["resigned"] += game_info(models.review.game).result != ""
    assert min(seen.values()) > 15
