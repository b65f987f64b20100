"""What the File menu does: open, save, choose, export, report, read a picture; nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QBuffer, QFileSystemWatcher, QIODevice, QObject, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QMessageBox

from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.gui.commands.context import Context
from irgo_app.gui.models.edit import PLAY, TOOLS
from irgo_app.gui.models.file import Review
from irgo_app.gui.views.file import GameChooser, ScanDialog
from irgo_app.gui.views.file_dialogs import (file_to_open, file_to_save, files_to_open, last_folder,
                                             note_folder)
from irgo_app.gui.views.widgets import passing
from irgo_app.networks.header import NETWORK_ENDINGS, read_header
from irgo_app.resource_files import is_example, resource_path
from irgo_app.scan import check_pictures, pictures_needed
from irgo_app.sgf.edits import set_up
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.navigation import address_of, nearest_at
from irgo_app.sgf.open_file import OpenFile, Restored, left_behind, origin_of, remove_journal
from irgo_app.sgf.parser import GameFile, load_file
from irgo_app.sgf.tree_builder import Watch
from irgo_app.sgf.writer import write_games
from irgo_app.whole_file import why_not_over, why_unwritten, write_whole
from irgo_app.words import filled, noted, translated

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from irgo_app.gui.views.making import AnimationDialog, MakingDialog, PdfDialog, PictureDialog
    from irgo_app.scan.reading import PictureReading


_RECORDS: Final = noted(
    "Game records (*.sgf *.SGF *.gib *.ngf *.ugf *.ugi *.txt *.zip *.gz);;All files (*)")


def open_file(context: Context) -> None:
    path = file_to_open(context.window, translated("Open a game"), translated(_RECORDS),
                        context.models.layout.texts)
    if path is not None:
        open_path(context, str(path))


def open_path(
    context: Context, name: str, encoding: str | None = None, move: int | None = None
) -> None:
    """Open a file by name, after asking about unsaved work; several games are offered.

    encoding -- read it in this charset, whatever it says
    move -- go so many moves down the main line
    """
    if may_leave(context):
        context.models.opening.open(Path(name), encoding, move)


def open_example(context: Context, name: str) -> None:
    open_path(context, str(resource_path("examples", name)))


def reopen(context: Context, encoding: str) -> None:
    """Read the file again in another charset."""
    path = context.models.review.file.path
    if path is not None:
        open_path(context, str(path), encoding)


def reload(context: Context) -> None:
    """Read the file again as it is on disk now, after asking about unsaved work."""
    if context.models.review.file.path is None:
        context.models.notices.tell(translated("This game was never saved."))
    elif may_leave(context):
        take_disk(context)


def take_disk(context: Context, then: Callable[[], object] | None = None) -> None:
    """Read the file again and stay at the node, as far as it is there still.

    then -- called when it is shown
    """
    review = context.models.review
    path = review.file.path
    assert path is not None
    index = review.file.games.index(review.game)
    spec = address_of(review.node)
    file = review.file

    def show(found: GameFile) -> None:
        if review.file is not file:
            return  # Another file was opened meanwhile.
        review.open_games(found, path)
        if index < len(found.games):
            review.show_file(review.file, index)
        review.go_to(nearest_at(review.game, spec))
        if then is not None:
            then()

    context.models.opening.read(
        path.name, lambda watch: load_file(path, file.game_file.forced_encoding, watch), show,
        lambda _text: file.accept_disk())


def save(context: Context) -> bool:
    """Save under the file's name, or ask for one; False if nothing was saved."""
    review = context.models.review
    file = review.file
    if file.path is None or file.game_file.format != "SGF" or is_example(file.path):
        return save_as(context)
    question = ""
    if file.was_changed_elsewhere and file.path.exists():
        question = translated("Another program has changed this file since. Overwrite it?")
    elif file.game_file.doubts and not file.was_saved:
        question = translated("{0} Overwrite the file? The old content stays beside it as .bak."
        ).format(" ".join(file.game_file.doubts))
    elif file.game_file.diagnostics and not file.was_saved and _is_modified(review):
        question = translated("This file was repaired while it was read. Overwrite it? "
            "The old content stays beside it as .bak.")
    if question and not _may_overwrite(context, question):
        return save_as(context)
    return review.save(file.path)


