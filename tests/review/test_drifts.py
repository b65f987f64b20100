"""Drifts: stretches over which the lead moved, on games whose judgements are made up."""

from collections.abc import Sequence

from irgo_app.go.point import BLACK, WHITE
from irgo_app.report.game_report import Studied
from irgo_app.report.story import story_of
from irgo_app.review.game_review import GameReview, reviewed
from irgo_app.review.turning_points import Turn, drifts, turning_points
from tests.review.game_reviews import at, judged, no_maps, played

COUNT = 40
GAME = played(" ".join(f"{letter}{row}" for row in (1, 3, 5, 7, 9) for letter in "ABCDEFGH"))
CORNER = dict.fromkeys(("A1", "B1", "A2", "B2", "C2", "C3"), 0.0)


def review_of(leads: Sequence[float], owner: float = 0.0) -> GameReview:
    """Return a game with these leads, in which nothing is told of single moves.

    owner -- what is expected of the lower left corner from move 20 on
    """
    said = judged(GAME, leads, {0: CORNER, 20: dict.fromkeys(CORNER, owner)})
    return reviewed(GAME, "a test", said, no_maps(GAME), {})


def slope(points: float, first: int, last: int) -> list[float]:
    """Return leads that move by some points between two moves, and stay."""
    steps = last - first
    return [points * min(max(0, number - first), steps) / steps for number in range(COUNT + 1)]


def test_a_stretch_over_which_the_lead_moved_is_found_with_its_place() -> None:
    [drift] = drifts(review_of(slope(-12.0, 16, 24), -0.9), ())
    assert drift.gainer == WHITE and 10.0 <= -drift.points <= 12.0
    assert 14 <= drift.first <= 18 and 22 <= drift.last <= 26
    assert drift.area == tuple(sorted(at(name) for name in CORNER))


def test_points_that_lie_all_over_name_no_place() -> None:
    [drift] = drifts(review_of(slope(12.0, 16, 24)), ())
    assert drift.gainer == BLACK and drift.area == ()


def test_what_is_small_or_comes_back_or_is_told_already_is_no_drift() -> None:
    assert drifts(review_of(slope(6.0, 16, 24)), ()) == ()
    there, back = slope(12.0, 10, 16), slope(-12.0, 18, 24)
    assert drifts(review_of([one + other for one, other in zip(there, back, strict=True)]),
                  ()) == ()
    assert drifts(review_of(slope(12.0, 16, 24)), range(16, 25)) == ()


def test_one_noisy_look_makes_no_drift() -> None:
    leads = [0.0] * (COUNT + 1)
    leads[20] = 30.0
    assert drifts(review_of(leads), ()) == ()


def test_drifts_fill_up_a_game_with_few_turning_points_and_are_told_in_order() -> None:
    leads = [one + other for one, other in zip(
        slope(12.0, 6, 12), slope(-14.0, 24, 32), strict=True)]
    review = review_of(leads)
    found = turning_points(review, 7)
    assert [point.turn for point in found] == [Turn.DRIFT, Turn.DRIFT]
    assert found[0].until < found[1].number
    assert [point.number for point in turning_points(review, 1)] == [found[1].number]
    story = story_of(review, [
        Studied(point, GAME.positions[point.number - 1], None) for point in found])
    first, last = found[0].number, found[0].until
    assert str(story.points[0].title) == f"Moves {first} to {last}"
    assert "Black probably gained about 12 points" in str(story.points[0].sentences[0])
    [line] = story.points[0].lines
    assert line.moves == GAME.moves[first - 1:last] and line.end == GAME.positions[last]
