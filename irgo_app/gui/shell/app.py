"""The application: how it starts, looks, speaks, is made anew and ends.

The first paint needs Qt only; layers, the analysis service and panels come after it.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (QLibraryInfo, QLocale, QObject, QSocketNotifier, QThread, QTimer,
                            QTranslator, Signal)
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete

from irgo_app import words
from irgo_app.draw.wide_letters import FAMILIES, no_font_words
from irgo_app.go.point import PASS
from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.window import MEASURE_VARIABLE, Notices, Preferences
from irgo_app.gui.shell.display import made_application
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.style import UiColours, apply_style, wanted_colours
from irgo_app.language import checked, speak, system_languages, wanted_language
from irgo_app.own_program import __version__
from irgo_app.service.executors import WorkerExecutor, engine_workers, search_workers
from irgo_app.service.processes import GARBAGE_THRESHOLD
from irgo_app.settings import load_settings
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.parser import GameFile
from irgo_app.words import ENGLISH, message

if TYPE_CHECKING:
    from irgo_app.gui.models.models import Models
    from irgo_app.gui.shell.furnishing import Furnishing


_WAITS = "waits for the first map"
_LOOK_AGAIN_MS = 3
_LONGEST_WAIT_S = 0.25


def run_window(
    worker: WorkerExecutor, game_file: GameFile | None, path: Path | None, node: Node | None,
    later: tuple[Path | str, int | None] | None = None, language: str = "",
) -> int:
    """Show the window until it is closed; returns the exit code.

    later -- a large file to be read, or the address of a game to be asked about, when the window is
    there, and the move to go to
    language -- the one that the command line asks for, or ""
    """
    application = QApplication.instance() or made_application(
        path or (Path(later[0]) if later else None))
    assert isinstance(application, QApplication)
    application.setApplicationName("irgo")
    # The desktop finds name and icon of a window by its entry, resources/desktop/irgo.desktop.
    application.setDesktopFileName("irgo")
    settings = load_settings()
    models = FirstModels(settings)
    speech = Speech(application, models.preferences, language)
    appearance = Appearance(application, models.preferences)
    window = MainWindow(models)
    _tell_errors(models.notices)
    if game_file is not None:
        models.review.open_games(game_file, path)
        models.layout.show_record()
        assert node is not None
        models.review.go_to(node)
    elif later is None:
        window.show_hint()
    for warning in settings.warnings:
        models.notices.tell(warning)
    speech.tell_of_fonts(models.notices)
    window.show()
    application.aboutToQuit.connect(appearance.stop)
    rest = _Rest(window, models, worker, later, speech)
    speech.changed.connect(rest.renew)
    SystemEnd(application, rest.end_at_once)
    window.board.painted.connect(rest.schedule)
    if MEASURE_VARIABLE in os.environ:
        from irgo_app.gui.shell import start_report

        report = start_report.StartReport(
            window, lambda: rest.models, worker, Path(os.environ[MEASURE_VARIABLE]))
        window.board.painted.connect(report.on_painted)
    return application.exec()


class _Rest:
    """Loads what the first paint does not need, once, after it.

    models -- all models, None before they are there
    """

    def __init__(
        self, window: MainWindow, first: FirstModels, worker: WorkerExecutor,
        later: tuple[Path | str, int | None] | None, speech: Speech,
    ) -> None:
        self._window, self._first, self._worker, self._later = window, first, worker, later
        self._speech = speech
        self._is_scheduled = False
        self._steps: Iterator[str] = self._load()
        self.models: Models | None = None
        self._hand: QObject | None = None
        self._renewal = QTimer(singleShot=True)
        self._renewal.timeout.connect(self._renew)
        window.closing.connect(self._stop)

    def schedule(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            QTimer.singleShot(0, self._go_on)

    def end_at_once(self) -> None:
        self._window.end_at_once()

    def renew(self) -> None:
        """Make the window anew, in another language; all that is known stays with the models.

        The dialog where the language was chosen is closed, and the preferences opened again.
        """
        self._renewal.start(0)

    def _renew(self) -> None:
        """Renew the window where nothing of the old one is under way any more.

        A dialog that was closed goes on running its own event loop for a moment, and what called it
        waits there: a window that is deleted in that loop is gone when they return to it.
        """
        assert self.models is not None and self._hand is not None
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            dialog.close()
        if dialog is not None or QThread.currentThread().loopLevel() > 1:
            self._renewal.start(_LOOK_AGAIN_MS)
            return
        self._window, self._hand, furnishing = made_anew(self._window, self._hand, self.models)
        self._speech.tell_of_fonts(self._first.notices)
        QTimer.singleShot(0, furnishing.menus.actions["preferences"].trigger)

    def _go_on(self) -> None:
        """Take the next step, with time between the steps for keys and for maps that are ready."""
        step = next(self._steps, None)
        if step is not None:
            QTimer.singleShot(_LOOK_AGAIN_MS if step == _WAITS else 0, self._go_on)

    def _stop(self) -> None:
        """Load nothing more; a step that was due already would begin anew what has been closed."""
        self._steps = iter(())

    def _load(self) -> Iterator[str]:
        """Load and build what is left; yields the name of each step that is done."""
        # These bring numpy; the board is on the screen by now.
        from irgo_app.gui.models.models import Models
        from irgo_app.service.analysis_service import AnalysisService

        analysis = AnalysisService(
            self._worker, searchers=search_workers(), engines=engine_workers())
        self.models = Models(self._first, analysis)
        self._hand = give_the_board_its_models(self._window, self.models)
        yield "models"

        from irgo_app.gui.commands.help import screens
        from irgo_app.settings.log_file import START_LOGGER, keep_log, watch_for_crashes

        keep_log()
        watch_for_crashes()
        logging.getLogger(START_LOGGER).info(f"irgo {__version__}, {screens()}")
        yield "log"

        # Every menu and dialog.
        import irgo_app.gui.commands.actions
        yield "commands"

        import irgo_app.gui.views.study.page  # noqa: F401
        yield "studies"

        from irgo_app.gui.shell.furnishing import Furnishing
        from irgo_app.gui.views.style import program_icon
        yield "panels"

        # Making menus and panels is one long step: a map that is nearly there is shown before it.
        since = time.monotonic()
        while self.models.shown.is_awaited and time.monotonic() - since < _LONGEST_WAIT_S:
            yield _WAITS

        Furnishing(self._window, self.models).begin(self._later)
        self._window.setWindowIcon(program_icon())
        # The cache holds many small tuples; looking through them for circles makes steps stutter.
        gc.freeze()
        gc.set_threshold(GARBAGE_THRESHOLD)
        gc.enable()
        if MEASURE_VARIABLE not in os.environ:
            # A process of its own, which would be measured with the window.
            self.models.teller.begin_by_itself()


def give_the_board_its_models(window: MainWindow, models: Models) -> QObject:
    """Let board, header and status line show, tell and take what there are models for.

    Keep what is returned: it does what mouse and keyboard want on the board.
    """
    from irgo_app.gui.commands.board import BoardHand
    from irgo_app.gui.views.window.lead_bar import LeadBar

    status, told = window.status, _Status(window, models)
    hand = BoardHand(models, window.board, window.body.announce, window.body.show_panel)
    window.header.show_lead(LeadBar(models.review, models.judgements))
    models.service.progress_changed.connect(status.show_progress)
    models.service.preparing.connect(status.show_preparing)
    models.opening.progress.connect(status.show_reading)
    models.life.changed.connect(told.show_search)
    window.board.point_hovered.connect(models.candidates.look_at)
    # Another move, another choice of layers: what is said of the point is said anew.
    for other in (window.board.point_hovered, models.scene.changed, models.shown.changed):
        other.connect(told.show_point)
    # One connection each: an error in one of them keeps no other from being done.
    for stop in (models.opening.close, models.desk.stop, models.teller.close, models.networks.close,
                 models.games.close, models.service.close):
        window.closing.connect(stop)
    return hand


class _Status(QObject):
    """Tells the status line of the window what models have to say."""

    def __init__(self, window: MainWindow, models: Models) -> None:
        super().__init__(window)
        self._window, self._models = window, models

    def show_search(self) -> None:
        self._window.status.show_search(*self._models.life.progress)

    def show_point(self) -> None:
        point = self._window.board.pointed
        self._window.status.show_hover(
            "" if point == PASS else self._models.overlays.values_at(point))


def made_anew(
    before: MainWindow, hand: QObject, models: Models
) -> tuple[MainWindow, QObject, Furnishing]:
    """Put a new window in the place of another, which goes; position, searches and edits stay.

    Return it with what `give_the_board_its_models` returned, and its furnishing; what had been
    built around the old one, `hand` among it, is deleted. To be called where nothing of that is
    under way, such as the event loop of one of its dialogs.
    """
    from irgo_app.gui.shell.furnishing import Furnishing
    from irgo_app.gui.views.edit import CommentPanel
    from irgo_app.gui.views.making import ReportDialog

    for comment in before.findChildren(CommentPanel):
        comment.commit()  # What is being typed goes into the record.
    before.keep_geometry()
    window = MainWindow(models)
    window.setWindowIcon(before.windowIcon())
    made = window, give_the_board_its_models(window, models), Furnishing(window, models)
    if before.messages.has_lasting:
        made[2].guard.offer_lost_work()
    for dialog in before.findChildren(ReportDialog):
        if dialog.is_at_work:
            dialog.setParent(window, dialog.windowFlags())
            dialog.show()
    # The new one is there before the old one goes: without any window the program ends.
    window.show()
    # A dialog that is deleted while it is seen hides itself then, and tells what watches it: event
    # filters in Python, whose objects are half gone. Their errors end in a crash in Shiboken.
    seen = [found for found in before.findChildren(QWidget)
            if found.isWindow() and found.isVisible()]
    for found in (*seen, before):
        found.hide()
    for gone in (hand, before):
        # At once: what waits for its end with nobody knowing it is garbage for Python, which looks
        # for that in any thread, and would delete it there, or a second time.
        delete(gone)
    return made


def _tell_errors(notices: Notices) -> None:
    """Tell the user of a bug in words and log it, instead of going silently on or down."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        logging.getLogger("irgo").error("unexpected error", exc_info=(kind, error, trace))
        notices.tell(message(
            "Something in irgo went wrong ({kind}: {error}). Your game is still here; save it and "
            "report this.", kind=kind.__name__, error=error))

    sys.excepthook = hook


