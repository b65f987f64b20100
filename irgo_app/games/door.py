"""The games of the index as a program asks for them: JSON, as `irgo games --json` prints it."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from reprlib import repr as short
from typing import Protocol, runtime_checkable

from irgo_app.batch.crew import crew_here
from irgo_app.batch.options import check_workers
from irgo_app.checked import checked_names, checked_path, checked_paths, checked_text, checked_whole
from irgo_app.errors import UsageError
from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.games_json import broken_as_json, document_of, lines_as_json, matches_as_json
from irgo_app.games.index import GamesIndex
from irgo_app.games.index_file import is_own
from irgo_app.games.positions import PositionSearch, continuations, pattern_of
from irgo_app.games.reading import read_games_of
from irgo_app.games.statistics import shares_as_json, statistics_of
from irgo_app.games.table import TableLine, lines_of, matching
from irgo_app.go.coordinates import point_named
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.judging.result_json import Json
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay

Paths = str | Path | Iterable[str | Path]
IndexFile = str | Path | None


@runtime_checkable
class HasRecord(Protocol):
    """A game of the library's."""

    @property
    def tree(self) -> GameTree: ...


@runtime_checkable
class HasBoard(Protocol):
    """A place in a game of the library's."""

    @property
    def position(self) -> Position: ...


def add(paths: Paths = (), *, names: str | Iterable[str] = (), index: IndexFile = None
        ) -> dict[str, Json]:
    """Add folders and files, and index what is new in all that were added; nothing is fetched.

    names -- one or several that the user plays under; index -- a file other than the user's own
    """
    wanted, own = there(checked_paths(paths)), checked_names(names)
    with _index(index, makes=True) as games:
        for name in own:
            games.add_name(name)
        for path in wanted:
            games.add_source(path)
        done = bring_up_to_date(games)
        return document_of(games, {"new": done.new, "files": done.files, "total": games.count()},
                           broken_as_json(done.broken))


def list_games(words: str = "", *, most: int = 0, index: IndexFile = None) -> dict[str, Json]:
    """Return the games that have all of some words, the newest first; most -- 0 for all."""
    checked_text(words, "Anna 2025")
    _check_count(most, "most")
    with _index(index) as games:
        lines = lines_in(games)
        places = matching(lines, words)
        shown = [lines[at] for at in places[:most or len(places)]]
        return document_of(games, lines_as_json(shown, len(places), games.names_of_files()))


def read(*, workers: int = 1, most: int = 0, index: IndexFile = None) -> dict[str, Json]:
    """Read games that were not read, the newest first; most -- 0 for all."""
    check_workers(checked_whole(workers), "workers")
    _check_count(most, "most")
    with _index(index) as games, crew_here(workers) as crew:
        lines_in(games)
        count = read_games_of(games, crew, most=most)
        return document_of(games, {"read": count.read}, broken_as_json(count.broken))


def find(record: str | Path | HasRecord | HasBoard, move: int | None = None, box: str | None = None,
         *, most: int = 50, index: IndexFile = None) -> dict[str, Json]:
    """Return the games that had a position of a record.

    record -- a file, a `Game`, or a `GameNode`, which needs no move; move -- None for the last one
    box -- such as "A19-J11"; most -- so many are listed, 0 for all
    """
    if box is not None:
        checked_text(box, "A19-J11")
    _check_count(most, "most")
    position, warnings = _position_in(record, None if move is None else checked_whole(move))
    with _index(index) as games:
        return document_of(games, found_in(games, lines_in(games), position, box, most) | {
            "warnings": list(warnings)})


def stats(last: int = 0, *, index: IndexFile = None) -> dict[str, Json]:
    """Return what keeps going wrong in one's last games, 0 for all."""
    _check_count(last, "last")
    with _index(index) as games:
        return document_of(games, shares_as_json(statistics_of(games, lines_in(games), last)))


def _index(index: IndexFile, *, makes: bool = False) -> GamesIndex:
    return GamesIndex(None if index is None else checked_path(index), makes=makes)


def _check_count(count: int, key: str) -> None:
    if checked_whole(count) < 0:
        raise UsageError("{key} takes 0 or more.", key=key)


def _position_in(
    record: str | Path | HasRecord | HasBoard, move: int | None
) -> tuple[Position, tuple[str, ...]]:
    """Return a position, and what was repaired in the file that was read for it."""
    warnings: tuple[str, ...] = ()
    if isinstance(record, HasBoard):
        if move is not None:
            raise UsageError("A place in a game has its move already; leave `move` out.")
        return record.position, warnings
    if isinstance(record, HasRecord):
        tree = record.tree
    elif isinstance(record, str | Path):
        file = load_file(Path(record))
        tree, warnings = file.games[0], tuple(map(str, file.diagnostics))
    else:
        raise UsageError("A path, a Game or a GameNode is wanted here, not {value}.",
                         value=short(record))
    node = tree.main_line()[-1] if move is None else tree.node_of_move_number(move)
    return Replay(tree).position_at(node), warnings


def there(paths: list[Path]) -> list[Path]:
    """Return paths that all are there; raises UsageError."""
    for path in paths:
        if not os.path.exists(path):
            raise UsageError("There is no file or folder {path}; check the name.", path=path)
    return paths


def lines_in(games: GamesIndex) -> list[TableLine]:
    """Return all games as their player sees them, the newest first; raises UsageError for none."""
    lines = lines_of(games.rows(), games.own_names())
    if not lines and is_own(games.path):
        raise UsageError("There are no games yet; `irgo games add FOLDER` adds some.")
    if not lines:
        raise UsageError("There are no games in {path} yet; `irgo games add FOLDER --index {path}` "
                         "adds some.", path=games.path)
    return lines


def found_in(
    games: GamesIndex, lines: Sequence[TableLine], position: Position, box: str | None, most: int
) -> dict[str, Json]:
    """Return the games that had a position, or a box of it.

    lines -- of all games, see `lines_in`; most -- so many are listed
    """
    pattern = pattern_of(position, points_of_box(box, position.columns, position.rows))
    matches = PositionSearch(games).find(pattern)
    followed = continuations(matches, {line.row.id: line.row for line in lines})
    return matches_as_json(pattern, matches, followed, {line.row.id: line for line in lines},
                           games.names_of_files(), most)


def points_of_box(text: str | None, columns: int, rows: int) -> Sequence[Point]:
    """Return the points of a box such as A19-J11, all points where there is none."""
    if text is None:
        return range(columns * rows)
    corners = [point_named(corner, columns, rows) for corner in text.split("-")]
    if len(corners) != 2:
        raise UsageError("A box has two corners, such as A19-J11.")
    return box_between(corners[0], corners[1], columns)


def box_between(corner: Point, other: Point, columns: int) -> Sequence[Point]:
    """Return the points of the box between two corners."""
    (top, bottom), (left, right) = (sorted(values) for values in zip(
        divmod(corner, columns), divmod(other, columns), strict=True))
    return [row * columns + column for row in range(top, bottom + 1)
            for column in range(left, right + 1)]
