"""Trains the two small networks of `irgo scan` on boards drawn for that: resources/scan.npz.

    python docs/calibrate_scan.py FOLDER [COUNT]

FOLDER keeps what was drawn and found, so that a second run only trains. The boards have seeds from
10,000 on, which `tests.bench scan` does not use. It needs the extra `pictures`, and afterwards
`python packaging/digests.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from irgo_app.scan.board_view import (CELL, PATCH, SIGNS, BoardView, at, box_of, ink_of, inputs_of,
                                      points_of, sign_inputs, trimmed, view_of)
from tests.bench.drawn_boards import drawn_board, font_files, spoilt

_RESOURCE = Path(__file__).parents[1] / "resources" / "scan.npz"
_FIRST_SEED = 10_000
_HARDEST = "irgo"
"""Every third board: under dark maps black stones are hardly seen."""
_CLASS = {".": 0, "X": 1, "O": 2}
_STONE_LAYERS, _SIGN_LAYERS = (96, 32), (96,)
_NOISE: Final = 0.15
"""Of what is seen of points, so that no network learns one picture by heart."""
_NUMBERS: Final = 12_000
"""So many are written for the network of signs."""
_LOOKS: Final = 2_500_000
"""So often a network looks at what it learns from, all in all."""

Floats = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int64]


def main() -> None:
    """Draw, find, train, and write the weights."""
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 360
    folder.mkdir(parents=True, exist_ok=True)
    kept: dict[str, Floats] = {}
    for name, (inputs, classes), layers, turned in (
            ("stones", _stones(folder, count), _STONE_LAYERS, _turned),
            ("signs", _signs(), _SIGN_LAYERS, None)):
        weights, biases = _trained(inputs, classes, layers, turned)
        for index, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
            kept[f"{name}_weights_{index}"] = weight.astype(np.float16)
            kept[f"{name}_biases_{index}"] = bias.astype(np.float16)
    np.savez_compressed(_RESOURCE, **kept)


def _seen_boards(folder: Path, count: int) -> Iterator[tuple[BoardView, tuple[str, ...]]]:
    """Yield boards as seen from above, every second a spoilt one, with what is on them."""
    for seed in range(_FIRST_SEED, _FIRST_SEED + count):
        path = folder / f"{seed}.npz"
        if not path.exists():
            board = drawn_board(seed, _HARDEST if seed % 3 == 0 else None)
            board = spoilt(board, seed) if seed % 2 else board
            view = view_of(board.picture)
            if view is None or (view.columns, view.rows) != (len(board.rows[0]), len(board.rows)):
                print(f"board {seed}: the lines were not found", flush=True)
                continue
            np.savez(path, colours=view.colours.astype(np.uint8), inside=view.inside,
                     corners=view.corners, truth=np.array(board.rows))
        with np.load(path) as kept:
            truth = tuple(str(row) for row in kept["truth"])
            yield BoardView(kept["colours"].astype(np.float32), kept["inside"], len(truth[0]),
                            len(truth), kept["corners"]), truth


def _stones(folder: Path, count: int) -> tuple[Floats, Whole]:
    """Return inputs and classes of the points of many boards."""
    rng = np.random.default_rng(5)
    inputs, classes = [], []
    for view, truth in _seen_boards(folder, count):
        if rng.random() < 0.5:
            _mark_stones(view, truth, rng)
        inputs.append(inputs_of(view, points_of(view)).reshape(view.columns * view.rows, -1))
        classes.append(np.array([_CLASS[sign] for row in truth for sign in row]))
    return np.concatenate(inputs), np.concatenate(classes)


def _mark_stones(view: BoardView, truth: tuple[str, ...], rng: np.random.Generator) -> None:
    """Draw circles, triangles, squares and crosses on some stones of a view, small and large."""
    for row, line in enumerate(truth):
        for column, sign in enumerate(line):
            if sign == "." or rng.random() > 0.08:
                continue
            x, y, radius = at(column), at(row), float(rng.uniform(0.18, 0.36)) * CELL
            colour = (235.0,) * 3 if sign == "X" else (20.0,) * 3
            if rng.random() < 0.15:
                colour = tuple(rng.uniform(0, 230, 3))
            width = max(1, round(rng.uniform(0.04, 0.1) * CELL))
            corners = [((-1, -1), (1, -1), (1, 1), (-1, 1)), ((0, -1), (0.87, 0.5), (-0.87, 0.5)),
                       ((-1, -1), (1, 1)), ((-1, 1), (1, -1))]
            kind = int(rng.integers(4))
            if kind == 0:
                # A large disc on a stone would be a stone of the other side.
                is_filled = radius < 0.22 * CELL
                cv2.circle(view.colours, (round(x), round(y)), round(radius), colour,
                           cv2.FILLED if is_filled else width, cv2.LINE_AA)
                continue
            for shape in ([corners[0]], [corners[1]], corners[2:])[kind - 1]:
                points = np.array(shape) * radius * (0.8 if kind != 2 else 1.0) + (x, y)
                cv2.polylines(view.colours, [points.round().astype(np.int32)], True, colour, width,
                              cv2.LINE_AA)


def _turned(inputs: Floats, rng: np.random.Generator) -> Floats:
    """Return points as they are seen in one of eight ways, some of them noisy, by chance."""
    patches = inputs[:, :PATCH * PATCH].reshape(-1, PATCH, PATCH)
    patches = np.rot90(patches, int(rng.integers(4)), (1, 2))
    if rng.random() < 0.5:
        patches = patches[:, :, ::-1]
    found = np.concatenate([patches.reshape(len(inputs), -1), inputs[:, PATCH * PATCH:]], axis=1)
    noise = rng.normal(0, _NOISE, found.shape) * rng.random((len(found), 1))
    result: Floats = found + noise.astype(np.float32)
    return result


def _signs() -> tuple[Floats, Whole]:
    """Return inputs and classes of digits, marks and what is none of them, as seen on stones."""
    rng = np.random.default_rng(7)
    inputs: list[Floats] = []
    classes: list[int] = []

    def keep(ink: Floats, left: float, right: float, sign: str) -> None:
        part = ink[:, max(0, round(left)):max(0, round(right))]
        if part.shape[1] > 2 and (part > 0.5).any():
            inputs.append(sign_inputs(trimmed(part)))
            classes.append(SIGNS.index(sign))

    fonts, marks = font_files(), [sign for sign in SIGNS if len(sign) > 1]
    for _ in range(_NUMBERS):
        text = str(rng.integers(1, 10 ** int(rng.integers(1, 4))))
        ink, edges = _written(text, fonts[int(rng.integers(len(fonts)))], rng)
        box = box_of(ink)
        if box is None:
            continue
        ink = ink[box[1]:box[3]]
        cuts = [box[0], *edges, box[2]]
        for sign, (left, right) in zip(text, pairwise(cuts), strict=True):
            keep(ink, left + rng.uniform(-1, 2), right + rng.uniform(-2, 1), sign)
        # What is cut in the wrong places is no sign.
        middles = [(left + right) / 2 for left, right in pairwise(cuts)]
        wrong = [(cuts[0], middles[0]), (middles[-1], cuts[-1])]
        if len(text) > 1:
            wrong += [*pairwise(middles), (cuts[0], cuts[2]), (cuts[-3], cuts[-1]),
                      (cuts[0], cuts[-1])]
        for index in rng.choice(len(wrong), min(2, len(text)), replace=False):
            keep(ink, *wrong[int(index)], "none")
    for sign in marks:
        for _ in range(_NUMBERS // 10):
            ink, _ = _written(sign, "", rng)
            box = box_of(ink)
            if box is not None:
                keep(ink[box[1]:box[3]], box[0], box[2], sign)
    return np.array(inputs, np.float32), np.array(classes)


def _written(text: str, font_file: str, rng: np.random.Generator) -> tuple[Floats, list[float]]:
    """Return the ink of a number or a mark on a stone, and where its digits meet."""
    cell = float(np.exp(rng.uniform(np.log(13), np.log(48))))
    side, finer = round(41 * cell / CELL), 4
    wide = side * finer
    image = Image.new("L", (wide, wide), int(rng.integers(0, 70)))
    draw = ImageDraw.Draw(image)
    edges: list[float] = []
    middle = wide / 2 + rng.uniform(-0.03, 0.03, 2) * cell * finer
    if rng.random() < 0.4:
        radius = rng.uniform(0.43, 0.5) * cell * finer
        draw.ellipse([*(middle - radius), *(middle + radius)], outline=int(rng.integers(120, 256)),
                     width=max(1, round(rng.uniform(0.02, 0.07) * cell * finer)))
    if font_file:
        size = rng.uniform(0.42, 0.62) * (0.82 if len(text) > 2 else 1.0) * cell * finer
        font = ImageFont.truetype(font_file, size)
        left, top, right, bottom = font.getbbox(text)
        start = middle - np.array([left + right, top + bottom]) / 2
        draw.text(tuple(start), text, font=font, fill=int(rng.integers(200, 256)))
        for index in range(1, len(text)):
            ends = font.getlength(text[:index - 1]) + font.getbbox(text[index - 1])[2]
            begins = font.getlength(text[:index]) + font.getbbox(text[index])[0]
            edges.append(float((start[0] + (ends + begins) / 2) / finer))
    else:
        _draw_mark(draw, text, middle, cell * finer, rng)
    stone = np.asarray(image.resize((side, side), Image.Resampling.BOX), np.float32)
    turned = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.normal(0, 2)), 1.0)
    stone = cv2.warpAffine(stone, turned, (side, side), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.6:
        stone = cv2.GaussianBlur(stone, (0, 0), float(rng.uniform(0.3, 0.05 * cell + 0.3)))
    stone = stone * rng.uniform(0.55, 1) + rng.normal(0, rng.choice((0, 1, 4, 8)), stone.shape)
    stone = np.clip(stone, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        _, kept = cv2.imencode(".jpg", stone, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 90))])
        stone = cv2.imdecode(kept, cv2.IMREAD_GRAYSCALE)
    ink = ink_of(cv2.resize(stone.astype(np.float32), (CELL + 1, CELL + 1),
                            interpolation=cv2.INTER_LINEAR))
    return ink, [edge * ink.shape[1] / side for edge in edges]


def _draw_mark(draw: ImageDraw.ImageDraw, sign: str, middle: npt.NDArray[np.float64], cell: float,
               rng: np.random.Generator) -> None:
    """Draw a circle, triangle, square, cross, or what is none of them."""
    radius = float(rng.uniform(0.14, 0.33)) * cell
    x, y = (float(value) for value in middle)
    width = max(1, int(rng.uniform(0.2, 0.45) * radius))
    box = [x - radius, y - radius, x + radius, y + radius]
    is_filled = rng.random() < 0.4
    if sign == "circle":
        draw.ellipse(box, outline=255, width=width)
    elif sign == "square":
        draw.rectangle(box, outline=255, width=width, fill=255 if is_filled else None)
    elif sign == "triangle":
        draw.polygon([(x, y - 1.1 * radius), (x + radius, y + 0.65 * radius),
                      (x - radius, y + 0.65 * radius)], outline=255, width=width,
                     fill=255 if is_filled else None)
    elif sign == "cross":
        draw.line([x - radius, y - radius, x + radius, y + radius], 255, width)
        draw.line([x - radius, y + radius, x + radius, y - radius], 255, width)
    elif is_filled:
        draw.ellipse(box, fill=255)
    else:
        for _ in range(3):
            draw.line([*(middle + rng.uniform(-0.33, 0.33, 2) * cell),
                       *(middle + rng.uniform(-0.33, 0.33, 2) * cell)], 255, width)


def _trained(
    inputs: Floats, classes: Whole, layers: tuple[int, ...],
    turned: Callable[[Floats, np.random.Generator], Floats] | None
) -> tuple[list[Floats], list[Floats]]:
    """Return weights and biases after training with Adam; prints how often they are right.

    turned -- shows inputs in another way that means the same
    """
    rng = np.random.default_rng(1)
    sizes = (inputs.shape[1], *layers, int(classes.max()) + 1)
    values = [rng.normal(0, (2 / above) ** 0.5, (above, below)).astype(np.float32)
              for above, below in pairwise(sizes)]
    values += [np.zeros(below, np.float32) for below in sizes[1:]]
    depth = len(sizes) - 1
    first = [np.zeros_like(value) for value in values]
    second = [np.zeros_like(value) for value in values]
    batch, step, epochs = 512, 0, max(6, _LOOKS // len(inputs))
    for epoch in range(epochs):
        order = rng.permutation(len(inputs))
        rate = 2e-3 * (1 - epoch / epochs) + 2e-5
        right = 0
        for start in range(0, len(order), batch):
            taken = order[start:start + batch]
            held = [turned(inputs[taken], rng) if turned else inputs[taken]]
            for layer in range(depth - 1):
                held.append(np.maximum(held[-1] @ values[layer] + values[depth + layer], 0))
            last = held[-1] @ values[depth - 1] + values[-1]
            chances = np.exp(last - last.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            right += int((chances.argmax(axis=1) == classes[taken]).sum())
            back = chances
            back[np.arange(len(taken)), classes[taken]] -= 1
            back /= len(taken)
            slopes: list[Floats] = [np.empty(0, np.float32)] * len(values)
            for layer in range(depth - 1, -1, -1):
                slopes[layer] = held[layer].T @ back + 1e-5 * values[layer]
                slopes[depth + layer] = back.sum(axis=0)
                if layer:
                    back = (back @ values[layer].T) * (held[layer] > 0)
            step += 1
            for index, slope in enumerate(slopes):
                first[index] = 0.9 * first[index] + 0.1 * slope
                second[index] = 0.999 * second[index] + 0.001 * slope ** 2
                values[index] = values[index] - rate * (first[index] / (1 - 0.9 ** step)) / (
                    np.sqrt(second[index] / (1 - 0.999 ** step)) + 1e-8)
        print(f"epoch {epoch + 1} of {epochs}: {right / len(order):.5f}", flush=True)
    return values[:depth], values[depth:]


if __name__ == "__main__":
    main()
