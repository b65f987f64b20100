"""Cards: what an answer is worth, how a card turns, and that nothing is lost when it is written."""

import pytest
from msgspec.structs import replace

from irgo_app.go.coordinates import SYMMETRIES, transformed_point, transformed_size
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.practice.card import (AnswerMark, CardKind, JudgedMove, boards_of, turned, way_to,
                                    ways_to_turn)
from irgo_app.practice.card_file import read, written
from irgo_app.practice.card_words import (best_words, hint_words, played_words, question_words,
                                          reasons_words, verdict_words)
from irgo_app.practice.life import Standing, is_to_live, judged_life, standing
from tests.practice.cards import BOARD, Owning, card, open_group


def test_a_mark_follows_from_the_points_that_are_lost() -> None:
    found = card()
    assert [found.mark(move) for move in found.judged] == [
        AnswerMark.BEST, AnswerMark.BEST, AnswerMark.FINE, AnswerMark.NOT_YET]
    small = replace(found, judged=(found.judged[0], replace(found.judged[3], loss=0.9)))
    assert small.mark(small.judged[1]) is AnswerMark.NOT_YET, "the game's own mistake is never fine"
    assert small.mark(JudgedMove(3, 0.8)) is AnswerMark.FINE
    assert small.mark(JudgedMove(3, 2.0)) is AnswerMark.NOT_YET, \
        "two points are much on seven lines"
    wide = replace(found, position=Position.empty(19))
    assert wide.mark(JudgedMove(3, 2.0)) is AnswerMark.FINE
    guess = replace(small, is_guess=True)
    assert guess.mark(guess.judged[1]) is AnswerMark.FINE, "the game's own move was to be found"
    proved = JudgedMove(3, 0.0, works=False)
    assert found.mark(proved) is AnswerMark.NOT_YET


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_turned_card_turns_its_board_its_lines_and_its_reasons_alike(symmetry: int) -> None:
    found = card()
    there = turned(found, symmetry)

    def to(point: int) -> int:
        return transformed_point(point, 7, 7, symmetry)

    assert all(there.position.cells[to(point)] == found.position.cells[point]
               for point in range(49))
    assert [move.point for move in there.judged] == [to(move.point) for move in found.judged]
    assert there.judged[0].line == tuple((c, to(p)) for c, p in found.judged[0].line)
    assert set(there.judged[3].reasons[0].points) == {to(15), to(22)}
    assert there.played == to(12)


def test_a_board_that_is_not_square_turns_too() -> None:
    board = Position.from_diagram("X..\n..O")
    found = replace(card(), position=board, start=board, judged=(JudgedMove(5, 0.0),),
                    played=None)
    there = turned(found, 4)
    assert (there.position.columns, there.position.rows) == transformed_size(3, 2, 4) == (2, 3)
    assert there.position.diagram() == ["X.", "..", ".O"]


def test_a_card_that_asks_in_a_records_words_stays_as_it_is() -> None:
    assert tuple(ways_to_turn(card())) == tuple(SYMMETRIES)
    assert tuple(ways_to_turn(replace(
        card(), kind=CardKind.LINES, question="Play on the left."))) == (0,)


def test_a_written_card_is_read_as_it_was() -> None:
    found = replace(card(5), before=((BLACK, 3), (WHITE, -1)), after=((BLACK, 12),),
                    stones=(15, 22), question="«?»")
    assert read(written(found)) == found
    assert read(written(found)).id == found.id != card(4).id


def test_a_written_card_loses_no_digit_that_rounding_may_turn_on() -> None:
    bad = card().judged[-1]
    reason = replace(bad.reasons[0], share=5.4951, sure=0.8951)
    found = replace(card(), judged=(card().best, replace(
        bad, loss=39.2549, lead=-35.2549, reasons=(reason,))))
    assert read(written(found)) == found


