"""The Ishida view of a position: whose each part is, how firmly, which stones live, where to play.

A frozen value made of a judgement: what a judge expects every point to become, the groups of the
layer `groups`, and what searches found of their lives. The letters of the largest places come when
it is drawn (`ishida_picture.py`). It is named for the drawings of Ishida Yoshio's books.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from numpy.lib.stride_tricks import sliding_window_view

from irgo_app.go.point import BLACK, WHITE, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.judging.fate import Fate
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.moved_along import MovedAlong, cautious_ownership, kept_fates
from irgo_app.layers.groups import Groups
from irgo_app.layers.results import Values
from irgo_app.lifedeath.seki import sekis

FRAMEWORK: Final = 0.3
"""From here on a vacant point belongs to a framework."""
SURE: Final = 0.72
"""From here on a point is territory."""
_WORTH_A_WORD: Final = 8
_COUNTED: Final = 4
"""Points that a territory has at least whose count is written."""
_WIDE: Final = 3
_LIVES: Final = 0.55
_DIES: Final = -0.35
"""What is expected of stones, seen from their side: from the one on they are safe, up to the other
as good as dead."""
_SURELY_LIVES: Final = 0.8
"""From here on they are safe while they are still to be read."""


class StoneBody(Struct, frozen=True):
    """Stones of one side that belong together and have one fate."""

    colour: Colour
    stones: tuple[Point, ...]
    fate: Fate


class Area(Struct, frozen=True):
    """Neighbouring vacant points, or dead stones, of one side.

    count -- for a territory its points, for a framework how many of its points are expected to be
    the side's in the end; is_sure -- it is a territory
    """

    colour: Colour
    points: tuple[Point, ...]
    count: int
    is_sure: bool


class IshidaView(Struct, frozen=True, eq=False):
    """What the view shows of a position.

    ownership -- whose each point is expected to be, float64 (rows, columns), Black +1
    areas -- the territories and frameworks worth a word
    """

    position: Position
    ownership: Values
    bodies: tuple[StoneBody, ...]
    areas: tuple[Area, ...]

    @property
    def dead(self) -> frozenset[Point]:
        """Return the stones that are as good as gone."""
        return frozenset(stone for body in self.bodies if body.fate is Fate.DEAD
                         for stone in body.stones)


def ishida_view(
    position: Position, said: Judgement, groups: Groups, fates: Mapping[Point, Fate], *,
    moved: MovedAlong | None = None, is_final: bool = True,
) -> IshidaView:
    """Return the view that a judgement gives, which has to tell ownership.

    groups -- the result of the layer `groups`; fates -- what was read of stones, by point
    is_final -- False where more is still to be read: then only what is sure is shown
    moved -- what was read a few moves away, which holds as far as nothing else is known
    """
    is_final = is_final or said.is_counted
    ownership = np.array(said.ownership, np.float64).reshape(position.rows, position.columns)
    in_seki = sekis(position)
    nearby = {} if is_final or moved is None else kept_fates(moved, position, said.ownership)
    fates = {**nearby, **dict.fromkeys(said.dead or (), Fate.DEAD), **fates,
             **{stone: Fate.SEKI for seki in in_seki for stone in seki.stones}}
    bodies = tuple(_bodies(position, ownership.ravel(), groups, fates, is_final=is_final))
    if not is_final and said.visits <= 1:
        ownership = cautious_ownership(said.ownership, moved, position).reshape(ownership.shape)
    owned = _with_fates(ownership, bodies)
    owned.ravel()[[point for seki in in_seki for point in seki.points]] = 0.0
    owned.flags.writeable = False
    dead = frozenset(
        stone for body in bodies if body.fate is Fate.DEAD for stone in body.stones)
    areas = tuple(area for colour in (BLACK, WHITE) for area in _areas(
        position, colour * owned.ravel(), colour, dead))
    return IshidaView(position, owned, bodies, areas)


def _bodies(
    position: Position, owned: Values, groups: Groups, fates: Mapping[Point, Fate], *,
    is_final: bool,
) -> Iterable[StoneBody]:
    """Yield the groups, their dead chains and what is in seki apart.

    What is still to be read is not said to be dead or weak.
    """
    for region in groups.regions:
        colour, living, in_seki = region.colour, list[Point](), list[Point]()
        seen = set[Point]()
        for stone in region.stones:
            if stone in seen:
                continue
            chain = sorted(position.chain(stone))
            seen |= set(chain)
            said = fates.get(stone)
            if said is Fate.DEAD or (is_final and said is None
                                     and colour * float(owned[chain].mean()) <= _DIES):
                yield StoneBody(colour, tuple(chain), Fate.DEAD)
            else:
                (in_seki if said is Fate.SEKI else living).extend(chain)
        if in_seki:
            yield StoneBody(colour, tuple(sorted(in_seki)), Fate.SEKI)
        if living:
            living.sort()
            read = {fates[stone] for stone in living if stone in fates}
            safe = colour * float(owned[living].mean()) >= (
                _LIVES if is_final else _SURELY_LIVES)
            unsafe = Fate.WEAK if is_final or len(read) > 1 else Fate.UNREAD
            fate = read.pop() if len(read) == 1 else Fate.SAFE if safe else unsafe
            yield StoneBody(colour, tuple(living), fate)


def _with_fates(ownership: Values, bodies: Collection[StoneBody]) -> Values:
    """Return what is expected of points, in which stones are whose their fate says."""
    owned = ownership.copy()
    flat = owned.ravel()
    for body in bodies:
        stones = list(body.stones)
        if body.fate is Fate.DEAD:
            flat[stones] = -body.colour * np.maximum(-body.colour * flat[stones], 0.9)
        elif body.fate is Fate.UNREAD:
            flat[stones] = 0.0
        else:
            flat[stones] = body.colour * np.maximum(body.colour * flat[stones], _LIVES)
    return owned


def _areas(
    position: Position, own: Values, colour: Colour, dead: frozenset[Point]
) -> Iterable[Area]:
    """Yield the territories of a side that are counted and its frameworks worth a word."""
    cells = np.frombuffer(position.cells, np.int8)
    is_open = cells == 0
    is_open[[stone for stone in dead if position.colour_at(stone) == -colour]] = True
    for is_sure, inside in ((True, is_open & (own >= SURE)),
                            (False, is_open & (own >= FRAMEWORK) & (own < SURE))):
        for points in _parts(np.flatnonzero(inside).tolist(), position):
            if is_sure and len(points) >= _COUNTED:
                yield Area(colour, points, len(points), is_sure=True)
            elif not is_sure and len(points) >= _WORTH_A_WORD and _is_wide(
                    points, cells, colour, position.columns):
                yield Area(colour, points, round(float(own[list(points)].sum())), is_sure=False)


def _parts(points: Iterable[Point], position: Position) -> Iterable[tuple[Point, ...]]:
    """Yield the 4-connected parts of a set of points."""
    neighbours = topology(position.columns, position.rows).neighbours
    left = set(points)
    while left:
        todo = [left.pop()]
        part = list[Point]()
        while todo:
            part.append(todo.pop())
            for near in neighbours[part[-1]]:
                if near in left:
                    left.remove(near)
                    todo.append(near)
        yield tuple(sorted(part))


def _is_wide(
    points: tuple[Point, ...], cells: npt.NDArray[np.int8], colour: Colour, columns: int
) -> bool:
    """Return whether an area is somewhere three lines wide, its own side's stones counted in."""
    own = np.zeros(cells.size, bool)
    own[list(points)] = True
    inside = own.reshape(-1, columns)
    filled = inside | (cells == colour).reshape(-1, columns)
    if min(filled.shape) < _WIDE:
        return False
    squares, own_squares = (sliding_window_view(found, (_WIDE, _WIDE))
                            for found in (filled, inside))
    return bool((squares.all(axis=(2, 3)) & (own_squares.sum(axis=(2, 3)) > _WIDE)).any())
