"""Starts the window: read the game, show the board, and only then load everything else."""

import builtins
import linecache
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from types import CodeType
from typing import Final

from irgo_app.errors import IrgoError, WrongUsageError, code_of
from irgo_app.language import OPTION, asked_language
from irgo_app.service.executors import WorkerExecutor
from irgo_app.settings import speak_as_set
from irgo_app.sgf.parser import GameFile, is_large, load_file
from irgo_app.words import Message, message, translated, visible

_SOON_S: Final = 0.25
"""So long a start waits for a small file; then the window comes first."""


def open_window(words: Sequence[str], worker: WorkerExecutor) -> int:
    """Open the window on a file, if one is named; returns the exit code.

    The address of a game is asked about when the window is there.
    A large file, and one on a disk that keeps it waiting, is read when the window is there. So is
    one that is there and cannot be read: whoever started irgo from a file manager sees no standard
    error, but the window then says what is wrong. A move that the game does not have was typed.

    worker -- loads numpy and numba while this process loads Qt; the caller closes it
    """
    game_file = node = file = None
    asked, rest = asked_language(words)
    try:
        # Most starts say nothing before Qt is there, and find the language out then.
        if asked or len(rest) > 1:
            speak_as_set(asked)
        link = next((word for word in rest[:1] if word.startswith(_WEB)), None)
        file, move = (None, None) if link else _arguments(rest)
        game_file = None if file is None else _read_soon(file)
        if game_file is not None:
            tree = game_file.games[0]
            node = tree.root if move is None else tree.node_of_move_number(move)
    except IrgoError as error:
        if not asked:
            speak_as_set()
        print(f"irgo: {visible(str(error))}", file=sys.stderr)
        if file is None or not file.exists() or game_file is not None:
            return code_of(error)
    try:
        # Qt takes longer to load than everything before; bad input should be told at once.
        load_pyside()
        from irgo_app.gui.shell.app import run_window
    except ImportError as error:
        # Only now: a start that goes well does without until the board is there.
        import logging

        from irgo_app.settings.log_file import keep_log

        keep_log(speaks=False)
        logging.getLogger("irgo").error("the window cannot be shown", exc_info=error)
        speak_as_set(asked)
        print(f"irgo: {visible(str(_cannot_be_shown(error)))}", file=sys.stderr)
        return 1
    later: tuple[Path | str, int | None] | None = None
    if link is not None or (file is not None and game_file is None):
        later = link or file or "", move
    return run_window(worker, game_file, file, node, later, asked)


def _cannot_be_shown(error: ImportError) -> Message:
    """Return what is missing: mostly a library of the system's, which Qt's own packages lack."""
    return message(
        "The window cannot be shown ({reason}); install what is named there with your system's "
        "packages, on Debian and Ubuntu most often libegl1, libgl1, libxkbcommon-x11-0 and "
        "libxcb-cursor0.", reason=str(error))


def _read_soon(file: Path) -> GameFile | None:
    """Return a small file's games, None for a large one or one that is not there soon.

    Raises IrgoError. Even to ask for a file's size may take for ever, so a thread does it, which is
    left alone if it takes long.
    """
    found: list[GameFile] = []
    errors: list[IrgoError] = []

    def read() -> None:
        try:
            if not is_large(file):
                found.append(load_file(file))
        except IrgoError as error:
            errors.append(error)

    thread = Thread(target=read, daemon=True)
    thread.start()
    thread.join(_SOON_S)
    for error in errors:
        raise error
    return found[0] if found else None


def _arguments(words: Sequence[str]) -> tuple[Path | None, int | None]:
    """Return FILE and N of `[FILE] [--move N]`; wrong usage ends the program with 2.

    Raises WrongUsageError for what is no number.
    """
    if not words:
        return None, None
    if len(words) == 1 and not words[0].startswith("-"):
        return Path(words[0]), None
    # argparse costs more time than opening the file; most starts do without.
    import argparse

    parser = argparse.ArgumentParser(
        prog="irgo",
        description=translated("Open the window. See `irgo --help` for the commands."))
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path)
    parser.add_argument("--move", metavar="N", help=translated(
        "start N moves down the main line"))
    parser.add_argument(OPTION, metavar="CODE",
                        help=translated("what irgo speaks, such as de (default: by the settings)"))
    found = parser.parse_args(words)
    try:
        return found.file, None if found.move is None else int(found.move)
    except ValueError:
        raise WrongUsageError("{name} takes a whole number, not {text!r}.", name="--move",
                              text=found.move) from None


_WEB: Final = ("http://", "https://")
_FEATURES: Final = "shibokensupport.feature"
_LOOK: Final = "_mod_uses_pyside"
_STUBS: Final = ("signature/lib/pyi_generator.py", "signature/lib/enum_sig.py")
_compile: Final[Callable[..., CodeType]] = compile


def load_pyside() -> None:
    """Load PySide6's base without what irgo has no use for: a twentieth of the time to first paint.

    Raises ImportError. Where PySide6 is made otherwise, nothing else is done. What it brings along
    as source text it compiles at every start; two of these modules only write stubs for editors,
    and compile large regular expressions for that.

    And it reads the source of every module that is imported after it, to see whether the module may
    ask for its switches (`from __feature__ import ...`); Python's linecache then keeps the text:
    17 MB for the window. irgo asks for no switches, so every module can be taken for one that may.
    """
    builtins.compile = _compile_without_stubs  # type: ignore[assignment]
    try:
        import shiboken6  # noqa: F401
    finally:
        builtins.compile = _compile  # type: ignore[assignment]
    features = sys.modules.get(_FEATURES)
    if hasattr(features, _LOOK):
        setattr(features, _LOOK, lambda _module: True)
    linecache.clearcache()


def _compile_without_stubs(
    source: object, filename: object, *more: object, **named: object
) -> CodeType:
    text = "" if str(filename).endswith(_STUBS) else source
    return _compile(text, filename, *more, **named)
