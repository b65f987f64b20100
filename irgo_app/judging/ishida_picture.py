"""The drawing of an Ishida view: tones, bodies, faded stones, soft lights, a few words and letters.

A tone grows with certainty: from what is no longer even a wash fades in, and where a point is as
good as sure the flat tone of a territory begins, with a crisp edge. The bodies of groups have the
same tone and, with the territories they touch, one edge.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.draw.board_geometry import CAPTION_HEIGHT
from irgo_app.draw.drawables import Caption, Curves, Drawable, Faded, Glow, Letter, Shading
from irgo_app.draw.smooth_shapes import (SAMPLES, LinkedStones, Loop, Loops, Values, bodies,
                                         fine_field, loops_above)
from irgo_app.draw.wide_letters import is_wide
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.fate import EVEN, Fate
from irgo_app.judging.ishida import FRAMEWORK, SURE, Area, IshidaView, StoneBody
from irgo_app.words import language, message

_WASH: Final = tuple(np.linspace(EVEN, 0.66, 8).tolist())
_WASH_STRENGTHS: Final = tuple(np.linspace(0.05, 0.48, 8).tolist())
_LEVELS: Final = (*_WASH, SURE)
_STRENGTHS: Final = (*_WASH_STRENGTHS, 1.0)
_WASH_SPACING: Final = 0.55
_BODY_RADIUS: Final = 0.6
_GLOW_RADII: Final = (1.02, 0.9, 0.78, 0.66)
_LINE_OPACITY: Final = 0.8
_OWNED: Final = 0.6
"""A point that is its group's to less than this is only crossed by a thin neck."""
_SHORTEST: Final = 2.5
"""Cells: a shorter stretch of a line would be a hair."""
_LETTER_WIDTH: Final = 0.56
"""Of small letters, in heights of the font."""


Letters: TypeAlias = Sequence[tuple[Point, str]]
"""Of places where to play, the largest first."""
LETTERS: Final = 3


class IshidaPicture(Struct, frozen=True, eq=False):
    """A view with its tones, which take longer to make than to paint."""

    view: IshidaView
    tones: tuple[Drawable, ...]

    def drawables(self, letters: Letters = ()) -> tuple[Drawable, ...]:
        """Return what a painter draws; letters -- of places, of which the first three count."""
        return _with_words(self, tuple(letters)[:LETTERS], language())


@lru_cache(maxsize=16)
def _with_words(
    picture: IshidaPicture, letters: tuple[tuple[Point, str], ...], _language: str
) -> tuple[Drawable, ...]:
    return (*picture.tones, *_captions(picture.view, letters),
            *(Letter(point, text, is_first=place == 0)
              for place, (point, text) in enumerate(letters)))


def picture_of(view: IshidaView) -> IshidaPicture:
    """Return the drawing of a view."""
    return IshidaPicture(view, tuple(_tones(view)))


def changed_tones(ownership: Values, other: Values) -> tuple[Drawable, ...]:
    """Return the tones of what is expected on a board, what is the same on another one paled.

    ownership, other -- float64 (rows, columns), Black +1. What differs has its full strength.
    """
    change = np.clip((np.abs(ownership - other) - _SAME) / (_OTHERWISE - _SAME), 0.0, 1.0)
    return (*_tones_of(ownership * (1.0 - change), _PALED), *_tones_of(ownership * change, 1.0))


_SAME: Final = 0.15
"""What differs by less than this is paled wholly, from the next one on not at all."""
_OTHERWISE: Final = 0.5
_PALED: Final = 0.35


def plain_tones(ownership: Values) -> tuple[Drawable, ...]:
    """Return the tones of what is expected, float64 (rows, columns), Black +1; no groups."""
    return tuple(_tones_of(ownership, 1.0))


def _tones_of(ownership: Values, share: float) -> Iterator[Drawable]:
    """Yield the washes and flat tones of both sides; share -- of their full strength."""
    at_points = share * _strengths(ownership)
    for colour in (BLACK, WHITE):
        (sure,) = loops_above(fine_field(1.0 + _sureness(colour * ownership)), (1.0,))
        yield _wash(colour, _own(colour, ownership), at_points, share)
        yield Shading(((colour * share, sure),), at_points)


def _own(colour: Colour, ownership: Values) -> Values:
    """Return what is a side's, between the points too; nowhere negative."""
    return np.maximum(colour * fine_field(ownership), 0.0)


def _wash(colour: Colour, own: Values, at_points: Values, share: float = 1.0) -> Shading:
    washes = loops_above(own, _WASH, spacing=_WASH_SPACING)
    return Shading(tuple((colour * share * strength, loops) for strength, loops in zip(
        _WASH_STRENGTHS, washes, strict=True) if loops), at_points, is_soft=True)


def _strengths(ownership: Values) -> Values:
    """Return how strong the tone is at each point, float64 (points), Black's positive."""
    owned = ownership.ravel()
    sizes = np.interp(np.abs(owned), (0.0, EVEN, *_LEVELS[1:]), (0.0, *_STRENGTHS))
    return np.asarray(np.copysign(sizes, owned), dtype=np.float64)


