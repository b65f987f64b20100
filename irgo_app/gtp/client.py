"""A GTP client: numbered commands become Futures, streams are told line by line, nothing blocks.

Answers are matched by their numbers: lines that belong to no open command are dropped, so that an
engine that answers twice, late, or with blank lines inside an answer does not put irgo out of step
(as KataGo's `kata-raw-nn` and a stopped analysis do).
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from irgo_app.errors import EngineError
from irgo_app.gtp.channel import EngineProcess
from irgo_app.gtp.protocol import answer_of_line, line_of_command
from irgo_app.words import message, visible

_LONGEST_ANSWER: Final = 4_000_000
_QUIT_S: Final = 1.0
_NEWS_S: Final = 2.0
_REST_S: Final = 30.0
_WRONG_NUMBER_S: Final = 10.0
_GTP_VERSION: Final = "2"
_KEPT_STRAYS: Final = 12
_LONGEST_STRAY: Final = 300
_MOST_STRAYS: Final = 200
_MOST_STRAY_LETTERS: Final = 200_000
"""What a program may write before its first answer; an engine that loads says a few dozen lines."""
_MOST_ERRORS: Final = 50_000
_MOST_ERROR_LETTERS: Final = 8_000_000
"""The same on standard error, where engines tell at length how they tune themselves."""


class GtpReply(Struct, frozen=True):
    """What an engine answered; `text` may have several lines."""

    is_success: bool
    text: str


class _Pending(Struct):
    """A command that was sent and not yet answered."""

    command: str
    number: int
    future: Future[GtpReply]
    time_limit_s: float | None
    on_line: Callable[[str], None] | None
    deadline: float | None = None
    latest: float | None = None
    """By when an answer that has begun must have ended."""
    is_interrupted: bool = False
    has_wrong_number: bool = False
    is_success: bool = True
    lines: list[str] = field(default_factory=list)
    size: int = 0


class GtpClient:
    """One engine. All methods may be called from any thread and return at once, `close` excepted.

    Futures resolve on a thread of the client; they fail with EngineError when the engine ends,
    does not answer in time, or answers without end.

    on_stray -- told each line that answers nothing, on a thread of the client
    name -- what the user calls the engine
    """

    def __init__(
        self, command: Sequence[str], folder: Path | None = None,
        on_stray: Callable[[str], None] = lambda line: None, name: str = "",
    ) -> None:
        self._on_stray, self._name = on_stray, name
        self._lock = threading.RLock()
        self._waiting: deque[_Pending] = deque()
        self._open: _Pending | None = None
        self._number = 0
        self._end_reason = ""
        self._strays: deque[str] = deque(maxlen=_KEPT_STRAYS)
        self._stray_count = self._stray_letters = 0
        self._error_count = self._error_letters = 0
        self._has_answered = False
        self._has_news = threading.Condition(self._lock)
        self._has_ended = False
        self.process = EngineProcess(command, folder, self._on_line, self._on_end, self._on_error)
        self.process.listen()
        threading.Thread(target=self._watch_time, daemon=True, name="engine clock").start()

    @property
    def is_running(self) -> bool:
        """Return whether commands can be sent."""
        return not self._has_ended and self.process.is_running

    @property
    def last_words(self) -> list[str]:
        """Return the last lines of standard error; without any, those that were no answers.

        Leela Zero says on standard output that it needs a network.
        """
        return self.process.last_errors or list(self._strays)

    def send(
        self, command: str, time_limit_s: float | None = 30.0,
        on_line: Callable[[str], None] | None = None, other: str = "",
    ) -> Future[GtpReply]:
        """Send a command.

        time_limit_s -- after so long without a line the engine is killed; None: wait for ever
        on_line -- told each line of the answer as it comes; the reply's text is then empty. Any
        command that follows interrupts such an answer, which must end within that one's limit
        other -- what a program that speaks no GTP is sent in its place, a line; its answer is a
        stray one, and the Future can only fail
        """
        future: Future[GtpReply] = Future()
        with self._lock:
            # A process that has just ended may still have last words on their way.
            if self._has_ended:
                future.set_exception(EngineError(self._why_ended()))
                return future
            self._number += 1
            pending = _Pending(command, self._number, future, time_limit_s, on_line)
            try:
                line = line_of_command(command, pending.number)
            except ValueError as error:
                future.set_exception(EngineError("{error}.", error=error))
                return future
            self._interrupt(time_limit_s)
            self._waiting.append(pending)
            if len(self._waiting) == 1 and self._open is None:
                self._start_clock(pending)
            self.process.send(other or line)
        return future

    def ask(
        self, command: str, time_limit_s: float = 30.0, patience_s: float | None = None,
        on_patience: Callable[[float], None] | None = None,
    ) -> str:
        """Send a command and wait for its text; raises EngineError also if it was refused.

        on_patience -- told the seconds where there is no answer after `patience_s`, and every
        two seconds from then on; it is waited on
        """
        future = self.send(command, time_limit_s)
        begun = time.monotonic()
        while True:
            try:
                reply = future.result(patience_s)
                break
            except TimeoutError:
                patience_s = _NEWS_S
                if on_patience is not None:
                    on_patience(time.monotonic() - begun)
        if not reply.is_success:
            raise EngineError(
                "{name} refused {command!r}: {said}.",
                name=self._name or message("The engine"), command=command.split()[0],
                said=visible(reply.text, _LONGEST_STRAY) or message("no reason given"))
        return reply.text

    def close(self) -> None:
        """Say `quit`, wait a moment, then end the process and all it started."""
        with suppress(EngineError, TimeoutError):
            if self.is_running:
                self.send("quit", None).result(timeout=_QUIT_S)
        self.process.close()

    def kill(self, reason: str) -> None:
        """End the engine at once; open commands fail with the reason."""
        with self._lock:
            self._end_reason = self._end_reason or reason
        self.process.kill()

    def _on_line(self, line: str) -> None:
        text = line.rstrip("\r\n")
        finished: _Pending | None = None
        with self._lock:
            if self._open is None:
                self._open_answer(text)
            elif text.strip():
                self._add(self._open, text)
            else:
                finished, self._open = self._open, None
                if self._waiting:
                    self._start_clock(self._waiting[0])
        if finished is not None:
            text = "\n".join(finished.lines)
            finished.future.set_result(GtpReply(finished.is_success, text))

    def _open_answer(self, text: str) -> None:
        """Take a line while no answer is open: the start of one, or nothing of ours."""
        answer = answer_of_line(text)
        if answer is None and text.strip():
            self._strays.append(visible(text.strip(), _LONGEST_STRAY))
            self._stray_count += 1
            self._stray_letters += len(text)
            if self._stray_count > _MOST_STRAYS or self._stray_letters > _MOST_STRAY_LETTERS:
                self._end_babble()
            self._on_stray(text)
        if answer is None or not self._waiting:
            return
        numbers = [pending.number for pending in self._waiting]
        if answer.number is None or answer.number not in numbers:
            self._note_wrong_number(answer.number, answer.text)
            return
        while self._waiting[0].number != answer.number:
            skipped = self._waiting.popleft()
            skipped.future.set_exception(EngineError(
                "The engine left out the answer to {command!r}.",
                command=skipped.command.split()[0]))
        pending = self._open = self._waiting.popleft()
        self._has_answered = True
        pending.is_success = answer.is_success
        if answer.text.strip() or pending.on_line is None:
            self._add(pending, answer.text)

    def _note_wrong_number(self, number: int | None, text: str) -> None:
        """Wait less for an engine that answers under other numbers than it was asked by.

        Without a number it may be a word of welcome, unless it is what was asked for.
        """
        asked = self._waiting[0]
        is_answer = number is not None or (
            asked.command == "protocol_version" and text.strip() == _GTP_VERSION)
        if self._has_answered or not is_answer or asked.time_limit_s is None:
            return
        asked.has_wrong_number = True
        latest = time.monotonic() + _WRONG_NUMBER_S
        asked.deadline = min(latest, asked.deadline or latest)
        self._has_news.notify_all()

    def _on_error(self, line: str) -> None:
        with self._lock:
            self._error_count += 1
            self._error_letters += len(line)
            if self._error_count > _MOST_ERRORS or self._error_letters > _MOST_ERROR_LETTERS:
                self._end_babble()

    def _end_babble(self) -> None:
        if not self._has_answered:
            self.kill(str(message(
                "The program keeps writing but answers no command: it does not speak GTP; check "
                "its command line.")))

    def _add(self, pending: _Pending, text: str) -> None:
        if not pending.is_interrupted:
            is_first = pending.latest is None
            pending.deadline = self._deadline(pending, has_begun=True)
            if is_first and pending.latest is not None:
                self._has_news.notify_all()  # It is waited for less than before.
        if pending.on_line is not None and pending.is_success:
            pending.on_line(text)
            return
        pending.size += len(text)
        if pending.size > _LONGEST_ANSWER:
            self.kill(str(message("The engine's answer to {command!r} does not end.",
                                  command=pending.command.split()[0])))
            return
        pending.lines.append(text)

    def _on_end(self) -> None:
        with self._lock:
            self._has_ended = True
            left = [*([self._open] if self._open else []), *self._waiting]
            self._open = None
            self._waiting.clear()
            reason = self._why_ended()
            self._has_news.notify_all()
        for pending in left:
            pending.future.set_exception(EngineError(reason))

    def _why_ended(self) -> str:
        if self._end_reason:
            return self._end_reason
        if self.process.has_closed_output:
            return str(message("The engine closed its output without ending, and was ended."))
        code = self.process.exit_code
        how = message("signal {number}", number=-code) if code is not None and code < 0 \
            else message("exit code {number}", number=code)
        said = (self.process.last_words or " ".join(list(self._strays)[-2:])).removesuffix(".")
        return str(message("The engine ended ({how}); it said: {said}.", how=how, said=said)
                   if said else message("The engine ended ({how}).", how=how))

    def _start_clock(self, pending: _Pending) -> None:
        pending.deadline = self._deadline(pending)
        self._has_news.notify_all()

    def _interrupt(self, time_limit_s: float | None) -> None:
        """Give streams that the next command ends a last deadline, however much they still say."""
        if time_limit_s is None:
            return
        current = self._current
        for pending in (*([self._open] if self._open else []), *self._waiting):
            if pending.on_line is not None and not pending.is_interrupted:
                pending.is_interrupted = True
                pending.time_limit_s = time_limit_s
                if pending is current:
                    self._start_clock(pending)

    @property
    def _current(self) -> _Pending | None:
        return self._open or (self._waiting[0] if self._waiting else None)

    @staticmethod
    def _deadline(pending: _Pending, *, has_begun: bool = False) -> float | None:
        """Return by when the next line must come; an answer that has begun goes on soon, and ends.
        """
        limit, now = pending.time_limit_s, time.monotonic()
        if limit is None:
            return None
        if has_begun and pending.on_line is None:
            pending.latest = pending.latest or now + limit + _REST_S
            return min(now + min(limit, _REST_S), pending.latest)
        return now + limit

    def _watch_time(self) -> None:
        with self._lock:
            while not self._has_ended:
                current = self._current
                deadline = current.deadline if current else None
                rest = None if deadline is None else deadline - time.monotonic()
                if current is not None and rest is not None and rest <= 0:
                    name = current.command.split()[0]
                    self.kill(
                        str(message("The engine answers under other numbers than it was asked by: "
                                    "it does not speak GTP; check its command line."))
                        if current.has_wrong_number and current is not self._open else
                        str(message("The engine's answer to {command!r} does not end.",
                                    command=name))
                        if current.latest is not None else
                        str(message("The engine did not stop {command!r} in time and was ended.",
                                    command=name))
                        if current.is_interrupted else
                        str(message("The engine did not answer {command!r} within {seconds:g} s "
                                    "and was ended.", command=name,
                                    seconds=current.time_limit_s)))
                    return
                self._has_news.wait(rest)
