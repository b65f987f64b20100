"""Names of groups, W1, B2 ..., that stay the same from node to node as long as the group does.

A group inherits the name of the group of the node before with which it shares most stones; where
groups join, the smaller number stays; what has no name gets the smallest number that no group of
its colour has here or had at the node before.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from typing import Final

from msgspec import Struct

from irgo_app.draw.drawables import Label
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Colour, Point, nearest_to_middle
from irgo_app.go.position import Position
from irgo_app.layers.groups import GroupRegion, GroupRegions, Groups
from irgo_app.sgf.game_tree import Node

_MOST_BACK: Final = 1000
"""Names are followed back through so many nodes: any game, not a line built to be endless."""


class _Named(Struct, frozen=True):
    """The groups of a node with their numbers."""

    groups: Groups
    numbers: tuple[int, ...]


class GroupNames:
    """Names the groups of nodes, remembering those on the way.

    groups_of -- the result of the layer `groups` on a node, or None if it is not there yet
    """

    def __init__(self, groups_of: Callable[[Node], Groups | None]) -> None:
        self._groups_of = groups_of
        self._known: dict[int, _Named] = {}

    def names(self, node: Node) -> tuple[str, ...] | None:
        """Return the names of a node's groups in their order, None while results are missing."""
        path: list[Node] = []
        place: Node | None = node
        while place is not None and len(path) < _MOST_BACK and not self._is_known(place):
            path.append(place)
            place = place.parent
        before = self._known[place.id] if place is not None and len(path) < _MOST_BACK else None
        for later in reversed(path):
            groups = self._groups_of(later)
            if groups is None:
                return None
            before = _inherit(before, groups)
            self._known[later.id] = before
        assert before is not None
        return _texts(before)

    def _is_known(self, node: Node) -> bool:
        """Return whether the names of a node are known and its groups still the same result."""
        known = self._known.get(node.id)
        return known is not None and known.groups is self._groups_of(node)


def names_after(line: Iterable[Groups]) -> tuple[str, ...]:
    """Return the names of the groups of the last of several positions that follow each other."""
    named: _Named | None = None
    for groups in line:
        named = _inherit(named, groups)
    return () if named is None else _texts(named)


def _texts(named: _Named) -> tuple[str, ...]:
    return tuple(LETTER_OF_COLOUR[colour] + str(number) for colour, number in zip(
        named.groups.regions.colours, named.numbers, strict=True))


def _inherit(before: _Named | None, groups: Groups) -> _Named:
    """Return the groups of the next node with the numbers they inherit or get."""
    regions = groups.regions
    inherited: dict[int, int] = {}
    used: dict[Colour, set[int]] = {BLACK: set(), WHITE: set()}
    if before:
        for colour, number in zip(before.groups.regions.colours, before.numbers, strict=True):
            used[colour].add(number)
        for old, heir in _heirs(before.groups.regions, regions).items():
            number = before.numbers[old]
            inherited[heir] = min(number, inherited.get(heir, number))
    numbers = []
    for index, colour in enumerate(regions.colours):
        if index not in inherited:
            taken = used[colour]
            inherited[index] = next(number for number in count(1) if number not in taken)
            taken.add(inherited[index])
        numbers.append(inherited[index])
    return _Named(groups, tuple(numbers))


def _heirs(old: GroupRegions, new: GroupRegions) -> dict[int, int]:
    """Return for groups of one position with which of the next they share most stones."""
    shared = Counter(
        pair for pair, cell, was in zip(
            zip(old.owners(), new.owners(), strict=True), new.cells, old.cells, strict=True)
        if cell == was and min(pair) >= 0)
    # Where two share as many, the first one is the heir: the others are overwritten.
    found = sorted(shared.items(), key=lambda item: (item[1], -item[0][1]))
    return dict(pair for pair, _ in found)


def name_labels(groups: Groups, names: tuple[str, ...], position: Position) -> tuple[Label, ...]:
    """Return the names written where they hide least: on a vacant point near the stones."""
    labels = []
    taken: set[Point] = set()
    for region, name in zip(groups.regions, names, strict=True):
        places = _label_places(region, position)
        place = next((point for point in places if point not in taken), places[0])
        taken.add(place)
        labels.append(Label(place, name, places))
    return tuple(labels)


def _label_places(region: GroupRegion, position: Position) -> tuple[Point, ...]:
    """Return where a name may stand: on vacant points of the group, else on its stones."""
    stones = region.stones
    vacant = [point for point in region.points if not position.cells[point]]
    return tuple(nearest_to_middle(vacant or stones, stones, position.columns))
