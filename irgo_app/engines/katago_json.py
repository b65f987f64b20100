"""KataGo's analysis engine: many positions at once, one JSON object a line, for whole games.

Source: KataGo, docs/Analysis_Engine.md (fields of queries and answers). Values are asked for in
Black's view. Answers come in any order; one that belongs to no question is dropped.
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from irgo_app.engines.dialects import full_command
from irgo_app.engines.evaluation import Candidate, EngineEvaluation, winrate_of
from irgo_app.engines.profile import KATAGO_JSON, EngineProfile
from irgo_app.engines.tracker import EngineGame
from irgo_app.errors import EngineError
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import LETTER_OF_COLOUR, PASS, Point
from irgo_app.go.position import Position
from irgo_app.gtp.channel import EngineProcess
from irgo_app.words import message, visible

KIND: Final = KATAGO_JSON
Said: TypeAlias = dict[str, Any]
"""What the engine says, as JSON gives it back: anything may be in it."""
_MOST_CANDIDATES: Final = 20
_NO_LIMIT: Final = 10 ** 9
_MOST_ASKED: Final = 64
"""Questions under way: enough for all of KataGo's threads, and no game fills its queue."""
_VERSION_ID: Final = "irgo-version"
_LONGEST_VERSION: Final = 60


class _Question(Struct, frozen=True):
    """A position, what the engine is asked about it, and who wants to know."""

    name: str
    position: Position
    query: dict[str, object]
    tell: Callable[[EngineEvaluation], None]


class KataGoAnalysis:
    """One running analysis engine; nothing blocks, callbacks come on its reading thread.

    on_failure -- told once, with a sentence, if the engine ends or refuses a question
    """

    def __init__(self, profile: EngineProfile, on_failure: Callable[[str], None]) -> None:
        self._on_failure = on_failure
        self._lock = threading.Lock()
        self._number = 0
        self._asked: dict[str, _Question] = {}
        self._waiting: deque[_Question] = deque()
        self._is_closing = False
        self.process = EngineProcess(
            full_command(profile.words, KIND), profile.working_folder, self._on_line, self._on_end)
        self.process.listen()

    def ask(
        self, game: EngineGame, visits: int, seconds: float,
        tell: Callable[[EngineEvaluation], None], allowed: Sequence[Point] | None = None,
    ) -> str:
        """Have a position searched, 0 without limit; `tell` gets its evaluation.

        allowed -- where the side to move may play first, None for everywhere. Returns the
        question's name, by which it can be dropped. Raises EngineError for a board that KataGo
        does not know.
        """
        check_size(game.position)
        with self._lock:
            self._number += 1
            name = f"irgo-{self._number}"
            query = query_of(game, name, visits, seconds, allowed)
            self._waiting.append(_Question(name, game.position, query, tell))
        self._send_next()
        return name

    def drop(self, name: str) -> None:
        """Give up a question: its answer is not wanted any more."""
        with self._lock:
            waiting = [question for question in self._waiting if question.name != name]
            was_waiting = len(waiting) < len(self._waiting)
            self._waiting = deque(waiting)
            self._asked.pop(name, None)
        if not was_waiting:
            self._send({"id": f"{name}-end", "action": "terminate", "terminateId": name})
        self._send_next()

    def close(self) -> None:
        """Give up all questions and end the engine."""
        self._is_closing = True
        with self._lock:
            self._asked.clear()
            self._waiting.clear()
        self._send({"id": "irgo-end", "action": "terminate_all"})
        self.process.close()

    def _send(self, question: dict[str, object]) -> None:
        self.process.send(json.dumps(question) + "\n")

    def _send_next(self) -> None:
        with self._lock:
            while self._waiting and len(self._asked) < _MOST_ASKED:
                question = self._waiting.popleft()
                self._asked[question.name] = question
                self._send(question.query)

    def _on_line(self, line: str) -> None:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            return
        # A warning comes before its answer.
        if not isinstance(answer, dict) or answer.get("isDuringSearch") or "warning" in answer:
            return
        with self._lock:
            asked = self._asked.pop(str(answer.get("id")), None)
        if asked is None:
            return
        self._send_next()
        if "error" in answer:
            self._fail(str(message("KataGo refused a position: {said}.",
                                   said=visible(str(answer["error"]), 200))))
            return
        found = evaluation_of_answer(answer, asked.position)
        if found is None:
            self._fail(str(message("KataGo gave an answer that makes no sense: {said}.",
                                   said=visible(line, 200))))
        else:
            asked.tell(found)

    def _on_end(self) -> None:
        said = self.process.last_words.removesuffix(".")
        self._fail(str(message("The analysis engine ended; it said: {said}.", said=said)
                       if said else message("The analysis engine ended.")))

    def _fail(self, text: str) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._on_failure(text)


