"""GNU Go as an oracle: a line-based conversation over pipes, for tests only."""

from __future__ import annotations

import os
import shutil
import subprocess
from types import TracebackType

PROGRAM = shutil.which("gnugo", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")


class GnuGo:
    """A running GNU Go; use as a context manager."""

    def __enter__(self) -> GnuGo:
        assert PROGRAM
        self._process = subprocess.Popen(
            [PROGRAM, "--mode", "gtp", "--quiet", "--level", "1"], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, command: str) -> str:
        """Return the answer of a command that must succeed."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = []
        while (line := self._process.stdout.readline()).strip() or not lines:
            assert line, f"GNU Go ended at {command}"
            if line.strip():
                lines.append(line)
        answer = "".join(lines).strip()
        assert answer.startswith("="), f"{command}: {answer}"
        return answer[1:].strip()
