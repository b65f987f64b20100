"""The layer `estimate`: what every point is expected to become, and the score.

By irgo's reader: its network looks at the position once (`reader/network.py`). Or by the maps: two
rounds of small decision trees (`kernels/estimate_looks.py`), calibrated on games whose final
ownership a strong network had judged; every value can then be taken apart (`reasons`). No engine,
no search. Source: irgo's own; the tables are made by docs/calibrate_estimate.py, the network by
docs/reader, figures in docs/layers/estimate.md.

The trees see whole numbers of every point, from the side to move. The first look takes stones,
liberties, influence, the areas that influence divides the board into, and the reading's clusters
and groups. The second look takes the first estimate: around the point, along its chain, over its
area, its cluster, its group and the enemies beside, and over the board. Everything is counted
without regard to the order of points, hence exactly symmetric; the side to move is always +1, hence
colours exchanged with the move give the same numbers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Final, TypedDict

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError, ReaderError
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.reading import ReadingInTables
from irgo_app.layers.results import Field, JsonForm, Result, Values
from irgo_app.reader.ending import beyond_turns
from irgo_app.resource_files import computed_with
from irgo_app.settings import AS_IN_GAME, Param
from irgo_app.words import Message, listed, message, noted

if TYPE_CHECKING:
    from irgo_app.reader.network import Opinion

UNIT: Final = 100_000
"""The trees count in hundred-thousandths of a point's ownership."""

_Whole = npt.NDArray[np.int32]


class Measured(TypedDict):
    """What resources/estimate.json holds; see `measured`."""

    doubt: list[float]
    error: list[float]
    figures: list[dict[str, str | int | float | None]]
    measured: str


class Trees(Struct, frozen=True, eq=False):
    """One round of trees, as `kernels/estimate_looks.py` has them.

    weights -- how common each leaf is
    """

    asked: npt.NDArray[np.uint8]
    thresholds: npt.NDArray[np.int16]
    leaves: npt.NDArray[np.int16]
    weights: npt.NDArray[np.uint16]

    def add_to(self, features: npt.NDArray[np.int16], out: _Whole) -> None:
        """Add the trees' amounts, in 1/UNIT, for every point."""
        from irgo_app.kernels.estimate_looks import AT_ONCE, add_trees

        add_trees(features, self.asked, self.thresholds, self.leaves,
                  np.empty((AT_ONCE, out.size), np.uint8), out)

    def take_apart(self, features: npt.NDArray[np.int16], point: Point, out: Values) -> float:
        """Return the usual amount, and add to `out` what each feature changes of it, in 1/UNIT."""
        from irgo_app.kernels.estimate_looks import take_apart

        return float(take_apart(features, point, self.asked, self.thresholds, self.leaves,
                                self.weights, out))


@cache
def tables() -> tuple[Trees, Trees]:
    """Return the two rounds of trees of resources/estimate.npz."""
    with np.load(BytesIO(computed_with("estimate.npz"))) as arrays:
        first, second = (
            Trees(*(arrays[f"{name}_{number}"] for name in Trees.__struct_fields__))
            for number in (1, 2))
    return first, second


@cache
def seen_positions() -> frozenset[int]:
    """Return the fingerprints (`Case.fingerprint`) of the positions the tables were made from."""
    with np.load(BytesIO(computed_with("estimate.npz"))) as arrays:
        return frozenset(arrays["seen"].tolist())


@cache
def measured() -> Measured:
    """Return how far the estimate was off on games it was not made from: resources/estimate.json.

    `doubt`, `error`: in four of five positions of so much doubt (the sum of 1 - |value| over the
    board, for 361 points) the score was off by at most so much. `figures`: a row for each phase,
    see `tests/bench/truth.py`. `measured`: on what.
    """
    found: Measured = json.loads(computed_with("estimate.json"))
    return found


@cache
def error_by_doubt() -> tuple[Values, Values]:
    """Return `doubt` and `error` of `measured` as arrays, float64."""
    table = measured()
    return np.array(table["doubt"]), np.array(table["error"])


_SPREAD: Final = "influence.gnugo:show=normalised"
_FIELDS: Final = (_SPREAD, "influence.shadow", "influence.paths", "influence.potential")
NEEDS: Final = ("reading", *_FIELDS)

STONES, INFLUENCE, AREAS, GROUPS, EDGE, STAGE, AROUND, BOARD = (
    noted("stones and liberties"), noted("influence"), noted("areas"),
    noted("clusters and groups"), noted("edge of the board"), noted("stage of the game"),
    noted("second look around"), noted("balance of the board"))
"""In which words a value is taken apart."""

_Rows = npt.NDArray[np.int16]


