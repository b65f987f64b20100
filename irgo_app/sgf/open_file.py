"""A file that is being edited: its games, what can be undone in each, and the crash journal.

The journal is written as edits happen, so that a crash loses at most the last one. Beside it lies
the file as it was opened. Reading that again gives every node its old number, so that the edits can
be done again by number; irgo's own files are trusted no more than others: a line that cannot be
used ends the restoring. A thread of its own carries both to the disk.
"""

from __future__ import annotations

import errno
import json
import os
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, TypeAlias

from msgspec import Struct, ValidationError, convert, to_builtins

from irgo_app.errors import SgfError
from irgo_app.sgf.edits import Change, Edit, UndoStack
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.parser import GameFile, read_games
from irgo_app.sgf.tree_builder import Watch
from irgo_app.sgf.writer import save_bytes, write_games
from irgo_app.words import message, translated

SMALL_BASE: Final = 1 << 20
"""A file of at most so many bytes is written beside its journal at once, a larger one here."""


class JournalDisk:
    """What waits for the disk, which may take its time.

    error -- why the file could not be written beside the journal, None if it could
    """

    def __init__(self, handle: IO[bytes], base: Path, data: bytes | None) -> None:
        self._handle = handle
        self._base, self._data = base, data
        self.error: OSError | None = None
        self._is_dirty = threading.Event()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Sync soon."""
        self._is_dirty.set()

    def close(self) -> None:
        """Sync for the last time."""
        self._is_closed = True
        self._is_dirty.set()
        self._thread.join()

    def _run(self) -> None:
        if self._data is not None:
            try:
                self._write_base(self._data)
            except OSError as error:
                self.error = error
            self._data = None
        while not self._is_closed:
            self._is_dirty.wait()
            self._is_dirty.clear()
            # A disk that fails here fails the next write too, where it is told.
            with suppress(OSError):
                os.fsync(self._handle.fileno())

    def _write_base(self, data: bytes) -> None:
        """Write the file as it was opened, piece by piece; closing the journal ends it."""
        with self._base.open("wb") as file:
            for start in range(0, len(data), SMALL_BASE):
                if self._is_closed:
                    return
                file.write(data[start:start + SMALL_BASE])


SUFFIX: Final = ".journal"
_BASE_SUFFIX: Final = ".base"
_FORMAT: Final = "irgo-journal/1"
Entry: TypeAlias = dict[str, Any]
"""A line of the journal as JSON gives it back: anything may be in it."""


class Journal:
    """Writes down what is done to the games of one open file.

    Each line is on its way to the disk when `note_edit` returns (it survives the end of the
    process) and on the disk soon after (it survives a power cut). While it is open no other
    process takes the journal for one that was left behind.

    Until a large file lies beside the journal the file that was opened stands for it, as long as
    nobody has changed that.
    """

    def __init__(
        self, path: Path, handle: IO[bytes], counts: list[int], base: bytes | None = None
    ) -> None:
        """Go on with an open journal.

        base -- the file as it was opened if it does not lie beside the journal yet
        """
        self.path = path
        self._handle = handle
        self._counts = counts
        """How many nodes of each game the journal knows."""
        self._disk = JournalDisk(handle, _base(path), base)

    @classmethod
    def start(
        cls, path: Path, game_file: GameFile, counts: Sequence[int], origin: Path | None,
        stamp: tuple[int, int] | None = None,
    ) -> Journal:
        """Begin a journal for a file that was opened with `counts` nodes a game; raises OSError.

        stamp -- what `stamp_of` said of `origin` when it was read
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        data = game_file.data
        is_large = len(data) > SMALL_BASE
        if not is_large:
            _base(path).write_bytes(data)
        handle = path.open("wb")
        _lock(handle)
        journal = cls(path, handle, list(counts), data if is_large else None)
        journal._write({"format": _FORMAT, "file": None if origin is None else str(origin),
                        "encoding": game_file.forced_encoding, "size": len(data),
                        "stamp": stamp})
        return journal

    @classmethod
    def go_on(cls, path: Path, games: Sequence[GameTree]) -> Journal:
        """Carry on a journal after its edits were restored; raises OSError if it is in use."""
        handle = path.open("r+b")
        _lock(handle)
        whole = handle.read().rfind(b"\n") + 1
        handle.truncate(whole)
        handle.seek(whole)
        return cls(path, handle, [tree.node_count for tree in games])

    def note_edit(self, index: int, tree: GameTree, edit: Edit) -> None:
        """Write down an edit of game `index`, before it is done; raises OSError."""
        known = self._counts[index]
        new = []
        for node_id in range(known, tree.node_count):
            node = tree.node_by_id(node_id)
            parent = None if node.parent is None else node.parent.id
            new.append([node.properties, parent])
        self._write({"game": index, "new": new, "do": to_builtins(edit)})
        self._counts[index] = tree.node_count

    def note_added(self, text: str, games: Sequence[GameTree]) -> None:
        """Write down games that come into the file, as the text they were read from."""
        self._write({"add": text})
        self._counts += [tree.node_count for tree in games]

    def note(self, **entry: object) -> None:
        """Write down that an edit of a game was taken back (undo=1) or done again (redo=1), that
        the last two are one (join=1); which games the file holds, by their numbers (order=[...]),
        or that it holds those it held before (back=1); that everything so far is in a file
        (saved="..."), or that the games are nowhere else, though nothing was done to them yet
        (arrived=1).
        """
        self._write(entry)

    def remove(self) -> None:
        """Delete the journal: nothing is left that could be lost."""
        self.close()
        remove_journal(self.path)

    def close(self) -> None:
        """Stop writing; the journal stays."""
        self._disk.close()
        self._handle.close()

    def _write(self, entry: Entry) -> None:
        if self._disk.error is not None:
            raise self._disk.error
        self._handle.write(json.dumps(entry, ensure_ascii=True).encode() + b"\n")
        self._handle.flush()
        self._disk.wake()


