"""The layer `influence.gnugo`: influence in the style of GNU Go, spread outwards and damped.

Each living stone is a source. Its influence spreads to the eight neighbours that lie farther out,
damped by an attenuation, twice as much (or by another factor) on diagonals, by the squared cosine
between the step and the way from the stone, and by the permeability of the point. The preset `doc`
has the constants of GNU Go's manual, `engine` those of version 3.8 with its weak barriers. What the
engine adds from its pattern data base is left out, hence "style". Source: GNU Go Documentation,
"The Influence Algorithm", "The Core of the Influence Function"; influence.c of 3.8 for territory
and regions, as described in docs/layers/influence.gnugo.md. Points are taken in order of their
distance, not of a queue: then nothing can arrive at a point after its turn, which the manual takes
for granted and crowded boards break.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import (DEAD, READING, Layer, Params, Share, as_read, living_and_dead,
                                   no_chance)
from irgo_app.layers.results import Field, Result, Values
from irgo_app.settings import Param

_UNIT = "influence of stones of strength 100"
_UNITS: Final = {
    "difference": _UNIT, "black": _UNIT, "white": _UNIT,
    "normalised": "(black - white) / (black + white)",
    "territory": "territory value, a dead stone up to 2",
    "regions": "3 territory, 2 moyo, 1 area, 0 neither",
}
_FULL_SCALES: Final = {"difference": 60.0, "black": 60.0, "white": 60.0, "normalised": 1.0,
                       "territory": 1.0, "regions": 3.0}
_TERRITORY_MINIMUM: Final = ((0, 4, 8, 12, 16, 20, 24), (6, 15, 26, 36, 45, 50, 55))
_TERRITORY_SHARE: Final = ((0, 0.2, 0.4, 0.6, 0.8, 1), (0, 0.25, 0.45, 0.65, 0.85, 1))


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Field:
    """Return the field that `show` names, float64 (rows, columns); Black positive throughout."""
    if params["reading"] == "chance" and params["show"] != "difference":
        raise LayerError("influence.gnugo:reading=chance is measured for the difference; leave "
                         "out show.")
    return as_read(_shown(_Board(position, params), params), position, params, LAYER.name)


def shares(position: Position, params: Params, point: Point) -> tuple[Share, ...]:
    """Return what each stone gives to a point; for the readings that are sums over stones."""
    no_chance(params, "influence.gnugo")
    show = params["show"]
    if show not in ("difference", "black", "white"):
        raise LayerError(
            "influence.gnugo:show={show} is no sum over stones; explain show=difference, black "
            "or white.", show=show)
    board = _Board(position, params)
    return tuple(
        (stone, colour * float(board.given(stone)[point]))
        for colour, name in ((BLACK, "black"), (WHITE, "white")) if show in ("difference", name)
        for stone in np.flatnonzero(board.living == colour).tolist())


class _Board:
    """The influence of one position: while no other board is made, for it shares their memory.

    living, dead -- int8 (n); total -- int64 (2, n) in 1/SCALE: of Black's stones, and of White's
    """

    def __init__(self, position: Position, params: Params) -> None:
        from irgo_app.kernels.gnugo import SCALE, follow_position, gnugo_tables, new_gnugo_influence
        from irgo_app.kernels.grid import kept_scratch

        self.columns, self.rows = columns, rows = position.columns, position.rows
        self.living, self.dead = living_and_dead(position, params)
        attenuation, diagonal = float(params["attenuation"]), float(params["diagonal"])
        self._tables = gnugo_tables(columns, rows, attenuation, diagonal)
        self._kept = kept_scratch(new_gnugo_influence, columns, rows)
        constants = np.array((
            float(params["strength"]) * SCALE, max(0.5, float(params["cutoff"]) * SCALE),
            float(params["barrier"]), float(params["corner_barrier"]), attenuation, diagonal))
        follow_position(self.living, self.dead, constants, self._tables, self._kept)
        self.total = self._kept.total

    def given(self, stone: Point) -> Values:
        """Return what a living stone gives to every point, float64 (n)."""
        from irgo_app.kernels.gnugo import SCALE

        return np.asarray(self._kept.given[stone] / SCALE)

    def passing(self, colour: Colour) -> Values:
        """Return the permeability for a colour, float64 (rows, columns)."""
        on_board = self._kept.passing[0 if colour == BLACK else 1][self._tables.points]
        return np.reshape(on_board, (self.rows, self.columns))


def _shown(board: _Board, params: Params) -> Field:
    from irgo_app.kernels.gnugo import SCALE

    show = str(params["show"])
    black, white = board.total.reshape(2, board.rows, board.columns)
    values: Values
    if show == "black":
        values = black / SCALE
    elif show == "white":
        values = -white / SCALE
    elif show == "difference":
        values = (black - white) / SCALE
    elif show == "normalised":
        values = (black - white) / np.maximum(black + white, 1)
    else:
        territory = _territory(board, black / SCALE, white / SCALE)
        values = territory if show == "territory" else _regions(
            board, black / SCALE, white / SCALE, territory)
    return Field(values, _UNITS[show], _FULL_SCALES[show])


def _territory(board: _Board, black: Values, white: Values) -> Values:
    """Return the territory value of GNU Go 3.8, Black positive; 0 on living stones.

    The cube of the normalised difference, less where the influence is weak for the place; a dead
    stone counts 1 for the enemy; every point is lowered to the least of its neighbours, as far as
    the enemy passes there; dead stones then count another 1.
    """
    living, dead = (stones.reshape(black.shape) for stones in (board.living, board.dead))
    share = (black - white) / np.maximum(black + white, 1e-9)
    needed = np.interp(_centrality(*black.shape), *_TERRITORY_MINIMUM)
    value = share * share * share * np.interp(np.maximum(black, white) / needed, *_TERRITORY_SHARE)
    value = np.where(dead != 0, -dead, np.where(living != 0, 0.0, value))
    lowered = value.copy()
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        there = _shifted(value, down, right, 0.0)
        is_open = _shifted((living == 0).astype(np.float64), down, right, 0.0) > 0
        for colour in (BLACK, WHITE):
            passing = _shifted(board.passing(-colour), down, right, 0.0)
            mixed = passing * there + (1.0 - passing) * value
            limit = np.maximum(colour * mixed, 0.0)
            own = is_open & (colour * value > 0)
            lowered = np.where(own, colour * np.minimum(colour * lowered, limit), lowered)
    return np.asarray(lowered - dead)


def _regions(board: _Board, black: Values, white: Values, territory: Values) -> Values:
    """Return 3 for territory, 2 for moyo, 1 for area, 0 for none; White's negative."""
    result = np.zeros(black.shape)
    for colour, own, other in ((BLACK, black, white), (WHITE, white, black)):
        is_territory = (own > 0) & (other == 0) & (np.abs(territory) > 0.95)
        is_moyo = (own > 7 * other) & (own > 5) & (other < 10)
        is_area = (own > 3 * other) & (own > 1) & (other < 40)
        level = np.where(is_territory, 3, np.where(is_moyo, 2, np.where(is_area, 1, 0)))
        result += colour * level
    return np.where(board.living.reshape(black.shape) != 0, 0.0, result)


