"""Problems from games: proved ones, agreed ones, and what they look like as records."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError, Judgement, JudgeTrust, Searched, Tried
from irgo_app.judging.reader_judge import ReaderJudge
from irgo_app.review.game_line import GameLine
from irgo_app.review.game_review import EventFate, GroupEvent
from irgo_app.review.problems import (LOCAL_SEARCH, SOLVER, Problem, agreed_problems,
                                      problem_records, proved_problems, question_words)
from irgo_app.sgf.game_info import GameInfo
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.writer import write_games
from tests.review.game_reviews import line_of

CORNER = (
    # White's three in a row lives or dies at B9; Black lives all round.
    "(;SZ[9]KM[0]AB[ac][bc][cc][dc][ec][eb][ea][af][bf][cf][df][ef][gf][hf][ge][he][ih]"
    "AW[ab][bb][cb][db][da]PL[{turn}]{moves})")


def vertex_of(name: str) -> Point:
    return point_of_vertex(name, 9, 9)


def corner(moves: str, turn: str = "B") -> GameLine:
    return line_of(CORNER.replace("{moves}", moves).replace("{turn}", turn))


def test_a_group_that_hangs_on_a_move_is_a_problem_just_before_that_move() -> None:
    problem, = proved_problems(corner(";B[ii];W[hi];B[gi];W[ba];B[hh]"))
    assert problem.number == 3 and problem.by == (SOLVER,)
    assert problem.colour == WHITE and problem.is_to_live
    assert problem.right == (vertex_of("B9"),)
    assert problem.solution[0] == (WHITE, vertex_of("B9"))
    assert {line[0] for line in problem.wrong} == {
        (WHITE, vertex_of("A9")), (WHITE, vertex_of("C9"))}
    assert all(line[1][0] == BLACK for line in problem.wrong)
    assert str(question_words(problem)) == "White to live."


def test_the_other_side_is_asked_to_kill() -> None:
    problem, = proved_problems(corner(";B[ii];W[hi];B[ba]"))
    assert problem.number == 2 and not problem.is_to_live
    assert str(question_words(problem)) == "Black to kill."


def test_what_nobody_decided_stands_at_the_end() -> None:
    line = corner(";B[ii];W[hi]")
    problem, = proved_problems(line)
    assert problem.number == 2 and problem.position == line.positions[-1]
    assert not problem.is_to_live


def test_a_game_without_groups_in_danger_has_no_problem() -> None:
    assert proved_problems(line_of("(;SZ[9];B[ee];W[ce];B[cc];W[gc])")) == ()


def test_a_raised_flag_calls_it_off(raised_flag: CancelFlag) -> None:
    with pytest.raises(CalledOffError):
        proved_problems(corner(";B[ii]"), None, raised_flag)


class _Sure:
    """A reader that knows the corner: B9 decides, every other move fails."""

    name, komi, usual_visits, at_once = "one who knows", 0.0, 10, 1

    rank = JudgeTrust.READER

    def __init__(self, best: str = "B9") -> None:
        self._best = vertex_of(best)

    def for_game(self, komi: float, rules: str) -> _Sure:
        return self

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        return [Judgement(-20.0 * self._lives(position), 0.0, self._owned(position))
                for position in positions]

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        return ()

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        best = self._best if not position.cells[self._best] else vertex_of("C9")
        after = position.with_stones({best: first})
        others = [point for point in map(vertex_of, ("A9", "C9"))
                  if not position.cells[point] and point != best]
        tried = (Tried(best, -20.0 * self._lives(after), 9),
                 *(Tried(point, 20.0 * first * -1, 1) for point in others))
        return Searched(tried[0].lead, tried, (best,), self._owned(after), 10)

    def _lives(self, position: Position) -> float:
        return {WHITE: 1.0, BLACK: -1.0, 0: 0.0}[position.colour_at(self._best)]

    def _owned(self, position: Position) -> tuple[float, ...]:
        return (-self._lives(position),) * len(position.cells)


def event_of(line: GameLine, number: int) -> GroupEvent:
    stones = tuple(sorted(map(vertex_of, ("A8", "B8", "C8", "D8", "D9"))))
    return GroupEvent(number, WHITE, EventFate.LIVED, stones)


def test_two_readers_that_agree_make_a_problem() -> None:
    line = corner(";B[ii];W[hi];B[gi];W[ba];B[hh]")
    problem, = agreed_problems(line, [event_of(line, 4)], _Sure(), None)
    assert problem.number == 3 and problem.by == ("one who knows", LOCAL_SEARCH)
    assert problem.right == (vertex_of("B9"),)
    assert {moves[0][1] for moves in problem.wrong} == {vertex_of("A9"), vertex_of("C9")}
    assert all(len(moves) > 1 for moves in problem.wrong)
    assert agreed_problems(line, [event_of(line, 4)], _Sure(), _Sure())


def test_readers_that_disagree_make_none() -> None:
    line = corner(";B[ii];W[hi];B[gi];W[ba];B[hh]")
    assert not agreed_problems(line, [event_of(line, 4)], _Sure("A9"), None)
    assert not agreed_problems(line, [event_of(line, 4)], _Sure(), _Sure("C9"))


def test_what_is_proved_is_not_asked_again() -> None:
    line = corner(";B[ii];W[hi];B[gi];W[ba];B[hh]")
    proved = proved_problems(line)
    assert not agreed_problems(line, [event_of(line, 4)], _Sure(), None, proved)


def test_irgos_own_reader_can_be_asked() -> None:
    line = corner(";B[ii];W[hi];B[gi];W[ba];B[hh]")
    for problem in agreed_problems(line, [event_of(line, 4)], ReaderJudge(0.0), None):
        assert problem.right == (vertex_of("B9"),)


def records_of(problem: Problem) -> bytes:
    return write_games(problem_records([problem], GameInfo(black="Kim", date="2026-01-01")))


def test_a_record_has_the_question_the_solution_and_the_refutations() -> None:
    problem, = proved_problems(corner(";B[ii];W[hi];B[gi];W[ba];B[hh]"))
    game, = read_games(records_of(problem)).games
    root = game.root
    position = Replay(game).position_at(root)
    assert position.cells == problem.position.cells and position.to_play == WHITE
    assert root.comment.startswith("White to live.\nFrom Kim against White, 2026-01-01, after move")
    assert sorted(root.points("TR")) == list(problem.stones)
    first, *others = root.children
    assert first.move == (WHITE, vertex_of("B9")) and first.says("TE")
    node = first
    while node.children:
        node = node.children[0]
    assert node.comment == "Correct.\nRIGHT"
    assert len(others) == len(problem.wrong)
    assert all(other.says("BM") and other.children for other in others)


def test_names_in_a_record_are_escaped() -> None:
    problem, = proved_problems(corner(";B[ii];W[hi];B[gi];W[ba];B[hh]"))
    data = write_games(problem_records([problem], GameInfo(black="a]b\\c")))
    game, = read_games(data).games
    assert "From a]b\\c against White" in game.root.comment
