"""Reads what is written on stones: move numbers, and the marks circle, triangle, square, cross.

Digits touch in small and blurred pictures: a number is cut in every likely way, and the way whose
parts look most like digits is taken. Numbers of one picture are told from each other: each is there
once, and Black's are odd or all even.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, TypeAlias

import cv2
import numpy as np
from msgspec import Struct

from irgo_app.go.point import BLACK, EMPTY
from irgo_app.scan.board_view import CELL, BoardView, at
from irgo_app.scan.extent import Doubles, Floats
from irgo_app.scan.stones import Stones, network

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
    """Return the name of a mark, or how likely each number is."""
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
