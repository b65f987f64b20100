"""Places, and what a study makes of a judge's searches: swing, initiative, deiri and miai, fate."""

import pickle
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError, Judgement, Searched, Tried, lead_of
from irgo_app.judging.study import (Initiative, line_on, local_moves, outcome_of, place_around,
                                    place_of_box, place_of_group, place_of_point, study_of)
from irgo_app.lifedeath.verdict import Outcome
from tests.judging.counting_judge import BOARD, CountingJudge, at


def names(points: tuple[Point, ...]) -> set[str]:
    return {vertex(point, 9, 9) for point in points}


def test_the_place_of_a_group_goes_four_steps_from_it() -> None:
    place = place_of_group(BOARD, [at("J2")], 3)
    assert place.group == 3 and place.stones == (at("J2"),) and place.at is None
    steps = {name: abs("ABCDEFGHJ".index(name[0]) - 8) + abs(int(name[1]) - 2)
             for name in names(tuple(range(81)))}
    assert names(place.region) == {name for name, far in steps.items() if 1 <= far <= 4}
    assert set(place.region) < set(place.near)
    with pytest.raises(UsageError, match="has stones"):
        place_of_group(BOARD, [at("E5")])


def test_the_place_of_a_point_is_that_point() -> None:
    place = place_of_point(BOARD, at("E5"))
    assert names(place.region) == {"E5"} and at("E9") in place.near
    assert set(place_around(BOARD, at("E5")).region) > {at("E5"), at("E1")}
    with pytest.raises(UsageError, match="stone at A8"):
        place_of_point(BOARD, at("A8"))
    with pytest.raises(UsageError, match="vacant"):
        place_of_point(BOARD, PASS)


def test_a_box_is_the_rectangle_between_its_corners() -> None:
    place = place_of_box(BOARD, at("C7"), at("A9"))
    assert names(place.region) == {"A9"} and len(place.near) == 9
    assert place == place_of_box(BOARD, at("A7"), at("C9"))
    with pytest.raises(UsageError, match="no vacant point"):
        place_of_box(BOARD, at("A8"), at("B8"))


def test_what_moving_first_is_worth() -> None:
    study = study_of(BOARD, place_of_group(BOARD, [at("A8"), at("B8"), at("B9")]),
                     CountingJudge(komi=6.5), 8)
    # White takes three stones; all Black may do is fill in, which is suicide.
    assert study.white_first.moves == ((WHITE, at("A9")),) and study.at == at("A9")
    assert study.white_first.outcome is Outcome.DIES and study.white_first.dead == ()
    assert study.black_first.outcome is Outcome.LIVES
    assert study.swing == study.black_first.lead - study.white_first.lead > 0
    assert study.initiative is Initiative.GOTE and study.miai == study.deiri / 2
    assert pickle.loads(pickle.dumps(study)) == study


def test_komi_changes_no_count() -> None:
    place = place_of_group(BOARD, [at("A8"), at("B8"), at("B9")])
    without, with_ = (study_of(BOARD, place, CountingJudge(komi=komi), 8) for komi in (0.0, 7.5))
    assert (with_.swing, with_.deiri) == (without.swing, without.deiri)
    assert with_.rest == without.rest - 7.5
    for first in (BLACK, WHITE):
        assert with_.if_first(first).lead == without.if_first(first).lead - 7.5


def test_a_move_that_is_answered_is_sente_and_counts_whole() -> None:
    place = place_of_box(BOARD, at("G1"), at("J4"))
    gote = study_of(BOARD, place, CountingJudge(), 8)
    assert gote.initiative is Initiative.GOTE
    black_move, white_move = gote.black_first.move, gote.white_first.move
    assert PASS not in (black_move, white_move)
    answers = {black_move: white_move if white_move != black_move else at("G1")}
    sente = study_of(BOARD, place, CountingJudge(answered=answers), 8)
    assert sente.black_first.keeps_sente and len(sente.black_first.moves) == 2
    assert sente.initiative in (Initiative.BLACK_SENTE, Initiative.DOUBLE_SENTE)
    assert sente.miai == sente.deiri
    away = study_of(BOARD, place, CountingJudge(answered={black_move: at("A1")}), 8)
    assert away.black_first.moves == ((BLACK, black_move),)
    assert away.black_first.line == ((BLACK, black_move), (WHITE, at("A1")))


