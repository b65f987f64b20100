"""The record at the window: read in a thread, gone through in slices, shown, edited and saved."""

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, TypeVar, cast

from msgspec.structs import replace
from PySide6.QtCore import QEventLoop, QObject, QThread, QTimer, Signal

from irgo_app.errors import IrgoError, SgfError
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.gui.models.window import Notices, WindowLayout
from irgo_app.settings import Settings
from irgo_app.sgf.edits import (Change, ChangeKind, Edit, UndoStack, child_with_move, keep_lines,
                                new_game, play_move)
from irgo_app.sgf.game_info import game_info, ruleset_of
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.open_file import OpenFile
from irgo_app.sgf.parser import GameFile, load_file
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.tree_builder import Watch
from irgo_app.words import translated

_SLICE_S: Final = 0.008
"""So long nobody notices that the window does something else."""


class InSlices:
    """Long work between the window's events, one piece at a time; another takes its place."""

    def __init__(self, parent: QObject) -> None:
        self._work: Iterator[object] = iter(())
        self._done: Callable[[], None] = lambda: None
        self._timer = QTimer(parent, interval=0)
        self._timer.timeout.connect(lambda: self._go_on(_SLICE_S))

    def begin(
        self, work: Iterator[object], done: Callable[[], None] = lambda: None,
        at_once_s: float = 0.0,
    ) -> None:
        """Do step after step of the work, with Qt's events between them.

        done -- called after the last step
        at_once_s -- so long it is worked on before this returns; then it may be done already
        """
        self._work, self._done = work, done
        self._timer.start()
        if at_once_s:
            self._go_on(at_once_s)

    @property
    def is_working(self) -> bool:
        """Return whether there is something left to do."""
        return self._timer.isActive()

    def stop(self) -> None:
        self._timer.stop()

    def _go_on(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            try:
                next(self._work)
            except StopIteration:
                self._timer.stop()
                self._done()
                return


class InThread(QThread):
    """Something that is done in a thread; what came of it is there when that has finished.

    is_done -- whether it was done; else `error` may say why not
    found -- what it returned
    """

    def __init__(self, work: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self.is_done = False
        self.found: object = None
        self.error: IrgoError | None = None

    def run(self) -> None:
        try:
            self.found = self._work()
            self.is_done = True
        except IrgoError as error:
            self.error = error


class FileSaving(InThread):
    """One saving; who edits before it is over waits for it with `finish`."""

    def __init__(self, file: OpenFile, path: Path, parent: QObject) -> None:
        super().__init__(lambda: file.write(path), parent)
        self._file, self._path = file, path
        self._is_over = False

    def save(self) -> None:
        """Save; returns when it is done. Keys and the mouse wait, all else goes on.

        Raises IrgoError, and nothing has changed then.
        """
        loop = QEventLoop()
        self.finished.connect(loop.quit)
        self.start()
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        self.finish()
        self.deleteLater()
        if not self.is_done:
            raise self.error or SgfError(
                "{path} could not be saved ({reason}); save it in another place.",
                path=self._path, reason="?")

    def finish(self) -> None:
        """Wait until the file is written, and note what was saved."""
        if not self._is_over:
            self._is_over = True
            self.wait()
            if self.is_done:
                self._file.note_saved(self._path)


JOURNAL_FOLDER: Final = "journals"
LARGE_RECORD: Final = 20_000
"""From so many nodes on a record is saved beside, and taken apart in slices when it is closed."""


_MANY_NODES: Final = 200
"""From so many changed nodes on all positions are forgotten at once."""


class Review(QObject):
    """File, game, current node and undo stack.

    info_edition -- rises with every change of the game's info and with every other game, so that
    what depends on komi and rules can tell whether it is still right

    arriving -- told before `node_changed` and `tree_changed`: what takes time can be asked for
    leaving -- the game is about to be left or saved: what was only tried must go
    node_left -- the current node, or the game, is about to be left: write down what is still open
    node_changed -- another node is current
    tree_changed -- a `Change`: the record was edited
    game_changed -- another game is shown
    save_failed -- why the file could not be written, one sentence
    file_saved -- the file was written: name and state of the file are others
    move_played -- a stone was put on the board, or a pass made; the current node holds it, and
    whether the record had it already
    """

    arriving = Signal()
    leaving = Signal()
    node_left = Signal()
    node_changed = Signal()
    tree_changed = Signal(object)
    game_changed = Signal()
    save_failed = Signal(str)
    file_saved = Signal()
    move_played = Signal(bool)

    def __init__(self, settings: Settings, notices: Notices) -> None:
        super().__init__()
        self._settings, self._notices = settings, notices
        self._told_failure: str | None = None
        self._approach = InSlices(self)
        self._freeing = InSlices(self)
        self._closed: list[GameTree] = []
        """Large games that were closed and are being taken apart."""
        self._saving: FileSaving | None = None
        self._left: dict[int, Node] = {}
        """Where each game of the file was left."""
        self.info_edition = 0
        self._adopt(self._file(GameFile([new_game(19, 19)])), 0)

    # Files

    def new_game(self, columns: int, rows: int, properties: Mapping[str, list[str]]) -> None:
        self.show_file(self._file(GameFile([new_game(columns, rows, dict(properties))])))

    def open_path(self, path: Path) -> bool:
        """Show the first game of a file; if it cannot be read say so and stay where we are."""
        with self._notices.telling():
            self.open_games(load_file(path), path)
            return True
        return False

    def open_games(
        self, game_file: GameFile, path: Path | None, *, is_kept: bool = True
    ) -> None:
        """Show the first game of a file that has been read; what was repaired becomes a message.

        is_kept -- whether it can be had again; else there is something to save
        """
        self.show_file(self._file(game_file, path, is_kept=is_kept))
        if path is not None:
            self._settings.remember_file(str(path.resolve()))
        found = game_file.diagnostics
        if len(found) > 1:
            self._notices.tell(translated("Repaired while reading: {0} ({1} more)").format(
                found[0], len(found) - 1))
        elif found:
            self._notices.tell(translated("Repaired while reading: {0}").format(found[0]))

    def show_file(self, file: OpenFile, index: int = 0) -> None:
        """Show a game of an open file, where it was left; another file that was open is closed."""
        self.wait_for_saving()
        self.leaving.emit()
        self.node_left.emit()
        before = self.file
        if before is file:
            self._left[id(self.game)] = self.node
        else:
            self._left.clear()
        self._adopt(file, index)
        if before is not file:
            before.close()
        self.game_changed.emit()
        self.arriving.emit()
        self.node_changed.emit()
        if before is not file:
            self._take_apart(before.games)
        self.go_to(self._left.get(id(self.game), self.node))

    def save(self, path: Path) -> bool:
        """Write all games of the file; False if that failed, after `save_failed`."""
        if self._saving is not None:
            return False
        self.leaving.emit()
        self.node_left.emit()
        try:
            if sum(tree.node_count for tree in self.file.games) < LARGE_RECORD:
                self.file.save(path)
            else:
                self._save_beside(path)
        except IrgoError as error:
            self.save_failed.emit(str(error))
            return False
        self._settings.remember_file(str(path.resolve()))
        self._notices.tell(translated("Saved {0}.").format(path.name))
        self.file_saved.emit()
        return True

    def wait_for_saving(self) -> None:
        """Hold what would change a record that is being written until it is on the disk."""
        if self._saving is not None:
            self._saving.finish()

    @property
    def journal_folder(self) -> Path | None:
        """Return where crash journals lie, beside the settings; None without a settings file."""
        path = self._settings.path
        return None if path is None else path.parent / JOURNAL_FOLDER

    @property
    def undo_stack(self) -> UndoStack:
        return self.file.stack(self.game)

    # Where we are

    def go_to(self, node: Node) -> None:
        """Make a node the current one; a far one (thousands of moves) a moment later."""
        self._approach.stop()
        if node is self.node:
            return
        if self.replay.is_near(node):
            self._arrive(node)
        else:
            self._approach.begin(
                chain(self.replay.approach(node), self.game.visited.remembering(node)),
                lambda: self._arrive(node))

    @property
    def position(self) -> Position:
        return self.replay.position_at(self.node)

    # Editing

    def apply(
        self, edit: Edit | None, initiator: object = None, *, joins: bool = False
    ) -> None:
        """Do an edit and tell everybody; None does nothing.

        joins -- it is taken back together with the edit before, as one stroke of a tool
        """
        self.wait_for_saving()
        if edit is not None:
            change = self.file.apply(self.game, edit)
            if joins:
                self.file.join(self.game)
            self._announce(change, initiator)

    def undo(self) -> None:
        self.wait_for_saving()
        self.node_left.emit()
        self._announce(self.file.undo(self.game))

    def redo(self) -> None:
        self.wait_for_saving()
        self._announce(self.file.redo(self.game))

    def play(self, point: Point) -> None:
        """Play for the side to move: follow the move if it is recorded, else add it.

        An illegal move changes nothing and is explained.
        """
        colour = self.position.to_play
        known = child_with_move(self.node, colour, point)
        if known:
            self.go_to(known)
            self.move_played.emit(True)
            return
        with self._notices.telling():
            play(self.position, colour, point, ruleset_of(self.game, self.node),
                 self.replay.way_back(self.node))
            self.apply(play_move(self.node, colour, point))
            self.move_played.emit(False)

    def keep(
        self, lines: Sequence[tuple[Sequence[tuple[Colour, Point]], str]], node: Node | None = None
    ) -> None:
        """Add lines of moves below a node (the current one), each with a comment where it begins.

        The current node stays so, and what was its line stays it: a step forward goes where it
        went.
        """
        self.wait_for_saving()
        edit = keep_lines(node or self.node, lines)
        change = None if edit is None else self.file.apply(self.game, edit)
        self._announce(None if change is None else replace(change, show_id=self.node.id))

    def why_not(self, point: Point) -> str | None:
        """Return why the side to move may not play a point, None if it may."""
        return why_illegal(self.position, self.position.to_play, point,
                           ruleset_of(self.game, self.node), self.replay.way_back(self.node))

    # Inside

    def _file(
        self, game_file: GameFile, path: Path | None = None, *, is_kept: bool = True
    ) -> OpenFile:
        return OpenFile(game_file, path, self.journal_folder, is_kept=is_kept)

    def _save_beside(self, path: Path) -> None:
        self._saving = FileSaving(self.file, path, self)
        try:
            self._saving.save()
        finally:
            self._saving = None

    def _take_apart(self, games: list[GameTree]) -> None:
        """Free large games in slices: Python would look for them for a second some time later."""
        self._closed += [tree for tree in games if tree.node_count >= LARGE_RECORD]
        if self._closed and not self._freeing.is_working:
            self._freeing.begin(self._freed())

    def _freed(self) -> Iterator[None]:
        while self._closed:
            yield from self._closed.pop().dissolving()

    def _adopt(self, file: OpenFile, index: int) -> None:
        self._approach.stop()
        self.file = file
        self.game: GameTree = file.games[index]
        self.replay = Replay(self.game)
        self.info_edition += 1
        self.node: Node = self.game.root

    def _arrive(self, node: Node) -> None:
        self.node_left.emit()
        self._set_node(node)
        self.node_changed.emit()

    def _set_node(self, node: Node) -> None:
        if len(node.tree.info_nodes.all()) > 1 \
                and game_info(node.tree, node) != game_info(self.node.tree, self.node):
            # Another of the games that are merged in the tree: other komi, other rules.
            self.info_edition += 1
        self.node = node
        self.game.remember(node)
        self.arriving.emit()

    def _announce(self, change: Change | None, initiator: object = None) -> None:
        if change is None:
            return
        self._approach.stop()
        failure = self.file.journal_failure
        # Every edit of a file whose journal cannot be written would say so again.
        if failure and failure != self._told_failure:
            self._told_failure = failure
            self._notices.tell(failure)
        if ChangeKind.INFO in change.kinds:
            self.info_edition += 1
        if change.kinds & {ChangeKind.STONES, ChangeKind.STRUCTURE}:
            are_many = len(change.node_ids) > _MANY_NODES
            for node_id in (self.game.root.id,) if are_many else change.node_ids:
                self.replay.forget(self.game.node_by_id(node_id))
        # Positions are forgotten before anybody is told: who listens asks for the new ones.
        node = self.node if _is_elsewhere(change, self.game, self.node) \
            else self.game.node_by_id(change.show_id)
        has_moved = node is not self.node
        self._set_node(node)
        self.tree_changed.emit(Change(change.kinds, change.node_ids, change.show_id, initiator))
        if has_moved:
            self.node_changed.emit()


class Collection:
    """Which games the file at the window holds, and in what order.

    Each change is a step of its own, which `back` takes back; the game that is shown stays, or its
    neighbour takes its place.
    """

    def __init__(self, review: Review) -> None:
        self._review = review

    def add(self, games: Sequence[GameTree]) -> None:
        """Put copies of games behind those of the file."""
        self._change(lambda file: file.add(games))

    def take_out(self, game: GameTree) -> None:
        """Take a game out, unless it is the only one."""
        left = [other for other in self._review.file.games if other is not game]
        if left:
            self._change(lambda file: file.arrange(left))

    def move(self, game: GameTree, steps: int) -> None:
        """Put a game so many places later, or earlier below 0, as far as there are any."""
        games = self._review.file.games
        place = games.index(game)
        games.insert(min(max(0, place + steps), len(games) - 1), games.pop(place))
        if games[place] is not game:
            self._change(lambda file: file.arrange(games))

    def back(self) -> None:
        """Take the last change back."""
        if self._review.file.is_arranged:
            self._change(OpenFile.arrange_back)

    def _change(self, change: Callable[[OpenFile], object]) -> None:
        review = self._review
        review.wait_for_saving()
        file, game = review.file, review.game
        place = file.games.index(game)
        change(file)
        review.show_file(file, file.games.index(game) if game in file.games
                         else min(place, len(file.games) - 1))


def _is_elsewhere(change: Change, game: GameTree, here: Node) -> bool:
    """Return whether a change concerns no board, so that the user stays where he is.

    What is told of the game as a whole does not, and the place of a variation among others.
    """
    if change.kinds == {ChangeKind.INFO}:
        return True
    shown = game.node_by_id(change.show_id)
    if change.kinds != {ChangeKind.STRUCTURE} or shown.parent is None or shown.parent is here \
            or change.node_ids != (shown.parent.id,):
        return False
    return any(node is shown for node in game.path_to(here))


_MANY_OBJECTS: Final = 20_000


class ReadingStoppedError(IrgoError):
    """The user stopped the reading."""


class FileReading(InThread):
    """Something being read.

    progress -- characters read, characters in all
    """

    progress = Signal(int, int)

    def __init__(self, name: str, read: Callable[[Watch], object], parent: QObject) -> None:
        """Begin nothing yet.

        name -- what the sentence calls it that says that it was stopped
        read -- reads in the thread and tells now and then how far it is; may raise IrgoError
        """
        super().__init__(lambda: read(self._watch), parent)
        self._name = name
        self._is_stopped = False

    def run(self) -> None:
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            super().run()
        finally:
            if gc.get_count()[0] > _MANY_OBJECTS:
                # Python's search for circles would go through all of them, now and again and
                # again, in whatever thread it happens to; large records are taken apart instead.
                gc.freeze()
            if was_enabled:
                gc.enable()

    def stop(self) -> None:
        """Stop as soon as possible; `error` says so."""
        self._is_stopped = True

    def _watch(self, done: int, total: int) -> None:
        if self._is_stopped:
            raise ReadingStoppedError(translated("Reading {0} was stopped.").format(self._name))
        self.progress.emit(done, total)


_CLOSING_MS: Final = 2000
_PULSE_MS: Final = 600
_Read = TypeVar("_Read")


class Opening(QObject):
    """At most one game file, text or journal at a time.

    progress -- characters read, characters in all; told again and again, also where a disk keeps
    the reading waiting, so that somebody can offer to stop it
    opened -- a file is shown now that the user asked for without naming a move
    """

    progress = Signal(int, int)
    opened = Signal()

    def __init__(self, review: Review, notices: Notices, layout: WindowLayout) -> None:
        super().__init__()
        self._review, self._notices, self._layout = review, notices, layout
        self._reading: FileReading | None = None
        self._left: list[FileReading] = []
        """Threads that were stopped, and those that read beside."""
        self._told = 0, 1
        self._pulse = QTimer(self, interval=_PULSE_MS)
        self._pulse.timeout.connect(lambda: self.progress.emit(*self._told))

    def open(self, path: Path, encoding: str | None = None, move: int | None = None) -> None:
        """Show the first game of a file.

        encoding -- read it in this charset, whatever it says
        move -- go so many moves down the main line
        """
        self.read(path.name, lambda watch: load_file(path, encoding, watch),
                  lambda found: self._show(found, path, move))

    def read(
        self, name: str, read: Callable[[Watch], _Read], then: Callable[[_Read], object],
        failed: Callable[[str], object] = lambda _text: None,
    ) -> None:
        """Read a game in the background; another that is being read is stopped.

        name -- how sentences call what is read
        read -- reads in a thread and tells now and then how far it is; may raise IrgoError
        then -- called with what was read
        failed -- called with the sentence that is told if it cannot be read
        """
        self.stop()
        reading = FileReading(name, read, self)
        self._reading, self._told = reading, (0, 1)
        reading.progress.connect(lambda *told: self._on_progress(reading, told))
        reading.finished.connect(lambda: self._on_end(reading, then, failed))
        reading.start()
        self._pulse.start()
        self.progress.emit(*self._told)

    def read_beside(self, read: Callable[[Watch], _Read], then: Callable[[_Read], object]) -> None:
        """Read something that is no game, and leave alone what is being read."""
        reading = FileReading("", read, self)
        reading.finished.connect(
            lambda: then(cast(_Read, reading.found)) if reading.is_done else None)
        self._left.append(reading)
        reading.start()

    @property
    def is_reading(self) -> bool:
        return self._reading is not None

    def stop(self) -> None:
        """Stop reading; the thread is left to end by itself, for a disk may keep it waiting."""
        if self._reading is not None:
            self._reading.stop()
            self._left = [reading for reading in self._left if not reading.isFinished()]
            self._left.append(self._reading)
            self._end()

    def close(self) -> None:
        """Stop reading, and wait for the threads, though not for ever."""
        self.stop()
        for reading in self._left:
            reading.stop()
            reading.wait(_CLOSING_MS)

    def _end(self) -> None:
        self._reading = None
        self._pulse.stop()
        self.progress.emit(1, 1)

    def _on_progress(self, reading: FileReading, told: tuple[int, int]) -> None:
        if reading is self._reading:
            self._told = told
            self.progress.emit(*told)

    def _on_end(
        self, reading: FileReading, then: Callable[[_Read], object], failed: Callable[[str], object]
    ) -> None:
        if reading is not self._reading:
            return
        self._end()
        if reading.error is None:
            then(cast(_Read, reading.found))
        else:
            self._notices.tell(reading.error.message)
            failed(str(reading.error))

    def _show(self, found: GameFile, path: Path, move: int | None) -> None:
        self._review.open_games(found, path)
        self._layout.show_record()
        if move is None:
            self.opened.emit()
            return
        with self._notices.telling():
            self._review.go_to(self._review.game.node_of_move_number(move))