def _tones(view: IshidaView) -> Iterator[Drawable]:
    """Yield washes, and what lies over them: tones that are sure, lights, lines, faded stones."""
    position = view.position
    strengths = _strengths(view.ownership)
    fine = {colour: _own(colour, view.ownership) for colour in (BLACK, WHITE)}
    for colour, own in fine.items():
        yield _wash(colour, own, strengths)
    black, white = (
        _linked([body for body in view.bodies if body.colour == colour
                 and body.fate not in (Fate.DEAD, Fate.UNREAD)], view) for colour in (BLACK, WHITE))
    cells = np.frombuffer(position.cells, np.int8)
    unsure = [[_place(point, position.columns) for point in np.flatnonzero(
        (cells == 0) & (colour * view.ownership.ravel() < _OWNED)).tolist()] for colour in fine]
    shapes = bodies(black, white, position.columns, position.rows, _BODY_RADIUS, (
        _sureness(view.ownership), _sureness(-view.ownership)), (unsure[0], unsure[1]))
    yield Shading(tuple(zip((1.0, -1.0), shapes, strict=True)), strengths)
    weak = [body for body in view.bodies if body.fate is Fate.WEAK]
    if weak:
        yield Glow(tuple(
            bodies(_linked(weak, view), (), position.columns, position.rows, radius)[0]
            for radius in _GLOW_RADII))
    for (colour, own), shape in zip(fine.items(), shapes, strict=True):
        edge = tuple(line for loop in shape for line in _stretches(loop, ~_at_rim(loop, own), 0.0))
        if edge:
            yield Curves(colour, edge)
        (outer,) = loops_above(own, (FRAMEWORK,))
        found = tuple(line for area in view.areas if area.colour == colour and not area.is_sure
                      for line in _line_of(area, outer, own, position))
        if found:
            yield Curves(colour, found, opacity=_LINE_OPACITY)
    if dead := view.dead:
        yield Faded(dead)


def _sureness(own: Values) -> Values:
    """Return a field that is positive in a side's territory, -1 to 1.

    Between a point that is clearly in and one that is clearly out the edge lies half way, and so
    stays where it is while expectation changes a little.
    """
    return np.clip((own - SURE) / _CLEARLY, -1.0, 1.0)


_CLEARLY: Final = 0.3


def _linked(groups: Iterable[StoneBody], view: IshidaView) -> list[LinkedStones]:
    """Return the stones of groups and the necks between them, as `bodies` takes them."""
    columns = view.position.columns
    return [([_place(stone, columns) for stone in body.stones],
             [(_place(one, columns), _place(other, columns), is_thin)
              for one, other, is_thin in _links(body, view)]) for body in groups]


def _place(point: Point, columns: int) -> tuple[int, int]:
    row, column = divmod(point, columns)
    return column, row


_STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0), (1, 2), (2, 1), (1, -2), (2, -1))


def _links(body: StoneBody, view: IshidaView) -> Iterator[tuple[Point, Point, bool]]:
    """Yield the pairs of near stones of a group between which its body has a neck.

    With whether it is a thin one, as what lies between them is not the group's for sure.
    """
    position, owned = view.position, body.colour * view.ownership
    stones, columns = set(body.stones), position.columns
    for stone in body.stones:
        row, column = divmod(stone, columns)
        for down, across in _STEPS:
            there = row + down, column + across
            if not (there[0] < position.rows and 0 <= there[1] < columns):
                continue
            other = there[0] * columns + there[1]
            if other not in stones:
                continue
            between = _between((row, column), there)
            if not _is_free(position, body.colour, between, is_diagonal=abs(down * across) == 1):
                continue
            is_thin = abs(down * across) != 1 and any(owned[place] < _OWNED for place in between)
            # A thin neck leads straight; several askew ones would fill a point between them.
            if not (is_thin and down * across):
                yield stone, other, is_thin


