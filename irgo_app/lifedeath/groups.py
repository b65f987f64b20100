"""The life of a whole group, and the ladder of methods that answers each question about it.

A group of the layer `groups` is what hangs together loosely. Where a question about all of it
would reach too far for one search, its dragons (chains that cannot be cut) are asked one by one.
One move attacks or saves one dragon only: the group lives as long as most of its stones do. A
question goes up the ladder, cheapest first: unconditional life, a seki on the board, the solver,
what is likely.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.question import (REACH, ChainMap, Limits, Question,
                                         unconditionally_alive_stones)
from irgo_app.lifedeath.seki import encloses_life, sekis
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict


def answer(
    question: Question, first: Colour, limits: Limits | None = None,
    cancel: CancelFlag | None = None, solver: Solver | None = None,
) -> Answer:
    """Return what becomes of a group if `first` moves first, by the first method that knows.

    Called off, it returns UNKNOWN.
    """
    limits = limits or Limits()
    found = static_answer(question, first) or seki_answer(question, first)
    if found is None:
        solver = solver or Solver(question, cancel)
        found = solver.answer(first, limits)
        # The window has no network.
        if found is None and not cancel:
            from irgo_app.lifedeath.guided import likely_answer

            found = likely_answer(question, first, limits, solver, cancel)
        elif found is not None and limits.visits and not cancel:
            from irgo_app.lifedeath.guided import with_players_move

            found = with_players_move(question, found, limits, solver)
        if found is not None and found.method == "solver" and (
                found.outcome is Outcome.LIVES and encloses_life(question, cancel)):
            found = replace(found, outcome=Outcome.SEKI)
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


def seki_answer(question: Question, first: Colour) -> Answer | None:
    """Return that most of a group lives in a seki that stands on the board, if it does."""
    for seki in sekis(question.position):
        inside = seki.stones.intersection(question.stones)
        if 2 * len(inside) > len(question.stones):
            return Answer(first, Outcome.SEKI, PASS, method="solver",
                          exact=inside <= seki.proved, kill=0.0)
    return None


_TOO_WIDE: Final = 2 * REACH
"""A group of several dragons that extends so far is not asked as a whole."""
_SAFE: Final = (Outcome.LIVES, Outcome.SEKI)
_CHEAP: Final = Limits(nodes=5_000, closed_nodes=5_000)


class _Dragon(Struct, frozen=True):
    """A dragon of a group: its stones, and its answers; `own_first` only where it matters."""

    stones: frozenset[Point]
    enemy_first: Answer
    own_first: Answer | None


def group_verdict(
    position: Position, stones: Iterable[Point], limits: Limits | None = None,
    cancel: CancelFlag | None = None,
) -> Verdict:
    """Return the life of a group, Black first and White first; raises ValueError without stones.

    Called off, the outcomes are UNKNOWN.
    """
    question = Question(position, stones)
    dragons = dragons_of(question)
    if len(dragons) == 1 or extent(question.stones, position.columns) < _TOO_WIDE:
        found = verdict(position, question.stones, limits, cancel)
    else:
        found = _joined(question, dragons, limits, cancel)
    if cancel:
        return found
    if not found.is_doubted:
        return _with_lost(question, found, limits, cancel)
    from irgo_app.lifedeath.guided import with_board

    return with_board(question, found, limits or Limits(), cancel)


def _with_lost(
    question: Question, found: Verdict, limits: Limits | None, cancel: CancelFlag | None
) -> Verdict:
    """Return a verdict with the stones that a group loses though it is proved that it lives."""
    enemy = found.if_first(question.attacker)
    if enemy.outcome is not Outcome.LIVES or not enemy.exact:
        return found
    enemy = replace(enemy, lost=_lost_if_attacked(question, limits, cancel))
    return replace(found, black_first=enemy) if question.attacker == BLACK \
        else replace(found, white_first=enemy)


def extent(stones: Iterable[Point], columns: int) -> int:
    """Return how many lines lie between the stones of a group that are farthest apart."""
    places = [divmod(stone, columns) for stone in stones]
    return max(max(place[axis] for place in places) - min(place[axis] for place in places)
               for axis in (0, 1))


def dragons_of(question: Question) -> list[frozenset[Point]]:
    """Return the parts of a group that cannot be cut, the largest first."""
    chain_map, left = question.chain_map, set(question.region.chains)
    dragons = []
    while left:
        chains = chain_map.connected_with(min(left)) & left
        left -= chains
        dragons.append(chain_map.stones_of(chains))
    return sorted(dragons, key=lambda dragon: (-len(dragon), min(dragon)))


def _joined(
    question: Question, dragons: list[frozenset[Point]], limits: Limits | None,
    cancel: CancelFlag | None,
) -> Verdict:
    """Ask dragon by dragon until most stones are known to live, and sum up."""
    asked, alive = list[_Dragon](), 0
    half = len(question.stones) // 2
    for stones in dragons:
        dragon = _asked(question, stones, limits, cancel)
        asked.append(dragon)
        alive += len(stones) * (dragon.enemy_first.outcome in _SAFE)
        if alive > half or cancel:
            break
    own, enemy = (_answer(question, asked, is_own, half) for is_own in (True, False))
    if enemy.outcome is Outcome.LIVES:
        enemy = replace(enemy, lost=_lost_if_attacked(question, limits, cancel))
    black, white = (own, enemy) if question.colour == BLACK else (enemy, own)
    return Verdict(question.colour, question.stones, black, white)


def _lost_if_attacked(
    question: Question, limits: Limits | None, cancel: CancelFlag | None
) -> tuple[Point, ...]:
    """Return the stones that the reader holds for lost if the enemy moves first, none by maps."""
    if limits is not None and not limits.visits:
        return ()
    from irgo_app.lifedeath.guided import lost_if_attacked

    return lost_if_attacked(question, cancel)


def _asked(
    question: Question, stones: frozenset[Point], limits: Limits | None,
    cancel: CancelFlag | None,
) -> _Dragon:
    part = Question(question.position, stones)
    solver = Solver(part, cancel)
    enemy_first = answer(part, part.attacker, limits, cancel, solver)
    if enemy_first.outcome in _SAFE:
        return _Dragon(stones, enemy_first, None)
    return _Dragon(stones, enemy_first, answer(part, part.colour, limits, cancel, solver))


def _answer(question: Question, asked: list[_Dragon], is_own: bool, half: int) -> Answer:
    """Return what becomes of the group with its owner, or the enemy, first.

    The dragons that die whoever moves first are lost; of those that hang on the first move the
    enemy takes the largest, or the next one if the owner has saved that.
    """
    first: Colour = question.colour if is_own else question.attacker
    everything = [answer for dragon in asked for answer in (dragon.enemy_first, dragon.own_first)
                  if answer is not None]
    nodes = sum(answer.nodes for answer in everything) // 2
    seconds = sum(answer.seconds for answer in everything) / 2
    if any(answer.outcome is Outcome.UNKNOWN for answer in everything):
        return Answer(first, Outcome.UNKNOWN, nodes=nodes, seconds=seconds)
    lost = sum(len(dragon.stones) for dragon in asked if _is_lost(dragon))
    hanging = [dragon for dragon in asked if dragon.own_first and not _is_lost(dragon)]
    if is_own and hanging:
        lost += len(hanging[1].stones) if len(hanging) > 1 else 0
    elif hanging:
        lost += len(hanging[0].stones)
    shown = (hanging or asked)[0]
    answer = shown.own_first if is_own and shown.own_first else shown.enemy_first
    dies = lost > half
    if dies == (answer.outcome is Outcome.DIES) and answer.first == first:
        return replace(answer, exact=False, nodes=nodes, seconds=seconds)
    outcome = Outcome.DIES if dies else Outcome.LIVES
    return Answer(first, outcome, method=answer.method, kill=float(dies), nodes=nodes,
                  seconds=seconds)


def _is_lost(dragon: _Dragon) -> bool:
    return dragon.own_first is not None and dragon.own_first.outcome is Outcome.DIES


def proved_fates(position: Position) -> dict[Point, bool]:
    """Return whether stones are dead, for those whose fate is cheap to prove.

    A dragon is dead that dies though its owner moves first, alive that lives though the enemy does.
    Only enclosed dragons are asked, and playouts are not believed.
    """
    chain_map = ChainMap(position)
    fates = dict.fromkeys(unconditionally_alive_stones(position), False)
    for seki in sekis(position):
        fates |= dict.fromkeys(seki.stones, False)
    seen = set[int]()
    for number, chain in enumerate(chain_map.chains):
        if number in seen or chain[0] in fates:
            continue
        dragon = chain_map.connected_with(number)
        seen |= dragon
        question = Question(position, chain_map.stones_of(dragon))
        if not question.is_enclosed:
            continue
        solver = Solver(question)
        own = solver.answer(question.colour, _CHEAP)
        if own is None or own.outcome is Outcome.KO:
            continue
        if own.outcome is Outcome.DIES:
            fates |= dict.fromkeys(question.stones, True)
            continue
        enemy = solver.answer(question.attacker, _CHEAP)
        if enemy is not None and enemy.outcome in _SAFE:
            fates |= dict.fromkeys(question.stones, False)
    return fates


def settled_dead_stones(
    position: Position, read: Collection[Point], fates: Mapping[Point, bool] | None = None
) -> frozenset[Point]:
    """Return the dead stones for a score: what the solver proves cheaply, else what is read.

    read -- the stones that the reader or the maps hold for dead
    fates -- what `proved_fates` returns, where it is known already
    """
    if fates is None:
        fates = proved_fates(position)
    return frozenset(
        point for point, cell in enumerate(position.cells)
        if cell and fates.get(point, point in read))


def stones_in_ladders(position: Position) -> frozenset[Point]:
    """Return the stones that a ladder takes if the attacker moves next, or that are taken already.

    Those are chains with one liberty that cannot get out of atari, and chains with two that a
    ladder takes. A ladder that is too long to be read counts as escaped.
    """
    from irgo_app.kernels.grid import neighbour_table, stones_view
    from irgo_app.kernels.ladders import find_ladders, new_ladder_scratch

    size = len(position.cells)
    taken, moves = np.zeros((2, size), np.bool_)
    find_ladders(stones_view(position.cells), neighbour_table(position.columns, position.rows),
                 new_ladder_scratch(size), taken, moves)
    return frozenset(np.flatnonzero(taken).tolist())
