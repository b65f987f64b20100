"""Nothing is lost: work a crash left behind is offered, and a file that changed on disk is seen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from irgo_app.errors import IrgoError
from irgo_app.gui.models.session import JOURNAL_FOLDER
from irgo_app.review.open_file import OpenFile
from irgo_app.sgf.journal import left_behind, origin_of, remove_journal
from irgo_app.sgf.reader import load_file

if TYPE_CHECKING:
    from irgo_app.gui.shell.main_window import MainWindow

_SETTLE_MS = 300
"""How long a file must be left alone before it is looked at: others may still be writing it."""


class FileGuard(QObject):
    """Watches the file that is open; asks in the message bar, never in a dialog."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self._watcher = QFileSystemWatcher(self)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settled.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda _path: self._settled.start())
        self._watcher.directoryChanged.connect(lambda _path: self._settled.start())
        self._session.game_changed.connect(self._watch)
        self._session.view_changed.connect(self._watch)
        self._watch()

    def offer_lost_work(self) -> None:
        """Ask about the work a crash left behind, one file after another."""
        settings_file = self._session.settings.path
        if settings_file is None:
            return
        found = left_behind(settings_file.parent / JOURNAL_FOLDER)
        if found:
            self._ask_about(found[0])

    def look(self) -> None:
        """Look whether the file on disk is still the one that was read or saved."""
        file = self._session.file
        self._watch()
        if file.path is None or not file.path.exists() or not file.was_changed_elsewhere:
            return
        name = file.path.name
        if not file.is_modified:
            self.take_disk()
            self._window.show_message(
                self.tr("{0} was changed by another program and read again.").format(name))
            return
        self._window.messages.ask(
            self.tr("{0} was changed by another program, and so was it here.").format(name),
            {self.tr("Keep mine"): file.accept_disk,
             self.tr("Take the file's"): self.take_disk,
             self.tr("Save mine as …"): self._save_apart})

    def take_disk(self) -> None:
        """Read the file again and stay at the node, as far as it is there still."""
        session = self._session
        path = session.file.path
        assert path is not None
        index = next(number for number, game in enumerate(session.file.games)
                     if game is session.game)
        spec = session.game.node_spec(session.node)
        try:
            found = load_file(path, session.file.game_file.forced_encoding)
        except IrgoError as error:
            self._window.show_message(str(error))
            session.file.accept_disk()
            return
        session.open_games(found, path)
        if index < len(found.games):
            session.show_file(session.file, index)
        session.go_to(session.game.nearest_of_spec(spec))

    def _save_apart(self) -> None:
        if self._window.commands and self._window.commands.files.save_as():
            return
        self._session.file.accept_disk()

    def _watch(self) -> None:
        """Watch the file that is open now and its folder: saving may put a new file there."""
        path = self._session.file.path
        wanted = {str(path), str(path.parent)} if path is not None and path.exists() else set()
        watched = set(self._watcher.files() + self._watcher.directories())
        if watched - wanted:
            self._watcher.removePaths(list(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(list(wanted - watched))

    def _ask_about(self, journal: Path) -> None:
        origin = origin_of(journal)
        name = origin.name if origin else self.tr("a game that was never saved")
        self._window.messages.ask(
            self.tr("irgo ended before your work on {0} was saved.").format(name),
            {self.tr("Restore"): lambda: self._restore(journal),
             self.tr("Throw away"): lambda: self._throw_away(journal)})

    def _restore(self, journal: Path) -> None:
        if self._window.commands and not self._window.commands.files.may_leave():
            return
        try:
            file, index, node = OpenFile.restored(journal)
        except (IrgoError, OSError) as error:
            self._window.show_message(
                self.tr("The work could not be restored ({0}).").format(error))
            return
        self._session.show_file(file, index)
        self._session.go_to(node)
        self._window.show_message(self.tr("Your work is restored; save it when you like."))

    def _throw_away(self, journal: Path) -> None:
        remove_journal(journal)
        self.offer_lost_work()
