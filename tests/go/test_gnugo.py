"""Captures and legality as GNU Go sees them, on real games."""

from pathlib import Path

import pytest

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, WHITE, fixed_handicap
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.sgf.parser import load_file
from tests.conftest import GAMES
from tests.go.gnugo import PROGRAM, GnuGo

pytestmark = [
    pytest.mark.gnugo,
    pytest.mark.skipif(PROGRAM is None, reason="GNU Go is not installed"),
]


def stones(position: Position, colour: int) -> set[str]:
    return {vertex(point, position.columns, position.rows)
            for point in range(len(position.cells)) if position.colour_at(point) == colour}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_as_gnu_go_plays_it(path: Path) -> None:
    tree = load_file(path).games[0]
    position = Position.empty(19)
    with GnuGo() as gnugo:
        gnugo.ask("boardsize 19")
        for number, node in enumerate(tree.main_line()[1:], start=1):
            assert node.move is not None
            colour, point = node.move
            gnugo.ask(f"play {NAME_OF_COLOUR[colour]} {vertex(point, 19, 19)}")
            position = play(position, colour, point)
            if number % 40 and node.children:
                continue
            for side, captured in ((BLACK, position.captures[0]), (WHITE, position.captures[1])):
                name = NAME_OF_COLOUR[side]
                assert set(gnugo.ask(f"list_stones {name}").split()) == stones(position, side)
                assert gnugo.ask(f"captures {name}") == str(captured)
            _compare_legality(gnugo, position)


def _compare_legality(gnugo: GnuGo, position: Position) -> None:
    for point in range(361):
        legal = gnugo.ask(
            f"is_legal {NAME_OF_COLOUR[position.to_play]} {vertex(point, 19, 19)}") == "1"
        assert legal == (why_illegal(position, position.to_play, point) is None), point


@pytest.mark.parametrize("size", [9, 13, 19])
def test_fixed_handicap_as_gnu_go_places_it(size: int) -> None:
    with GnuGo() as gnugo:
        for count in range(2, 10):
            gnugo.ask(f"boardsize {size}")
            told = set(gnugo.ask(f"fixed_handicap {count}").split())
            ours = {vertex(point, size, size) for point in fixed_handicap(count, size, size)}
            assert ours == told
