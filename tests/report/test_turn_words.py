"""A mistake in a teacher's words: what could be done, what was played, what came of it."""

from types import SimpleNamespace

from irgo_app.go.point import BLACK, WHITE
from irgo_app.report import turn_words
from irgo_app.report.turn_words import lesson_sentences, turn_sentences
from irgo_app.review.game_review import GameReview, reviewed
from irgo_app.review.turning_points import Turn, every_turning_point, turning_points
from tests.review.game_reviews import held, judged, no_maps, played

GAME = played("C3 G7 A1 G3 J9 J1 E3 E7 C7 H5 D5 A9")


def review_of(
    leads: list[float], better: dict[int, str], loss: float = 9.0, unsure: tuple[int, ...] = ()
) -> GameReview:
    whys = {number: held(GAME, number, name, loss) for number, name in better.items()}
    return reviewed(GAME, "a test", judged(GAME, leads), no_maps(GAME), whys, (), unsure)


def told(review: GameReview) -> list[str]:
    return [" ".join(map(str, lesson_sentences(lesson, review))) for lesson in review.lessons]


def test_what_the_other_side_took_at_once_is_told() -> None:
    assert told(review_of([0.0] * 3 + [-9.0] * 10, {3: "G3"})) == [
        "G3 in the lower right corner was bigger. Black played A1 and lost about 9 points. White "
        "took G3 at once."]


def test_what_the_other_side_did_not_see_is_told_with_who_played_there_at_last() -> None:
    unpunished = [0.0, 0.0, 0.0, -9.0, *[0.0] * 9]
    assert told(review_of(unpunished, {3: "E3"})) == [
        "E3 at the bottom was bigger. Black played A1 and lost about 9 points. White did not see "
        "it either. Black played there at move 7."]
    assert told(review_of(unpunished, {3: "B5"}))[0].endswith(
        "White did not see it either. Nobody ever played there.")


def test_stones_that_came_off_soon_after_a_mistake_are_told() -> None:
    game = played("D5 D6 E5 E6 A1 C5 H9 F5 H8 D4 H7 E4 G9 J1")
    whys = {5: held(game, 5, "E4", 9.0)}
    leads = judged(game, [0.0] * 5 + [-9.0] * 10)
    said, = told(reviewed(game, "a test", leads, no_maps(game), whys, ()))
    assert said.endswith(
        "Black played A1 and lost about 9 points. White took Black's stones at D5, E5 at move 12.")
    another = {5: whys[5], 9: held(game, 9, "D9", 9.0)}
    first, _ = told(reviewed(game, "a test", judged(game, [0.0] * 15), no_maps(game), another, ()))
    assert "took Black's" not in first, "it came of the later mistake"


def test_what_stood_open_is_told_once_with_its_stretch() -> None:
    leads = [0.0, 0.0, 0.0, -9.0, 0.0, -9.0, 0.0, -9.0, *[-9.0] * 5]
    review = review_of(leads, {3: "C7", 6: "C7", 8: "C7"})
    assert told(review) == [
        "C7 in the upper left corner was bigger. Black played A1 and lost about 9 points. It stood "
        "open from move 3 to move 8: both sides passed it by, 3 times in all, until Black played "
        "there at move 9. At move 6 it cost White about 9 points, too."]
    point, = [point for point in turning_points(review, 7) if point.turn is Turn.LOSS]
    assert (point.first, point.until) == (3, 9)


def test_a_loss_that_is_only_likely_says_so() -> None:
    said, = told(review_of([0.0] * 3 + [-9.0] * 10, {3: "G3"}, unsure=(3,)))
    assert said.startswith("Probably: G3 in the lower right corner was bigger. Black played A1 and "
                           "probably lost about 9 points.")


def test_who_leads_now_is_told_where_that_changed() -> None:
    leads = judged(GAME, [4.0] * 3 + [-5.0] * 10, None, {2: "G3"})
    review = reviewed(GAME, "a test", leads, no_maps(GAME))
    point, = turning_points(review, 7)
    assert str(turn_sentences(point, review)[-1]) == \
        "Before it Black leads by 4.0; after it White leads by 5.0."
    assert (point.lesson is not None and point.lesson.told.colour) == BLACK


def test_of_several_moves_it_is_told_after_which_the_lead_had_changed() -> None:
    leads = judged(GAME, [4.0] * 3 + [-5.0] * 10, None, {2: "G3"})
    review = reviewed(GAME, "a test", leads, no_maps(GAME))
    point, = turning_points(review, 7)
    several = SimpleNamespace(first=point.first, until=point.first + 2)
    assert list(map(str, turn_words._lead_change(several, review))) == [
        "Before move 3 Black leads by 4.0; after move 5 White leads by 5.0."]


def test_a_stretch_names_the_likeliest_move_or_says_that_there_is_none() -> None:
    sudden = review_of([0.0] * 6 + [12.0] * 7, {})
    point, = every_turning_point(sudden)
    assert "Black probably gained about 12 points" in str(turn_sentences(point, sudden)[0])
    assert "Most of it probably went with White J1 (6)." in map(str, turn_sentences(point, sudden))
    assert point.drift is not None and (point.drift.likeliest, point.drift.gainer) == (6, BLACK)
    slow = review_of([-1.0 * step for step in range(13)], {})
    stretch, = every_turning_point(slow)
    assert not any("went with" in str(said) for said in turn_sentences(stretch, slow))
    assert stretch.drift is not None and stretch.drift.gainer == WHITE
