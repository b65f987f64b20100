"""irgo as a GTP engine: one game at a time, all commands in one table.

First those that play and score, then those that show what irgo sees. `gogui-analyze_commands` lists
the layers by kind: fields as `dboard` (a number a point), regions and links as `cboard` (a colour a
point). Matrices have the top row first. GNU Go's own commands keep GNU Go's conventions: white is
positive, the first row stands on the line of the `=`.

`owl_attack`, `owl_defend`: 0 if it fails, else a code and the move: 1 it works, 2 in a ko that the
asker takes first, 3 in a ko for which the asker must find the first threat. `dragon_status`: alive,
dead, unknown, or critical with the attacking and the defending move.
Sources: GTP 2, section 6; `rectangular_boardsize` as KataGo has it; `loadsgf FILE N` stops before
move N, as GNU Go does, and FILE may hold blanks, in quotes or without; GoGui reference, "Analyze
commands"; GNU Go documentation, "The Go Text Protocol" and "return codes".
"""

import json
from os.path import isfile
from pathlib import Path
from typing import Final

import numpy as np
from msgspec.structs import replace

from irgo_app.draw.drawables import Diagram
from irgo_app.draw.text_painter import text_of
from irgo_app.errors import GtpError, LayerError, UsageError
from irgo_app.go.point import EMPTY, NAME_OF_COLOUR, PASS, Point, fixed_handicap
from irgo_app.go.position import Position
from irgo_app.go.rules import (CHINESE, TROMP_TAYLOR, Ruleset, chains, known_ruleset, parts_of,
                               ruleset_of_parts, why_illegal)
from irgo_app.gtp.protocol import Dispatcher, Handler
from irgo_app.gtp_server.controllers import controller_handlers
from irgo_app.gtp_server.game import GtpGame, colour_of, need, number_of, played_line, whole_of
from irgo_app.gtp_server.thinker import PlaySettings, Thinker, think_handlers, think_streams
from irgo_app.judging.judgement import END_VISITS, Judge, Judgement
from irgo_app.judging.judgement_words import read_by
from irgo_app.judging.judges import own_judge
from irgo_app.judging.requests import JudgementRequest, dead_in_reading
from irgo_app.layers import COMPUTED, layer_named, layer_of_text
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.results import Explanation, Field, Links, Regions, Result
from irgo_app.lifedeath import groups
from irgo_app.lifedeath.question import ChainMap, Limits, Question, unconditionally_alive_stones
from irgo_app.lifedeath.seki import sekis
from irgo_app.lifedeath.verdict import LifeStatus
from irgo_app.meaning.places import places
from irgo_app.meaning.why import check_moves, why
from irgo_app.meaning.words import further_words, place_words, shares_told, verdict_words
from irgo_app.networks import MOST_VISITS
from irgo_app.own_program import __version__
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.course_words import judged_sentence, listed_sentences, overview
from irgo_app.report.game_report import last_groups
from irgo_app.report.report_file import judged_report
from irgo_app.report.turn_words import event_sentence, lesson_sentences
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.as_shown import explanation_as_shown
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.game_info import game_rules, names_rules
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay, setup_of


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
        self._game.ask(komi=number_of(arguments[0]))
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
            self._game.ask(_rules_of(parts))
            return ""
        rules = known_ruleset(text)
        if rules is None:
            raise GtpError(f"unknown rules {text[:40]}")
        self._game.ask(rules)
        return ""

    def set_rule(self, arguments: tuple[str, ...]) -> str:
        """Change one part of the rules."""
        need(arguments, 2, "kata-set-rule PART VALUE")
        name, value = arguments[0], arguments[1]
        told = {"true": True, "false": False}.get(value.lower(), value)
        self._game.ask(_rules_of({**parts_of(self._game.rules), name: told}))
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
        self._game.begin(position)
        return ""

    def loadsgf(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "loadsgf FILE [MOVE]")
        path, stop = _file_and_move(arguments)
        tree = load_file(path).games[0]
        if stop is not None and stop < 0:
            raise GtpError(f"{stop} is no number of a move")
        replay, game = Replay(tree), self._game
        line = [node for node in tree.main_line()
                if stop is None or tree.printed_number(node) < stop or node.parent is None]
        told = game_rules(tree, line[-1])
        # What is set up before the first move is no move that could be taken back.
        first = next((place for place, node in enumerate(line) if node.move), len(line))
        start = replay.position_at(line[first - 1]) if first \
            else Position.empty(tree.columns, tree.rows).with_stones(setup_of(tree.root))
        game.begin(start, told.counted_stones)
        for node in line[first:]:
            if node.move is not None or node.has_setup or node.turn_told is not None:
                game.record(node.move, replay.position_at(node))
        game.take(told.rules if names_rules(tree, line[-1]) else None, told.komi)
        return NAME_OF_COLOUR[game.position.to_play].lower()

    def showboard(self, _arguments: tuple[str, ...]) -> str:
        position = self._game.position
        by_black, by_white = position.captures
        turn = NAME_OF_COLOUR[position.to_play]
        return (f"\n{text_of(Diagram(position))}\n{turn} to play; "
                f"prisoners: Black {by_black}, White {by_white}; komi {self._game.komi:g}")

    def final_score(self, _arguments: tuple[str, ...]) -> str:
        return self._thinker.count().result

    def final_status_list(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "final_status_list alive|dead|seki")
        position = self._game.position
        if arguments[0] not in ("alive", "dead", "seki"):
            raise GtpError("irgo knows alive, dead and seki")
        dead, in_seki = self._thinker.dead_stones(), frozenset[Point]().union(
            *(seki.stones for seki in sekis(position)))

        def status_of(point: Point) -> str:
            return "dead" if point in dead else "seki" if point in in_seki else "alive"

        return "\n".join(
            " ".join(map(self._game.position.vertex, sorted(chain)))
            for chain in chains(position) if status_of(min(chain)) == arguments[0])

    def _handicap(self, points: tuple[int, ...]) -> str:
        self._game.give_handicap(points)
        return " ".join(map(self._game.position.vertex, points))


