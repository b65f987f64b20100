"""irgo as a GTP engine: one game at a time, all commands in one table; those that play and score.

Sources: GTP 2, section 6; `rectangular_boardsize` as KataGo has it; `loadsgf FILE N` stops before
move N, as GNU Go does.
"""

from __future__ import annotations

import json
from pathlib import Path

from irgo_app.draw.drawables import Diagram
from irgo_app.draw.text_painter import text_of
from irgo_app.errors import GtpError, UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.counting import counted
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, WHITE, Point, fixed_handicap
from irgo_app.go.rulesets import (
    CHINESE, TROMP_TAYLOR, Ruleset, known_ruleset, parts_of, ruleset_of_parts
)
from irgo_app.gtp.dispatcher import Dispatcher, Handler
from irgo_app.gtp_server.game import GtpGame, colour_of, need, number_of, whole_of
from irgo_app.gtp_server.handlers_analysis import analysis_handlers, lifedeath_handlers
from irgo_app.gtp_server.thinker import Manner, Thinker, think_handlers, think_streams
from irgo_app.lifedeath.seki import sekis
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from irgo_app.version import __version__


def play_handlers(game: GtpGame, thinker: Thinker) -> dict[str, Handler]:
    """Return the table of the commands that play and score."""
    player = _PlayHandlers(game, thinker)
    return {
        "boardsize": player.boardsize,
        "rectangular_boardsize": player.rectangular_boardsize,
        "clear_board": player.clear_board,
        "komi": player.komi,
        "get_komi": lambda arguments: f"{game.komi:g}",
        "kata-set-rules": player.set_rules,
        "kata-set-rule": player.set_rule,
        "kata-get-rules": lambda arguments: json.dumps(parts_of(game.rules)),
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


class _PlayHandlers:
    """The handlers; every method takes the arguments and returns the answer's text."""

    def __init__(self, game: GtpGame, thinker: Thinker) -> None:
        self._game, self._thinker = game, thinker

    def boardsize(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "boardsize SIZE")
        size = whole_of(arguments[0])
        self._game.resize(size, whole_of(arguments[1]) if len(arguments) > 1 else size)
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

    def set_rules(self, arguments: tuple[str, ...]) -> str:
        """Take other rules: by a name, or as a JSON object of their parts."""
        need(arguments, 1, "kata-set-rules NAME")
        text = " ".join(arguments)
        if text.startswith("{"):
            try:
                parts = json.loads(text)
            except (ValueError, RecursionError):
                raise GtpError(f"unknown rules {text[:40]}") from None
            self._game.rules = _rules_of(parts)
            return ""
        rules = known_ruleset(text)
        if rules is None:
            raise GtpError(f"unknown rules {text[:40]}")
        self._game.rules = rules
        return ""

    def set_rule(self, arguments: tuple[str, ...]) -> str:
        """Change one part of the rules."""
        need(arguments, 2, "kata-set-rule PART VALUE")
        name, value = arguments[0], arguments[1]
        told = {"true": True, "false": False}.get(value.lower(), value)
        self._game.rules = _rules_of({**parts_of(self._game.rules), name: told})
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
            points = fixed_handicap(whole_of(arguments[0]), position.columns, position.rows)
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
            point = self._game.point(text)
            if point in stones:
                raise GtpError(f"{text} is named twice")
            stones[point] = colour_of(colour)
        if PASS in stones:
            raise GtpError("invalid vertex")
        self._game.clear()
        position = self._game.position.with_stones(stones)
        if any(not position.liberties(point) for point in stones):
            raise GtpError("a chain without liberties")
        self._game.begin([position])
        return ""

    def loadsgf(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "loadsgf FILE [MOVE]")
        tree = load_file(Path(arguments[0])).games[0]
        stop = whole_of(arguments[1]) if len(arguments) > 1 else None
        if stop is not None and stop < 0:
            raise GtpError(f"{stop} is no number of a move")
        replay, game = Replay(tree), self._game
        line = [node for node in tree.main_line()
                if stop is None or tree.move_number(node) < stop or node.parent is None]
        told = game_rules(tree)
        game.begin([replay.position_at(node) for node in line], told.handicap)
        if told.komi is not None:
            game.komi = told.komi
        if "RU" in tree.root.properties:
            game.rules = told.rules
        return NAME_OF_COLOUR[game.position.to_play].lower()

    def showboard(self, _arguments: tuple[str, ...]) -> str:
        position = self._game.position
        by_black, by_white = position.captures
        turn = NAME_OF_COLOUR[position.to_play]
        return (f"\n{text_of(Diagram(position))}\n{turn} to play; "
                f"prisoners: Black {by_black}, White {by_white}; komi {self._game.komi:g}")

    def final_score(self, _arguments: tuple[str, ...]) -> str:
        game = self._game
        return counted(game.position, self._thinker.dead_stones(), game.rules, game.komi,
                       game.handicap).result

    def final_status_list(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "final_status_list alive|dead|seki")
        position = self._game.position
        if arguments[0] not in ("alive", "dead", "seki"):
            raise GtpError("irgo knows alive, dead and seki")
        dead = self._thinker.dead_stones()
        in_seki = frozenset[Point]().union(*(seki.stones for seki in sekis(position)))
        lines = []
        seen: set[int] = set()
        for point, cell in enumerate(position.cells):
            if cell and point not in seen:
                chain = sorted(position.chain(point))
                seen.update(chain)
                status = "dead" if point in dead else "seki" if point in in_seki else "alive"
                if status == arguments[0]:
                    lines.append(" ".join(
                        vertex(stone, position.columns, position.rows) for stone in chain))
        return "\n".join(lines)

    def _handicap(self, points: tuple[int, ...]) -> str:
        game = self._game
        position = game.position.with_stones(dict.fromkeys(points, BLACK)).with_to_play(WHITE)
        game.begin([position])
        return " ".join(vertex(point, position.columns, position.rows) for point in points)


def _rules_of(parts: object) -> Ruleset:
    """Return the rules of parts as KataGo names them; raises GtpError for what irgo has not."""
    if not isinstance(parts, dict):
        raise GtpError("rules are a name or an object")
    known = {**parts_of(TROMP_TAYLOR), "friendlyPassOk": True}
    odd = [name for name in parts if name not in known]
    if odd:
        raise GtpError(f"unknown part of the rules {str(odd[0])[:40]}")
    found = {**known, "tax": "SEKI" if parts.get("scoring") == "TERRITORY" else "NONE", **parts}
    if found["hasButton"] is not False or found["tax"] == "ALL":
        raise GtpError("irgo has no button and no tax on groups")
    try:
        return ruleset_of_parts(
            str(found["ko"]), str(found["scoring"]), str(found["tax"]),
            suicide=bool(found["suicide"]), bonus=str(found["whiteHandicapBonus"]))
    except ValueError:
        raise GtpError("unknown value in the rules") from None


def make_engine(
    service: AnalysisService, manner: Manner | None = None, rules: Ruleset = CHINESE
) -> Dispatcher:
    """Return irgo as an engine with an empty 19x19 board.

    manner -- how it plays; rules -- by which it plays and counts until it is told otherwise
    """
    game = GtpGame(rules)
    thinker = Thinker(game, service, manner or Manner())
    return Dispatcher("irgo", __version__, {
        **play_handlers(game, thinker), **think_handlers(game, thinker),
        **analysis_handlers(game, service), **lifedeath_handlers(game),
    }, think_streams(game, thinker))
