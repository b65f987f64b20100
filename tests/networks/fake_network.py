"""Stands in for the network: opinions by rule, so that a search can be held to exhaustion."""

from collections.abc import Callable, Sequence

import numpy as np

from irgo_app.go.position import Position
from irgo_app.networks.network import Opinion
from tests.oracles.plain_score import area_score


def area_opinion(position: Position, komi: float) -> Opinion:
    """Hold every move for equally likely, and every stone for alive."""
    points = len(position.cells)
    policy = np.full(points + 1, 1 / (points + 1), np.float32)
    ownership = np.frombuffer(position.cells, np.int8).astype(np.float32)
    return Opinion(policy, ownership, area_score(position) - komi, 2.0)


class FakeNetwork:
    """Answers by a rule and counts what it is asked."""

    def __init__(self, rule: Callable[[Position, float], Opinion] = area_opinion) -> None:
        self.rule = rule
        self.asked: list[Position] = []
        self.batches: list[int] = []

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position."""
        self.asked += positions
        self.batches.append(len(positions))
        return [self.rule(position, komi) for position in positions]

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the opinion, which is even by rule."""
        return self.rule(position, komi)
