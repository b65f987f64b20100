"""KataGo's analysis engine as a teacher: positions are put to it, and its opinions come back."""

from __future__ import annotations

import json
import queue
import shlex

from irgo_app.gtp.channel import EngineProcess


class Teacher:
    """An engine that has been started; several questions may be under way at once."""

    def __init__(self, command: str) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._engine = EngineProcess(
            shlex.split(command), None, self._lines.put, lambda: self._lines.put(None))
        self._engine.listen()

    def ask(self, question: str) -> None:
        """Put a question: a line of JSON whose `id` is a number."""
        self._engine.send(question)

    def answer(self) -> tuple[int, dict]:
        """Return the number of a question and what the engine says of it, whichever comes first.

        Raises SystemExit if the engine ends or refuses a position.
        """
        line = self._lines.get()
        if line is None:
            raise SystemExit(f"KataGo ended{self._engine.last_words}.")
        answer = json.loads(line)
        if "error" in answer:
            raise SystemExit(f"KataGo refused a position: {answer['error']}")
        return int(answer["id"]), answer

    def close(self) -> None:
        """End the engine."""
        self._engine.close()
