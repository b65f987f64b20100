"""Turning points and the fates of groups, on games whose judgements are made up."""

import pytest

from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.review.game_review import EventFate, GameReview, group_events, reviewed
from irgo_app.review.turning_points import Turn, decided_by, turning_points
from tests.review.game_reviews import at, judged, no_maps, played

ROW = "C3 C7 D3 D7 E3 E7 G3 G7 H3 H7 J3 J7"
BLACKS = {"C3": 1.0, "D3": 1.0, "E3": 1.0}
LOST = dict.fromkeys(BLACKS, -1.0)


def review_of(
    leads: list[float], best: dict[int, str] | None = None, side: Colour | None = None
) -> GameReview:
    line = played(ROW)
    return reviewed(line, "a test", judged(line, leads, None, best), no_maps(line), side=side)


def test_a_group_dies_once_it_stays_lost() -> None:
    line = played(ROW)
    said = judged(line, [0] * 13, {0: BLACKS, 6: LOST, 7: BLACKS, 8: LOST})
    events = group_events(line, said)
    assert [(event.number, event.colour, event.fate) for event in events] == [
        (8, BLACK, EventFate.DIED)]
    assert events[0].stones == tuple(sorted(at(name) for name in BLACKS))


def test_a_group_that_was_in_danger_lives() -> None:
    line = played(ROW)
    said = judged(line, [0] * 13, {0: dict.fromkeys(BLACKS, -0.2), 7: BLACKS})
    assert [(event.number, event.fate) for event in group_events(line, said)] == [
        (7, EventFate.LIVED)]


def test_a_stone_that_is_never_in_danger_has_no_event() -> None:
    line = played(ROW)
    assert group_events(line, judged(line, [0] * 13, {0: BLACKS})) == ()


def test_few_stones_are_no_group() -> None:
    line = played(ROW)
    said = judged(line, [0] * 13, {0: BLACKS, 8: {"C3": -1.0, "D3": -1.0}})
    assert group_events(line, said) == ()


def test_stones_that_are_taken_have_died_although_nobody_saw_it_coming() -> None:
    line = played("A1 A2 B1 B2 C1 C2 J9 D1")
    said = judged(line, [0] * 9, {0: {"A1": 1.0, "B1": 1.0, "C1": 1.0}})
    assert [(event.number, event.fate, len(event.stones)) for event in group_events(line, said)
            ] == [(8, EventFate.DIED, 3)]


def test_the_moves_that_lost_most_are_told_in_the_order_of_the_game() -> None:
    review = review_of([0, -3, -3, -9, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    found = turning_points(review, 2)
    assert [(point.turn, point.number, point.points) for point in found] == [
        (Turn.LOSS, 3, 6.0), (Turn.LOSS, 4, 9.0)]
    assert len(turning_points(review, 9)) == 3
    assert turning_points(review, 0) == ()


def test_a_point_that_both_sides_leave_is_one_turning_point_and_one_mistake_of_each() -> None:
    leads = [0, -5, 0, -6, 0, -5, 0, 0, 0, 0, 0, 0, 0]
    review = review_of(leads, dict.fromkeys(range(6), "J9"))
    point, = turning_points(review, 5)
    assert (point.turn, point.number, point.points, point.move.best) == (
        Turn.LOSS, 1, 6.0, at("J9"))
    assert (point.first, point.until) == (1, 6)
    assert [move.number for move in review.mistakes] == [1, 2]
    assert len(review.lessons) == 1
    assert review.figures_of(BLACK).mistakes == 1 and review.figures_of(WHITE).mistakes == 1
    of_white = review_of(leads, dict.fromkeys(range(6), "J9"), side=WHITE)
    assert [move.number for move in of_white.mistakes] == [2]
    assert of_white.figures_of(BLACK).mistakes == 0 and of_white.figures_of(WHITE).mistakes == 1


def test_the_last_change_of_who_leads_is_always_told() -> None:
    review = review_of([0, -20, -20, -8, -8, -8, 4, 4, 4, -2, -2, -2, -2],
                       {0: "A9", 2: "J1", 5: "A1", 8: "J9"})
    assert [point.number for point in turning_points(review, 1)] == [9]


def test_what_came_after_the_game_was_decided_comes_last() -> None:
    review = review_of([0, 0, 0, -30, -30, -30, -30, -30, -30, -70, -70, -70, -70],
                       {2: "A9", 8: "J1"})
    assert [point.number for point in turning_points(review, 1, 20.0)] == [3]
    assert [point.number for point in turning_points(review, 1)] == [3]
    assert decided_by(review, 20.0) == 3 and decided_by(review, 80.0) is None


def test_a_group_that_dies_comes_of_the_loss_before_it() -> None:
    line = played(ROW)
    said = judged(line, [0, 0, 0, 0, 0, 0, 0, -12, -12, -12, -12, -12, -12],
                  {0: BLACKS, 8: LOST})
    point, = turning_points(reviewed(line, "a test", said, no_maps(line)), 5)
    assert (point.turn, point.number) == (Turn.LOSS, 7)
    assert [event.fate for event in point.events] == [EventFate.DIED]


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_fate_that_no_single_loss_explains_is_told_too(colour: int) -> None:
    line = played(ROW)
    stones = BLACKS if colour == BLACK else {"C7": -1.0, "D7": -1.0, "E7": -1.0}
    lost = {name: -value for name, value in stones.items()}
    leads = [0.0] * 7 + [0.9 * -colour * step for step in (1, 2, 3, 3, 3, 3)]
    said = judged(line, leads, {0: stones, 8: lost})
    points = turning_points(reviewed(line, "a test", said, no_maps(line)), 5)
    assert Turn.FATE in [point.turn for point in points]


def test_what_a_mistake_of_its_own_did_is_not_told_of_the_one_before() -> None:
    # Move 7 loses nine points, and move 8 four: the group's death at move 8 is the latter's.
    leads = [0, 0, 0, 0, 0, 0, 0, -9, -5, -5, -5, -5, -5]
    line = played(ROW)
    review = reviewed(line, "a test", judged(line, leads, {0: BLACKS, 8: LOST}), no_maps(line))
    assert [(point.number, [event.number for event in point.events])
            for point in turning_points(review, 9)] == [(7, []), (8, [8])]
