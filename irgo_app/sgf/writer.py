"""Games -> bytes -> file: untouched nodes as they were, UTF-8 with CA, and never half a file."""

from __future__ import annotations

import glob
import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from irgo_app.errors import SgfError
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.plain_node import Properties

_LINE_LENGTH = 72
_SAVE_SUFFIX = ".irgo-save"
_TORN_AFTER_S = 60


def write_games(games: Sequence[GameTree]) -> bytes:
    """Return the games as UTF-8; a root that names no or another charset gets CA[UTF-8]."""
    return "".join(_game_text(tree) for tree in games).encode("utf-8", "replace")


def save_file(path: Path, games: Sequence[GameTree], *, keep_backup: bool = True) -> None:
    """Write the games so that `path` holds either the old or the new content, never less.

    keep_backup -- whether the content before goes to `<name>.bak`

    Symbolic links stay links. Raises SgfError with one sentence (read-only, disk full ...); the
    old file is then untouched.
    """
    target = Path(os.path.realpath(path))
    data = write_games(games)
    temporary: str | None = None
    try:
        if target.exists() and not os.access(target, os.W_OK):
            raise SgfError("{path} is read-only; save under another name.", path=path)
        if target.is_dir():
            raise SgfError("{path} is a folder; choose a file name.", path=path)
        _remove_torn_saves(target)
        handle, temporary = tempfile.mkstemp(_SAVE_SUFFIX, f".{target.name}.", target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
            if keep_backup:
                shutil.copy2(target, target.with_name(target.name + ".bak"))
        else:
            os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, target)
        temporary = None
        _sync_folder(target.parent)
    except OSError as error:
        raise SgfError(
            "{path} could not be saved ({reason}); save it in another place.",
            path=path, reason=error.strerror) from None
    finally:
        if temporary is not None:
            os.unlink(temporary)


def _remove_torn_saves(target: Path) -> None:
    """Remove what a save left that was killed; another irgo may be saving at this moment."""
    for path in target.parent.glob(f".{glob.escape(target.name)}.*{_SAVE_SUFFIX}"):
        if path.stat().st_mtime < time.time() - _TORN_AFTER_S:
            path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Carry the new name to the disk, where the system lets a folder be opened."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    """Return the mask of new files; Python can only ask by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _game_text(tree: GameTree) -> str:
    return "".join(_branch_pieces(tree.root, _with_utf8(tree.root))) + "\n"


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
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        if item is root and root_properties is not None:
            text = _canonical(root_properties)
        else:
            text = _canonical(item.properties) if item.source is None else item.source
        if item.source is None and width and width + len(text) > _LINE_LENGTH:
            pieces.append("\n")
            width = 0
        last_break = text.rfind("\n")
        width = len(text) - last_break - 1 if last_break >= 0 else width + len(text)
        pieces.append(text)
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
