"""How true a map is: positions with what became of them, and figures that compare the two.

A case is a line of JSON: {"game", "move", "to_play", "rows": [".X.O", ...], "ownership":
[[-1 to 1, ...], ...]} and, if known, "black_lead" and "komi" (7). Black positive, rows from the
top.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers.results import Values

Figures: TypeAlias = dict[str, str | int | float | None]
"""What an expectation is worth in one phase of the game, see `figures`."""
PHASES: Final = ("opening", "middle", "late")
_PHASE_STARTS: Final = (60, 130)
_SURE: Final = 0.5
_BANDS: Final = 400
USUAL_KOMI: Final = 7.0


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A position and what became of it.

    ownership -- float64 (rows, columns); black_lead -- Black's lead, komi counted
    """

    game: str
    move: int
    position: Position
    ownership: Values
    black_lead: float
    komi: float

    @property
    def phase(self) -> int:
        """Return 0 for the opening (up to move 59), 1 for the middle game (129), 2 for the rest."""
        return sum(self.move >= start for start in _PHASE_STARTS)

    @property
    def stones(self) -> npt.NDArray[np.int8]:
        """Return the stones, int8 (rows, columns)."""
        return np.frombuffer(self.position.cells, np.int8).reshape(self.ownership.shape)

    @property
    def fingerprint(self) -> int:
        """Return a number that tells the position from others: 64 bits."""
        digest = blake2b(self.position.cells, digest_size=8)
        return int.from_bytes(digest.digest(), "little")


def load_cases(path: Path) -> list[Case]:
    """Return the cases of a file, packed by gzip or plain; raises UsageError."""
    try:
        data = path.read_bytes()
        lines = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).splitlines()
        cases = [_case(line) for line in lines if line.strip()]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            "{path} holds no cases ({kind}: {error}); each line must be a JSON object with "
            "game, move, to_play, rows and ownership.",
            path=path, kind=type(error).__name__, error=error) from None
    if not cases:
        raise UsageError("{path} is empty; give a file with a JSON object on each line.", path=path)
    return cases


def _case(line: bytes) -> Case:
    document = json.loads(line)
    to_play = {"B": BLACK, "W": WHITE}[document["to_play"]]
    position = Position.from_diagram(document["rows"], to_play)
    ownership = np.array(document["ownership"], np.float64)
    if ownership.shape != (position.rows, position.columns):
        raise ValueError("ownership and rows differ in size")
    komi = float(document.get("komi", USUAL_KOMI))
    lead = float(document.get("black_lead", ownership.sum() - komi))
    return Case(str(document["game"]), int(document["move"]), position, ownership, lead, komi)


def halves(cases: Sequence[Case]) -> npt.NDArray[np.bool_]:
    """Return for each case which half of the games it belongs to; games are never split."""
    games = sorted({case.game for case in cases},
                   key=lambda game: blake2b(game.encode(), digest_size=8).digest())
    second = set(games[::2])
    return np.array([case.game in second for case in cases])


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A rising curve from a map's values to ownership, the same for both colours."""

    values: Values
    ownership: Values

    def __call__(self, values: Values) -> Values:
        """Return the ownership to expect; straight lines between the curve's points."""
        return np.asarray(np.interp(values, self.values, self.ownership))


def monotone_curve(values: Values, ownership: Values, *, is_odd: bool = True) -> Curve:
    """Return the rising curve nearest to the ownership by least squares (pool adjacent violators).

    Values are gathered in bands of equal numbers of points. is_odd -- exchanging the colours
    changes only the sign of the curve
    """
    both = np.concatenate([values, -values]) if is_odd else values
    owned = np.concatenate([ownership, -ownership]) if is_odd else ownership
    order = np.argsort(both, kind="stable")
    parts = np.array_split(order, min(_BANDS, order.size))
    pooled: list[list[float]] = []
    for part in parts:
        pooled.append([float(both[part].mean()), float(owned[part].mean()), float(part.size)])
        while len(pooled) > 1 and pooled[-1][1] <= pooled[-2][1]:
            value, own, count = pooled.pop()
            last = pooled[-1]
            total = count + last[2]
            last[0] = (last[0] * last[2] + value * count) / total
            last[1] = (last[1] * last[2] + own * count) / total
            last[2] = total
    xs, ys = np.array([band[0] for band in pooled]), np.array([band[1] for band in pooled])
    return Curve((xs - xs[::-1]) / 2, (ys - ys[::-1]) / 2) if is_odd else Curve(xs, ys)


def r_squared(expected: Values, ownership: Values) -> float:
    """Return the share of the variance that is explained."""
    error = float(((expected - ownership) ** 2).sum())
    return 1.0 - error / float(((ownership - ownership.mean()) ** 2).sum())


def sign_agreement(expected: Values, ownership: Values) -> float:
    """Return how often the sign is right where |ownership| > 0.5."""
    is_sure = np.abs(ownership) > _SURE
    return float((np.sign(expected) == np.sign(ownership))[is_sure].mean())


def figures(
    cases: Sequence[Case], expected: Sequence[Values], leads: Values
) -> list[Figures]:
    """Return for each phase what an expectation is worth: one dict a phase.

    expected -- for each case float64 (rows, columns) of ownership; leads -- for each case Black's
    expected lead
    Members: phase, positions, r2 and sign over vacant points, error (mean absolute) and correlation
    of the lead; None where there is nothing to measure.
    """
    found = []
    for phase, name in enumerate(PHASES):
        chosen = [index for index, case in enumerate(cases) if case.phase == phase]
        row: Figures = {"phase": name, "positions": len(chosen)}
        if chosen:
            vacant = [_is_vacant(cases[index]) for index in chosen]
            own = np.concatenate([cases[index].ownership[mask]
                                  for index, mask in zip(chosen, vacant, strict=True)])
            guess = np.concatenate([expected[index][mask]
                                    for index, mask in zip(chosen, vacant, strict=True)])
            true = np.array([cases[index].black_lead for index in chosen])
            lead = leads[chosen]
            row |= {"r2": r_squared(guess, own), "sign": sign_agreement(guess, own),
                    "error": float(np.abs(lead - true).mean()),
                    "correlation": float(np.corrcoef(lead, true)[0, 1])
                    if lead.std() and true.std() else None}
        found.append(row)
    return found


def _is_vacant(case: Case) -> npt.NDArray[np.bool_]:
    return np.equal(case.stones, 0)
