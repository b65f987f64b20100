"""Studies as irgo tells them: proofs overrule a judge, big points are places."""

import pytest
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import ReaderError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError
from irgo_app.judging.judges import JudgeSettings, judge_of, own_judge, tells_points
from irgo_app.judging.studies import all_studied, by_urgency, places_of, proof_of, studied
from irgo_app.judging.study import place_of_group, place_of_point
from irgo_app.lifedeath.verdict import LifeStatus, Outcome
from tests.judging.counting_judge import CountingJudge

CORNER = Position.from_diagram("""
    . . . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .""")
"""Black's corner of three in a row hangs on B9."""


def at(name: str) -> int:
    return point_of_vertex(name, 9, 9)


BLACK_STONES = tuple(point for point in range(27) if CORNER.colour_at(point) == BLACK)


def test_a_proof_overrules_the_judge() -> None:
    verdict = proof_of(CORNER, BLACK_STONES)
    assert verdict is not None and verdict.status is LifeStatus.UNSETTLED
    # One who counts areas takes the corner for Black's, whoever moves first.
    study = studied(CORNER, place_of_group(CORNER, BLACK_STONES, 1), CountingJudge())
    assert study.black_first.moves == ((BLACK, at("B9")),) and study.at == at("B9")
    assert study.white_first.moves == ((WHITE, at("B9")),)
    assert study.black_first.outcome is Outcome.LIVES
    assert study.white_first.outcome is Outcome.DIES
    assert set(study.white_first.dead) == set(BLACK_STONES)
    # Five stones and three points of room, from one side's to the other's.
    assert study.deiri >= 2 * len(BLACK_STONES)
    assert study.method == "solver"


def test_an_open_group_is_not_solved_by_the_way() -> None:
    open_board = Position.from_diagram("\n".join(["....."] * 2 + ["..X.."] + ["....."] * 2))
    assert proof_of(open_board, [12]) is None


def test_territory_stands_beside_and_influence_is_the_rest() -> None:
    study = studied(CORNER, place_of_point(CORNER, at("E3")), CountingJudge(komi=0.5))
    for played in (study.black_first, study.white_first):
        assert played.territory[BLACK] - played.territory[WHITE] + played.influence \
            == pytest.approx(played.lead + study.komi)


def test_big_points_are_places_and_groups_come_first() -> None:
    groups = [BLACK_STONES, (at("E9"),)]
    places = places_of(CORNER, groups, CountingJudge())
    assert [place.group for place in places[:2]] == [1, 2]
    big = places[2:]
    assert big and all(place.group is None and not place.stones for place in big)
    near_groups = {point for place in places[:2] for point in place.region}
    centres = [set(place.region) - near_groups for place in big]
    assert all(centres)


def test_all_places_are_studied_and_ranked() -> None:
    judge = CountingJudge()
    places = places_of(CORNER, [BLACK_STONES], judge)
    found = by_urgency(all_studied(CORNER, places, judge))
    assert {study.place for study in found} == set(places)
    swings = [study.swing for study in found]
    assert swings == sorted(swings, reverse=True)


def test_called_off(raised_flag: CancelFlag) -> None:
    place = place_of_point(CORNER, at("E3"))
    with pytest.raises(CalledOffError):
        studied(CORNER, place, CountingJudge(), cancel=raised_flag)


def test_a_board_that_is_not_judged_is_refused_in_a_sentence() -> None:
    sentence = "irgo judges boards of 7 to 19 lines; this one is 5x5."
    with pytest.raises(ReaderError, match=sentence):
        own_judge(Position.empty(5), 0.0)
    with pytest.raises(ReaderError, match=sentence), \
            judge_of(JudgeSettings(), Position.empty(5)):
        pass


def test_who_tells_points() -> None:
    katago = EngineProfile("K", "katago analysis -model net -config cfg", kind="katago-json")
    assert tells_points(katago)
    assert not tells_points(replace(katago, command="gnugo --mode gtp", kind="gnugo"))
