"""The ladder of methods, cheapest first: unconditional life, the solver, playouts."""

from __future__ import annotations

from collections.abc import Iterable

from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.playouts import playout_answer
from irgo_app.lifedeath.question import CancelFlag, Limits, Question
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.static import unconditionally_alive_stones
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict


def answer(
    question: Question, first: Colour, limits: Limits | None = None,
    cancel: CancelFlag | None = None, solver: Solver | None = None,
) -> Answer:
    """Return what becomes of a group if `first` moves first, by the first method that knows.

    Called off, it returns UNKNOWN.
    """
    limits = limits or Limits()
    found = static_answer(question, first)
    if found is None:
        solver = solver or Solver(question, cancel)
        found = solver.answer(first, limits)
        if found is None and not cancel:
            found = playout_answer(question, first, limits, solver, cancel)
    if found is None or cancel:
        return Answer(first, Outcome.UNKNOWN)
    return found


def verdict(
    position: Position, stones: Iterable[Point], limits: Limits | None = None,
    cancel: CancelFlag | None = None,
) -> Verdict:
    """Return the life of a group, Black first and White first; raises ValueError without stones."""
    question = Question(position, stones)
    solver = Solver(question, cancel)
    black, white = (answer(question, first, limits, cancel, solver) for first in (BLACK, WHITE))
    return Verdict(question.colour, question.stones, black, white)


def gnugo_code(found: Answer, asker: Colour, colour: Colour) -> int:
    """Return an answer as GNU Go numbers it, for the side that moves first and wants its way.

    0 -- it fails; 1 -- it succeeds; 2 -- in a ko where the other side must find the first threat;
    3 -- in a ko where the asker must. Source: GNU Go's documentation, "return codes".
    """
    if found.outcome is Outcome.KO:
        return 3 if found.needs_threat == asker else 2
    dies = found.outcome is Outcome.DIES
    wants_kill = asker != colour
    return int(dies == wants_kill and found.outcome is not Outcome.UNKNOWN)


def static_answer(question: Question, first: Colour) -> Answer | None:
    """Return that most of a group lives unconditionally, if it does."""
    alive = unconditionally_alive_stones(question.position)
    stones = question.stones
    if 2 * sum(stone in alive for stone in stones) <= len(stones):
        return None
    return Answer(first, Outcome.LIVES, PASS, method="static", exact=True, kill=0.0)
