"""What runs in the worker: calls in, answers out; several at once, each can be called off."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Lock
from typing import Final

from irgo_app.assistants.messages import Answered, Call, CallOff, News, Permits, Progress, Refused
from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError
from irgo_app.judging.judge import CalledOffError
from irgo_app.service.processes import begin_quietly
from irgo_app.words import message

_AT_ONCE: Final = 4
"""So many calls are worked at; others wait."""


def run_worker(calls: Connection, answers: Connection, permits: Permits) -> None:
    """Answer calls until no more can come."""
    begin_quietly(0)
    _leave_streams()
    from irgo_app.assistants.answers import ANSWERS, Asked
    from irgo_app.assistants.desk import Desk

    desk = Desk(permits)

    def answer(call: Call, flag: CancelFlag, tell: Callable[[int, int], None]) -> News:
        try:
            found = ANSWERS[call.tool](Asked(desk, call.arguments, tell, flag))
        except IrgoError as error:
            return Refused(call.number, str(error))
        return Answered(call.number, found.document, found.pictures)

    try:
        _Worker(calls, answers, answer).serve()
    finally:
        desk.close()


def _leave_streams() -> None:
    """Keep away from the standard streams: the protocol is spoken there, by another process."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)


class _Worker:
    """Calls under way, by their numbers, with what stops them."""

    def __init__(
        self, calls: Connection, answers: Connection,
        answer: Callable[[Call, CancelFlag, Callable[[int, int], None]], News],
    ) -> None:
        self._calls, self._answers, self._answer = calls, answers, answer
        self._pool = ThreadPoolExecutor(_AT_ONCE)
        self._flags = dict[int, CancelFlag]()
        self._jobs = dict[int, Future[News]]()
        self._lock = Lock()

    def serve(self) -> None:
        """Take calls until the pipe is closed; what is under way is then called off."""
        try:
            while True:
                asked = self._calls.recv()
                if isinstance(asked, CallOff):
                    self._call_off(asked.number)
                else:
                    self._begin(asked)
        except (EOFError, OSError):
            # Whoever asked is gone, and nobody wants the answers.
            for number in list(self._flags):
                self._call_off(number)
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _begin(self, call: Call) -> None:
        flag = CancelFlag()
        self._flags[call.number] = flag
        job = self._pool.submit(self._answer, call, flag, lambda done, total: self._say(
            Progress(call.number, done, total)))
        self._jobs[call.number] = job
        job.add_done_callback(lambda done: self._end(call, done))

    def _call_off(self, number: int) -> None:
        flag, job = self._flags.get(number), self._jobs.get(number)
        if flag is not None:
            flag.set(True)
        if job is not None:
            job.cancel()  # One that has not begun is over at once.

    def _end(self, call: Call, job: Future[News]) -> None:
        """Send what came of a call; a bug is told of, and ends nothing else."""
        flag = self._flags.pop(call.number, None)
        self._jobs.pop(call.number, None)
        if flag is not None:
            flag.close()
        if job.cancelled():
            self._say(Refused(call.number, str(CalledOffError())))
            return
        error = job.exception()
        if error is None:
            self._say(job.result())
            return
        logging.getLogger(__name__).error("%s failed", call.tool, exc_info=error)
        self._say(Refused(call.number, str(message(
            "A bug in irgo: {kind}: {error}. Please report it with the command and the file.",
            kind=type(error).__name__, error=error))))

    def _say(self, news: News) -> None:
        with self._lock, suppress(OSError):
            self._answers.send(news)
