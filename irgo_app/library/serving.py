"""A process that answers questions about positions: a line of JSON in, lines of JSON out.

The protocol is that of KataGo's analysis engine, so that programs written for it can ask irgo:
queries with `moves` and `analyzeTurns`, answers as they are ready, priorities, `terminate`. Leads
and win rates are Black's, as KataGo has them by default. Beside moves a query may hold a whole
record (`sgf`), and `ask` asks what irgo's commands answer, in their JSON.

Source: KataGo, docs/Analysis_Engine.md.
"""

from __future__ import annotations

import heapq
import json
import math
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError, IrgoError, UsageError
from irgo_app.go.coordinates import point_of_vertex, sgf_letters
from irgo_app.go.point import Point as Index
from irgo_app.go.position import Position
from irgo_app.go.rules import known_ruleset, play
from irgo_app.judging.judgement import CalledOffError
from irgo_app.judging.result_json import Json
from irgo_app.library.analyst import checked_visits, colour_of
from irgo_app.library.game import Game, GameNode, new_game, read_games
from irgo_app.networks import MOST_VISITS, check_size
from irgo_app.networks.network import network
from irgo_app.networks.search import Findings, Search
from irgo_app.own_program import __version__
from irgo_app.sgf.edits import add_move
from irgo_app.sgf.replay import Replay
from irgo_app.words import Message, message, visible

Document = dict[str, Json]
LONGEST_LINE: Final = 8_000_000
_MOST_TURNS: Final = 10_000
_DIGITS: Final = 4


class _Restriction(Struct, rename="camel"):
    """Moves that a side alone may, or may not, begin with; irgo restricts the first move."""

    player: str
    moves: list[str]
    until_depth: int = 1


class Query(Struct, rename="camel"):
    """A question about positions of one game.

    sgf -- a whole record in place of moves and board; ask -- what is asked, see ASKS
    analyze_turns -- after how many moves, the last position if it is left out
    play, instead, at, layers -- arguments of what is asked
    report_during_search_every -- seconds between answers that are not final yet
    """

    id: str
    moves: list[tuple[str, str]] = []
    initial_stones: list[tuple[str, str]] = []
    initial_player: str = ""
    rules: str | Document = "japanese"
    komi: float | None = None
    board_x_size: int = 19
    board_y_size: int = 19
    sgf: str = ""
    ask: str = "analysis"
    analyze_turns: list[int] | None = None
    max_visits: int = 0
    allow_moves: list[_Restriction] = []
    avoid_moves: list[_Restriction] = []
    include_ownership: bool = False
    include_policy: bool = False
    priority: int = 0
    priorities: list[int] | None = None
    report_during_search_every: float = math.inf
    play: str = ""
    instead: str = ""
    at: str = ""
    layers: list[str] = []


class _Action(Struct, rename="camel"):
    """What is to be done beside questions."""

    id: str
    action: str
    terminate_id: str | UnsetType = UNSET
    turn_numbers: list[int] | UnsetType = UNSET


class _Task(Struct):
    """One turn of a query; flag -- raised when nobody waits for it any more."""

    query: Query
    turn: int
    game: Game
    node: GameNode
    flag: CancelFlag = field(default_factory=CancelFlag)


def _judgement(task: _Task) -> Document:
    said = task.node.judgement(task.query.max_visits or 1, task.flag)
    return said.json() | {"text": said.sentence}


def _why(task: _Task) -> Document:
    query = task.query
    return task.node.why(query.play, query.instead, query.max_visits, task.flag).json()


def _places(task: _Task) -> Document:
    return {"places": [place.json() for place in task.node.places(
        task.query.max_visits, task.flag)]}


def _whatif(task: _Task) -> Document:
    return task.node.what_if(task.query.at, task.query.max_visits, task.flag).json()


def _lifedeath(task: _Task) -> Document:
    return {"groups": [life.json() for life in task.node.life_and_death(
        task.query.at, cancel=task.flag)]}


def _layers(task: _Task) -> Document:
    return {"layers": {name: task.node.json(name, task.flag) for name in task.query.layers}}


