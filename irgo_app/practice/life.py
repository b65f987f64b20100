"""Cards of life and death, played to the end against the best resistance that is known."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.judgement import Judge, positions_for
from irgo_app.judging.study import answered_in, fate_of, outcome_of, place_of_group
from irgo_app.lifedeath.groups import answer
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.verdict import Outcome
from irgo_app.practice.card import Card, CardKind, JudgedMove, Move, Theme, way_to
from irgo_app.practice.making import origin_of
from irgo_app.review.game_line import GameLine
from irgo_app.review.problems import Problem

_LIMITS: Final = Limits(nodes=6_000, closed_nodes=120_000, playouts=3_000, visits=0)
"""So that an answer takes less than a second."""
_VISITS: Final = 120
"""How far the judge searches what the solver cannot prove; likewise."""
_SETTLED: Final = 0.85
"""From such an expectation on, 1 being certain, there is nothing left to play."""
_LONGEST: Final = 30


class Standing(Struct, frozen=True):
    """How a group's question stands on a board.

    works -- whether it goes as it should for who was asked; line -- the best play from here
    is_over -- whether there is nothing left to play
    """

    works: bool
    line: tuple[Move, ...]
    is_over: bool


def card_of_problem(problem: Problem, line: GameLine, source: str = "") -> Card:
    """Return a problem of a game as a card."""
    position, number = problem.position, problem.number
    start, before = way_to(line.positions[:number + 1], line.moves[:number])
    right = [JudgedMove(point, 0.0, True, line=problem.solution if point == problem.solution[0][1]
                        else ((position.to_play, point),)) for point in problem.right]
    right.sort(key=lambda move: -len(move.line))
    wrong = [JudgedMove(moves[0][1], 0.0, False, line=moves) for moves in problem.wrong]
    played = line.moves[number][1] if number < len(line.moves) else None
    return Card(
        CardKind.LIFE, position, start, before, (*right, *wrong), (Theme.LIFE,),
        origin_of(line, number, position.to_play, source), played, line.moves[number:number + 8],
        problem.stones, judge=problem.by[0], komi=line.komi, rules=line.rules)


def is_to_live(card: Card) -> bool:
    """Return whether the side asked saves its own group; else it takes one."""
    return card.position.colour_at(card.stones[0]) == card.position.to_play


def standing(
    card: Card, moves: Sequence[Move], judge: Judge | None = None,
    cancel: CancelFlag | None = None,
) -> Standing:
    """Return how a card's question stands after moves from its position on, both sides'.

    What the solver proves is so. Else the card knows best, which two readers agreed on, and beyond
    its lines the judge; nobody but the solver where there is none. Raises IllegalMoveError,
    EngineError and CalledOffError.
    """
    position = card.position
    for colour, point in moves:
        position = play(position, colour, point)
    colour = card.position.colour_at(card.stones[0])
    left = [stone for stone in card.stones if position.colour_at(stone) == colour]
    lives = is_to_live(card)
    # Most of the stones decide, as everywhere in irgo.
    if 2 * len(left) <= len(card.stones):
        return Standing(not lives, (), is_over=True)
    found = answer(Question(position, left), position.to_play, _LIMITS, cancel)
    if not found.exact:
        told = _as_foreseen(card, tuple(moves))
        if told is None and judge is not None:
            told = _as_judged(position, left, judge, lives=lives, cancel=cancel)
        if told is not None:
            return told
    wanted = {Outcome.LIVES, Outcome.SEKI} if lives else {Outcome.DIES}
    line = tuple(move for move in found.line if move[1] != PASS) \
        if found.line and found.line[0][1] != PASS else ()
    is_over = not line or (found.method == "static" and found.outcome in wanted)
    return Standing(found.outcome in wanted, line[:_LONGEST], is_over)


def _as_foreseen(card: Card, moves: tuple[Move, ...]) -> Standing | None:
    """Return how a question stands as long as one plays as the card expects, else None."""
    for judged in card.judged:
        if judged.works is not None and moves and judged.line[:len(moves)] == moves:
            rest = judged.line[len(moves):]
            return Standing(judged.works, rest, is_over=not rest)
    return None


def _as_judged(
    position: Position, stones: Sequence[Point], judge: Judge, *, lives: bool,
    cancel: CancelFlag | None,
) -> Standing:
    """Return how a question stands as a judge sees it who searches the place.

    What is not surely lost goes on, until it is as good as certain.
    """
    place = place_of_group(position, stones)
    line, end, owned = answered_in(place, position, judge, positions_for(judge, _VISITS), cancel)
    fate = fate_of(position, place, end, owned) or 0.0
    hoped = fate if lives else -fate
    return Standing(outcome_of(hoped) is not Outcome.DIES, line[:_LONGEST],
                    is_over=not line or hoped >= _SETTLED)


def judged_life(
    card: Card, point: Point, judge: Judge | None = None, cancel: CancelFlag | None = None
) -> JudgedMove:
    """Return a first move on a card about a group, judged by what becomes of the group.

    Raises as `standing`.
    """
    first = card.position.to_play, point
    stands = standing(card, (first,), judge, cancel)
    return JudgedMove(point, 0.0, stands.works, line=(first, *stands.line))
