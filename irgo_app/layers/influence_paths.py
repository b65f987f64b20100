"""The layer `influence.paths`: a stone reaches what it sees along paths of vacant points.

Each of the N paths from a stone to a point d steps away gives base^d / N if all its points after
the stone are vacant. What paths there are: `kernels/paths.py`. Source: the incremental path
influence of the seed text "A common concept in Go is influence" (2011). For base 1/2 and ranges to
5 every contribution is a whole multiple of 1/2688, so sums are exact; else of 2^-40.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.point import EMPTY, Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import (DEAD, READING, Layer, Params, Share, as_read, living_stones,
                                   no_chance, shares_of_stones)
from irgo_app.layers.results import Field, Result, Values
from irgo_app.settings import Param

_UNIT = "sum of ±base^distance × open share of the paths"
_WORD_RANGE = 5


class PathInfluence(Field, frozen=True, eq=False, kw_only=True):
    """Path influence; paths -- how many a stone has at most; emitted -- what it gives in all."""

    paths: int
    emitted: float


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Field:
    """Return the path influence, float64 (rows, columns); 0 on stones."""
    stones = living_stones(position, params)
    field = _field(_values(position, stones, params), int(params["range"]))
    return as_read(field, position, params, LAYER.name)


def shares(position: Position, params: Params, point: Point) -> tuple[Share, ...]:
    """Return what each stone gives to a point; raises LayerError for chances."""
    no_chance(params, "influence.paths")
    return shares_of_stones(position, params, point, _values)


def _values(
    position: Position, stones: npt.NDArray[np.int8], params: Params, only: Point = -1
) -> Values:
    from irgo_app.kernels.grid import padded_stones
    from irgo_app.kernels.paths import path_field, path_trie, scale_of

    columns, reach, base = position.columns, int(params["range"]), float(params["base"])
    values = np.empty((position.rows, columns))
    padded = padded_stones(stones, columns, reach)
    path_field(stones, columns, reach, path_trie(columns, reach, base), only,
               scale_of(reach, base), padded, np.empty(padded.size, np.int64), values.reshape(-1))
    return values


class PathField:
    """Path influence kept up to date while stones come and go: about a microsecond a stone.

    Its whole numbers equal a full recompute after every change, and go back to zero with the
    stones. Ranges to 5, whose surroundings fit into one 64-bit word a point.
    """

    def __init__(
        self, columns: int = 19, rows: int = 19, *, path_range: int = 5, base: float = 0.5
    ) -> None:
        """Start with an empty board; raises LayerError for a range or base out of bounds."""
        from irgo_app.kernels.grid import padded_points, padded_size
        from irgo_app.kernels.paths import (PathBoard, path_trie, path_words, place_stone,
                                            play_changes, remove_stone, scale_of)

        if not 1 <= path_range <= _WORD_RANGE or not 0 < base <= 1:
            raise LayerError(
                "A PathField takes a range from 1 to {most} and a base above 0 up to 1, "
                "not {path_range} and {base}.",
                most=_WORD_RANGE, path_range=path_range, base=base)
        self._columns, self._rows, self._range = columns, rows, path_range
        self._points = padded_points(columns, rows, path_range)
        self._trie = path_trie(columns, path_range, base)
        self._words = path_words(columns, rows, path_range, base)
        self._scale = scale_of(path_range, base)
        size = padded_size(columns, rows, path_range)
        self._board = PathBoard(np.zeros(size, np.int8), self._words.outside.copy(),
                                np.zeros(size, np.int64), np.zeros(64, np.int64))
        self._stones = np.zeros(columns * rows, np.int8)
        self._padded = self._points.tolist()
        self._place_stone, self._remove_stone = place_stone, remove_stone
        self._play_changes = play_changes

    def change(self, point: Point, colour: Colour) -> None:
        """Put a stone on a vacant point, or lift one (colour EMPTY), without checks."""
        padded = self._padded[point]
        if colour:
            self._place_stone(self._board, padded, colour, self._trie, self._words)
        else:
            self._remove_stone(self._board, padded, self._trie, self._words)
        self._stones[point] = colour

    def change_many(self, points: npt.NDArray[np.int64], colours: npt.NDArray[np.int8]) -> None:
        """Do many changes in one call; colour 0 lifts. A point may come several times."""
        self._play_changes(self._board, self._points[points], colours, self._trie, self._words)
        self._stones[:] = self._board.stones[self._points]

    def follow(self, stones: npt.NDArray[np.int8]) -> Field:
        """Lift and put what differs from a board, int8 (rows*columns); return its field."""
        changed = np.flatnonzero(self._stones != stones).tolist()
        for point in changed:
            if self._stones[point]:
                self.change(point, EMPTY)
        for point in changed:
            if stones[point]:
                self.change(point, int(stones[point]))
        return self.field()

    def whole(self) -> npt.NDArray[np.int64]:
        """Return the values as whole numbers, int64 (rows, columns): 2688 is 1 for base 1/2."""
        values = self._board.values[self._points]
        return values.reshape(self._rows, self._columns)  # type: ignore[no-any-return]

    def field(self) -> Field:
        """Return the field of the stones as they are."""
        return _field(self.whole() / self._scale, self._range)


class LivingPaths:
    """Path influence of the living stones, followed from position to position."""

    def __init__(self, field: PathField, params: Params) -> None:
        self._field, self._params = field, params

    def step_to(self, position: Position, cancel: CancelFlag | None = None) -> Field:
        """Return the field of a position, captures included."""
        return self._field.follow(living_stones(position, self._params))


def tracker(columns: int, rows: int, params: Params) -> LivingPaths | None:
    """Return what follows a game stone by stone; None for chances and ranges beyond a word."""
    reach = int(params["range"])
    if reach > _WORD_RANGE or params["reading"] != "raw":
        return None
    field = PathField(columns, rows, path_range=reach, base=float(params["base"]))
    return LivingPaths(field, params)


def _field(values: Values, reach: int) -> Field:
    from irgo_app.kernels.paths import path_counts

    rows, columns = values.shape
    distinct, emitted = path_counts(columns, rows, reach)
    return PathInfluence(values, _UNIT, full_scale=1.5, paths=distinct, emitted=emitted)


LAYER = Layer(
    name="influence.paths",
    title="Path influence",
    kind=Field,
    unit=_UNIT,
    source="the incremental path influence (line of sight), 2011, seed text",
    compute=compute,
    params=(
        Param("range", int, 5, "Range", "Steps a path may have.", 1, 8),
        Param("base", float, 0.5, "Base", "What is left of a stone's influence at every step.",
              0.05, 1.0),
        DEAD,
        READING,
    ),
    tracker=tracker,
    shares=shares,
    short="Paths",
    tells="how freely stones can spread to a point",
)
