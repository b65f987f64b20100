"""The board of a picture seen from above: its lines, its stones, and their signs.

A point is empty where the lines that meet there are seen. Else the ring between what is written on
a stone and its rim tells: darker or lighter than the board round it, or edged by a rim. What fits
none of this well is told as unsure. A disc in a hue that neither stones nor board have is no stone:
candidate moves and letters of places are drawn so.

Signs are move numbers, and the marks circle, triangle, square, cross. Digits touch in small and
blurred pictures: a number is cut in every likely way, and the way whose parts look most like digits
is taken. Numbers of one picture are told from each other: each is there once, and Black's are odd
or all even.

The two small networks that look at points and at signs are trained by `docs/calibrate_scan.py`; no
library for networks is worth loading for them.
"""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import product
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.go.point import BLACK, EMPTY, WHITE
from irgo_app.resource_files import computed_with
from irgo_app.scan.extent import Bools, Doubles, Floats
from irgo_app.scan.lattice import Lattice, find_lattice

CELL: Final = 40
"""Pixels from point to point in the view."""
_MARGIN: Final = 1.5
"""Cells round the outer points."""
_SHORTEST, _LONGEST = 700, 1600
"""Of the longer side of the picture that lines are looked for in."""
_CLEAR: Final = 14.0
"""So much likelier than lines of which one is left out or added are those of a board."""
_LARGE, _USUAL = 60.0, 36.0
"""Where lines lie so far apart in it, they are looked for once more, as far apart as is usual."""


class BoardView(Struct, frozen=True, eq=False):
    """A board as seen from above; point (column, row) lies at `at(column, row)`.

    colours -- float32 (height, width, 3), red, green, blue, 0 to 255
    inside -- bool (height, width): where the picture reaches
    columns, rows -- how many lines are shown
    corners -- float64 (4, 2), pixels of the picture where the part's corner points lie: upper left,
    upper right, lower right, lower left
    is_clear -- whether no other lines explain the picture nearly as well
    """

    colours: Floats
    inside: Bools
    columns: int
    rows: int
    corners: Doubles
    is_clear: bool = True

    @property
    def light(self) -> Floats:
        """Return the lightness, float32 (height, width)."""
        result: Floats = self.colours @ np.array([0.299, 0.587, 0.114], np.float32)
        return result


def at(number: float) -> float:
    """Return the pixel of a line of the view, counted from 0."""
    return (_MARGIN + number) * CELL


def view_of(picture: npt.NDArray[np.uint8]) -> BoardView | None:
    """Return the board of a picture (uint8, height x width x 3), None where none is found."""
    longer = max(picture.shape[:2])
    scale = 1.0
    if longer > _LONGEST:
        scale = _LONGEST / longer
    elif longer < _SHORTEST:
        scale = min(3.0, _SHORTEST * 1.4 / longer)
    light = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32)
    found: tuple[float, float, Lattice] | None = None
    for _ in range(2):
        lattice = find_lattice(cv2.resize(
            light, None, fx=scale, fy=scale,
            interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC))
        if lattice is not None and (found is None or lattice.score / scale > found[0]):
            found = lattice.score / scale, scale, lattice
        # The edge of a board may be as thick as a stripe: it is a line where it is seen smaller.
        if lattice is not None and lattice.cell < _LARGE:
            break
        scale *= _USUAL / lattice.cell if lattice is not None else 0.5
    if found is None:
        return None
    _, scale, lattice = found
    assert lattice.extent is not None
    extent = lattice.extent
    return _seen_from_above(picture, scale, lattice, extent.columns, extent.rows,
                            is_clear=extent.margin > _CLEAR)


