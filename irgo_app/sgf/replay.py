"""Node -> Position: setup first, then the move as recorded.

A tree may hold millions of nodes, so only the positions used last are kept, and some on the way
to them from which the others are soon made again.
"""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final, NamedTuple

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, EMPTY, NAME_OF_COLOUR, WHITE, Colour, Point
from irgo_app.go.position import BLACK_CELL, Position
from irgo_app.go.rules import Ko, RunningPosition, repeats
from irgo_app.sgf.game_info import has_handicap, ruleset_of
from irgo_app.sgf.game_tree import GameTree, Node, descendants
from irgo_app.words import message, noted

_REPEATS: Final = noted("the same board comes back")
_SETUP = (("AE", EMPTY), ("AB", BLACK), ("AW", WHITE))
_MOST_RECENT: Final = 4096
_MOST_MILESTONES: Final = 16384
_MOST_BYTES: Final = 20_000_000
"""Of each kind so many are kept at most, fewer of large boards."""
_BYTES_A_POINT: Final = 3
_BYTES_BESIDES: Final = 300
_MILESTONE_EVERY: Final = 64
_NEAR: Final = 2000
"""So many moves are replayed while nobody notices."""
_SLICE: Final = 2000
_STRIDE: Final = 50_000
"""So many moves are replayed, or gone back, before something else may be done."""


class _Known(NamedTuple):
    """What is known of a node: position, what was odd about its move, nodes since a milestone."""

    position: Position
    oddity: str | None
    distance: int


class _Past:
    """The boards on the way to a node, while a tree is gone through in the order of the file."""

    def __init__(self, ko: Ko) -> None:
        self._ko = ko
        self._way: list[tuple[int, int]] = []
        self._seen: dict[int, int] = {}

    def take(self, node: Node, running: RunningPosition, *, is_last: bool) -> bool:
        """Take the board after a node; return whether it lay there before on the way to it.

        is_last -- no node follows, so that it need not be kept
        """
        if self._ko is Ko.SIMPLE:
            return False
        parent = -1 if node.parent is None else node.parent.id
        while self._way and self._way[-1][0] != parent:
            gone = self._way.pop()[1]
            self._seen[gone] -= 1
            if not self._seen[gone]:
                del self._seen[gone]
        board = hash((running.board, running.to_play if self._ko is Ko.SITUATIONAL else 0))
        has_been = self._seen.get(board, 0) > 0
        if not is_last:
            self._way.append((node.id, board))
            self._seen[board] = self._seen.get(board, 0) + 1
        return has_been


