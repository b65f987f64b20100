"""Finds the lines of a board in a picture: a lattice, seen turned, from the side, on a bent page.

Thin lines answer a ridge filter, stones and letters hardly. The direction of each family is the one
in which their projection is sharpest; the distance of lines is the period of that projection. From
where the lines cross most densely the lattice grows outwards: every stretch of line between two
points says where it lies, and a homography is fitted to all of them, then what is left as a smooth
bend.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.scan.extent import Bools, Doubles, Extent, Floats, Stretches, extent_of

_STEEPEST: Final = 9.0
"""Degrees: boards that are turned further are not looked for."""
_BEYOND: Final = 12
"""Pixels that are added along the picture's ends, where a board may be cut along its edge."""
_LEAST_CELL: Final = 9.0
_ALONG: Final = np.array([0.16, 0.24, 0.32, 0.40, 0.60, 0.68, 0.76, 0.84])
"""Where a stretch of line is looked at, from one point to the next: a stone hides half of it."""
_FURTHEST: Final = 24
"""Lines on each side of the point that the lattice grows from."""
_BELIEVED: Final = 12.0
"""The distances that were found before count as so many stretches at the end of the reach, in
small parts of a board and in those that are seen straight from above."""
_ALIKE: Final = 0.85
"""Of a lattice seen from above and a bent one that explain nearly as much the closer is taken."""
_FITTING: Final = 0.8
"""From such a part of its lines that is seen on a lattice fits."""
_LEAST_SHOWN: Final = 0.6
_LEAST, _PLENTY = 40.0, 200.0
"""A lattice that less speaks for is none; where so much does, others are hardly looked for."""
_ANGLES: Final = np.radians([
    angle + turn for turn in (0, 90, 180, 270) for angle in (31, 38, 45, 52, 59)])
_RIM: Final = (np.array([0.30, 0.36, 0.40, 0.43, 0.46, 0.49, 0.52, 0.57, 0.62, 0.72, 0.77])[
    :, None, None] * np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])).astype(np.float32)
"""Where a disc is looked at, in cells (radii, directions, 2): inside, its rim, outside, beyond."""
_BESIDE: Final = 0.06 * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)], np.float32)
"""Where the middle of a stone is looked for, in cells beside its point."""
_STEP: Final = 14.0
"""So much lighter than the board a white stone is, if not more."""
_ROUND: Final = 0.72
"""In so many directions the edge of a stone is seen."""
_HALF_DOWN: Final = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
_HALF_ACROSS: Final = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])


class Lattice(Struct, frozen=True, eq=False):
    """Where the crossing (column, row) lies in a picture; whole numbers are crossings.

    matrix -- float64 (3, 3), homography from (column, row) to pixels of the upright picture
    bend -- float64 (10, 2), what a smooth bend of the page adds, in those pixels; middle -- the
    (column, row) that it is told from
    turn -- float64 (2, 3), affine map from the upright picture to the picture
    first, last -- the range of (column, row) that was searched
    extent -- which lines of that range are the board's, None where hardly any are
    cell -- the distance of lines in pixels of the upright picture
    """

    matrix: Doubles
    bend: Doubles
    turn: Doubles
    first: tuple[int, int]
    last: tuple[int, int]
    cell: float
    middle: tuple[float, float] = (0.0, 0.0)
    extent: Extent | None = None

    @property
    def score(self) -> float:
        """Return what speaks for the lattice, by the area that it explains."""
        return self.cell * self.extent.score if self.extent else 0.0

    def upright(self, columns: Doubles, rows: Doubles) -> tuple[Doubles, Doubles]:
        """Return pixels of the upright picture."""
        below = self.matrix[2, 0] * columns + self.matrix[2, 1] * rows + 1.0
        x = (self.matrix[0, 0] * columns + self.matrix[0, 1] * rows + self.matrix[0, 2]) / below
        y = (self.matrix[1, 0] * columns + self.matrix[1, 1] * rows + self.matrix[1, 2]) / below
        powers = self.powers(columns, rows)
        return x + powers @ self.bend[:, 0], y + powers @ self.bend[:, 1]

    def powers(self, columns: Doubles, rows: Doubles) -> Doubles:
        """Return float64 (..., 10): the terms of a cubic in both, which goes on flat outside."""
        a = np.clip((columns - self.middle[0]) / 10.0, -1.2, 1.2)
        b = np.clip((rows - self.middle[1]) / 10.0, -1.2, 1.2)
        return np.stack([np.ones_like(a), a, b, a * a, a * b, b * b, a * a * a, a * a * b,
                         a * b * b, b * b * b], axis=-1)

    def pixels(self, columns: Doubles, rows: Doubles) -> tuple[Doubles, Doubles]:
        """Return pixels of the picture that was searched."""
        x, y = self.upright(columns, rows)
        return (self.turn[0, 0] * x + self.turn[0, 1] * y + self.turn[0, 2],
                self.turn[1, 0] * x + self.turn[1, 1] * y + self.turn[1, 2])


