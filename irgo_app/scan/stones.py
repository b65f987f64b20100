"""Tells what lies on each point of a board seen from above: nothing, a black or a white stone.

A point is empty where the lines that meet there are seen. Else the ring between what is written on
a stone and its rim tells: darker or lighter than the board round it, or edged by a rim. What is
coloured, or fits none of this well, is told as unsure.

The two small networks that look at points and at signs are trained by `docs/calibrate_scan.py`; no
library for networks is worth loading for them.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.go.point import BLACK, EMPTY, WHITE
from irgo_app.resource_files import computed_with
from irgo_app.scan.board_view import CELL, BoardView, at
from irgo_app.scan.extent import Doubles, Floats


class Network(Struct, frozen=True, eq=False):
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
def network(name: str) -> Network:
    """Return the network `stones` or `signs`."""
    with np.load(BytesIO(computed_with("scan.npz")), allow_pickle=False) as kept:
        count = sum(key.startswith(f"{name}_weights_") for key in kept.files)
        return Network(tuple(kept[f"{name}_weights_{index}"].astype(np.float32)
                             for index in range(count)),
                       tuple(kept[f"{name}_biases_{index}"].astype(np.float32)
                             for index in range(count)))


PATCH: Final = 15
"""Places across the patch of lightness round a point."""
_PATCH_REACH: Final = 0.7
INPUTS: Final = PATCH * PATCH + 16
_ARMS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Left, right, up, down, as (columns, rows)."""
_DIAGONAL: Final = np.concatenate([
    np.radians([25, 33, 41, 49, 57, 65]) + turn * np.pi / 2 for turn in range(4)])


class Points(Struct, frozen=True, eq=False):
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


def points_of(view: BoardView) -> Points:
    """Measure every point of a view."""
    light = view.light
    columns, rows = np.meshgrid(at(0) + CELL * np.arange(view.columns),
                                at(0) + CELL * np.arange(view.rows))
    ground = _ground(light, view, columns, rows)
    radii = np.array([0.28, 0.31, 0.34, 0.37])
    ring_x = columns[:, :, None, None] + CELL * radii[:, None] * np.cos(_DIAGONAL)
    ring_y = rows[:, :, None, None] + CELL * radii[:, None] * np.sin(_DIAGONAL)
    ring_colours = _sampled(view.colours, ring_x, ring_y)
    ring_values = _sampled(light, ring_x, ring_y)
    flat = ring_values.reshape(*ring_values.shape[:2], -1)
    ring = np.median(flat, axis=2)
    spread = np.percentile(flat, 80, axis=2) - np.percentile(flat, 20, axis=2)
    middle = np.median(ring_colours.reshape(*flat.shape[:2], -1, 3), axis=2)
    tone = (middle.max(axis=2) - middle.min(axis=2)) / np.maximum(middle.max(axis=2), 40.0)
    arms, beyond, line = _arms(light, view, columns, rows)
    star = _stars(light, columns, rows, ground, line)
    rim, step = _rims(light, columns, rows, ring_values.mean(axis=2), line)
    return Points(arms, ring, spread, ground, rim, step, tone, star, beyond, line)


def _ground(light: Floats, view: BoardView, columns: Doubles, rows: Doubles) -> Doubles:
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
    near = [_sampled(light, columns[:, :, None] + CELL * away * np.cos(turns),
                     rows[:, :, None] + CELL * away * np.sin(turns)) for away in (0.075, 0.2)]
    dark = np.minimum(near[1].mean(axis=2), ground) - near[0].mean(axis=2)
    found: Doubles = (dark > 0.4 * line).astype(np.float64)
    return found


def _rims(
    light: Floats, columns: Doubles, rows: Doubles, ring: Doubles, line: float
) -> tuple[Doubles, Doubles]:
    """Return how clearly a dark circle lies round each point, and a step from ring to ground.

    ring -- float64 (rows, columns, directions), inside that circle
    """
    radii = np.array([0.40, 0.43, 0.46, 0.49, 0.52, 0.55])
    rim_x = columns[:, :, None, None] + CELL * radii[:, None] * np.cos(_DIAGONAL)
    rim_y = rows[:, :, None, None] + CELL * radii[:, None] * np.sin(_DIAGONAL)
    rim = _sampled(light, rim_x, rim_y).min(axis=2)
    outer = np.stack([_sampled(light, columns[:, :, None] + CELL * away * np.cos(_DIAGONAL),
                               rows[:, :, None] + CELL * away * np.sin(_DIAGONAL))
                      for away in (0.59, 0.63)]).mean(axis=0)
    depth = np.minimum(ring, outer) - rim
    clear = (depth > 0.45 * line).mean(axis=2)
    least = max(6.0, 0.3 * line)
    step = (outer - ring > least).mean(axis=2) - (ring - outer > least).mean(axis=2)
    return clear, step


def ruled(points: Points) -> Stones:
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


def inputs_of(view: BoardView, points: Points) -> Floats:
    """Return what the network is given of each point, float32 (rows, columns, `INPUTS`).

    A patch of lightness as part of the ground's, then what is measured, then how it compares with
    those points of the picture that the rules are sure of.
    """
    ground = np.maximum(points.ground, 12.0)
    light = cv2.blur(view.light, (3, 3))
    columns, rows = np.meshgrid(at(0) + CELL * np.arange(view.columns),
                                at(0) + CELL * np.arange(view.rows))
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


def stones_of(view: BoardView, points: Points) -> Stones:
    """Tell what lies on each point of a view."""
    chances = network("stones").chances(inputs_of(view, points))
    colours = np.array([EMPTY, BLACK, WHITE], np.int8)[chances.argmax(axis=-1)]
    return Stones(colours, chances.max(axis=-1))
