"""What lies on an engine's board, and the shortest way from there to another position.

The idea is that of GoGui's and gomill's state trackers: never trust, and send all again on doubt.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.errors import EngineError
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import told_komi

_MOST_UNDOS: Final = 30
Move = tuple[Colour, Point]


class EngineGame(Struct, frozen=True):
    """A position with the moves that led to it, as far as an engine can follow them.

    start -- stones to set up first; moves -- legal moves from there
    komi -- White's points besides the board, those for a handicap among them: no engine adds any
    rules -- as KataGo names them, see `irgo_app.go.rules`
    """

    start: Position
    moves: tuple[Move, ...]
    position: Position
    komi: float = 6.5
    rules: str = "japanese"

    @property
    def told_komi(self) -> float:
        """Return the komi that an engine is told."""
        return told_komi(self.komi)


class BoardTracker:
    """Keeps an engine's board in step; `ask` sends a command and raises EngineError if refused."""

    def __init__(self, ask: Callable[[str], str], commands: frozenset[str]) -> None:
        self._ask, self._commands = ask, commands
        self._held: EngineGame | None = None

    def forget(self) -> None:
        """Trust nothing about the engine's board any more."""
        self._held = None

    def sync(self, game: EngineGame) -> None:
        """Bring a game onto the engine's board; raises EngineError if it takes it in no way."""
        held, self._held = self._held, None
        try:
            if held is None or not self._step(held, game):
                self._send_all(game)
        except EngineError:
            # A move was refused, or the board is not what we believed: send the stones alone.
            self._send_all(replace(game, start=game.position, moves=()))
            self._held = replace(game, start=game.position, moves=())
            return
        self._held = game

    def _step(self, held: EngineGame, game: EngineGame) -> bool:
        """Go from one game to the other by undoing and playing; False if that is not possible."""
        if held.start != game.start or held.rules != game.rules:
            return False
        common = 0
        for before, after in zip(held.moves, game.moves, strict=False):
            if before != after:
                break
            common += 1
        undos = len(held.moves) - common
        if undos and (undos > _MOST_UNDOS or "undo" not in self._commands):
            return False
        if held.komi != game.komi:
            self._ask(f"komi {game.told_komi:g}")
        for _ in range(undos):
            self._ask("undo")
        self._play(game, game.moves[common:])
        return True

    def _send_all(self, game: EngineGame) -> None:
        start = game.start
        if start.columns == start.rows:
            self._ask(f"boardsize {start.columns}")
        elif "rectangular_boardsize" in self._commands:
            self._ask(f"rectangular_boardsize {start.columns} {start.rows}")
        else:
            raise EngineError("This engine knows square boards only.")
        self._ask("clear_board")
        self._ask(f"komi {game.told_komi:g}")
        if "kata-set-rules" in self._commands:
            self._ask(f"kata-set-rules {game.rules}")
        if "kata-set-rule" in self._commands:
            self._ask("kata-set-rule whiteHandicapBonus 0")
        stones = [(start.colour_at(point), point) for point, cell in enumerate(start.cells) if cell]
        if stones and "set_position" in self._commands:
            words = " ".join(f"{LETTER_OF_COLOUR[colour]} {game.position.vertex(point)}"
                             for colour, point in stones)
            self._ask(f"set_position {words}")
        else:
            # In whatever order: a part of a legal position never captures anything.
            self._play(game, tuple(sorted(stones, key=lambda move: move[0] != BLACK)))
        self._play(game, game.moves)

    def _play(self, game: EngineGame, moves: tuple[Move, ...]) -> None:
        for colour, point in moves:
            self._ask(f"play {LETTER_OF_COLOUR[colour]} {game.position.vertex(point)}")
