"""Small problems with known answers, seen from all sides and with the colours exchanged.

Black's largest chain and what is safely connected with it is the group. Every answer was worked
out by hand; the smaller ones are checked against the exhaustion in `tests/oracles/brute_life.py`.

The ten-thousand-year ko is what the Japanese rules (Nihon Kiin, 1989, examples of life and death)
call so: either side can begin the ko and neither gains by it, since the other takes first; and one
of the two, the side whose stones lie inside, can fill it instead, which makes it seki. So with
threats that side can take the group whoever begins, and without them nobody takes anything.
In a two-step ko one side has to win a second ko after the first, the other only one.
In a double ko whoever loses one ko takes the other: it needs no threat, and none helps.
"""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from irgo_app.go.coordinates import SYMMETRIES, transformed_point, transformed_size
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath import groups
from irgo_app.lifedeath.question import Question
from irgo_app.lifedeath.verdict import LifeStatus, Outcome
from tests.oracles.brute_life import BruteLife
from tests.oracles.tried_proof import TriedProof

LIVES, DIES, KO, SEKI = Outcome.LIVES, Outcome.DIES, Outcome.KO, Outcome.SEKI
ALL = tuple(SYMMETRIES)


@dataclass(frozen=True)
class Problem:
    """A group of Black's and what becomes of it.

    black, white -- the outcome if that side moves first
    black_moves, white_moves -- the first moves that do it, as (row, column); empty: any
    black_needs, white_needs -- in a ko, who must find the first threat
    threats -- in a ko, how many that side needs: one more for each approach move
    brute -- whether exhaustion is quick
    """

    name: str
    diagram: str
    black: Outcome
    white: Outcome
    black_moves: tuple[tuple[int, int], ...] = ()
    white_moves: tuple[tuple[int, int], ...] = ()
    black_needs: Colour | None = None
    white_needs: Colour | None = None
    threats: int = 1
    brute: bool = True

    def position(self) -> Position:
        return Position.from_diagram(self.diagram)

    def stones(self) -> tuple[Point, ...]:
        position = self.position()
        chains = {position.chain(point) for point in range(len(position.cells))
                  if position.colour_at(point) == BLACK}
        largest = min(max(chains, key=lambda chain: (len(chain), -min(chain))))
        return Question.of_dragon(position, largest).stones


def walled(shape: str) -> str:
    """Return the diagram of an eye space, drawn with dots, within a solid Black and White wall."""
    lines = shape.split()
    eye = {(row + 3, column + 3) for row, line in enumerate(lines)
           for column, character in enumerate(line) if character == "."}
    ring = _grown(eye)
    wall = _grown(ring)
    return "\n".join(
        "".join("." if spot in eye else "X" if spot in ring else "O" if spot in wall else "."
                for spot in ((row, column) for column in range(len(lines[0]) + 6)))
        for row in range(len(lines) + 6))


def _grown(spots: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(row + down, column + right) for row, column in spots
            for down in (-1, 0, 1) for right in (-1, 0, 1)}