class RestoredFile(Struct):
    """What a journal gives back: the games with their undo stacks, edited as they were.

    trees -- all games that were ever in the file, by number; orders -- which of them it held
    origin -- the file that was open, None for a game that was never saved
    kept_order -- which games the file on the disk holds
    is_kept -- whether the games are in a file, but for what was done to them
    edits -- how many edits the journal holds
    last -- game and number of the node that was edited last
    """

    game_file: GameFile
    trees: list[GameTree]
    orders: list[tuple[int, ...]]
    stacks: list[UndoStack]
    origin: Path | None
    kept_order: tuple[int, ...]
    is_kept: bool = True
    edits: int = 0
    last: tuple[int, int] = (0, 0)

    @property
    def games(self) -> list[GameTree]:
        """Return the games that the file held."""
        return [self.trees[number] for number in self.orders[-1]]


def left_behind(folder: Path) -> list[Path]:
    """Return the journals in a folder that no running irgo uses and that hold unsaved edits.

    Journals whose edits were all saved are deleted, and empty ones, which an end left at the very
    start; what is no journal of irgo's is left alone.
    """
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if not _is_free(path):
            continue
        header, entries = _lines(path)
        if entries and "saved" not in entries[-1]:
            found.append(path)
        elif header or _is_empty(path):
            # One that cannot be deleted does no harm.
            with suppress(OSError):
                remove_journal(path)
    return found


def remove_journal(path: Path) -> None:
    """Delete a journal and the file beside it."""
    for name in (path, _base(path)):
        name.unlink(missing_ok=True)


def origin_of(path: Path) -> Path | None:
    """Return the file a journal belongs to, None for a game that was never saved."""
    return _origin(*_lines(path))


def restore(path: Path, watch: Watch | None = None) -> RestoredFile:
    """Return the games of a journal, every whole edit done again; raises SgfError.

    watch -- told how far the reading is; raises to stop it
    """
    header, entries = _lines(path)
    try:
        data = _data_of(path, header)
    except OSError as error:
        raise SgfError(
            "The journal {path} cannot be restored ({reason}); open the file itself.",
            path=path, reason=error.strerror) from None
    encoding = header.get("encoding")
    game_file = read_games(
        data, translated("The journal"), encoding if isinstance(encoding, str) else None, watch)
    trees = list(game_file.games)
    restored = RestoredFile(game_file, trees, [tuple(range(len(trees)))],
                            [UndoStack(tree) for tree in trees], _origin(header, entries),
                            tuple(range(len(trees))))
    for entry in entries:
        if watch is not None:
            watch(len(data), len(data))
        try:
            _do(entry, restored)
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError, SgfError,
                ValidationError):
            break
    return restored