def _between(here: tuple[int, int], there: tuple[int, int]) -> list[tuple[int, int]]:
    (row, column), (other_row, other_column) = here, there
    down, across = other_row - row, other_column - column
    if abs(down) + abs(across) == 1:
        return []
    if 0 in (down, across):
        return [(row + down // 2, column + across // 2)]
    if abs(down) == abs(across):
        return [(row, other_column), (other_row, column)]
    if abs(down) == 2:
        return [(row + down // 2, column), (row + down // 2, other_column)]
    return [(row, column + across // 2), (other_row, column + across // 2)]


def _is_free(
    position: Position, colour: Colour, between: list[tuple[int, int]], *, is_diagonal: bool
) -> bool:
    """Return whether a way between two stones is open: not cut, and none of their own on it."""
    colours = [position.colour_at(row * position.columns + column) for row, column in between]
    if is_diagonal:
        return colour not in colours and any(found != -colour for found in colours)
    return not any(colours)


def _at_rim(loop: Loop, fine: Values) -> npt.NDArray[np.bool_]:
    """Return which points of a loop run along the rim of the board, which is no edge."""
    most = (np.array(fine.shape[::-1]) - 1) / SAMPLES - 0.5
    return np.asarray(((loop <= -0.45) | (loop >= most - 0.05)).any(axis=1))


def _line_of(area: Area, loops: Loops, fine: Values, position: Position) -> Iterator[Loop]:
    """Yield the stretches of the loops round all frameworks that run along this one."""
    near = np.zeros((position.rows, position.columns))
    near.ravel()[list(area.points)] = 1.0
    for loop in loops:
        x = np.clip(np.rint(loop[:, 0]).astype(int), 0, position.columns - 1)
        y = np.clip(np.rint(loop[:, 1]).astype(int), 0, position.rows - 1)
        beside = np.zeros(len(loop), bool)
        for way in (0.6, -0.6):
            for along in (0, 1):
                shift = np.zeros(2)
                shift[along] = way
                other = loop + shift
                beside |= near[
                    np.clip(np.rint(other[:, 1]).astype(int), 0, position.rows - 1),
                    np.clip(np.rint(other[:, 0]).astype(int), 0, position.columns - 1)] > 0
        beside |= near[y, x] > 0
        yield from _stretches(loop, beside & ~_at_rim(loop, fine))


def _stretches(
    loop: Loop, wanted: npt.NDArray[np.bool_], shortest: float = _SHORTEST
) -> Iterator[Loop]:
    """Yield the stretches of a loop whose control points are wanted, long enough to be seen."""
    if not wanted.any():
        return
    if wanted.all():
        # A round one ends where it began, and smoothly.
        middle = (loop[-1:] + loop[:1]) / 2
        lines: Iterable[Loop] = [np.concatenate((middle, loop, middle))]
    else:
        lines = _cut(loop, wanted)
    for line in lines:
        if np.hypot(*np.diff(line, axis=0).T).sum() >= shortest:
            yield line


def _cut(loop: Loop, wanted: npt.NDArray[np.bool_]) -> Iterator[Loop]:
    start = int(np.flatnonzero(~wanted)[0])
    loop, wanted = np.roll(loop, -start, axis=0), np.roll(wanted, -start)
    ends = np.flatnonzero(np.diff(np.concatenate(([0], wanted.view(np.int8), [0]))))
    for first, last in ends.reshape(-1, 2).tolist():
        if last - first > 2:
            yield loop[first:last]


def _captions(view: IshidaView, letters: Letters) -> Iterator[Caption]:
    position, dead = view.position, view.dead
    taken = {point for point, cell in enumerate(position.cells) if cell and point not in dead}
    taken |= {point for point, _ in letters}
    for area in sorted(view.areas, key=lambda area: -len(area.points)):
        text = str(area.count) if area.is_sure else str(
            message("about {count}", count=about(area.count)))
        width = sum(1.0 if is_wide(letter) else _LETTER_WIDTH for letter in text) * CAPTION_HEIGHT
        # Among dead stones where there is room, else on one: they are seen through.
        place = (_place_of_caption(area, width, taken | (dead & set(area.points)), position)
                 or _place_of_caption(area, width, taken, position))
        if place is not None:
            yield Caption(*place, text, _nearest(area, *place, position.columns))


def about(count: int) -> int:
    """Return a number as one says it who does not know it for sure: from 15 on in fives."""
    return count if count < _IN_FIVES else 5 * round(count / 5)


_IN_FIVES: Final = 15


def _place_of_caption(
    area: Area, width: float, taken: set[Point], position: Position
) -> tuple[float, float] | None:
    """Return where a text has most room within an area and hides no stone; between the lines."""
    columns = position.columns
    own = np.array([_place(point, columns) for point in area.points], float)
    blocked = np.array([_place(point, columns) for point in taken], float).reshape(-1, 2)
    steps = np.array([(0.0, 0.5), (0.5, 0.5), (0.0, -0.5), (-0.5, 0.5)])
    places = (own[:, np.newaxis, :] + steps).reshape(-1, 2)
    half, tall = width / 2, CAPTION_HEIGHT / 2
    inside = ((places[:, 0] >= half - 0.4) & (places[:, 0] <= columns - 0.6 - half)
              & (places[:, 1] >= 0) & (places[:, 1] <= position.rows - 1))
    if blocked.size:
        across = np.abs(places[:, np.newaxis, 0] - blocked[:, 0]) < half + 0.5
        down = np.abs(places[:, np.newaxis, 1] - blocked[:, 1]) < tall + 0.42
        inside &= ~(across & down).any(axis=1)
    if not inside.any():
        return None
    places = places[inside]
    # As much of the area round it as possible, then as near to its middle.
    around = np.exp(-((places[:, np.newaxis, :] - own) ** 2 / ((half + 0.8) ** 2, 1.0)).sum(axis=2))
    best = int(np.argmax(around.sum(axis=1).round(6)))
    return float(places[best, 0]), float(places[best, 1])


def _nearest(area: Area, x: float, y: float, columns: int) -> Point:
    return min(area.points, key=lambda point: (point % columns - x) ** 2
               + (point // columns - y) ** 2)