def _explain(task: _Task) -> Document:
    return {"sentences": list(task.node.explain(task.query.at, *task.query.layers))}


def _report(task: _Task) -> Document:
    return task.game.story(cancel=task.flag).json()


_ANALYSIS: Final = "analysis"
ASKS: Final[Mapping[str, Callable[[_Task], Document]]] = {
    "judgement": _judgement, "why": _why, "places": _places, "whatif": _whatif,
    "lifedeath": _lifedeath, "layers": _layers, "explain": _explain, "report": _report}
"""What can be asked beside `analysis`, in the JSON of the command of that name."""

_TAKES: Final[Mapping[str, Message]] = {
    key: said for said, keys in (
        (message("a number"), ("komi", "reportDuringSearchEvery")),
        (message("a whole number"), ("boardXSize", "boardYSize", "maxVisits", "priority")),
        (message("a list of whole numbers"), ("analyzeTurns", "priorities", "turnNumbers")),
        (message("true or false"), ("includeOwnership", "includePolicy")),
        (message("a list of texts"), ("layers",)),
        (message("a list of pairs such as {pair}", pair='["B", "Q16"]'),
         ("moves", "initialStones")),
        (message("a list of objects, each with `player` and `moves`"),
         ("allowMoves", "avoidMoves"))) for key in keys}
"""What fields take; all others take a text."""
_PLACE: Final = re.compile(r" - at `\$\.(\w+)")
"""Where in a query msgspec found what is wrong."""


def _why_no_question(error: msgspec.DecodeError) -> Message:
    """Return what is wrong with a line, in words of irgo's own."""
    place = _PLACE.search(str(error))
    if place is None:
        return message("A question has an `id`.") if "field `id`" in str(error) \
            else message("This line is no JSON that can be read ({reason}).", reason=error)
    return message("{key} takes {what}.", key=place[1],
                   what=_TAKES.get(place[1], message("a text")))


