"""Where a node is in its tree, as text: child indices from the root, such as `0*34,1,0*5`."""

from __future__ import annotations

from irgo_app.errors import UsageError
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.words import counted, message


def address_of(node: Node) -> str:
    """Return a node's address; `*k` repeats an index, "" is the root."""
    indices = [
        step.parent.children.index(step)
        for step in node.tree.path_to(node) if step.parent is not None
    ]
    parts: list[tuple[int, int]] = []
    for index in indices:
        if parts and parts[-1][0] == index:
            parts[-1] = (index, parts[-1][1] + 1)
        else:
            parts.append((index, 1))
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
