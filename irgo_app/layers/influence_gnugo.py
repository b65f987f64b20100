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

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.chance import READING, as_read, no_chance
from irgo_app.layers.layer import Layer, Params, Share
from irgo_app.layers.params import DEAD, living_and_dead
from irgo_app.layers.results import Field, Result, Values
from irgo_app.settings.param import Param, ParamValue

_UNIT = "influence of stones of strength 100"
_UNITS: Final = {
    "difference": _UNIT, "black": _UNIT, "white": _UNIT,
    "normalised": "(black - white) / (black + white)",
    "territory": "territory value, a dead stone up to 2",
    "regions": "3 territory, 2 moyo, 1 area, 0 neither",
}
_FULL_SCALES: Final = {"difference": 60.0, "black": 60.0, "white": 60.0, "normalised": 1.0,
                       "territory": 1.0, "regions": 3.0}
_OF_THE_VIEW: Final = ("preset", "show", "reading")
"""Parameters that change what is shown of an influence, not the influence."""
_TERRITORY_MINIMUM: Final = ((0, 4, 8, 12, 16, 20, 24), (6, 15, 26, 36, 45, 50, 55))
_TERRITORY_SHARE: Final = ((0, 0.2, 0.4, 0.6, 0.8, 1), (0, 0.25, 0.45, 0.65, 0.85, 1))


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Field:
    """Return the field that `show` names, float64 (rows, columns); Black positive throughout."""
    if params["reading"] == "chance" and params["show"] != "difference":
        raise LayerError("influence.gnugo:reading=chance is measured for the difference; leave "
                         "out show.")
    constants = tuple((key, value) for key, value in params.items() if key not in _OF_THE_VIEW)
    field = _shown(*_spread(position, constants), params)
    return as_read(field, position, params, LAYER.name)


@lru_cache(maxsize=2)
def _spread(
    position: Position, constants: tuple[tuple[str, ParamValue], ...]
) -> tuple[_Board, Mapping[Colour, npt.NDArray[np.int64]]]:
    """Return the influence of both colours; kept for the next view, such as the estimate's."""
    board = _Board(position, dict(constants))
    return board, {colour: board.influence(colour) for colour in (BLACK, WHITE)}


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
        (stone, colour * float(board.influence(colour, only=stone)[point]) / board.scale)
        for colour, name in ((BLACK, "black"), (WHITE, "white")) if show in ("difference", name)
        for stone in np.flatnonzero(board.living == colour).tolist())


def breadth_first_order(columns: int, rows: int, source: Point) -> list[Point]:
    """Return the points in the order in which the manual's queue visits them on an empty board.

    A point joins the queue when something first arrives; neighbours are looked at south, west,
    north, east, then south-west, north-west, north-east, south-east.
    """
    from irgo_app.kernels.gnugo_tables import DIRECTIONS

    source_row, source_column = divmod(source, columns)
    seen, queue, order = {source}, deque([source]), []
    while queue:
        point = queue.popleft()
        order.append(point)
        row, column = divmod(point, columns)
        for down, right in DIRECTIONS:
            outward = down * (row - source_row) + right * (column - source_column)
            near_row, near_column = row + down, column + right
            near = near_row * columns + near_column
            is_on_board = 0 <= near_row < rows and 0 <= near_column < columns
            if is_on_board and near not in seen and (outward > 0 or point == source):
                seen.add(near)
                queue.append(near)
    return order


class _Board:
    """One position made ready for the kernels: what blocks, what lets influence pass."""

    def __init__(self, position: Position, params: Params) -> None:
        from irgo_app.kernels.gnugo_field import permeability
        from irgo_app.kernels.gnugo_tables import SCALE, gnugo_tables, margin_of
        from irgo_app.kernels.padding import padded_points, padded_stones

        self.columns, self.rows = columns, rows = position.columns, position.rows
        self.living, self.dead = living_and_dead(position, params)
        self.scale = SCALE
        self._margin = margin = margin_of(columns, rows)
        self._tables = gnugo_tables(
            columns, rows, float(params["attenuation"]), float(params["diagonal"]))
        self._strength = float(params["strength"]) * SCALE
        self._cutoff = max(0.5, float(params["cutoff"]) * SCALE)
        self._points = padded_points(columns, rows, margin)
        self._blocked = padded_stones(self.living, columns, margin)
        padded_dead = padded_stones(self.dead, columns, margin)
        around = _around(columns + margin)
        self._passing = {colour: np.empty(self._blocked.size) for colour in (BLACK, WHITE)}
        for colour in (BLACK, WHITE):
            permeability(self._blocked, padded_dead, self._points, colour, around,
                         float(params["barrier"]), float(params["corner_barrier"]),
                         self._passing[colour])

    def influence(self, colour: Colour, only: Point = -1) -> npt.NDArray[np.int64]:
        """Return the influence of a colour's stones, or of one, int64 (n) in 1/scale."""
        from irgo_app.kernels.gnugo_field import spread_all

        scratch = np.zeros((2, self._blocked.size), np.int64)
        found = np.empty(self.living.size, np.int64)
        spread_all(self._blocked, self._points, colour, only, self._strength,
                   self._passing[colour], self._cutoff, self._tables, scratch[0], scratch[1],
                   found)
        return found

    def passing(self, colour: Colour) -> Values:
        """Return the permeability for a colour, float64 (rows, columns)."""
        on_board = self._passing[colour][self._points]
        return np.reshape(on_board, (self.rows, self.columns))


@lru_cache(maxsize=16)
def _around(stride: int) -> npt.NDArray[np.int32]:
    """Return int32 (8): the displacements of the neighbours on a board of so long rows."""
    from irgo_app.kernels.gnugo_tables import DIRECTIONS

    return np.array([down * stride + right for down, right in DIRECTIONS], np.int32)


def _shown(board: _Board, total: Mapping[Colour, npt.NDArray[np.int64]], params: Params) -> Field:
    from irgo_app.kernels.gnugo_tables import SCALE

    show = str(params["show"])
    shape = (board.rows, board.columns)
    black, white = (total[colour].reshape(shape) for colour in (BLACK, WHITE))
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