class Appearance(QObject):
    """Follows the settings `interface` and `font_size`, and the system's turn to dark or light."""

    def __init__(self, application: QApplication, preferences: Preferences) -> None:
        super().__init__()
        self._application, self._preferences = application, preferences
        self._applied: tuple[UiColours, int] | None = None
        preferences.changed.connect(self.refresh)
        application.styleHints().colorSchemeChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        wanted = (wanted_colours(str(self._preferences["interface"])),
                  int(self._preferences["font_size"]))
        if wanted != self._applied:
            self._applied = wanted
            apply_style(self._application, *wanted)

    def stop(self) -> None:
        """Follow the system no longer: the window has closed."""
        self._application.styleHints().colorSchemeChanged.disconnect(self.refresh)


_SCRIPTS: Final = {
    "ja": QFontDatabase.WritingSystem.Japanese, "ko": QFontDatabase.WritingSystem.Korean,
    "zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese,
    "zh_TW": QFontDatabase.WritingSystem.TraditionalChinese,
}


class Speech(QObject):
    """Speaks the language asked for, until the setting `language` is changed; then that one.

    changed -- another language is spoken from now on; what was shown before is in the old one
    """

    changed = Signal()

    def __init__(
        self, application: QApplication, preferences: Preferences, asked: str = ""
    ) -> None:
        super().__init__()
        self._application, self._preferences = application, preferences
        self._asked, self._setting = asked, str(preferences["language"])
        self._of_qt: QTranslator | None = None
        self._family, self._lacks_font = "", False
        self._use(self._wanted())
        preferences.changed.connect(self.refresh)

    def refresh(self) -> None:
        setting = str(self._preferences["language"])
        if setting == self._setting:
            return
        self._asked, self._setting = "", setting
        wanted = self._wanted()
        if wanted != words.language():
            self._use(wanted)
            self.changed.emit()

    def tell_of_fonts(self, notices: Notices) -> None:
        """Tell the user if no font has the letters of the language."""
        if self._lacks_font:
            notices.tell(no_font_words())

    def _wanted(self) -> str:
        return checked(self._asked) if self._asked else wanted_language(
            self._setting, system_languages() or QLocale.system().uiLanguages())

    def _use(self, language: str) -> None:
        speak(language)
        if self._of_qt is not None:
            self._application.removeTranslator(self._of_qt)
            self._of_qt = None
        if QLocale().language() != QLocale(language).language():
            QLocale.setDefault(QLocale(language))
        self._choose_font(language)
        if language == ENGLISH:
            return
        # Qt's own texts, such as the buttons of dialogs.
        of_qt = QTranslator()
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if of_qt.load(f"qtbase_{language}", folder):
            self._application.installTranslator(of_qt)
            self._of_qt = of_qt

    def _choose_font(self, language: str) -> None:
        """Let letters that the usual font lacks come from a font of this very language.

        Languages share Han letters that each of them writes in its own way.
        """
        wanted = FAMILIES.get(language, ())
        self._lacks_font = False
        if not wanted and not self._family:
            return
        font = self._application.font()
        self._family = self._family or font.family()
        there = frozenset(QFontDatabase.families()) if wanted else frozenset[str]()
        found = [name for name in wanted if name in there] \
            or (QFontDatabase.families(_SCRIPTS[language])[:1] if wanted else [])
        self._lacks_font = bool(wanted) and not found
        font.setFamilies([self._family, *found[:1]])
        self._application.setFont(font)


