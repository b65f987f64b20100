"""Practising: the card that is asked, its answer judged in a worker; and cards from the game."""

import math
import random
import time
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Diagram, Drawable, Mark, MarkShape, Outline
from irgo_app.errors import DamagedCardError, DeckError, IllegalMoveError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import NAME_OF_COLOUR, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.gui.models.board import Line
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.window import Notices
from irgo_app.judging.judges import JudgeSettings
from irgo_app.judging.requests import IshidaRequest
from irgo_app.networks import can_judge
from irgo_app.practice.answers import (AnswerRequest, CardRequest, Guess, GuessRequest,
                                       MistakesRequest, ProblemsRequest, ReplyRequest,
                                       StandingRequest, guess_card, own_moves)
from irgo_app.practice.card import (AnswerMark, Card, CardKind, JudgedMove, Origin, turned,
                                    ways_to_turn)
from irgo_app.practice.card_words import telling, told_reasons
from irgo_app.practice.deck import CardAnswer, Deck, DeckProgress, progress_of_deck
from irgo_app.practice.deck_file import deck_path
from irgo_app.practice.life import Standing
from irgo_app.practice.making import GameCards
from irgo_app.practice.schedule import Grade, Schedule, answered, grade_of
from irgo_app.review.game_line import GameLine
from irgo_app.service.request import AnyRequest, Cancelled, Failure, Outcome
from irgo_app.words import Message, counted, message

_LONGEST_FIGHT: Final = 200


class Stage(Enum):
    """How far one is with a card."""

    NOTHING = "nothing"
    ASKING = "asking"
    JUDGING = "judging"
    JUDGED = "judged"
    FIGHTING = "fighting"


class AskedCard(Struct):
    """A card that is asked; card -- as it lies on the board, turned or not.

    moves -- played so far in answer, both sides'; said -- the first answer, once it is judged
    review -- the number of the answer in the deck, 0 for one that is kept nowhere
    failed -- the later move of a line with which an answer failed that had worked so far
    """

    id: str
    card: Card
    schedule: Schedule
    begun: float
    moves: tuple[tuple[Colour, Point], ...] = ()
    said: JudgedMove | None = None
    grade: Grade | None = None
    review: int = 0
    has_hint: bool = False
    failed: Point | None = None


