"""What irgo searches by itself on the node where the user rests, while one switch is on."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.gui.models.engine import Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.window import Mode, Preferences, WindowLayout
from irgo_app.service.request import AnyRequest, Cancelled, Failure, Outcome

SWITCH: Final = "analyse_auto"
"""The setting."""


class Background(QObject):
    """Runs all searches that nobody asked for; another node calls them off.

    switched -- they run now, or no longer
    """

    switched = Signal()

    def __init__(
        self, review: Review, evaluations: Evaluations, service: ServiceBridge,
        preferences: Preferences, layout: WindowLayout,
    ) -> None:
        super().__init__()
        self._evaluations, self._preferences, self._layout = evaluations, preferences, layout
        self._service, self._searches = service, list[BackgroundSearch]()
        self._was_on = self.is_on, self.is_in_review
        review.node_changed.connect(self._on_node)
        review.game_changed.connect(self._on_node)
        review.tree_changed.connect(lambda change: self.look_again())
        evaluations.noted.connect(self._on_noted)
        preferences.changed.connect(self._on_wish)
        layout.mode_changed.connect(self._on_wish)

    @property
    def is_on(self) -> bool:
        """Return whether irgo searches by itself: not while the user plays a game."""
        return bool(self._preferences[SWITCH]) and not self._evaluations.is_hidden

    @property
    def is_in_review(self) -> bool:
        """Return whether it does, and a game is reviewed."""
        return self.is_on and self._layout.mode is Mode.REVIEW

    def run(
        self, delay_ms: int, request: Callable[[], AnyRequest | None],
        answered: Callable[[Outcome], None] | None = None,
    ) -> "BackgroundSearch":
        """Add a search to those that run.

        delay_ms -- how long a node is looked at before: stepping through a game asks nothing
        request -- what to ask of the current node now, None for nothing more
        answered -- is told what became of it
        """
        found = BackgroundSearch(self, self._service, delay_ms, request, answered)
        self._searches.append(found)
        return found

    def look_again(self) -> None:
        """Call off what need not be known of the current node any more, and ask the rest."""
        for search in self._searches:
            search.look_again()

    def _on_node(self) -> None:
        for search in self._searches:
            search.begin_anew()

    def _on_noted(self) -> None:
        """Listen for an engine's word, and for a game that begins or ends."""
        self._on_wish()
        self.look_again()

    def _on_wish(self) -> None:
        is_on = self.is_on, self.is_in_review
        if is_on != self._was_on:
            self._was_on = is_on
            for search in self._searches:
                search.has_failed = False
                search.look_again()
            self.switched.emit()


class BackgroundSearch(QObject):
    """A search of the node on which the user rests.

    has_failed -- a failure was told; the next node would fail the same way
    """

    def __init__(
        self, background: Background, service: ServiceBridge, delay_ms: int,
        request: Callable[[], AnyRequest | None], answered: Callable[[Outcome], None] | None,
    ) -> None:
        super().__init__(background)
        self._background, self._request, self._answered = background, request, answered
        self.has_failed = False
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        self._rested = QTimer(self, singleShot=True, interval=delay_ms)
        self._rested.timeout.connect(self._go_on)
        self.begin_anew()

    @property
    def is_working(self) -> bool:
        return self._search.request is not None

    def begin_anew(self) -> None:
        """Call off what was asked; ask again when the node has been looked at for a moment."""
        self._search.stop()
        if self._background.is_on:
            self._rested.start()
        else:
            self._rested.stop()

    def look_again(self) -> None:
        """Go on with what is asked if it is still wanted, else begin anew."""
        if self.is_working and self._search.request == self._next():
            return
        if self.is_working or not self._background.is_on or not self._rested.isActive():
            self.begin_anew()

    def _next(self) -> AnyRequest | None:
        return self._request() if self._background.is_on and not self.has_failed else None

    def _go_on(self) -> None:
        request = None if self.is_working else self._next()
        if request is not None:
            self._search.ask(request)

    def _on_answer(self, outcome: Outcome) -> None:
        self.has_failed |= isinstance(outcome, Failure)
        if self._answered is not None:
            self._answered(outcome)
        if isinstance(outcome, Cancelled):
            # The same node was left and is looked at again: its search was called off meanwhile.
            self._rested.start()
        else:
            self._go_on()
