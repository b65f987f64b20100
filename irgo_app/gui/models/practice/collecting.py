"""Cards from the game that is open: its mistakes, or the position that is shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from irgo_app.errors import DeckError
from irgo_app.go.point import Colour
from irgo_app.go.position import Position
from irgo_app.gui.models.practice.session import Practice
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.window import Notices
from irgo_app.practice.answers import CardRequest, MistakesRequest, ProblemsRequest
from irgo_app.practice.card import Card, Origin
from irgo_app.practice.mistakes import Found
from irgo_app.review.game_line import GameLine
from irgo_app.service.request import AnyRequest, Failure, Outcome
from irgo_app.words import Message, counted, message


class Collecting(QObject):
    """Searches games for cards, one after the other; what is found goes into the deck."""

    def __init__(
        self, practice: Practice, service: ServiceBridge, notices: Notices, *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self._practice, self._notices = practice, notices
        self._clock = clock
        self._working = ""
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)

    @property
    def is_working(self) -> bool:
        return self._search.request is not None

    def add_mistakes(self, line: GameLine, sides: tuple[Colour, ...], source: str) -> None:
        """Search a game for mistakes of some sides; a search that goes on already goes on."""
        try:
            least = self._practice.deck.choices().least
        except DeckError as error:
            self._notices.tell(str(error))
            return
        self._begin(MistakesRequest(line, sides, least, source, self._clock()), message(
            "Looking for mistakes; that takes about half a minute. Escape stops it."))

    def add_position(self, position: Position, komi: float, rules: str, origin: Origin) -> None:
        """Make a card of a position."""
        self._begin(CardRequest(position, komi, rules, origin), message(
            "Looking for the best moves of this position …"))

    def add_problems(self, path: Path) -> None:
        """Make cards of a file's problems."""
        self._begin(ProblemsRequest(path, self._clock()), message("Reading the problems …"))

    def stop(self) -> None:
        """Call the search off."""
        if self.is_working:
            self._search.stop()
            self._notices.withdraw(self._working)
            self._notices.tell(str(message("The search for cards was stopped.")))

    def _begin(self, request: AnyRequest, words: Message) -> None:
        if not self.is_working:
            self._working = str(words)
            self._notices.tell(self._working)
            self._search.ask(request)

    def _on_answer(self, outcome: Outcome) -> None:
        self._notices.withdraw(self._working)
        if isinstance(outcome, Found):
            self._add(list(outcome.cards), outcome)
        elif isinstance(outcome, Card):
            self._add([outcome])
        elif isinstance(outcome, tuple):
            self._add(list(outcome))
        else:
            assert isinstance(outcome, Failure)  # It was said already.

    def _add(self, cards: list[Card], found: Found | None = None) -> None:
        now = self._clock()
        try:
            deck = self._practice.deck
            added = deck.add(cards, now)
            for game in found.games if found is not None else ():
                deck.note_game(game)
        except DeckError as error:
            self._notices.tell(str(error))
            return
        if added.new:
            words = counted("One card is new in your deck.", "{count} cards are new in your deck.",
                            added.new)
        elif added.known:
            words = message("Everything that was found is in your deck already.")
        else:
            words = message("No move clearly lost that much; the limit is under Practice → "
                            "Settings.")
        self._notices.tell(str(words))
        self._practice.look_for_more()
