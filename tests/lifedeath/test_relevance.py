"""Zones: a proof holds whatever else the loser puts outside its zone, and saves looking there."""

from collections.abc import Iterator

import numpy as np

from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.go.position import Position
from irgo_app.kernels import chains
from irgo_app.kernels.grid import holds
from irgo_app.kernels.search_state import ZONE, full_key, place_of
from irgo_app.lifedeath.question import Question, signs_of_places
from irgo_app.lifedeath.solver import Solver
from tests.lifedeath.random_proofs import random_position

NODES = 30_000
WIDE = Position.from_diagram("""
    . X O . . . . . . . . .
    . X O . . . . . . . . .
    . X O . . . . . . . . .
    X X O . . . . . . . . .
    O O O . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .""")
"""A straight three in the corner, and White's liberties outside."""


def questions_in(position: Position) -> Iterator[Question]:
    """Yield the question of each dragon of a position."""
    seen = set[int]()
    for stone in range(len(position.cells)):
        if position.cells[stone] and stone not in seen:
            question = Question.of_dragon(position, stone)
            seen.update(question.stones)
            yield question


def zone_of(question: Question, solver: Solver, first: Colour) -> list[int]:
    """Return the zone of a question that was just solved: places; all where it hangs on its way."""
    board, places = question.board_for(first, (0, 0)), range(question.local.board.shape[1])
    with np.errstate(over="ignore"):
        meta = board[chains.META]
        key = int(full_key.py_func(question.local.key, first, int(meta[chains.KO]), 0, 0,
                                   int(meta[chains.TARGETS])))
        place = int(place_of.py_func(solver.table, np.int64(key)))
    if place < 0:
        return list(places)
    return [at for at in places if holds.py_func(solver.table[place, ZONE:], at)]


def test_a_result_stays_whatever_the_loser_puts_outside_its_zone() -> None:
    tried = 0
    for question in (found for seed in range(5) for found in questions_in(random_position(seed))):
        local = question.local
        for first in (BLACK, WHITE):
            solver = Solver(question)
            found = solver.search(first, NODES, (0, 0))
            if not found.result:
                continue
            loser: Colour = -first if found.result > 0 else first
            zone = zone_of(question, solver, first)
            for place in local.places:
                board = question.board_for(first, (0, 0))
                if place in zone or board[chains.STONE, place] or not chains.is_legal(
                        board, local.around, place, loser):
                    continue
                key = local.key ^ int(chains.play(
                    board, local.around, place, loser, signs_of_places()))
                board[chains.META, chains.KO] = 0
                other = Solver(question).solve(board, first, key, NODES)
                assert other.result in (0, found.result), (question.stones, first, place)
                tried += other.result != 0
    assert tried > 30


def test_moves_outside_the_zone_cost_next_to_nothing() -> None:
    question = Question(WIDE, [1])
    solver = Solver(question)
    found = solver.search(BLACK, NODES, (0, 0))
    assert found.result > 0
    assert found.nodes < 200
