"""Positions are found in every turn and both colours: held against a plain search of all boards."""

from pathlib import Path

import pytest

from irgo_app.errors import UsageError
from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GamesIndex
from irgo_app.games.positions import BoxPattern, PositionSearch, continuations, pattern_of
from irgo_app.go.coordinates import transformed_point
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay


def box(left: int, top: int, right: int, bottom: int, columns: int = 19) -> list[int]:
    return [row * columns + column for row in range(top, bottom + 1)
            for column in range(left, right + 1)]


def games_with(trees: dict[int, GameTree], pattern: BoxPattern) -> dict[int, int]:
    """Return the games that had a pattern and the move it was there first, by looking at all."""
    stones = dict(pattern.stones)
    found = {}
    for number, tree in trees.items():
        replay = Replay(tree)
        boards = [replay.position_at(node) for node in tree.main_line()]
        for at, board in enumerate(boards):
            if number not in found and any(all(
                    board.colour_at(transformed_point(point, board.columns, board.rows, turn))
                    == sign * stones.get(point, 0) for point in pattern.points)
                    for turn in range(8) for sign in (1, -1)):
                found[number] = sum(node.has_move for node in tree.main_line()[:at + 1])
    return found


@pytest.fixture
def games(index: GamesIndex, folder: Path) -> dict[int, GameTree]:
    index.add_source(folder)
    bring_up_to_date(index)
    return {row.id: index.tree_of(row.id) for row in index.rows()}


@pytest.mark.parametrize(("move", "points"), [
    (7, box(0, 0, 18, 18)), (60, box(0, 0, 18, 18)), (9, box(0, 0, 8, 8)),
    (14, box(10, 0, 18, 5)), (40, box(12, 12, 18, 18)), (30, box(0, 5, 5, 13)),
    (120, box(6, 6, 12, 12)), (200, box(0, 10, 8, 18)),
])
def test_what_is_found_is_what_a_plain_search_finds(
    index: GamesIndex, games: dict[int, GameTree], move: int, points: list[int]
) -> None:
    tree = next(iter(games.values()))
    position = Replay(tree).position_at(tree.node_of_move_number(move))
    pattern = pattern_of(position, points)
    matches = PositionSearch(index).find(pattern)
    assert {match.game: match.move for match in matches} == games_with(games, pattern)
    assert len(matches) >= 2  # The same game, turned, is there besides.


def test_the_next_move_is_told_as_on_the_board_that_was_searched_from(
    index: GamesIndex, tmp_path: Path
) -> None:
    (tmp_path / "g").mkdir()
    # The same corner: as it is, and mirrored with colours exchanged. Elsewhere others play between.
    for name, text in (("one", "(;SZ[19]RE[B+R];B[dd];W[cf];B[qq];W[qc];B[fc])"),
                       ("other", "(;SZ[19]RE[B+R];B[jj];W[pd];B[qf];W[nc])")):
        (tmp_path / "g" / f"{name}.sgf").write_text(text, "utf-8")
    index.add_source(tmp_path / "g")
    bring_up_to_date(index)
    cells = {3 * 19 + 3: BLACK, 5 * 19 + 2: WHITE}
    pattern = BoxPattern(19, 19, tuple(box(0, 0, 8, 8)), tuple(cells.items()))
    matches = PositionSearch(index).find(pattern)
    assert [(match.move, match.next, match.is_swapped) for match in matches] == [
        (2, (BLACK, 2 * 19 + 5), False), (3, (BLACK, 2 * 19 + 5), True)]
    [followed] = continuations(matches, {row.id: row for row in index.rows()})
    assert (followed.games, followed.won, followed.lost) == (2, 1, 1)


def test_a_board_between_a_stone_and_its_captures_is_none(
    index: GamesIndex, tmp_path: Path
) -> None:
    (tmp_path / "g").mkdir()
    # White's stone in the corner is taken by the last move.
    (tmp_path / "g" / "a.sgf").write_text("(;SZ[9];B[ab];W[aa];B[ba])", "utf-8")
    index.add_source(tmp_path / "g")
    bring_up_to_date(index)
    points = tuple(box(0, 0, 3, 3, 9))
    never = BoxPattern(9, 9, points, ((0, WHITE), (1, BLACK), (9, BLACK)))
    after = BoxPattern(9, 9, points, ((1, BLACK), (9, BLACK)))
    search = PositionSearch(index)
    assert search.find(never) == []
    assert [(match.move, match.next) for match in search.find(after)] == [(3, None)]


def test_setup_and_boards_that_are_not_square(index: GamesIndex, tmp_path: Path) -> None:
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "a.sgf").write_text("(;SZ[13:9]AB[cc][kg];W[cg];AE[cc];B[kc])", "utf-8")
    index.add_source(tmp_path / "g")
    bring_up_to_date(index)
    tree = read_games((tmp_path / "g" / "a.sgf").read_bytes()).games[0]
    for node in tree.main_line():
        pattern = pattern_of(Replay(tree).position_at(node), range(13 * 9))
        assert {match.game: match.move for match in PositionSearch(index).find(pattern)} \
            == games_with({1: tree}, pattern)


def test_an_empty_box_is_not_searched(index: GamesIndex) -> None:
    with pytest.raises(UsageError, match="no stone"):
        pattern_of(Position.empty(19, 19), range(50))
