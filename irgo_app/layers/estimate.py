"""The layer `estimate`: what irgo's network expects every point to become, and the score.

The network looks at the position once (`networks/network.py`); no engine, no search. Source: irgo's
own; the network is made by docs/reader, figures in docs/layers/estimate.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError, ReaderError
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.results import Field, JsonForm, Result, Values
from irgo_app.networks.ending import beyond_turns
from irgo_app.settings import AS_IN_GAME, Param
from irgo_app.words import Message, listed, message

if TYPE_CHECKING:
    from irgo_app.networks.network import Opinion

NETWORK: Final = "reader"
_OWNERSHIP: Final = "expected ownership, -1..1"
_MOST_MOVES: Final = 3
FOUR_OF_FIVE: Final = 1.2816
"""Standard deviations on either side of the mean that hold 80 % of a normal distribution."""
_DOUBT_OF_KOMI: Final = 0.4
"""What each point of komi adds to the range while all is open: the network was not told of it."""


class Score(Struct, frozen=True):
    """What the sides may expect, in points.

    black, white -- their points, komi included; lead -- Black's
    range -- where the lead lies in four of five positions
    outcome -- where the game ends in four of five games: the range and all that is still open
    rules -- `area` or `territory`: how it was counted
    winrate -- how likely Black wins, 0 to 1; None without komi
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

    score -- None where the network cannot judge the board; by -- who says so
    remark -- why it cannot, in one sentence; the values are 0 then
    """

    score: Score | None
    by: str = NETWORK
    remark: Annotated[Message | None, JsonForm(is_optional=True)] = None


def compute(
    position: Position, _inputs: Mapping[str, Result], params: Params, _cancel: CancelFlag | None
) -> Estimate:
    """Return the ownership, float64 (rows, columns), and the score that the network expects.

    The network is asked without komi, which is White's afterwards to the point: so ownership does
    not depend on it, and exchanging the colours of stones and turn changes the signs only.
    """
    rules, komi = _counting(params)
    try:
        opinion = _opinion(position)
    except ReaderError as error:
        return Estimate(np.zeros((position.rows, position.columns)), _OWNERSHIP, score=None,
                        remark=error.message)
    values = opinion.ownership.astype(np.float64).reshape(position.rows, position.columns)
    if not any(position.cells):
        values[:] = 0.0
    return Estimate(values, _OWNERSHIP, score=_score(position, values, opinion, rules, komi))


def _opinion(position: Position) -> Opinion:
    """Return what the network says without komi; raises ReaderError where it cannot judge.

    It is not told the last moves: equal positions have equal estimates, however they came about,
    and turned ones have turned ones.
    """
    from irgo_app.networks.network import network

    return network().evaluate_alike(position)


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


def _score(
    position: Position, values: Values, opinion: Opinion, rules: str, komi: float
) -> Score:
    """Return the score that the network expects; the sides' points are made to differ by it."""
    black, white = _points_of_sides(position, values, rules, komi)
    lead = opinion.lead + beyond_turns(position, counts_area=rules == "area") - komi
    both = black + white
    winrate = replace(opinion, lead=lead).black_wins if komi else None
    error = math.hypot(opinion.margin, _DOUBT_OF_KOMI * opinion.openness * komi)
    open_points = max(error, FOUR_OF_FIVE * opinion.deviation)
    black, white = (both + lead) / 2, (both - lead) / 2
    lead = black - white
    return Score(round(black, 1), round(white, 1), round(lead, 1),
                 (round(lead - error, 1), round(lead + error, 1)),
                 (round(lead - open_points, 1), round(lead + open_points, 1)), rules, komi,
                 None if winrate is None else round(winrate, 3))


def opinion_of_point(position: Position, _params: Params, point: Point) -> Message:
    """Return what the network says of a point, in words, or why it cannot judge the board.

    A network gives no reasons, and none are made up.
    """
    try:
        opinion = _opinion(position)
    except ReaderError as error:
        return error.message
    here, value = position.vertex(point), float(opinion.ownership[point])
    moves = [
        message("{move} ({share:.0%})", share=float(opinion.policy[move]),
                move=position.vertex(int(move)))
        for move in np.argsort(-opinion.policy[:-1], kind="stable")[:_MOST_MOVES]]
    own = message("") if position.cells[point] else message(
        " {point} itself gets {share:.0%}.", point=here, share=float(opinion.policy[point]))
    return message(
        "{layer} {value:+.2f}: irgo's network expects {point} to become {owner}'s ({share:.0%}). "
        "It has learnt that from games and gives no reasons. As the next move of {mover} it thinks "
        "of {moves}.{own}",
        layer=message(LAYER.title), value=value, point=here, share=(1 + abs(value)) / 2,
        owner=message(NAME_OF_COLOUR[BLACK if value >= 0 else WHITE]), moves=listed(moves), own=own,
        mover=message(NAME_OF_COLOUR[position.to_play]))


LAYER: Final = Layer(
    name="estimate",
    title="Estimate",
    kind=Field,
    unit=_OWNERSHIP,
    source="irgo's own: its reader's network",
    compute=compute,
    params=(
        Param("rules", str, AS_IN_GAME, "Rules",
              "How the score is counted; game: as the record says.",
              choices=(AS_IN_GAME, "area", "territory")),
        Param("komi", str, AS_IN_GAME, "Komi",
              "White's points beyond the board; game: as the record says."),
    ),
    opinion=opinion_of_point,
    uses_network=True,
    tells="who would own it",
)
