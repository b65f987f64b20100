"""The Go Text Protocol, version 2, and irgo as an engine that speaks it.

First the text form: commands as a line, answers that end at a blank line. Then who answers them,
by a table of handlers.

Source: G. Farneback, "Specification of the Go Text Protocol, version 2, draft 2", section 3.
"""

import queue
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Final, TypeAlias

from msgspec import Struct

from irgo_app.errors import IrgoError

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ANSWER: Final = re.compile(r"([=?])(\d*)[ \t]?(.*)", re.DOTALL)
LONGEST_LINE: Final = 1_000_000
_LONGEST_NUMBER: Final = 300
"""A command's number comes back as it was; one of more digits is nobody's."""


class GtpCommand(Struct, frozen=True):
    """A command as it arrives at an engine; `number` is None if it has none."""

    number: int | None
    name: str
    arguments: tuple[str, ...]


class GtpAnswer(Struct, frozen=True):
    """The first line of an answer: whether it succeeded, its number, and the text behind them."""

    is_success: bool
    number: int | None
    text: str


def command_of_line(line: str) -> GtpCommand | None:
    """Return the command of a line, None for an empty one or a comment.

    Control characters are dropped, tabs are blanks, `#` starts a comment; names come in any case.
    """
    words = _CONTROL.sub("", line.partition("#")[0]).split()
    if not words:
        return None
    number = None
    if words[0].isascii() and words[0].isdigit():
        number = int(words.pop(0)[:_LONGEST_NUMBER])
        if not words:
            return None
    return GtpCommand(number, words[0].lower(), tuple(words[1:]))


def line_of_command(command: str, number: int) -> str:
    """Return a command with its number as a line; raises ValueError if it is more than one line."""
    if "\n" in command or "\r" in command:
        raise ValueError("a GTP command is one line")
    return f"{number} {command}\n"


def text_of_answer(text: str, number: int | None, *, is_success: bool = True) -> str:
    """Return an answer in its text form; blank lines inside are dropped, they would end it."""
    lines = [line.rstrip() for line in text.splitlines()]
    kept = [line for index, line in enumerate(lines) if line or index == 0]
    sign = "=" if is_success else "?"
    shown = "\n".join(kept)
    blank = " " if shown and not shown.startswith("\n") else ""
    return f"{sign}{'' if number is None else number}{blank}{shown}\n\n"


def answer_of_line(line: str) -> GtpAnswer | None:
    """Return what the first line of an answer says, None if the line starts no answer."""
    match = _ANSWER.fullmatch(line)
    if not match:
        return None
    sign, number, text = match.groups()
    return GtpAnswer(sign == "=", int(number[:_LONGEST_NUMBER]) if number else None, text)


Handler: TypeAlias = Callable[[tuple[str, ...]], str]
"""Takes the arguments, returns the answer's text; raises IrgoError to fail."""


class Interruption:
    """True as soon as another line has come, or the input has ended: a stream stops then."""

    def __init__(self, is_waiting: Callable[[], bool]) -> None:
        self._is_waiting = is_waiting

    def __bool__(self) -> bool:
        return self._is_waiting()


Stream: TypeAlias = Callable[[tuple[str, ...], Interruption], Iterator[str]]
"""Takes the arguments, yields the answer's lines as they come; raises IrgoError to fail."""

_PROTOCOL_VERSION: Final = "2"
_QUIT: Final = "quit"
_MOST_WAITING: Final = 1000
"""Lines read ahead; whoever writes more waits until they are answered."""


class Dispatcher:
    """Answers commands by a table of handlers, and the ones that are about the table itself."""

    def __init__(
        self, name: str, version: str, handlers: Mapping[str, Handler],
        streams: Mapping[str, Stream] | None = None,
    ) -> None:
        self.is_quitting = False
        self._streams = dict(streams or {})
        self._handlers: dict[str, Handler] = {
            "protocol_version": lambda arguments: _PROTOCOL_VERSION,
            "name": lambda arguments: name,
            "version": lambda arguments: version,
            "known_command": self._known_command,
            "list_commands": lambda arguments: "\n".join([*self._handlers, *self._streams]),
            _QUIT: self._quit,
            **handlers,
        }

    def answer(self, line: str) -> str:
        """Return the answer to a line in its text form, "" if it holds no command.

        A stream is stopped at once, as if the next line were waiting.
        """
        return "".join(self._pieces(line, Interruption(lambda: True)))

    def run(self, source: IO[str], sink: IO[str]) -> None:
        """Answer lines until `quit` or the end of the input; each answer is sent at once."""
        lines: queue.Queue[str] = queue.Queue(_MOST_WAITING)
        threading.Thread(target=_read_lines, args=(source, lines), daemon=True).start()
        interruption = Interruption(lambda: not lines.empty())
        while not self.is_quitting:
            line = lines.get()
            if not line:
                return
            for piece in self._pieces(line, interruption):
                sink.write(piece)
                sink.flush()

    def _pieces(self, line: str, interruption: Interruption) -> Iterator[str]:
        """Yield the answer to a line in the pieces in which it is to be sent."""
        command = command_of_line(line)
        if command is None:
            return
        stream = self._streams.get(command.name)
        if stream is None:
            yield self._answer(command)
            return
        number = "" if command.number is None else command.number
        has_begun = False
        try:
            # An empty line would end the answer.
            for text in filter(None, stream(command.arguments, interruption)):
                yield text + "\n" if has_begun else f"={number}\n{text}\n"
                has_begun = True
            yield "\n" if has_begun else f"={number}\n\n"
        except IrgoError as error:
            yield ("\n" if has_begun
                   else text_of_answer(str(error), command.number, is_success=False))

    def _answer(self, command: GtpCommand) -> str:
        handler = self._handlers.get(command.name)
        if handler is None:
            return text_of_answer("unknown command", command.number, is_success=False)
        try:
            return text_of_answer(handler(command.arguments), command.number)
        except IrgoError as error:
            return text_of_answer(str(error), command.number, is_success=False)

    def _known_command(self, arguments: tuple[str, ...]) -> str:
        name = arguments[0].lower() if arguments else ""
        return "true" if name in self._handlers or name in self._streams else "false"

    def _quit(self, _arguments: tuple[str, ...]) -> str:
        self.is_quitting = True
        return ""


def _read_lines(source: IO[str], lines: queue.Queue[str]) -> None:
    """Put every line into the queue as it comes, and "" at the end of the input.

    It ends with `quit`: a thread that still waits for standard input would hold its lock, and
    Python cannot end without it.
    """
    line = "\n"
    while line and not _is_quit(line):
        line = source.readline(LONGEST_LINE)
        lines.put(line)


def _is_quit(line: str) -> bool:
    command = command_of_line(line)
    return command is not None and command.name == _QUIT
