"""What the service is asked while one practises: answers, guesses, groups, new cards."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import ReaderError, UsageError
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.future import futures
from irgo_app.judging.judgement import Judge, JudgeTrust, positions_for
from irgo_app.judging.judges import Judges, JudgeSettings
from irgo_app.networks import not_judged
from irgo_app.practice.card import (AnswerMark, Card, CardKind, JudgedMove, Move, Origin, Theme,
                                    way_to)
from irgo_app.practice.life import Standing, judged_life, standing
from irgo_app.practice.making import (GameCards, card_of_game, card_of_position, judged_moves,
                                      mistakes_of, of_future, origin_of)
from irgo_app.practice.records import problem_in
from irgo_app.review.game_line import GameLine
from irgo_app.service.request import Request, Workbench
from irgo_app.sgf.parser import load_file
from irgo_app.words import Message, counted, listed, message

VISITS: Final = 120
"""How far an answer nobody foresaw and the best move are searched: well below a second."""
_UNFORESEEN: Final = 1.5
"""So much more such an answer loses than the reader sees: of 30 that seemed as good as the best a
strong engine found 12 to lose more than this (19 lines)."""
_AREA: Final = 4
"""The area of a hint goes so many lines from the move."""


def judged_answer(
    card: Card, point: Point, judge: Judge | None, cancel: CancelFlag | None = None
) -> JudgedMove:
    """Return any first move on a card, judged; it must be legal.

    Raises ReaderError where nobody can judge, EngineError, and CalledOffError.
    """
    known = card.known(point)
    if known is not None:
        return known
    if card.stones:
        return judged_life(card, point, judge, cancel)
    if card.kind is CardKind.LINES:
        return JudgedMove(point, 0.0, False, line=((card.position.to_play, point),))
    if judge is None:
        raise ReaderError(not_judged(card.position))
    ahead, best = futures(card.position, (point, card.best.point), judge,
                          positions_for(judge, VISITS), cancel)
    judged = of_future(card.position, ahead, best, card.judge, cancel)
    if judge.rank is not JudgeTrust.READER:
        return judged
    return replace(judged, loss=max(0.0, judged.loss) + card.stakes * _UNFORESEEN)


def _judge(
    bench: Workbench, position: Position, komi: float, rules: str,
    engine: EngineProfile | None = None,
) -> Judge:
    """Return who judges positions of a game; raises ReaderError where nobody can."""
    return bench.kept(Judges).judge(position, JudgeSettings(engine, komi, rules))


def _judge_if_any(bench: Workbench, card: Card) -> Judge | None:
    """Return who judges a card, None on a board that is not judged: life and death is solved."""
    try:
        return _judge(bench, card.position, card.komi, card.rules)
    except ReaderError:
        return None


@dataclass(frozen=True, slots=True)
class AnswerRequest(Request[JudgedMove]):
    """A first move on a card, to be judged."""

    card: Card
    point: Point

    subject = message("The judging of your move")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> JudgedMove:
        """Return the move as judged; raises ReaderError where nobody can judge."""
        return judged_answer(self.card, self.point, _judge_if_any(bench, self.card), cancel)


@dataclass(frozen=True, slots=True)
class StandingRequest(Request[Standing]):
    """How a group's question stands after some moves."""

    card: Card
    moves: tuple[Move, ...]

    subject = message("The search for life and death")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Standing:
        return standing(self.card, self.moves, _judge_if_any(bench, self.card), cancel)


@dataclass(frozen=True, slots=True)
class GuessRequest(Request[tuple[JudgedMove, ...]]):
    """A guess and the game's own move, held against each other and the best on the board."""

    position: Position
    points: tuple[Point, ...]
    komi: float
    rules: str

    subject = message("The judging of your move")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> tuple[JudgedMove, ...]:
        """Return them judged, the best first; raises UsageError where nobody can judge."""
        judge = _judge(bench, self.position, self.komi, self.rules)
        return judged_moves(self.position, self.points, judge,
                            positions_for(judge, VISITS), cancel, rivals=1)


@dataclass(frozen=True, slots=True)
class ReplyRequest(Request[Point]):
    """irgo's move where one fights on."""

    position: Position
    komi: float
    rules: str

    subject = message("irgo's move")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Point:
        """Return the move, PASS where nothing is left; raises UsageError where nobody plays."""
        judge = _judge(bench, self.position, self.komi, self.rules)
        found = judge.search(self.position, self.position.to_play, None,
                             positions_for(judge, VISITS), cancel)
        return found.line[0] if found.line else PASS


@dataclass(frozen=True, slots=True)
class CardRequest(Request[Card]):
    """The card of a position chosen by hand."""

    position: Position
    komi: float
    rules: str
    origin: Origin

    subject = message("The making of a card")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Card:
        """Return the card; raises UsageError where there is nothing to ask."""
        judge = _judge(bench, self.position, self.komi, self.rules)
        return card_of_position(self.position, judge, self.rules, self.origin, cancel)