class CardBoard(QObject):
    """What lies on the board while one practises: a card, a line that follows it, a fight.

    changed -- anything that is seen
    """

    changed = Signal()

    def __init__(self, service: ServiceBridge, notices: Notices) -> None:
        super().__init__()
        self._service, self._notices = service, notices
        self._waiting_for: AnyRequest | None = None
        self.stage = Stage.NOTHING
        self.asked: AskedCard | None = None
        self.words: Message | str = ""
        self.line: Line | None = None
        self.step = 0
        self.looked_at: JudgedMove | None = None
        self.has_maps = False
        self.guess: Guess | None = None
        service.ready.connect(self._on_ready)

    @property
    def position(self) -> Position | None:
        """Return the board that is shown, None without a card."""
        if self.line is not None:
            return self.line.positions[self.step]
        return None if self.asked is None else self.asked.card.position

    @property
    def may_play(self) -> bool:
        """Return whether a move on the board is an answer or goes on with the fight."""
        return self.stage in (Stage.ASKING, Stage.FIGHTING)

    def why_not(self, point: Point) -> str | None:
        """Return why a point cannot be played now, None if it can."""
        position = self.position
        if position is None or not self.may_play:
            return ""
        return why_illegal(position, position.to_play, point)

    def diagram(self, coordinates: CoordinateStyle) -> Diagram:
        position = self.position or Position.empty()
        if self.line is not None and self.line.moves:
            diagram = self.line.diagram(self.step, coordinates)
        else:
            before = () if self.asked is None else self.asked.card.before
            diagram = Diagram(position, last_move=before[-1][1] if before else PASS,
                              coordinates=coordinates)
        return replace(diagram, drawables=self._drawables(position), is_quiet=self.has_maps)

    def show_hint(self) -> None:
        """Say where to look."""
        if self.stage is Stage.ASKING and self.asked is not None:
            self.asked.has_hint = True
            self.changed.emit()

    def look_at(self, move: JudgedMove) -> None:
        """Show what follows a judged move."""
        if self.asked is not None and self.stage in (Stage.JUDGED, Stage.FIGHTING):
            self._show_judged(move, 1)

    def go(self, step: int) -> None:
        """Show so many moves of the line; in a fight nothing is taken back."""
        if self.line is not None and self.stage is Stage.JUDGED:
            self.step = min(max(step, 0), len(self.line.moves))
            self.changed.emit()

    def fight_on(self) -> None:
        """Go on from the board that is shown, against irgo."""
        if self.stage is Stage.JUDGED and self.line is not None and self.asked is not None:
            self._show_line(self.line.moves[:self.step], self.step)
            self.stage = Stage.FIGHTING
            position = self.position
            assert position is not None
            if position.to_play != self.asked.card.position.to_play:
                self._want_reply(position)
            self.changed.emit()

    def show_maps(self) -> None:
        """Show the Ishida view, or take it away."""
        self.has_maps = not self.has_maps
        self.changed.emit()

    def take_back(self) -> None:
        """Go back to the question, as if nothing had been played."""
        if self.asked is not None and self.stage is Stage.JUDGING:
            self.asked.moves = self.asked.moves[:-1]
            self._show_line(self.asked.moves, len(self.asked.moves))
            self.stage = Stage.ASKING
            self.changed.emit()

    def _fight_with(self, point: Point) -> None:
        assert self.line is not None
        position = self.line.positions[-1]
        self.line.add((position.to_play, point))
        self.step = len(self.line.moves)
        if len(self.line.moves) < _LONGEST_FIGHT:
            self._want_reply(self.line.positions[-1])
        self.changed.emit()

    def _want_reply(self, position: Position) -> None:
        assert self.asked is not None
        self._want(ReplyRequest(position, self.asked.card.komi, self.asked.card.rules))

    def _reply(self, point: Point) -> None:
        if self.stage is not Stage.FIGHTING or self.line is None:
            return
        self.line.add((self.line.positions[-1].to_play, point))
        self.step = len(self.line.moves)
        if point == PASS:
            self._notices.tell(message("irgo passes."))
        self.changed.emit()

    def _clear(self) -> None:
        self._waiting_for = None
        self.asked = self.line = self.looked_at = None
        self.step, self.stage = 0, Stage.NOTHING

    def _tell_nothing(self, words: Message | str) -> None:
        self._clear()
        self.words = words
        self.changed.emit()

    def _show_line(self, moves: Sequence[tuple[Colour, Point]], step: int) -> None:
        assert self.asked is not None
        self.line = Line("", self.asked.card.position, moves)
        self.step = min(step, len(self.line.moves))

    def _show_judged(self, move: JudgedMove, step: int) -> None:
        assert self.asked is not None
        self.stage, self.looked_at = Stage.JUDGED, move
        self._show_line(move.line or ((self.asked.card.position.to_play, move.point),), step)
        self.changed.emit()

    def _want(self, request: AnyRequest) -> None:
        self._waiting_for = request
        self._service.search(request)

    def _map_request(self) -> IshidaRequest | None:
        position = self.position
        if position is None or self.asked is None or not can_judge(position):
            return None
        card = self.asked.card
        return IshidaRequest.at_a_look(position, JudgeSettings(None, card.komi, card.rules))

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if self.has_maps and self._map_request() in ready:
            self.changed.emit()

    def _drawables(self, position: Position) -> tuple[Drawable, ...]:
        found = list[Drawable]()
        asked = self.asked
        if asked is None:
            return ()
        request = self._map_request()
        if self.has_maps and request is not None:
            picture = self._service.on_screen(request)
            found += () if picture is None else picture.drawables()
        card = asked.card
        if self.stage is Stage.ASKING and asked.has_hint and self.guess is not None:
            found.append(Outline(card.position.to_play, self.guess.area(), is_lit=True))
        found += [Mark(stone, MarkShape.TRIANGLE) for stone in card.stones
                  if position.cells[stone] == card.position.cells[stone]]
        if self.looked_at is not None and self.stage is Stage.JUDGED:
            found += [Outline(reason.colour, reason.points, is_lit=True)
                      for reason in told_reasons(card, telling(card, self.looked_at))]
        return tuple(found)


_DAY_S: Final = 86_400.0
_FEW_MINUTES: Final = 60
"""A card that comes back in so many is waited for by the minute."""
_LONGEST_WAIT_S: Final = 3600.0
"""A clock may be set, and a machine sleep: the deck is looked at so often at least."""


