"""The solver against exhaustion, its board against the rules, and how it stops and answers."""

import random
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.kernels import chains
from irgo_app.kernels.benson import is_settled_alive, new_life_room
from irgo_app.kernels.search import solve
from irgo_app.kernels.search_state import new_stack
from irgo_app.lifedeath import groups
from irgo_app.lifedeath.question import Limits, Question, signs_of_places
from irgo_app.lifedeath.solver import Solver, playout_answer
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, joint_status
from tests.go.gnugo import PROGRAM, GnuGo
from tests.lifedeath.random_proofs import random_position
from tests.oracles.brute_life import BruteLife, TooManyStatesError

STRAIGHT_THREE = Position.from_diagram("""
    O X . . . X O
    O X X X X X O
    O O O O O O O
    . . . . . . .""")
OPEN = Position.from_diagram([". . . . . . . . ."] * 4 + [". . . O X . . . ."]
                             + [". . . O X . . . ."] + [". . . . . . . . ."] * 3)


@dataclass(frozen=True)
class Enclosed:
    """A group in a random hollow of White's: where one may play, and the question."""

    inside: tuple[Point, ...]
    question: Question


def random_enclosed(rng: random.Random) -> Enclosed | None:
    """Return a random group within solid walls, None if the walls are weak or it has no stones."""
    columns, rows = 8, 7
    near = topology(columns, rows).neighbours
    inside = [rng.choice([0, columns // 2, rng.randrange(columns * rows)])]
    for _ in range(rng.randint(10, 40)):
        point = rng.choice(near[rng.choice(inside)])
        if point not in inside and len(inside) < 14:
            inside.append(point)
    stones = {point: WHITE for start in inside for point in near[start] if point not in inside}
    mixed = rng.sample(inside, len(inside))
    for point in mixed[rng.randint(2, 7):]:
        stones[point] = BLACK if rng.random() < 0.72 else WHITE
    position = Position.empty(columns, rows).with_stones(stones)
    for point in stones:
        if not position.liberties(point):
            return None
        is_wall = not position.chain(point) <= set(inside)
        if is_wall and len(position.liberties(point) - set(inside)) < 4:
            return None
    groups = [position.chain(point) for point in inside if stones.get(point) == BLACK]
    largest = max(groups, key=lambda chain: (len(chain), min(chain)), default=frozenset[Point]())
    if len(largest) < 2:
        return None
    group = largest if rng.random() < 0.7 else frozenset[Point]().union(*groups)
    question = Question(position, group)
    reached = {point for point in inside if not position.cells[point]}
    if not question.is_enclosed or question.region.vacant != reached:
        return None
    return Enclosed(tuple(inside), question)


@pytest.mark.parametrize("seed", range(5))
def test_equals_exhaustion_on_random_hollows(seed: int) -> None:
    """The solver must be right for any ko threats, in circles too."""
    rng, compared = random.Random(seed), 0
    while compared < 40:
        found = random_enclosed(rng)
        if found is None:
            continue
        question = found.question
        solver = Solver(question)
        for first, threats in product((BLACK, WHITE), ((0, 0), (2, 0), (0, 2))):
            try:
                brute = BruteLife(question.position, question.stones, found.inside, threats, 2000)
                expected = 1 if brute.wins(first) else -1
            except TooManyStatesError:
                continue
            told = solver.search(first, 300_000, threats)
            assert not told.too_deep
            assert told.result == expected, (
                "\n".join(question.position.diagram()), question.stones, first, threats)
            if expected == 1:
                assert told.move in brute.winning_moves(first)
            compared += 1


def _whole_board(columns: int, rows: int) -> npt.NDArray[np.int32]:
    """Return `around` of a local board that is a whole board, its places in reading order."""
    around = np.zeros((columns * rows + 3, 10), np.int32)
    for point in range(columns * rows):
        row, column = divmod(point, columns)
        around[point + 3, 8:] = row, column
        for side, near in enumerate(topology(columns, rows).neighbours[point]):
            around[point + 3, side] = near + 3
    return around


def _built(position: Position, around: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], int]:
    """Return the local board of a position, and its key."""
    size = len(position.cells) + 3
    stones, none = np.zeros(size, np.int8), np.zeros(size, np.int8)
    stones[:3] = 2, 3, 1
    stones[3:] = np.frombuffer(position.cells, np.int8)
    free = none.copy()
    free[chains.WALL] = 1
    board = np.zeros((chains.STATE_ROWS, size), np.int32)
    return board, int(chains.build(stones, around, free, none, signs_of_places(), board))


@pytest.mark.parametrize("columns, rows, seed", [(3, 3, 1), (5, 4, 2), (7, 7, 3), (9, 9, 4)])
def test_local_board_keeps_the_rules(columns: int, rows: int, seed: int) -> None:
    """Random games: legality, captures, ko, atari and the key are those of the plain rules."""
    rng, signs, around = random.Random(seed), signs_of_places(), _whole_board(columns, rows)
    position = Position.empty(columns, rows)
    board, key = _built(position, around)
    for _ in range(250):
        colour, points = position.to_play, list(range(columns * rows))
        legal = []
        for point in points:
            if not position.cells[point]:
                is_legal = bool(chains.is_legal(board, around, point + 3, colour))
                assert is_legal == (why_illegal(position, colour, point) is None)
                legal += [point] * is_legal
        if not legal:
            position = play(position, colour, PASS)
            board[chains.META, chains.KO] = 0
            continue
        point, taken = rng.choice(legal), sum(position.captures)
        position = play(position, colour, point)
        key ^= int(chains.play(board, around, point + 3, colour, signs))
        assert bytes(board[chains.STONE, 3:].astype(np.int8).view(np.uint8)) == position.cells
        assert board[chains.META, chains.TAKEN] == sum(position.captures) - taken
        ko = int(board[chains.META, chains.KO])
        assert (ko - 3 if ko else PASS) == position.ko_point
        assert key == _built(position, around)[1]
        for stone in points:
            if position.cells[stone]:
                head = board[chains.HEAD, stone + 3]
                assert board[chains.SIZE, head] == len(position.chain(stone))
                liberties = position.liberties(stone)
                assert chains.is_in_atari(board, head) == (len(liberties) == 1)
                if len(liberties) == 1:
                    assert {chains.only_liberty(board, head) - 3} == liberties


def test_plain_and_compiled_agree() -> None:
    question = Question(STRAIGHT_THREE, [1])
    local = question.local
    for first in (BLACK, WHITE):
        results = []
        for function in (solve, solve.py_func):
            solver, out = Solver(question), np.zeros(3, np.int64)
            with np.errstate(over="ignore"):
                result = function(
                    local.board.copy(), local.around, local.places, first, WHITE, local.key,
                    signs_of_places(), solver.table,
                    new_stack(local.board, local.places.size + 1), 1000, np.zeros(1, np.int8), out)
            results.append((int(result), out.tolist()))
        assert results[0] == results[1]
    scratch = new_life_room(local.board.shape[1])
    assert is_settled_alive.py_func(local.board, local.around, local.places, BLACK, scratch) == (
        is_settled_alive(local.board, local.around, local.places, BLACK, scratch))


@dataclass
class Raised:
    """A flag that has been raised."""

    array: npt.NDArray[np.int8] = field(default_factory=lambda: np.array([1], np.int8))

    def __bool__(self) -> bool:
        return True


@pytest.mark.parametrize("position, stone", [(STRAIGHT_THREE, 1), (OPEN, 4 * 9 + 4)])
def test_a_raised_flag_stops_at_once(position: Position, stone: Point) -> None:
    question = Question(position, [stone])
    found = groups.answer(question, WHITE, Limits(10**9, 10**9, 10**9), Raised())
    assert found == Answer(WHITE, Outcome.UNKNOWN)
    verdict = groups.verdict(position, [stone], Limits(10**9, 10**9, 10**9), Raised())
    assert verdict.status is LifeStatus.UNKNOWN
    assert not verdict.exact


@pytest.mark.parametrize("position, stone", [(STRAIGHT_THREE, 1), (OPEN, 4 * 9 + 4)])
def test_the_same_question_has_the_same_answer(position: Position, stone: Point) -> None:
    def told() -> list[object]:
        question = Question.of_dragon(position, stone)
        answers = [groups.answer(question, first, Limits(2000, 2000, 500))
                   for first in (BLACK, WHITE)]
        return [(answer.outcome, answer.move, answer.line, answer.method, answer.exact,
                 answer.kill, answer.needs_threat, answer.nodes) for answer in answers]

    assert told() == told()


def test_a_question_needs_stones_of_one_colour() -> None:
    for stones in ([], [2], [0, 1]):
        with pytest.raises(ValueError):
            Question(STRAIGHT_THREE, stones)
        with pytest.raises(ValueError):
            groups.verdict(STRAIGHT_THREE, stones)
    with pytest.raises(ValueError):
        Question.of_dragon(STRAIGHT_THREE, 2)


def test_playouts_prove_nothing() -> None:
    question = Question(STRAIGHT_THREE, [1])
    for first, expected in ((BLACK, Outcome.LIVES), (WHITE, Outcome.DIES)):
        found = playout_answer(question, first, Limits(playouts=1000), Solver(question))
        assert found.method == "playouts"
        assert not found.exact
        assert found.outcome is expected and found.move == 3
        assert 0 <= found.kill <= 1


def test_open_groups_are_never_proved() -> None:
    question = Question(OPEN, [4 * 9 + 4])
    assert not question.region.is_closed and not question.is_enclosed
    assert not groups.answer(question, WHITE, Limits(2000, 2000, 500)).exact


def test_a_friend_behind_enemy_stones_may_be_dead() -> None:
    """Black's two stones are met only where White's four can be taken: they save nobody."""
    position = Position.from_diagram("""
        O O O O O O O O O O
        . O X X X X X X X O
        X X O O O O X . X O
        O O . . . . X X X O
        O O O O O O O O O O
        . . . . . . . . . .""")
    question = Question.of_dragon(position, 12)
    assert question.region.is_closed and not question.is_enclosed
    open_lane = position.with_stones({20: WHITE, 21: WHITE})
    assert Question.of_dragon(open_lane, 12).is_enclosed


LIVES, DIES, SEKI, KO, UNKNOWN = (
    Outcome.LIVES, Outcome.DIES, Outcome.SEKI, Outcome.KO, Outcome.UNKNOWN)


@pytest.mark.parametrize("owner_first, enemy_first, status", [
    (LIVES, LIVES, LifeStatus.ALIVE),
    (SEKI, LIVES, LifeStatus.ALIVE),
    (LIVES, DIES, LifeStatus.UNSETTLED),
    (SEKI, DIES, LifeStatus.UNSETTLED),
    (DIES, DIES, LifeStatus.DEAD),
    (DIES, KO, LifeStatus.DEAD),
    (LIVES, SEKI, LifeStatus.SEKI),
    (SEKI, SEKI, LifeStatus.SEKI),
    (LIVES, KO, LifeStatus.KO),
    (KO, KO, LifeStatus.KO),
    (KO, DIES, LifeStatus.KO),
    (UNKNOWN, DIES, LifeStatus.UNKNOWN),
    (LIVES, UNKNOWN, LifeStatus.UNKNOWN),
    (DIES, UNKNOWN, LifeStatus.UNKNOWN),
])
def test_joint_status(owner_first: Outcome, enemy_first: Outcome, status: LifeStatus) -> None:
    assert joint_status(owner_first, enemy_first) is status


@pytest.mark.parametrize("outcome, needs, asker, code", [
    (LIVES, None, BLACK, 1),
    (LIVES, None, WHITE, 0),
    (SEKI, None, BLACK, 1),
    (SEKI, None, WHITE, 0),
    (DIES, None, BLACK, 0),
    (DIES, None, WHITE, 1),
    (KO, BLACK, BLACK, 3),
    (KO, WHITE, BLACK, 2),
    (KO, BLACK, WHITE, 2),
    (KO, WHITE, WHITE, 3),
    (UNKNOWN, None, BLACK, 0),
    (UNKNOWN, None, WHITE, 0),
])
def test_gnugo_code(outcome: Outcome, needs: Colour | None, asker: Colour, code: int) -> None:
    """The group is Black's; the asker moves first."""
    assert groups.gnugo_code(Answer(asker, outcome, needs_threat=needs), asker, BLACK) == code


@pytest.mark.gnugo
@pytest.mark.skipif(PROGRAM is None, reason="GNU Go is not installed")
@pytest.mark.parametrize("seed, proofs", [(5, 14), (6, 10), (59, 16), (60, 14), (97, 11)])
def test_gnugo_agrees_with_proofs(seed: int, proofs: int) -> None:
    """What is searched and proved in a random position, GNU Go tells as success or failure too.

    The seeds are chosen: elsewhere GNU Go takes other stones for the group, or misreads.
    proofs -- at least half as many answers must be proved, so that something is compared
    """
    position, compared = random_position(seed), 0
    with GnuGo() as gnugo:
        gnugo.ask("boardsize 9")
        for point in range(81):
            if position.cells[point]:
                name = NAME_OF_COLOUR[position.colour_at(point)]
                gnugo.ask(f"play {name} {vertex(point, 9, 9)}")
        for stone in _one_of_each_chain(position):
            colour = position.colour_at(stone)
            question = Question.of_dragon(position, stone)
            if not question.is_enclosed or len(question.region.vacant) > 12:
                continue
            for asker in (BLACK, WHITE):
                found = groups.answer(question, asker)
                if found.exact and found.method == "solver":
                    compared += 1
                    command = "owl_defend" if asker == colour else "owl_attack"
                    told = gnugo.ask(f"{command} {vertex(stone, 9, 9)}").split()[0]
                    code = groups.gnugo_code(found, asker, colour)
                    assert (int(told) > 0) == (code > 0), (position.diagram(), stone, asker)
    assert 2 * compared >= proofs


def _one_of_each_chain(position: Position) -> list[Point]:
    return sorted({min(position.chain(point)) for point in range(81) if position.cells[point]})