def find_lattice(light: Floats) -> Lattice | None:
    """Return the lattice that explains most lines of a picture, None where there is no board.

    light -- float32 (height, width), 0 to 255, the longer side between 700 and 1,600
    """
    best: Lattice | None = None
    for is_dark in (True, False):
        found = _lattice_of(light if is_dark else 255.0 - light)
        if found and (best is None or found.score > 1.5 * best.score):
            best = found
        if best and best.extent and best.extent.score > _PLENTY:
            break
    if best and best.extent and best.extent.score > _LEAST and best.extent.shown > _LEAST_SHOWN:
        return best
    return None


def _lattice_of(light: Floats) -> Lattice | None:
    turn = _upright_map(light)
    if turn is None:
        return None
    height, width = light.shape
    flat = cv2.warpAffine(light, turn, (width, height),
                          flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                          borderMode=cv2.BORDER_REPLICATE)
    ridges = _Ridges.of(flat)
    best: Lattice | None = None
    for across, down in _periods(ridges):
        # Lines that fit may be every second one, but no others lie between lines that are missing.
        if (best and best.extent and best.extent.shown > _FITTING
                and best.extent.score > _PLENTY and across > 0.8 * best.cell):
            continue
        found = _grown(ridges, across, down, turn)
        if found and (best is None or found.score > best.score):
            best = found
    return best


class _Ridges(Struct, frozen=True, eq=False):
    """How much each pixel looks like a thin dark line, 1 as usual: upright ones, level ones.

    light -- the picture; usual -- how much darker than its sides a line of it is
    """

    upright: Floats
    level: Floats
    light: Floats
    usual: float

    @classmethod
    def of(cls, light: Floats) -> _Ridges:
        upright, usual = _ridge(light, is_level=False)
        level, other = _ridge(light, is_level=True)
        return cls(upright, level, light, min(usual, other))


def _ridge(light: Floats, *, is_level: bool) -> tuple[Floats, float]:
    """Return how dark a thin line stands out of both its sides, 1 as usual, and what is usual."""
    across, along = ((1, 9), (9, 1)) if is_level else ((9, 1), (1, 9))
    # A line along the picture's end has but one side: the mirror gives it the other.
    smooth = cv2.blur(cv2.copyMakeBorder(light, *([_BEYOND] * 4), cv2.BORDER_REFLECT), along)
    hat = cv2.morphologyEx(smooth, cv2.MORPH_BLACKHAT,
                           cv2.getStructuringElement(cv2.MORPH_RECT, across))
    opened = cv2.morphologyEx(hat, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, along))
    opened = opened[_BEYOND:-_BEYOND, _BEYOND:-_BEYOND]
    seen = opened[opened > 4.0]
    usual = float(np.percentile(seen, 60)) if seen.size > 50 else 30.0
    # Grain answers everywhere, but less than lines do.
    many, few = np.percentile(opened[::2, ::2], (99, 99.7))
    usual = max(usual, 6.0, 0.5 * float(many), 0.35 * float(few))
    return np.clip(opened / usual, 0.0, 1.5).astype(np.float32), usual


def _upright_map(light: Floats) -> Doubles | None:
    """Return the affine map from an upright picture to this one, by the directions of its lines."""
    angles = []
    for is_level in (True, False):
        across = (1, 9) if is_level else (9, 1)
        hat = cv2.morphologyEx(cv2.GaussianBlur(light, (0, 0), 1.0), cv2.MORPH_BLACKHAT,
                               cv2.getStructuringElement(cv2.MORPH_RECT, across))
        bound = max(8.0, 0.35 * float(np.percentile(hat, 99)))
        ys, xs = np.nonzero(hat > bound)
        if len(xs) < 100:
            return None
        if len(xs) > 20_000:
            keep = np.random.default_rng(1).choice(len(xs), 20_000, replace=False)
            ys, xs = ys[keep], xs[keep]
        angles.append(_sharpest(xs, ys, is_level=is_level))
    level, upright = (float(np.radians(angle)) for angle in angles)
    height, width = light.shape
    turn = np.array([[np.cos(level), -np.sin(upright)], [np.sin(level), np.cos(upright)]])
    middle = np.array([width / 2, height / 2])
    return np.column_stack([turn, middle - turn @ middle])


