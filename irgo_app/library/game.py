"""Games as the library gives them: from files, from text, or from a drawn position."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import sgf_letters, vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE
from irgo_app.go.position import Position
from irgo_app.library.analyst import Analyst, colour_of
from irgo_app.library.game_node import GameNode
from irgo_app.sgf.game_info import GameInfo, game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.node_address import node_at
from irgo_app.sgf.reader import GameFile, load_file
from irgo_app.sgf.reader import read_games as games_of_bytes
from irgo_app.words import counted


class Game:
    """A game record: its data, and the nodes of its main line and variations.

    Iterating gives the nodes of the main line, `len` how many they are.
    """

    def __init__(self, tree: GameTree, warnings: tuple[str, ...] = ()) -> None:
        """Make a game of a tree; `open_game` and its like do that.

        warnings -- what was repaired in its file
        """
        self.tree = tree
        self.warnings = warnings
        self._analyst = Analyst.of(tree)

    @property
    def info(self) -> GameInfo:
        """Return players, ranks, komi, result and the rest, as texts."""
        return game_info(self.tree)

    @property
    def size(self) -> tuple[int, int]:
        """Return columns and rows of the board."""
        return self.tree.columns, self.tree.rows

    @property
    def root(self) -> GameNode:
        """Return the start of the game."""
        return GameNode(self._analyst, self.tree.root)

    @property
    def moves(self) -> list[tuple[str, str]]:
        """Return the main line's moves, such as ("B", "Q16"); a pass is "pass"."""
        moves = (node.move for node in self.tree.main_line())
        return [(LETTER_OF_COLOUR[move[0]], vertex(move[1], self.tree.columns, self.tree.rows))
                for move in moves if move is not None]

    def at(self, move: int) -> GameNode:
        """Return the node so many moves down the main line, -1 the last; raises UsageError."""
        if move < 0:
            line = self.tree.main_line()
            if -move > len(line):
                raise UsageError(counted(
                    "The main line has one node; {place} is before it.",
                    "The main line has {count} nodes; {place} is before them.", len(line),
                    place=move))
            return GameNode(self._analyst, line[move])
        return GameNode(self._analyst, self.tree.node_of_move_number(move))

    def node(self, address: str) -> GameNode:
        """Return the node of an address, child indices from the root; raises UsageError."""
        return GameNode(self._analyst, node_at(self.tree, address))

    def nodes(self) -> Iterator[GameNode]:
        """Yield every node, variations included, parents before children."""
        return (GameNode(self._analyst, node) for node in self.tree.nodes())

    def __iter__(self) -> Iterator[GameNode]:
        return (GameNode(self._analyst, node) for node in self.tree.main_line())

    def __len__(self) -> int:
        return len(self.tree.main_line())

    def _repr_svg_(self) -> str:
        """Return what Jupyter shows of a value: the last position."""
        return self.at(-1)._repr_svg_()

    def __repr__(self) -> str:
        info, (columns, rows) = self.info, self.size
        return (f"<Game {info.black or '?'} - {info.white or '?'}, {info.result or 'no result'}, "
                f"{columns}x{rows}, {len(self.moves)} moves>")


def open_game(path: str | Path, game: int = 0) -> Game:
    """Return a game of a file (SGF, GIB, NGF or UGF); raises SgfError, UsageError.

    game -- which of a collection, counted from 0
    """
    games = open_games(path)
    if not 0 <= game < len(games):
        raise UsageError(counted(
            "{file} holds one game; `game` takes 0.",
            "{file} holds {count} games; `game` takes 0 to {last}.", len(games), file=path,
            last=len(games) - 1))
    return games[game]


def open_games(path: str | Path) -> list[Game]:
    """Return all games of a file; raises SgfError with one sentence if there are none."""
    return _games_of(load_file(Path(path)))


def read_games(data: str | bytes) -> list[Game]:
    """Return the games of a record's text or bytes; raises SgfError."""
    return _games_of(games_of_bytes(data.encode("utf-8") if isinstance(data, str) else data))


def game_of_diagram(diagram: str, to_play: str = "B", komi: float = 6.5) -> Game:
    """Return a game of one position, drawn with `.`, `X` (Black) and `O` (White), the top first.

    Blanks and empty lines do not matter. Raises UsageError for what is no such drawing
    """
    colour = colour_of(to_play)
    try:
        position = Position.from_diagram(diagram, colour)
    except (ValueError, IndexError):
        raise UsageError(
            "A diagram has 2 to 52 lines of one length, of `.`, `X` and `O`.") from None
    columns, rows = position.columns, position.rows
    stones = {name: [sgf_letters(point, columns) for point in range(columns * rows)
                     if position.colour_at(point) == side]
              for name, side in (("AB", BLACK), ("AW", WHITE))}
    size = str(columns) if columns == rows else f"{columns}:{rows}"
    put = "".join(name + "".join(f"[{letters}]" for letters in points)
                  for name, points in stones.items() if points)
    return read_games(f"(;GM[1]FF[4]SZ[{size}]KM[{komi:g}]{put}PL[{LETTER_OF_COLOUR[colour]}])")[0]


def _games_of(file: GameFile) -> list[Game]:
    warnings = tuple(str(diagnostic) for diagnostic in file.diagnostics)
    return [Game(tree, warnings) for tree in file.games]