@cache
def _names() -> tuple[tuple[tuple[str, str], ...], int]:
    """Return (name, word) of every feature, and how many belong to the first look."""
    from irgo_app.kernels.estimate_looks import FEATURES, FIELD_FEATURES, READING_FEATURES
    from irgo_app.kernels.features import (AREA_FEATURES, CHAIN_FEATURES, GROUP_FEATURES,
                                           LOCAL_FEATURES, STONE_FEATURES)

    own_words = {"near edge": EDGE, "far edge": EDGE, "stage": STAGE}
    first = [(name, own_words.get(name, STONES)) for name in STONE_FEATURES]
    first += [(name, INFLUENCE) for name in FIELD_FEATURES]
    first += [(f"spread {name}", INFLUENCE) for name in (*LOCAL_FEATURES, *CHAIN_FEATURES)]
    first += [(f"{field} area: {name}", AREAS)
              for field in ("spread", "shadow") for name in AREA_FEATURES]
    first += [(f"reading: {name}", GROUPS) for name in READING_FEATURES]
    second = [(f"estimate {name}", AROUND) for name in (*LOCAL_FEATURES, *CHAIN_FEATURES)]
    second += [(f"{kind} area of the estimate: {name}", AREAS)
               for kind in ("close", "firm") for name in AREA_FEATURES]
    second += [(f"{kind}: {name}", GROUPS)
               for kind in ("cluster", "group") for name in GROUP_FEATURES]
    second.append(("estimate of the whole board", BOARD))
    assert len(first) + len(second) == FEATURES
    return (*first, *second), len(first)


class PointFeatures:
    """The features of one position: first look on creation, second look once it is estimated.

    features -- int16 (number of features, n); the rows of the second look are 0 before it
    """

    def __init__(self, position: Position, inputs: Mapping[str, Result]) -> None:
        from irgo_app.kernels.estimate_looks import first_look, new_partitions
        from irgo_app.kernels.features import new_feature_scratch
        from irgo_app.kernels.grid import kept_scratch, neighbour_table

        self.names, self.first_count = _names()
        size, self._columns = len(position.cells), position.columns
        self._neighbours = neighbour_table(position.columns, position.rows)
        self._stones = np.frombuffer(position.cells, np.int8) * np.int8(position.to_play)
        self.features: _Rows = np.zeros((len(self.names), size), np.int16)
        self._scratch = kept_scratch(new_feature_scratch, size)
        self._whole = np.empty(size, np.int32)
        self._partitions = new_partitions(size)
        reading = inputs["reading"]
        assert isinstance(reading, ReadingInTables)
        clusters, groups = reading.clusters, reading.groups
        self._counts = len(clusters), len(groups)
        first_look(
            self._stones, position.to_play, self._columns, self._neighbours,
            *(_values_of(inputs[field]) for field in _FIELDS), reading.final_map.points,
            clusters.points, clusters.is_stone, clusters.eyes, clusters.ends, clusters.colours,
            clusters.codes, groups.colours, groups.members, groups.member_ends, groups.points,
            groups.ends, self._scratch, self._whole, self._partitions, self.features)

    def second(self, first: _Whole) -> None:
        """Fill the second look from the first estimate, int32 (n), in 1/UNIT."""
        from irgo_app.kernels.estimate_looks import second_look

        second_look(first, self._stones, self._columns, self._neighbours, *self._counts,
                    self._scratch, self._whole, self._partitions, self.features)


def _values_of(result: Result) -> Values:
    assert isinstance(result, Field)
    return result.values.reshape(-1)


READER: Final = "reader"
MAPS: Final = "maps"
_OWNERSHIP: Final = "expected ownership, -1..1"
_MOST_MOVES: Final = 3
FOUR_OF_FIVE: Final = 1.2816
"""Standard deviations on either side of the mean that hold 80 % of a normal distribution."""
_DOUBT_OF_KOMI: Final = 0.4
"""What each point of komi adds to the range while all is open: the network was not told of it."""


def first_estimate(look: PointFeatures, trees: Trees) -> _Whole:
    """Return what the first round says, int32 (n) in 1/UNIT, and fill the second look."""
    total = np.zeros(look.features.shape[1], np.int32)
    trees.add_to(look.features, total)
    look.second(total)
    return total


class Score(Struct, frozen=True):
    """What the sides may expect, in points.

    black, white -- their points, komi included; lead -- Black's
    range -- where the lead lies in four of five positions
    outcome -- where the game ends in four of five games: the range and all that is still open
    rules -- `area` or `territory`: how it was counted
    winrate -- how likely Black wins, 0 to 1; None without komi, and by the maps
    """

    black: Annotated[float, JsonForm("B")]
    white: Annotated[float, JsonForm("W")]
    lead: float
    range: tuple[float, float]
    outcome: tuple[float, float]
    rules: str
    komi: float
    winrate: Annotated[float | None, JsonForm(is_optional=True)] = None