def stamp_of(path: Path | None) -> tuple[int, int] | None:
    """Return what changes when a file is written by anybody: its time in ns and its size."""
    if path is None:
        return None
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _data_of(path: Path, header: Entry) -> bytes:
    """Return the file as it was opened; raises OSError.

    It is the one beside the journal, or, where irgo ended before all of that was written, the file
    itself if nobody has changed it.
    """
    origin = header.get("file")
    try:
        data = _base(path).read_bytes()
        if len(data) == header.get("size", len(data)):
            return data
    except FileNotFoundError:
        if not isinstance(origin, str):
            raise
    stamp = stamp_of(Path(origin)) if isinstance(origin, str) else None
    if stamp is None or list(stamp) != header.get("stamp"):
        raise OSError(errno.ENODATA, os.strerror(errno.ENODATA))
    return Path(str(origin)).read_bytes()[:header["size"]]


def _do(entry: Entry, restored: RestoredFile) -> None:
    """Do one line of a journal again; raises one of many errors if it makes no sense."""
    if "saved" in entry:
        restored.is_kept, restored.kept_order = True, restored.orders[-1]
        for number in restored.kept_order:
            restored.stacks[number].mark_saved()
        return
    if "arrived" in entry:
        restored.is_kept = False
        return
    restored.edits += 1
    if "add" in entry:
        games = read_games(entry["add"].encode()).games
        restored.trees += games
        restored.stacks += map(UndoStack, games)
        return
    if "order" in entry:
        order = tuple(map(range(len(restored.trees)).index, entry["order"]))
        assert order and len(set(order)) == len(order)
        restored.orders.append(order)
        return
    if "back" in entry:
        assert len(restored.orders) > 1
        restored.orders.pop()
        return
    index = int(entry["game"])
    stack, tree = restored.stacks[index], restored.trees[index]
    if "join" in entry:
        stack.join()
        return
    if "undo" in entry:
        change = stack.undo()
    elif "redo" in entry:
        change = stack.redo()
    else:
        for properties, parent in entry["new"]:
            node = tree.new_node({str(name): [str(raw) for raw in raws]
                                  for name, raws in properties.items()})
            if parent is not None:
                tree.attach(node, tree.node_by_id(int(parent)))
        change = stack.apply(convert(entry["do"], Edit))
    if change is not None:
        restored.last = index, change.show_id


def _origin(header: Entry, entries: list[Entry]) -> Path | None:
    """Return the file that was opened, or the one it was saved as last."""
    origin = header.get("file")
    for entry in entries:
        origin = entry.get("saved", origin)
    return Path(origin) if isinstance(origin, str) else None


