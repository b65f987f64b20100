"""Where a key leads in a game tree: pure functions from node to node."""

from __future__ import annotations

from irgo_app.sgf.game_tree import Node


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
    return node.tree.current_line(node)[-1]


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
