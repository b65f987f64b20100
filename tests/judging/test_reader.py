"""irgo's own reader as a judge: what its search says, seen as a study sees it."""

import numpy as np
import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.judgement import CalledOffError
from irgo_app.judging.reader_judge import Certain, ReaderJudge, searched_of
from irgo_app.judging.study import place_of_box, study_of
from irgo_app.networks.network import Network, network
from irgo_app.networks.search import Findings, MoveFinding
from irgo_app.networks.ways import searched_in_ways
from tests.lifedeath.test_seki import WITHOUT_EYES

BOARD = Position.from_diagram("""
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .""")
KOMI = 6.5


def at(name: str) -> int:
    return point_of_vertex(name, 9, 9)


@pytest.fixture(scope="module")
def judge() -> ReaderJudge:
    return ReaderJudge(KOMI)


def test_first_moves_lie_in_the_region_and_are_no_pass(judge: ReaderJudge) -> None:
    region = frozenset(map(at, ("E5", "E6", "E4", "C7")))
    found = judge.search(BOARD, WHITE, region, 12)
    assert found.moves and {move.point for move in found.moves} <= region - {at("C7")}
    assert found.line[0] == found.moves[0].point and found.ownership is not None
    assert all(move.visits > 0 for move in found.moves)


def test_the_best_bound_leads_once_a_move_was_looked_at_enough() -> None:
    owned = np.zeros(81, np.float32)

    def first(*moves: tuple[str, int, float]) -> list[int]:
        found = tuple(MoveFinding(at(name), visits, 0.1, 0.0, 1.0, 0.5, bound, bound, (at(name),),
                                  owned) for name, visits, bound in moves)
        return [move.point for move in searched_of(
            Findings(BOARD, found, 300, 0.0, 1.0, 0.5, owned), keeps_pass=False).moves]

    assert first(("E5", 100, 0.2), ("E4", 20, 0.3)) == [at("E4"), at("E5")]
    assert first(("E5", 100, 0.2), ("E4", 19, 0.3), ("E6", 5, 0.4)) == [
        at("E5"), at("E6"), at("E4")]


def test_the_same_question_has_the_same_answer(judge: ReaderJudge) -> None:
    region = frozenset(map(at, ("E5", "E6", "E4")))
    first, second = (judge.search(BOARD, BLACK, region, 20) for _ in range(2))
    assert first == second


def test_a_judge_of_its_own_memory_says_the_same_and_asks_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own, asked = Network(), list[int]()
    ask = own._ask
    monkeypatch.setattr(own, "_ask", lambda *given: (asked.append(len(given[0])), ask(*given))[1])
    boards = [BOARD, BOARD.with_to_play(BLACK), BOARD.with_to_play(WHITE), BOARD]
    much, little = (ReaderJudge(KOMI, own, answers=answers) for answers in (100, 1))
    said = [much.policy(board, is_quick=True) for board in boards]
    assert len(asked) == 2
    assert [little.policy(board, is_quick=True) for board in boards] == said and len(asked) == 5


def test_a_long_search_has_the_same_answer_from_any_number_of_threads(judge: ReaderJudge) -> None:
    alone, together = (
        searched_in_ways(network().remembering, BOARD, KOMI, 64, ways=4, at_once=threads)
        for threads in (1, 2))
    assert judge.search(BOARD, BLACK, None, 480).visits >= 480
    assert alone.lead == together.lead and alone.visits == together.visits
    assert [(move.point, move.visits, move.lead) for move in alone.moves] \
        == [(move.point, move.visits, move.lead) for move in together.moves]


def test_a_region_without_a_legal_move_is_valued_as_a_pass(judge: ReaderJudge) -> None:
    found = judge.search(BOARD, BLACK, frozenset([at("C7")]), 12)
    [passed] = judge.appraise([BOARD.with_to_play(WHITE)])
    assert found.moves == () and found.lead == pytest.approx(passed.lead)


def test_another_komi_is_another_judge(judge: ReaderJudge) -> None:
    assert judge.for_game(0.5, "japanese").komi == 0.5 and judge.komi == KOMI
    more, less = (each.appraise([BOARD])[0].lead
                  for each in (judge.for_game(-5.5, "japanese"), judge.for_game(8.5, "chinese")))
    assert more > less


def test_a_study_is_alike_for_both_colours(judge: ReaderJudge) -> None:
    turned = Position.from_diagram(
        [row.translate(str.maketrans("XO", "OX")) for row in BOARD.diagram()], WHITE)
    place = place_of_box(BOARD, at("D3"), at("F7"))
    ours = study_of(BOARD, place, judge, 10)
    theirs = study_of(turned, place, judge.for_game(-KOMI, "japanese"), 10)
    assert ours.swing == pytest.approx(theirs.swing, abs=1e-3)
    assert ours.black_first.move == theirs.white_first.move


def test_stones_beyond_a_sides_turns_are_no_points_of_territory(judge: ReaderJudge) -> None:
    """The network takes them for prisoners; by area a stone counts."""
    passed = play(play(BOARD, BLACK, at("C5")), WHITE, PASS)
    for rules, off in (("japanese", -1.0), ("chinese", 0.5)):
        each = judge.for_game(KOMI, rules)
        seen = network().evaluate_alike(passed, KOMI).lead
        assert each.appraise([passed])[0].lead == pytest.approx(seen + off)
        assert each.search(passed, BLACK, None, 1).lead == pytest.approx(
            each.search(passed.with_to_play(WHITE), BLACK, None, 1).lead)


def test_a_raised_flag_calls_it_off(judge: ReaderJudge, raised_flag: CancelFlag) -> None:
    with pytest.raises(CalledOffError):
        judge.search(BOARD, BLACK, None, 1000, raised_flag)
    with pytest.raises(CalledOffError):
        judge.appraise([BOARD], raised_flag)


def test_what_lives_unconditionally_is_in_no_doubt() -> None:
    board = Position.from_diagram("""
        . X . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .""")
    doubtful = np.zeros(49, np.float32)
    lead, owned = Certain(board).put_right(0.0, doubtful)
    # Six stones and two eyes of Black's; White's are not alive by themselves.
    assert lead == 8.0 and owned.sum() == 8.0 and not owned[21:].any() and not doubtful.any()
    sure = np.full(49, 0.9, np.float32)
    assert Certain(board).put_right(3.0, sure) == (3.0, sure)
    assert Certain(Position.empty(7)).put_right(1.0, doubtful)[0] == 1.0


def test_what_lives_in_seki_is_in_no_doubt_while_nobody_plays_in_it() -> None:
    """One side of it had been held for dead, and what both share for the other's."""
    board, shared = Position.from_diagram(WITHOUT_EYES), point_of_vertex("D1", 9, 9)
    inside = {point for point in range(5 * 9, 81) if point % 9 < 7}
    owned = np.array([BLACK if point in inside else board.colour_at(point)
                      for point in range(81)], np.float32)
    lead, right = Certain(board).put_right(30.0, owned)
    # Fourteen white stones, each a point of Black's that is White's, and two points are nobody's.
    assert lead == 30.0 - 2 * 14 - 2
    assert all(right[point] == board.colour_at(point) for point in inside)
    moves = tuple(MoveFinding(point, 1, 0.5, 30.0, 1.0, 0.9, 0.0, 0.0, (), owned)
                  for point in (0, shared))
    found = Certain(board).findings(Findings(board, moves, 3, 30.0, 1.0, 0.9, owned))
    assert (found.lead, *(move.lead for move in found.moves)) == (0.0, 0.0, 30.0)