class Estimate(Field, frozen=True, eq=False, kw_only=True):
    """The expected ownership, Black +1, with the score that follows from it.

    by -- who says so: `reader` or `maps`
    remark -- why the maps stand in for the reader, one sentence; None where they do not
    """

    score: Score
    by: str
    remark: Annotated[Message | None, JsonForm(is_optional=True)] = None


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Estimate:
    """Return what the maps expect: ownership, float64 (rows, columns), and the score."""
    shape = position.rows, position.columns
    rules, komi = _counting(params)
    remark = None
    if not any(position.cells):
        values = np.zeros(shape)
    elif 0 not in position.cells:
        # Nothing can be played and nothing be alive: the board is taken as it stands.
        values = np.frombuffer(position.cells, np.int8).astype(np.float64).reshape(shape)
    else:
        first, second = tables()
        look = PointFeatures(position, inputs)
        total = first_estimate(look, first)
        second.add_to(look.features, total)
        owned = np.minimum(np.maximum(total, -UNIT), UNIT) * position.to_play
        values = (owned / UNIT).reshape(shape)
    if params["by"] == READER and 0 in position.cells:
        remark = why_not_by_reader(position)
    return Estimate(values, _OWNERSHIP, score=score_by_maps(position, values, rules, komi),
                    by=MAPS, remark=remark)


def by_reader(position: Position, params: Params) -> Estimate | None:
    """Return what the reader expects, None where it is not asked or cannot judge the board.

    The network is asked without komi, which is White's afterwards to the point: so ownership does
    not hang on it, and exchanging the colours of stones and turn changes the signs only.
    """
    opinion = _opinion(position, params)
    if opinion is None:
        return None
    rules, komi = _counting(params)
    values = opinion.ownership.astype(np.float64).reshape(position.rows, position.columns)
    if not any(position.cells):
        values[:] = 0.0
    return Estimate(values, _OWNERSHIP, by=READER,
                    score=_score_by_reader(position, values, opinion, rules, komi))


def why_not_by_reader(position: Position) -> Message | None:
    """Return why the reader cannot judge a position, in one sentence; None if it can."""
    try:
        from irgo_app.reader.network import check_size, network

        check_size(position)
        network()
    except ReaderError as error:
        return error.message
    return None


def _opinion(position: Position, params: Params) -> Opinion | None:
    """Return what the network says without komi; None where it is not asked or cannot judge.

    It is not told the last moves: equal positions have equal estimates, however they came about,
    and turned ones have turned ones.
    """
    if params["by"] != READER or 0 not in position.cells:
        return None
    try:
        from irgo_app.reader.network import network

        return network().evaluate_alike(position)
    except ReaderError:
        return None


def _counting(params: Params) -> tuple[str, float]:
    """Return rules and komi; without a game, area and no komi. Raises LayerError for a bad komi."""
    rules = "territory" if params["rules"] == "territory" else "area"
    try:
        komi = 0.0 if params["komi"] == AS_IN_GAME else float(params["komi"])
    except ValueError:
        komi = math.nan
    if not math.isfinite(komi):
        raise LayerError(
            "estimate:komi takes a number or {as_in_game}, not {text!r}.",
            as_in_game=AS_IN_GAME, text=params["komi"])
    return rules, komi


def _points_of_sides(
    position: Position, values: Values, rules: str, komi: float
) -> tuple[float, float]:
    """Return Black's and White's points.

    Area rules: each side is expected to own a share of every point. Territory rules: of the vacant
    points, of the enemy's stones twice (the point and the prisoner), and it has its prisoners.
    Komi is White's.
    """
    stones = np.frombuffer(position.cells, np.int8).reshape(values.shape)
    points = {}
    for colour in (BLACK, WHITE):
        twice = 1.0 + values if colour == BLACK else 1.0 - values
        if rules == "area":
            points[colour] = float(twice.sum()) / 2.0
        else:
            share = twice / 2.0
            points[colour] = float(share[stones == 0].sum() + 2.0 * share[stones == -colour].sum())
            points[colour] += position.captures[0 if colour == BLACK else 1]
    return points[BLACK], points[WHITE] + komi


def score_by_maps(position: Position, values: Values, rules: str, komi: float) -> Score:
    """Return the score that the ownership adds up to, and how far off such sums were."""
    black, white = _points_of_sides(position, values, rules, komi)
    size = values.size / 361
    doubt = float((1.0 - np.abs(values)).sum()) / size
    error = float(np.interp(doubt, *error_by_doubt())) * size
    # What is undecided falls to either side by its odds, each point by itself, as in the reader.
    undecided = float((1.0 - values * values).sum())
    deviation = math.sqrt(undecided + (error / FOUR_OF_FIVE) ** 2)
    return _score(black, white, (error, deviation), rules, komi)


