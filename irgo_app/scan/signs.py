"""Reads what is written on stones: move numbers, and the marks circle, triangle, square, cross."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from irgo_app.go.point import BLACK, EMPTY
from irgo_app.scan.board_view import CELL, BoardView, at
from irgo_app.scan.extent import Floats
from irgo_app.scan.network import network
from irgo_app.scan.stones import Stones

SIGNS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "circle", "triangle", "square",
                "cross", "none")
"""What the network tells apart."""
MARKS: Final = {"circle": "CR", "triangle": "TR", "square": "SQ", "cross": "MA"}
"""The SGF property of each mark."""
_WIDTH, _HEIGHT = 12, 18
_FINER: Final = 2
_LARGEST: Final = 361


@dataclass(frozen=True, slots=True)
class Signs:
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
    numbers: dict[tuple[int, int], int] = {}
    chances: dict[tuple[int, int], float] = {}
    marks: dict[tuple[int, int], str] = {}
    doubtful = set()
    for row, column in zip(*np.nonzero(stones.colours != EMPTY), strict=True):
        place = int(row), int(column)
        boxes, ink = _written(light, *place, is_black=stones.colours[place] == BLACK)
        if not boxes:
            continue
        text, chance = _read(ink, boxes)
        if text in MARKS and chance > 0.7:
            marks[place] = text
        elif text.isdigit() and text[0] != "0" and int(text) <= _LARGEST and chance > 0.5:
            numbers[place], chances[place] = int(text), chance
        elif text.isdigit():
            doubtful.add(place)
    for place, number in list(numbers.items()):
        twins = [other for other in numbers if numbers[other] == number]
        if len(twins) > 1 and place != max(twins, key=lambda twin: chances[twin]):
            doubtful.add(place)
    doubtful |= {place for place, chance in chances.items() if chance < 0.75}
    kept = {place: number for place, number in numbers.items() if place not in doubtful}
    return Signs(kept, marks, frozenset(doubtful))


def _written(
    light: Floats, row: int, column: int, *, is_black: bool
) -> tuple[list[tuple[int, int, int, int]], Floats]:
    """Return the boxes (left, top, right, bottom) of what is written on a stone, and its ink."""
    half = CELL // 2
    x, y = int(at(column)), int(at(row))
    patch = light[y - half:y + half + 1, x - half:x + half + 1]
    patch = cv2.resize(patch if is_black else 255.0 - patch, None, fx=_FINER, fy=_FINER,
                       interpolation=cv2.INTER_CUBIC)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (21, 21))
    # Strokes stand out of what is as wide as they; the sheen of a stone does not.
    strokes = cv2.morphologyEx(patch, cv2.MORPH_TOPHAT, kernel)
    side = patch.shape[0]
    down, across = np.ogrid[:side, :side]
    away = np.hypot(down - side / 2, across - side / 2) / (CELL * _FINER)
    strokes[away > 0.41] = 0
    strongest = float(np.percentile(strokes[away < 0.35], 98))
    if strongest < 28:
        return [], strokes
    ink = np.clip(strokes / strongest, 0, 1).astype(np.float32)
    count, _, facts, _ = cv2.connectedComponentsWithStats(
        (ink > 0.5).astype(np.uint8), connectivity=8)
    boxes = []
    for left, top, width, height, area in facts[1:count]:
        # What is as large as the stone is its rim.
        if area >= 10 and height >= 0.1 * side and min(width, height) < 0.68 * side:
            boxes.append((int(left), int(top), int(left + width), int(top + height)))
    boxes = _joined(sorted(boxes))
    tallest = max((box[3] - box[1] for box in boxes), default=0)
    if tallest < 0.17 * side:
        return [], ink
    return [box for box in boxes if box[3] - box[1] > 0.6 * tallest], ink


def _joined(boxes: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Return boxes with those joined that lie above each other: parts of one sign."""
    found: list[tuple[int, int, int, int]] = []
    for box in boxes:
        if found:
            last = found[-1]
            common = min(last[2], box[2]) - max(last[0], box[0])
            if common > 0.5 * min(last[2] - last[0], box[2] - box[0]):
                found[-1] = (min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]),
                             max(last[3], box[3]))
                continue
        found.append(box)
    return found


def _read(ink: Floats, boxes: list[tuple[int, int, int, int]]) -> tuple[str, float]:
    """Return the text of boxes from left to right, or the name of a mark, and how likely that is.

    What is as wide as two or three digits may be so many that touch.
    """
    text, chance = "", 1.0
    for left, top, right, bottom in boxes:
        width, height = right - left, bottom - top
        best = ("", 0.0)
        for parts in (1, 2, 3):
            if parts > 1 and width < 0.5 * parts * height:
                break
            edges = np.linspace(left, right, parts + 1).round().astype(int)
            given = np.stack([sign_inputs(_trimmed(ink[top:bottom, start:end]))
                              for start, end in pairwise(edges)])
            chances = network("signs").chances(given)
            signs = [SIGNS[index] for index in chances.argmax(axis=1)]
            if parts > 1 and not all(sign.isdigit() for sign in signs):
                continue
            found = float(chances.max(axis=1).min())
            if found > best[1]:
                best = "".join(signs), found
        text += best[0]
        chance = min(chance, best[1])
    return text, chance


def _trimmed(ink: Floats) -> Floats:
    """Return ink without empty lines above and below."""
    rows = np.flatnonzero((ink > 0.5).any(axis=1))
    return ink[rows[0]:rows[-1] + 1] if len(rows) > 2 else ink
