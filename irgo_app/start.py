"""The start: a command name leads to the command line, anything else to the window."""

import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

# Small matrix products otherwise wait for a second core that is busy (up to 90 ms instead of 0.3).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run irgo; returns the exit code (0 done, 1 bad input, 2 wrong usage, 130 Ctrl-C)."""
    _hold_streams()
    with _ends_in_order():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    from irgo_app.cli import COMMANDS
    from irgo_app.language import asked_language

    words = list(sys.argv[1:] if arguments is None else arguments)
    _, rest = asked_language(words)
    if rest and (rest[0] in ("-h", "--help", "--version", *(command.name for command in COMMANDS))
                 or _is_no_file(rest[0])):
        from irgo_app.cli.main import run_command
        from irgo_app.settings import speak_as_set

        speak_as_set()
        return run_command(words)
    return _open_window(words)


def _is_no_file(word: str) -> bool:
    """Return whether a word reads as a command that there is not, and no file has its name."""
    return word[:1] != "-" and word.replace("-", "").isalpha() and not os.path.lexists(word)


def _hold_streams() -> None:
    """Keep the numbers of closed streams from the next files that are opened."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 Until irgo ends.


@contextmanager
def _ends_in_order() -> Iterator[None]:
    """Do what has to be done at the end also where the system asks irgo to end."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {}
    for number in numbers:
        # What was started to ignore a signal (nohup) goes on ignoring it.
        if signal.getsignal(number) is signal.SIG_DFL:
            try:
                before[number] = signal.signal(number, _end)
            except ValueError:
                break  # Not the main thread: whoever calls this from a program has its own way.
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


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
