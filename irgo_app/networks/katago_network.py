"""A network of KataGo's, ready to be asked: loaded from its own file, without KataGo.

Sessions of onnxruntime are made when a board of their size is first asked about, and compute in the
thread that asks: several threads may ask at once.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.errors import ReaderError
from irgo_app.go.position import Position
from irgo_app.go.rules import JAPANESE, Ko, Ruleset
from irgo_app.networks import LARGEST, check_size
from irgo_app.networks.katago_file import KataGoModel, Multipliers, read_model
from irgo_app.networks.katago_graph import OUTPUTS, graph_of, has_transformer
from irgo_app.networks.katago_planes import Encoded, encoded
from irgo_app.networks.network import Opinion, load_session, uses_other_providers
from irgo_app.networks.whole_numbers import Ranges, watched_positions, whole_numbers_pay
from irgo_app.words import visible

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = npt.NDArray[np.float32]

BATCH: Final = 8
"""Positions that a graphics processor is asked about together, and one thread at once."""
_MAX_SESSIONS: Final = 2
"""Board sizes for which a session is kept: each takes as much memory as the file."""
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


class _Kind(Struct, frozen=True):
    """What has to be known of a network besides its weights; see `KataGoModel`."""

    version: int
    multipliers: Multipliers
    finds_area_with_suicide: bool
    is_transformer: bool


class KataGoNetwork:
    """One file of KataGo's; raises ReaderError if it is none that irgo can run.

    name -- for people; digest -- SHA-256 of the file
    """

    def __init__(self, path: Path, *, in_whole_numbers: bool | None = None) -> None:
        """Load a file.

        in_whole_numbers -- whether a transformer computes in whole numbers on boards of 19x19;
            None decides by whether the processor gains by it. Smaller boards and networks of
            convolutions never do
        """
        model = read_model(path)
        self._path, self._in_whole_numbers = path, in_whole_numbers
        self._kind = _Kind(model.version, model.multipliers, model.finds_area_with_suicide,
                           has_transformer(model))
        self.name = f"KataGo's network {model.name}"
        self.digest = model.digest
        # Weights are let go of once they are in a session, and read again for another size.
        self._model: KataGoModel | None = model
        self._lock = threading.Lock()
        self._sessions: OrderedDict[tuple[int, int], InferenceSession] = OrderedDict()

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
        found = list[KataGoAnswer]()
        # A processor computes several positions no faster together than one after the other.
        batch = BATCH if uses_other_providers() else 1
        for start in range(0, len(positions), batch):
            part = positions[start:start + batch]
            seen = encoded(part, each[start:start + batch], ruleset,
                           area_with_suicide=self._kind.finds_area_with_suicide)
            outputs = self.outputs(seen)
            found += [self._answer(position, ruleset, seen.legal[at],
                                   *(outputs[name][at] for name in OUTPUTS))
                      for at, position in enumerate(part)]
        return found

    def outputs(self, seen: Encoded) -> dict[str, Floats]:
        """Return what the network puts out for encoded positions, as `graph_of` names it."""
        rows, columns = seen.planes.shape[2:]
        given = {"planes": seen.planes, "globals": seen.numbers}
        found = self._session(columns, rows).run(list(OUTPUTS), given)
        if not all(np.isfinite(values).all() for values in found):
            raise ReaderError("The network {name} answers with what is no number; choose another.",
                              name=self._path.name)
        return dict(zip(OUTPUTS, found, strict=True))

    def _session(self, columns: int, rows: int) -> InferenceSession:
        with self._lock:
            session = self._sessions.get((columns, rows))
            if session is None:
                model, self._model = self._model or read_model(self._path), None
                if model.digest != self.digest:
                    raise ReaderError(
                        "The network file {name} has changed; choose the network again.",
                        name=self._path.name)
                try:
                    ranges = self._ranges(model, columns, rows)
                    session = load_session(graph_of(model, columns, rows, ranges=ranges),
                                           may_use_others=True)
                except ValueError as error:
                    raise ReaderError("onnxruntime cannot run the network {name} ({reason}).",
                                      name=self._path.name, reason=visible(str(error), 200),
                                      ) from None
                if len(self._sessions) >= _MAX_SESSIONS:
                    self._sessions.popitem(last=False)
                self._sessions[columns, rows] = session
            self._sessions.move_to_end((columns, rows))
            return session

    def _ranges(self, model: KataGoModel, columns: int, rows: int) -> Ranges | None:
        """Return the ranges for a session in whole numbers, None for an exact one."""
        wanted = self._in_whole_numbers
        if not (columns == rows == LARGEST and self._kind.is_transformer) or wanted is False:
            return None
        if wanted is None and (uses_other_providers() or not whole_numbers_pay(_computing)):
            return None
        watching = load_session(graph_of(model, columns, rows, watches=True))
        places = [output.name for output in watching.get_outputs()
                  if output.name not in OUTPUTS]
        found: dict[str, Floats] = {}
        for position in watched_positions():
            seen = encoded([position], [JAPANESE.komi], JAPANESE)
            given = {"planes": seen.planes, "globals": seen.numbers}
            for place, most in zip(places, watching.run(places, given), strict=True):
                found[place] = np.maximum(most, found.get(place, most))
        return found

    def _answer(
        self, position: Position, rules: Ruleset, legal: npt.NDArray[np.bool_], logits: Floats,
        passing: Floats, result: Floats, scores: Floats, ownership: Floats,
    ) -> KataGoAnswer:
        mover, factors = position.to_play, self._kind.multipliers
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
            _score_error(self._kind, scores), owned)


def _computing(model: bytes) -> Callable[[Floats], Floats]:
    """Return what computes a model of one input and one output."""
    session = load_session(model)
    name = session.get_inputs()[0].name
    return lambda given: session.run(None, {name: given})[0]


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


def _score_error(kind: _Kind, scores: Floats) -> float | None:
    if kind.version < 9:
        return None
    value, factor = float(scores[5]), kind.multipliers.score_error
    if kind.version >= 14:
        return _softplus(value / 2) * math.sqrt(factor)
    if kind.version >= 10:
        return math.sqrt(_softplus(value) * factor)
    return _softplus(value) * 10


def _softplus(value: float) -> float:
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))