@lru_cache(maxsize=16)
def _centrality(rows: int, columns: int) -> Values:
    """Return how central each point is: 0 in the corner; the larger edge distance counts to 4."""
    from_top = np.minimum(np.arange(rows), np.arange(rows)[::-1])[:, None]
    from_side = np.minimum(np.arange(columns), np.arange(columns)[::-1])[None, :]
    nearer = np.minimum(from_top, from_side).astype(np.float64)
    capped = np.minimum(4, np.maximum(from_top, from_side))
    return 2 * np.minimum(nearer, capped) + nearer + capped


def _shifted(values: Values, down: int, right: int, outside: float) -> Values:
    """Return the values of each point's neighbour in one direction; `outside` off the board."""
    rows, columns = values.shape
    padded = np.pad(values, 1, constant_values=outside)
    return padded[1 + down:1 + down + rows, 1 + right:1 + right + columns]


PRESETS: Final[Mapping[str, Params]] = {
    "engine": {"attenuation": 2.4, "diagonal": 1.7, "cutoff": 0.02, "barrier": 0.25,
               "corner_barrier": 0.65},
    "doc": {"attenuation": 3.0, "diagonal": 2.0, "cutoff": 0.0, "barrier": 1.0,
            "corner_barrier": 1.0},
}

LAYER = Layer(
    name="influence.gnugo",
    title="GNU Go style",
    kind=Field,
    unit=_UNIT,
    source="GNU Go Documentation, The Influence Function; GNU Go 3.8 for the engine's constants",
    compute=compute,
    params=(
        Param("preset", str, "engine", "Preset",
              "engine: constants and weak barriers of GNU Go 3.8; doc: those of its manual.",
              choices=("engine", "doc")),
        Param("show", str, "difference", "Show",
              "difference of both fields, one of them, the normalised difference, the territory "
              "value, or regions (3 territory, 2 moyo, 1 area).",
              choices=("difference", "black", "white", "normalised", "territory", "regions")),
        Param("strength", float, 100.0, "Strength", "Influence of a stone at its own point.",
              1.0, 1000.0),
        Param("attenuation", float, 2.4, "Attenuation", "Damping of every step.", 1.0, 20.0),
        Param("diagonal", float, 1.7, "Diagonal factor", "Further damping of a diagonal step.",
              1.0, 10.0),
        Param("cutoff", float, 0.02, "Cut-off", "Contributions up to this are dropped.", 0.0, 10.0),
        Param("barrier", float, 0.25, "Barrier",
              "Permeability of a point beside a living enemy stone; 1 for no barrier.", 0.0, 1.0),
        Param("corner_barrier", float, 0.65, "Diagonal barrier",
              "Permeability of a point at the corner of a living enemy stone.", 0.0, 1.0),
        DEAD,
        READING,
    ),
    presets=PRESETS,
    shares=shares,
    short="GNU Go",
    tells="how strongly stones radiate, held up by walls",
)