def asked_version() -> str:
    """Return the line that asks the engine which version it is."""
    return json.dumps({"id": _VERSION_ID, "action": "query_version"}) + "\n"


def told_version(answer: Said) -> str | None:
    """Return the version that an answer tells, as far as it can be shown; None if it is another."""
    if answer.get("id") != _VERSION_ID or "version" not in answer:
        return None
    return visible(str(answer["version"]), _LONGEST_VERSION)


def check_size(position: Position) -> None:
    """Raise EngineError if KataGo knows no boards of a position's size."""
    if not (2 <= position.columns <= 19 and 2 <= position.rows <= 19):
        raise EngineError("KataGo analyses boards of 2 to 19 lines only.")


def query_of(
    game: EngineGame, name: str, visits: int, seconds: float,
    allowed: Sequence[Point] | None = None,
) -> dict[str, object]:
    """Return the question about a position as KataGo wants it.

    allowed -- where the side to move may play first, None for everywhere
    """
    position, start = game.position, game.start
    columns, rows = position.columns, position.rows
    named, points = "allowMoves", allowed
    if allowed is None and position.ko_point != PASS and not game.moves:
        # Bare stones do not say that a ko was just taken.
        named, points = "avoidMoves", (position.ko_point,)
    restriction = {} if points is None else {named: [{
        "player": LETTER_OF_COLOUR[position.to_play], "untilDepth": 1,
        "moves": [vertex(point, columns, rows) for point in points]}]}
    return {
        **restriction, "id": name, "rules": game.rules, "komi": game.told_komi,
        # Komi has the points for a handicap in it, wherever in the game the position lies.
        "whiteHandicapBonus": "0",
        "boardXSize": columns, "boardYSize": rows,
        "initialStones": [[LETTER_OF_COLOUR[start.colour_at(point)], vertex(point, columns, rows)]
                          for point, cell in enumerate(start.cells) if cell],
        "initialPlayer": LETTER_OF_COLOUR[start.to_play],
        "moves": [[LETTER_OF_COLOUR[colour], vertex(point, columns, rows)]
                  for colour, point in game.moves],
        "maxVisits": visits or _NO_LIMIT, "includeOwnership": True,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK",
                             **({"maxTime": seconds} if seconds else {})},
    }


def evaluation_of_answer(answer: Said, position: Position) -> EngineEvaluation | None:
    """Return what an answer says, None if it makes no sense."""
    try:
        root = answer["rootInfo"]
        moves = sorted(answer["moveInfos"], key=lambda row: int(row["order"]))
        candidates = tuple(_candidate(row, position) for row in moves[:_MOST_CANDIDATES])
        owned = answer.get("ownership")
        ownership = None
        if isinstance(owned, list) and len(owned) == len(position.cells):
            ownership = tuple(min(1.0, max(-1.0, float(value))) for value in owned)
        return EngineEvaluation(candidates, int(root["visits"]), winrate_of(root["winrate"]),
                                float(root["scoreLead"]), ownership)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None


def _candidate(row: Said, position: Position) -> Candidate:
    def point(name: str) -> int:
        return point_of_vertex(name, position.columns, position.rows)

    return Candidate(
        point(row["move"]), int(row["visits"]), winrate_of(row["winrate"]), float(row["scoreLead"]),
        float(row.get("prior", 0.0)), tuple(point(name) for name in row.get("pv", ())))
