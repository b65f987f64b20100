"""`irgo serve`: lines of JSON in, lines out, as KataGo's analysis engine has them."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import irgo_app as irgo
from irgo_app.library.serving import ASKS, Document, Query, Server

ROOT = Path(__file__).parents[2]
MOVES = {"moves": [["B", "E5"], ["W", "C3"], ["B", "G7"]], "boardXSize": 9, "boardYSize": 9,
         "komi": 6.5, "rules": "japanese"}


class Client:
    """Asks a server in this process, and waits for its answers."""

    def __init__(self) -> None:
        self.heard: list[Document] = []
        self._news = threading.Condition()
        self.server = Server(self._hear, threads=1, visits=8)

    def ask(self, **query: object) -> None:
        self.server.take(json.dumps(query))

    def answers(self, name: str, count: int = 1) -> list[Document]:
        """Return the answers to a query, once there are so many."""
        with self._news:
            assert self._news.wait_for(lambda: len(self._of(name)) >= count, 60), self.heard
            return self._of(name)

    def _of(self, name: str) -> list[Document]:
        return [document for document in self.heard if document.get("id") == name]

    def _hear(self, document: Document) -> None:
        with self._news:
            self.heard.append(document)
            self._news.notify_all()


@pytest.fixture
def client() -> Iterator[Client]:
    made = Client()
    yield made
    made.server.close(waits=False)


def test_each_turn_is_answered_as_katago_answers_it(client: Client) -> None:
    client.ask(id="a", analyzeTurns=[0, 3], maxVisits=12, includeOwnership=True, includePolicy=True,
               **MOVES)
    found = {document["turnNumber"]: document for document in client.answers("a", 2)}
    assert set(found) == {0, 3}
    last = found[3]
    assert not last["isDuringSearch"] and last["rootInfo"]["currentPlayer"] == "W"
    assert last["rootInfo"]["visits"] >= 12 and len(last["ownership"]) == 81
    assert len(last["policy"]) == 82 and last["policy"][40] == -1
    assert sum(prior for prior in last["policy"] if prior > 0) == pytest.approx(1, abs=0.01)
    best = last["moveInfos"][0]
    assert best["order"] == 0 and best["pv"][0] == best["move"] and 0 <= best["winrate"] <= 1


def test_moves_may_be_asked_for_and_answers_come_during_the_search(client: Client) -> None:
    client.ask(id="a", maxVisits=60, reportDuringSearchEvery=0.01, allowMoves=[
        {"player": "W", "moves": ["E3", "C7"], "untilDepth": 1}], **MOVES)
    *early, last = client.answers("a", 2)
    while last["isDuringSearch"]:
        *early, last = client.answers("a", len(early) + 2)
    assert all(document["isDuringSearch"] for document in early)
    assert {move["move"] for move in last["moveInfos"]} <= {"E3", "C7"}


def test_the_most_urgent_is_answered_first_and_what_is_terminated_is_not(client: Client) -> None:
    client.ask(id="long", maxVisits=40_000, **MOVES)
    client.ask(id="late", priority=1, **MOVES)
    client.ask(id="soon", priority=5, **MOVES)
    client.ask(id="never", **MOVES)
    client.ask(id="x", action="terminate", terminateId="never")
    client.ask(id="y", action="terminate", terminateId="long")
    assert client.answers("never")[0]["noResults"] and client.answers("long")[0]["noResults"]
    client.answers("late")
    order = [document["id"] for document in client.heard if "rootInfo" in document]
    assert order == ["soon", "late"]
    assert client.answers("x")[0]["action"] == "terminate"


@pytest.mark.parametrize(("ask", "more"), [
    ("judgement", {}), ("why", {"play": "A1", "instead": "E3"}), ("places", {}),
    ("whatif", {"at": "A1"}), ("lifedeath", {"at": "E5"}), ("layers", {"layers": ["territory"]}),
    ("explain", {"at": "E5"}), ("report", {})])
def test_irgos_own_questions_are_answered_in_its_json(
    client: Client, ask: str, more: dict[str, object]
) -> None:
    game = irgo.new_game(9, komi=6.5).play("E5", "C3", "G7")
    client.ask(id="q", ask=ask, maxVisits=8, sgf=game.sgf(), **more)
    answer = client.answers("q")[0]["answer"]
    if ask == "judgement":
        assert answer == game[3].judgement(8).json() | {"text": game[3].judgement(8).sentence}
    if ask == "layers":
        assert answer == {"layers": {"territory": game[3].json("territory")}}
    if ask == "why":
        assert answer == game[3].why("A1", "E3", visits=8).json()
    assert answer and ask in ASKS


@pytest.mark.parametrize(("line", "said"), [
    ("nonsense", "malformed"), ("[]", "JSON object"), ('{"id": "a", "moves": 5}', "moves"),
    ('{"id": "a", "ask": "nothing"}', "cannot be asked"),
    ('{"id": "a", "moves": [["B", "Z99"]]}', "no point"),
    ('{"id": "a", "moves": [["B", "D4"], ["W", "D4"]]}', "not legal"),
    ('{"id": "a", "analyzeTurns": [7]}', "analyzeTurns"),
    ('{"id": "a", "boardXSize": 99}', "lines"), ('{"id": "a", "rules": "none"}', "rules"),
    ('{"id": "a", "maxVisits": -1}', "visits"), ('{"id": "a", "action": "sing"}', "no action"),
    ('{"id": "a", "action": "terminate"}', "terminateId"),
    ('{"id": "a", "komi": 1e9}', "less than 100 points"), ('{"id": "a", "komi": 1e999}', "range")])
def test_what_cannot_be_is_said_and_the_next_is_answered(
    client: Client, line: str, said: str
) -> None:
    client.server.take(line)
    [refused] = client.heard
    assert said in str(refused["error"])
    client.ask(id="next", action="query_version")
    assert client.answers("next")[0]["version"] == irgo.__version__


@pytest.mark.parametrize(("query", "told"), [
    ({"id": "3", "komi": "x"}, {"id": "3", "error": "komi takes a number."}),
    ({"id": 3}, {"id": 3, "error": "id takes a text."}),
    ({"id": True}, {"error": "id takes a text."}),
    ({"komi": 6.5}, {"error": "A question has an `id`."}),
    ({"action": "query_version"}, {"error": "A question has an `id`."}),
    ({"id": "a", "action": 5}, {"id": "a", "error": "action takes a text."}),
    ({"id": "a", "allowMoves": [{"player": "B"}]},
     {"id": "a", "error": "allowMoves takes a list of objects, each with `player` and `moves`."}),
    ({"id": "a", "moves": [["B"]]},
     {"id": "a", "error": 'moves takes a list of pairs such as ["B", "Q16"].'})])
def test_a_field_of_a_wrong_kind_is_told_in_plain_words(
    client: Client, query: Document, told: Document
) -> None:
    client.ask(**query)
    assert client.heard == [told]


def test_each_field_says_what_it_takes(client: Client) -> None:
    for key in Query.__struct_encode_fields__:
        client.ask(**{"id": "a", key: {"no": "such"}})
    texts = [str(answer["error"]) for answer in client.heard]
    # The name of a rule set, or its rules one by one, which irgo does not know.
    assert texts.pop(Query.__struct_fields__.index("rules")).startswith("rules takes the name of ")
    assert all(re.fullmatch(r"\w+ takes (a|true) .*\.", text) for text in texts)


def test_a_field_that_irgo_does_not_know_is_warned_of(client: Client) -> None:
    client.ask(id="a", overrideSettings={}, **MOVES)
    warned, answered = client.answers("a", 2)
    assert warned["field"] == "overrideSettings" and "rootInfo" in answered


def test_the_command_answers_until_its_input_ends() -> None:
    lines = "".join(json.dumps({"id": name, "maxVisits": 4, **MOVES}) + "\n" for name in "ab")
    ended = subprocess.run([sys.executable, "-m", "irgo_app", "serve", "--threads", "2"], cwd=ROOT,
                           input=lines, capture_output=True, text=True)
    assert ended.returncode == 0 and not ended.stderr
    assert {json.loads(line)["id"] for line in ended.stdout.splitlines()} == {"a", "b"}