@dataclass(frozen=True, slots=True)
class ProblemsRequest(Request[tuple[Card, ...]]):
    """The problems of a file as cards; now -- seconds UTC: a file may be another one later."""

    path: Path
    now: float

    subject = message("The reading of problems")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> tuple[Card, ...]:
        """Return the cards; raises an IrgoError for a file that holds none."""
        found = [problem_in(tree, self.path.name) for tree in load_file(self.path).games]
        cards = tuple(card for card in found if isinstance(card, Card))
        unclear = [said for said in found if isinstance(said, Message)]
        if unclear and not cards:
            raise UsageError(unclear[0])
        if not cards:
            raise UsageError("{file} holds no problem with a solution. The mistakes of a game are "
                             "added where it is open, with Practice → Add my mistakes.",
                             file=self.path.name)
        return cards


@dataclass(frozen=True, slots=True)
class MistakesRequest(Request[GameCards]):
    """The mistakes of a game as cards; now -- seconds UTC."""

    line: GameLine
    colours: tuple[Colour, ...]
    least: float
    source: str
    now: float
    engine: EngineProfile | None = None

    subject = message("The search for mistakes")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> GameCards:
        """Return the cards; raises UsageError where nobody can judge."""
        line = self.line
        judge = _judge(bench, line.positions[0], line.komi, line.rules, self.engine)
        return mistakes_of(self.line, judge, self.colours, self.least, self.source, self.now,
                           cancel=cancel)


class Guess(Struct):
    """A game replayed from one side.

    numbers -- of the moves before each that is guessed; place -- which of them is asked
    """

    line: GameLine
    colour: Colour
    numbers: tuple[int, ...]
    source: str
    place: int = -1
    hits: int = 0
    marks: list[AnswerMark] = field(default_factory=list)
    lost: dict[Theme, float] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """Return how many moves are still to come."""
        return len(self.numbers) - self.place - 1

    @property
    def number(self) -> int:
        """Return how many moves of the game lie before the one that is asked."""
        return self.numbers[self.place]

    @property
    def actual(self) -> Point:
        """Return the game's own move."""
        return self.line.moves[self.number][1]

    def advance(self) -> bool:
        """Go to the next move to guess; return whether there is one."""
        self.place = min(self.place + 1, len(self.numbers))
        return self.place < len(self.numbers)

    def area(self) -> tuple[Point, ...]:
        """Return the points round the game's own move, which is not in their middle."""
        columns, rows = self.line.columns, self.line.rows
        row, column = divmod(self.actual, columns)
        # Off the middle by what the point itself says, so that it gives nothing away.
        row += (self.actual * 7 + self.number) % 5 - 2
        column += (self.actual * 3 + self.number) % 5 - 2
        return tuple(point for point in range(columns * rows)
                     if max(abs(point // columns - row), abs(point % columns - column)) <= _AREA)

    def question(self) -> Card:
        """Return the card that asks; what is best is not known yet but the game's own move."""
        number, positions = self.number, self.line.positions
        start, before = way_to(positions[:number + 1], self.line.moves[:number])
        return Card(CardKind.MOVE, positions[number], start, before,
                    (JudgedMove(self.actual, 0.0),), (),
                    origin_of(self.line, number, self.colour, self.source), self.actual,
                    komi=self.line.komi, rules=self.line.rules)

    def take(self, said: JudgedMove, card: Card) -> None:
        """Take note of a guess that was judged."""
        self.hits += said.point == self.actual
        mark = card.mark(said)
        self.marks.append(mark)
        if mark is AnswerMark.NOT_YET and card.themes:
            theme = card.themes[0]
            self.lost[theme] = self.lost.get(theme, 0.0) + said.loss

    def summary(self) -> Message:
        """Return what was learnt."""
        if not self.marks:
            return message("No move was guessed.")
        good = sum(mark is AnswerMark.BEST for mark in self.marks)
        told = counted(
            "Of {all} guesses {good} were as good as the best, and one was the game's own move.",
            "Of {all} guesses {good} were as good as the best, and {count} were the game's own "
            "moves.", self.hits, all=len(self.marks), good=good)
        worst = sorted(self.lost, key=lambda theme: -self.lost[theme])[:2]
        if not worst:
            return told
        return message("{sentence} Most was lost in: {themes}.", sentence=told,
                       themes=listed(message(theme.value) for theme in worst))


def own_moves(line: GameLine, colour: Colour) -> tuple[int, ...]:
    """Return the numbers of moves before each move of a side that can be guessed."""
    return tuple(index for index, (mover, point) in enumerate(line.moves)
                 if mover == colour and point != PASS)


def guess_card(guess: Guess, judged: tuple[JudgedMove, ...]) -> Card:
    """Return the card of a guess that was judged."""
    return replace(card_of_game(guess.line, guess.number, judged, "irgo", guess.source),
                   is_guess=True)
