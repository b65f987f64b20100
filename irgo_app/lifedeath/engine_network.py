"""An engine's network beside irgo's reader: KataGo's `kata-raw-nn`.

KataGo's search wants the whole board's score, and gives a group up for it: asked to play in the
region only, it answers fewer questions of life and death than irgo does. Its network without the
search can be asked what irgo's reader is asked, and the two together see more than either alone.
Source: KataGo's documentation, GTP_Extensions.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from irgo_app.errors import EngineError
from irgo_app.go.point import BLACK
from irgo_app.go.position import Position
from irgo_app.lifedeath.referee import Referee
from irgo_app.reader.network import Floats, Opinion
from irgo_app.reader.search import Evaluator


class EngineNetwork:
    """What a search asks, answered by a running engine that `tells_network`; komi is left out.

    beside -- who is asked as well, so that the opinions are the means of both; None for nobody
    Every method raises EngineError when the engine fails or lies.
    """

    def __init__(self, referee: Referee, beside: Evaluator | None = None) -> None:
        self._referee, self._beside = referee, beside

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position."""
        found = [self._of(position) for position in positions]
        if self._beside is None:
            return found
        return [_mean(one, other) for one, other in zip(
            found, self._beside.evaluate(positions), strict=True)]

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return an opinion of a position; the engine is asked for the board as it lies."""
        found = self._of(position)
        return found if self._beside is None else _mean(
            found, self._beside.evaluate_evenly(position))

    def _of(self, position: Position) -> Opinion:
        if position.to_play == BLACK:
            return self._of_black(position)
        # On a board that was set up it is Black's turn, so White is given Black's stones.
        said = self._of_black(position.with_colours_exchanged())
        return replace(said, ownership=-said.ownership, lead=-said.lead)

    def _of_black(self, position: Position) -> Opinion:
        points = len(position.cells)
        words = self._referee.ask(position, "kata-raw-nn 0").split()
        policy: Floats = np.append(self._numbers(words, "policy", points),
                                   self._numbers(words, "policyPass", 1)).clip(0)
        total = float(policy.sum())
        if not 0 < total < math.inf:
            self._refuse("policy")
        owned = -self._numbers(words, "whiteOwnership", points).clip(-1, 1)
        return Opinion(policy / total, owned, -float(self._numbers(words, "whiteLead", 1)[0]),
                       spread=0.0)

    def _numbers(self, words: Sequence[str], name: str, count: int) -> Floats:
        """Return the numbers behind a name; NAN, which is said of illegal moves, counts as 0."""
        try:
            start = words.index(name) + 1
            found = np.nan_to_num(np.array(words[start:start + count], np.float32))
        except ValueError:
            found = np.empty(0, np.float32)
        if len(found) != count:
            self._refuse(name)
        return found

    def _refuse(self, name: str) -> None:
        raise EngineError("{name} did not tell {part} of its network as KataGo does.",
                          name=self._referee.name, part=name)


def _mean(one: Opinion, other: Opinion) -> Opinion:
    half = np.float32(0.5)
    return Opinion(half * (one.policy + other.policy), half * (one.ownership + other.ownership),
                   (one.lead + other.lead) / 2, (one.spread + other.spread) / 2)
