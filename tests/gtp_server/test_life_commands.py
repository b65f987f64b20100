"""GNU Go's questions of life and death, asked of irgo as an engine."""

import pytest

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.go.position import Position
from irgo_app.gtp.protocol import Dispatcher
from tests.gtp_server.test_engine import ask, engine, fails
from tests.lifedeath.test_seki import WITHOUT_EYES

__all__ = ["engine"]  # A fixture.

SETUP = ("boardsize 9", "clear_board",
         "set_position b D9 b A8 b B8 b C8 b D8 w E9 w E8 w A7 w B7 w C7 w D7 w E7")
"""Black's corner of three in a row hangs on B9."""


def test_owl_attack_and_defend(engine: Dispatcher) -> None:
    ask(engine, *SETUP)
    assert ask(engine, "owl_attack A8") == "1 B9"
    assert ask(engine, "owl_defend A8") == "1 B9"
    ask(engine, "play b B9")
    assert ask(engine, "owl_attack A8") == "0"
    assert ask(engine, "owl_defend A8").split()[0] == "1"
    assert ask(engine, "dragon_status A8") == "alive"
    ask(engine, "undo", "play w B9")
    assert ask(engine, "owl_defend A8") == "0"
    assert ask(engine, "dragon_status A8") == "dead"


def test_dragon_status_names_both_moves(engine: Dispatcher) -> None:
    ask(engine, *SETUP)
    assert ask(engine, "dragon_status A8") == "critical B9 B9"
    lines = ask(engine, "dragon_status").splitlines()
    assert any(line.endswith("critical B9 B9") for line in lines)
    assert all(": " in line for line in lines) and len(lines) >= 2


@pytest.mark.parametrize("command", ["owl_attack", "owl_defend", "dragon_status"])
def test_questions_need_a_stone(engine: Dispatcher, command: str) -> None:
    assert fails(engine, f"{command} A1") == "vertex must not be empty"
    assert fails(engine, f"{command} pass") == "vertex must not be empty"
    assert fails(engine, f"{command} Z9") == "invalid vertex"
    if command != "dragon_status":
        assert fails(engine, command).startswith("syntax error")


def test_what_is_proved_dead_is_taken_off_for_the_score(engine: Dispatcher) -> None:
    ask(engine, *SETUP, "komi 0", "play w B9")
    dead = ask(engine, "final_status_list dead").split()
    assert {"A8", "B8", "C8", "D8", "D9"} <= set(dead) and "E9" not in dead
    assert ask(engine, "final_score") == "W+81"
    assert "A8" not in ask(engine, "final_status_list alive")


def test_what_lives_in_seki_is_neither_alive_nor_dead(engine: Dispatcher) -> None:
    position = Position.from_diagram(WITHOUT_EYES)
    ask(engine, "boardsize 9", "clear_board", "set_position " + " ".join(
        f"{LETTER_OF_COLOUR[position.colour_at(point)]} {vertex(point, 9, 9)}"
        for point, cell in enumerate(position.cells) if cell))
    white, black = (chain.split() for chain in ask(engine, "final_status_list seki").split("\n"))
    assert len(white) == 14 and "A1" in white and len(black) == 12 and "G1" in black
    others = ask(engine, "final_status_list alive") + ask(engine, "final_status_list dead")
    assert not {"A1", "G1"} & set(others.split())


def test_gogui_can_ask(engine: Dispatcher) -> None:
    shown = ask(engine, "gogui-analyze_commands")
    for line in ("string/Dragon status/dragon_status %p", "string/Attack/owl_attack %p",
                 "string/Defend/owl_defend %p"):
        assert line in shown.splitlines()
