"""Studies in words: who keeps the move, what it counts, and why a place is urgent."""

import pytest
from msgspec.structs import replace

from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.judges import Judges, JudgeSettings
from irgo_app.judging.life_answers import joint_verdict, verdict_of
from irgo_app.judging.result_json import study_as_json
from irgo_app.judging.study import Play, Study, place_of_group, place_of_point, study_of
from irgo_app.judging.study_words import (counted_in_detail, expert_words, group_status,
                                          initiative_words, why_urgent)
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict
from tests.judging.test_judgement import FINISHED

BOARD = Position.from_diagram("...\n.X.\n...")


def study(
    black: int, white: int, *, lead: float = 10.0, fates: tuple[Outcome, Outcome] | None = None
) -> Study:
    """Return a study with so many local moves for Black and for White first."""
    def play(first: int, count: int, at_end: float, outcome: Outcome | None) -> Play:
        moves = tuple((first if index % 2 == 0 else -first, index) for index in range(count))
        return Play(moves or ((first, PASS),), BOARD, BOARD, at_end, (), 1, line=moves,
                    count=at_end, outcome=outcome)

    place = place_of_point(BOARD, 0) if fates is None else place_of_group(BOARD, [4], 1)
    own, enemy = fates or (None, None)
    return Study(BOARD, place, 0, play(BLACK, black, lead, own), play(WHITE, white, 0.0, enemy))


@pytest.mark.parametrize(("black", "white", "kind"), [
    (1, 1, "Gote: 10 points"), (3, 1, "Gote: 10 points"), (2, 1, "Black's sente: White answers"),
    (1, 4, "White's sente: Black answers"), (2, 2, "Double sente: whoever moves here")])
def test_who_keeps_the_move(black: int, white: int, kind: str) -> None:
    assert str(initiative_words(study(black, white))).startswith(kind)


def test_experts_numbers_never_contradict_the_swing() -> None:
    found = study(2, 2)
    told = study_as_json(found, BOARD, "builtin", "")
    assert (told["initiative"], told["deiri"], told["miai"]) == ("double sente", 10.0, 10.0)
    less = replace(found, black_first=replace(found.black_first, count=0.0))
    told = study_as_json(less, BOARD, "builtin", "")
    assert told["swing"] == 10.0
    assert (told["initiative"], told["deiri"], told["miai"]) == (None, None, None)


@pytest.mark.parametrize(("fates", "status", "words"), [
    ((Outcome.LIVES, Outcome.LIVES), LifeStatus.ALIVE,
     "lives either way; playing here first is worth 10 points"),
    ((Outcome.DIES, Outcome.DIES), LifeStatus.DEAD, "dies either way"),
    ((Outcome.LIVES, Outcome.DIES), LifeStatus.UNSETTLED, "by who moves first"),
    ((Outcome.UNKNOWN, Outcome.DIES), LifeStatus.UNKNOWN, "10 points better off")])
def test_why_a_place_is_urgent(
    fates: tuple[Outcome, Outcome], status: LifeStatus, words: str
) -> None:
    found = study(1, 1, fates=fates)
    assert group_status(found) is status and words in str(why_urgent(found))
    quiet = study(1, 1, lead=-1.0, fates=fates)
    assert "costs more than it gains" in str(why_urgent(quiet))


def test_what_hangs_of_a_group_that_lives_is_said() -> None:
    found = study(1, 1, fates=(Outcome.LIVES, Outcome.LIVES))
    board = [0.0] * len(BOARD.cells)
    board[4] = 0.9 * found.colour
    safe, lost = tuple(board), tuple(-owned for owned in board)
    own, enemy = (found.if_first(first) for first in (found.colour, -found.colour))
    hangs = {own.first: replace(own, ownership=safe), enemy.first: replace(enemy, ownership=lost)}
    found = replace(found, black_first=hangs[BLACK], white_first=hangs[WHITE])
    assert found.hanging == (4,)
    assert "the rest by who moves first; playing here first is worth 10" in str(why_urgent(found))
    safe_both = replace(found, white_first=replace(found.white_first, ownership=safe),
                        black_first=replace(found.black_first, ownership=safe))
    assert not safe_both.hanging and "The group lives either way" in str(why_urgent(safe_both))


