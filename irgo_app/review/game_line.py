"""The moves of one game with the positions between them: what a review goes through."""

from __future__ import annotations

from dataclasses import dataclass, replace

from irgo_app.errors import UsageError
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.review.engine_game import engine_game
from irgo_app.sgf.game_info import GameInfo, game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.replay import Replay

Move = tuple[Colour, Point]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as a frozen value that needs no record any more.

    moves -- (colour, point) as they were played, PASS among them
    positions -- one more than moves: the one each move was played on, its colour to play, then
    the last one. Stones that were set up between two moves lie on the later position
    komi -- in points for White; rules -- as KataGo names them; info -- who played whom, and so on
    """

    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    komi: float
    rules: str
    info: GameInfo

    @property
    def columns(self) -> int:
        """Return how many columns the board has."""
        return self.positions[0].columns

    @property
    def rows(self) -> int:
        """Return how many rows the board has."""
        return self.positions[0].rows


def game_line(tree: GameTree) -> GameLine:
    """Return the main line of a game; raises UsageError if nobody has moved."""
    replay, moves, positions = Replay(tree), list[Move](), list[Position]()
    line = tree.main_line()
    for node in line:
        if node.move is not None:
            # Some records have their first move in the root: it was played on an empty board.
            position = Position.empty(tree.columns, tree.rows) if node.parent is None \
                else replay.position_at(node.parent)
            if node.move[0] != position.to_play:
                position = position.with_to_play(node.move[0])
            moves.append(node.move)
            positions.append(position)
    if not moves:
        raise UsageError("The game has no moves; there is nothing to review.")
    positions.append(replay.position_at(line[-1]))
    game = engine_game(tree.root, replay)
    return GameLine(tuple(moves), tuple(positions), game.komi, game.rules, game_info(tree))


def part_of(line: GameLine, moves: int) -> GameLine:
    """Return the game as it stood after so many moves."""
    return replace(line, moves=line.moves[:moves], positions=line.positions[:moves + 1])