PROBLEMS = (
    Problem("one point", walled("."), DIES, DIES),
    Problem("two points", walled(".."), DIES, DIES),
    Problem("straight three", walled("..."), LIVES, DIES, ((3, 4),), ((3, 4),)),
    Problem("bent three", walled(".. .#"), LIVES, DIES, ((3, 3),), ((3, 3),)),
    Problem("four in a row", walled("...."), LIVES, LIVES),
    Problem("bent four", walled("... .##"), LIVES, LIVES),
    Problem("zigzag four", walled("..# #.."), LIVES, LIVES),
    Problem("square four", walled(".. .."), DIES, DIES),
    Problem("pyramid four", walled("... #.#"), LIVES, DIES, ((3, 4),), ((3, 4),)),
    Problem("bulky five", walled("..# ..."), LIVES, DIES,
            ((3, 4), (4, 3), (4, 4)), ((4, 4),)),
    Problem("crossed five", walled("#.# ... #.#"), LIVES, DIES, ((4, 4),), ((4, 4),)),
    Problem("rabbity six", walled("..# ... #.#"), LIVES, DIES,
            ((3, 4), (4, 3), (4, 4)), ((4, 4),)),
    Problem("six in two rows", walled("... ..."), LIVES, LIVES),
    Problem("two eyes", walled(".#."), LIVES, LIVES),
    Problem("an eye and a false eye", """
        . X . X O . .
        X X X O O . .
        O O X X O . .
        . O O X O . .
        . . O O O . .
        . . . . . . .""", DIES, DIES),
    Problem("bent three in the corner", """
        . . X O .
        . X X O .
        X X O O .
        O O O . .
        . . . . .""", LIVES, DIES, ((0, 0),), ((0, 0),)),
    Problem("three at the edge", """
        O X . . . X O
        O X X X X X O
        O O O O O O O
        . . . . . . .""", LIVES, DIES, ((0, 3),), ((0, 3),)),
    Problem("square four in the corner", """
        . . X O .
        . . X O .
        X X X O .
        O O O O .
        . . . . .""", DIES, DIES),
    Problem("six in the corner, no liberty outside", """
        . . . X O .
        . . . X O .
        X X X X O .
        O O O O O .
        . . . . . .""", LIVES, DIES, ((0, 1), (1, 1)), ((0, 1), (1, 1))),
    Problem("six in the corner, one liberty outside", """
        . . . X O .
        . . . X O .
        X X X X O .
        O O O . O .
        . . O O O .
        . . . . . .""", LIVES, KO, ((0, 1), (1, 1)), ((0, 1),), white_needs=BLACK, brute=False),
    Problem("six in the corner, two liberties outside", """
        . . . X . O
        . . . X O O
        X X X X O .
        O O O . O .
        . . O O O .
        . . . . . .""", LIVES, LIVES, brute=False),
    Problem("bent four in the corner, still to be played", """
        O . X O . .
        O X X O . .
        O X O O . .
        . X O . . .
        X X O . . .
        O O O . . .
        . . . . . .""", KO, KO, (), ((0, 1),), BLACK, BLACK),
    Problem("a ko to be taken for an eye", """
        . X . X O O . .
        X X X O . O . .
        O O X X O O . .
        . O O O O . . .
        . . . . . . . .""", KO, DIES, ((1, 4),), (), black_needs=WHITE),
    Problem("a ko to be filled for an eye", """
        . X . X O O . .
        X X X . X O . .
        O O X X O O . .
        . O O O O . . .
        . . . . . . . .""", LIVES, KO, ((1, 3),), ((1, 3),), white_needs=BLACK),
    Problem("seki: three in a row of five", """
        . O O O . X O .
        X X X X X X O .
        O O O O O O O .
        . . . . . . . .""", SEKI, SEKI),
    Problem("seki to be made: three in a row of two rows", """
        O O O O O O O
        O X X X X X O
        O X O O O X O
        O X . . . X O
        O X X X X X O
        O O O O O O O
        . . . . . . .""", SEKI, DIES, ((3, 3),), ((3, 2), (3, 3), (3, 4))),
    Problem("not seki: three in a row of four", """
        . O O O X O . .
        X X X X X O . .
        O O O O O O . .
        . . . . . . . .""", DIES, DIES),
    Problem("a race, two liberties each", """
        . . O X . O . .
        . O O X . O . .
        X X X X X O . .
        O O O O O O . .
        . . . . . . . .""", LIVES, DIES, ((0, 1),), ()),
    Problem("a race in a row of liberties", """
        . . O X . . O .
        . O O X X X O .
        X X X X O O O .
        O O O O O . . .
        . . . . . . . .""", LIVES, DIES, ((0, 1), (1, 0)), ((0, 5),)),
    Problem("a race lost by a liberty", """
        X X O O . O O .
        X . X O O . O .
        . X X X O O O .
        O O O X . . O .
        . . O X X X O .
        . . O O O O O .
        . . . . . . . .""", DIES, DIES),
    Problem("under the stones: bulky five given away, its middle played back", """
        O O . . X O .
        O O X X X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .""", LIVES, DIES, ((0, 2),), ((0, 2),)),
    Problem("under the stones: five given away, played back where they were joined", """
        . O O X X O .
        X O . O X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .""", LIVES, DIES, ((1, 2),), ((1, 2),)),
    Problem("under the stones: four in a square given away, saved by playing back", """
        X X O O . X O .
        X X O O . X O .
        O . X X O X O .
        X X X X X X O .
        O O O O O O O .
        . . . . . . . .""", LIVES, LIVES, brute=False),
    Problem("under the stones: first an eye, then back under the square", """
        X X O O X O .
        X X . X X O .
        O O X O . O .
        . . X X X O .
        O O O O O O .
        . . . . . . .""", LIVES, DIES, ((2, 4),), (), brute=False),
    Problem("snapback that saves the group", """
        . X X . . O O .
        O . X O O X O .
        X X X X X X O .
        O O O O O O O .
        . . . . . . . .""", LIVES, DIES, ((0, 4),), ((0, 4),)),
    Problem("snapback that kills the group", """
        O X . X O .
        O O . X O .
        X X O X O .
        X X X X O .
        O O O O O .
        . . . . . .""", LIVES, DIES, ((1, 2),), ((0, 2),), brute=False),
    Problem("approach-move ko, one step", """
        . . . X O .
        O . . X O .
        X X X X O .
        O O O O O .
        . . . . . .""", KO, DIES, ((1, 1),), ((1, 1),), black_needs=WHITE, threats=2),
    Problem("approach-move ko, two steps", """
        O O X . X O .
        . O O . X O .
        X . . . X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .""", LIVES, KO, (), ((0, 3),), white_needs=WHITE, threats=3,
            brute=False),
    Problem("two-step ko, before the first step", """
        X . X O .
        . X O O .
        X X O . .
        . X O . .
        X X O . .
        O O O . .
        . . . . .""", LIVES, KO, ((0, 1),), ((0, 1),), white_needs=BLACK),
    Problem("two-step ko, after the first step", """
        X O . O .
        . X O O .
        X X O . .
        . X O . .
        X X O . .
        O O O . .
        . . . . .""", KO, DIES, ((0, 2),), (), black_needs=WHITE),
    Problem("ten-thousand-year ko", """
        O O O O . .
        X X X O . .
        O X X O . .
        . O X O . .
        O O X O . .
        . . X O . .
        X X X O . .
        O O O O . .
        . . . . . .""", KO, KO, (), (), WHITE, WHITE),
    Problem("ten-thousand-year ko, filled from inside", """
        O O O O . .
        X X X O . .
        O X X O . .
        O O X O . .
        O O X O . .
        . . X O . .
        X X X O . .
        O O O O . .
        . . . . . .""", SEKI, SEKI, brute=False),
    Problem("double ko, one eye too many", """
        O O X . X . X . X O O
        O X . X X X X X O . O
        O O X X O O O X X O O
        . O O O O . O O O O .
        . . . . . . . . . . .""", LIVES, LIVES),
    Problem("double ko, one eye too few", """
        O O X . X X X . X O O
        O X . X O O O X O . O
        O O X X O . O X X O O
        . O O O O . O O O O .
        . . . . . . . . . . .""", DIES, DIES, brute=False),
)


