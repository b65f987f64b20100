"""Where a key, an address or a word that is looked for leads in a game tree."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from msgspec import Struct

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR, PASS
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import text_of
from irgo_app.words import counted, message

_STRETCH: Final = 2000


def is_over(node: Node) -> bool:
    """Return whether both have passed before a node, one after the other.

    Nodes that neither move nor set up stones may lie between and behind.
    """
    passes, step = 0, node
    while passes < 2:
        move = step.move
        if (move is None and step.has_setup) or (move is not None and move[1] != PASS):
            return False
        passes += move is not None
        if step.parent is None:
            break
        step = step.parent
    return passes == 2


def step(node: Node, count: int) -> Node:
    """Return the node `count` forward (or backward) on the line visited last, or its end."""
    for _ in range(abs(count)):
        following = node.tree.child_on_path(node) if count > 0 else node.parent
        if following is None:
            break
        node = following
    return node


def last(node: Node) -> Node:
    """Return the end of the line visited last."""
    child_on_path = node.tree.child_on_path
    while (following := child_on_path(node)) is not None:
        node = following
    return node


def towards_last(node: Node) -> Iterator[Node]:
    """Yield nodes on the way to the end of the line visited last, some milliseconds apart, and it.

    What is noted of the ways is noted on the way. The tree must not be changed meanwhile.
    """
    child_on_path = node.tree.child_on_path
    steps = 0
    while (following := child_on_path(node)) is not None:
        node, steps = following, steps + 1
        if steps % _STRETCH == 0:
            node.tree.ways.note(node)
            yield node
    yield node


def stretch_around(node: Node, most: int) -> tuple[int, list[Node]]:
    """Return at most `most` nodes of the current line with `node` among them, after the depth of
    the first of them.

    The whole line if it is short enough, else as much before the node as after it.
    """
    child_on_path = node.tree.child_on_path
    before, ahead = [node], list[Node]()
    while before[-1].parent is not None and len(before) < most:
        before.append(before[-1].parent)
    following = child_on_path(node)
    while following is not None and len(ahead) < most:
        ahead.append(following)
        following = child_on_path(following)
    ahead = ahead[:max(most // 2, most - len(before))]
    before = before[:most - len(ahead)]
    return node.tree.ways.depth_of(before[-1]), before[::-1] + ahead


def nearest_first(node: Node) -> Iterator[Node]:
    """Yield every node once: the current line forward, its past, then the rest by distance."""
    child_on_path = node.tree.child_on_path
    seen = {node.id}
    yield node
    ahead, back = child_on_path(node), node.parent
    while ahead is not None or back is not None:
        for near in (ahead, back):
            if near is not None:
                seen.add(near.id)
                yield near
        ahead = child_on_path(ahead) if ahead is not None else None
        back = back.parent if back is not None else None
    queue = [node]
    reached = {node.id}
    for near in queue:
        for further in (*near.children, *([near.parent] if near.parent else [])):
            if further.id not in reached:
                reached.add(further.id)
                queue.append(further)
        if near.id not in seen:
            yield near


def sibling(node: Node, offset: int) -> Node:
    """Return the variation `offset` places further, stopping at the first and last one."""
    if node.parent is None:
        return node
    siblings = node.parent.children
    index = siblings.index(node) + offset
    return siblings[max(0, min(index, len(siblings) - 1))]


def fork(node: Node, direction: int) -> Node:
    """Return the next node (+1) or the one before (-1) where variations part, or the line's end."""
    moved = step(node, direction)
    while moved is not node:
        if len(moved.children) > 1:
            return moved
        node, moved = moved, step(moved, direction)
    return moved


def saying(node: Node, identifier: str, direction: int) -> Node:
    """Return the next or previous node of the line with a property, or `node` if there is none."""
    place, moved = node, step(node, direction)
    while moved is not place:
        if moved.says(identifier):
            return moved
        place, moved = moved, step(moved, direction)
    return node


def commented(node: Node, direction: int) -> Node:
    """Return the next or previous node of the line with a comment, or `node` if there is none."""
    return saying(node, "C", direction)