def _seen_from_above(
    picture: npt.NDArray[np.uint8], scale: float, lattice: Lattice, columns: range, rows: range, *,
    is_clear: bool
) -> BoardView:
    """Return the part of the picture that holds these lines, as if seen from above."""
    width = int((len(columns) - 1 + 2 * _MARGIN) * CELL)
    height = int((len(rows) - 1 + 2 * _MARGIN) * CELL)
    # The map is smooth: a tenth of its places are enough.
    step = 8
    across = np.arange(0, width + step, step) / CELL - _MARGIN + columns.start
    down = np.arange(0, height + step, step) / CELL - _MARGIN + rows.start
    x, y = lattice.pixels(*np.meshgrid(across, down))
    shrunk = min(1.0, 1.5 * CELL * scale / lattice.cell)
    source = picture
    if shrunk < 1.0:
        source = cv2.resize(picture, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    factor = (shrunk if shrunk < 1.0 else 1.0) / scale
    # Pixels are counted by their middles.
    fine_x, fine_y = (_between(((part + 0.5) * factor - 0.5), step)[:height, :width]
                      for part in (x, y))
    colours = cv2.remap(source, fine_x, fine_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = ((fine_x >= -0.5) & (fine_y >= -0.5) & (fine_x <= source.shape[1] - 0.5)
              & (fine_y <= source.shape[0] - 0.5))
    ends = np.array([(columns[0], rows[0]), (columns[-1], rows[0]), (columns[-1], rows[-1]),
                     (columns[0], rows[-1])], float)
    corner_x, corner_y = lattice.pixels(ends[:, 0], ends[:, 1])
    return BoardView(colours.astype(np.float32), inside, len(columns), len(rows),
                     np.column_stack([corner_x, corner_y]) / scale, is_clear)


def _between(coarse: Doubles, step: int) -> Floats:
    """Return a smooth map at every pixel from every `step`-th."""
    height, width = coarse.shape
    x, y = np.meshgrid(np.arange((width - 1) * step, dtype=np.float32) / step,
                       np.arange((height - 1) * step, dtype=np.float32) / step)
    result: Floats = cv2.remap(coarse.astype(np.float32), x, y, cv2.INTER_LINEAR)
    return result


class PointNetwork(Struct, frozen=True, eq=False):
    """Layers of weights float32 (inputs, outputs) and biases float32 (outputs)."""

    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def chances(self, inputs: Floats) -> Doubles:
        """Return the chance of each class, float64 (..., classes), for inputs (..., inputs)."""
        values = inputs
        for weights, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            values = np.maximum(values @ weights + bias, 0.0)
        last = (values @ self.weights[-1] + self.biases[-1]).astype(np.float64)
        last = np.exp(last - last.max(axis=-1, keepdims=True))
        found: Doubles = last / last.sum(axis=-1, keepdims=True)
        return found


@lru_cache(maxsize=2)
def network(name: str) -> PointNetwork:
    """Return the network `stones` or `signs`."""
    with np.load(BytesIO(computed_with("scan.npz")), allow_pickle=False) as kept:
        count = sum(key.startswith(f"{name}_weights_") for key in kept.files)
        return PointNetwork(tuple(kept[f"{name}_weights_{index}"].astype(np.float32)
                             for index in range(count)),
                       tuple(kept[f"{name}_biases_{index}"].astype(np.float32)
                             for index in range(count)))


PATCH: Final = 15
"""Places across the patch of lightness round a point."""
_PATCH_REACH: Final = 0.7
_ARMS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Left, right, up, down, as (columns, rows)."""
_DIAGONAL: Final = np.concatenate([
    np.radians([25, 33, 41, 49, 57, 65]) + turn * np.pi / 2 for turn in range(4)])


_CIRCLES: Final = np.arange(0.22, 0.49, 0.02)
"""Radii of the circles round a point that a disc is looked for on, in cells."""
_HUES_APART: Final = 0.035
"""So far apart are hues, as shares of red, green and blue, that are not the same."""
_GREYISH: Final = 0.1
"""A white stone is so near to grey in any light."""
_DARKEST_HUE: Final = 80.0
_FILLED: Final = 6
"""So many of the circles between"""
_INNER, _OUTER = 0.25, 0.41
"""are coloured in a disc: round a sign on a stone there are fewer."""
_AS_GROUND: Final = 30.0
"""So much may the board differ from itself."""


class PointsSeen(Struct, frozen=True, eq=False):
    """What is seen of each point, all float64 (rows, columns) in the lightness of the picture.

    arms -- which part of the lines that should meet there is seen, 0 to 1
    ring -- of a stone that lay there, between its number and its rim; spread -- how it varies
    ground -- of the board round the point
    rim -- how much darker than both ring and ground the circle between them is
    step -- part of directions in which ring and ground differ alike, + where the ring is darker
    tone -- how coloured the ring is, 0 grey to 1
    star -- how much the middle looks like a star point, 0 or 1
    beyond -- for the sides left, right, top, bottom: where a line goes on, 0 or 1 for each point,
    0.5 where the picture ends
    line -- how much darker than the board its lines are, one number
    """

    arms: Doubles
    ring: Doubles
    spread: Doubles
    ground: Doubles
    rim: Doubles
    step: Doubles
    tone: Doubles
    star: Doubles
    beyond: tuple[Doubles, Doubles, Doubles, Doubles]
    line: float


class Stones(Struct, frozen=True, eq=False):
    """colours -- int8 (rows, columns): 1 Black, -1 White, 0 none; sure -- float64, 0 to 1."""

    colours: npt.NDArray[np.int8]
    sure: Doubles


def _sampled(values: Floats, x: Doubles, y: Doubles) -> Doubles:
    """Return the values at the pixels nearest to (x, y)."""
    height, width = values.shape[:2]
    found: Doubles = values[np.clip(np.rint(y).astype(int), 0, height - 1),
                            np.clip(np.rint(x).astype(int), 0, width - 1)].astype(np.float64)
    return found


def _circled(values: Floats, columns: Doubles, rows: Doubles, radii: Doubles, turns: Doubles
             ) -> Doubles:
    """Return the values on circles of some radii in cells, (rows, columns, radii, turns, ...)."""
    away = CELL * radii[:, None]
    return _sampled(values, columns[:, :, None, None] + away * np.cos(turns),
                    rows[:, :, None, None] + away * np.sin(turns))


def _places(view: BoardView) -> tuple[Doubles, Doubles]:
    """Return the pixels of every point of a view: x and y, each (rows, columns)."""
    return np.meshgrid(at(0) + CELL * np.arange(view.columns), at(0) + CELL * np.arange(view.rows))


def points_of(view: BoardView) -> PointsSeen:
    """Measure every point of a view."""
    light = view.light
    columns, rows = _places(view)
    ground = _ground(light, columns, rows)
    radii = np.array([0.28, 0.31, 0.34, 0.37])
    ring_colours = _circled(view.colours, columns, rows, radii, _DIAGONAL)
    ring_values = _circled(light, columns, rows, radii, _DIAGONAL)
    flat = ring_values.reshape(*ring_values.shape[:2], -1)
    ring = np.median(flat, axis=2)
    spread = np.percentile(flat, 80, axis=2) - np.percentile(flat, 20, axis=2)
    middle = np.median(ring_colours.reshape(*flat.shape[:2], -1, 3), axis=2)
    tone = (middle.max(axis=2) - middle.min(axis=2)) / np.maximum(middle.max(axis=2), 40.0)
    arms, beyond, line = _arms(light, view, columns, rows)
    star = _stars(light, columns, rows, ground, line)
    rim, step = _rims(light, columns, rows, ring_values.mean(axis=2), line)
    return PointsSeen(arms, ring, spread, ground, rim, step, tone, star, beyond, line)


def _ground(light: Floats, columns: Doubles, rows: Doubles) -> Doubles:
    """Return the lightness of the board where four cells meet, the brightest two of each four."""
    corners = []
    for across, down in ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)):
        spots = [_sampled(light, columns + (across + dx) * CELL, rows + (down + dy) * CELL)
                 for dx in (-0.05, 0, 0.05) for dy in (-0.05, 0, 0.05)]
        values = np.median(spots, axis=0)
        # Outside the outer lines anything may lie.
        if across < 0:
            values[:, 0] = np.nan
        else:
            values[:, -1] = np.nan
        if down < 0:
            values[0] = np.nan
        else:
            values[-1] = np.nan
        corners.append(values)
    found: Doubles = np.nanmedian(corners, axis=0)
    return found


def _arms(
    light: Floats, view: BoardView, columns: Doubles, rows: Doubles
) -> tuple[Doubles, tuple[Doubles, Doubles, Doubles, Doubles], float]:
    """Return which part of the lines is seen at each point, where they go on, how dark they are."""
    beside = np.array([-0.15, -0.12, 0.12, 0.15])
    near = np.array([-0.075, -0.05, -0.025, 0.0, 0.025, 0.05, 0.075])
    along = np.array([0.26, 0.30, 0.34, 0.38])
    depths = []
    for across, down in _ARMS:
        def looked(offsets: Doubles, across: int = across, down: int = down) -> Doubles:
            x = columns[:, :, None, None] + CELL * (
                along[:, None] * across + offsets[None, :] * down)
            y = rows[:, :, None, None] + CELL * (along[:, None] * down + offsets[None, :] * across)
            return _sampled(light, x, y)
        line, sides = looked(near).min(axis=3), looked(beside)
        depth = np.minimum(sides[..., :2].mean(axis=3), sides[..., 2:].mean(axis=3)) - line
        depths.append(np.median(depth, axis=2))
    found = np.stack(depths)
    expected = np.ones_like(found, dtype=np.bool_)
    expected[0, :, 0] = expected[1, :, -1] = expected[2, 0] = expected[3, -1] = False
    clear = found[expected]
    usual = float(np.percentile(clear[clear > 3.0], 60)) if (clear > 3.0).sum() > 8 else 20.0
    part = np.clip(found / usual, 0.0, 1.0)
    shown = np.where(expected, part > 0.42, False).sum(axis=0) / expected.sum(axis=0)
    # Where the picture ends nobody can see that a line does.
    ended = [_sampled(view.inside.astype(np.float32), columns + 0.4 * CELL * across,
                      rows + 0.4 * CELL * down) < 0.5 for across, down in _ARMS]
    going = [np.where(ended[index], 0.5, part[index] > 0.42) for index in range(4)]
    beyond = going[0][:, 0], going[1][:, -1], going[2][0], going[3][-1]
    return shown.astype(np.float64), beyond, usual


def _stars(light: Floats, columns: Doubles, rows: Doubles, ground: Doubles, line: float) -> Doubles:
    """Return where a small dark dot lies on the crossing of the lines."""
    turns = np.pi / 4 + np.arange(4) * np.pi / 2
    near = _circled(light, columns, rows, np.array([0.075, 0.2]), turns).mean(axis=3)
    dark = np.minimum(near[:, :, 1], ground) - near[:, :, 0]
    found: Doubles = (dark > 0.4 * line).astype(np.float64)
    return found


def _rims(
    light: Floats, columns: Doubles, rows: Doubles, ring: Doubles, line: float
) -> tuple[Doubles, Doubles]:
    """Return how clearly a dark circle lies round each point, and a step from ring to ground.

    ring -- float64 (rows, columns, directions), inside that circle
    """
    radii = np.array([0.40, 0.43, 0.46, 0.49, 0.52, 0.55])
    rim = _circled(light, columns, rows, radii, _DIAGONAL).min(axis=2)
    outer = _circled(light, columns, rows, np.array([0.59, 0.63]), _DIAGONAL).mean(axis=2)
    depth = np.minimum(ring, outer) - rim
    clear = (depth > 0.45 * line).mean(axis=2)
    least = max(6.0, 0.3 * line)
    step = (outer - ring > least).mean(axis=2) - (ring - outer > least).mean(axis=2)
    return clear, step


def ruled(points: PointsSeen) -> Stones:
    """Tell what lies on each point by rules alone; what they are sure of says how stones look."""
    share = points.ring / np.maximum(points.ground, 1.0)
    coloured = (points.tone > 0.34) & (points.ring > 75)
    hidden = points.arms < 0.5
    black = hidden & (share < 0.62) & ~coloured
    lighter = (share > 1.09) | (points.rim > 0.55) | (points.step < -0.6)
    white = hidden & ~black & lighter & ~coloured & (share > 0.8)
    colours = np.zeros(points.arms.shape, np.int8)
    colours[black] = BLACK
    colours[white] = WHITE
    sure = np.ones(points.arms.shape)
    sure[(colours == EMPTY) & hidden] = 0.3
    sure[(colours != EMPTY) & (points.arms > 0.2)] = 0.4
    sure[black & (share > 0.5)] = 0.4
    return Stones(colours, sure)


def inputs_of(view: BoardView, points: PointsSeen) -> Floats:
    """Return what the network is given of each point, float32 (rows, columns, `INPUTS`).

    A patch of lightness as part of the ground's, then what is measured, then how it compares with
    those points of the picture that the rules are sure of.
    """
    ground = np.maximum(points.ground, 12.0)
    light = cv2.blur(view.light, (3, 3))
    columns, rows = _places(view)
    steps = np.linspace(-_PATCH_REACH, _PATCH_REACH, PATCH) * CELL
    across, down = np.meshgrid(steps, steps)
    patches = _sampled(light, columns[:, :, None] + across.ravel(), rows[:, :, None] + down.ravel())
    patches = np.clip(patches / ground[:, :, None] - 1.0, -1.0, 1.2)
    share = points.ring / ground
    measured = [points.arms, points.rim, points.step, np.clip(share - 1.0, -1, 1.2),
                np.clip(points.spread / ground, 0, 1.5), points.tone,
                points.tone - np.median(points.tone), points.star,
                np.full(share.shape, min(points.line / float(np.median(ground)), 1.0)),
                np.clip(points.ring / 128.0 - 1, -1, 1)]
    first = ruled(points)
    for colour, fallback in ((BLACK, 0.2), (WHITE, 1.25), (EMPTY, 1.0)):
        known = (first.colours == colour) & (first.sure > 0.9)
        usual = float(np.median(share[known])) if known.sum() > 2 else fallback
        measured += [np.clip(share - usual, -1.5, 1.5), np.full(share.shape, known.sum() > 2)]
    return np.concatenate([patches, np.stack(measured, axis=-1)], axis=-1).astype(np.float32)


def stones_of(view: BoardView, points: PointsSeen) -> Stones:
    """Tell what lies on each point of a view."""
    chances = network("stones").chances(inputs_of(view, points))
    colours = np.array([EMPTY, BLACK, WHITE], np.int8)[chances.argmax(axis=-1)]
    coloured = _discs(view, colours == WHITE)
    return Stones(np.where(coloured, EMPTY, colours).astype(np.int8),
                  np.where(coloured, 1.0, chances.max(axis=-1)))


def _discs(view: BoardView, white: Bools) -> Bools:
    """Return where a coloured disc lies, bool (rows, columns), or a disc with a coloured rim.

    white -- where white stones seem to lie, which tell what is grey in the light of the picture
    """
    columns, rows = _places(view)
    seen = np.median(_circled(view.colours, columns, rows, _CIRCLES, _TURNS), axis=3)
    half = CELL / 2
    ground = np.median(_sampled(
        view.colours, columns[:, :, None] + np.array([-half, half, -half, half]),
        rows[:, :, None] + np.array([-half, -half, half, half])), axis=2)
    hues, board = _hues(seen), _hues(np.median(ground.reshape(-1, 3), axis=0))
    grey = np.full(3, 1 / 3)
    whites = hues[white][:, (_CIRCLES > _INNER) & (_CIRCLES < _OUTER)].reshape(-1, 3)
    whites = whites[np.linalg.norm(whites - grey, axis=1) < _GREYISH]
    if len(whites):
        grey = np.median(whites, axis=0)
    # Stones and board, and what is blurred of both, lie on a line between two hues.
    line = board - grey
    share = np.clip((hues - grey) @ line / max(float(line @ line), 1e-9), 0.0, 1.0)
    apart = np.linalg.norm(hues - grey - share[..., None] * line, axis=-1)
    coloured = (apart > _HUES_APART) & (seen.max(axis=-1) > _DARKEST_HUE)
    found: Bools = coloured[..., (_CIRCLES > _INNER) & (_CIRCLES < _OUTER)].sum(
        axis=-1) >= _FILLED
    is_board = np.abs(seen - ground[:, :, None]).max(axis=-1) < _AS_GROUND
    for index in np.flatnonzero((_CIRCLES > 0.29) & (_CIRCLES < _OUTER)):
        # Round a rim lies the board; round a sign on a stone the stone.
        found |= coloured[..., index] & coloured[..., index - 1] & is_board[
            ..., index + 4:].all(axis=-1)
    return found


def _hues(colours: Doubles) -> Doubles:
    """Return the shares of red, green and blue, float64 (..., 3), for colours (..., 3)."""
    result: Doubles = colours / np.maximum(colours.sum(axis=-1, keepdims=True), 1.0)
    return result


SIGNS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "circle", "triangle", "square",
                "cross", "none")
"""What the network tells apart."""
MARKS: Final = {"circle": "CR", "triangle": "TR", "square": "SQ", "cross": "MA"}
"""The SGF property of each mark."""
_WIDTH, _HEIGHT = 12, 18
_FINER: Final = 2
_LARGEST: Final = 361
_READ: Final = 0.5
"""A number that is less likely than this is not told."""
_ODD_ONE_OUT: Final = 0.1
"""How much less likely a number is that should be the other colour's."""
_NARROWEST, _WIDEST = 0.22, 1.0
"""Of digits, in heights."""
_RIMMED: Final = 0.6
"""What is seen in so many directions is a stone's rim."""
_TURNS: Final = np.linspace(0, 2 * np.pi, 32, endpoint=False)

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom."""
Place: TypeAlias = tuple[int, int]
"""Row, column."""


class Signs(Struct, frozen=True):
    """What is written on stones, by (row, column): numbers, and names of `MARKS`.

    doubtful -- where something is written that may be read otherwise
    """

    numbers: dict[tuple[int, int], int]
    marks: dict[tuple[int, int], str]
    doubtful: frozenset[tuple[int, int]]


def sign_inputs(ink: Floats) -> Floats:
    """Return what the network is given of one sign: its box made 12 x 18, and its proportions."""
    height, width = ink.shape
    way = cv2.INTER_AREA if width > _WIDTH and height > _HEIGHT else cv2.INTER_LINEAR
    sized = cv2.resize(ink, (_WIDTH, _HEIGHT), interpolation=way)
    proportion = np.float32(min(2.0, width / height))
    return np.append(sized.ravel(), np.full(4, proportion, np.float32)).astype(np.float32)


def signs_on(view: BoardView, stones: Stones) -> Signs:
    """Read what is written on the stones of a view."""
    light = view.light
    marks: dict[Place, str] = {}
    chances: dict[Place, dict[int, float]] = {}
    for row, column in zip(*np.nonzero(stones.colours != EMPTY), strict=True):
        place = int(row), int(column)
        x, y, half = int(at(column)), int(at(row)), CELL // 2
        patch = light[y - half:y + half + 1, x - half:x + half + 1]
        ink = ink_of(patch if stones.colours[place] == BLACK else 255.0 - patch)
        box = box_of(ink)
        if box is None:
            continue
        mark, numbers = _read(ink, box)
        if mark in MARKS:
            marks[place] = mark
        elif numbers:
            chances[place] = numbers
    found = _agreed(chances, stones)
    told = {place: number for place, (number, chance) in found.items() if chance > _READ}
    return Signs(told, marks, frozenset(chances.keys() - told.keys()))


def ink_of(patch: Floats) -> Floats:
    """Return how much of each place is written on, 0 to 1, twice as fine.

    patch -- float32 (41, 41), a stone in the middle, what is written on it lighter than the stone
    """
    fine = cv2.resize(patch, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_CUBIC)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (21, 21))
    # Strokes stand out of what is as wide as they; the sheen of a stone does not.
    strokes = cv2.morphologyEx(fine, cv2.MORPH_TOPHAT, kernel)
    side = fine.shape[0]
    down, across = np.ogrid[:side, :side]
    away = np.hypot(down - side / 2, across - side / 2) / (CELL * _FINER)
    strongest = float(np.percentile(strokes[away < 0.35], 98))
    if strongest < 28:
        return np.zeros_like(strokes)
    ink: Floats = np.clip(strokes / strongest, 0, 1).astype(np.float32)
    reach = 0.41
    for radius in np.arange(0.35, 0.42, 0.01):
        rim = ink[np.rint(side / 2 + radius * CELL * _FINER * np.sin(_TURNS)).astype(int),
                  np.rint(side / 2 + radius * CELL * _FINER * np.cos(_TURNS)).astype(int)]
        if (rim > 0.3).mean() > _RIMMED:
            reach = radius - 0.02
            break
    ink[away > reach] = 0
    return ink


def box_of(ink: Floats) -> Box | None:
    """Return the box of what is written, None where nothing is."""
    side = ink.shape[0]
    count, _, facts, _ = cv2.connectedComponentsWithStats(
        (ink > 0.5).astype(np.uint8), connectivity=8)
    parts = [(int(left), int(top), int(left + width), int(top + height))
             for left, top, width, height, area in facts[1:count]
             # What is as large as the stone is its rim.
             if area >= 10 and height >= 0.1 * side and min(width, height) < 0.68 * side]
    if not parts:
        return None
    _, top, _, bottom = max(parts, key=lambda part: part[3] - part[1])
    if bottom - top < 0.17 * side:
        return None
    # Signs stand beside each other; what lies above and below is a part of one.
    parts = [part for part in parts if min(part[3], bottom) - max(part[1], top)
             > 0.5 * (part[3] - part[1]) and part[3] - part[1] > 0.4 * (bottom - top)]
    return (min(part[0] for part in parts), min(part[1] for part in parts),
            max(part[2] for part in parts), max(part[3] for part in parts))


def _read(ink: Floats, box: Box) -> tuple[str, dict[int, float]]:
    left, top, right, bottom = box
    height = bottom - top
    cuts = _cuts(ink[top:bottom, left:right])
    spans = [(start, end) for start in cuts for end in cuts
             if _NARROWEST * height < end - start < _WIDEST * height]
    if (cuts[0], cuts[-1]) not in spans:
        spans.append((cuts[0], cuts[-1]))
    seen = network("signs").chances(np.stack([
        sign_inputs(trimmed(ink[top:bottom, left + start:left + end])) for start, end in spans]))
    whole = seen[spans.index((cuts[0], cuts[-1]))]
    best = SIGNS[int(whole.argmax())]
    if best in MARKS and whole.max() > 0.7:
        return best, {}
    of_span = dict(zip(spans, seen[:, :10], strict=True))
    numbers: dict[int, float] = {}
    for way in _ways(cuts[0], cuts[-1], of_span):
        digits = [[(int(digit), float(of_span[span][digit]))
                   for digit in np.argsort(-of_span[span])[:3]] for span in way]
        for taken in product(*digits):
            number = int("".join(str(digit) for digit, _ in taken))
            chance = float(np.prod([chance for _, chance in taken]))
            if taken[0][0] and number <= _LARGEST and chance > 0.01:
                numbers[number] = max(chance, numbers.get(number, 0.0))
    return "", numbers


def _cuts(ink: Floats) -> list[int]:
    """Return columns between which a sign may lie: both ends, gaps, and even parts."""
    width = ink.shape[1]
    profile = cv2.blur(ink.sum(axis=0).reshape(1, -1), (3, 1)).ravel()
    lower = [column for column in range(2, width - 1)
             if profile[column] <= profile[column - 1] and profile[column] < profile[column + 1]]
    even = [width // 2, width // 3, 2 * width // 3]
    found: list[int] = []
    for column in lower + even:
        if all(abs(column - other) > 2 for other in (0, *found, width)):
            found.append(column)
    return [0, *sorted(found), width]


def _ways(start: int, end: int, spans: dict[tuple[int, int], Doubles], most: int = 3
          ) -> Iterator[list[tuple[int, int]]]:
    """Yield the ways to go from start to end by up to `most` spans."""
    if start == end:
        yield []
    elif most:
        for span in spans:
            if span[0] == start:
                for rest in _ways(span[1], end, spans, most - 1):
                    yield [span, *rest]


def _agreed(chances: dict[Place, dict[int, float]], stones: Stones
            ) -> dict[Place, tuple[int, float]]:
    """Return the number of each place and how likely it is: no number twice, colours in turn."""
    sides = [(stones.colours[place] == BLACK) == (max(numbers, key=lambda n: numbers[n]) % 2 == 1)
             for place, numbers in chances.items()]
    odd_is_black = None
    if len(sides) > 4 and not 0.2 < np.mean(sides) < 0.8:
        odd_is_black = bool(np.mean(sides) > 0.5)
    weighed = []
    for place, numbers in chances.items():
        for number, chance in numbers.items():
            fits = odd_is_black is None or odd_is_black == (
                (stones.colours[place] == BLACK) == (number % 2 == 1))
            weighed.append((chance * (1.0 if fits else _ODD_ONE_OUT), place, number))
    found: dict[Place, tuple[int, float]] = {}
    for chance, place, number in sorted(weighed, reverse=True):
        if place not in found and all(number != other for other, _ in found.values()):
            found[place] = number, chance
    return found


def trimmed(ink: Floats) -> Floats:
    """Return ink without empty lines round it."""
    rows, columns = (np.flatnonzero((ink > 0.5).any(axis=axis)) for axis in (1, 0))
    if len(rows) < 3 or len(columns) < 2:
        return ink
    return ink[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