def test_where_nothing_is_to_gain_no_move_is_named() -> None:
    # One of Black's two eyes: White may not play there, and Black gains nothing.
    filled = Position.from_diagram(".X.\nXXX\nOOO\nOOO\n...")
    study = study_of(filled, place_of_point(filled, 0), CountingJudge(), 8)
    assert study.swing == 0 and study.black_first.local == study.white_first.local == ()
    assert study.black_first.end == filled


def test_lines_obey_the_rules_and_end_at_two_passes() -> None:
    assert line_on(BOARD, BLACK, (at("E5"), PASS, PASS, at("E6"))) == (
        (BLACK, at("E5")), (WHITE, PASS), (BLACK, PASS))[:2]
    assert line_on(BOARD, BLACK, (at("E5"), at("E5"))) == ((BLACK, at("E5")),)
    place = place_of_box(BOARD, at("E5"), at("F6"))
    assert local_moves(((BLACK, at("E5")), (WHITE, PASS), (BLACK, at("F6"))), place) == 1


def test_the_fate_of_stones_in_words() -> None:
    assert outcome_of(0.9) is Outcome.LIVES and outcome_of(-0.9) is Outcome.DIES
    assert outcome_of(0.1) is outcome_of(None) is Outcome.UNKNOWN


def test_a_lead_leans_on_the_move_looked_at_most() -> None:
    assert lead_of([Tried(1, 4.0, 90), Tried(2, -50.0, 1)]) == pytest.approx(4.0, abs=0.01)
    assert lead_of([Tried(1, 4.0, 50), Tried(2, 2.0, 50)]) == 3.0
    assert lead_of([Tried(1, 4.0, 0), Tried(2, 2.0, 0)]) == 4.0


def test_a_raised_flag_calls_a_study_off(raised_flag: CancelFlag) -> None:
    with pytest.raises(CalledOffError):
        study_of(BOARD, place_of_point(BOARD, at("E5")), CountingJudge(), 8, raised_flag)


def test_the_double_sente_of_two_answers() -> None:
    study = study_of(BOARD, place_of_box(BOARD, at("G1"), at("J4")), CountingJudge(), 8)
    two = study.black_first.moves * 2
    both = replace(study, black_first=replace(study.black_first, moves=two),
                   white_first=replace(study.white_first, moves=two))
    assert both.initiative is Initiative.DOUBLE_SENTE
    assert replace(both, black_first=study.black_first).initiative is Initiative.WHITE_SENTE


class _FarJudge(CountingJudge):
    """Holds a group to hang on a point that lies far from it, and nothing else to matter."""

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        return [replace(said, ownership=(float(position.colour_at(at("A5"))),) * 81)
                for position, said in zip(
                    positions, super().appraise(positions, cancel), strict=True)]

    def search(
        self, position: Position, first: Colour, region: frozenset[int] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        found = super().search(position, first, region, visits, cancel)
        if region is not None and at("A5") not in region:
            return replace(found, ownership=(1.0,) * 81)
        return replace(found, line=(at("A5"),), ownership=(float(first),) * 81)


def test_a_group_hangs_on_a_move_elsewhere() -> None:
    """Looked at from near by alone it would live either way."""
    place = place_of_group(BOARD, [at("J2")])
    assert at("A5") not in place.region
    study = study_of(BOARD, place, _FarJudge(), 8)
    assert study.place == place and study.at == at("A5")
    assert study.white_first.moves[0] == (WHITE, at("A5"))
    assert study.white_first.outcome is Outcome.DIES
    assert study.black_first.outcome is Outcome.LIVES