class Practice(CardBoard):
    """The deck that is practised, or a game whose moves are guessed."""

    def __init__(
        self, service: ServiceBridge, notices: Notices, *, path: Path | None = None
    ) -> None:
        super().__init__(service, notices)
        self._path, self._clock, self._chance = path, time.time, random.Random()
        self._deck: Deck | None = None
        self._left: list[str] = []
        self.done = 0
        self._due = QTimer(self, singleShot=True)
        """Runs while nothing is due, until the next card is."""
        self._due.timeout.connect(self.look_for_more)
        service.searched.connect(self._on_searched)

    # What is there.

    @property
    def deck(self) -> Deck:
        """Return the deck, opened if it was not; raises DeckError."""
        if self._deck is None:
            self._deck = Deck(self._path or deck_path())
        return self._deck

    @property
    def left(self) -> int:
        """Return how many cards the day still brings, the one that is asked not counted."""
        return self.guess.left if self.guess is not None else len(self._left)

    def progress(self) -> DeckProgress | None:
        """Return what was learnt, None where the deck cannot be read."""
        try:
            return progress_of_deck(self.deck, self._clock())
        except DeckError as error:
            self.words = error.message
            return None

    # What one does.

    def begin(self) -> None:
        """Bring the day's cards; with a card on the board already that one stays."""
        if self.asked is not None or self.guess is not None:
            self.changed.emit()
            return
        try:
            self._left = list(self.deck.today(self._clock()).cards)
        except DeckError as error:
            self._tell_nothing(error.message)
            return
        self.next()

    def next(self) -> None:
        """Ask the next card, or say that there is none."""
        if self.guess is not None:
            self._next_guess()
            return
        self._clear()
        try:
            found = self._next_card()
            if found is None:
                self._wait_for_card()
                return
        except DeckError as error:
            self._tell_nothing(error.message)
            return
        name, card, schedule = found
        way = self._chance.choice(list(ways_to_turn(card)))
        self._ask(AskedCard(name, turned(card, way), schedule, self._clock()))

    def look_for_more(self) -> None:
        """Look at the deck again where no card is asked: there may be new ones."""
        self._due.stop()
        if self.asked is None and self.guess is None:
            self.begin()

    def guess_moves(self, line: GameLine, colour: Colour, source: str) -> None:
        """Replay a game from one side, its moves to be guessed."""
        numbers = own_moves(line, colour)
        if not numbers:
            self._notices.tell(message("{colour} has no move to guess in this game.",
                                       colour=message(NAME_OF_COLOUR[colour])))
            return
        self.guess = Guess(line, colour, numbers, source)
        self._next_guess()

    def end_guessing(self) -> None:
        self.guess = None
        self._clear()
        self.begin()

    def play(self, point: Point) -> None:
        """Answer with a move, or go on with the fight; what the rules forbid is said."""
        position = self.position
        if position is None or not self.may_play:
            return
        try:
            play(position, position.to_play, point)
        except IllegalMoveError as error:
            self._notices.tell(error.message)
            return
        if self.stage is Stage.FIGHTING:
            self._fight_with(point)
            return
        assert self.asked is not None
        asked = self.asked
        asked.moves = (*asked.moves, (position.to_play, point))
        self._show_line(asked.moves, len(asked.moves))
        self.stage = Stage.JUDGING
        if self.guess is not None:
            self._want(GuessRequest(
                asked.card.position, tuple(dict.fromkeys((point, self.guess.actual))),
                asked.card.komi, asked.card.rules))
        elif asked.card.kind is CardKind.LIFE:
            self._want(StandingRequest(asked.card, asked.moves))
        elif (known := asked.card.known(point)) is not None:
            self._judged(known)
        else:
            self._want(AnswerRequest(asked.card, point))
        self.changed.emit()

    def give_up(self) -> None:
        """Show the answer; the card counts as not known."""
        if self.stage is Stage.ASKING and self.asked is not None and self.guess is None:
            self._judged(None)

    def try_again(self) -> None:
        """Ask the same card once more; the first answer counts."""
        if self.asked is not None and self.stage in (Stage.JUDGED, Stage.FIGHTING):
            self.asked.moves, self.asked.begun, self.asked.failed = (), self._clock(), None
            self._show_line((), 0)
            self.looked_at, self.stage = None, Stage.ASKING
            self.changed.emit()

    def set_grade(self, grade: Grade) -> None:
        asked = self.asked
        if asked is None or not asked.review:
            return
        with self._notices.telling():
            self.deck.grade(asked.review, grade)
            asked.grade = grade
            self.changed.emit()

    def comes_back(self, grade: Grade) -> float | None:
        """Return in how many days the card comes back with a grade, None where it does not."""
        asked = self.asked
        if asked is None or not asked.review:
            return None
        now = self._clock()
        return (answered(asked.schedule, grade, now).due - now) / _DAY_S

    def leave_out(self) -> None:
        """Let the card never come again, and ask the next one."""
        if self.asked is None or not self.asked.id:
            self._notices.tell(message("There is no card to leave out."))
            return
        with self._notices.telling():
            self.deck.leave_out(self.asked.id)
            self._notices.tell(message("The card is left out and will not come back."))
            self.next()

    # What comes back.

    def _on_searched(self, request: AnyRequest, outcome: object) -> None:
        if request is not self._waiting_for and request != self._waiting_for:
            return
        self._waiting_for = None
        asked = self.asked
        if asked is None or isinstance(outcome, Failure | Cancelled):
            # What went wrong was said; the question stays.
            self.take_back()
        elif isinstance(request, ReplyRequest):
            assert isinstance(outcome, int)
            self._reply(outcome)
        elif isinstance(outcome, Standing):
            self._on_standing(asked, outcome)
        elif isinstance(outcome, JudgedMove):
            self._judged(outcome)
        elif isinstance(outcome, tuple):
            self._on_guess(asked, outcome)

    def _on_standing(self, asked: AskedCard, stands: Standing) -> None:
        """Go on with a card of life and death: until it is over, or has failed."""
        first = asked.moves[0][1]
        if stands.works and not stands.is_over:
            asked.moves = (*asked.moves, stands.line[0])
            self._show_line(asked.moves, len(asked.moves))
            self.stage = Stage.ASKING
            self.changed.emit()
            return
        known = asked.card.known(first)
        line, last = asked.moves + stands.line, asked.moves[-1][1]
        asked.failed = last if len(asked.moves) > 1 and not stands.works else None
        self._judged(JudgedMove(first, 0.0, stands.works, line=line,
                                note="" if known is None else known.note), step=len(asked.moves))

    def _on_guess(self, asked: AskedCard, judged: tuple[JudgedMove, ...]) -> None:
        assert self.guess is not None
        point = asked.moves[0][1]
        asked.card = guess_card(self.guess, judged)
        said = asked.card.known(point)
        assert said is not None
        self.guess.take(said, asked.card)
        self._judged(said)

    def _judged(self, said: JudgedMove | None, step: int = 1) -> None:
        """Take an answer in, None for giving up; the first one is kept in the deck at once."""
        asked = self.asked
        assert asked is not None
        card = asked.card
        mark = AnswerMark.NOT_YET if said is None else card.mark(said)
        if said is not None and card.known(said.point) is None:
            asked.card = card = replace(card, judged=(*card.judged, said))
        if asked.said is None and asked.grade is None and self.guess is None:
            now = self._clock()
            seconds = max(0.0, now - asked.begun)
            asked.grade = grade_of(mark, asked.schedule, seconds, had_hint=asked.has_hint)
            move = PASS if said is None else said.point
            loss = None if said is None or said.works is not None else said.loss
            with self._notices.telling():
                asked.review = self.deck.answer(
                    asked.id, CardAnswer(move, mark, asked.grade, loss, seconds), now)
            self.done += 1
        if asked.said is None:
            asked.said = said
        self._show_judged(said or card.best, step)

    # The rest.

    def _next_card(self) -> tuple[str, Card, Schedule] | None:
        """Return the next card that can be read, None if there is none; raises DeckError."""
        today = self.deck.today(self._clock()).cards
        # Cards that come back within minutes, and those that another irgo answered.
        self._left = [card for card in self._left if card in today]
        self._left += [card for card in today
                       if card not in self._left and card not in self.deck.damaged]
        while self._left:
            name = self._left.pop(0)
            try:
                return name, self.deck.card(name), self.deck.schedule(name)
            except DamagedCardError as error:
                self._notices.tell(error.message)
        return None

    def _next_guess(self) -> None:
        assert self.guess is not None
        guess = self.guess
        self._clear()
        if not guess.advance():
            self._tell_nothing(guess.summary())
            return
        card = guess.question()
        self._ask(AskedCard("", card, Schedule(0.0), self._clock()))

    def _ask(self, asked: AskedCard) -> None:
        self.asked, self.stage, self.words = asked, Stage.ASKING, ""
        self.changed.emit()

    def _wait_for_card(self) -> None:
        """Say why there is no card to ask, and look again when the next one is due."""
        now = self._clock()
        following = self.deck.next_time(now)
        seconds = None if following is None else max(0.0, following - now)
        if seconds is not None:
            self._due.start(round(1000 * min(seconds + 1, _LONGEST_WAIT_S)))
        self._tell_nothing(self._nothing_words(seconds))

    def _nothing_words(self, seconds: float | None) -> Message:
        """Return why there is no card to ask; seconds -- until the next is due, None for none."""
        if not self.deck.count():
            return message("Your deck is empty. Open a game of yours and choose Practice → Add my "
                           "mistakes.")
        if seconds is None:
            return message("Nothing is due. How many new cards a day brings is set under Practice "
                           "→ Settings.")
        days, minutes = round(seconds / _DAY_S), math.ceil(seconds / 60)
        if minutes <= _FEW_MINUTES:
            return counted("That is all for now. The next card comes back in one minute.",
                           "That is all for now. The next card comes back in {count} minutes.",
                           max(1, minutes))
        return counted("That is all for today. The next card comes back in one day.",
                       "That is all for today. The next card comes back in {count} days.", days) \
            if days else message("That is all for now. The next card comes back later today.")


