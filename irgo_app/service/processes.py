"""What runs in processes that irgo starts for itself: workers, and those that compile kernels.

A worker takes batches of requests and answers with outcomes. Ctrl-C leaves all of them to irgo, and
none leaves anything behind.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker, spawn
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Event, Lock, Thread, get_ident
from typing import TYPE_CHECKING, Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import NOTICE_LOGGER, IrgoError
from irgo_app.service.request import (CANCELLED, AnyRequest, Failure, KernelState, LaneName, Notice,
                                      Outcome, Request, Workbench)
from irgo_app.words import Message, message

if TYPE_CHECKING:
    from irgo_app.service.plan import WorkerBench


def start_quietly(process: BaseProcess) -> None:
    """Start a process that no Ctrl-C at the terminal reaches, from its first moment on.

    Signals that are held back where a process is started are held back in it.
    """
    with _main_left_out():
        if not hasattr(signal, "pthread_sigmask"):
            process.start()
            return
        # When it starts itself it lets the signals go.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


_LEAVING_OUT: Final = Lock()


@contextmanager
def _main_left_out() -> Iterator[None]:
    """Have no main module imported by what this thread starts meanwhile.

    By "spawn" each process would run the script of whoever uses irgo as a library once more, for
    what might be defined in it; what irgo's processes run is irgo's own.
    """
    thread = get_ident()
    with _LEAVING_OUT:
        ask = spawn.get_preparation_data

        def told(name: str) -> dict[str, object]:
            data = ask(name)
            # Another thread's processes are not irgo's.
            if get_ident() == thread:
                for key in ("init_main_from_name", "init_main_from_path"):
                    data.pop(key, None)
            return data

        spawn.get_preparation_data = told
        try:
            yield
        finally:
            spawn.get_preparation_data = ask


def begin_quietly(niceness: int) -> None:
    """Do what every process of irgo does first.

    niceness -- how far it stands behind the window where cores are few
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        # numba makes a lock that only processes started from here would share; none is. By "spawn"
        # it would have a name, which outlives a process that is killed.
        multiprocessing.set_start_method("fork", force=True)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if hasattr(os, "nice"):
        os.nice(niceness)


BEAT: Final = None
"""What a worker says while it works, so that whoever waits sees that it is not frozen."""
_BEAT_S: Final = 2.0
GARBAGE_THRESHOLD: Final = 50_000
"""Results are many small tuples without circles, and most of what compiling makes lives on; looking
for circles often only costs time, a tenth of all compiling."""


def run_worker(requests: Connection, answers: Connection, flag: CancelFlag, is_warm: bool) -> None:
    """Answer batches until no more can come, so that no worker outlives irgo.

    A batch is (batch number, tuple of requests); the answer is (batch number, list of outcomes).
    What irgo logs for its user meanwhile goes the same way, as a Notice, and every two seconds of
    work a BEAT.
    `is_warm`: all layers are made ready, batches that come meanwhile between two of them, and how
    far that is goes the same way, as a Preparation; the reader's network is not loaded.
    """
    begin_quietly(5)
    gc.disable()  # Nothing that is imported is garbage.
    from irgo_app.service.plan import WorkerBench
    from irgo_app.service.warm_up import prepare_maps

    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    gc.enable()
    notices = logging.getLogger(NOTICE_LOGGER)
    notices.propagate = False
    voice = _Voice(answers)
    notices.addHandler(_NoticeSender(voice))
    bench = WorkerBench()

    def serve_one() -> None:
        number, batch = requests.recv()
        with voice.beating():
            outcomes = [_outcome(request, flag, bench) for request in batch]
        voice.say((number, outcomes))

    try:
        voice.say(BEAT)
        told = None
        for preparation in prepare_maps() if is_warm else ():
            if preparation != told:
                voice.say(told := preparation)
            while requests.poll():
                serve_one()
        gc.freeze()
        while True:
            serve_one()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


class _Voice:
    """The pipe to whoever asked, for several threads; beats while work is done."""

    def __init__(self, answers: Connection) -> None:
        self._answers, self._lock, self._works = answers, Lock(), Event()
        Thread(target=self._beat, daemon=True, name="beat").start()

    def say(self, something: object) -> None:
        """Send something; raises OSError where nobody listens any more."""
        with self._lock:
            self._answers.send(something)

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Beat while something is done."""
        self._works.set()
        try:
            yield
        finally:
            self._works.clear()

    def _beat(self) -> None:
        while self._works.wait():
            try:
                self.say(BEAT)
            except OSError:
                # Whoever asked is gone, and nobody wants the answer.
                os._exit(0)
            time.sleep(_BEAT_S)


class _NoticeSender(logging.Handler):
    """Carries what is logged for the user to the process that can show it."""

    def __init__(self, voice: _Voice) -> None:
        super().__init__()
        self._voice = voice

    def emit(self, record: logging.LogRecord) -> None:
        """Send a sentence; without a reader there is nobody to tell."""
        # A message goes as it is: the worker knows no language.
        said = record.msg if isinstance(record.msg, Message) else record.getMessage()
        with suppress(OSError):
            self._voice.say(Notice(said))


def _outcome(request: AnyRequest, flag: CancelFlag, bench: WorkerBench) -> Outcome:
    """Return an answer, CANCELLED or a Failure; a bug in a layer must not end the worker."""
    from irgo_app.settings.log_file import keep_log

    try:
        answer = request.answer(bench, flag)
    except IrgoError as error:
        return Failure(error.message)
    except Exception as error:
        keep_log()
        logging.getLogger(__name__).exception("%s failed", request.subject)
        return Failure(message(
            "{subject} failed ({kind}: {error}); please report this position.",
            subject=request.subject, kind=type(error).__name__, error=str(error)))
    return CANCELLED if flag else answer


_MOST: Final = 3


class Preparers:
    """Started together where kernels are missing; what each compiles, the others load."""

    def __init__(self) -> None:
        self._processes: list[BaseProcess] = []

    def start(self) -> None:
        """Start one process a core, two at least; returns at once."""
        context = multiprocessing.get_context("spawn")
        for _ in range(max(2, min(os.cpu_count() or 1, _MOST))):
            process = context.Process(target=compile_all, daemon=True, name="irgo-preparer")
            start_quietly(process)
            self._processes.append(process)

    @property
    def is_working(self) -> bool:
        return any(process.is_alive() for process in self._processes)

    def wait(self) -> None:
        """Wait until all have ended."""
        for process in self._processes:
            process.join()

    def close(self) -> None:
        """End what is still at work; what was compiled so far is kept."""
        for process in self._processes:
            process.kill()
        self.wait()


def compile_all() -> None:
    """Compile whatever kernel is missing; what a preparer's process does."""
    begin_quietly(10)  # After the worker, for which a map may be waiting.
    gc.set_threshold(GARBAGE_THRESHOLD)
    from irgo_app.service.warm_up import prepare_kernels

    parent = multiprocessing.parent_process()
    with suppress(OSError):
        for _ in prepare_kernels():
            if parent is not None and not parent.is_alive():
                return


@dataclass(frozen=True, slots=True)
class KernelRequest(Request[KernelState]):
    """The state of the kernels; number -- another one for each time it is asked."""

    number: int = 0

    lane = LaneName.MAPS
    subject = message("The state of the kernels")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> KernelState:
        """Return the state as this worker sees it."""
        from irgo_app.service.warm_up import kernel_state

        return kernel_state()