def save_as(context: Context) -> bool:
    """Ask for a name and save; False if nothing was saved."""
    review = context.models.review
    suggested = (review.file.path or Path("game")).with_suffix(".sgf")
    if is_example(suggested):
        suggested = Path(suggested.name)
    path = file_to_save(context.window, translated("Save the game"), suggested,
                        translated("Game records (*.sgf)"), context.models.layout.texts)
    if path is None:
        return False
    if not path.suffix:
        # The dialog asked about the name as it was typed, which is not the file's.
        path = path.with_suffix(".sgf")
        if path.exists() and not _may_overwrite(context, translated(
            "{0} exists already. Overwrite it?").format(path.name)):
            return False
    if is_example(path):
        context.models.notices.tell(translated(
            "The examples stay as they are; save your copy in a folder of your own."))
        return False
    return review.save(path)


def _may_overwrite(context: Context, question: str) -> bool:
    answer = QMessageBox.question(context.window, translated("Overwrite the file"), question)
    return answer == QMessageBox.StandardButton.Yes


def choose_game(context: Context) -> None:
    """Let the user pick a game of the file, and change which games it holds."""
    models = context.models
    review = models.review
    with passing(GameChooser(
            context.window, review, models.collection, models.preferences.look)) as chooser:
        chooser.adding.connect(lambda: _add_games(context, chooser))
        is_accepted = chooser.exec() == QDialog.DialogCode.Accepted
        index = chooser.chosen()
    if is_accepted and index is not None:
        review.show_file(review.file, index)


def _add_games(context: Context, chooser: GameChooser) -> None:
    """Ask for files, and put their games behind those of the file that is open."""
    models = context.models
    paths = files_to_open(
        chooser, translated("Add games"), translated(_RECORDS), models.layout.texts)
    if not paths:
        return
    file = models.review.file

    def add(games: list[GameTree]) -> None:
        if models.review.file is file:
            models.collection.add(games)
            chooser.show_added()

    models.opening.read(
        paths[0].name, lambda watch: [game for path in paths for game in load_file(
            path, watch=watch).games], add)


def choose_among_several(context: Context) -> None:
    """Let the user pick where the file that was opened holds more than one game."""
    if len(context.models.review.file.games) > 1:
        choose_game(context)


def export(context: Context) -> None:
    """Ask how the board is written as a picture, and have it made."""
    # What draws without a window is not needed before; so it is with pages and animations.
    from irgo_app.gui.views.making import PictureDialog

    _show_printing(context, PictureDialog, "board.png")


def print_pages(context: Context) -> None:
    """Ask how the game is printed, and have it made."""
    from irgo_app.gui.views.making import PdfDialog

    _show_printing(context, PdfDialog, "{game}.pdf")


def animate(context: Context) -> None:
    """Ask for a picture that moves, and have it made."""
    from irgo_app.gui.views.making import AnimationDialog

    _show_printing(context, AnimationDialog, "board.gif")


def _show_printing(
    context: Context, kind: type[PictureDialog | PdfDialog | AnimationDialog], name: str
) -> None:
    """Show a dialog that prints what is there now; name -- of the file that it suggests."""
    from irgo_app.gui.views.making import Printed
    from irgo_app.print.print_file import turns_of_story

    models = context.models
    study = models.twins.study if models.twins.is_study else None
    lines = None if study is None else {
        colour: study.if_first(colour).local for colour in (BLACK, WHITE)}
    story = models.teller.whole
    turns = None if story is None else turns_of_story(story)
    printed = Printed(
        models.review.node, models.scene.diagram(), models.preferences.look, lines, turns)
    _show_making(context, kind, lambda: kind(printed, _beside(context, name), context.window))


def _beside(context: Context, name: str) -> Path:
    """Return a file in the folder used last; `{game}` in its name stands for that of the game's."""
    path = context.models.review.file.path
    folder = last_folder(context.models.layout.texts)
    return folder / name.format(game=path.stem if path else "game")


def _show_making(
    context: Context, kind: type[MakingDialog], ask: Callable[[], MakingDialog]
) -> None:
    """Show a dialog that makes a file: the one that is at work, or a new one in an old one's place.
    """
    models = context.models
    for other in context.window.findChildren(kind):
        if other.is_at_work:
            other.raise_()
            other.activateWindow()
            return
        other.close()
    dialog = ask()
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.told.connect(models.notices.tell)
    dialog.accepted.connect(lambda: note_folder(models.layout.texts, dialog.target()))
    dialog.opens.setChecked(bool(models.preferences["open_made"]))
    dialog.opens.toggled.connect(lambda on: models.preferences.set("open_made", on))
    dialog.show()


