"""The application: first paint with Qt only, then panels, layers and the analysis service."""

from __future__ import annotations

import gc
import logging
import os
import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from irgo_app.gui.models.session import ReviewSession
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.service.executors import WorkerExecutor, search_workers
from irgo_app.settings.store import load_settings
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.reader import GameFile

MEASURE_VARIABLE = "IRGO_MEASURE"
"""Names a file: the window then measures itself, writes its figures there and quits."""
_GARBAGE_THRESHOLD = 50_000
"""New objects between two searches for circles."""


def run_window(
    worker: WorkerExecutor, game_file: GameFile | None, path: Path | None, node: Node | None,
    later: tuple[Path, int | None] | None = None,
) -> int:
    """Show the window until it is closed; returns the exit code.

    later -- a large file to be read when the window is there, and the move to go to
    """
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName("irgo")
    settings = load_settings()
    session = ReviewSession(settings)
    window = MainWindow(session)
    _tell_errors(window)
    if game_file is not None:
        session.open_games(game_file, path)
        assert node is not None
        session.go_to(node)
    elif later is None:
        window.show_hint()
    for warning in settings.warnings:
        window.show_message(warning)
    window.show()
    rest = _Rest(window, worker, later)
    window.board.painted.connect(rest.schedule)
    if MEASURE_VARIABLE in os.environ:
        from irgo_app.gui.shell.measure import Measurer

        measurer = Measurer(window, worker, Path(os.environ[MEASURE_VARIABLE]))
        window.board.painted.connect(measurer.on_painted)
    code = application.exec()
    worker.close()
    return code


class _Rest:
    """Loads what the first paint does not need, once, after it."""

    def __init__(
        self, window: MainWindow, worker: WorkerExecutor, later: tuple[Path, int | None] | None
    ) -> None:
        self._window, self._worker, self._later = window, worker, later
        self._is_scheduled = False

    def schedule(self) -> None:
        """Load the rest as soon as Qt has nothing else to do."""
        if not self._is_scheduled:
            self._is_scheduled = True
            QTimer.singleShot(0, self._connect_service)

    def _connect_service(self) -> None:
        # These bring numpy; the board is on the screen by now.
        from irgo_app.gui.models.service_bridge import ServiceBridge
        from irgo_app.layers import LAYERS
        from irgo_app.service.analysis_service import AnalysisService

        window = self._window
        bridge = ServiceBridge(
            AnalysisService(self._worker, searchers=search_workers()), window)
        bridge.progress_changed.connect(window.status.show_progress)
        window.session.connect_service(bridge, LAYERS)
        QTimer.singleShot(0, self._build_panels)

    def _build_panels(self) -> None:
        # The timeline brings pyqtgraph, the commands every dialog.
        from irgo_app.gui.commands.commands import Commands
        from irgo_app.gui.views.panels import make_docks

        window = self._window
        window.commands = Commands(window)
        window.add_docks(make_docks(window.session))
        window.commands.add_panel_switches()
        if self._later is not None:
            path, move = self._later
            window.commands.files.open_path(str(path), move=move)
        elif len(window.session.file.games) > 1 and window.session.node.parent is None:
            window.commands.files.choose_game()
        window.guard.offer_lost_work()
        # The cache holds many small tuples; looking through them for circles makes steps stutter.
        gc.freeze()
        gc.set_threshold(_GARBAGE_THRESHOLD)


def _tell_errors(window: MainWindow) -> None:
    """Tell the user of a bug in words and log it, instead of going silently on or down."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        logging.getLogger("irgo").error(
            "unexpected error\n%s", "".join(traceback.format_exception(kind, error, trace)))
        window.show_message(
            f"Something in irgo went wrong ({kind.__name__}: {error}). Your game is still here; "
            "save it and report this.")

    sys.excepthook = hook
