"""The one judgement of a position: which of two is told, a game's curve, and a finished board."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import irgo_app as irgo
from irgo_app.batch.analysis import analysed
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import Source, works_of
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import counted, ruleset_named
from irgo_app.gtp_server.server import make_engine
from irgo_app.judging.judgement import (Judgement, JudgeTrust, Tried, as_counted, better,
                                        is_finished, judge_of_curve, judge_position)
from irgo_app.judging.judges import own_judge
from irgo_app.judging.studies import studied
from irgo_app.judging.study import place_of_point
from irgo_app.networks.ending import held_points
from irgo_app.review.game_line import game_line, searched
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.sgf.parser import read_games
from tests.conftest import GAMES

LOOK = Judgement(3.0, 4.0, judge="irgo", chance=0.6)
SEARCH = replace(LOOK, lead=4.0, margin=2.0, visits=240)
ENGINE = Judgement(-20.0, judge="KataGo", rank=JudgeTrust.ENGINE, visits=1)
COUNT = Judgement(9.0, judge="irgo's count", rank=JudgeTrust.COUNT)

FINISHED = Position.from_diagram("""
    . X . X O . O . .
    X X X X O O O O O
    . X . X O . O . .
    X X X X O O O O O
    . X . X O . O . .
    X X X X O O O O O
    . X O X O . O . .
    X X . X O O O O O
    . X . X O . O . .""")


def test_who_is_worth_more_is_told() -> None:
    for weaker, stronger in ((COUNT, LOOK), (LOOK, ENGINE), (COUNT, ENGINE)):
        assert better(weaker, stronger) is stronger and better(stronger, weaker) is stronger
    finished = replace(LOOK, dead=frozenset())
    assert better(ENGINE, finished) is finished and better(None, LOOK) is LOOK


def test_a_number_moves_when_it_changes_by_more_than_it_is_unsure() -> None:
    assert better(LOOK, SEARCH) is LOOK
    moved = replace(SEARCH, lead=5.1)
    assert better(LOOK, moved) is moved
    assert better(moved, LOOK) is moved
    # Of one judge's the deeper knows better, also whether the board is finished.
    counted = replace(LOOK, dead=frozenset(), margin=0.0)
    assert better(counted, SEARCH) is counted and better(counted, moved) is moved
    deeper = replace(counted, visits=240, lead=3.5)
    assert better(counted, deeper) is deeper and better(moved, deeper) is deeper
    other = replace(ENGINE, judge="Leela", lead=-19.0)
    assert better(ENGINE, other) is other


def test_a_curve_is_by_one_judge_who_has_read_the_game() -> None:
    irgos = [{"irgo": LOOK} for _ in range(20)]
    assert judge_of_curve([]) is None and judge_of_curve(irgos) == "irgo"
    few = [{**said, "KataGo": ENGINE} if place < 10 else said for place, said in enumerate(irgos)]
    most = [{**said, "KataGo": ENGINE} if place < 19 else said for place, said in enumerate(irgos)]
    assert judge_of_curve(few) == "irgo" and judge_of_curve(most) == "KataGo"


def test_what_first_moves_lose() -> None:
    said = replace(LOOK, moves=(Tried(1, 3.0, 9), Tried(2, 1.0, 2)))
    assert said.losses(BLACK) == ((1, 0.0), (2, 2.0))
    assert said.losses(WHITE) == ((1, 2.0), (2, 0.0)) and not LOOK.losses(BLACK)


def owned_of(position: Position) -> tuple[float, ...]:
    return tuple(0.9 if point % 9 < 4 else -0.9 for point in range(len(position.cells)))


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_finished_board_is_counted_and_nothing_else(rules: str) -> None:
    said = replace(LOOK, ownership=owned_of(FINISHED))
    assert as_counted(FINISHED, said, 0.5, rules) is said
    for found in (as_counted(FINISHED, replace(said, line=(PASS,)), 0.5, rules),
                  as_counted(FINISHED, said, 0.5, rules, is_over=True)):
        assert found.is_counted and found.margin == 0.0 and found.chance == 0.0
        assert found.dead == {56} and found.range == (found.lead, found.lead)
        assert found.lead == counted(FINISHED, found.dead, ruleset_named(rules), 0.5).lead
    is_open = replace(said, line=(PASS,), ownership=(0.0,) * 4 + said.ownership[4:])
    assert not as_counted(FINISHED, is_open, 0.5, rules).is_counted


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_gap_in_a_wall_makes_nobodys_of_no_territory(rules: str) -> None:
    """Both passed and saw no gap: each has what lies on his side of it."""
    gap = FINISHED.with_stones(dict.fromkeys((3, 4), EMPTY))
    said = replace(LOOK, ownership=owned_of(gap))
    found = as_counted(gap, said, 0.5, rules, is_over=True)
    assert found.is_counted and found.margin == 0.0
    assert found.lead == as_counted(FINISHED, said, 0.5, rules, is_over=True).lead
    for neutral in ([0.6] * len(gap.cells), []):
        assert not held_points(gap, (), neutral), "nobody's for the judge, and for the count"


DOUBT = Position.from_diagram("""
    . O X X . . . . .
    O . O X . . . . .
    O . O X . . O . .
    . O O O X . X X .
    O . O O X X . X .
    . O O O O X X . .
    . O . O O O X X .
    O O O O O O O X .
    . O . O . O X X .""")


def test_a_chain_in_doubt_lives_where_the_board_is_not_finished_without_it() -> None:
    doubted = DOUBT.chain(2)
    owned = [-0.9 if DOUBT.colour_at(point) == WHITE or point % 9 < 3 else 0.9
             for point in range(81)]
    for point in range(81):
        if point in doubted:
            owned[point] = -0.6
        elif point == 24:
            owned[point] = 0.8
    found = as_counted(DOUBT, replace(LOOK, ownership=tuple(owned)), 7.0, "japanese", is_over=True)
    assert found.dead == {24} and found.margin == 0.0
    # Where the judge doubts more than a few points, the count is no certainty.
    owned[4] = owned[5] = 0.5
    said = replace(LOOK, ownership=tuple(owned))
    doubted_more = as_counted(DOUBT, said, 7.0, "japanese", is_over=True)
    assert doubted_more.lead == found.lead and doubted_more.margin == LOOK.margin


def test_a_board_that_both_left_open_is_counted_and_not_sure() -> None:
    fight = Position.empty(9).with_stones({20: BLACK, 60: WHITE})
    said = replace(LOOK, ownership=(0.1,) * 81)
    found = as_counted(fight, said, 0.5, "japanese", is_over=True)
    assert found.is_counted and found.lead == -0.5
    assert found.margin == said.margin and found.chance is not None and 0 < found.chance < 0.5


def test_a_look_that_holds_a_fight_for_decided_is_searched_before_it_is_counted() -> None:
    """A8 and B5 race; whoever moves first on the left wins it, and one look sees nothing to play.
    """
    race = Position.from_diagram("""
        . . X . . . . . .
        O X X X . . . . .
        . O X X . . X X X
        . O O O X X X O O
        O X O X X X X X O
        . X O X X O O O O
        . X X O O . . . .
        O X X O . . . . .
        . X O O . . . . .""").with_to_play(WHITE)
    judge = own_judge(race, 7.5, "aga")
    look = judge.appraise([race])[0]
    assert is_finished(look), "the test needs another board"
    said, deep = judge_position(race, judge, rules="aga"), judge_position(race, judge, 240)
    assert not said.is_counted and said.visits > 1
    assert abs(said.lead - deep.lead) < abs(look.lead - deep.lead)
    assert judge_position(race, judge, rules="aga", look=look).lead == said.lead


def test_a_position_has_the_same_lead_wherever_it_is_told(tmp_path: Path) -> None:
    """In studies, reports, batches, `irgo gtp` and the library, where they read equally far."""
    path = tmp_path / "game.sgf"
    path.write_text(";".join(GAMES[0].read_text("utf-8").split(";")[:52]) + ")", "utf-8")
    game, source = irgo.open_game(path), Source(path)
    line = game_line(read_games(path.read_bytes()).games[0])
    [work] = works_of(source, source.read())
    batch, numbers = analysed(work, BatchOptions()).moves["lead"], (9, 30, 49)
    first = own_judge(line.positions[0], line.komi, line.rules)
    report = searched(line, numbers, first, 16)
    engine = make_engine(AnalysisService(InlineExecutor()))
    for number in numbers:
        position = line.positions[number]
        judge = own_judge(position, line.komi, line.rules)
        look, deeper = (judge_position(position, judge, visits, rules=line.rules)
                        for visits in (1, 16))
        study = studied(position, place_of_point(position, position.cells.index(0)), judge, 8)
        assert study.rest == pytest.approx(look.lead)
        assert batch[number - 1] == pytest.approx(look.lead, abs=0.06)
        assert game.at(number).judgement().lead == look.lead
        assert game.at(number).judgement(16).lead == report[number].lead == deeper.lead
        engine.answer(f"loadsgf {path} {number + 1}")
        for command, said in (("estimate_score", look), ("irgo-judgement 16", deeper)):
            told = engine.answer(command)[1:].split()[0]
            assert told == f"{'B' if said.lead > 0 else 'W'}+{abs(said.lead):.1f}"


def test_where_a_life_is_open_at_the_end_both_scores_are_told() -> None:
    """White's four stones at J3 and Black's beside them: whoever moves next takes the others."""
    node = irgo.open_game(GAMES[11])[-1]
    said = node.judgement()
    assert set(said.open_stones) == {"H4", "J3", "K2"}
    low, high = said.range
    # The record says B+11.5: White's stones live and Black's are dead.
    assert said.lead == low and abs(low - 11.5) <= 1 and high - low > 20
    assert said.json()["open"] == [low, high]
    for end in (low, high):
        assert f"Black leads by {end:.1f}" in said.sentence
    assert said.chance == 1, "either way Black has won"


def test_where_nothing_is_open_there_is_one_score() -> None:
    said = irgo.open_game(GAMES[10])[-1].judgement()
    assert said.is_counted and not said.open_stones and "open" not in said.json()
    assert said.lead == -12.5