def transformed(position: Position, symmetry: int, sign: int) -> Position:
    """Return a position as seen through a view transform, with the colours exchanged for -1."""
    columns, rows = position.columns, position.rows
    stones = {transformed_point(point, columns, rows, symmetry): sign * position.colour_at(point)
              for point in range(len(position.cells)) if position.cells[point]}
    return Position.empty(*transformed_size(columns, rows, symmetry)).with_stones(stones)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)
def test_answer_from_all_sides(problem: Problem) -> None:
    original, group = problem.position(), problem.stones()
    columns, rows = original.columns, original.rows
    for symmetry in ALL:
        for sign in (1, -1):
            position = transformed(original, symmetry, sign)
            stones = [transformed_point(point, columns, rows, symmetry) for point in group]
            verdict = groups.verdict(position, stones)
            assert verdict.colour == sign * BLACK
            for first in (BLACK, WHITE):
                found = verdict.if_first(sign * first)
                moves = problem.black_moves if first == BLACK else problem.white_moves
                needs = problem.black_needs if first == BLACK else problem.white_needs
                expected = problem.black if first == BLACK else problem.white
                assert found.outcome is expected, (symmetry, sign, first)
                assert found.exact
                assert found.needs_threat == (None if needs is None else sign * needs)
                allowed = {transformed_point(row * columns + column, columns, rows, symmetry)
                           for row, column in moves}
                assert not moves or found.move in allowed


