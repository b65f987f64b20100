"""Trains the two small networks of `irgo scan` on boards drawn for that: resources/scan.npz.

    python docs/calibrate_scan.py FOLDER [COUNT]

FOLDER keeps what was drawn and found, so that a second run only trains. The boards have seeds from
10,000 on, which `irgo bench scan` does not use.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from irgo_app.scan.board_view import BoardView, view_of
from irgo_app.scan.signs import SIGNS, sign_inputs
from irgo_app.scan.stones import PATCH, inputs_of, points_of
from irgo_bench.drawn_boards import drawn_board, font_files, spoilt

_RESOURCE = Path(__file__).parents[1] / "resources" / "scan.npz"
_FIRST_SEED = 10_000
_CLASS = {".": 0, "X": 1, "O": 2}
_STONE_LAYERS, _SIGN_LAYERS = (64,), (48,)
_LOOKS: Final = 3_000_000
"""So often a network looks at what it learns from, all in all."""

Floats = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int64]


def main() -> None:
    """Draw, find, train, and write the weights."""
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 240
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
            board = drawn_board(seed)
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
    inputs, classes = [], []
    for view, truth in _seen_boards(folder, count):
        inputs.append(inputs_of(view, points_of(view)).reshape(view.columns * view.rows, -1))
        classes.append(np.array([_CLASS[sign] for row in truth for sign in row]))
    return np.concatenate(inputs), np.concatenate(classes)


def _turned(inputs: Floats, rng: np.random.Generator) -> Floats:
    """Return points as they are seen in one of eight ways, by chance."""
    patches = inputs[:, :PATCH * PATCH].reshape(-1, PATCH, PATCH)
    patches = np.rot90(patches, int(rng.integers(4)), (1, 2))
    if rng.random() < 0.5:
        patches = patches[:, :, ::-1]
    return np.concatenate([patches.reshape(len(inputs), -1), inputs[:, PATCH * PATCH:]], axis=1)


def _signs() -> tuple[Floats, Whole]:
    """Return inputs and classes of digits, letters and marks in many fonts, some blurred."""
    rng = np.random.default_rng(7)
    inputs, classes = [], []
    for path in font_files():
        for size in (8, 9, 10, 11, 13, 16, 20, 26):
            font = ImageFont.truetype(path, size)
            for index, sign in enumerate(SIGNS):
                if len(sign) > 1:
                    continue
                for _ in range(6):
                    image = Image.new("L", (60, 60), 0)
                    ImageDraw.Draw(image).text(
                        (15 + rng.uniform(0, 1), 12 + rng.uniform(0, 1)), sign, font=font, fill=255)
                    inputs.append(_sign(image, rng))
                    classes.append(index)
    for index, sign in enumerate(SIGNS):
        for _ in range(800 if len(sign) > 1 else 0):
            inputs.append(_sign(_mark(sign, rng), rng))
            classes.append(index)
    return np.array(inputs, np.float32), np.array(classes)


def _mark(sign: str, rng: np.random.Generator) -> Image.Image:
    """Draw a circle, triangle, square, cross or dot, or a blot that is none."""
    image = Image.new("L", (240, 240), 0)
    draw, radius = ImageDraw.Draw(image), float(rng.uniform(28, 60))
    x, y = rng.uniform(110, 130, 2)
    width = int(rng.uniform(0.2, 0.5) * radius)
    box = [x - radius, y - radius, x + radius, y + radius]
    is_filled = rng.random() < 0.4
    if sign == "circle":
        draw.ellipse(box, outline=255, width=width)
    elif sign == "dot":
        draw.ellipse(box, fill=255)
    elif sign == "square":
        draw.rectangle(box, outline=255, width=width, fill=255 if is_filled else 0)
    elif sign == "triangle":
        draw.polygon([(x, y - 1.1 * radius), (x + radius, y + 0.65 * radius),
                      (x - radius, y + 0.65 * radius)], outline=255, width=width,
                     fill=255 if is_filled else 0)
    elif sign == "cross":
        draw.line([x - radius, y - radius, x + radius, y + radius], 255, width)
        draw.line([x - radius, y + radius, x + radius, y - radius], 255, width)
    else:
        for _ in range(3):
            a, b, c, d = rng.uniform(60, 180, 4)
            draw.line([a, b, c, d], 255, width)
    return image.resize((60, 60), Image.Resampling.BOX)


def _sign(image: Image.Image, rng: np.random.Generator) -> Floats:
    if rng.random() < 0.6:
        # Small pictures are made larger before they are read.
        larger = int(60 * rng.uniform(1.5, 3.0))
        image = image.resize((larger, larger), Image.Resampling.BICUBIC)
    turned = image.rotate(float(rng.normal(0, 2.5)), Image.Resampling.BICUBIC)
    blurred = turned.filter(ImageFilter.GaussianBlur(float(rng.uniform(0, 1.8))))
    ink = np.asarray(blurred, np.float32) / 255.0
    ink = np.clip(ink / max(float(ink.max()), 0.1) + rng.normal(0, 0.04, ink.shape), 0, 1)
    seen = np.argwhere(ink > 0.5)
    top, left = seen.min(axis=0)
    bottom, right = seen.max(axis=0) + 1
    return sign_inputs(ink[top:bottom, left:right].astype(np.float32))


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
