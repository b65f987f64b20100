"""GTP commands that ask about life and death, with the names, codes and words of GNU Go.

`owl_attack`, `owl_defend`: 0 if it fails, else a code and the move: 1 it works, 2 in a ko that the
asker takes first, 3 in a ko for which the asker must find the first threat. `dragon_status`: alive,
dead, unknown, or critical with the attacking and the defending move. Source: GNU Go documentation,
"The Go Text Protocol" and "return codes".
"""

from __future__ import annotations

from typing import Final

from irgo_app.errors import GtpError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import EMPTY, PASS, Point
from irgo_app.gtp.dispatcher import Handler
from irgo_app.gtp_server.game import GtpGame, need
from irgo_app.lifedeath import ladder
from irgo_app.lifedeath.chain_map import ChainMap
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.static import unconditionally_alive_stones
from irgo_app.lifedeath.verdict import LifeStatus

_ALL: Final = Limits(nodes=5_000, closed_nodes=50_000, playouts=1_500, visits=12, most_visits=0)
"""What an answer may cost where all dragons are asked for."""
_WORDS: Final = {
    LifeStatus.ALIVE: "alive", LifeStatus.SEKI: "alive", LifeStatus.DEAD: "dead",
    LifeStatus.UNSETTLED: "critical", LifeStatus.KO: "critical", LifeStatus.UNKNOWN: "unknown"}


def lifedeath_handlers(game: GtpGame) -> dict[str, Handler]:
    """Return the table of the commands about life and death."""
    judge = _Judge(game)
    return {
        "owl_attack": judge.owl_attack,
        "owl_defend": judge.owl_defend,
        "dragon_status": judge.dragon_status,
        "unconditional_status": judge.unconditional_status,
    }


class _Judge:
    """The handlers; every method takes the arguments and returns the answer's text."""

    def __init__(self, game: GtpGame) -> None:
        self._game = game

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
        answer = ladder.answer(question, asker)
        code = ladder.gnugo_code(answer, asker, question.colour)
        move = PASS if answer.move is None else answer.move
        return f"{code} {self._name(move)}" if code else "0"

    def _status(self, stone: Point, limits: Limits | None) -> str:
        position = self._game.position
        question = Question.of_dragon(position, stone)
        verdict = ladder.verdict(position, question.stones, limits)
        word = _WORDS[verdict.status]
        if word != "critical":
            return word
        attack, defence = (verdict.if_first(colour).move
                           for colour in (question.attacker, question.colour))
        return (f"{word} {self._name(PASS if attack is None else attack)} "
                f"{self._name(PASS if defence is None else defence)}")

    def _stone(self, text: str) -> Point:
        """Return the point of a stone; raises GtpError."""
        point = self._game.point(text)
        if point < 0 or self._game.position.colour_at(point) == EMPTY:
            raise GtpError("vertex must not be empty")
        return point

    def _name(self, point: Point) -> str:
        """Return a vertex as GNU Go writes it."""
        position = self._game.position
        return "PASS" if point == PASS else vertex(point, position.columns, position.rows)
