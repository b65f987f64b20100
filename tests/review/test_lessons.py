"""Lessons: what misses one point is one mistake, however often and by whomever."""

from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.review.lessons import (Lesson, Miss, curve_of, fights_of, first_told, is_near,
                                     lessons_of)
from tests.review.game_reviews import at, played

GAME = played("C3 C7 D3 D7 E3 E7 G3 G7 H3 H7 J3 J7 J9 A1")
STONES = frozenset(map(at, ("C3", "D3", "E3")))


def miss(number: int, points: float, better: str, *, is_read: bool = True) -> Miss:
    return Miss(number, BLACK if number % 2 else WHITE, points, at(better), is_read=is_read)


def test_moves_that_miss_one_point_are_one_lesson_told_at_the_first_that_cost_half() -> None:
    lesson, = lessons_of(GAME, [miss(1, 2.0, "J9"), miss(4, 5.0, "J9"), miss(7, 8.0, "J9")])
    assert (lesson.number, lesson.numbers) == (4, (1, 4, 7))
    assert (lesson.first, lesson.last, lesson.worth, lesson.worst.number) == (1, 7, 8.0, 7)
    assert lesson.taken == 13, "Black plays there at move 13"


def test_a_point_that_was_played_begins_a_lesson_anew() -> None:
    found = lessons_of(GAME, [miss(3, 5.0, "E3"), miss(7, 5.0, "E3")])
    assert [lesson.numbers for lesson in found] == [(3,), (7,)]


def test_moves_that_leave_the_same_stones_are_one_lesson() -> None:
    one, other = (Miss(number, BLACK, 5.0, at(better), STONES)
                  for number, better in ((7, "A9"), (9, "J1")))
    assert [lesson.numbers for lesson in lessons_of(GAME, [one, other])] == [(7, 9)]
    apart = Miss(9, BLACK, 5.0, at("J1"), frozenset(map(at, ("C7", "D7", "E7"))))
    assert len(lessons_of(GAME, [one, apart])) == 2


def test_a_side_hears_of_its_own_miss_of_what_both_missed() -> None:
    misses = [miss(1, 5.0, "J9"), miss(2, 5.0, "J9"), miss(3, 5.0, "A9")]
    assert [lesson.number for lesson in lessons_of(GAME, misses, colour=WHITE)] == [2]
    assert [lesson.number for lesson in lessons_of(GAME, misses, colour=BLACK)] == [1, 3]


def test_a_lesson_is_told_of_a_move_that_was_read_and_sure_if_one_of_its_misses_is() -> None:
    first, second = miss(1, 5.0, "J9", is_read=False), miss(3, 5.0, "J9")
    lesson, = lessons_of(GAME, [first, second], unsure=[1])
    assert lesson.number == 3 and lesson.is_sure
    likely, = lessons_of(GAME, [second], unsure=[3])
    assert not likely.is_sure
    assert first_told([first, second]) is first


def test_lessons_about_one_place_are_one_fight_unless_they_lie_far_apart_in_time() -> None:
    near = lessons_of(GAME, [miss(3, 5.0, "E3"), miss(7, 5.0, "E3")])
    assert len(fights_of(GAME, near)) == 1
    late = [Lesson(miss(number, 5.0, "E3"), (miss(number, 5.0, "E3"),)) for number in (3, 60)]
    assert len(fights_of(GAME, late)) == 2


def test_a_pass_is_near_nothing_but_a_pass() -> None:
    assert is_near(PASS, PASS, GAME) and not is_near(PASS, at("A1"), GAME)
    assert not is_near(None, at("A1"), GAME)
    assert is_near(at("A1"), at("A2"), GAME) and not is_near(at("A1"), at("C1"), GAME)


def test_the_curve_shows_the_mean_while_a_point_stands_open() -> None:
    leads = [0.0, 0.0, 10.0, -10.0, 10.0, -10.0, 0.0, 0.0]
    misses = tuple(Miss(number, BLACK, 5.0, 0) for number in (2, 3, 4, 5))
    drawn = curve_of(leads, [Lesson(misses[0], misses)])
    assert drawn[:2] == (0.0, 0.0) and drawn[6:] == (0.0, 0.0)
    assert max(map(abs, drawn[2:5])) <= 2.5


def test_the_curve_evens_one_position_that_stands_out_and_no_lesson_tells_of() -> None:
    leads = [0.0, 0.0, 12.0, 0.0, 3.0, 0.0, 9.0, 9.0]
    assert curve_of(leads, []) == (0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 9.0, 9.0)
    assert curve_of([0.0, 12.0, 13.0, 2.0, 2.0], []) == (0.0, 1.0, 1.0, 2.0, 2.0)
    told = Miss(3, BLACK, 12.0, 0)
    assert curve_of(leads, [Lesson(told, (told,))]) == tuple(leads)
