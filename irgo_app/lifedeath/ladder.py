"""The ladder of methods, cheapest first: unconditional life, the solver, what is likely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
        # The window has no network.
        if found is None and not cancel:
            from irgo_app.lifedeath.guided import likely_answer

            found = likely_answer(question, first, limits, solver, cancel)
        elif found is not None and limits.visits and not cancel:
            from irgo_app.lifedeath.players_move import with_players_move

            found = with_players_move(question, found, limits, solver)
        if found is not None and found.method == "solver" and (
                found.outcome is Outcome.LIVES and _is_seki(question, cancel)):
            found = replace(found, outcome=Outcome.SEKI)
    if found is None or cancel:
        return Answer(first, Outcome.UNKNOWN)
    return found


def _is_seki(question: Question, cancel: CancelFlag | None) -> bool:
    """Return whether a group that lives does so beside enemy stones that live as well.

    That is so if the group encloses them, and they cannot be taken though its owner moves first.
    """
    if not question.region.is_closed:
        return False
    region = replace(question.region, owned=frozenset())
    for stones in _enclosed_enemies(question):
        inner = Question(question.position, stones, region)
        found = Solver(inner, cancel).answer(question.colour, _SEKI_LIMITS)
        if found is not None and found.outcome is Outcome.LIVES:
            return True
    return False


def _enclosed_enemies(question: Question) -> Iterator[tuple[Point, ...]]:
    """Yield the enemy chains that share a liberty with the group and reach nothing but the group.

    They may be joined to other enemy stones only if those, too, are enclosed.
    """
    chain_map, group = question.chain_map, question.region.chains
    own = {point for chain in group for point in chain_map.liberties[chain]}
    inside = set(question.playable) - chain_map.stones_of(group)
    while inside:
        todo = [inside.pop()]
        area, rim = set(todo), set[int]()
        while todo:
            for near in chain_map.neighbours[todo.pop()]:
                if near in inside:
                    inside.remove(near)
                    area.add(near)
                    todo.append(near)
                elif near not in area:
                    rim.add(chain_map.number[near])
        if rim <= group:
            yield from (chain_map.chains[chain] for chain in sorted(chain_map.numbers_at(area))
                        if chain_map.colour(chain) != question.colour
                        and chain_map.liberties[chain] & own)


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
