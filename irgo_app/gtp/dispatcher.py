"""irgo as an engine, the protocol's side: lines in, handlers called, answers out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import IO, Final, TypeAlias

from irgo_app.errors import IrgoError
from irgo_app.gtp.protocol import LONGEST_LINE, GtpCommand, command_of_line, text_of_answer

Handler: TypeAlias = Callable[[tuple[str, ...]], str]
"""Takes the arguments, returns the answer's text; raises IrgoError to fail."""

_PROTOCOL_VERSION: Final = "2"


class Dispatcher:
    """Answers commands by a table of handlers, and the ones that are about the table itself."""

    def __init__(self, name: str, version: str, handlers: Mapping[str, Handler]) -> None:
        self.is_quitting = False
        self._handlers: dict[str, Handler] = {
            "protocol_version": lambda arguments: _PROTOCOL_VERSION,
            "name": lambda arguments: name,
            "version": lambda arguments: version,
            "known_command": self._known_command,
            "list_commands": lambda arguments: "\n".join(self._handlers),
            "quit": self._quit,
            **handlers,
        }

    def answer(self, line: str) -> str:
        """Return the answer to a line in its text form, "" if it holds no command."""
        command = command_of_line(line)
        return "" if command is None else self._answer(command)

    def run(self, source: IO[str], sink: IO[str]) -> None:
        """Answer lines until `quit` or the end of the input; each answer is sent at once."""
        while not self.is_quitting:
            line = source.readline(LONGEST_LINE)
            if not line:
                return
            text = self.answer(line)
            if text:
                sink.write(text)
                sink.flush()

    def _answer(self, command: GtpCommand) -> str:
        handler = self._handlers.get(command.name)
        if handler is None:
            return text_of_answer("unknown command", command.number, is_success=False)
        try:
            return text_of_answer(handler(command.arguments), command.number)
        except IrgoError as error:
            return text_of_answer(str(error), command.number, is_success=False)

    def _known_command(self, arguments: tuple[str, ...]) -> str:
        return "true" if arguments and arguments[0].lower() in self._handlers else "false"

    def _quit(self, _arguments: tuple[str, ...]) -> str:
        self.is_quitting = True
        return ""