class Collecting(QObject):
    """Searches games for cards, one after the other; what is found goes into the deck."""

    def __init__(self, practice: Practice, service: ServiceBridge, notices: Notices) -> None:
        super().__init__()
        self._practice, self._notices = practice, notices
        self._working = ""
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)

    @property
    def is_working(self) -> bool:
        return self._search.request is not None

    def add_mistakes(self, line: GameLine, sides: tuple[Colour, ...], source: str) -> None:
        """Search a game for mistakes of some sides; a search that goes on already goes on."""
        with self._notices.telling():
            least = self._practice.deck.choices().least
            self._begin(MistakesRequest(line, sides, least, source, time.time()), message(
                "Looking for mistakes; that takes about half a minute. Escape stops it."))

    def add_position(self, position: Position, komi: float, rules: str, origin: Origin) -> None:
        self._begin(CardRequest(position, komi, rules, origin), message(
            "Looking for the best moves of this position …"))

    def add_card(self, card: Card) -> None:
        """Put a card that is known already into the deck."""
        self._add([card])

    def add_problems(self, path: Path) -> None:
        self._begin(ProblemsRequest(path, time.time()), message("Reading the problems …"))

    def stop(self) -> None:
        if self.is_working:
            self._search.stop()
            self._notices.withdraw(self._working)
            self._notices.tell(message("The search for cards was stopped."))

    def _begin(self, request: AnyRequest, words: Message) -> None:
        if not self.is_working:
            self._working = str(words)
            self._notices.tell(self._working)
            self._search.ask(request)

    def _on_answer(self, outcome: Outcome) -> None:
        self._notices.withdraw(self._working)
        if isinstance(outcome, GameCards):
            self._add(list(outcome.cards), outcome)
        elif isinstance(outcome, Card):
            self._add([outcome])
        elif isinstance(outcome, tuple):
            self._add(list(outcome))
        else:
            assert isinstance(outcome, Failure)  # It was said already.

    def _add(self, cards: list[Card], found: GameCards | None = None) -> None:
        with self._notices.telling():
            deck = self._practice.deck
            added = deck.add(cards, time.time())
            for game in found.games if found is not None else ():
                deck.note_game(game)
            if added.new:
                words = counted("One card is new in your deck.",
                                "{count} cards are new in your deck.", added.new)
            elif added.known:
                words = message("Everything that was found is in your deck already.")
            else:
                words = message("No move clearly lost that much; the limit is under Practice → "
                                "Settings.")
            self._notices.tell(words)
            self._practice.look_for_more()
