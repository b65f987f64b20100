"""The window measured from within, in the place of its start report: real events, one clock."""

from __future__ import annotations

import gc
import os
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from irgo_app.draw.drawables import Diagram, Tint
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.gui.shell.start_report import LOOK_MS, WindowWatcher
from irgo_app.gui.views.board_picture import BoardPicture
from irgo_app.resource_files import resource_path
from irgo_app.sgf.parser import GameFile
from tests.bench import resident_mb

if TYPE_CHECKING:
    from irgo_app.gui.models.models import Models

_REPAINTS = 15
_HELD_KEY_INTERVAL_MS = 33
_STEPS = 90
_TREE_NODES = 100_000
_SCROLLS = 120


class WindowClock(WindowWatcher):
    """Waits for the first overlay and the whole game's maps, steps, repaints, reports, quits."""

    _key_at = 0.0
    _paints = _steps_left = _passes = 0
    _painted: Diagram | None = None
    _step_figure = "step"

    @property
    def _models(self) -> Models:
        models = self._loaded_models()
        assert models is not None, "the window is furnished before it is measured"
        return models

    def on_painted(self) -> None:
        now = time.time()
        self._paints += 1
        self._painted = self._window.board.diagram
        if "first_paint" not in self._figures:
            self._figures["first_paint"] = [(now - self._started_at) * 1e3]
            self._figures["first_paint_cpu"] = [time.process_time() * 1e3]
        has_field = self._has_field
        if not has_field and not any(self._painted.position.cells):
            # An empty board looks the same with its overlay, and is not painted again for it.
            QTimer.singleShot(LOOK_MS, self._window.board.update)
        if has_field and "first_overlay" not in self._figures:
            self._figures["first_overlay"] = [(now - self._started_at) * 1e3]
            self._wait_for_maps()
        if self._key_at and has_field:
            self._note_ms(self._step_figure, self._key_at)
            self._key_at = 0.0

    def _note_ms(self, name: str, since: float) -> None:
        self._figures[name].append((time.perf_counter() - since) * 1e3)

    def _wait_for_maps(self) -> None:
        timer = QTimer(self, interval=2)

        def look() -> None:
            models = self._loaded_models()
            if models and not models.service.service.is_looking_ahead and self._window.panels:
                timer.stop()
                self._measure_mapping()

        timer.timeout.connect(look)
        timer.start()

    def _measure_mapping(self) -> None:
        """Open another game, and time how long all layers of all its nodes take.

        Once its first position is painted with its overlay the board stands still: what is painted
        from then on is for nothing.
        """
        since = time.perf_counter()
        self._models.review.open_path(resource_path("examples", "selfplay03.sgf"))
        still_since: int | None = None
        while self._models.service.service.is_looking_ahead:
            QApplication.processEvents()
            if still_since is None and self._shows_all():
                still_since = self._paints
        self._note_ms("game_mapped", since)
        self._models.service.stop()  # What was announced last is told now.
        QApplication.processEvents()
        if still_since is not None:
            self._figures["idle_repaints"] = [float(self._paints - still_since)]
        self._start_pass()

    def _shows_all(self) -> bool:
        """Return whether the current node is painted with all the layers that are on."""
        models, diagram = self._models, self._window.board.diagram
        return (self._painted is diagram and diagram.position == models.review.position
                and (not models.shown.is_ishida or models.ishida.picture() is not None)
                and all(models.shown.result_for(shown) is not None
                        for shown in models.shown.layers if shown.is_on))

    def _start_pass(self) -> None:
        review = self._models.review
        review.go_to(review.game.root)
        self._steps_left = _STEPS
        self._window.windowHandle().requestActivate()
        self._window.board.setFocus()
        QTimer.singleShot(200, self._press_key)

    def _press_key(self) -> None:
        """Press the right arrow as a key held at 30 a second does."""
        if self._steps_left == 0:
            self._end_pass()
            return
        # Whoever measures a start adds nothing to it.
        from PySide6.QtTest import QTest

        self._steps_left -= 1
        QTimer.singleShot(_HELD_KEY_INTERVAL_MS, self._press_key)
        self._key_at = time.perf_counter()
        # The only road that goes through Qt's shortcuts as a real key does.
        QTest.keyClick(self._window.windowHandle(), Qt.Key.Key_Right)

    def _end_pass(self) -> None:
        gc.collect()
        self._passes += 1
        if self._passes == 1:
            self._figures["memory"] = [resident_mb(os.getpid())]
            self._start_pass()
            return
        if self._passes == 2:
            self._figures["memory_second_pass"] = [resident_mb(os.getpid())]
            for shown in self._models.shown.layers:
                self._models.shown.change(shown, is_on=True)
            self._step_figure = "step_all_layers"
            self._start_pass()
            return
        worker = self._worker.process_id
        if worker:
            self._figures["worker_memory"] = [resident_mb(worker)]
        self._measure_repaints()
        self._measure_tree()
        self._finish({
            key: [round(value, 3) for value in values] for key, values in self._figures.items()
            if values and (min(values) > 0 or key == "idle_repaints")})

    def _measure_tree(self) -> None:
        # The panels must not be loaded before the first paint.
        from irgo_app.gui.views.tree import TreePanel
        from tests.bench.records import dictionary_tree

        self._window.show_panel("tree")
        self._models.review.open_games(GameFile([dictionary_tree(_TREE_NODES)]), None)
        panel = self._window.panels["tree"]
        assert isinstance(panel, TreePanel)
        while not panel.is_laid_out:
            QApplication.processEvents()
        for bar in (panel.verticalScrollBar(), panel.horizontalScrollBar()):
            for step in range(_SCROLLS):
                since = time.perf_counter()
                bar.setValue(bar.maximum() * step // _SCROLLS)
                panel.viewport().repaint()
                self._note_ms("tree_scroll", since)

    def _measure_repaints(self) -> None:
        """Paint full boards of 361 stones with a field at 1600x1600, and unchanged ones."""
        field = next(found for found in self._window.board.diagram.drawables
                     if isinstance(found, Tint))
        size = QSize(1600, 1600)
        picture = BoardPicture(self._window.board.picture.look)
        full = {point: BLACK if point % 2 else WHITE for point in range(361)}
        picture.pixmap(Diagram(Position.empty().with_stones(full), (field,)), size)
        for _ in range(_REPAINTS):
            fresh = Tint(field.values + 0.0)
            diagram = Diagram(Position.empty().with_stones(full), (fresh,))
            since = time.perf_counter()
            picture.pixmap(diagram, size)
            self._note_ms("repaint", since)
            target = picture.pixmap(diagram, size).copy()
            since = time.perf_counter()
            _draw_over(target, picture, diagram, size)
            self._note_ms("repaint_unchanged", since)


def _draw_over(target: QPixmap, picture: BoardPicture, diagram: Diagram, size: QSize) -> None:
    painter = QPainter(target)
    painter.drawPixmap(0, 0, picture.pixmap(diagram, size))
    painter.end()
