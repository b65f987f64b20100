"""The worker that answers an assistant's calls, and its link to the protocol's process.

In the worker calls come in and answers go out, several at once, each of which can be called off; by
its link it is asked without waiting in the way of others.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Final

from irgo_app.assistants.tools import Answered, Call, CallOff, CallProgress, News, Permits, Refused
from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError, UsageError
from irgo_app.judging.judgement import CalledOffError
from irgo_app.service.executors import TICK_S, FrozenWatch
from irgo_app.service.processes import BEAT, begin_quietly, start_quietly
from irgo_app.words import message

_BEAT_S: Final = 2.0
_AT_ONCE: Final = 4
"""So many calls are worked at; others wait."""


def run_worker(calls: Connection, answers: Connection, permits: Permits) -> None:
    """Answer calls until no more can come."""
    begin_quietly(0)
    _leave_streams()
    from irgo_app.assistants.answers import ANSWERS, ToolCall
    from irgo_app.assistants.desk import Desk

    desk = Desk(permits)

    def answer(call: Call, flag: CancelFlag, tell: Callable[[int, int], None]) -> News:
        try:
            found = ANSWERS[call.tool](ToolCall(desk, call.arguments, tell, flag))
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
        Thread(target=self._beat, daemon=True, name="beat").start()
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
            CallProgress(call.number, done, total)))
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

    def _beat(self) -> None:
        """Say now and then that the worker lives, while it works."""
        while True:
            time.sleep(_BEAT_S)
            if self._flags:
                self._say(BEAT)

    def _say(self, news: News | None) -> None:
        with self._lock, suppress(OSError):
            self._answers.send(news)


LIMIT_S: Final = 900.0
"""A call that takes longer is called off."""
GRACE_S: Final = 60.0
"""A call that was called off and does not end within this ends the worker."""
MOST_CALLS: Final = 200
"""So many calls may wait at once; more are refused."""
Tell = Callable[[int, int], Awaitable[None]]


class Link:
    """The worker and what it was asked; a worker that ends is started again with the next call.

    With it go the games that were open. Made before the protocol is loaded, so that both load at
    the same time; `ask` belongs to the thread of one event loop.
    """

    def __init__(self, permits: Permits, *, limit_s: float = LIMIT_S, grace_s: float = GRACE_S
                 ) -> None:
        self._permits, self.limit_s, self._grace_s = permits, limit_s, grace_s
        self._asked = dict[int, tuple[asyncio.AbstractEventLoop, asyncio.Queue[News]]]()
        self._unfinished = dict[int, _Process]()
        self._number = 0
        self._lock = Lock()
        self._is_closed = False
        self._worker: _Process | None = self._start()

    async def ask(
        self, tool: str, arguments: dict[str, object], tell: Tell | None = None
    ) -> Answered:
        """Return what a tool answers; cancelled, it calls the tool off.

        tell -- told (done, total) as the call goes on. Raises UsageError with the sentence for
        whoever asked
        """
        if len(self._unfinished) >= MOST_CALLS:
            raise UsageError("Too much is asked at once; wait for answers, then ask again.")
        loop = asyncio.get_running_loop()
        queue = asyncio.Queue[News]()
        with self._lock:
            self._number += 1
            number = self._number
            # Its end may not have been told yet.
            if self._worker is None or not self._worker.process.is_alive():
                self._worker = self._start()
            self._asked[number] = loop, queue
            self._unfinished[number] = worker = self._worker
        try:
            worker.send(Call(number, tool, arguments))
            async with asyncio.timeout(self.limit_s):
                while isinstance(news := await queue.get(), CallProgress):
                    if tell is not None:
                        await tell(news.done, news.total)
        except TimeoutError:
            raise UsageError("That took longer than {seconds:.0f} s and was called off; ask for "
                             "less.", seconds=self.limit_s) from None
        finally:
            del self._asked[number]
            if number in self._unfinished:
                worker.send(CallOff(number))
                loop.call_later(self._grace_s, self._see_that_it_ended, number)
        if isinstance(news, Refused):
            raise UsageError("{sentence}", sentence=news.sentence)
        return news

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            self._is_closed = True
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    @property
    def process_id(self) -> int | None:
        """Return the worker's process id, None while there is no worker."""
        return None if self._worker is None else self._worker.process.pid

    def _see_that_it_ended(self, number: int) -> None:
        worker = self._unfinished.get(number)
        if worker is not None:
            worker.process.kill()

    def _start(self) -> _Process:
        return _Process(self._permits, self._hear, self._note_end)

    def _hear(self, news: News) -> None:
        """Carry news to whoever waits; on the thread that listens to the worker."""
        if not isinstance(news, CallProgress):
            self._unfinished.pop(news.number, None)
        asked = self._asked.get(news.number)
        if asked is not None:
            loop, queue = asked
            with suppress(RuntimeError):  # The loop has ended.
                loop.call_soon_threadsafe(queue.put_nowait, news)

    def _note_end(self, worker: _Process) -> None:
        with self._lock:
            if self._worker is worker:
                self._worker = None
            lost = [number for number, owner in self._unfinished.items() if owner is worker]
        if not self._is_closed:
            for number in lost:
                self._hear(Refused(number, str(UsageError(
                    "irgo's worker ended at this; open the game again, and ask something else."))))


class _Process:
    """One worker process between two pipes, and the threads that speak and listen to it.

    The pipe of calls is closed to end the worker; the other is left to the thread that listens,
    which ends a worker that is frozen: it owes an answer, says nothing and does not work.
    """

    def __init__(
        self, permits: Permits, hear: Callable[[News], None],
        note_end: Callable[[_Process], None],
    ) -> None:
        context = multiprocessing.get_context("spawn")
        asked, calls = context.Pipe(duplex=False)
        answers, answered = context.Pipe(duplex=False)
        self.process: BaseProcess = context.Process(
            target=run_worker, args=(asked, answered, permits), daemon=True,
            name="irgo-assistants")
        start_quietly(self.process)
        asked.close()
        answered.close()
        self._waiting: SimpleQueue[Call | CallOff | None] = SimpleQueue()
        self.owes = 0
        """How many calls it was sent and has not answered."""
        Thread(target=self._speak, args=(calls,), daemon=True).start()
        Thread(target=self._listen, args=(answers, hear, note_end), daemon=True).start()

    def send(self, something: Call | CallOff) -> None:
        """Have something sent; a worker that is gone gets nothing, and its end is told."""
        self.owes += isinstance(something, Call)
        self._waiting.put(something)

    def end(self) -> None:
        """Have the pipe closed, which ends the worker, and wait a moment for it."""
        self._waiting.put(None)
        self.process.join(1.0)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()

    def _speak(self, calls: Connection) -> None:
        with calls, suppress(OSError):
            while (something := self._waiting.get()) is not None:
                calls.send(something)

    def _listen(
        self, answers: Connection, hear: Callable[[News], None],
        note_end: Callable[[_Process], None],
    ) -> None:
        watch = FrozenWatch(self.process)
        with answers, suppress(EOFError, OSError):
            while True:
                if not answers.poll(TICK_S):
                    if watch.is_frozen(owes=self.owes > 0):
                        watch.end()
                    continue
                watch.note_life()
                if (news := answers.recv()) is not BEAT:
                    self.owes -= not isinstance(news, CallProgress)
                    hear(news)
        self.process.join()
        self._waiting.put(None)
        note_end(self)