def test_where_neither_side_gains_anything_nothing_is_said_of_elsewhere() -> None:
    idle = study(0, 0, lead=0.0, fates=(Outcome.LIVES, Outcome.LIVES))
    assert str(why_urgent(idle)) == "Neither side gains anything here."
    assert counted_in_detail(idle) is None, "it is said already"
    assert study(0, 0, lead=24.0).swing == 0.0, "what the turn is worth is no worth of a place"
    judge = Judges().judge(FINISHED, JudgeSettings(komi=6.5))
    found = study_of(FINISHED, place_of_group(FINISHED, [1], 1), judge, 60)
    assert "elsewhere" not in str(why_urgent(found))


def test_a_study_and_a_verdict_have_one_sum() -> None:
    found = study(1, 1, fates=(Outcome.LIVES, Outcome.DIES))
    by_study = verdict_of(found)
    assert by_study is not None and by_study.status is LifeStatus.UNSETTLED
    assert by_study.black_first.move == 0 and by_study.method == "reader"
    assert joint_verdict([], [found]) == by_study and joint_verdict([], []) is None

    def judged(outcome: Outcome, method: str, *, exact: bool) -> Verdict:
        answers = [Answer(first, outcome, method=method, exact=exact) for first in (BLACK, WHITE)]
        return Verdict(BLACK, found.stones, *answers)

    proof = judged(Outcome.LIVES, "solver", exact=True)
    joint = joint_verdict([proof], [found])
    assert joint is not None and joint.status is LifeStatus.ALIVE and joint.contradicted
    playouts = judged(Outcome.LIVES, "playouts", exact=False)
    joint = joint_verdict([playouts], [found])
    assert joint is not None and joint.status is LifeStatus.UNSETTLED
    # A study that rests on a verdict adds nothing to it, nor does one without a group.
    assert joint_verdict([playouts], [replace(found, method="playouts")]) is playouts
    assert verdict_of(study(1, 1)) is None


def test_a_proof_found_on_the_way_is_one() -> None:
    found = replace(study(1, 1, fates=(Outcome.LIVES, Outcome.DIES)), method="solver")
    proved = joint_verdict([], [found])
    assert proved is not None and proved.exact and proved.method == "solver"


def test_an_engine_that_judged_is_named() -> None:
    found = replace(study(1, 1, fates=(Outcome.LIVES, Outcome.DIES)), engine="KataGo")
    said = verdict_of(found)
    assert said is not None and said.method == "engine:KataGo" and not said.exact


@pytest.mark.parametrize(("black", "white", "words"), [
    (1, 1, "Gote: 10 points"), (2, 2, "Double sente"), (2, 1, "Black's sente: White answers"),
    (1, 2, "White's sente: Black answers"), (0, 0, "Neither side gains anything")])
def test_who_keeps_the_move_in_a_sentence(black: int, white: int, words: str) -> None:
    assert str(initiative_words(study(black, white))).startswith(words)


def test_words_of_experts_never_stand_against_the_first_number() -> None:
    found = study(1, 1)
    assert str(counted_in_detail(found)).startswith("Details: Gote: 10 points")
    searched = replace(found, black_first=replace(found.black_first, lead=18.0))
    assert searched.swing == 18 and searched.deiri == 10
    assert expert_words(searched) is None and counted_in_detail(searched) is None
    elsewhere = replace(found, black_first=replace(found.black_first, lead=5.0))
    assert expert_words(elsewhere) is not None


def test_a_point_has_no_status() -> None:
    assert group_status(study(1, 1)) is LifeStatus.UNKNOWN
