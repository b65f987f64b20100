"""How true irgo's maps are, on positions with what became of them: `python -m tests.bench truth`.

Each map is turned into an expectation by one rising curve, fitted on the vacant points of half of
the games and measured on the other half, both ways round. The estimate is measured as it is.

A case is a line of JSON: {"game", "move", "to_play", "rows": [".X.O", ...], "ownership":
[[-1 to 1, ...], ...]} and, if known, "black_lead" and "komi" (7). Black positive, rows from the
top.
"""

import gzip
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers import COMPUTED, layer_of_text
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.results import Field, Links, Regions, Result, Values
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest

Figures: TypeAlias = dict[str, str | int | float | None]
"""What an expectation is worth in one phase of the game, see `figures`."""
PHASES: Final = ("opening", "middle", "late")
_PHASE_STARTS: Final = (60, 130)
_SURE: Final = 0.5
_BANDS: Final = 400
USUAL_KOMI: Final = 7.0
_ESTIMATE = "estimate"
_FURTHER_READINGS = ("influence.gnugo:show=normalised",)


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


def load_cases(path: Path) -> list[Case]:
    """Return the cases of a file, packed by gzip or plain; raises UsageError."""
    try:
        data = path.read_bytes()
        lines = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).splitlines()
        cases = [_case(line) for line in lines if line.strip()]
    except FileNotFoundError:
        raise UsageError("There is no file {path}; check the name.", path=path) from None
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


@dataclass(frozen=True, slots=True)
class MapRow:
    """What one map is worth: its name, how it was measured, and figures for each phase."""

    name: str
    how: str
    phases: list[Figures]


class MapTruth:
    """The table of all maps on the cases of a file; raises UsageError for a file of no use."""

    def __init__(self, path: Path) -> None:
        cases = load_cases(path)
        in_second = halves(cases)
        if in_second.all():
            raise UsageError(
                "{path} holds one game only; maps are fitted on one half of the games and "
                "measured on the other.", path=path)
        self._path, self._positions = path, len(cases)
        self._games = len({case.game for case in cases})
        names = [layer.name for layer in COMPUTED if layer.name != _ESTIMATE]
        self._rows: list[MapRow] = []
        for name in (*names, *_FURTHER_READINGS):
            boards = fitted(cases, in_second, maps_of(name, cases))
            self._rows.append(MapRow(name, "one curve, fitted on the other half of the games",
                                     figures(cases, boards, leads(cases, boards))))
        self._rows.append(estimate_row(cases))

    def document(self) -> dict[str, object]:
        """Return the table JSON-ready."""
        return {"format": "irgo-truth/1", "cases": str(self._path), "positions": self._positions,
                "games": self._games, "maps": [asdict(row) for row in self._rows]}

    def lines(self) -> list[str]:
        """Return the table as lines of text."""
        found = [f"{self._positions} positions of {self._games} games, "
                 "opening / middle game / late game",
                 f"{'map':34} {'R2':>20}  {'sign, sure points':>20}  {'score off by':>17}  "
                 f"{'correlation':>17}"]
        for row in self._rows:
            columns = [" / ".join(figure_text(phase.get(key), places) for phase in row.phases)
                       for key, places in (
                           ("r2", 2), ("sign", 3), ("error", 1), ("correlation", 2))]
            found.append(f"{row.name:34} {columns[0]:>20}  {columns[1]:>20}  {columns[2]:>17}  "
                         f"{columns[3]:>17}")
        return [*found, *(f"{row.name}: {row.how}" for row in self._rows
                          if row.name.startswith(_ESTIMATE))]


def estimate_row(cases: Sequence[Case]) -> MapRow:
    """Return the row of the estimate, with the lead that irgo's network expects.

    Raises UsageError for a board that it does not judge.
    """
    computer, boards, expected = Computer(), list[Values](), list[float]()
    for case in cases:
        estimate = computer.compute(LayerRequest.of(
            case.position, _ESTIMATE, {"rules": "area", "komi": f"{case.komi:g}"}), None)
        assert isinstance(estimate, Estimate)
        if estimate.score is None:
            raise UsageError("{reason}", reason=estimate.remark)
        boards.append(estimate.values)
        expected.append(estimate.score.lead)
    return MapRow(_ESTIMATE, "by irgo's network as it is, which has learnt from other games",
                  figures(cases, boards, np.array(expected)))


def maps_of(name: str, cases: Sequence[Case]) -> list[Values]:
    """Return a layer's map of each case, Black positive; what is no field is 1, 0 or -1."""
    layer, params = layer_of_text(name)
    computer = Computer()
    return [as_map(computer.compute(
        LayerRequest.of(case.position, layer.name, params), None), case.position)
        for case in cases]


def as_map(result: Result, position: Position) -> Values:
    """Return a result as float64 (rows, columns)."""
    if isinstance(result, Field):
        return result.values
    values = np.zeros(len(position.cells))
    if isinstance(result, Regions):
        for region in result.regions:
            values[list(region.points)] = region.colour
    elif isinstance(result, Links):
        for colour, points in result.points.items():
            values[list(points)] = colour
    return values.reshape(position.rows, position.columns)


def fitted(
    cases: Sequence[Case], in_second: np.ndarray, maps: Sequence[Values]
) -> list[Values]:
    """Return for each case the ownership a curve of the other half expects; stones stay."""
    curves = []
    for half in (False, True):
        others = [(case, found) for case, found, is_second in zip(
            cases, maps, in_second, strict=True) if is_second != half]
        curves.append(monotone_curve(
            np.concatenate([found[case.stones == 0] for case, found in others]),
            np.concatenate([case.ownership[case.stones == 0] for case, _ in others])))
    return [np.where(case.stones == 0, curves[int(is_second)](found), case.stones)
            for case, found, is_second in zip(cases, maps, in_second, strict=True)]


def leads(cases: Sequence[Case], boards: Sequence[Values]) -> Values:
    """Return Black's expected lead by area, komi counted."""
    return np.array([board.sum() - case.komi for case, board in zip(cases, boards, strict=True)])


def figure_text(value: str | int | float | None, places: int) -> str:
    """Return a figure with so many places, a dash where there is none."""
    return f"{value:.{places}f}" if isinstance(value, int | float) else "-"