def _sharpest(xs: npt.NDArray[np.intp], ys: npt.NDArray[np.intp], *, is_level: bool) -> float:
    """Return the angle in degrees at which points fall together into the fewest lines."""
    centre, step = 0.0, 0.5
    reach = _STEEPEST
    for _ in range(2):
        angles = np.arange(centre - reach, centre + reach + step / 2, step)
        scores = []
        for angle in np.radians(angles):
            along = (ys * np.cos(angle) - xs * np.sin(angle) if is_level
                     else xs * np.cos(angle) + ys * np.sin(angle))
            counts = np.bincount((along - along.min()).astype(np.int64))
            scores.append(float((counts.astype(np.float64) ** 2).sum()))
        centre = float(angles[int(np.argmax(scores))])
        reach, step = 0.5, 0.1
    return centre


def _periods(ridges: _Ridges) -> Iterator[tuple[float, float]]:
    """Yield likely distances of lines (across, down), the likeliest first.

    Rims of stones that touch lie half-way between the lines, so that of a full board half the
    distance is the likeliest: twice as much comes last.
    """
    profiles = [ridges.upright.mean(axis=0), ridges.level.mean(axis=1)]
    longest = min(ridges.upright.shape) / 3.0
    periods = np.geomspace(_LEAST_CELL, max(longest, 2 * _LEAST_CELL), 480)
    scores = [_comb_scores(profile.astype(np.float64), periods) for profile in profiles]
    # Level lines may lie a little further apart than upright ones, or nearer.
    near = 14
    padded = np.pad(scores[1], near, mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * near + 1)
    bias = 1.0 - 0.004 * np.abs(np.arange(-near, near + 1))
    partner = (windows * bias).argmax(axis=1) - near
    joint = scores[0] * (windows * bias).max(axis=1)
    taken: list[tuple[float, float]] = []
    for index in np.argsort(-joint):
        period = float(periods[index])
        if len(taken) == 4:
            break
        if _is_new(period, taken):
            other = int(np.clip(index + partner[index], 0, len(periods) - 1))
            taken.append((period, float(periods[other])))
            yield taken[-1]
    for across, down in taken[:1]:
        if 2 * across < longest and _is_new(2 * across, taken):
            yield 2 * across, 2 * down


def _is_new(period: float, taken: list[tuple[float, float]]) -> bool:
    """Return whether no distance of lines that was taken is about as large."""
    return all(abs(np.log(period / across)) >= 0.06 for across, _ in taken)


def _comb_scores(profile: Doubles, periods: Doubles) -> Doubles:
    sharp = profile - cv2.blur(profile.reshape(1, -1), (41, 1)).ravel()
    sharp = np.clip(sharp, 0, None)
    sharp = np.minimum(sharp, 4 * sharp.mean() + 1e-9)
    waves = np.abs(np.fft.rfft(sharp, 1 << 15)) / (sharp.sum() + 1e-9)
    places = np.arange(len(waves)) / (1 << 15)
    score = np.zeros(len(periods))
    for harmonic in (1, 2, 3):
        score += np.interp(harmonic / periods, places, waves) / harmonic ** 0.5
    return score


