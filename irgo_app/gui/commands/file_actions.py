"""What the File menu does: new, open, save, choose, export, clipboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from irgo_app.draw.drawables import Diagram
from irgo_app.draw.text_painter import text_of
from irgo_app.errors import IrgoError
from irgo_app.gui.models.file_reading import FileReading
from irgo_app.gui.views.board.board_picture import render_diagram
from irgo_app.gui.views.dialogs.game_chooser import choose_game
from irgo_app.gui.views.dialogs.new_game import ask_new_game
from irgo_app.resource_files import resource_path
from irgo_app.sgf.edit_actions import branch_as_text, delete_branch, paste_game
from irgo_app.sgf.reader import GameFile, is_large, read_games
from irgo_app.sgf.writer import write_games

if TYPE_CHECKING:
    from irgo_app.gui.commands.commands import Commands
    from irgo_app.gui.shell.main_window import MainWindow

_PICTURE_SIDE = 1000


class FileActions(QObject):
    """Dialogs around the session's files; asks before unsaved work would be lost."""

    def __init__(self, window: MainWindow, commands: Commands) -> None:
        super().__init__(commands)
        self._window, self._commands = window, commands
        self._session = window.session
        self._reading: FileReading | None = None

    def new_game(self) -> None:
        """Ask for size, komi and handicap, and start."""
        if not self.may_leave():
            return
        wanted = ask_new_game(self._window)
        if wanted is not None:
            self._session.new_game(*wanted)

    def open(self) -> None:
        """Ask for a file and open it."""
        folder = str(self._session.file.path.parent) if self._session.file.path else ""
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open a game"), folder,
            self.tr("Game records (*.sgf *.SGF *.gib *.ngf *.ugf *.ugi);;All files (*)"))
        if name:
            self.open_path(name)

    def open_path(self, name: str, encoding: str | None = None, move: int | None = None) -> None:
        """Open a file by name, after asking about unsaved work; several games are offered.

        encoding -- read it in this charset, whatever it says
        move -- go so many moves down the main line
        """
        path = Path(name)
        if not self.may_leave():
            return
        self.stop_reading()
        if encoding is None and move is None and not is_large(path):
            if self._session.open_path(path):
                self._on_opened()
            return
        reading = self._reading = FileReading(path, encoding, self)
        reading.progress.connect(self._window.status.show_reading)
        reading.finished.connect(lambda found: self._on_read(found, path, move))
        reading.failed.connect(self._on_reading_failed)
        reading.start()

    def reopen(self, encoding: str) -> None:
        """Read the file again in another charset."""
        if self._session.file.path is not None:
            self.open_path(str(self._session.file.path), encoding)

    def reload(self) -> None:
        """Read the file again as it is on disk now, after asking about unsaved work."""
        if self._session.file.path is None:
            self._window.show_message(self.tr("This game was never saved."))
        elif self.may_leave():
            self._window.guard.take_disk()

    def stop_reading(self) -> None:
        """Stop reading in the background and wait for the end of it."""
        if self._reading is not None:
            self._reading.wait()
            self._reading = None

    def _on_read(self, found: GameFile, path: Path, move: int | None) -> None:
        self._reading = None
        self._window.status.show_reading(1, 1)
        self._session.open_games(found, path)
        if move is not None:
            try:
                self._session.go_to(self._session.game.node_of_move_number(move))
            except IrgoError as error:
                self._window.show_message(str(error))
            return
        self._on_opened()

    def _on_reading_failed(self, text: str) -> None:
        self._reading = None
        self._window.status.show_reading(1, 1)
        self._window.show_message(text)

    def _on_opened(self) -> None:
        self._commands.refresh_recent()
        if len(self._session.file.games) > 1:
            self.choose_game()

    def open_example(self, name: str) -> None:
        """Open a game that ships with irgo."""
        self.open_path(str(resource_path("examples", name)))

    def save(self) -> bool:
        """Save under the file's name, or ask for one."""
        file = self._session.file
        if file.path is None or file.game_file.format != "SGF":
            return self.save_as()
        question = ""
        if file.was_changed_elsewhere and file.path.exists():
            question = self.tr("Another program has changed this file since. Overwrite it?")
        elif file.game_file.diagnostics and file.is_modified and not file.was_saved:
            question = self.tr("This file was repaired while it was read. Overwrite it? "
                               "The old content stays beside it as .bak.")
        if question:
            answer = QMessageBox.question(self._window, self.tr("Overwrite the file"), question)
            if answer != QMessageBox.StandardButton.Yes:
                return self.save_as()
        return self._session.save(file.path)

    def save_as(self) -> bool:
        """Ask for a name and save."""
        suggested = (self._session.file.path or Path("game")).with_suffix(".sgf")
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Save the game"), str(suggested),
            self.tr("Game records (*.sgf)"))
        if not name:
            return False
        path = Path(name)
        return self._session.save(path if path.suffix else path.with_suffix(".sgf"))

    def choose_game(self) -> None:
        """Let the user pick a game of a collection."""
        index = choose_game(self._window, self._session.file.games,
                            self._window.board.picture.look)
        if index is not None:
            self._session.show_file(self._session.file, index)

    def export(self) -> None:
        """Write the board with its layers as PNG, SVG or PDF."""
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Export the board"), "board.png",
            self.tr("Pictures (*.png *.svg *.pdf)"))
        if not name:
            return
        # The picture writers need libraries that the window itself does without.
        from irgo_app.draw.export import write_picture

        try:
            write_picture(Path(name), self._diagram(), size=_PICTURE_SIDE,
                          look=self._window.board.picture.look)
        except IrgoError as error:
            self._window.show_message(str(error))

    def copy_sgf(self) -> None:
        """Put the whole game on the clipboard."""
        text = write_games([self._session.game]).decode("utf-8")
        QApplication.clipboard().setText(text)
        self._window.show_message(self.tr("The game was copied as SGF."))

    def paste_sgf(self) -> None:
        """Open the game on the clipboard."""
        text = QApplication.clipboard().text()
        try:
            game_file = read_games(text.encode("utf-8", "replace"), self.tr("The clipboard"))
        except IrgoError as error:
            self._window.show_message(str(error))
            return
        if self.may_leave():
            self._session.open_games(game_file, None)

    def copy_branch(self) -> None:
        """Put the current node and all below it on the clipboard."""
        text = branch_as_text(self._session.node)
        QApplication.clipboard().setText(text)
        self._window.show_message(self.tr("The branch was copied."))

    def cut_branch(self) -> None:
        """Put the current node and all below it on the clipboard and take it out of the record."""
        node = self._session.node
        if node.parent is None:
            self._window.show_message(self.tr("The root of a game cannot be cut."))
            return
        QApplication.clipboard().setText(branch_as_text(node))
        self._session.apply(replace(delete_branch(node), title="cut branch"))

    def paste_branch(self) -> None:
        """Hang the branch on the clipboard below the current node."""
        text = QApplication.clipboard().text()
        session = self._session
        try:
            found = read_games(text.encode("utf-8", "replace"), self.tr("The clipboard")).games[0]
        except IrgoError as error:
            self._window.show_message(str(error))
            return
        if (found.columns, found.rows) != (session.game.columns, session.game.rows):
            self._window.show_message(self.tr("The branch is of a board of another size."))
            return
        session.apply(paste_game(session.node, found))

    def copy_text(self) -> None:
        """Put the board on the clipboard as a text diagram."""
        QApplication.clipboard().setText(text_of(self._diagram()))
        self._window.show_message(self.tr("The board was copied as text."))

    def copy_picture(self) -> None:
        """Put the board with its layers on the clipboard."""
        picture = render_diagram(self._diagram(), _PICTURE_SIDE, self._window.board.picture.look)
        QApplication.clipboard().setPixmap(picture)
        self._window.show_message(self.tr("The board was copied as a picture."))

    def may_leave(self) -> bool:
        """Ask about unsaved work; return whether the game may be left."""
        if not self._session.file.is_modified:
            return True
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window, self.tr("Unsaved changes"), self.tr("Save the changes to this game?"),
            buttons.Save | buttons.Discard | buttons.Cancel)
        if answer == buttons.Save:
            return self.save()
        return answer == buttons.Discard

    def _diagram(self) -> Diagram:
        return self._session.diagram()
