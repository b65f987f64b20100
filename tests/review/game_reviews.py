"""Games and what is said of them, made up so that a test knows what a review must find."""

from collections.abc import Mapping, Sequence

import numpy as np

from irgo_app.go.coordinates import point_of_vertex, sgf_letters
from irgo_app.judging.future import Future
from irgo_app.judging.judgement import Judgement
from irgo_app.meaning.reasons import Comparison, Difference
from irgo_app.review.game_line import GameLine, GameMaps, game_line
from irgo_app.sgf.parser import read_games

NINE = 9


def line_of(sgf: str) -> GameLine:
    """Return the main line of a game as text."""
    return game_line(read_games(sgf.encode()).games[0])


def played(vertices: str, lines: int = NINE) -> GameLine:
    """Return a game of vertices, Black first."""
    nodes = "".join(
        f";{'BW'[at % 2]}[{_letters(name, lines)}]" for at, name in enumerate(vertices.split()))
    return line_of(f"(;SZ[{lines}]KM[0]{nodes})")


def judged(
    line: GameLine, leads: Sequence[float], owned: Mapping[int, Mapping[str, float]] | None = None,
    best: Mapping[int, str] | None = None,
) -> tuple[Judgement, ...]:
    """Return judgements with these leads.

    owned -- for a position the ownership of some points, which holds until it is said anew
    best -- for a position the best move
    """
    board, found = [0.0] * (line.columns * line.rows), []
    for index, lead in enumerate(leads):
        for name, value in (owned or {}).get(index, {}).items():
            board[at(name)] = value
        move = (best or {}).get(index)
        found.append(Judgement(lead, 1.0, tuple(board), (at(move),) if move else ()))
    return tuple(found)


def no_maps(line: GameLine) -> GameMaps:
    """Return maps on which there is nothing."""
    shape = len(line.positions), line.columns * line.rows
    return GameMaps(np.zeros((shape[0], 2)), np.zeros(shape, np.int8), np.zeros(shape, np.int8))


def at(name: str, lines: int = NINE) -> int:
    """Return a point of a board."""
    return point_of_vertex(name, lines, lines)


def _letters(name: str, lines: int) -> str:
    return "" if name == "pass" else sgf_letters(at(name, lines), lines)


def held(line: GameLine, number: int, better: str, loss: float) -> Comparison:
    """Return the move with this number as held against a better one that wins so many points."""
    position = line.positions[number - 1]
    colour, point = line.moves[number - 1]
    owned = (0.0,) * len(position.cells)
    futures = [Future(((colour, move),), position, position, lead, owned, 8)
               for move, lead in ((point, -colour * loss), (at(better), 0.0))]
    return Comparison(position, futures[0], futures[1], Difference(loss, ()), "a test", 16)
