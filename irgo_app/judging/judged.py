"""How a position is judged, whoever asks: a look or a search, and a finished board is counted.

At the end an estimate is worse than a count: where both have passed, or nothing but neutral points
is left, dead stones are taken off as *Count* does it, and the lead is what is counted.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS
from irgo_app.go.position import Position
from irgo_app.go.rules import counted, ruleset_named
from irgo_app.judging.judge import Judge, Searched
from irgo_app.judging.judgement import Judgement, Rank, Tried
from irgo_app.lifedeath.groups import settled_dead_stones
from irgo_app.reader.ending import SURE, chance_of, dead_chains

END_VISITS: Final = 240
"""How far a board is searched that may be finished, and one that somebody rests on."""
_CONFIRMED: Final = 16
"""So many positions have to say that a board is finished: a look takes many a fight for decided."""
_SETTLED: Final = 0.7
"""A point is settled from such an expectation on."""
_OPEN_POINTS: Final = 0.02
"""A board with a larger share of open points is not finished."""


def judge_position(
    position: Position, judge: Judge, visits: int = 1, *, rules: str = "japanese",
    is_over: bool = False, look: Judgement | None = None, cancel: CancelFlag | None = None,
) -> Judgement:
    """Return what a judge says of a position, its own side to move.

    visits -- how many positions it may look at; 1: a look. A few more where these say that the
    board is finished
    rules -- as KataGo names them
    is_over -- whether both have passed: then dead stones are searched, however little was wanted
    look -- the judge's look at the position, where it has been made
    Raises EngineError, and CalledOffError soon after the flag is raised.
    """
    def searched(visits: int) -> Judgement:
        return judgement_of(judge.search(position, position.to_play, None, visits, cancel),
                            judge.name, judge.rank)

    visits = max(visits, END_VISITS) if is_over else visits
    said = searched(visits) if visits > 1 else look or judge.appraise([position], cancel)[0]
    if visits < _CONFIRMED and is_finished(said):
        said = searched(_CONFIRMED)
    return as_counted(position, said, judge.komi, rules, is_over=is_over)


def judgement_of(found: Searched, judge: str, rank: Rank) -> Judgement:
    """Return what the search of a whole board says of it."""
    return Judgement(
        found.on_average, found.margin, found.expected or found.ownership or (),
        found.line or (PASS,), found.visits, judge, rank, found.chance,
        tuple(Tried(move.point, move.lead, move.visits) for move in found.moves))


def as_counted(
    position: Position, said: Judgement, komi: float, rules: str, *, is_over: bool = False
) -> Judgement:
    """Return a judgement as it stands, or that of a finished board counted.

    komi -- White's points besides the board; rules -- as KataGo names them
    is_over -- whether both have passed
    """
    if not said.ownership or not (is_over or is_finished(said)):
        return said
    # Both left in doubt what is in doubt: such stones were held to live, or to be in seki.
    dead = settled_dead_stones(
        position, dead_chains(position, np.array(said.ownership, np.float32), SURE))
    lead = counted(position, dead, ruleset_named(rules), komi).lead
    return replace(said, lead=lead, margin=0.0, line=(PASS,), chance=chance_of(lead, 0.0),
                   dead=dead)


def is_finished(said: Judgement) -> bool:
    """Return whether nothing but neutral points is left to play."""
    is_open = [abs(value) < _SETTLED for value in said.ownership]
    return sum(is_open) <= _OPEN_POINTS * len(is_open) and said.best == PASS