class Server:
    """Answers queries in threads; `take` a line, `close` when no more come.

    say -- called with each answer, by one thread at a time
    """

    def __init__(self, say: Callable[[Document], None], threads: int, visits: int) -> None:
        self._say, self._visits = say, visits
        self._lock, self._saying, self._number = threading.Lock(), threading.Lock(), count()
        self._waiting: list[tuple[int, int, _Task]] = []
        self._under_way: list[_Task] = []
        self._threads = ThreadPoolExecutor(threads)

    def take(self, line: str) -> None:
        """Take a line: a query, which is answered when its turn has come, or an action."""
        if not line.strip():
            return
        name: Json = None
        try:
            raw = msgspec.json.decode(line)
            if not isinstance(raw, dict):
                raise UsageError("A query is a JSON object.")
            name = _id_in(raw)
            if "action" in raw:
                self._act(msgspec.convert(raw, _Action), raw)
                return
            self._warn_of_unknown(name, raw)
            self._queue(msgspec.convert(raw, Query))
        except msgspec.DecodeError as error:
            self._refuse(name, str(_why_no_question(error)))
        except IrgoError as error:
            self._refuse(name, str(error))

    def close(self, *, waits: bool = True) -> None:
        """End when everything is answered, or at once."""
        if not waits:
            with self._lock:
                self._waiting.clear()
                for task in self._under_way:
                    task.flag.set(True)
        self._threads.shutdown()

    def _tell(self, document: Document) -> None:
        with self._saying:
            self._say(document)

    def _refuse(self, name: Json, text: str) -> None:
        document: Document = {"error": visible(text)}
        self._tell(document if name is None else document | {"id": name})

    def _warn_of_unknown(self, name: Json, raw: Mapping[str, Json]) -> None:
        for key in sorted(set(raw) - set(Query.__struct_encode_fields__)):
            self._tell({"id": name, "field": visible(key),
                        "warning": "irgo does not know this field; it is left out"})

    def _queue(self, query: Query) -> None:
        if query.ask != _ANALYSIS and query.ask not in ASKS:
            raise UsageError("{what} cannot be asked; there are {names}.", what=query.ask,
                             names=", ".join((_ANALYSIS, *ASKS)))
        checked_visits(query.max_visits)
        game = _game_of(query)
        line = list(game)
        turns = [len(line) - 1] if query.analyze_turns is None else query.analyze_turns
        if len(turns) > _MOST_TURNS or not all(0 <= turn < len(line) for turn in turns):
            raise UsageError("analyzeTurns takes numbers from 0 to {last}.", last=len(line) - 1)
        priorities = query.priorities or [query.priority] * len(turns)
        if len(priorities) != len(turns):
            raise UsageError("priorities takes a number for each of analyzeTurns.")
        for turn, priority in zip(turns, priorities, strict=True):
            with self._lock:
                heapq.heappush(self._waiting, (
                    -priority, next(self._number), _Task(query, turn, game, line[turn])))
            # Whichever thread is free takes the most urgent task, not this one.
            self._threads.submit(self._work)

    def _act(self, action: _Action, raw: Document) -> None:
        match action.action:
            case "terminate" | "terminate_all":
                if action.action == "terminate" and action.terminate_id is UNSET:
                    raise UsageError("terminate needs terminateId.")
                self._terminate(action)
                self._tell(raw)
            case "query_version":
                self._tell(raw | {"version": __version__, "git_hash": ""})
            case "clear_cache":
                self._tell(raw)
            case other:
                raise UsageError("There is no action {name}.", name=other)

    def _terminate(self, action: _Action) -> None:
        def is_meant(task: _Task) -> bool:
            return action.terminate_id in (UNSET, task.query.id) and (
                isinstance(action.turn_numbers, UnsetType) or task.turn in action.turn_numbers)

        with self._lock:
            ended = [entry for entry in self._waiting if is_meant(entry[2])]
            self._waiting = [entry for entry in self._waiting if not is_meant(entry[2])]
            heapq.heapify(self._waiting)
            for task in self._under_way:
                if is_meant(task):
                    task.flag.set(True)
        for *_, task in ended:
            self._tell(_nothing(task))

    def _work(self) -> None:
        with self._lock:
            if not self._waiting:
                return  # What this was for was terminated.
            *_, task = heapq.heappop(self._waiting)
            self._under_way.append(task)
        try:
            self._answer(task)
        except CalledOffError:
            self._tell(_nothing(task))
        except IrgoError as error:
            self._fail(task, str(error))
        finally:
            if bug := sys.exception():
                self._fail(task, str(message(
                    "A bug in irgo: {kind}: {error}. Please report it with the query.",
                    kind=type(bug).__name__, error=bug)))
            with self._lock:
                self._under_way.remove(task)
            task.flag.close()

    def _fail(self, task: _Task, text: str) -> None:
        self._tell({"error": visible(text), "id": task.query.id, "turnNumber": task.turn})

    def _answer(self, task: _Task) -> None:
        query = task.query
        head: Document = {"id": query.id, "turnNumber": task.turn, "isDuringSearch": False}
        if query.ask == _ANALYSIS:
            for found, is_final in _searched(task, query.max_visits or self._visits):
                self._tell(head | {"isDuringSearch": not is_final} | found)
            return
        answer = ASKS[query.ask](task)
        # What a search gives that heeds the flag by saying less is no answer.
        self._tell(_nothing(task) if task.flag else head | {"answer": answer})


def _id_in(raw: Mapping[str, Json]) -> Json:
    """Return the id that a line has, even where it is a number and thus a wrong one."""
    name = raw.get("id")
    return name if isinstance(name, str | int | float) and not isinstance(name, bool) else None


def _nothing(task: _Task) -> Document:
    return {"id": task.query.id, "turnNumber": task.turn, "isDuringSearch": False,
            "noResults": True}