_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")


class SystemEnd(QObject):
    """Calls `end` once, in the event loop, when the system wants irgo to end.

    Python looks after signals only where it runs; so a signal writes a byte, which wakes Qt.
    """

    def __init__(self, application: QGuiApplication, end: Callable[[], None]) -> None:
        super().__init__(application)
        self._application, self._end = application, end
        self._is_over = False
        application.commitDataRequest.connect(self._on_logout)
        if os.name == "posix":
            self._listen_to_signals()

    def _listen_to_signals(self) -> None:
        self._near, self._far = socket.socketpair()
        for each in (self._near, self._far):
            each.setblocking(False)
        signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        for name in _SIGNALS:
            if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
                signal.signal(getattr(signal, name), lambda number, frame: None)
        notifier = QSocketNotifier(self._near.fileno(), QSocketNotifier.Type.Read, self)
        notifier.activated.connect(self._on_signal)

    def _on_signal(self) -> None:
        try:
            numbers = self._near.recv(64)
        except OSError:
            return
        if {getattr(signal, name) for name in _SIGNALS} & set(numbers) and not self._is_over:
            self._is_over = True
            self._end()
            self._application.exit(0)

    def _on_logout(self, *_: object) -> None:
        if not self._is_over:
            self._is_over = True
            self._end()
