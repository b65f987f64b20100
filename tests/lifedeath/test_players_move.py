"""Which of the moves that are proved to win is told."""

import random

import numpy as np
from msgspec.structs import replace

from irgo_app.go.point import PASS
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.lifedeath.guided import with_players_move
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.verdict import Outcome
from irgo_app.networks.network import Opinion
from tests.lifedeath.test_solver import STRAIGHT_THREE, random_enclosed
from tests.networks.fake_network import FakeNetwork, area_opinion


def _liking(move: int) -> FakeNetwork:
    """Return a network that likes one move."""
    def likes(position: Position, komi: float) -> Opinion:
        policy = np.zeros(len(position.cells) + 1, np.float32)
        policy[move] = 1
        return replace(area_opinion(position, komi), policy=policy)

    return FakeNetwork(likes)


def test_of_the_moves_that_are_proved_to_win_the_one_players_like_is_told() -> None:
    rng, chosen, refused = random.Random(11), 0, 0
    while min(chosen, refused) < 12:
        enclosed = random_enclosed(rng)
        if enclosed is None:
            continue
        question = enclosed.question
        solver, limits = Solver(question), Limits()
        proved = solver.answer(question.attacker, limits)
        if proved is None or proved.outcome is not Outcome.DIES or proved.move == PASS:
            continue
        legal = [point for point in question.playable if why_illegal(
            question.position.with_to_play(proved.first), proved.first, point) is None]
        for point in legal:
            told = with_players_move(question, proved, limits, solver, _liking(point))
            wins = solver.wins_by(proved.first, point, limits)
            assert told.move == (point if wins else proved.move)
            assert told.line[0] == (proved.first, told.move) and told.exact == proved.exact
            chosen += wins and point != proved.move
            refused += not wins


def test_who_loses_is_told_no_other_move() -> None:
    question = Question(STRAIGHT_THREE, [1])
    solver, limits = Solver(question), Limits()
    lost = solver.answer(question.attacker, replace(limits, nodes=20_000))
    assert lost is not None and lost.outcome is Outcome.DIES
    lives = replace(lost, outcome=Outcome.LIVES)
    assert with_players_move(question, lives, limits, solver, _liking(2)) is lives
