"""The only crossing from the service's threads to Qt."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.jobs import Job
from irgo_app.service.request import (
    AnyRequest,
    Cancelled,
    Failure,
    LaneName,
    LayerRequest,
    Outcome,
    Urgency,
)

_PROGRESS_INTERVAL_MS = 60


class ServiceBridge(QObject):
    """Hands requests to the service and its answers to Qt's thread.

    The look-ahead's iterator reads the game tree, which belongs to Qt's thread; the service says
    when it is hungry, and is fed from here.

    noticed -- a sentence the workers have for the user, each only once
    """

    results_ready = Signal()
    searched = Signal(object, object)
    failed = Signal(str)
    progress_changed = Signal(int, int)
    noticed = Signal(str)
    _notice_came = Signal(str)
    _arrived = Signal(object, object)
    _hungry = Signal()

    def __init__(self, service: AnalysisService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.service = service
        self._is_closed = False
        self._total = self._done = 0
        self._has_news = False
        self._notices: set[str] = set()
        self._notice_came.connect(self._on_notice, Qt.ConnectionType.QueuedConnection)
        service.listen(self._notice_came.emit)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        self._hungry.connect(self._on_hungry, Qt.ConnectionType.QueuedConnection)
        self._progress = QTimer(self)
        self._progress.setInterval(_PROGRESS_INTERVAL_MS)
        self._progress.timeout.connect(self._report_progress)

    def want(self, requests: list[LayerRequest], urgency: Urgency) -> None:
        """Ask for what is on the screen now, or one step away from it."""
        for request in requests:
            self.service.submit(request, urgency, self._on_done)

    def search(self, request: AnyRequest) -> Job:
        """Ask for a search; `searched` tells its request and outcome. The job can be cancelled."""
        return self.service.submit(request, Urgency.VISIBLE, self._on_done)

    def look_ahead(self, requests: Iterator[LayerRequest], total: int) -> None:
        """Compute `requests` in the background; replaces the look-ahead before it."""
        self._total, self._done = total, 0
        self.service.look_ahead(self._counted(requests), self._on_ahead_done, self._hungry.emit)
        self._progress.start()

    def stop(self) -> None:
        """Look no further ahead."""
        self.service.stop_look_ahead()
        self._report_progress()

    def close(self) -> None:
        """Stop the service; nothing is announced any more."""
        if self._is_closed:
            return
        self._is_closed = True
        self._progress.stop()
        self._arrived.disconnect(self._on_arrived)
        self._hungry.disconnect(self._on_hungry)
        self.service.close()

    def _counted(self, requests: Iterator[LayerRequest]) -> Iterator[LayerRequest]:
        """Count what is handed out; it is all but done by then."""
        for request in requests:
            self._done += 1
            yield request

    def _on_done(self, request: AnyRequest, outcome: Outcome) -> None:
        """Take an answer; runs on a thread of the service."""
        self._arrived.emit(request, outcome)

    def _on_ahead_done(self, request: AnyRequest, outcome: Outcome) -> None:
        """Take an answer nobody waits for; runs on a thread of the service.

        Only a failure is worth an event; the timer announces the others together.
        """
        self._has_news = True
        if isinstance(outcome, Failure):
            self._arrived.emit(request, outcome)

    def _on_arrived(self, request: AnyRequest, outcome: Outcome) -> None:
        if request.lane is LaneName.SEARCHES:
            self.searched.emit(request, outcome)
        if isinstance(outcome, Failure):
            self.failed.emit(outcome.text)
        elif not isinstance(outcome, Cancelled):
            self.results_ready.emit()

    def _on_notice(self, text: str) -> None:
        if text not in self._notices:
            self._notices.add(text)
            self.noticed.emit(text)

    def _on_hungry(self) -> None:
        self.service.feed()

    def _report_progress(self) -> None:
        is_done = not self.service.is_looking_ahead
        if is_done:
            self._progress.stop()
        if self._has_news:
            self._has_news = False
            self.results_ready.emit()
        self.progress_changed.emit(self._total if is_done else self._done, self._total)