def bookmarked(node: Node, direction: int) -> Node:
    """Return the next or previous bookmark (hotspot) of the tree, in the order of the file."""
    marked = [found for found in node.tree.nodes() if found is node or found.says("HO")]
    return marked[(marked.index(node) + direction) % len(marked)]


def main_line(node: Node) -> Node:
    """Return the last node on the way to `node` that still is on the main line."""
    on_main = node.tree.root
    for later in node.tree.path_to(node)[1:]:
        if later.parent is None or later.parent.children[0] is not later:
            break
        on_main = later
    return on_main


def next_end(node: Node) -> Node:
    """Return the end of the next variation, in turn, the first after the last."""
    ends = node.tree.leaves()
    if node in ends:
        return ends[(ends.index(node) + 1) % len(ends)]
    return last(node)


def address_of(node: Node) -> str:
    """Return a node's address; `*k` repeats an index, "" is the root."""
    indices = [
        step.parent.children.index(step)
        for step in node.tree.path_to(node) if step.parent is not None
    ]
    parts = [(index, len(list(run))) for index, run in groupby(indices)]
    return ",".join(str(index) if times == 1 else f"{index}*{times}" for index, times in parts)


def node_at(tree: GameTree, address: str) -> Node:
    """Return the node of an address; raises UsageError."""
    node = tree.root
    for part in (word.strip() for word in address.split(",")):
        if not part:
            continue
        index, _, times = part.partition("*")
        if not index.isdecimal() or not (times or "1").isdecimal():
            raise UsageError(
                "{address!r} is no node; write child indices such as 0*34,1,0*5.", address=address)
        for _ in range(int(times or 1)):
            if int(index) >= len(node.children):
                raise UsageError(counted(
                    "There is no node {address!r}: {place} has one continuation.",
                    "There is no node {address!r}: {place} has {count} continuations.",
                    len(node.children), address=address,
                    place=address_of(node) or message("the root")))
            node = node.children[int(index)]
    return node


def nearest_at(tree: GameTree, address: str) -> Node:
    """Return the node of an address of another version of the game, or where it leaves it."""
    node = tree.root
    for part in address.split(","):
        index, _, times = part.partition("*")
        for _ in range(int(times or 1) if index else 0):
            if int(index) >= len(node.children):
                return node
            node = node.children[int(index)]
    return node


_TEXTS: Final = ("C", "N", "GN", "GC", "PB", "PW", "EV", "RO", "PC", "RE", "AN", "US", "SO", "ON")
_VERTEX: Final = re.compile(r"[A-Za-z]{1,2}\d{1,2}")
_BEFORE: Final = 24
_LENGTH: Final = 90


class Hit(Struct, frozen=True):
    """A node that holds what was looked for, and a line that shows where."""

    node_id: int
    text: str


def hit_of(node: Node, words: str) -> Hit | None:
    """Return where a node holds some words (in any case), None if it does not."""
    wanted = words.casefold()
    place = f"{node.tree.printed_number(node)}"
    move = node.move if _VERTEX.fullmatch(words) else None
    if move is not None:
        where = vertex(move[1], node.tree.columns, node.tree.rows)
        if where.casefold() == wanted:
            return Hit(node.id, f"{place}  {LETTER_OF_COLOUR[move[0]]} {where}")
    for text in _texts(node):
        start = text.casefold().find(wanted)
        if start >= 0:
            return Hit(node.id, f"{place}  {_excerpt(text, start)}")
    return None


def _texts(node: Node) -> list[str]:
    properties = node.properties
    texts = [text_of(raw) for identifier in _TEXTS for raw in properties.get(identifier, [])]
    return texts + (list(node.labels.values()) if "LB" in properties else [])


def _excerpt(text: str, start: int) -> str:
    first = max(0, start - _BEFORE)
    piece = " ".join(text[first:first + _LENGTH].split())
    return ("…" if first else "") + piece + ("…" if first + _LENGTH < len(text) else "")