def test_it_speaks_of_what_it_holds() -> None:
    found = card()
    assert str(question_words(found)) == "Black to play."
    assert str(hint_words(found)) == "Look on the left. There is something to attack there."
    assert str(verdict_words(found, found.judged[0])) == "B3 is the best move known."
    assert str(verdict_words(found, found.judged[2])) == "D5 is fine: it loses one point."
    assert str(verdict_words(found, found.judged[3])) == "F6: not yet, it loses 6 points."
    assert [str(said) for said in reasons_words(found, found.judged[3])] == [
        "B3 catches White's stones at B4, B5."]
    assert str(best_words(found)) == "The best moves are B3, C3."
    assert str(played_words(found)) == "In the game F6 was played, which loses 6 points."
    other = turned(found, 1)
    assert str(reasons_words(other, other.judged[3])[0]).startswith("F3 catches White's stones at")


def test_the_way_to_a_position_begins_where_replaying_gives_it() -> None:
    positions = [Position.empty(7)]
    moves = ((BLACK, 10), (WHITE, 20), (BLACK, 30))
    for colour, point in moves:
        positions.append(play(positions[-1], colour, point))
    assert way_to(positions, moves) == (positions[0], moves)
    positions[2:] = [board.with_stones({40: WHITE}) for board in positions[2:]]
    assert way_to(positions, moves) == (positions[2], moves[2:])


def test_a_line_is_played_as_far_as_the_rules_allow() -> None:
    assert len(boards_of(BOARD, ((BLACK, 0), (WHITE, 0)))) == 1


CORNER = Position.from_diagram("""
    . . . X O . .
    X X X X O . .
    O O O O O . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    """, BLACK)
"""Black's group in the corner has three points in a row: its middle decides."""


def test_a_group_is_judged_by_what_becomes_of_it_also_after_moves_nobody_foresaw() -> None:
    found = replace(card(), kind=CardKind.LIFE, position=CORNER, start=CORNER, played=None,
                    judged=(JudgedMove(1, 0.0, True),), stones=(3, 7, 8, 9, 10))
    assert is_to_live(found) and str(question_words(found)) == "Black to live."
    assert judged_life(found, 1).works
    failed = judged_life(found, 0)
    assert failed.works is False
    assert failed.line[:2] == ((BLACK, 0), (WHITE, 1)), "the refutation is told"
    lived = standing(found, ((BLACK, 1),))
    assert lived.works and lived.is_over
    assert str(verdict_words(found, failed)) == "A7: not yet, it fails."


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_what_nobody_proves_stands_as_the_card_foresees_however_it_lies(symmetry: int) -> None:
    found = turned(open_group(), symmetry)
    right, wrong = (judged.line for judged in found.judged)
    assert standing(found, right[:1]) == Standing(True, right[1:], is_over=False)
    assert standing(found, right) == Standing(True, (), is_over=True)
    assert standing(found, wrong[:1]) == Standing(False, wrong[1:], is_over=False)


def test_a_line_that_fails_late_is_not_blamed_on_its_first_move() -> None:
    found = open_group()
    late = replace(found.judged[0], works=False)
    assert str(verdict_words(found, late, 0)) == "B3 works, but A7 after it fails."
    assert str(verdict_words(found, found.judged[1], 0)) == "F6: not yet, it fails."


@pytest.mark.parametrize(("share", "works", "is_over"), [
    (0.9, True, True), (0.4, True, False), (0.0, True, False), (-0.9, False, False)])
def test_beyond_what_a_card_foresees_the_judge_says_how_a_group_stands(
    share: float, works: bool, is_over: bool
) -> None:
    stands = standing(open_group(), ((BLACK, 17),), Owning(share=share))
    assert (stands.works, stands.is_over) == (works, is_over)
    assert stands.line and stands.line[0][0] == WHITE


def test_a_move_as_good_as_the_best_has_nothing_told_against_it() -> None:
    found = card()
    good = replace(found.judged[1], reasons=found.judged[3].reasons)
    played = replace(found, judged=(found.judged[0], good, *found.judged[2:]), played=good.point)
    assert not reasons_words(played, good) and reasons_words(found, found.judged[3])
    assert str(played_words(played)) == \
        "In the game C3 was played, which is as good as the best."
