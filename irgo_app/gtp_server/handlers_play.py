"""GTP commands that play and score: the core set, handicap, records, scoring.

Sources: GTP 2, section 6; `rectangular_boardsize` as KataGo has it; `loadsgf FILE N` stops before
move N, as GNU Go does.
"""

from __future__ import annotations

from pathlib import Path

from irgo_app.draw.drawables import Diagram
from irgo_app.draw.text_painter import text_of
from irgo_app.errors import GtpError, UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.handicap import fixed_handicap
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, WHITE
from irgo_app.gtp.dispatcher import Handler
from irgo_app.gtp_server.game import GtpGame, colour_of, need, number_of
from irgo_app.gtp_server.thinker import Thinker
from irgo_app.judging.score import scored
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.reader import load_file
from irgo_app.sgf.replay import Replay


def play_handlers(game: GtpGame, thinker: Thinker) -> dict[str, Handler]:
    """Return the table of the commands that play and score."""
    player = _Player(game, thinker)
    return {
        "boardsize": player.boardsize,
        "rectangular_boardsize": player.rectangular_boardsize,
        "clear_board": player.clear_board,
        "komi": player.komi,
        "get_komi": lambda arguments: f"{game.komi:g}",
        "play": player.play,
        "undo": player.undo,
        "fixed_handicap": player.fixed_handicap,
        "place_free_handicap": player.fixed_handicap,
        "set_free_handicap": player.set_free_handicap,
        "set_position": player.set_position,
        "loadsgf": player.loadsgf,
        "showboard": player.showboard,
        "final_score": player.final_score,
        "final_status_list": player.final_status_list,
    }


class _Player:
    """The handlers; every method takes the arguments and returns the answer's text."""

    def __init__(self, game: GtpGame, thinker: Thinker) -> None:
        self._game, self._thinker = game, thinker

    def boardsize(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "boardsize SIZE")
        size = int(number_of(arguments[0]))
        self._game.resize(size, int(number_of(arguments[1])) if len(arguments) > 1 else size)
        return ""

    def rectangular_boardsize(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 2, "rectangular_boardsize COLUMNS ROWS")
        return self.boardsize(arguments)

    def clear_board(self, _arguments: tuple[str, ...]) -> str:
        self._game.clear()
        return ""

    def komi(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "komi POINTS")
        self._game.komi = number_of(arguments[0])
        return ""

    def play(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 2, "play COLOUR VERTEX")
        self._game.play(colour_of(arguments[0]), self._game.point(arguments[1]))
        return ""

    def undo(self, _arguments: tuple[str, ...]) -> str:
        self._game.undo()
        return ""

    def fixed_handicap(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "fixed_handicap STONES")
        position = self._game.position
        if position.stone_count():
            raise GtpError("board not empty")
        try:
            points = fixed_handicap(
                int(number_of(arguments[0])), position.columns, position.rows)
        except UsageError:
            raise GtpError("invalid number of stones") from None
        return self._handicap(points)

    def set_free_handicap(self, arguments: tuple[str, ...]) -> str:
        points = tuple(self._game.point(text) for text in arguments)
        if len(points) < 2 or len(set(points)) < len(points) or PASS in points:
            raise GtpError("bad vertex list")
        if self._game.position.stone_count():
            raise GtpError("board not empty")
        self._handicap(points)
        return ""

    def set_position(self, arguments: tuple[str, ...]) -> str:
        if len(arguments) % 2:
            raise GtpError("syntax error: set_position [COLOUR VERTEX]...")
        stones = {}
        for colour, text in zip(arguments[::2], arguments[1::2], strict=True):
            stones[self._game.point(text)] = colour_of(colour)
        if PASS in stones:
            raise GtpError("invalid vertex")
        self._game.clear()
        position = self._game.position.with_stones(stones)
        if any(not position.liberties(point) for point in stones):
            raise GtpError("a chain without liberties")
        self._game.positions = [position]
        return ""

    def loadsgf(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "loadsgf FILE [MOVE]")
        tree = load_file(Path(arguments[0])).games[0]
        stop = int(number_of(arguments[1])) if len(arguments) > 1 else None
        replay, game = Replay(tree), self._game
        line = [node for node in tree.main_line()
                if stop is None or tree.move_number(node) < stop or node.parent is None]
        game.positions = [replay.position_at(node) for node in line]
        komi = game_info(tree).komi_points
        if komi is not None:
            game.komi = komi
        return NAME_OF_COLOUR[game.position.to_play].lower()

    def showboard(self, _arguments: tuple[str, ...]) -> str:
        position = self._game.position
        by_black, by_white = position.captures
        turn = NAME_OF_COLOUR[position.to_play]
        return (f"\n{text_of(Diagram(position))}\n{turn} to play; "
                f"prisoners: Black {by_black}, White {by_white}; komi {self._game.komi:g}")

    def final_score(self, _arguments: tuple[str, ...]) -> str:
        score = (scored(self._game.position, self._thinker.dead_stones())
                 - self._game.komi)
        if score == 0:
            return "0"
        return f"{'B' if score > 0 else 'W'}+{abs(score):g}"

    def final_status_list(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "final_status_list alive|dead|seki")
        position = self._game.position
        dead = self._thinker.dead_stones()
        if arguments[0] not in ("alive", "dead", "seki"):
            raise GtpError("irgo knows alive, dead and seki")
        lines = []
        seen: set[int] = set()
        for point, cell in enumerate(position.cells):
            if cell and point not in seen:
                chain = sorted(position.chain(point))
                seen.update(chain)
                status = "dead" if point in dead else "alive"
                if status == arguments[0]:
                    lines.append(" ".join(
                        vertex(stone, position.columns, position.rows) for stone in chain))
        return "\n".join(lines)

    def _handicap(self, points: tuple[int, ...]) -> str:
        game = self._game
        position = game.position.with_stones(dict.fromkeys(points, BLACK)).with_to_play(WHITE)
        game.positions = [position]
        return " ".join(vertex(point, position.columns, position.rows) for point in points)
