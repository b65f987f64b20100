"""The games of the index as a program asks for them: JSON, as `irgo games --json` prints it."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from irgo_app.batch.crew import crew_here
from irgo_app.errors import UsageError
from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.games_json import line_as_json, matches_as_json
from irgo_app.games.index import GamesIndex
from irgo_app.games.positions import PositionSearch, continuations, pattern_of
from irgo_app.games.reading import read_games_of
from irgo_app.games.statistics import shares_as_json, statistics_of
from irgo_app.games.table import TableLine, lines_of, matching
from irgo_app.go.coordinates import point_named
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.judging.result_json import Json
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay

Paths = str | Path | Iterable[str | Path]


def add(paths: Paths = (), *, names: Iterable[str] = (), index: Path | None = None
        ) -> dict[str, Json]:
    """Add folders and files, and index what is new in all that were added; nothing is fetched.

    names -- that the user plays under; index -- a file other than the user's own
    """
    wanted = [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
    for path in wanted:
        if not path.exists():
            raise UsageError("There is no file or folder {path}; check the name.", path=path)
    with GamesIndex(index) as games:
        for name in names:
            games.add_name(name)
        for path in wanted:
            games.add_source(path)
        done = bring_up_to_date(games)
        return {"new": done.new, "files": done.files, "total": games.count(),
                "broken": dict(done.broken)}


def list_games(words: str = "", *, most: int = 0, index: Path | None = None) -> list[Json]:
    """Return the games that have all of some words, the newest first; most -- 0 for all."""
    with GamesIndex(index) as games:
        lines = lines_in(games)
        places = matching(lines, words)[:most or len(lines)]
        return [line_as_json(lines[at], games.place_of(lines[at].row.id)[0].name)
                for at in places]


def read(*, workers: int = 1, most: int = 0, index: Path | None = None) -> int:
    """Read games that were not read, the newest first; return how many were."""
    with GamesIndex(index) as games, crew_here(workers) as crew:
        return read_games_of(games, crew, most=most).read


def find(record: str | Path, move: int | None = None, box: str | None = None, *, most: int = 50,
         index: Path | None = None) -> dict[str, Json]:
    """Return the games that had a position of a record; box -- such as "A19-J11"."""
    tree = load_file(Path(record)).games[0]
    node = tree.main_line()[-1] if move is None else tree.node_of_move_number(move)
    with GamesIndex(index) as games:
        return found_in(games, Replay(tree).position_at(node), box, most)


def stats(last: int = 0, *, index: Path | None = None) -> dict[str, Json]:
    """Return what keeps going wrong in one's last games, 0 for all."""
    with GamesIndex(index) as games:
        return shares_as_json(statistics_of(games, lines_in(games), last))


def lines_in(games: GamesIndex) -> list[TableLine]:
    """Return all games as their player sees them, the newest first; raises UsageError for none."""
    lines = lines_of(games.rows(), games.own_names())
    if not lines:
        raise UsageError("There are no games yet; `irgo games add FOLDER` adds some.")
    return lines


def found_in(
    games: GamesIndex, position: Position, box: str | None, most: int
) -> dict[str, Json]:
    """Return the games that had a position, or a box of it; most -- so many are listed."""
    pattern = pattern_of(position, points_of_box(box, position.columns, position.rows))
    lines = {line.row.id: line for line in lines_in(games)}
    matches = PositionSearch(games).find(pattern)
    followed = continuations(matches, {number: line.row for number, line in lines.items()})
    return matches_as_json(pattern, matches, followed, lines, most)


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
