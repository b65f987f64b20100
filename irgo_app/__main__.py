"""Where irgo starts: a command name leads to the command line, anything else to the window."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

# Small matrix products otherwise wait for a second core that is busy (up to 90 ms instead of 0.3).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run irgo; returns the exit code (0 done, 1 bad input, 2 wrong usage)."""
    from irgo_app.cli.command import COMMANDS
    from irgo_app.language import asked_language

    words = list(sys.argv[1:] if arguments is None else arguments)
    _, rest = asked_language(words)
    if rest and rest[0] in ("-h", "--help", "--version", *(command.name for command in COMMANDS)):
        from irgo_app.cli.main import run_command
        from irgo_app.settings.store import speak_as_set

        speak_as_set()
        return run_command(words)
    return _open_window(words)


def _open_window(words: Sequence[str]) -> int:
    """Start the worker before anything else: it has more to load than the window."""
    # Next to nothing that is made while irgo starts is garbage; the window looks for it later.
    gc.disable()
    from irgo_app.service.executors import start_worker

    worker = start_worker()
    try:
        from irgo_app.gui.shell.launch import open_window

        return open_window(words, worker)
    finally:
        worker.close()
        gc.enable()


if __name__ == "__main__":
    sys.exit(main())
