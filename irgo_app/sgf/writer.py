"""Games -> bytes -> file: untouched nodes as they were, UTF-8 with CA, and never half a file."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from irgo_app.errors import SgfError
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import Properties
from irgo_app.whole_file import write_whole

_LINE_LENGTH = 72
_AT_ONCE = 4096


def write_games(games: Sequence[GameTree]) -> bytes:
    """Return the games as UTF-8; a root that names no or another charset gets CA[UTF-8]."""
    return b"".join(piece for tree in games for piece in _game_pieces(tree))


def save_file(path: Path, games: Sequence[GameTree], *, keep_backup: bool = True) -> None:
    """Write the games so that `path` holds either the old or the new content, never less.

    keep_backup -- whether the content before goes to `<name>.bak`

    Symbolic links stay links. Raises SgfError with one sentence (read-only, disk full ...); the
    old file is then untouched.
    """
    save_bytes(path, write_games(games), keep_backup=keep_backup)


def save_bytes(path: Path, data: bytes, *, keep_backup: bool = True) -> None:
    """Write a record as it is; see `save_file`."""
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise SgfError("{path} is a folder; choose a file name.", path=path)
        if target.exists() and not target.is_file():
            raise SgfError("{path} is no ordinary file; choose another name.", path=path)
        if target.exists() and not os.access(target, os.W_OK):
            raise SgfError("{path} is read-only; save under another name.", path=path)
        write_whole(target, data, backup=keep_backup)
    except (OSError, ValueError) as error:
        raise SgfError(
            "{path} could not be saved ({reason}); save it in another place.",
            path=path, reason=getattr(error, "strerror", None) or error) from None


def _game_pieces(tree: GameTree) -> Iterator[bytes]:
    """Yield a game in pieces of some thousand nodes: no step holds other threads for long."""
    pieces = _branch_pieces(tree.root, _with_utf8(tree.root))
    for start in range(0, len(pieces), _AT_ONCE):
        yield "".join(pieces[start:start + _AT_ONCE]).encode("utf-8", "replace")
    yield b"\n"


def _with_utf8(root: Node) -> Properties | None:
    """Return the root's properties naming UTF-8, or None if they do so already."""
    named = [value.strip().lower() for value in root.properties.get("CA", [])]
    if named in (["utf-8"], ["utf8"]):
        return None
    properties: Properties = {}
    for identifier, values in root.properties.items():
        properties[identifier] = ["UTF-8"] if identifier == "CA" else values
        if identifier == "FF" and "CA" not in root.properties:
            properties["CA"] = ["UTF-8"]
    properties.setdefault("CA", ["UTF-8"])
    return properties


def _branch_pieces(root: Node, root_properties: Properties | None) -> list[str]:
    pieces: list[str] = []
    stack: list[Node | str] = [")", root, "("]
    width = 0
    break_place = -1
    """Where a line may end: behind a node, to which the break belongs when it is read again."""
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            if item == ")":
                break_place = -1
            continue
        if item is root and root_properties is not None:
            text = _canonical(root_properties)
        else:
            text = _canonical(item.properties) if item.source is None else item.source
        if item.source is None and break_place >= 0 and width + len(text) > _LINE_LENGTH:
            pieces.insert(break_place, "\n")
            width = 0
        last_break = text.rfind("\n")
        width = len(text) - last_break - 1 if last_break >= 0 else width + len(text)
        pieces.append(text)
        break_place = len(pieces)
        if len(item.children) == 1:
            stack.append(item.children[0])
        else:
            for child in reversed(item.children):
                stack += [")", child, "("]
    return pieces


def _canonical(properties: Properties) -> str:
    return ";" + "".join(
        identifier + "".join(f"[{value}]" for value in values)
        for identifier, values in properties.items()
    )