@pytest.mark.parametrize("problem", [problem for problem in PROBLEMS if problem.brute],
                         ids=lambda problem: problem.name)
def test_exhaustion_agrees(problem: Problem) -> None:
    position, stones = problem.position(), problem.stones()
    question = Question(position, stones)
    inside = [question.local.points[place] for place in question.local.places]
    for first in (BLACK, WHITE):
        expected = problem.black if first == BLACK else problem.white
        needs = problem.black_needs if first == BLACK else problem.white_needs
        moves = problem.black_moves if first == BLACK else problem.white_moves
        plain = BruteLife(position, stones, inside)
        if expected is KO:
            assert plain.wins(first) == (first != needs)
            for count in (problem.threats - 1, problem.threats):
                brute = BruteLife(position, stones, inside, _threats(needs, count))
                assert brute.wins(first) == ((first == needs) == (count == problem.threats))
            continue
        assert plain.wins(first) == ((first == BLACK) == (expected in (LIVES, SEKI)))
        if moves:
            spots = {row * position.columns + column for row, column in moves}
            assert plain.winning_moves(first) == spots


@pytest.mark.parametrize("problem", [problem for problem in PROBLEMS if not problem.brute],
                         ids=lambda problem: problem.name)
def test_proofs_hold_where_exhaustion_is_slow(problem: Problem) -> None:
    """Whatever the loser plays: also with one ko threat too few, and with just enough."""
    question = Question(problem.position(), problem.stones())
    for first in (BLACK, WHITE):
        expected = problem.black if first == BLACK else problem.white
        needs = problem.black_needs if first == BLACK else problem.white_needs
        for count in (problem.threats - 1, problem.threats) if needs else (0,):
            proof = TriedProof(question, first, _threats(needs, count))
            saved = (needs == BLACK) == (count == problem.threats) if needs else (
                expected in (LIVES, SEKI))
            assert proof.winner == (BLACK if saved else WHITE)
            assert proof.holds()


@pytest.mark.parametrize("problem", [
    problem for problem in PROBLEMS if problem.black is SEKI and problem.brute],
                         ids=lambda problem: problem.name)
def test_in_a_seki_the_stones_inside_live_too(problem: Problem) -> None:
    position, question = problem.position(), Question(problem.position(), problem.stones())
    inside = position.chain(next(point for point in question.playable
                                 if position.colour_at(point) == WHITE))
    inner = Question(position, inside, replace(question.region, owned=frozenset()))
    proof = TriedProof(inner, BLACK)
    assert proof.winner == WHITE and proof.holds()


def _threats(owner: Colour | None, count: int) -> tuple[int, int]:
    """Return ko threats of White and Black if one side has so many and the other none."""
    return (0, count) if owner == BLACK else (count, 0)


def test_straight_three_is_shown_by_a_line() -> None:
    problem = next(problem for problem in PROBLEMS if problem.name == "straight three")
    verdict = groups.verdict(problem.position(), problem.stones())
    assert verdict.status is LifeStatus.UNSETTLED
    assert verdict.exact and verdict.method == "solver"
    for answer in (verdict.black_first, verdict.white_first):
        assert answer.line[0] == (answer.first, answer.move)
        assert answer.move != PASS


def test_two_eyes_need_no_search() -> None:
    problem = next(problem for problem in PROBLEMS if problem.name == "two eyes")
    verdict = groups.verdict(problem.position(), problem.stones())
    assert verdict.status is LifeStatus.ALIVE
    assert verdict.method == "static" and verdict.exact and verdict.nodes == 0


@pytest.mark.parametrize("last_line, expected", [
    (". O X X . . . . .", DIES), (". O X X . . . X .", LIVES)])
def test_crawling_along_the_rim(last_line: str, expected: Outcome) -> None:
    """Two stones that crawl on the first line are caught unless a friend waits for them."""
    position = Position.from_diagram(
        [". . . . . . . . ."] * 3 + [". . O O . . . . .", last_line])
    question = Question(position, [4 * 9 + 2])
    assert groups.answer(question, BLACK).outcome is expected
    assert groups.answer(question, WHITE).outcome is DIES