def _file_and_move(arguments: tuple[str, ...]) -> tuple[Path, int | None]:
    """Return the file that arguments name, and the move behind its name if there is one.

    A name may hold blanks, and end in a number: of two ways to read it one that is there counts.
    """
    *words, last = arguments
    readings: list[tuple[str, str | None]] = [(_unquoted(" ".join(arguments)), None)]
    if words and last.removeprefix("-").isdecimal():
        readings.insert(0, (_unquoted(" ".join(words)), last))
    name, move = next((found for found in readings if isfile(found[0])), readings[0])
    return Path(name), None if move is None else whole_of(move)


def _unquoted(name: str) -> str:
    return name[1:-1] if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'" else name


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
    service: AnalysisService, manner: PlaySettings | None = None, rules: Ruleset = CHINESE
) -> Dispatcher:
    """Return irgo as an engine with an empty 19x19 board.

    manner -- how it plays; rules -- by which it plays and counts until it is told otherwise
    """
    game = GtpGame(rules)
    thinker = Thinker(game, service, manner or PlaySettings())
    return Dispatcher("irgo", __version__, {
        **play_handlers(game, thinker), **think_handlers(game, thinker),
        **controller_handlers(game, thinker), **analysis_handlers(game, service),
        **lifedeath_handlers(game, thinker),
    }, think_streams(game, thinker))


_STORY: Final = ReportOptions(turning_points=0, has_diagrams=False)
_FIELD, _REGIONS = "irgo-field", "irgo-regions"
_EXPLAINED: Final = "influence.shadow"
"""The field that a point is taken apart in."""
_INFLUENCE_SHOWS: Final = {
    "black_influence": "black", "white_influence": "white", "influence_regions": "regions",
    "territory_value": "territory"}
