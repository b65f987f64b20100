"""The tour: steps through an example game, each with one thing to do, left at any moment."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.go.point import PASS
from irgo_app.gui.models.layers import QUICK_VIEWS, QuickView, is_shown, show_view
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import TOUR, Mode
from irgo_app.resource_files import resource_path
from irgo_app.words import noted

EXAMPLE: Final = "club_game.sgf"
_STEPPED, _MIDDLE, _STUDIED = 3, 60, 96
"""Moves gone for the first step; where the timeline's step is done; where there is most to see."""


class Before(Struct, frozen=True):
    """What was so when a step began: the move, the layers that were on, whether all was saved."""

    move: int
    layers: frozenset[str]
    is_modified: bool


class TourStep(Struct, frozen=True):
    """One card of the tour.

    target -- the part of the window it points at, by its name; "" for the window as a whole
    title, text -- what it says, English, marked for translation
    is_done -- whether the user has done what it asks for; None where there is nothing to do
    move -- the move of the example to be at, None to stay
    view -- the quick view to begin with, "" to leave the layers as they are
    side -- where the card stands beside its target, if there is room
    stays_s -- so long it stays when it is done: there is something to look at, or to read
    """

    id: str
    target: str
    title: str
    text: str
    is_done: Callable[[Models, Before], bool] | None = None
    move: int | None = None
    view: str = ""
    side: str = "right"
    stays_s: float = 1.5


def _before(models: Models) -> Before:
    return Before(
        models.review.game.move_number(models.review.node),
        frozenset(found.layer.name for found in models.shown.layers if found.is_on),
        models.review.file.is_modified)


def _has_moved(models: Models, before: Before) -> bool:
    return _before(models).move != before.move


def _has_stepped_the_study(models: Models, before: Before) -> bool:
    steps = models.twins.steps()
    return steps is not None and any(step != last for step, last in steps)


STEPS: Final[tuple[TourStep, ...]] = (
    TourStep("welcome", "", noted("Welcome to irgo"), noted(
        "A tour of ten minutes through an example game shows what is where. You can leave "
        "it at any moment with Escape, and take it again from the Help menu. A game that is "
        "open now is found under File → Recent files afterwards.")),
    TourStep("steps", "strip", noted("Go through the game"),
         noted("This is a whole game. Press the Right key three times, or turn the mouse "
             "wheel over the board. Left goes back; these buttons do it too."),
         lambda models, before: abs(_before(models).move - before.move) >= _STEPPED, 0,
         "ishida"),
    TourStep("timeline", "timeline", noted("The timeline"),
         noted("The curve is the estimated lead: above the middle line Black leads, below it "
             "White. Red dots are moves that lost points; the numbers are those of the moves that "
             "decided the game, once irgo has read it. Click far to the right, or drag along it."),
         lambda models, before: _before(models).move >= _MIDDLE),
    TourStep("story", "story", noted("Where the game was decided"), noted(
        "irgo reads a game that you open; that takes a moment. Then each card is a move that "
        "decided it, and the board stands before the first of them: in the ring the move that was "
        "played, at A the better one. Click the button under the board that says what was "
        "better."),
        lambda models, before: models.turns.shown_line is not None, 0, "ishida", side="left",
        stays_s=10.0),
    TourStep("influence", "board", noted("Read the colours"),
         noted("The tint is influence: dark is Black's, light is White's, bare wood is "
             "nobody's. Hold the key Z to see the bare board, and let it go again."),
         lambda models, before: models.viewpoint.is_raw, _STUDIED, "influence"),
    TourStep("views", "quick views", noted("What the board shows"),
         noted("Each of these shows the board in a different way. Press G, or click Ishida: who "
               "owns what and how firmly, which groups are weak, and where to play."),
         lambda models, before: is_shown(models.shown, _view("ishida")), None, "influence",
         stays_s=4.0),
    TourStep("palette", "palette", noted("The palette of maps"),
         noted("One small live board for each map; More and F4 open and close it. A click shows a "
               "map, the second opens its settings, the third shows the bare board. Click one. The "
               "card below says what the signs mean."),
         lambda models, before: _before(models).layers != before.layers, stays_s=4.0),
    TourStep("explain", "explain", noted("Ask why"), noted(
        "Click any stone on the board. This page says whose it is, which group it belongs to and "
        "why; the stones that make it so light up."),
        lambda models, before: models.selection.point != PASS, side="left", stays_s=8.0),
    TourStep("study", "study", noted("What a move is worth"),
         noted("Each card is a place where it matters who plays first. Click one: both "
             "futures stand side by side, once with Black moving first and once with White, and "
             "the card says how many points lie between the two."),
         lambda models, before: models.twins.is_study, _STUDIED, side="left"),
    TourStep("twins", "twins", noted("Both first moves side by side"),
         noted("Black first on the left, White first on the right. Once the lines are there, the "
               "Left and Right keys play them. The buttons below show who owns what, the maps, and "
               "the difference."),
         _has_stepped_the_study, side="left", stays_s=6.0),
    TourStep("mistakes", "strip", noted("Moves that lost points"),
         noted("Press N to go to the next move that lost much, Shift+N to the one before. "
             "The buttons with the warning sign do it too, and list them."),
         _has_moved, 0, "influence"),
    TourStep("play", "board", noted("Play a move"), noted(
        "Click any vacant point. A move that is not in the record becomes a variation; the "
        "record's own move stays. Nothing is written to the file unless you save it."),
        _has_moved),
    TourStep("undo", "board", noted("Take it back"), noted(
        "Press Ctrl+Z: every edit can be taken back. The key V is for trying without "
        "changing the record at all."),
        lambda models, before: models.review.file.is_modified != before.is_modified),
    TourStep("modes", "modes", noted("Review, Edit, Play, Practice"),
         noted("Edit brings stones, marks and labels, Play a game against irgo or an engine, "
             "Practice exercises made of your own mistakes. Click one of them to look at it."),
         lambda models, before: models.layout.mode is not Mode.REVIEW, side="below"),
    TourStep("end", "help", noted("That was the tour"), noted(
        "F1 lists all keys, Shift+F1 opens the manual, and Help has more games to try "
        "things on. Ctrl+O opens a game of your own."), side="below"),
)
"""All steps, in their order."""