def _is_empty(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.stat().st_size == 0


def _lines(path: Path) -> tuple[Entry, list[Entry]]:
    """Return the header and the whole lines of a journal; a torn line ends it."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError:
        return {}, []
    found: list[Entry] = []
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            break
        if not isinstance(entry, dict):
            break
        found.append(entry)
    if not found or found[0].get("format") != _FORMAT:
        return {}, []
    return found[0], found[1:]


def _base(path: Path) -> Path:
    return path.with_suffix(_BASE_SUFFIX)


def _lock(handle: IO[bytes]) -> None:
    """Keep a journal for this process; the system lets go of it when the process ends."""
    try:
        import fcntl
    except ImportError:
        # Windows: a file that is open cannot be renamed, which is all that `_is_free` asks.
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_free(path: Path) -> bool:
    try:
        with path.open("r+b") as handle:
            _lock(handle)
        path.rename(path)
    except OSError:
        return False
    return True


class Restored(NamedTuple):
    """What a crash left behind: the file, and game and node of the last edit."""

    file: OpenFile
    game: int
    node: Node


class OpenFile:
    """The games of a file (or one that has no file yet) with everything done to them.

    Which games it holds, and in what order, is changed and taken back apart from what is done in
    each of them; a game that was taken out keeps its number in the journal.

    path -- where it is saved, None for a game that never was
    journal_failure -- a sentence if the crash journal cannot be written, else None
    """

    def __init__(
        self, game_file: GameFile, path: Path | None, journal_folder: Path | None = None, *,
        is_kept: bool = True
    ) -> None:
        """Hold the games of a file.

        is_kept -- whether they can be had again: what was pasted is lost if it is not saved
        """
        if not game_file.data:
            game_file.data = write_games(game_file.games)
        self.game_file = game_file
        self.path = path
        self.journal_failure: str | None = None
        self._trees = list(game_file.games)
        self._orders = [tuple(range(len(self._trees)))]
        self._kept_order = self._orders[0]
        self._stacks = [UndoStack(tree) for tree in self._trees]
        self._counts = [tree.node_count for tree in self._trees]
        self._journal_folder = journal_folder
        self._journal: Journal | None = None
        self._has_backup = False
        self._stamp = stamp_of(path)
        self._is_kept = is_kept
        if not is_kept:
            self._note(lambda journal: journal.note(arrived=1))

    @classmethod
    def restored(cls, journal: Path, watch: Watch | None = None) -> Restored:
        """Return the file of a journal that was left behind, and game and node of the last edit.

        watch -- told how far the reading is; raises to stop it
        Raises SgfError.
        """
        found: RestoredFile = restore(journal, watch)
        open_file = cls(found.game_file, found.origin, journal.parent)
        open_file._stacks, open_file._is_kept = found.stacks, found.is_kept
        open_file._trees, open_file._orders = found.trees, found.orders
        open_file._kept_order = found.kept_order
        try:
            open_file._journal = Journal.go_on(journal, found.trees)
        except OSError as error:
            raise SgfError(
                "The journal {path} cannot be carried on ({reason}); open the file itself.",
                path=journal, reason=error.strerror) from None
        number, node_id = found.last
        if number not in found.orders[-1]:
            return Restored(open_file, 0, open_file.games[0].root)
        return Restored(open_file, found.orders[-1].index(number),
                        found.trees[number].node_by_id(node_id))

    @property
    def games(self) -> list[GameTree]:
        """Return the games it holds now; those that were read are the ones of `game_file`."""
        return [self._trees[number] for number in self._orders[-1]]

    def add(self, games: Sequence[GameTree]) -> None:
        """Put copies of games behind those of the file."""
        text = write_games(games).decode()
        # What is read again from the same text has the same numbers of nodes.
        copies = read_games(text.encode()).games
        self._note(lambda journal: journal.note_added(text, copies))
        self._trees += copies
        self._stacks += map(UndoStack, copies)
        self.arrange([*self.games, *copies])

    def arrange(self, games: Sequence[GameTree]) -> None:
        """Let the file hold these of its games, in this order; raises ValueError for none."""
        if not games:
            raise ValueError("a file holds a game at least")
        order = tuple(map(self._trees.index, games))
        self._note(lambda journal: journal.note(order=list(order)))
        self._orders.append(order)

    @property
    def is_arranged(self) -> bool:
        """Return whether there is an arrangement to take back."""
        return len(self._orders) > 1

    def arrange_back(self) -> None:
        """Let the file hold what it held before the last arrangement."""
        if self.is_arranged:
            self._note(lambda journal: journal.note(back=1))
            self._orders.pop()

    def stack(self, tree: GameTree) -> UndoStack:
        """Return what can be undone and redone in a game."""
        return self._stacks[self._trees.index(tree)]

    @property
    def is_modified(self) -> bool:
        """Return whether there is something to save."""
        return not (self._is_kept and self._orders[-1] == self._kept_order and all(
            self._stacks[number].is_clean for number in self._orders[-1]))

    @property
    def _is_as_read(self) -> bool:
        """Return whether the bytes that were read are what has to be written."""
        file = self.game_file
        return not (file.format != "SGF" or file.is_part or self._has_backup
                    or self._orders[-1] != self._orders[0]
                    or any(stack.undo_title for stack in self._stacks))

    def _changed_bytes(self) -> bytes:
        """Return the file as it is now: games that were not touched keep their own bytes."""
        untouched = dict(zip(range(len(self.game_file.games)), self.game_file.bytes_of_games(),
                             strict=True)) if self.game_file.format == "SGF" else {}
        pieces = []
        for number in self._orders[-1]:
            data = None if self._stacks[number].undo_title else untouched.get(number)
            pieces.append(write_games([self._trees[number]]) if data is None else data + b"\n")
        return b"".join(pieces)

    @property
    def was_saved(self) -> bool:
        """Return whether the file was saved in this session."""
        return self._has_backup

    @property
    def was_changed_elsewhere(self) -> bool:
        """Return whether the file on disk is not the one that was read or saved last."""
        return self.path is not None and stamp_of(self.path) != self._stamp

    def apply(self, tree: GameTree, edit: Edit) -> Change:
        """Write an edit into the journal and do it."""
        index = self._trees.index(tree)
        self._note(lambda journal: journal.note_edit(index, tree, edit))
        return self._stacks[index].apply(edit)

    def join(self, tree: GameTree) -> None:
        """Let the last two edits of a game be one to the user."""
        index = self._trees.index(tree)
        self._note(lambda journal: journal.note(game=index, join=1))
        self._stacks[index].join()

    def undo(self, tree: GameTree) -> Change | None:
        """Take the last edit of a game back; None if there is none."""
        index = self._trees.index(tree)
        if self._stacks[index].undo_title:
            self._note(lambda journal: journal.note(game=index, undo=1))
        return self._stacks[index].undo()

    def redo(self, tree: GameTree) -> Change | None:
        """Do the last undone edit of a game again; None if there is none."""
        index = self._trees.index(tree)
        if self._stacks[index].redo_title:
            self._note(lambda journal: journal.note(game=index, redo=1))
        return self._stacks[index].redo()

    def save(self, path: Path) -> None:
        """Write all games; raises SgfError, and nothing has changed then.

        The first time in a session the file before goes to `<name>.bak`.
        """
        self.write(path)
        self.note_saved(path)

    def write(self, path: Path) -> None:
        """Do the first half of saving, in any thread: write all games; raises SgfError.

        Nothing may be edited until `note_saved` was called.
        """
        is_first = not (self._has_backup and path == self.path)
        if self._is_as_read:
            save_bytes(path, self.game_file.data, keep_backup=is_first)
        else:
            save_bytes(path, self._changed_bytes(), keep_backup=is_first)

    def note_saved(self, path: Path) -> None:
        """Do the second half of saving: all that was done is in a file now."""
        self._has_backup = self._is_kept = True
        self.path = path
        self.game_file.format = "SGF"
        self._stamp, self._kept_order = stamp_of(path), self._orders[-1]
        for number in self._kept_order:
            self._stacks[number].mark_saved()
        if self._journal is not None:
            self._note(lambda journal: journal.note(saved=str(path)))

    def accept_disk(self) -> None:
        """Keep what is in memory although the file on disk is another."""
        self._stamp = stamp_of(self.path)

    def close(self) -> None:
        """Forget the journal: what is not saved now is not wanted."""
        if self._journal is not None:
            self._journal.remove()
            self._journal = None

    def leave(self) -> None:
        """Let go of the journal; where something is not saved, the next start offers it."""
        if self._journal is not None and self.is_modified:
            self._journal.close()
            self._journal = None
        self.close()

    def _note(self, write: Callable[[Journal], None]) -> None:
        """Write into the journal, begun with the first edit; a full disk does not stop the work."""
        if self._journal_folder is None or self.journal_failure:
            return
        try:
            if self._journal is None:
                self._journal = Journal.start(
                    _new_name(self._journal_folder), self.game_file, self._counts, self.path,
                    self._stamp)
            write(self._journal)
        except OSError as error:
            self.journal_failure = str(message(
                "irgo cannot write its crash journal ({reason}); save your work often.",
                reason=error.strerror))


def _new_name(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(SUFFIX, "edit-", folder)
    os.close(handle)
    return Path(name)