class Replay:
    """The positions of a tree's nodes, each made from the nearest ancestor whose position is kept.

    Kept are the positions used last and, of every line, one in `_MILESTONE_EVERY`; both no more
    than a fixed number, so that memory does not grow with the record.
    """

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._named_rules = tree.info_nodes.properties_at(tree.root).get("RU")
        self._rules = ruleset_of(tree)
        self._recent: OrderedDict[int, _Known] = OrderedDict()
        self._milestones: OrderedDict[int, _Known] = OrderedDict()
        room = _MOST_BYTES // (_BYTES_A_POINT * tree.columns * tree.rows + _BYTES_BESIDES)
        self._most_recent, self._most_milestones = (
            min(room, _MOST_RECENT), min(room, _MOST_MILESTONES))

    def position_at(self, node: Node) -> Position:
        """Return the position after the node."""
        return self._entry(node).position

    def remark(self, node: Node) -> str | None:
        """Return what is illegal about the node's move, such as "White C5: it is suicide"."""
        self._look_at_rules()
        oddity = self._entry(node).oddity
        if oddity is None and self._rules.ko is not Ko.SIMPLE and self._takes(node) \
                and repeats(self.position_at(node), self.way_back(node.parent), self._rules.ko):
            oddity = _REPEATS
        return None if oddity is None else remark_of(node, oddity)

    def is_playable(self, node: Node) -> bool:
        """Return whether the board alone allows the node's move, what came before left aside."""
        self._look_at_rules()
        return self._entry(node).oddity is None

    def way_back(self, node: Node | None) -> Iterator[Position]:
        """Yield the position at a node and those before it, a few thousand at most."""
        step = node
        for _ in range(_NEAR):
            if step is None:
                return
            yield self.position_at(step)
            step = step.parent

    def is_near(self, node: Node) -> bool:
        """Return whether the node's position is soon made: one not far before it is kept."""
        step: Node | None = node
        for _ in range(_NEAR):
            if step is None or step.id in self._recent or step.id in self._milestones:
                return True
            step = step.parent
        return False

    def approach(self, node: Node) -> Iterator[None]:
        """Make the position of a node in steps of some milliseconds, so that it is near then.

        The tree must not be changed meanwhile; who changes it lets go of the iterator.
        """
        path: list[Node] = []
        step: Node | None = node
        while step is not None and self._take(step) is None:
            path.append(step)
            step = step.parent
            if len(path) % _STRIDE == 0:
                yield
        start = _Known(self._empty(), None, 0) if step is None else self._entry(step)
        running, distance = RunningPosition(start.position, self._rules), start.distance
        for count, later in enumerate(reversed(path), 1):
            oddity = _advance(running, later)
            distance = (distance + 1) % _MILESTONE_EVERY
            if distance == 0 and later.children:
                self._keep(later, _Known(running.frozen(), oddity, 0))
            if count % _SLICE == 0:
                self._tree.ways.note(later)
                yield

    def oddities(self) -> Iterator[tuple[Node, str | None]]:
        """Yield every node in the order of the file, with the clause that says what is odd.

        `remark_of` makes a sentence of such a clause; None for a legal move and for none at all.
        """
        self._look_at_rules()
        running, distance = RunningPosition(self._empty(), self._rules), 0
        past = _Past(self._rules.ko)
        last: Node | None = None
        for node in self._tree.nodes():
            if node.parent is not last and node.parent is not None:
                before = self._entry(node.parent)
                running = RunningPosition(before.position, self._rules)
                distance = before.distance
            captures = running.captures
            oddity = _advance(running, node)
            distance = (distance + 1) % _MILESTONE_EVERY
            if distance == 0 and node.children:
                self._keep(node, _Known(running.frozen(), oddity, 0))
            came_back = past.take(node, running, is_last=not node.children)
            if oddity is None and came_back and running.captures != captures:
                oddity = _REPEATS
            yield node, oddity
            last = node

    @property
    def kept_count(self) -> int:
        """Return how many positions are kept."""
        return len(self._recent) + len(self._milestones)

    def forget(self, node: Node) -> None:
        """Forget a changed node and everything below it.

        Whose turn it is above it, up to the last move, may follow from it.
        """
        while node.parent is not None and not node.has_move:
            node = node.parent
        for count, below in enumerate(descendants(node)):
            if count > _MOST_RECENT:
                self._recent.clear()
                self._milestones.clear()
                return
            self._recent.pop(below.id, None)
            self._milestones.pop(below.id, None)

    def _entry(self, node: Node) -> _Known:
        if node.tree is not self._tree:
            # Asked late, about a game that was closed: numbers of its nodes mean others here.
            return Replay(node.tree)._entry(node)
        known, path = self._way_to(node)
        if not path:
            return known
        running = RunningPosition(known.position, self._rules)
        distance, left = known.distance, len(path)
        for later in path:
            oddity = _advance(running, later)
            distance = (distance + 1) % _MILESTONE_EVERY
            left -= 1
            # Of a long way only what lies just before the node is likely to be asked for next.
            if left < _MILESTONE_EVERY or (distance == 0 and later.children):
                known = _Known(running.frozen(), oddity, distance)
                self._keep(later, known)
        return known

    def _way_to(self, node: Node) -> tuple[_Known, list[Node]]:
        """Return what is known nearest before a node, and the nodes from there on."""
        path: list[Node] = []
        step: Node | None = node
        while step is not None:
            known = self._take(step)
            if known is not None:
                return known, path[::-1]
            path.append(step)
            step = step.parent
        return _Known(self._empty(), None, 0), path[::-1]

    def _look_at_rules(self) -> None:
        """Forget what was odd if the record names other rules than it did."""
        named = self._tree.info_nodes.properties_at(self._tree.root).get("RU")
        if named != self._named_rules:
            self._named_rules = named
            rules = ruleset_of(self._tree)
            if rules != self._rules:
                self._rules = rules
                self._recent.clear()
                self._milestones.clear()

    def _takes(self, node: Node) -> bool:
        return node.move is not None and node.parent is not None and (
            self.position_at(node).captures != self.position_at(node.parent).captures)

    def _empty(self) -> Position:
        return Position.empty(self._tree.columns, self._tree.rows)

    def _take(self, node: Node) -> _Known | None:
        """Return what is known of a node, which counts as used by that."""
        for kept in (self._recent, self._milestones):
            known = kept.get(node.id)
            if known is not None:
                kept.move_to_end(node.id)
                return known
        return None

    def _keep(self, node: Node, known: _Known) -> None:
        """Keep what is known of a node, in place of what was used longest ago."""
        kept, most = self._recent, self._most_recent
        if known.distance == 0 and node.children:
            kept, most = self._milestones, self._most_milestones
        if len(kept) >= most:
            kept.popitem(last=False)
        kept[node.id] = known


def remark_of(node: Node, oddity: str) -> str:
    """Return what is illegal about a node's move, such as "White C5: it is suicide".

    oddity -- the clause that going through the record gave
    """
    assert node.move is not None
    colour, point = node.move
    where = vertex(point, node.tree.columns, node.tree.rows)
    return str(message("{colour} {point}: {oddity}", colour=message(
        NAME_OF_COLOUR[colour]), point=where, oddity=message(oddity)))


def setup_of(node: Node) -> dict[Point, Colour]:
    """Return the points that a node sets up, with their colours: EMPTY for those it clears."""
    return {point: colour for identifier, colour in _SETUP for point in node.points(identifier)}


def _advance(running: RunningPosition, node: Node) -> str | None:
    """Go on by one node; returns what was odd about its move."""
    only = node.only_move
    if only is not None:
        return running.record(*only)
    if node.has_setup:
        running.put(setup_of(node))
    oddity = None
    move = node.move
    if move is not None:
        oddity = running.record(*move)
    turn = _turn(running, node, has_move=move is not None)
    if turn is not None:
        running.give_turn(turn)
    return oddity


def _turn(running: RunningPosition, node: Node, *, has_move: bool) -> Colour | None:
    """Return whose turn the node says it is, None if that of before goes on.

    It says so by PL; without a move also where the record or its stones begin, by who moves next
    and by the handicap.
    """
    told = node.turn_told
    if told is not None or has_move or (node.parent is not None and not node.has_setup):
        return told
    following = node.tree.turns.after(node)
    if following is not None:
        return following
    is_start = node.tree.move_number(node) == 0
    return WHITE if is_start and BLACK_CELL in running.board and has_handicap(node) else None
