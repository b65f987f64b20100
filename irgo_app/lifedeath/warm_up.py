"""Compile (or load from the disk cache) the kernels of life and death before the first question."""

from __future__ import annotations

from irgo_app.go.point import BLACK
from irgo_app.go.position import Position
from irgo_app.lifedeath.question import Limits, Question, unconditionally_alive_stones
from irgo_app.lifedeath.solver import Solver, playout_answer


def warm_up_lifedeath() -> None:
    """Ask one small question, which the solver answers with a line of play, by every method."""
    position = Position.from_diagram(["OX...XO", "OXXXXXO", "OOOOOOO", "......."])
    unconditionally_alive_stones(position)
    question = Question(position, [1])
    solver = Solver(question)
    limits = Limits(1000, 1000, 10)
    solver.answer(BLACK, limits)
    playout_answer(question, BLACK, limits, solver)
