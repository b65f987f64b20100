"""Losses by a deep network: two looks and one short reading, each point read once."""

from collections.abc import Sequence

from irgo_app.go.point import Point
from irgo_app.judging.judgement import JudgeTrust
from irgo_app.review.deep_losses import DeepLosses
from irgo_app.review.game_review import reviewed
from irgo_app.review.mistakes import foreseen, verified, with_likely
from tests.review.game_reviews import judged, no_maps
from tests.review.test_told_losses import FALLEN, GAME, Strong, at

DEEP = Strong(rank=JudgeTrust.DEEP)


def told(judge: Strong, leads: Sequence[float] = FALLEN) -> dict[int, tuple[Point, float]]:
    found = verified(GAME, judged(GAME, leads), judge)
    return {number: (each.instead.move, each.loss) for number, each in found.whys.items()}


def test_a_loss_of_two_looks_is_told_if_both_futures_hold_it() -> None:
    assert told(DEEP) == {3: (at("E5"), 8.0)}
    assert told(Strong(rank=JudgeTrust.DEEP, lost=1.5)) == {}
    assert told(Strong(rank=JudgeTrust.DEEP, likely={"A1": 0.9, "E5": 0.1}, margin=9.0)) == {
        3: (at("E5"), 8.0)}, "no bound against noise keeps it back"


def test_what_two_looks_do_not_see_is_not_read() -> None:
    losses = DeepLosses(GAME, judged(GAME, [0.0] * 9), DEEP)
    assert losses.seeming() == []
    assert [each.index for each in DeepLosses(GAME, judged(GAME, FALLEN), DEEP).seeming()] == [2]


def test_of_moves_that_leave_one_point_only_some_are_read_and_all_are_told() -> None:
    # Both sides leave C5, and the lead swings between its two answers.
    judge = Strong(rank=JudgeTrust.DEEP, likely={"C5": 0.9}, tried={"C5": 80, "D5": 20})
    leads = [8.0, 8.0, 8.0, -8.0, 8.0, -8.0, 8.0, 0.0, 0.0]
    losses = DeepLosses(GAME, judged(GAME, leads), judge)
    assert [each.index for each in losses.seeming()] == [2]
    found = verified(GAME, judged(GAME, leads), judge)
    assert set(found.repeated) and not set(found.repeated) & set(found.whys)
    review = reviewed(GAME, "a test", judged(GAME, leads), no_maps(GAME), found.whys, (),
                      repeated=found.repeated)
    lesson, = review.lessons
    assert lesson.number in found.whys and set(lesson.numbers) == {*found.whys, *found.repeated}


def test_where_no_move_is_sure_the_likeliest_is_told_as_likely() -> None:
    leads = [0.0, 0.0, 0.0, *[-12.0] * 6]
    said = judged(GAME, leads)
    judge = Strong(lost=12.0)
    nothing = verified(GAME, said, Strong(lost=0.5))
    assert not nothing.whys
    review = reviewed(GAME, "a test", said, no_maps(GAME), {}, ())
    found = with_likely(nothing, review, judge)
    assert set(found.whys) == found.unsure == {3}
    again = reviewed(GAME, "a test", said, no_maps(GAME), found.whys, (), found.unsure)
    assert [lesson.is_sure for lesson in again.lessons] == [False]


def test_a_first_list_needs_no_look_at_the_whole_game_and_is_never_taken_back() -> None:
    # The quick network is wrong about the last move; the deep one looks there, and sees no loss.
    quick = judged(GAME, [*FALLEN[:8], 4.0])
    known = foreseen(GAME, quick, DEEP)
    assert {number: why.instead.move for number, why in known.items()} == {3: at("E5")}
    blind = judged(GAME, [0.0] * 9)
    assert verified(GAME, blind, DEEP).whys == {}
    assert verified(GAME, blind, DEEP, known=known).whys == known
