"""When the window's first paint, first overlay, layers and searches are there, written to a file.

Whoever tries out or measures irgo from outside asks for it by IRGO_MEASURE, which names the file.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from irgo_app.draw.drawables import Shading, Tint
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.service.executors import WorkerExecutor

if TYPE_CHECKING:
    from irgo_app.gui.models.models import Models

LOOK_MS = 20


class WindowWatcher(QObject):
    """Sees the window begin, from outside of what it does; gathers figures for the report."""

    def __init__(
        self, window: MainWindow, models: Callable[[], Models | None], worker: WorkerExecutor,
        report: Path,
    ) -> None:
        super().__init__(window)
        self._loaded_models = models
        self._window, self._worker, self._report = window, worker, report
        self._started_at = float(os.environ.get("IRGO_STARTED_AT", time.time()))
        self._figures = defaultdict[str, list[float]](list)

    def on_painted(self) -> None:
        raise NotImplementedError

    @property
    def _has_field(self) -> bool:
        """Return whether what the board is to show lies on it; no stone has no Ishida view."""
        diagram, models = self._window.board.diagram, self._loaded_models()
        if any(isinstance(found, Tint | Shading) for found in diagram.drawables):
            return True
        return models is not None and models.shown.is_ishida \
            and not any(diagram.position.cells) and models.ishida.picture() is not None

    def _finish(self, figures: dict[str, list[float]]) -> None:
        self._report.write_text(json.dumps(figures))
        self._window.close()
        QApplication.quit()


class StartReport(WindowWatcher):
    """Notes the first paint, the first overlay, all layers and all searches; reports and quits."""

    def on_painted(self) -> None:
        self._note("first_paint")
        if self._has_field and "first_overlay" not in self._figures:
            self._note("first_overlay")
            self._look()
        elif "first_overlay" not in self._figures:
            QTimer.singleShot(LOOK_MS, self._window.board.update)

    def _note(self, name: str) -> None:
        self._figures.setdefault(name, [time.time() - self._started_at])

    def _look(self) -> None:
        """Note what is there by now; when everything is, report."""
        models, worker = self._loaded_models(), self._worker
        if models is not None and worker.is_ready:
            if all(models.shown.result_for(shown) is not None for shown in models.shown.layers):
                self._note("all_layers")
            if "all_layers" in self._figures and not worker.preparers.is_working:
                self._note("searches")
                self._finish(self._figures)
                return
        QTimer.singleShot(LOOK_MS, self._look)
