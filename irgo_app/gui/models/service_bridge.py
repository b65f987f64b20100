"""The crossings to Qt: from threads of the service and of engines, and from a process at work."""

from collections import deque
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Final, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from irgo_app.gui.models.window import Notices
from irgo_app.report.report_process import Done, Failed, Make, ReportProcess
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.lane import Job
from irgo_app.service.request import (AnyRequest, Cancelled, Failure, LaneName, Outcome,
                                      Preparation, Request, Urgency)

T = TypeVar("T")
_PROGRESS_INTERVAL_MS = 60


class ServiceBridge(QObject):
    """Hands requests to the service and its answers to Qt's thread.

    The look-ahead's iterator reads the game tree, which belongs to Qt's thread; the service says
    when it is hungry, and is fed from here.

    ready -- the set of requests that were answered; who shows none of them has nothing to do
    searched -- a request of the lane of searches, and what became of it
    progress_changed -- how many maps of the look-ahead are done, and how many there are
    preparing -- how many of the kernels that maps need are there, and how many there are: told
    where they are compiled, once on a machine
    """

    ready = Signal(object)
    searched = Signal(object, object)
    progress_changed = Signal(int, int)
    preparing = Signal(int, int)
    _notice_came = Signal(str)
    _arrived = Signal(object, object)
    _hungry = Signal()
    _prepared = Signal(object)

    def __init__(self, service: AnalysisService, notices: Notices) -> None:
        super().__init__()
        self.service = service
        self._notices = notices
        self._is_closed = False
        self._total = self._done = 0
        self._news: deque[AnyRequest] = deque()
        self._told: set[str] = set()
        self._waiting: dict[AnyRequest, Job] = {}
        """What was asked for and has not arrived."""
        self._asked_by: dict[QObject, set[AnyRequest]] = {}
        self._passing: set[AnyRequest] = set()
        """What is only asked for until its asker asks for something else."""
        self._notice_came.connect(self._on_notice, Qt.ConnectionType.QueuedConnection)
        service.listen(self._notice_came.emit)
        self._was_missing = False
        self._prepared.connect(self._on_prepared, Qt.ConnectionType.QueuedConnection)
        service.follow(self._prepared.emit)
        # Queued even from this thread: an answer that is cached must not come before its asker has
        # what `search` returns.
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        # Looking ahead waits for the window: a queued signal comes before what is to be painted.
        self._feeding = QTimer(self, singleShot=True, interval=0)
        self._feeding.timeout.connect(self.service.feed)
        self._hungry.connect(self._feeding.start, Qt.ConnectionType.QueuedConnection)
        self._progress = QTimer(self, interval=_PROGRESS_INTERVAL_MS)
        self._progress.timeout.connect(self._report_progress)

    def cached(self, request: Request[T]) -> T | None:
        """Return an answer that is there already; never computes."""
        return self.service.cached(request)

    def want(self, requests: Sequence[AnyRequest], urgency: Urgency) -> None:
        """Ask for what is on the screen now, or one step away from it."""
        self._ask_for(requests, urgency)
        self._passing.difference_update(requests)

    def want_only(
        self, asker: QObject, wanted: Sequence[tuple[Sequence[AnyRequest], Urgency]]
    ) -> None:
        """Ask likewise, in place of what the same object asked before.

        What it does not ask any more is withdrawn, unless others asked for it too.
        """
        fresh = {request for requests, _ in wanted for request in requests}
        for request in self._asked_by.get(asker, set()) - fresh:
            if request in self._passing and not any(
                    request in asked for other, asked in self._asked_by.items()
                    if other is not asker):
                self._passing.discard(request)
                if (job := self._waiting.pop(request, None)) is not None:
                    self.service.withdraw(job)
        # Withdrawn first: what is asked now shall not wait behind it.
        self._passing |= {request for request in fresh if request not in self._waiting}
        self._asked_by[asker] = fresh
        for requests, urgency in wanted:
            self._ask_for(requests, urgency)

    def on_screen(self, request: Request[T], asker: QObject | None = None) -> T | None:
        """Return an answer that is there already; else ask for it, as for what is to be seen.

        asker -- what this object asked before is withdrawn, as by `want_only`
        """
        found = self.cached(request)
        if asker is not None:
            self.want_only(asker, [([] if found is not None else [request], Urgency.VISIBLE)])
        elif found is None:
            self.want([request], Urgency.VISIBLE)
        return found

    def _ask_for(self, requests: Sequence[AnyRequest], urgency: Urgency) -> None:
        """Ask for what is not asked for yet; what still waits is hurried."""
        fresh = list[AnyRequest]()
        for request in reversed(requests):
            job = self._waiting.get(request)
            if job is None:
                fresh.insert(0, request)
            else:
                self.service.hurry(job, urgency)
        for job in self.service.submit_all(fresh, urgency, self._arrived.emit):
            self._waiting[job.request] = job

    def search(self, request: AnyRequest) -> Job:
        """Ask for a search; `searched` tells its request and outcome. The job can be cancelled."""
        return self.service.submit(request, Urgency.VISIBLE, self._arrived.emit)

    def cancel(self, job: Job) -> None:
        self.service.cancel(job)

    def look_ahead(self, requests: Iterator[AnyRequest], total: int) -> None:
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
        self._hungry.disconnect(self._feeding.start)
        self._feeding.stop()
        self._prepared.disconnect(self._on_prepared)
        self.service.close()

    def _counted(self, requests: Iterator[AnyRequest]) -> Iterator[AnyRequest]:
        """Count what is handed out; it is all but done by then."""
        for request in requests:
            self._done += not request.is_light
            yield request

    def _on_ahead_done(self, request: AnyRequest, outcome: Outcome) -> None:
        """Take an answer nobody waits for; runs on a thread of the service.

        Only a failure is worth an event; the timer announces the others together.
        """
        if isinstance(outcome, Failure):
            self._arrived.emit(request, outcome)
        else:
            # A deque takes this from any thread without a lock.
            self._news.append(request)

    def _on_arrived(self, request: AnyRequest, outcome: Outcome) -> None:
        job = self._waiting.get(request)
        # An outcome of one that was withdrawn may come when the same is asked for again.
        if job is not None and (job.is_cancelled or not isinstance(outcome, Cancelled)):
            del self._waiting[request]
            self._passing.discard(request)
        if request.lane is not LaneName.MAPS:
            self.searched.emit(request, outcome)
        if isinstance(outcome, Failure):
            self._notices.tell(outcome.text)
        elif not isinstance(outcome, Cancelled):
            self.ready.emit(frozenset({request}))

    def _on_notice(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._notices.tell(text)

    def _on_prepared(self, preparation: Preparation) -> None:
        """Tell how far the kernels are, unless they were there from the beginning."""
        if self._was_missing or not preparation.has_maps:
            self._was_missing = not preparation.has_maps
            self.preparing.emit(preparation.done, preparation.total)

    def _report_progress(self) -> None:
        is_done = not self.service.is_looking_ahead
        if is_done:
            self._progress.stop()
        # Threads append meanwhile; what comes after this waits for the next round.
        news = frozenset(self._news.popleft() for _ in range(len(self._news)))
        if news:
            self.ready.emit(news)
        self.progress_changed.emit(self._total if is_done else self._done, self._total)


class OneSearch(QObject):
    """The search that somebody waits for; asking again calls the one before off.

    answered -- what became of it: an answer, a Failure (which was told), or Cancelled
    """

    answered = Signal(object)

    def __init__(self, service: ServiceBridge) -> None:
        super().__init__()
        self._service = service
        self._job: Job | None = None
        self._called_off: list[AnyRequest] = []
        service.searched.connect(self._on_searched)

    @property
    def request(self) -> AnyRequest | None:
        """Return what is being searched, None for nothing."""
        return None if self._job is None else self._job.request

    def ask(self, request: AnyRequest) -> None:
        self.stop()
        self._job = self._service.search(request)

    def stop(self) -> None:
        """Call the search off; nothing is told of it any more."""
        job, self._job = self._job, None
        if job is not None:
            self._called_off.append(job.request)
            self._service.cancel(job)

    def _on_searched(self, request: AnyRequest, outcome: Outcome) -> None:
        if request in self._called_off:
            self._called_off.remove(request)
            if isinstance(outcome, Cancelled):
                return  # Of an earlier search, though the same may be asked again by now.
        if self._job is not None and request == self._job.request:
            self._job = None
            self.answered.emit(outcome)


_LOOK_MS: Final = 80


class Making(QObject):
    """A process that makes a file or a story, one at a time.

    told -- its news, one after the other; it has ended where that is `Done` or `Failed`
    """

    told = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._process: ReportProcess | None = None
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def is_at_work(self) -> bool:
        return self._process is not None

    def begin(self, task: object, make: Make | None = None) -> None:
        """Start the process; make -- what carries the task out, None for what makes reports."""
        self._process = ReportProcess(task, make)
        self._timer.start()

    def stop(self) -> None:
        """Ask the process to stop; it tells when it has."""
        if self._process is not None:
            self._process.stop()

    def close(self) -> None:
        """End the process at once; it tells nothing more."""
        self._timer.stop()
        if self._process is not None:
            self._process.close()
            self._process = None

    def _look(self) -> None:
        process = self._process
        assert process is not None
        for news in process.news():
            if self._process is not process:
                return  # Who was told before has closed it.
            if isinstance(news, Done | Failed):
                self._timer.stop()
                self._process = None
                self.told.emit(news)
                return
            self.told.emit(news)


class Mailbox(QObject):
    """Holds at most one letter, however fast they come; `arrived` tells it on Qt's thread."""

    arrived = Signal(object)
    _came = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._letter: object = None
        self._came.connect(self._on_came, Qt.ConnectionType.QueuedConnection)

    def put(self, letter: object) -> None:
        """Carry a letter, from any thread; it must not be None."""
        with self._lock:
            is_on_its_way, self._letter = self._letter is not None, letter
        if not is_on_its_way:
            self._came.emit()

    def _on_came(self) -> None:
        with self._lock:
            letter, self._letter = self._letter, None
        if letter is not None:
            self.arrived.emit(letter)
