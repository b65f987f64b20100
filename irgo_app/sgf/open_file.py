"""A file that is being edited: its games, what can be undone in each, and the crash journal."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from irgo_app.errors import SgfError
from irgo_app.sgf.edits import Change, Edit, UndoStack
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.journal import SUFFIX, Journal, RestoredFile, restore, stamp_of
from irgo_app.sgf.parser import GameFile
from irgo_app.sgf.tree_builder import Watch
from irgo_app.sgf.writer import save_bytes, save_file, write_games
from irgo_app.words import message


class Restored(NamedTuple):
    """What a crash left behind: the file, and game and node of the last edit."""

    file: OpenFile
    game: int
    node: Node


class OpenFile:
    """The games of a file (or one that has no file yet) with everything done to them.

    path -- where it is saved, None for a game that never was
    journal_failure -- a sentence if the crash journal cannot be written, else None
    """

    def __init__(
        self, game_file: GameFile, path: Path | None, journal_folder: Path | None = None
    ) -> None:
        if not game_file.data:
            game_file.data = write_games(game_file.games)
        self.game_file = game_file
        self.path = path
        self.journal_failure: str | None = None
        self._stacks = [UndoStack(tree) for tree in game_file.games]
        self._counts = [tree.node_count for tree in game_file.games]
        self._journal_folder = journal_folder
        self._journal: Journal | None = None
        self._has_backup = False
        self._stamp = stamp_of(path)

    @classmethod
    def restored(cls, journal: Path, watch: Watch | None = None) -> Restored:
        """Return the file of a journal that was left behind, and game and node of the last edit.

        watch -- told how far the reading is; raises to stop it
        Raises SgfError.
        """
        found: RestoredFile = restore(journal, watch)
        open_file = cls(found.game_file, found.origin, journal.parent)
        open_file._stacks = found.stacks
        try:
            open_file._journal = Journal.go_on(journal, found.game_file.games)
        except OSError as error:
            raise SgfError(
                "The journal {path} cannot be carried on ({reason}); open the file itself.",
                path=journal, reason=error.strerror) from None
        index, node_id = found.last
        return Restored(open_file, index, open_file.games[index].node_by_id(node_id))

    @property
    def games(self) -> list[GameTree]:
        """Return the games of the file."""
        return self.game_file.games

    def stack(self, tree: GameTree) -> UndoStack:
        """Return what can be undone and redone in a game."""
        return self._stacks[self._index(tree)]

    @property
    def is_modified(self) -> bool:
        """Return whether there is something to save."""
        return not all(stack.is_clean for stack in self._stacks)

    @property
    def _is_as_read(self) -> bool:
        """Return whether the bytes that were read are what has to be written."""
        file = self.game_file
        return not (file.format != "SGF" or file.is_part or self._has_backup
                    or any(stack.undo_title for stack in self._stacks))

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
        index = self._index(tree)
        self._note(lambda journal: journal.note_edit(index, tree, edit))
        return self._stacks[index].apply(edit)

    def undo(self, tree: GameTree) -> Change | None:
        """Take the last edit of a game back; None if there is none."""
        index = self._index(tree)
        if self._stacks[index].undo_title:
            self._note(lambda journal: journal.note_undo(index))
        return self._stacks[index].undo()

    def redo(self, tree: GameTree) -> Change | None:
        """Do the last undone edit of a game again; None if there is none."""
        index = self._index(tree)
        if self._stacks[index].redo_title:
            self._note(lambda journal: journal.note_redo(index))
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
            save_file(path, self.games, keep_backup=is_first)

    def note_saved(self, path: Path) -> None:
        """Do the second half of saving: all that was done is in a file now."""
        self._has_backup = True
        self.path = path
        self.game_file.format = "SGF"
        self._stamp = stamp_of(path)
        for stack in self._stacks:
            stack.mark_saved()
        if self._journal is not None:
            self._note(lambda journal: journal.note_saved(path))

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

    def _index(self, tree: GameTree) -> int:
        for index, known in enumerate(self.games):
            if known is tree:
                return index
        raise ValueError("the game is not of this file")

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
