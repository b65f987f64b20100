"""Links: chains that grow together in one future and are cut off from each other in the other.

Only what stands on the board when both lines are played is told: stones that are one chain there,
and stones between which nothing but living stones of the other side lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from irgo_app.go.point import EMPTY, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import chains
from irgo_app.judging.place import points_within
from irgo_app.meaning.future import Future
from irgo_app.meaning.reasons import LIVES, Kind, Reason, State

_AROUND: Final = 3
"""A way round that leads farther away than so many steps links nothing."""
_FEWEST_STONES: Final = 3
_SURE: Final = 0.7


def links(position: Position, move: Future, instead: Future) -> list[Reason]:
    """Return the links that one of two futures has and the other has not, the largest of each kind.

    Their share is 0: what hangs on a link is told by the groups and areas themselves.
    """
    own, found = [sorted(chain) for chain in chains(position)], dict[tuple[Colour, State], Reason]()
    for states, linking, cutting in (((State.LINKED, State.CUT), move, instead),
                                     ((State.CUT, State.LINKED), instead, move)):
        for colour, stones in _changed(position, own, linking, cutting):
            key = colour, states[0]
            if key not in found or len(stones) > len(found[key].points):
                found[key] = Reason(Kind.LINK, colour, stones, 0.0, _SURE,
                                    move=states[0], instead=states[1])
    return list(found.values())


def _changed(
    position: Position, own: Sequence[list[Point]], linking: Future, cutting: Future
) -> Iterator[tuple[Colour, tuple[Point, ...]]]:
    """Yield whose and which chains are one at the end of one line and cut at that of the other.

    own -- the chains of the position, sorted
    """
    for grown in chains(linking.end):
        colour = linking.end.colour_at(min(grown))
        parts = [chain for chain in own
                 if chain[0] in grown and position.colour_at(chain[0]) == colour]
        for one, other in combinations(parts, 2):
            if len(one) + len(other) >= _FEWEST_STONES and _are_cut(one, other, colour, cutting):
                yield colour, tuple(sorted((*one, *other)))


def _are_cut(one: list[Point], other: list[Point], colour: Colour, future: Future) -> bool:
    """Return whether no way leads from one chain to another when a line is over."""
    end = future.end
    if any(end.colour_at(chain[0]) != colour for chain in (one, other)):
        return False
    around = set(points_within(end, (*one, *other), _AROUND))
    neighbours = topology(end.columns, end.rows).neighbours
    seen, ways = set(one), list(one)
    for point in ways:
        for near in neighbours[point]:
            # Stones of the other side that are as good as dead keep nobody apart.
            if near in around and near not in seen and (
                    end.colour_at(near) in (EMPTY, colour)
                    or colour * future.ownership[near] >= LIVES):
                seen.add(near)
                ways.append(near)
    return seen.isdisjoint(other)
