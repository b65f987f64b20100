"""The graph a search grows: nodes for positions, edges for moves, equal positions shared.

A node's numbers are the mean of its own evaluation and of its children's numbers, weighted by how
often each *edge* was taken; what another parent does to a shared child changes its value but not
the weights. So visits are counted rightly though the tree is a graph. Source: D. J. Wu,
"Monte-Carlo Graph Search from First Principles" (KataGo documentation).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import EMPTY, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.go.rulesets import CHINESE, Ruleset
from irgo_app.reader.worth import Worth

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Key = tuple[bytes, Colour, Point, int]

LEAVING: Final = 0.05
"""The least prior of a pass where moves are restricted, or where a pass ends the game."""


class Edge:
    """A move of one node, and how often it was taken.

    visits -- finished; pending -- under way, their evaluation awaited
    """

    __slots__ = ("child", "pending", "point", "prior", "visits")

    def __init__(self, point: Point, prior: float, child: Node) -> None:
        self.point, self.prior, self.child = point, prior, child
        self.visits = self.pending = 0


class Node:
    """A position with a side to move, and so many passes just before it.

    next_prior -- the prior of the likeliest move not yet tried, -1 if there is none
    Every number is Black's. `worth` is what the search maximises, `square` the mean of its square;
    `black_wins` is the probability that Black wins.
    """

    __slots__ = ("_next", "_offered", "_own", "_priors", "awaited", "black_wins", "edges",
                 "is_final", "is_open", "lead", "next_prior", "ownership", "passes", "position",
                 "seen_prior", "spread", "square", "visits", "worth")

    def __init__(self, position: Position, passes: int) -> None:
        self.position, self.passes = position, passes
        self.is_final = passes >= 2
        self.is_open = self.awaited = False
        self.edges: list[Edge] = []
        self.visits = 0
        self.seen_prior = 0.0
        self.worth = self.square = self.lead = self.black_wins = self.spread = 0.0

    @property
    def key(self) -> Key:
        """Return what equal nodes share."""
        position = self.position
        return position.cells, position.to_play, position.ko_point, self.passes

    def evaluated(
        self, lead: float, spread: float, black_wins: float, ownership: Floats, worth: Worth
    ) -> None:
        """Take an evaluation: the node's first visit."""
        value = worth.of(lead, spread)
        self._own = (value, value * value, lead, black_wins, spread)
        self.worth, self.square, self.lead, self.black_wins, self.spread = self._own
        self.ownership = ownership
        self.visits = 1
        self.is_open, self.awaited = True, False

    def offer(self, policy: Floats, allowed: Mask | None, temperature: float = 1.0) -> None:
        """Take the moves to be tried, the likeliest first; a pass is always one of them.

        policy -- float32 (points + 1), the pass last; allowed -- bool (points), None for all
        temperature -- above 1 flattens the policy
        """
        vacant = np.frombuffer(self.position.cells, np.uint8) == 0
        points = np.flatnonzero(vacant if allowed is None else vacant & allowed)
        chosen = np.append(policy[points], policy[-1]).astype(np.float64)
        if temperature != 1.0:
            chosen **= 1.0 / temperature
        total = chosen.sum()
        chosen = chosen / total if total > 0 else np.full(len(chosen), 1 / len(chosen))
        if (allowed is not None or self.passes) and chosen[-1] < LEAVING:
            chosen[:-1] *= (1 - LEAVING) / max(1 - chosen[-1], 1e-12)
            chosen[-1] = LEAVING
        order = np.argsort(-chosen, kind="stable")
        # Small arrays: most nodes of a large tree never try more than their first few moves.
        self._offered = np.append(points, PASS)[order].astype(np.int16)
        self._priors = chosen[order].astype(np.float32)
        self._next, self.next_prior = 0, float(self._priors[0])

    @property
    def offered(self) -> list[tuple[Point, float]]:
        """Return points with their priors, the likeliest first; not all of them are legal."""
        return list(zip(self._offered.tolist(), self._priors.tolist(), strict=True))

    def grow(
        self, nodes: dict[Key, Node], retaker: Colour = EMPTY, rules: Ruleset = CHINESE
    ) -> None:
        """Make an edge of the likeliest move not yet tried; illegal ones are dropped.

        retaker -- who may retake a ko at once, having threats enough
        """
        point, prior = int(self._offered[self._next]), self.next_prior
        self._next += 1
        more = self._next < len(self._priors)
        self.next_prior = float(self._priors[self._next]) if more else -1.0
        before = self.position
        if point == before.ko_point and before.to_play == retaker:
            before = replace(before, ko_point=PASS)
        try:
            after = play(before, before.to_play, point, rules)
        except IllegalMoveError:
            return
        child = Node(after, self.passes + 1 if point == PASS else 0)
        self.edges.append(Edge(point, prior, nodes.setdefault(child.key, child)))
        self.seen_prior += prior

    def count(self) -> None:
        """Work the mean out again from the own evaluation and the children's."""
        worth, square, lead, black_wins, spread = self._own
        visits = 1
        for edge in self.edges:
            times = edge.visits
            if times:
                child = edge.child
                visits += times
                worth += times * child.worth
                square += times * child.square
                lead += times * child.lead
                black_wins += times * child.black_wins
                spread += times * child.spread
        self.visits = visits
        self.worth, self.square, self.lead = worth / visits, square / visits, lead / visits
        self.black_wins, self.spread = black_wins / visits, spread / visits
