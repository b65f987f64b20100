"""The first start on a machine measures itself for `irgo bench`: when which map is there."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from irgo_app.draw.drawables import Tint
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.service.executors import WorkerExecutor

if TYPE_CHECKING:
    from irgo_app.gui.models.models import Models

_LOOK_MS = 50


class ColdStart(QObject):
    """Notes the first paint, the first overlay, all layers and all searches; reports and quits."""

    def __init__(
        self, window: MainWindow, models: Callable[[], Models | None], worker: WorkerExecutor,
        report: Path,
    ) -> None:
        super().__init__(window)
        self._window, self._loaded_models, self._worker = window, models, worker
        self._report = report
        self._started_at = float(os.environ.get("IRGO_STARTED_AT", time.time()))
        self._figures: dict[str, list[float]] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(_LOOK_MS)

    def on_painted(self) -> None:
        """Note what this paint event completes."""
        self._note("first_paint")
        if any(isinstance(found, Tint) for found in self._window.board.diagram.drawables):
            self._note("first_overlay")

    def _note(self, name: str) -> None:
        self._figures.setdefault(name, [time.time() - self._started_at])

    def _look(self) -> None:
        """Note what is there by now; when everything is, report."""
        models, worker = self._loaded_models(), self._worker
        if models is None or "first_overlay" not in self._figures or not worker.is_ready:
            return
        if all(models.shown.result_for(shown) is not None for shown in models.shown.layers):
            self._note("all_layers")
        if "all_layers" in self._figures and not worker.preparers.is_working:
            self._note("searches")
            self._timer.stop()
            self._report.write_text(json.dumps(self._figures))
            self._window.close()
            QApplication.quit()
