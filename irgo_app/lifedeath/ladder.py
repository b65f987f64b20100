"""The ladder of methods, cheapest first: unconditional life, the solver, what is likely."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.static import unconditionally_alive_stones
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict

_SEKI_LIMITS: Final = Limits(nodes=20_000, closed_nodes=20_000, playouts=0, visits=0)


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
            from irgo_app.lifedeath.guided import likely_answer  # The window has no network.

            found = likely_answer(question, first, limits, solver, cancel)
        if found is not None and found.method == "solver" and (
                found.outcome is Outcome.LIVES and _is_seki(question, cancel)):
            found = replace(found, outcome=Outcome.SEKI)
    if found is None or cancel:
        return Answer(first, Outcome.UNKNOWN)
    return found


def _is_seki(question: Question, cancel: CancelFlag | None) -> bool:
    """Return whether a group that lives leaves alive enemy stones which it surrounds.

    They share a liberty with the group, only the group borders on them, and they cannot be taken
    though the group's owner moves first.
    """
    if not question.region.is_closed:
        return False
    chain_map, chains = question.chain_map, question.region.chains
    shared = {point for chain in chains for point in chain_map.liberties[chain]}
    for chain, stones in enumerate(chain_map.chains):
        liberties = chain_map.liberties[chain]
        if chain_map.colour(chain) == question.colour or not liberties & shared or (
                liberties - question.region.vacant):
            continue
        near = {point for stone in stones for point in chain_map.neighbours[stone]}
        if chain_map.numbers_at(near) - {chain} - chains:
            continue
        inner = Question(question.position, stones)
        found = Solver(inner, cancel).answer(question.colour, _SEKI_LIMITS)
        if found is not None and found.outcome is Outcome.LIVES:
            return True
    return False


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