def report(context: Context) -> None:
    """Ask what a review report of the game shall hold, and have it made."""
    # What makes reports is not needed before.
    from irgo_app.gui.views.making import ReportDialog

    models = context.models
    _show_making(context, ReportDialog, lambda: ReportDialog(
        write_games([models.review.game]), _beside(context, "{game}.html"),
        models.preferences.look, models.desk.profiles(), context.window))


def save_story(context: Context) -> None:
    """Ask for a name and write a copy of the record with the game's story in it."""
    models = context.models
    if models.teller.whole is None:
        context.show_panel("story")
        if not models.teller.is_awaited:
            models.teller.begin()
        models.notices.tell(translated(
            "The game is being read; save its story when all of it is told."))
        return
    target = file_to_save(
        context.window, translated("Save the story as"), _beside(context, "{game}-story.sgf"),
        translated("Game records (*.sgf)"), models.layout.texts)
    if target is None:
        return
    target = target if target.suffix else target.with_suffix(".sgf")
    if reason := why_not_over(target, models.review.file.path):
        models.notices.tell(reason)
        return
    try:
        write_whole(target, models.teller.record())
    except OSError as error:
        models.notices.tell(why_unwritten(target, error))
        return
    models.notices.tell(translated("The story is in {0}.").format(target))


def may_leave(context: Context) -> bool:
    """Ask about unsaved work; return whether the game may be left. What is tried is no work.

    What a walk of the engine through the game has found is work, too; it goes on if the game stays.
    """
    walk = context.models.walk
    context.models.trial.throw_away()
    if not (_is_modified(context.models.review) or walk.has_found):
        walk.stop()
        return True
    buttons = QMessageBox.StandardButton
    answer = QMessageBox.question(
        context.window, translated("Unsaved changes"), translated("Save the changes to this game?"),
        buttons.Save | buttons.Discard | buttons.Cancel)
    if answer not in (buttons.Save, buttons.Discard):
        return False
    # Before the file is closed: what it found is written into the record, and goes with that.
    walk.stop()
    return answer == buttons.Discard or save(context)


def _is_modified(review: Review) -> bool:
    """Return whether there is something to save, what is being typed with it."""
    review.node_left.emit()
    return review.file.is_modified


def save_settings(context: Context) -> None:
    """Let changed settings take effect and write them down."""
    context.models.preferences.changed.emit()
    with context.models.notices.telling():
        context.models.preferences.settings.save()


_SETTLE_MS = 300
"""How long a file must be left alone before it is looked at: others may still be writing it."""


