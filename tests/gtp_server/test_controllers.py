"""What GoGui, KGS and programs for GNU Go ask: records, setup, cleanup, clocks, matches."""

from pathlib import Path

import pytest

from irgo_app.go.point import BLACK
from irgo_app.gtp.protocol import Dispatcher
from irgo_app.gtp_server.controllers import record_of_game
from irgo_app.gtp_server.game import Clock, GtpGame
from irgo_app.gtp_server.server import make_engine
from irgo_app.gtp_server.thinker import PlaySettings
from irgo_app.networks import level_named
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.replay import Replay
from tests.conftest import GAMES
from tests.gtp_server.test_engine import ask, fails


@pytest.fixture
def engine() -> Dispatcher:
    return make_engine(AnalysisService(InlineExecutor()))


def test_handicap_stones_bring_their_komi(engine: Dispatcher) -> None:
    assert ask(engine, "get_komi") == "7.5"
    assert ask(engine, "fixed_handicap 4", "get_komi") == "0.5"
    assert ask(engine, "clear_board", "get_komi") == "7.5"
    assert ask(engine, "set_free_handicap D4 Q16", "get_komi") == "0.5"
    assert ask(engine, "komi 3.5", "get_komi") == "3.5"
    assert ask(engine, "clear_board", "fixed_handicap 2", "get_komi") == "3.5"


def test_stones_are_listed(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9", "play b C3", "play w G7", "play b A9")
    assert ask(engine, "list_stones b") == "A9 C3"
    assert ask(engine, "list_stones white") == "G7"
    assert fails(engine, "list_stones")
    assert float(ask(engine, "cputime")) > 0


def test_the_game_is_printed_as_a_record(engine: Dispatcher, tmp_path: Path) -> None:
    ask(engine, "boardsize 9", "fixed_handicap 2", "play w C4", "play b pass", "play w D3")
    [tree] = read_games(ask(engine, "printsgf").encode()).games
    assert tree.root.properties["HA"] == ["2"] and tree.root.properties["KM"] == ["0.5"]
    shown = Replay(tree).position_at(tree.main_line()[-1])
    assert shown.stone_count() == 4 and tree.move_number(tree.main_line()[-1]) == 3
    path = tmp_path / "a game.sgf"
    path.write_text(ask(engine, "printsgf"), "utf-8")
    assert ask(engine, f"loadsgf {path}") == "black"
    assert ask(engine, "list_stones w") == "C4 D3"
    assert "writes no files" in fails(engine, f"printsgf {tmp_path / 'other.sgf'}")
    assert list(tmp_path.iterdir()) == [path]


def test_a_record_that_was_loaded_is_printed_with_all_its_moves(engine: Dispatcher) -> None:
    ask(engine, f"loadsgf {GAMES[0]}")
    [printed], [tree] = (read_games(ask(engine, "printsgf").encode()).games,
                         load_file(GAMES[0]).games)
    assert [node.move for node in printed.main_line()] == [node.move for node in tree.main_line()]


def test_stones_set_up_on_the_way_are_printed_too() -> None:
    game = GtpGame()
    game.play(BLACK, 0)
    game.record(None, game.position.with_stones({40: -1, 41: 1}).with_to_play(1))
    game.play(BLACK, 60)
    tree = record_of_game(game)
    assert Replay(tree).position_at(tree.main_line()[-1]).cells == game.position.cells


def test_gogui_plays_sequences_whole_or_not_at_all(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9", "gogui-play_sequence b C3 w G7 b pass")
    assert ask(engine, "list_stones b") == "C3"
    assert fails(engine, "gogui-play_sequence w E5 b C3") == "illegal move"
    assert ask(engine, "list_stones w") == "G7"
    ask(engine, "gogui-undo 2")
    assert ask(engine, "list_stones w") == "" and fails(engine, "gogui-undo 2") == "cannot undo"


def test_gogui_sets_positions_up(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9", "gogui-setup b C3 w G7", "gogui-setup_player w")
    assert ask(engine, "list_stones b") == "C3"
    assert "White to play" in ask(engine, "showboard") and fails(engine, "undo") == "cannot undo"
    assert "liberties" in fails(engine, "gogui-setup b A1 w A2 w B1")
    assert fails(engine, "gogui-setup b pass") == "invalid vertex"
    assert fails(engine, "gogui-setup b").startswith("syntax error")


def test_dead_stones_are_taken_before_a_pass(engine: Dispatcher) -> None:
    ask(engine, "boardsize 9", "komi 0", *(
        f"play {colour} {column}{row}" for row in range(1, 10)
        for colour, column in zip("bw", "df", strict=True)), "play w B2")
    assert ask(engine, "final_status_list dead") == "B2"
    for _ in range(4):
        assert ask(engine, "kgs-genmove_cleanup b") in ("A2", "B1", "B3", "C2")
    assert "B2" not in ask(engine, "list_stones w").split()


@pytest.mark.parametrize("words", ["none", "absolute 60", "byoyomi 60 10 5", "canadian 60 100 20"])
def test_kgs_tells_its_time_systems(engine: Dispatcher, words: str) -> None:
    ask(engine, f"kgs-time_settings {words}")


@pytest.mark.parametrize("words", ["", "absolute", "byoyomi 60 10", "fischer 1 2", "none 3"])
def test_other_time_systems_are_refused(engine: Dispatcher, words: str) -> None:
    assert fails(engine, f"kgs-time_settings {words}").startswith("syntax error")


def test_a_japanese_period_is_for_one_move() -> None:
    clock = Clock()
    clock.settings(60, 10, 5, is_byoyomi=True)
    clock.left(BLACK, 10, 5)
    assert clock.budget(BLACK, 100, 361) == pytest.approx(9.85)
    clock.spent(BLACK, 9)
    assert clock.budget(BLACK, 102, 361) == pytest.approx(9.85)


def test_the_games_of_a_match_begin_in_different_ways_and_again_in_the_same() -> None:
    def match() -> list[str]:
        engine = make_engine(
            AnalysisService(InlineExecutor()), PlaySettings(level_named("beginner"), 3))
        openings = []
        for _ in range(4):
            ask(engine, "boardsize 9", "clear_board")
            openings.append(" ".join(ask(engine, f"genmove {colour}") for colour in "bwbw"))
        return openings

    games = match()
    assert len(set(games)) > 1
    assert match() == games


def test_a_finished_board_has_one_answer(engine: Dispatcher) -> None:
    """What the score is counted by is what is said of every stone; open lives are critical."""
    ask(engine, f"loadsgf {GAMES[11]}")
    assert ask(engine, "final_score") == "B+10.5"
    dead = {stone for chain in ask(engine, "final_status_list dead").splitlines()
            for stone in chain.split()}
    said = dict(line.split(": ", 1) for line in ask(engine, "dragon_status").splitlines())
    for stone, status in said.items():
        assert status.startswith("critical") or (status == "dead") == (stone in dead), stone
    assert said["J4" if "J4" in said else "H4"].startswith("critical")
    assert "upper bound: +43.5, lower: +10.5" in ask(engine, "irgo-judgement")