def _grown(ridges: _Ridges, period_x: float, period_y: float, turn: Doubles) -> Lattice | None:
    """Return the lattice that grows from where lines of these distances cross most densely."""
    height, width = ridges.upright.shape
    box = (int(8 * period_x) | 1, int(8 * period_y) | 1)
    dense = cv2.blur(ridges.upright, box) * cv2.blur(ridges.level, box)
    rim_x, rim_y = int(2.5 * period_x), int(2.5 * period_y)
    inner = dense[rim_y:height - rim_y, rim_x:width - rim_x]
    if inner.size == 0:
        return None
    at = np.unravel_index(int(inner.argmax()), inner.shape)
    x, y = float(at[1] + rim_x), float(at[0] + rim_y)
    matrix = np.array([[period_x, 0.0, _phase(ridges.upright, x, y, period_x, period_y)],
                       [0.0, period_y, _phase(ridges.level.T, y, x, period_y, period_x)],
                       [0.0, 0.0, 1.0]])
    lattice = max(
        (Lattice(matrix @ shift, np.zeros((10, 2)), turn, (-4, -4), (4, 4),
                 min(period_x, period_y))
         for shift in (np.eye(3), _HALF_ACROSS, _HALF_DOWN, _HALF_ACROSS @ _HALF_DOWN)),
        key=lambda shifted: _weighed(_stretches(ridges, shifted)))
    found = [grown for is_flat in (False, True)
             if (grown := _spread(ridges, lattice, is_flat=is_flat)) is not None]
    if len(found) == 2 and min(lattice.score for lattice in found) > _ALIKE * max(
            lattice.score for lattice in found):
        return min(found, key=lambda grown: _beside(ridges, grown))
    return max(found, key=lambda grown: grown.score, default=None)


def _beside(ridges: _Ridges, lattice: Lattice) -> float:
    """Return how far beside the lines of a lattice those of the picture lie, in pixels."""
    away = []
    for is_level in (False, True):
        seen = _seen(ridges, lattice, is_level=is_level, slack=0.3)
        away.append(np.abs(seen.away[seen.strength > 0.5]))
    return float(np.concatenate(away).mean())


def _spread(ridges: _Ridges, lattice: Lattice, *, is_flat: bool) -> Lattice | None:
    """Return the lattice fitted further and further out; is_flat -- seen straight from above.

    Of a full board so few lines are seen that a slant or a bend would be made of chance.
    """
    fitted: Lattice | None = None
    for reach, slack in ((3, 0.32), (3, 0.2), (5, 0.2), (7, 0.2), (10, 0.2), (14, 0.2), (18, 0.2),
                         (_FURTHEST, 0.18), (_FURTHEST, 0.15)):
        fitted = _fitted(ridges, lattice, reach, slack, is_affine=is_flat or reach <= 5,
                         believed=_BELIEVED if is_flat or reach <= 5 else 0.0)
        lattice = fitted or lattice
    # Where stones lie close together lines are seen only further away.
    if fitted is None:
        return None
    lattice = lattice if is_flat else _bent(ridges, lattice)
    return replace(lattice, extent=extent_of(_stretches(ridges, lattice), lattice.first))


def _phase(lines: Floats, x: float, y: float, period: float, other: float) -> float:
    """Return where an upright line lies near x, or half-way between two, in a window round (x, y).

    Gaps between stones look like lines half-way: both together have half the period.
    """
    height, width = lines.shape
    left, right = max(0, int(x - 3 * period)), min(width, int(x + 3 * period) + 1)
    top, bottom = max(0, int(y - 3 * other)), min(height, int(y + 3 * other) + 1)
    profile = lines[top:bottom, left:right].mean(axis=0).astype(np.float64)
    half = period / 2
    wave = np.exp(2j * np.pi * np.arange(left, right) / half)
    phase = float(np.angle((wave * profile ** 2).sum())) / (2 * np.pi) * half
    return phase + round((x - phase) / half) * half


class _Seen(Struct, frozen=True, eq=False):
    """Stretches of one family: where their middles are, in lattice and pixels, how clear, how far.

    away -- float64, how far beside its place each lies, in pixels
    halves -- float64 (count, 2), how clear each half is within the slack
    """

    columns: Doubles
    rows: Doubles
    place: Doubles
    away: Doubles
    strength: Doubles
    halves: Doubles


