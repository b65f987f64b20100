"""The status line: what the mouse points at; and what is being computed, once it lasts."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QToolButton

_PATIENCE_MS = 500


class StatusLine(QStatusBar):
    """Tells in passing; `stop_wanted` when the user stops the background work."""

    stop_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._hover = QLabel()
        self._progress = QProgressBar(textVisible=False)
        self._progress.setMaximumWidth(160)
        self._what = QLabel()
        self._stop = QToolButton()
        self._stop.setText(self.tr("Stop"))
        self._stop.clicked.connect(self.stop_wanted)
        self._clock = QElapsedTimer()
        self._is_searching = self._is_preparing = False
        self._is_at_rest = False
        self.addWidget(self._hover)
        for label in (self._hover, self._what):
            label.setTextFormat(Qt.TextFormat.PlainText)
        for widget in (self._what, self._progress, self._stop):
            self.addPermanentWidget(widget)
            widget.hide()

    @property
    def is_at_rest(self) -> bool:
        """Return whether what was computed in the background is done."""
        return self._is_at_rest

    def show_hover(self, text: str) -> None:
        """Show what the mouse points at."""
        self._hover.setText(text)

    def show_reading(self, done: int, total: int) -> None:
        """Show how far the reading of a large file is."""
        self._what.setText(self.tr("Reading the file"))
        self._show(done, total)

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the background work is, if it has lasted for half a second."""
        if not (self._is_searching or self._is_preparing):
            self._what.setText(self.tr("Computing maps"))
            self._show(done, total)

    def show_preparing(self, done: int, total: int) -> None:
        """Show how many of the kernels are compiled, on a machine that has none yet."""
        self._is_preparing = done < total
        self._what.setText(
            self.tr("Preparing the maps (first start only) {0} of {1}").format(done, total))
        self._show(done, total)
        # Without it there is no map.
        self._stop.hide()

    def show_search(self, done: int, total: int) -> None:
        """Show how far life and death is; until it ends the maps are provisional."""
        self._is_searching = done < total
        self._what.setText(self.tr("Life and death; the maps are provisional"))
        self._show(done, total)

    def _show(self, done: int, total: int) -> None:
        is_busy = done < total
        self._is_at_rest = not is_busy
        if not is_busy:
            self._clock.invalidate()
        elif not self._clock.isValid():
            self._clock.start()
        lasts = is_busy and self._clock.elapsed() > _PATIENCE_MS
        if lasts:
            self._progress.setRange(0, total)
            self._progress.setValue(done)
        for widget in (self._what, self._progress, self._stop):
            widget.setVisible(lasts)
