"""Commands that particular controllers send: GoGui, KGS, and programs written for GNU Go.

Sources: GoGui reference, "GoGui specific GTP commands"; kgsGtp's documentation; GNU Go
documentation, "The Go Text Protocol".
"""

import time
from itertools import pairwise
from typing import Final

from irgo_app.errors import GtpError
from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.gtp.protocol import Handler
from irgo_app.gtp_server.game import GtpGame, colour_of, need, number_of, whole_of
from irgo_app.gtp_server.thinker import Thinker, played
from irgo_app.sgf.edits import add_move, new_game
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.writer import write_games

_TIME_SYSTEMS: Final = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
"""KGS's time systems, with how many numbers follow each."""


def controller_handlers(game: GtpGame, thinker: Thinker) -> dict[str, Handler]:
    """Return the table of the commands that only some controllers send."""
    handlers = _Handlers(game, thinker)
    return {
        "list_stones": handlers.list_stones,
        "printsgf": handlers.printsgf,
        "cputime": lambda arguments: f"{time.process_time():.3f}",
        "gogui-play_sequence": handlers.play_sequence,
        "gogui-setup": handlers.setup,
        "gogui-setup_player": handlers.setup_player,
        "gogui-undo": handlers.undo,
        "kgs-genmove_cleanup": handlers.genmove_cleanup,
        "kgs-time_settings": handlers.time_settings,
    }


class _Handlers:
    """The handlers; every method takes the arguments and returns the answer's text."""

    def __init__(self, game: GtpGame, thinker: Thinker) -> None:
        self._game, self._thinker = game, thinker

    def list_stones(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "list_stones COLOUR", most=1)
        colour, position = colour_of(arguments[0]), self._game.position
        return " ".join(position.vertex(point) for point in range(len(position.cells))
                        if position.colour_at(point) == colour)

    def printsgf(self, arguments: tuple[str, ...]) -> str:
        """Answer with the game as a record; a file is for the controller to write."""
        if arguments:
            raise GtpError("irgo writes no files; without a name the record is the answer")
        return write_games([record_of_game(self._game)]).decode("utf-8")

    def play_sequence(self, arguments: tuple[str, ...]) -> str:
        """Play moves; where one is illegal none is played."""
        moves = self._pairs(arguments, "gogui-play_sequence [COLOUR VERTEX]...")
        played = 0
        try:
            for colour, point in moves:
                self._game.play(colour, point)
                played += 1
        except GtpError:
            for _ in range(played):
                self._game.undo()
            raise
        return ""

    def setup(self, arguments: tuple[str, ...]) -> str:
        """Put stones on the board as it is; before the first move they become the start."""
        stones = {point: colour for colour, point in self._pairs(
            arguments, "gogui-setup [COLOUR VERTEX]...")}
        if PASS in stones:
            raise GtpError("invalid vertex")
        position = self._game.position.with_stones(stones)
        if any(not position.liberties(point) for point, cell in enumerate(position.cells) if cell):
            raise GtpError("a chain without liberties")
        self._set(position)
        return ""

    def setup_player(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "gogui-setup_player COLOUR", most=1)
        self._set(self._game.position.with_to_play(colour_of(arguments[0])))
        return ""

    def undo(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 0, "gogui-undo [NUMBER]", most=1)
        count = whole_of(arguments[0]) if arguments else 1
        if not 0 < count < len(self._game.positions):
            raise GtpError("cannot undo")
        for _ in range(count):
            self._game.undo()
        return ""

    def genmove_cleanup(self, arguments: tuple[str, ...]) -> str:
        """Take the other side's dead stones; when none is left move as genmove does."""
        need(arguments, 1, "kgs-genmove_cleanup COLOUR", most=1)
        colour = colour_of(arguments[0])
        point = self._thinker.move_against_dead(colour)
        if point == PASS:
            point, _ = self._thinker.move(colour)
        return played(self._game, colour, point, resigns=False)

    def time_settings(self, arguments: tuple[str, ...]) -> str:
        usage = "kgs-time_settings none|absolute|byoyomi|canadian [NUMBER]..."
        need(arguments, 1, usage)
        system, numbers = arguments[0].lower(), list(map(number_of, arguments[1:]))
        if len(numbers) != _TIME_SYSTEMS.get(system, -1):
            raise GtpError(f"syntax error: {usage}")
        main, period, count = (*numbers, 0.0, 0.0, 0.0)[:3]
        self._thinker.clock.settings(main, period, int(count), is_byoyomi=system == "byoyomi")
        return ""

    def _set(self, position: Position) -> None:
        """Go on from a position that was set up; before the first move it becomes the start."""
        if len(self._game.positions) == 1:
            self._game.begin(position)
        else:
            self._game.record(None, position)

    def _pairs(self, arguments: tuple[str, ...], usage: str) -> list[tuple[Colour, Point]]:
        if len(arguments) % 2:
            raise GtpError(f"syntax error: {usage}")
        return [(colour_of(colour), self._game.point(vertex))
                for colour, vertex in zip(arguments[::2], arguments[1::2], strict=True)]


def record_of_game(game: GtpGame) -> GameTree:
    """Return the game on the engine's board as a record, stones that were set up among it."""
    start = game.positions[0]
    tree = new_game(start.columns, start.rows, {
        "KM": [f"{game.komi:g}"], "RU": [game.rules.record_name]})
    node = tree.root
    tree.replace_properties(node, {**node.properties, **_setup(None, start)}, None)
    for (before, after), move in zip(pairwise(game.positions), game.moves, strict=True):
        if move is not None:
            node = add_move(node, *move)
            continue
        fresh = tree.new_node(_setup(before, after))
        tree.attach(fresh, node)
        node = fresh
    return tree


def _setup(before: Position | None, after: Position) -> dict[str, list[str]]:
    """Return the properties that set up the stones that are new, and whose turn it is."""
    found: dict[str, list[str]] = {}
    for name, colour in (("AB", BLACK), ("AW", WHITE), ("AE", 0)):
        points = [sgf_letters(point, after.columns) for point in range(len(after.cells))
                  if after.colour_at(point) == colour
                  and (before.colour_at(point) if before else 0) != colour]
        if points:
            found[name] = points
    is_handicap = before is None and "AB" in found and "AW" not in found
    if is_handicap and len(found["AB"]) > 1:
        found["HA"] = [str(len(found["AB"]))]
    if found or before is not None:
        found["PL"] = [LETTER_OF_COLOUR[after.to_play]]
    return found
