"""A network of KataGo's, ready to be asked: loaded from its own file, without KataGo.

Sessions of onnxruntime are made when a board of their size is first asked about, and compute in the
thread that asks: several threads may ask at once.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.go.position import Position
from irgo_app.go.rules import Ko, Ruleset
from irgo_app.reader.katago_file import KataGoModel, read_model
from irgo_app.reader.katago_graph import OUTPUTS, graph_of
from irgo_app.reader.katago_planes import encoded
from irgo_app.reader.network import Opinion, check_size, load_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = npt.NDArray[np.float32]

BATCH: Final = 8
"""Positions that are asked about together: more gain nothing and take memory."""
_SHARE_OF_DEVIATION: Final = 0.15
"""The error of a lead, as a share of how far the end of the game may lie from it: for networks of
version 8, which say only this."""


class KataGoAnswer(Struct, frozen=True, eq=False):
    """What a network of KataGo's says of a position, in Black's view, as `kata-raw-nn` prints it.

    policy -- float32 (points + 1), the pass last: probabilities of the legal moves, else 0
    win, loss, no_result -- probabilities, Black's
    lead, score -- Black's lead in points: that which komi would even out, and that of the mean end
    deviation -- how far the end may lie from `score`, a standard deviation in points
    error -- the error expected of `lead`, a root of a mean square in points; None if it is not said
    ownership -- float32 (points): +1 Black's
    """

    policy: Floats
    win: float
    loss: float
    no_result: float
    lead: float
    score: float
    deviation: float
    error: float | None
    ownership: Floats


class KataGoNetwork:
    """One file of KataGo's; raises ReaderError if it is none that irgo can run.

    name -- for people; digest -- SHA-256 of the file
    """

    def __init__(self, path: Path) -> None:
        self._model: KataGoModel = read_model(path)
        self.name = f"KataGo's network {self._model.name}"
        self.digest = self._model.digest
        self._lock = threading.Lock()
        self._sessions: dict[tuple[int, int], InferenceSession] = {}

    def evaluate(
        self, positions: Sequence[Position], komi: float | Sequence[float], ruleset: Ruleset
    ) -> list[Opinion]:
        """Return an opinion of each position; all of one size, from 7x7 to 19x19.

        komi -- White's points, one for all or one each: all that White gets besides the board, so
        those for a handicap are in it, as in irgo's games; none are added by the rules
        Raises ReaderError for a board it cannot judge.
        """
        return [_opinion(answer) for answer in self.answers(positions, komi, ruleset)]

    def answers(
        self, positions: Sequence[Position], komi: float | Sequence[float], ruleset: Ruleset
    ) -> list[KataGoAnswer]:
        """Return all that the network says of each position; as `evaluate`."""
        if not positions:
            return []
        check_size(positions[0])
        each = [komi] * len(positions) if isinstance(komi, (int, float)) else list(komi)
        session = self._session(positions[0].columns, positions[0].rows)
        found = list[KataGoAnswer]()
        for start in range(0, len(positions), BATCH):
            part = positions[start:start + BATCH]
            seen = encoded(part, each[start:start + BATCH], ruleset,
                           area_with_suicide=self._model.finds_area_with_suicide)
            given = {"planes": seen.planes, "globals": seen.numbers}
            outputs = session.run(list(OUTPUTS), given)
            found += [self._answer(position, ruleset, seen.legal[at],
                                   *(output[at] for output in outputs))
                      for at, position in enumerate(part)]
        return found

    def for_game(self, ruleset: Ruleset) -> GameNetwork:
        """Return the network for a search of one game."""
        return GameNetwork(self, ruleset)

    def _session(self, columns: int, rows: int) -> InferenceSession:
        with self._lock:
            session = self._sessions.get((columns, rows))
            if session is None:
                session = load_session(graph_of(self._model, columns, rows))
                self._sessions[columns, rows] = session
            return session

    def _answer(
        self, position: Position, rules: Ruleset, legal: npt.NDArray[np.bool_], logits: Floats,
        passing: Floats, result: Floats, scores: Floats, ownership: Floats,
    ) -> KataGoAnswer:
        model, mover = self._model, position.to_play
        factors = model.multipliers
        # What ends without a result ends so by repetition, which superko forbids.
        may_repeat = rules.ko is Ko.SIMPLE or not rules.counts_area
        chances = np.exp(result.astype(np.float64) - result.max())
        chances[2] *= may_repeat
        win, loss, no_result = (chances / chances.sum()).tolist()
        has_result = 1 - no_result
        score = float(scores[0]) * factors.score_mean
        spread = _softplus(float(scores[1])) * factors.score_deviation
        lead = float(scores[2]) * factors.lead * has_result
        square = (score * score + spread * spread) * has_result
        score *= has_result
        owned = np.float32(mover) * np.tanh(ownership)
        owned.flags.writeable = False
        return KataGoAnswer(
            _policy(np.append(logits, passing), np.append(legal, True)),
            win if mover > 0 else loss, loss if mover > 0 else win, no_result, mover * lead,
            mover * score, math.sqrt(max(square - score * score, 0.0)),
            _score_error(model, scores), owned)


class GameNetwork:
    """A network for the rules of one game: what a search asks, see `reader.search.Evaluator`."""

    def __init__(self, network: KataGoNetwork, ruleset: Ruleset) -> None:
        self.network, self.ruleset = network, ruleset

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position; raises ReaderError for a board it cannot judge."""
        return self.network.evaluate(positions, komi, self.ruleset)

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the opinion of one plain look.

        Turned and mirrored boards differ by a fifth of a point in the mean, less than a look of
        irgo's own network errs by after all eight of them: seven more looks would gain little.
        """
        return self.network.evaluate([position], komi, self.ruleset)[0]


def _policy(logits: Floats, legal: npt.NDArray[np.bool_]) -> Floats:
    powers = np.where(legal, np.exp(logits - logits[legal].max()), 0).astype(np.float32)
    found: Floats = powers / powers.sum()
    found.flags.writeable = False
    return found


def _opinion(answer: KataGoAnswer) -> Opinion:
    error = answer.error
    if error is None:
        error = _SHARE_OF_DEVIATION * answer.deviation
    # Of errors as Laplace's the mean is the root of the mean square divided by that of two.
    return Opinion(answer.policy, answer.ownership, answer.lead, error / math.sqrt(2),
                   answer.win + answer.no_result / 2)


def _score_error(model: KataGoModel, scores: Floats) -> float | None:
    if model.version < 9:
        return None
    value, factor = float(scores[5]), model.multipliers.score_error
    if model.version >= 14:
        return _softplus(value / 2) * math.sqrt(factor)
    if model.version >= 10:
        return math.sqrt(_softplus(value) * factor)
    return _softplus(value) * 10


def _softplus(value: float) -> float:
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))