_REGION_COLOURS: Final = {1: "#404060", -1: "#a0c8f0", 0: '""'}


def analysis_handlers(game: GtpGame, service: AnalysisService) -> dict[str, Handler]:
    """Return the table of the commands that analyse."""
    analyst = _Analyst(game, service)
    return {
        "initial_influence": analyst.initial_influence,
        "estimate_score": analyst.estimate_score,
        "irgo-judgement": analyst.judgement,
        _FIELD: analyst.field,
        _REGIONS: analyst.regions,
        "irgo-explain": analyst.explain,
        "irgo-why": analyst.why,
        "irgo-places": analyst.places,
        "irgo-story": analyst.story,
        "gogui-analyze_commands": analyst.analyze_commands,
    }


class _Analyst:
    """The handlers; every method takes the arguments and returns the answer's text."""

    def __init__(self, game: GtpGame, service: AnalysisService) -> None:
        self._game, self._service = game, service

    def analyze_commands(self, _arguments: tuple[str, ...]) -> str:
        lines = []
        for layer in COMPUTED:
            kind, command = ("dboard", _FIELD) if layer.kind is Field else ("cboard", _REGIONS)
            lines.append(f"{kind}/{layer.title}/{command} {layer.name}")
        lines.append("string/Explain point/irgo-explain %p")
        lines.append("string/Why not this move/irgo-why %p")
        lines.append("string/Places/irgo-places")
        lines.append("string/Story of the game/irgo-story")
        lines.append("string/Dragon status/dragon_status %p")
        lines.append("string/Attack/owl_attack %p")
        lines.append("string/Defend/owl_defend %p")
        lines.append("plist/Dead stones/final_status_list dead")
        lines.append("string/Estimate score/estimate_score")
        return "\n".join(lines)

    def field(self, arguments: tuple[str, ...]) -> str:
        result = self._result(arguments, "irgo-field LAYER[:param=value,...]")
        if not isinstance(result, Field):
            raise GtpError(f"{arguments[0]} is no field; ask for it with {_REGIONS}")
        return _matrix(result.values, "{:.2f}")

    def regions(self, arguments: tuple[str, ...]) -> str:
        result = self._result(arguments, "irgo-regions LAYER[:param=value,...]")
        if isinstance(result, Field):
            raise GtpError(f"{arguments[0]} is a field; ask for it with {_FIELD}")
        position = self._game.position
        owners = np.zeros(len(position.cells), np.int8)
        if isinstance(result, Regions):
            for region in result.regions:
                owners[list(region.points)] = region.colour
        elif isinstance(result, Links):
            for colour, points in result.points.items():
                owners[list(points)] = colour
        rows = owners.reshape(position.rows, position.columns)
        return "\n".join(" ".join(_REGION_COLOURS[int(owner)] for owner in row) for row in rows)

    def explain(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "irgo-explain VERTEX", most=1)
        point = self._game.point(arguments[0])
        if point < 0:
            raise GtpError("invalid vertex")
        layer, position = layer_named(_EXPLAINED), self._game.position
        shown = LayerRequest.of(position, layer.name, layer.full_params({}))
        found = self._service.result(explanation_as_shown(position, point, [(layer, shown)]))
        assert isinstance(found, Explanation)
        return "\n".join(map(str, found.sentences))

    def why(self, arguments: tuple[str, ...]) -> str:
        """Say what a move of the side to play loses against the best one, or another, and why."""
        need(arguments, 1, "irgo-why VERTEX [VERTEX]", most=2)
        position, judge = self._game.position, self._judge()
        points = tuple(map(self._game.point, arguments))
        instead = points[1] if len(points) > 1 else None
        check_moves(points[0], instead)
        for point in points:
            if why_illegal(position, position.to_play, point, self._game.rules) is not None:
                raise GtpError("illegal move")
        found = why(position, points[0], judge, instead=instead,
                    rules=self._game.reading.rules)
        return "\n".join([str(verdict_words(found)), *(
            " ".join(str(said).split()) for said in shares_told(found)),
            str(read_by(found.judge, found.visits))])

    def places(self, arguments: tuple[str, ...]) -> str:
        """Say where moving first changes something, a line a place, the best first."""
        need(arguments, 0, "irgo-places", most=0)
        position, judge = self._game.position, self._judge()
        groups, names = last_groups(self._game.positions, self._service.result)
        told = places(position, [region.stones for region in groups.regions], judge)
        return "\n".join(" ".join(map(str, (place_words(place, names), *further_words(place))))
                         for place in told)

    def story(self, arguments: tuple[str, ...]) -> str:
        """Tell the game in a few sentences, then its mistakes and fates, a line each, by moves."""
        need(arguments, 0, "irgo-story", most=0)
        line = played_line(self._game)
        told = judged_report(line, None, self._service.result, _STORY).report.review
        lines = [(lesson.number, listed_sentences(lesson_sentences(lesson, told)))
                 for lesson in told.lessons]
        course = list(map(str, overview(told)))
        # What the course of the game says of a group is not said again.
        lines += [(event.number, said) for event in told.events
                  if (said := str(event_sentence(event, line))) not in course]
        return "\n".join([*course, *(f"{number}: {text}" for number, text in sorted(lines)),
                          str(judged_sentence(told))])

    def _judge(self) -> Judge:
        game = self._game.reading
        return own_judge(self._game.position, game.komi, game.rules)

    def initial_influence(self, arguments: tuple[str, ...]) -> str:
        """Show the GNU Go style influence; who moves first makes no difference to it."""
        need(arguments, 2, "initial_influence COLOUR WHAT")
        colour_of(arguments[0])
        show = _INFLUENCE_SHOWS.get(arguments[1])
        if show is None:
            raise GtpError("irgo knows " + ", ".join(_INFLUENCE_SHOWS))
        position = self._game.position
        read = dead_in_reading(position, self._service.result)
        dead = ",".join(map(position.vertex, sorted(read)))
        result = self._service.result(LayerRequest.of(position, "influence.gnugo", {
            "preset": "engine", "show": show, "dead": dead}))
        assert isinstance(result, Field)
        if show in ("black", "white"):
            return _matrix(np.abs(result.values), "{:6.2f}")
        if show == "regions":
            return _matrix(-result.values, "{:3.0f}")
        return _matrix(-result.values, "{:6.2f}")

    def estimate_score(self, _arguments: tuple[str, ...]) -> str:
        """Return the score to expect by the game's rules and its range, as GNU Go words it."""
        return _score_text(self._judgement(1))

    def judgement(self, arguments: tuple[str, ...]) -> str:
        """Say the same after reading so many positions, with who says so and how far it read."""
        need(arguments, 0, "irgo-judgement [VISITS]", most=1)
        visits = int(number_of(arguments[0])) if arguments else END_VISITS
        if not 1 <= visits <= MOST_VISITS:
            raise GtpError(f"irgo takes 1 to {MOST_VISITS} visits")
        said = self._judgement(visits)
        return f"{_score_text(said)}, {said.judge}, visits {said.visits}"

    def _judgement(self, visits: int) -> Judgement:
        game = self._game
        return self._service.result(JudgementRequest.of(
            game.position, replace(game.reading, visits=visits), is_over=game.is_over))

    def _result(self, arguments: tuple[str, ...], usage: str) -> Result:
        need(arguments, 1, usage, most=1)
        layer, params = layer_of_text(arguments[0])
        if layer.uses_engine:
            raise GtpError(f"{layer.name} needs an engine, and irgo gtp is one")
        found = self._service.result(LayerRequest.of(
            self._game.position, layer.name, params, uses_order=layer.uses_order))
        if isinstance(found, Estimate) and found.remark is not None:
            raise LayerError(found.remark)
        return found


