"""Files that may be streams: `-`, pipes and devices to read, `-` to write to standard output."""

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from irgo_app.cli.terminal import OutputError, tell, warn
from irgo_app.errors import SgfError, UsageError
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import LARGEST_FILE, GameFile, load_file, read_whole
from irgo_app.whole_file import check_ending, why_not_over
from irgo_app.words import Message, listed, noted, translated

STREAM: Final = "-"
"""Stands for standard input or standard output; `-o-.svg` names the format there."""
_INPUT: Final = noted("standard input")


def read_file(path: Path) -> GameFile:
    """Return the games of a file, of standard input for `-`, or of a pipe.

    A pipe is read to its end, unlike in the window: whoever names one waits for it. Raises SgfError
    """
    if str(path) == STREAM:
        if sys.stdin is None:
            raise SgfError("Standard input is closed; name a file.")
        return read_whole(sys.stdin.buffer.read(LARGEST_FILE + 1), _INPUT)
    try:
        is_pipe = stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        is_pipe = False  # Reading it says what is wrong.
    if not is_pipe:
        return load_file(path)
    with path.open("rb") as file:
        return read_whole(file.read(LARGEST_FILE + 1), str(path))


def tell_repairs(game_file: GameFile, path: Path | None = None) -> None:
    """Warn of what had to be repaired in a file; path -- where several files are read."""
    for diagnostic in game_file.diagnostics:
        name = translated(_INPUT) if str(path) == STREAM else path
        warn(str(diagnostic) if path is None else f"{name}: {diagnostic}")


def games_in(paths: Sequence[Path]) -> list[GameTree]:
    """Return the games of files, all of each, and tell what was repaired; raises SgfError."""
    found: list[GameTree] = []
    for path in paths:
        game_file = read_file(path)
        tell_repairs(game_file, path if len(paths) > 1 else None)
        found += game_file.games
    return found


def check_output(path: Path, endings: Sequence[str], *read: Path) -> None:
    """Raise UsageError if no file that ends so and is made of some others belongs there."""
    if not path.name:
        raise UsageError("Name the file to write; it should end in {endings}.",
                         endings=listed(endings))
    check_ending(path, endings)
    if reason := why_not_over(path, *read):
        raise UsageError(reason)


def is_stream(path: Path | None) -> bool:
    """Return whether a file to write is standard output."""
    return path is not None and path.stem == STREAM and not path.parent.name


@contextmanager
def written_to(
    path: Path, endings: Sequence[str], *read: Path
) -> Iterator[tuple[Path, Callable[[Message], None]]]:
    """Lend the place to write a file to, and what prints a sentence about it.

    For `-` the file goes to standard output when it is done, in the first of the formats. What is
    said before goes to standard error then, and where the file is nobody has to be told. Raises
    UsageError for a file that does not belong there
    """
    if not is_stream(path):
        check_output(path, endings, *read)
        yield path, print
        return
    with tempfile.TemporaryDirectory(prefix="irgo-") as folder:
        place = Path(folder, f"irgo{path.suffix or endings[0]}")
        check_ending(place, endings)
        yield place, lambda said: None if place.exists() else tell(str(said))
        if sys.stdout is None:
            raise OutputError("Standard output is closed; name a file.")
        if place.exists():
            sys.stdout.flush()
            sys.stdout.buffer.write(place.read_bytes())
            sys.stdout.flush()
