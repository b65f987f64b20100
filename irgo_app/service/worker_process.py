"""What runs inside a worker process: batches of requests in, outcomes out."""

from __future__ import annotations

import gc
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import NOTICE_LOGGER
from irgo_app.service.child import begin_quietly

if TYPE_CHECKING:
    from irgo_app.service.plan import WorkerBench
    from irgo_app.service.request import AnyRequest, Outcome


BEAT: Final = None
"""What a worker says while it works, so that whoever waits sees that it is not frozen."""
_BEAT_S: Final = 2.0
_GARBAGE_THRESHOLD: Final = 50_000
"""Results are many small tuples without circles; looking for circles often only costs time."""


def run_worker(
    requests: Connection, answers: Connection, flag: CancelFlag, is_warm: bool
) -> None:
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
    gc.set_threshold(_GARBAGE_THRESHOLD)
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
        from irgo_app.service.request import Notice
        from irgo_app.words import Message

        # A message goes as it is: the worker knows no language.
        said = record.msg if isinstance(record.msg, Message) else record.getMessage()
        with suppress(OSError):
            self._voice.say(Notice(said))


def _outcome(request: AnyRequest, flag: CancelFlag, bench: WorkerBench) -> Outcome:
    """Return an answer, CANCELLED or a Failure; a bug in a layer must not end the worker."""
    from irgo_app.errors import IrgoError
    from irgo_app.service.request import CANCELLED, Failure
    from irgo_app.settings.log_file import keep_log
    from irgo_app.words import message

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