def _seen(ridges: _Ridges, lattice: Lattice, *, is_level: bool, slack: float) -> _Seen:
    """Look for each stretch of a family within `slack` cells of its place."""
    (first_column, first_row), (last_column, last_row) = lattice.first, lattice.last
    columns = np.arange(first_column, last_column + (0 if is_level else 1), dtype=np.float64)
    rows = np.arange(first_row, last_row + (1 if is_level else 0), dtype=np.float64)
    column, row = (part.ravel() for part in np.meshgrid(columns, rows))
    along = _ALONG[None, :]
    at_columns = column[:, None] + (along if is_level else 0.0)
    at_rows = row[:, None] + (0.0 if is_level else along)
    at_columns, at_rows = np.broadcast_arrays(at_columns, at_rows)
    x, y = lattice.upright(at_columns, at_rows)
    reach = slack * lattice.cell
    offsets = np.linspace(-reach, reach, 2 * max(4, int(np.ceil(reach))) + 1)
    map_x = x[:, :, None] + (0.0 if is_level else offsets)
    map_y = y[:, :, None] + (offsets if is_level else 0.0)
    shape = np.broadcast_shapes(map_x.shape, map_y.shape)
    lines = ridges.level if is_level else ridges.upright
    count = shape[0]
    sampled = cv2.remap(
        lines, np.ascontiguousarray(np.broadcast_to(map_x, shape).reshape(count, -1), np.float32),
        np.ascontiguousarray(np.broadcast_to(map_y, shape).reshape(count, -1), np.float32),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0).reshape(shape)
    # A line is seen all along; letters and rims of stones only here and there.
    halves = sampled.reshape(shape[0], 2, len(_ALONG) // 2, shape[2])
    clear = 0.5 * halves.min(axis=2) + 0.5 * halves.mean(axis=2)
    profile = clear.max(axis=1).astype(np.float64)
    peak = profile.argmax(axis=1)
    strength = np.take_along_axis(profile, peak[:, None], 1)[:, 0]
    weights = profile * (np.abs(np.arange(len(offsets)) - peak[:, None]) <= 2)
    away = (weights * offsets).sum(axis=1) / (weights.sum(axis=1) + 1e-9)
    place = (y if is_level else x).mean(axis=1)
    return _Seen(at_columns.mean(axis=1), at_rows.mean(axis=1), place, away, strength,
                 clear.max(axis=2).astype(np.float64))


def _fitted(
    ridges: _Ridges, lattice: Lattice, reach: int, slack: float, *, is_affine: bool, believed: float
) -> Lattice | None:
    """Return the lattice fitted to the stretches that are seen within a reach."""
    wide = _reaching(lattice, reach, ridges.light.shape)
    upright = _seen(ridges, wide, is_level=False, slack=slack)
    level = _seen(ridges, wide, is_level=True, slack=slack)
    good_u, good_l = upright.strength > 0.4, level.strength > 0.4
    if good_u.sum() < 6 or good_l.sum() < 6:
        return None
    matrix = lattice.matrix
    columns = np.concatenate([upright.columns[good_u], level.columns[good_l]])
    rows = np.concatenate([upright.rows[good_u], level.rows[good_l]])
    target = np.concatenate([(upright.place + upright.away)[good_u],
                             (level.place + level.away)[good_l]])
    is_x = np.concatenate([np.ones(good_u.sum(), bool), np.zeros(good_l.sum(), bool)])
    strength = np.concatenate([upright.strength[good_u], level.strength[good_l]])
    weights = strength.copy()
    scale = float(reach)
    u, v = columns / scale, rows / scale
    zero = np.zeros_like(u)
    one = np.ones_like(u)
    system = np.column_stack([
        np.where(is_x, u, zero), np.where(is_x, v, zero), np.where(is_x, one, zero),
        np.where(is_x, zero, u), np.where(is_x, zero, v), np.where(is_x, zero, one),
        -target * u, -target * v])
    # What is hardly seen from the side stays so until there is much to tell it from.
    stiff = np.diag([0.0] * 6 + [1e-3 * lattice.cell ** 2 * len(target) * (1e6 if is_affine else 1)]
                    * 2)
    # Of a full board few lines are seen, and much that looks like one.
    kept = np.diag([believed, believed, 0.0] * 2 + [0.0, 0.0])
    before = np.pad((matrix[:2] * (scale, scale, 0.0)).ravel(), (0, 2))
    for _ in range(4):
        weighted = system * weights[:, None]
        try:
            solved = np.linalg.solve(
                weighted.T @ system + stiff + kept + 1e-9 * np.eye(8),
                weighted.T @ target + kept @ before)
        except np.linalg.LinAlgError:
            return None
        residual = np.abs(system @ solved - target) / lattice.cell
        weights = strength / (1.0 + (residual / 0.05) ** 2)
    matrix = np.array([[solved[0] / scale, solved[1] / scale, solved[2]],
                       [solved[3] / scale, solved[4] / scale, solved[5]],
                       [solved[6] / scale, solved[7] / scale, 1.0]])
    if not np.isfinite(matrix).all():
        return None
    cell = float(min(np.hypot(matrix[0, 0], matrix[1, 0]), np.hypot(matrix[0, 1], matrix[1, 1])))
    if not 0.6 * lattice.cell < cell < 1.6 * lattice.cell or cell < 0.7 * _LEAST_CELL:
        return None
    return replace(wide, matrix=matrix, cell=cell)


def _reaching(lattice: Lattice, reach: int, shape: tuple[int, ...]) -> Lattice:
    """Return the lattice with the range of points within reach that lie in the picture."""
    height, width = shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    try:
        back = np.linalg.inv(lattice.matrix)
    except np.linalg.LinAlgError:
        return replace(lattice, first=(-1, -1), last=(1, 1))
    found = np.column_stack([corners, np.ones(4)]) @ back.T
    found = found[:, :2] / found[:, 2:]
    if not np.isfinite(found).all():
        found = np.array([(-reach, -reach), (reach, reach)], np.float64)
    low = np.clip(np.floor(found.min(axis=0)), -reach, -1).astype(int)
    high = np.clip(np.ceil(found.max(axis=0)), 1, reach).astype(int)
    return replace(lattice, first=(int(low[0]), int(low[1])), last=(int(high[0]), int(high[1])))


def _crossed(lattice: Lattice, upright: _Seen, level: _Seen) -> tuple[Bools, Bools]:
    """Return which stretches of both families meet one of the other; those of a frame do not."""
    across = lattice.last[0] - lattice.first[0] + 1
    down = lattice.last[1] - lattice.first[1] + 1
    is_upright = upright.strength.reshape(down - 1, across) > 0.5
    is_level = level.strength.reshape(down, across - 1) > 0.5
    on_level = np.pad(is_level, ((0, 0), (1, 1)))
    touches = on_level[:, 1:] | on_level[:, :-1]
    on_upright = np.pad(is_upright, ((1, 1), (0, 0)))
    touched = on_upright[1:] | on_upright[:-1]
    return ((touches[1:] & touches[:-1]).ravel(), (touched[:, 1:] & touched[:, :-1]).ravel())


def _bent(ridges: _Ridges, lattice: Lattice) -> Lattice:
    """Return the lattice with what a bent page adds, where enough is seen to tell."""
    # What lies far off is believed at first, as it may be a corner that is bent away.
    for slack, doubtful in ((0.35, 0.2), (0.3, 0.1), (0.2, 0.05)):
        both = [_seen(ridges, lattice, is_level=is_level, slack=slack)
                for is_level in (False, True)]
        good = [(seen.strength > 0.5) & crossed
                for seen, crossed in zip(both, _crossed(lattice, *both), strict=True)]
        if min(part.sum() for part in good) < 60:
            return lattice
        if not lattice.bend.any():
            lattice = replace(lattice, middle=_middle(both, good))
        bend = lattice.bend.copy()
        for axis, (seen, chosen) in enumerate(zip(both, good, strict=True)):
            powers = lattice.powers(seen.columns[chosen], seen.rows[chosen])
            weights = seen.strength[chosen].copy()
            stiff = 0.004 * chosen.sum() * np.diag([0.01, 0.1, 0.1, *([1.0] * 7)])
            away = seen.away[chosen]
            solved = np.zeros(10)
            for _ in range(4):
                weighted = powers * weights[:, None]
                solved = np.linalg.solve(weighted.T @ powers + stiff, weighted.T @ away)
                residual = np.abs(powers @ solved - away) / lattice.cell
                weights = seen.strength[chosen] / (1.0 + (residual / doubtful) ** 2)
            bend[:, axis] += solved
        lattice = replace(lattice, bend=bend)
    return lattice


def _middle(both: list[_Seen], good: list[Bools]) -> tuple[float, float]:
    """Return the column and the row half-way between the outer ones of what is seen."""
    pairs = list(zip(both, good, strict=True))
    columns = np.concatenate([seen.columns[chosen] for seen, chosen in pairs])
    rows = np.concatenate([seen.rows[chosen] for seen, chosen in pairs])
    return (float(np.mean(np.percentile(columns, (2, 98)))),
            float(np.mean(np.percentile(rows, (2, 98)))))


def _stretches(ridges: _Ridges, lattice: Lattice) -> Stretches:
    across = lattice.last[0] - lattice.first[0] + 1
    down = lattice.last[1] - lattice.first[1] + 1
    upright = _seen(ridges, lattice, is_level=False, slack=0.1)
    level = _seen(ridges, lattice, is_level=True, slack=0.1)
    beside = _seen(ridges, replace(lattice, matrix=lattice.matrix @ _HALF_DOWN), is_level=True,
                   slack=0.1).strength.reshape(down, across - 1)
    aside = _seen(ridges, replace(lattice, matrix=lattice.matrix @ _HALF_ACROSS), is_level=False,
                  slack=0.1).strength.reshape(down - 1, across)
    # The grain of wood is seen between the lines as well.
    return Stretches(
        upright.halves.reshape(down - 1, across, 2)
        - np.minimum(aside, _left_of(aside))[:, :, None],
        level.halves.reshape(down, across - 1, 2)
        - np.minimum(beside, _left_of(beside.T).T)[:, :, None],
        _discs(ridges, lattice))


def _left_of(values: Doubles) -> Doubles:
    return np.pad(values, ((0, 0), (1, 0)))[:, :-1]


def _discs(ridges: _Ridges, lattice: Lattice) -> Bools:
    """Return where a disc lies: its rim is seen all round, away from the lines."""
    columns, rows = np.meshgrid(
        np.arange(lattice.first[0], lattice.last[0] + 1, dtype=np.float64),
        np.arange(lattice.first[1], lattice.last[1] + 1, dtype=np.float64))
    middles = np.stack(lattice.upright(columns, rows), axis=-1)
    height, width = ridges.light.shape
    x, y = middles[..., 0], middles[..., 1]
    result: Bools = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    columns, rows, middles = columns[result], rows[result], middles[result]
    # So near a point the lattice is even.
    axes = np.stack([
        np.stack(lattice.upright(columns + step_x, rows + step_y), axis=-1) - middles
        for step_x, step_y in ((0.5, 0.0), (0.0, 0.5))], axis=1).astype(np.float32) * 2
    fine: Floats = middles.astype(np.float32)
    found: Bools = np.zeros(len(fine), np.bool_)
    # Stones may lie a little beside their points.
    for beside in _BESIDE:
        places = np.flatnonzero(~found)
        moved: Floats = fine[places] + beside[0] * axes[places, 0] + beside[1] * axes[places, 1]
        found[places] = _is_disc(ridges, moved, axes[places])
    result[result] = found
    return result


def _is_disc(ridges: _Ridges, middles: Floats, axes: Floats) -> Bools:
    """Return whether a disc lies round each place.

    middles -- float32 (count, 2), pixels; axes -- float32 (count, 2, 2), from there to the next
    column and to the next row
    """
    if not len(middles):
        return np.zeros(0, np.bool_)
    across, down = _RIM.reshape(-1, 2).T
    x, y = (middles[:, axis, None] + axes[:, 0, axis, None] * across
            + axes[:, 1, axis, None] * down for axis in (0, 1))
    seen = cv2.remap(ridges.light, x, y, cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_REPLICATE).reshape(-1, *_RIM.shape[:2])
    inner, outer = (seen[:, 0] + seen[:, 1]) / 2, (seen[:, 7] + seen[:, 8]) / 2
    rim = seen[:, 2:7].min(axis=1)
    # In these directions an empty cell with its four lines round it is no disc.
    far = seen[:, 9:, [0, 4, 5, 9, 10, 14, 15, 19]].mean(axis=1)
    middle = inner.mean(axis=1, keepdims=True)
    clear = 0.25 * ridges.usual
    step = min(clear, _STEP)
    darker = ((outer - inner > clear).mean(axis=1) > _ROUND) & (
        (far - middle > clear).mean(axis=1) > _ROUND)
    ringed = np.minimum(inner, outer) - rim > clear
    # The rim of a white stone is seen on one side, its light on the other.
    lighter = (((inner - outer > step) | ringed).mean(axis=1) > _ROUND) & (
        (middle - far > step).mean(axis=1) > _ROUND)
    found: Bools = darker | lighter | (ringed.mean(axis=1) > _ROUND)
    return found


def _weighed(seen: Stretches) -> float:
    """Return what speaks for a lattice: lines and stones seen, less lines that should be seen.

    Where stones lie close together the gaps between them look like lines half a cell away: there
    the stones decide.
    """
    upright, level, discs = seen.upright, seen.level, seen.discs
    missing = (~upright & ~discs[1:] & ~discs[:-1]).sum() \
        + (~level & ~discs[:, 1:] & ~discs[:, :-1]).sum()
    return float(upright.sum() + level.sum() + 1.5 * discs.sum() - 0.6 * missing)