def _score_text(said: Judgement) -> str:
    low, high = said.range
    winner = "B" if said.lead > 0 else "W"
    return f"{winner}+{abs(said.lead):.1f} (upper bound: {high:+.1f}, lower: {low:+.1f})"


def _matrix(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]], form: str) -> str:
    """Return numbers a row a line; no minus before zero."""
    return "\n".join(" ".join(form.format(value + 0.0) for value in row) for row in values)


_ALL: Final = Limits(nodes=5_000, closed_nodes=50_000, playouts=1_500, visits=12, most_visits=0)
"""What an answer may cost where all dragons are asked for."""
_WORDS: Final = {
    LifeStatus.ALIVE: "alive", LifeStatus.SEKI: "alive", LifeStatus.DEAD: "dead",
    LifeStatus.UNSETTLED: "critical", LifeStatus.KO: "critical", LifeStatus.UNKNOWN: "unknown"}


def lifedeath_handlers(game: GtpGame, thinker: Thinker) -> dict[str, Handler]:
    """Return the table of the commands about life and death."""
    judge = _Judge(game, thinker)
    return {
        "owl_attack": judge.owl_attack,
        "owl_defend": judge.owl_defend,
        "dragon_status": judge.dragon_status,
        "unconditional_status": judge.unconditional_status,
    }