class Tour(QObject):
    """Where the tour is, and whether its step is done. It changes the window's models as a user
    would, and nothing but the example game.

    number -- of the step, the welcome's being 0
    changed -- another step, or this one is done
    ended -- the tour is over, or was left
    """

    changed = Signal()
    ended = Signal()

    def __init__(self, models: Models, open_example: Callable[[], object]) -> None:
        """Begin with the welcome; `open_example` has the example read, or asks the user first."""
        super().__init__()
        self._models, self._open_example = models, open_example
        self.number = 0
        self._before = _before(models)
        self._is_over = False
        self.is_done = False
        self._praise = QTimer(self, singleShot=True)
        self._praise.timeout.connect(self.next)
        models.layout.texts[TOUR] = "shown"
        for signal in (models.review.node_changed, models.review.tree_changed,
                       models.shown.changed, models.selection.changed,
                       models.twins.changed, models.layout.mode_changed, models.viewpoint.changed,
                       models.turns.changed):
            signal.connect(self._look)
        models.review.game_changed.connect(self._on_game)

    @property
    def step(self) -> TourStep:
        return STEPS[self.number]

    @property
    def is_last(self) -> bool:
        return self.number == len(STEPS) - 1

    def next(self) -> None:
        """Go on to the next step, whether this one is done or not; behind the last it is over."""
        if self.is_last:
            self.leave()
        elif self.number == 0 and not self._is_example():
            # It goes on when the example is there: the user may want to keep another game open.
            self._open_example()
        else:
            self._begin(self.number + 1)

    @property
    def may_go_back(self) -> bool:
        """Return whether there is a step before this one; nobody is welcomed twice."""
        return self.number > 1

    def back(self) -> None:
        if self.may_go_back:
            self._begin(self.number - 1)

    def leave(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._praise.stop()
            self.ended.emit()

    def _begin(self, index: int) -> None:
        models = self._models
        self._praise.stop()
        # What is made ready here must not be taken for what the user does.
        self.number, self.is_done = index, True
        step = self.step
        if step.id != "twins" and models.twins.is_study:
            models.twins.end()
        if step.id == "twins" and not models.twins.is_study:
            answers = models.life.answers()
            if answers is not None and answers.places:
                models.selection.show(answers.places[0])
        if step.id not in ("study", "twins"):
            models.selection.ask(PASS)
        models.layout.set_mode(Mode.REVIEW)
        if step.view:
            show_view(models.shown, _view(step.view))
        if step.id == "story" and models.turns.points:
            models.turns.go_first()
        elif step.move is not None:
            game = models.review.game
            models.review.go_to(game.node_of_move_number(step.move))
        # The story takes nobody away from a step; the step about it waits for it.
        models.turns.came_back() if step.id == "story" else models.turns.leave()
        self._before, self.is_done = _before(models), False
        self.changed.emit()

    def _look(self) -> None:
        """See whether the step is done; then go on in a moment."""
        is_asked = self.step.is_done is not None and not self.is_done and not self._is_over
        if is_asked and self.step.is_done(self._models, self._before):  # type: ignore[misc]
            self.is_done = True
            self._praise.start(round(1000 * self.step.stays_s))
            self.changed.emit()

    def _on_game(self) -> None:
        """Go on with the example that was opened; with another game the tour is over."""
        if self._is_over:
            return
        if not self._is_example():
            if self.number:
                self.leave()
        elif self.number == 0:
            self._begin(1)

    def _is_example(self) -> bool:
        path: Path | None = self._models.review.file.path
        return path is not None and path.resolve() == resource_path("examples", EXAMPLE).resolve()


def _view(view_id: str) -> QuickView:
    return next(view for view in QUICK_VIEWS if view.id == view_id)
