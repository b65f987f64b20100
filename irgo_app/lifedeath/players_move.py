"""Of several moves that are proved to win, the one that a player would choose."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from irgo_app.go.point import PASS
from irgo_app.go.rules import why_illegal
from irgo_app.lifedeath.guided import own_reader
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.verdict import Answer, Outcome
from irgo_app.reader.search import Evaluator

LIKELY: Final = 0.1
LIKELIER: Final = 2.0
"""Of moves that win, one so likely, and so many times likelier than the solver's, is told."""


def with_players_move(
    question: Question, proved: Answer, limits: Limits, solver: Solver,
    reader: Evaluator | None = None,
) -> Answer:
    """Return an answer of the solver with that of the winning moves which a player would choose.

    The solver tells the first it finds. Another takes its place if it is proved to win as well,
    whoever has ko threats, and the reader holds it to be much likelier.
    reader -- irgo's own if nobody is given; without one the answer stays
    """
    first, told = proved.first, proved.move
    wins = proved.outcome is (Outcome.LIVES if first == question.colour else Outcome.DIES)
    if not wins or told is None or told == PASS:
        return proved
    reader = reader or own_reader(question.position)
    if reader is None:
        return proved
    position = question.position.with_to_play(first)
    policy = reader.evaluate_evenly(position).policy
    least = max(LIKELY, LIKELIER * float(policy[told]))
    for move in sorted(question.playable, key=lambda point: -policy[point]):
        if policy[move] < least:
            break
        if why_illegal(position, first, move) is None and solver.wins_by(first, move, limits):
            return replace(proved, move=move, line=solver.line(first, move, limits))
    return proved