def _score_by_reader(
    position: Position, values: Values, opinion: Opinion, rules: str, komi: float
) -> Score:
    """Return the score that the network expects; the sides' points are made to differ by it."""
    black, white = _points_of_sides(position, values, rules, komi)
    lead = opinion.lead + beyond_turns(position, counts_area=rules == "area") - komi
    both = black + white
    winrate = replace(opinion, lead=lead).black_wins if komi else None
    error = math.hypot(opinion.margin, _DOUBT_OF_KOMI * opinion.openness * komi)
    return _score((both + lead) / 2, (both - lead) / 2, (error, opinion.deviation), rules, komi,
                  winrate)


def _score(
    black: float, white: float, doubt: tuple[float, float], rules: str, komi: float,
    winrate: float | None = None,
) -> Score:
    """Return the score; `doubt` is the error of the lead and the deviation of the end from it."""
    lead, (error, deviation) = black - white, doubt
    open_points = max(error, FOUR_OF_FIVE * deviation)
    return Score(round(black, 1), round(white, 1), round(lead, 1),
                 (round(lead - error, 1), round(lead + error, 1)),
                 (round(lead - open_points, 1), round(lead + open_points, 1)), rules, komi,
                 None if winrate is None else round(winrate, 3))


def opinion_of_point(position: Position, params: Params, point: Point) -> Message | None:
    """Return what the network says of a point, in words; None where the maps say it.

    A network gives no reasons, and none are made up.
    """
    opinion = _opinion(position, params)
    if opinion is None:
        return None
    here, value = position.vertex(point), float(opinion.ownership[point])
    moves = [
        message("{move} ({share:.0%})", share=float(opinion.policy[move]),
                move=position.vertex(int(move)))
        for move in np.argsort(-opinion.policy[:-1], kind="stable")[:_MOST_MOVES]]
    own = message("") if position.cells[point] else message(
        " {point} itself gets {share:.0%}.", point=here, share=float(opinion.policy[point]))
    return message(
        "{layer} {value:+.2f}: irgo's network expects {point} to become {owner}'s ({share:.0%}). "
        "It has learnt that from games and gives no reasons; {maps} takes a value apart, into "
        "stones, influence, areas and groups. As the "
        "next move of {mover} it thinks of {moves}.{own}",
        layer=message(LAYER.title), value=value, point=here, share=(1 + abs(value)) / 2,
        owner=message(NAME_OF_COLOUR[BLACK if value >= 0 else WHITE]), moves=listed(moves), own=own,
        maps=message("{layer} by the maps", layer=message(LAYER.title)),
        mover=message(NAME_OF_COLOUR[position.to_play]))


def reasons(
    position: Position, inputs: Mapping[str, Result], params: Params, point: Point
) -> tuple[tuple[str, float], ...]:
    """Return what brings a point's value about, in words, Black positive; adds up to the value."""
    value = float(compute(position, inputs, params, None).values.flat[point])
    if not any(position.cells) or 0 not in position.cells:
        return ()
    first, second = tables()
    look = PointFeatures(position, inputs)
    first_estimate(look, first)
    changed = np.zeros(len(look.names))
    usual = sum(trees.take_apart(look.features, point, changed) for trees in (first, second))
    amounts: dict[str, float] = {}
    for (_, word), amount in zip(look.names, changed.tolist(), strict=True):
        amounts[word] = amounts.get(word, 0.0) + amount * position.to_play / UNIT
    found = sorted(amounts.items(), key=lambda item: -abs(item[1]))
    found.append((noted("the side to move"), usual * position.to_play / UNIT))
    cut = value - sum(amount for _, amount in found)
    return (*found, (noted("the limit of one point"), cut)) if abs(cut) > 1e-6 else tuple(found)


LAYER: Final = Layer(
    name="estimate",
    title="Estimate",
    kind=Field,
    unit=_OWNERSHIP,
    source="irgo's own: its reader's network, or its maps calibrated on expected ownership",
    compute=compute,
    params=(
        Param("by", str, READER, "By",
              "Who expects it: irgo's network, or its maps, whose every value is explained.",
              choices=(READER, MAPS)),
        Param("rules", str, AS_IN_GAME, "Rules",
              "How the score is counted; game: as the record says.",
              choices=(AS_IN_GAME, "area", "territory")),
        Param("komi", str, AS_IN_GAME, "Komi",
              "White's points beyond the board; game: as the record says."),
    ),
    needs=NEEDS,
    reasons=reasons,
    direct=by_reader,
    opinion=opinion_of_point,
    uses_network=lambda params: params["by"] == READER,
    tells="who would own it",
)
