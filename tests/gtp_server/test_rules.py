"""The rules over GTP: set by name and by parts, told, kept to, counted by."""

import json
from pathlib import Path

import pytest

from irgo_app.go.rules import RULESETS, parts_of
from irgo_app.gtp.protocol import Dispatcher
from irgo_app.library import open_game
from tests.gtp_server.test_engine import ask, engine

__all__ = ["engine"]  # A fixture.


def test_rules_are_set_by_name_and_told_in_katagos_words(engine: Dispatcher) -> None:
    for rules in RULESETS:
        for name in (rules.record_name, rules.engine_name, json.dumps(parts_of(rules))):
            told = json.loads(ask(engine, f"kata-set-rules {name}", "kata-get-rules"))
            assert told == parts_of(rules), name
    told = json.loads(ask(engine, "kata-set-rules chinese", "kata-set-rule whiteHandicapBonus 0",
                          "kata-set-rule suicide true", "kata-get-rules"))
    assert (told["whiteHandicapBonus"], told["suicide"], told["ko"]) == ("0", True, "SIMPLE")


@pytest.mark.parametrize("line", [
    "kata-set-rules", "kata-set-rules whatever", "kata-set-rules {", "kata-set-rules []",
    'kata-set-rules {"ko":"NONE"}', 'kata-set-rules {"tax":"ALL"}', 'kata-set-rules {"x":1}',
    "kata-set-rule ko", "kata-set-rule hasButton true", "kata-set-rule ko 5"])
def test_what_are_no_rules_changes_nothing(line: str, engine: Dispatcher) -> None:
    before = ask(engine, "kata-get-rules")
    assert engine.answer(line).startswith("?")
    assert ask(engine, "kata-get-rules") == before


def test_a_suicide_is_legal_where_the_rules_have_it(engine: Dispatcher) -> None:
    board = ("boardsize 5", "clear_board", "set_position b A2 b B2 b C1 w A1")
    ask(engine, *board, "kata-set-rules japanese")
    assert engine.answer("play w B1").startswith("?")
    assert ask(engine, "kata-set-rules new-zealand", "play w B1") == ""
    assert "White 0" in ask(engine, "showboard") and "Black 2" in ask(engine, "showboard")


def test_white_gets_points_for_a_handicap(engine: Dispatcher) -> None:
    """Three stones, then a wall of each colour: Black has 4 columns of 7, White 3."""
    ask(engine, "boardsize 7", "komi 0.5", "set_free_handicap D1 D2 D3")
    for row in range(1, 8):
        ask(engine, f"play w E{row}", *([f"play b D{row}"] if row > 3 else []))
    leads = {rules.record_name: ask(engine, f"kata-set-rules {rules.engine_name}", "final_score")
             for rules in RULESETS}
    assert leads == {"Japanese": "B+6.5", "Korean": "B+6.5", "Chinese": "B+3.5", "AGA": "B+4.5",
                     "NZ": "B+6.5", "GOE": "B+6.5", "Tromp-Taylor": "B+6.5"}


def test_a_record_keeps_its_rules_and_komi_to_itself(engine: Dispatcher, tmp_path: Path) -> None:
    told, silent = tmp_path / "told.sgf", tmp_path / "silent.sgf"
    told.write_text("(;SZ[9]RU[Japanese]KM[0.5];B[ee])")
    silent.write_text("(;SZ[9];B[ee])")

    def loaded(path: Path) -> tuple[object, str]:
        ask(engine, f"loadsgf {path}")
        return json.loads(ask(engine, "kata-get-rules"))["scoring"], ask(engine, "get_komi")

    ask(engine, "kata-set-rules chinese", "komi 7")
    assert loaded(silent) == ("AREA", "7")
    assert loaded(told) == ("TERRITORY", "0.5")
    assert loaded(silent) == ("AREA", "7"), "not those of the record before"


def test_a_record_without_komi_is_judged_as_everywhere(
    engine: Dispatcher, tmp_path: Path
) -> None:
    path = tmp_path / "record.sgf"
    for head, komi in (("RU[Chinese]HA[2]AB[cc][gg]", "0.5"), ("RU[Japanese]", "6.5"),
                       ("RU[Chinese]", "7.5")):
        path.write_text(f"(;SZ[9]{head};W[ee])")
        ask(engine, f"loadsgf {path}")
        assert ask(engine, "get_komi") == komi
        assert float(ask(engine, "irgo-judgement 60").split()[0].replace("W+", "-").strip("B+")) \
            == pytest.approx(open_game(path).at(-1).judgement(60).lead, abs=0.06)