def _game_of(query: Query) -> Game:
    """Return the game that a query is about; raises UsageError and SgfError."""
    if query.sgf:
        return read_games(query.sgf)[0]
    columns, rows = query.board_x_size, query.board_y_size
    if not isinstance(query.rules, str) or known_ruleset(query.rules) is None:
        raise UsageError("rules takes the name of a rule set, such as japanese or chinese.")
    game = new_game((columns, rows), komi=query.komi, rules=query.rules)
    tree = game.tree
    stones = {"AB": list[str](), "AW": list[str]()}
    for letter, vertex in query.initial_stones:
        stones["AB" if colour_of(letter.upper()) > 0 else "AW"].append(
            sgf_letters(_point(vertex, columns, rows), columns))
    properties = dict(tree.root.properties) | {
        name: points for name, points in stones.items() if points}
    if query.initial_player:
        properties["PL"] = ["B" if colour_of(query.initial_player.upper()) > 0 else "W"]
    tree.replace_properties(tree.root, properties, None)
    node, position = tree.root, Replay(tree).position_at(tree.root)
    for number, (letter, vertex) in enumerate(query.moves, start=1):
        colour, point = colour_of(letter.upper()), _point(vertex, columns, rows)
        try:
            position = play(position, colour, point)
        except IllegalMoveError:
            raise UsageError("Move {number}, {move}, is not legal.", number=number,
                             move=f"{letter} {vertex}") from None
        node = add_move(node, colour, point)
    return Game(tree)


def _point(vertex: str, columns: int, rows: int) -> Index:
    try:
        return point_of_vertex(vertex, columns, rows)
    except ValueError:
        raise UsageError("{vertex} is no point of this board.", vertex=visible(vertex)) from None


def _searched(task: _Task, visits: int) -> Iterator[tuple[Document, bool]]:
    """Yield what a search finds, at the end and where it is asked for before; raises IrgoError."""
    node, query = task.node, task.query
    position = node.position
    check_size(position)
    first_moves = _first_moves(query, position)
    search = Search(network(), position, node.komi,
                    first_moves=first_moves)
    visits = min(visits, MOST_VISITS)
    while True:
        until = time.perf_counter() + query.report_during_search_every
        search.run(visits, task.flag, until)
        if task.flag:
            raise CalledOffError
        is_final = search.visits >= visits or time.perf_counter() < until
        found = search.findings()
        if first_moves is not None:
            # The search may always pass, which nobody asked about.
            found = replace(found, moves=tuple(
                move for move in found.moves if move.point in first_moves))
        document = _analysis(found)
        if query.include_ownership:
            document["ownership"] = [_rounded(value) for value in found.ownership]
        if query.include_policy:
            document["policy"] = _policy(search, position)
        yield document, is_final
        if is_final:
            return


def _first_moves(query: Query, position: Position) -> frozenset[Index] | None:
    """Return where the first move may be, None for everywhere."""
    columns, rows = position.columns, position.rows

    def named(restrictions: list[_Restriction]) -> set[Index]:
        return {_point(vertex, columns, rows) for each in restrictions
                if colour_of(each.player.upper()) == position.to_play for vertex in each.moves}

    allowed = named(query.allow_moves) or (
        set(range(len(position.cells))) if query.avoid_moves else set())
    return frozenset(allowed - named(query.avoid_moves)) if allowed else None


def _policy(search: Search, position: Position) -> list[Json]:
    """Return how likely each move is before any reading, -1 for what is illegal, a pass last."""
    found: list[Json] = [-1.0] * (len(position.cells) + 1)
    for point, prior in search.likeliest():
        found[point] = _rounded(prior)
    return found


def _analysis(found: Findings) -> Document:
    """Return a search as KataGo tells it."""
    position = found.position
    moves: list[Json] = [{
        "move": position.vertex(move.point), "visits": move.visits,
        "winrate": _rounded(move.black_wins), "scoreLead": _rounded(move.lead),
        "scoreMean": _rounded(move.lead), "scoreStdev": _rounded(move.spread),
        "prior": _rounded(move.prior), "order": order,
        "pv": [position.vertex(point) for point in move.line]}
        for order, move in enumerate(found.moves)]
    return {"moveInfos": moves, "rootInfo": {
        "currentPlayer": "B" if position.to_play > 0 else "W",
        "winrate": _rounded(found.black_wins), "scoreLead": _rounded(found.lead),
        "scoreStdev": _rounded(found.spread), "visits": found.visits}}


def _rounded(value: float) -> float:
    return round(float(value), _DIGITS) + 0.0


def line_of(document: Document) -> str:
    """Return an answer as a line."""
    return json.dumps(document, ensure_ascii=True) + "\n"