class FileGuard(QObject):
    """Watches the file that is open; asks in the message bar, never in a dialog."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self._context = context
        self._review, self._notices = context.models.review, context.models.notices
        self._watcher = QFileSystemWatcher(self)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settled.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda _path: self._settled.start())
        self._watcher.directoryChanged.connect(lambda _path: self._settled.start())
        self._review.save_failed.connect(self._offer_another_name)
        self._review.game_changed.connect(self._watch)
        self._review.game_changed.connect(self._note_folder)
        self._review.file_saved.connect(self._watch)
        self._review.file_saved.connect(self._on_saved)
        self._unsaved = ""
        self._watch()
        self._note_folder()

    def _note_folder(self) -> None:
        """Have dialogs begin where the file lies that is open."""
        path = self._review.file.path
        if path is not None:
            note_folder(self._context.models.layout.texts, path)

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
        if not _is_modified(self._review):
            take_disk(self._context, lambda: self._notices.tell(
                translated("{0} was changed by another program and read again.").format(name)))
            return
        self._context.messages.ask(
            translated("{0} was changed by another program, and here too.").format(name),
            {translated("Keep mine"): file.accept_disk,
             translated("Use the file's"): lambda: take_disk(self._context),
             translated("Save mine as …"): self._save_apart})

    def _offer_another_name(self, why: str) -> None:
        """Say why nothing was saved, with a way out: a read-only file keeps its name."""
        self._unsaved = why
        self._context.messages.ask(why, {translated("Save as …"): lambda: save_as(self._context)})

    def _on_saved(self) -> None:
        self._context.messages.withdraw(self._unsaved)

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
        name = origin.name if origin else translated("a game that was never saved")
        self._context.messages.ask(
            translated("irgo ended before your work on {0} was saved.").format(name),
            {translated("Restore"): lambda: self._restore(journal),
             translated("Discard"): lambda: self._throw_away(journal)}, is_lasting=True)

    def _restore(self, journal: Path) -> None:
        if may_leave(self._context):
            self._context.models.opening.read(
                journal.name, lambda watch: OpenFile.restored(journal, watch),
                self._show_restored, lambda text: self._notices.tell(
                    translated("The work could not be restored ({0}).").format(text)))
        else:
            # The game stays, and with it the offer.
            self.offer_lost_work()

    def _show_restored(self, found: Restored) -> None:
        self._review.show_file(found.file, found.game)
        self._review.go_to(found.node)
        self._notices.tell(translated("Your work is restored; save it when you like."))
        info = game_info(found.file.games[found.game])
        engines = {profile.name for profile in self._context.models.desk.profiles()}
        opponents = [name for name in (info.black, info.white)
                     if name in engines or name.startswith("irgo ")]
        if not opponents:
            self._context.models.layout.show_record()
        for name in opponents:
            self._notices.tell(filled(translated(
                "{0} does not go on by itself: take Engine → Play against the engine."), name))

    def _throw_away(self, journal: Path) -> None:
        remove_journal(journal)
        self.offer_lost_work()


def _first_left_behind(folder: Path) -> tuple[Path, Path | None] | None:
    """Return a journal with unsaved work, and the file it belongs to; None without any."""
    found = left_behind(folder)
    return (found[0], origin_of(found[0])) if found else None


_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")


def from_picture(context: Context) -> None:
    """Ask for a picture and read it; say what is missing before anybody looks for one."""
    models = context.models
    with models.notices.telling():
        check_pictures()
        endings = " ".join(f"*{ending} *{ending.upper()}" for ending in _ENDINGS)
        path = file_to_open(context.window, translated("A position from a picture"),
                            translated("Pictures ({0})").format(endings), models.layout.texts)
        if path is not None:
            _read(context, path)


def open_dropped(context: Context, name: str) -> None:
    """Open a file that was dropped on the board: a game, a picture of a board, a network."""
    path = Path(name)
    if path.suffix.lower() in _ENDINGS:
        _read(context, path)
    elif path.name.lower().endswith(NETWORK_ENDINGS):
        offer_network(context, path)
    else:
        open_path(context, name)


def offer_network(context: Context, path: Path) -> None:
    """Ask whether to read with a network's file from now on."""
    with context.models.notices.telling():
        name = read_header(path).name
        context.messages.ask(
            filled(translated("Read with KataGo's network {name} from now on? irgo keeps a copy "
                              "of the file."), name=name),
            {translated("Read with it"): lambda: context.models.networks.take_file(path),
             translated("Not now"): lambda: None})


def open_image(context: Context, image: QImage) -> None:
    """Read a picture that was pasted or dropped."""
    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(held, "PNG")
    _read(context, bytes(held.data().data()))


def _read(context: Context, source: Path | bytes) -> None:
    """Read a picture's file, or what would be in one, in the background; show what is on it."""
    name = source.name if isinstance(source, Path) else translated("the picture")

    def read(_watch: Watch) -> tuple[PictureReading, npt.NDArray[np.uint8]]:
        with pictures_needed():
            from irgo_app.scan.reading import decode_picture, open_picture, read_picture
        picture = open_picture(source) if isinstance(source, Path) else decode_picture(source, name)
        return read_picture(picture, name), picture

    context.models.opening.read(name, read, lambda found: show_reading(context, *found))


def show_reading(
    context: Context, reading: PictureReading, picture: npt.NDArray[np.uint8]
) -> ScanDialog | None:
    """Show what was read as a new game, with the picture beside; None if the game is not left.

    Until the dialog is closed a click sets up stones.
    """
    from irgo_app.scan.reading import game_of, remarks_of

    if not may_leave(context):
        return None
    models, game = context.models, game_of(reading)
    models.review.open_games(GameFile([game]), None, is_kept=False)
    if not reading.unsure:
        models.review.go_to(game.main_line()[-1])
    for remark in remarks_of(reading)[:1]:
        models.notices.tell(remark)
    height, width = picture.shape[:2]
    image = QImage(picture.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()
    dialog = ScanDialog(image, reading, context.window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.asked.connect(models.viewpoint.highlight)
    dialog.answered.connect(lambda point, colour: _set_up(context, point, colour))
    dialog.finished.connect(lambda _code: models.hand.take(PLAY))
    # Another game takes the picture with it.
    models.review.game_changed.connect(dialog.close)
    models.hand.take(next(tool for tool in TOOLS if tool.id == "black"))
    dialog.begin()
    dialog.show()
    return dialog


def _set_up(context: Context, point: Point, colour: Colour) -> None:
    review = context.models.review
    review.go_to(review.game.root)
    review.apply(set_up(review.node, point, colour, 0, review.position.colour_at(point)))