class _Judge:
    """The handlers; every method takes the arguments and returns the answer's text."""

    def __init__(self, game: GtpGame, thinker: Thinker) -> None:
        self._game, self._thinker = game, thinker

    def owl_attack(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "owl_attack VERTEX")
        return self._owl(self._stone(arguments[0]), wants_kill=True)

    def owl_defend(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "owl_defend VERTEX")
        return self._owl(self._stone(arguments[0]), wants_kill=False)

    def dragon_status(self, arguments: tuple[str, ...]) -> str:
        """Say how a dragon stands, or without a vertex how each does."""
        if arguments:
            return self._status(self._stone(arguments[0]), None)
        chain_map, lines, seen = ChainMap(self._game.position), list[str](), set[int]()
        for number, chain in enumerate(chain_map.chains):
            if number not in seen:
                seen |= chain_map.connected_with(number)
                lines.append(f"{self._name(chain[0])}: {self._status(chain[0], _ALL)}")
        return "\n".join(lines)

    def unconditional_status(self, arguments: tuple[str, ...]) -> str:
        """Say whether a chain lives even if its owner never answers (Benson)."""
        need(arguments, 1, "unconditional_status VERTEX")
        point = self._stone(arguments[0])
        alive = unconditionally_alive_stones(self._game.position)
        return "alive" if point in alive else "undecided"

    def _owl(self, stone: Point, *, wants_kill: bool) -> str:
        question = Question.of_dragon(self._game.position, stone)
        asker = question.attacker if wants_kill else question.colour
        answer = groups.answer(question, asker)
        code = groups.gnugo_code(answer, asker, question.colour)
        return f"{code} {self._name(answer.move)}" if code else "0"

    def _status(self, stone: Point, limits: Limits | None) -> str:
        position = self._game.position
        ended = self._thinker.ended() if self._game.is_over else None
        if ended is not None:
            if stone not in ended.open_stones:
                # Two answers would be one too many: this is what the score is counted by.
                return "dead" if stone in (ended.dead or ()) else "alive"
            limits = None
        question = Question.of_dragon(position, stone)
        verdict = groups.verdict(position, question.stones, limits)
        word = _WORDS[verdict.status]
        if word != "critical":
            return word
        attack, defence = (verdict.if_first(colour).move
                           for colour in (question.attacker, question.colour))
        return f"{word} {self._name(attack)} {self._name(defence)}"

    def _stone(self, text: str) -> Point:
        point = self._game.point(text)
        if point < 0 or self._game.position.colour_at(point) == EMPTY:
            raise GtpError("vertex must not be empty")
        return point

    def _name(self, point: Point | None) -> str:
        """Return a vertex as GNU Go writes it; no move is a pass."""
        return "PASS" if point in (None, PASS) else self._game.position.vertex(point)
