"""Folders of games and zip archives: what is new in them comes into the index.

A file is read again only when its size or time of change is another one. What was indexed is kept
every half second, so that an indexing that was stopped or killed goes on where it was.
"""

import os
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from irgo_app.batch.sources import Source, sources_of
from irgo_app.errors import SgfError, UsageError
from irgo_app.file_names import text_of_path
from irgo_app.games.index import GamesIndex, indexed_game
from irgo_app.sgf.parser import read_games

_KEEP_EVERY_S: Final = 0.5
_FRESH_NS: Final = 2_000_000_000
"""A file this young may still change without getting another time."""
_UNSURE: Final = -1
"""The time of change kept of such a file: it is read once more next time."""


class Indexed(Struct):
    """How far indexing has come.

    files -- looked at, of `total`; new -- games that were not there before
    broken -- why files could not be read, by their names
    """

    total: int = 0
    files: int = 0
    new: int = 0
    broken: dict[str, str] = field(default_factory=dict)


Told = Callable[[Indexed], None]


def bring_up_to_date(
    index: GamesIndex, paths: Iterable[Path] | None = None, tell: Told = lambda done: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Indexed:
    """Index what is new or changed in folders and files, and forget what is gone from them.

    paths -- those of the index's sources if None; a folder that is not there now keeps its games
    tell -- told now and then. Raises GamesError.
    """
    roots = [Path(os.path.abspath(path)) for path in paths] if paths is not None \
        else [source.path for source in index.sources()]
    roots = [root for root in roots if root.exists()]
    known, done = index.files(), Indexed()
    found = [source for root in roots for source in _sources(root)]
    done.total = len(found)
    left, seen = iter(found), set[tuple[str, str]]()
    is_over = False
    while not is_over:
        is_over = True
        with index.changing():
            until = time.monotonic() + _KEEP_EVERY_S
            for source in left:
                _index(index, source, known, done)
                seen.add((text_of_path(source.path), source.member))
                done.files += 1
                if is_stopped():
                    return done
                if time.monotonic() > until:
                    is_over = False
                    break
        tell(done)
    unread = [source.path for source in found if source.unread]
    with index.changing():
        index.forget_files(
            number for (name, member, *_), (number, path) in known.items()
            if (name, member) not in seen and any(map(path.is_relative_to, roots))
            and not any(map(path.is_relative_to, unread)))
    return done


def _sources(root: Path) -> list[Source]:
    try:
        return sources_of([root])
    except UsageError:
        return []  # A folder without a record, so far.


def _index(
    index: GamesIndex, source: Source, known: Collection[tuple[str, str, int, int]],
    done: Indexed,
) -> None:
    """Index a file unless it is known as it is."""
    try:
        status = os.stat(source.path)
    except OSError:
        return
    changed = status.st_mtime_ns if time.time_ns() - status.st_mtime_ns > _FRESH_NS else _UNSURE
    place = text_of_path(source.path), source.member, status.st_size, changed
    if changed != _UNSURE and place in known:
        return
    games, problem = [], ""
    try:
        games = [indexed_game(tree) for tree in read_games(source.read(), source.name).games]
    except SgfError as error:
        problem = str(error)
        done.broken[source.name] = problem
    done.new += index.put_file(source, status.st_size, changed, games, problem)
