"""Nothing is lost: work a crash left behind is offered, and a file that changed on disk is seen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file_menu import may_leave, save_as, take_disk
from irgo_app.sgf.journal import left_behind, origin_of, remove_journal
from irgo_app.sgf.open_file import Restored

_SETTLE_MS = 300
"""How long a file must be left alone before it is looked at: others may still be writing it."""


class FileGuard(QObject):
    """Watches the file that is open; asks in the message bar, never in a dialog."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._review, self._notices = context.models.review, context.models.notices
        self._watcher = QFileSystemWatcher(self)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settled.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda _path: self._settled.start())
        self._watcher.directoryChanged.connect(lambda _path: self._settled.start())
        self._review.save_failed.connect(self._offer_another_name)
        self._review.game_changed.connect(self._watch)
        self._review.file_saved.connect(self._watch)
        self._watch()

    def offer_lost_work(self) -> None:
        """Ask about the work a crash left behind, one file after another."""
        folder = self._review.journal_folder
        if folder is not None:
            self._context.models.opening.read_beside(
                lambda _watch: _first_left_behind(folder), self._ask_about)

    def look(self) -> None:
        """Look whether the file on disk is still the one that was read or saved."""
        file = self._review.file
        self._watch()
        if file.path is None or not file.path.exists() or not file.was_changed_elsewhere:
            return
        name = file.path.name
        if not file.is_modified:
            take_disk(self._context, lambda: self._notices.tell(
                self.tr("{0} was changed by another program and read again.").format(name)))
            return
        self._context.messages.ask(
            self.tr("{0} was changed by another program, and so was it here.").format(name),
            {self.tr("Keep mine"): file.accept_disk,
             self.tr("Take the file's"): lambda: take_disk(self._context),
             self.tr("Save mine as …"): self._save_apart})

    def _offer_another_name(self, why: str) -> None:
        """Say why nothing was saved, with a way out: a read-only file keeps its name."""
        self._context.messages.ask(
            why, {self.tr("Save as …"): lambda: save_as(self._context)})

    def _save_apart(self) -> None:
        if not save_as(self._context):
            self._review.file.accept_disk()

    def _watch(self) -> None:
        """Watch the file that is open now and its folder: saving may put a new file there."""
        path = self._review.file.path
        wanted = {str(path), str(path.parent)} if path is not None and path.exists() else set()
        watched = set(self._watcher.files() + self._watcher.directories())
        if watched - wanted:
            self._watcher.removePaths(list(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(list(wanted - watched))

    def _ask_about(self, left: tuple[Path, Path | None] | None) -> None:
        if left is None:
            return
        journal, origin = left
        name = origin.name if origin else self.tr("a game that was never saved")
        self._context.messages.ask(
            self.tr("irgo ended before your work on {0} was saved.").format(name),
            {self.tr("Restore"): lambda: self._restore(journal),
             self.tr("Throw away"): lambda: self._throw_away(journal)})

    def _restore(self, journal: Path) -> None:
        if may_leave(self._context):
            self._context.models.opening.restore(
                journal, self._show_restored, lambda text: self._notices.tell(
                    self.tr("The work could not be restored ({0}).").format(text)))

    def _show_restored(self, found: Restored) -> None:
        self._review.show_file(found.file, found.game)
        self._review.go_to(found.node)
        self._notices.tell(self.tr("Your work is restored; save it when you like."))

    def _throw_away(self, journal: Path) -> None:
        remove_journal(journal)
        self.offer_lost_work()


def _first_left_behind(folder: Path) -> tuple[Path, Path | None] | None:
    """Return a journal with unsaved work, and the file it belongs to; None without any."""
    found = left_behind(folder)
    return (found[0], origin_of(found[0])) if found else None
