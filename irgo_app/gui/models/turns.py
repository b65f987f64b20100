"""The turning points of the game as one goes through them: the first screen, signs, both lines."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable, Letter, PlayedHere
from irgo_app.go.point import BLACK, PASS, Point
from irgo_app.gui.models.board import ShownLine
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.judgement import Judgements
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.story import GameTeller
from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.judging.ishida_picture import IshidaPicture
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.requests import IshidaRequest, JudgementRequest
from irgo_app.review.game_story import StoryLine, StoryPoint
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.words import counted, translated

PLAYED, BETTER = 0, 1
"""The lines of a turning point: as it was played, and what was better."""
BEST_LETTER: Final = "A"
_STEP_MS: Final = 800
"""How long each move of a line stays on the board while the line is played."""

_PLACES: Final = "places"
"""Under which name the layout keeps where files were left: a line each, its move and its path."""
_MOST_PLACES: Final = 30
_SETTLED_MS: Final = 1000
"""How long a move is looked at before it counts as the last one."""


def points_words(points: float) -> str:
    """Return points as a card tells them, `55 points`; "" where there are none to tell."""
    return str(counted("1 point", "{count} points", round(points))) if round(points) else ""


def line_title(point: StoryPoint, index: int) -> str:
    """Return what a line of a turning point is called: `O8, as played`, `M7 was better`."""
    line = point.lines[index]
    if not line.moves or line.moves[0][1] == PASS or len(point.lines) == 1:
        return str(line.title)
    colour, first = line.moves[0]
    if colour != point.move[0]:
        return translated("Black first") if colour == BLACK else translated("White first")
    words = translated("{0}, as played") if index == PLAYED else translated("{0} was better")
    return words.format(line.end.vertex(first))


class Turns(QObject):
    """Follows the story and the current node.

    points -- the turning points, the one that cost most first
    is_offered -- the story is there, but the user has gone his own way before it was
    changed -- other turning points, another current one, or what is offered
    """

    changed = Signal()

    def __init__(
        self, review: Review, teller: GameTeller, line: ShownLine, layout: WindowLayout,
    ) -> None:
        super().__init__()
        self._review, self._teller, self._line, self._layout = review, teller, line, layout
        self.points: tuple[StoryPoint, ...] = ()
        self.is_offered = False
        self._game: GameTree | None = None
        self._start: Node | None = None
        """Where the user was put when the game was opened; None once he has gone his own way."""
        self._is_fresh = True
        """Whether nothing has been told of the game yet: it is shown, or offered, once."""
        self._is_stepping = False
        self._clock = QTimer(self, interval=_STEP_MS)
        self._clock.timeout.connect(self._step_line)
        teller.changed.connect(self._on_story)
        line.changed.connect(self._on_line)
        review.game_changed.connect(self._on_game)
        review.node_changed.connect(self._on_node)
        layout.mode_changed.connect(self._tell)
        self._told: object = None
        self._on_game()

    @property
    def current(self) -> StoryPoint | None:
        """Return the turning point whose board, before or after its move, is the current node.

        The board after one may be the board before another, which is meant then.
        """
        node, points = self._review.node, self._teller.points
        return next((point for point in points if self._before(point) is node), next(
            (point for point in points if self._teller.node_of(point.number) is node), None))

    @property
    def first(self) -> StoryPoint | None:
        """Return the turning point that cost most, one with a better move before others."""
        return next((point for point in self.points if point.better not in (None, PASS)),
                    self.points[0] if self.points else None)

    @property
    def is_before(self) -> bool:
        """Return whether the current node is the board before a turning point's move."""
        return self.current is not None and self._before(self.current) is self._review.node

    @property
    def seen(self) -> StoryPoint | None:
        """Return the turning point whose signs are on the board: before its move, in Review."""
        is_review = self._layout.mode is Mode.REVIEW
        return self.current if is_review and self.is_before else None

    @property
    def shown_line(self) -> int | None:
        """Return which line of the current turning point is on the board, None for neither."""
        shown, point = self._line.line, self.current
        if shown is None or point is None:
            return None
        return next((index for index, line in enumerate(point.lines)
                     if shown.moves and shown.moves == line.moves[:len(shown.moves)]), None)

    def cost(self, point: StoryPoint) -> float:
        """Return the points that a card tells: what its move lost, else what was at stake."""
        losses = () if self._teller.story is None else self._teller.story.losses
        return next((loss.points for loss in losses if loss.number == point.number), point.points)

    def number_of(self, point: StoryPoint) -> int:
        """Return the number of a turning point's move as the record counts."""
        node = self._teller.node_of(point.number)
        return point.number if node is None else node.tree.printed_number(node)

    # Going there

    def go_to(self, point: StoryPoint) -> None:
        """Show the board before a turning point's move."""
        node = self._before(point)
        self.is_offered = False
        if node is not None:
            self._line.close()
            self._review.go_to(node)
            self._tell()

    def go_first(self) -> None:
        """Show the turning point that a game opens with."""
        if self.first is not None:
            self.go_to(self.first)

    def step(self, direction: int) -> bool:
        """Go to the next (+1) or previous (-1) turning point of the game; return whether there is.
        """
        here = self._number_here()
        ordered = sorted(self.points, key=lambda point: point.number)
        found = [point for point in ordered if (point.number - here) * direction > 0]
        if found:
            self.go_to(found[0 if direction > 0 else -1])
        return bool(found)

    def play(self, index: int) -> None:
        """Play a line of the current turning point on the board; once more ends that."""
        point = self.current
        if point is None or index >= len(point.lines):
            return
        is_shown = self.shown_line == index
        self.stop()
        if is_shown:
            self._line.close()
            return
        node = self._before(point)
        if node is not None:
            self._review.go_to(node)
            self._line.show(line_title(point, index), point.lines[index].moves)
            self._clock.start()

    def stop(self) -> None:
        """Let a line that is being played stand where it is."""
        self._clock.stop()

    def _number_here(self) -> float:
        """Return where the current node lies among the moves, the board before one below it."""
        point = self.current
        if point is not None:
            return point.number
        return self._review.game.move_number(self._review.node) + 0.5

    def _before(self, point: StoryPoint) -> Node | None:
        node = self._teller.node_of(point.number)
        return None if node is None else node.parent

    def _step_line(self) -> None:
        line = self._line.line
        if line is None or self._line.step >= len(line.moves):
            self.stop()
            return
        self._is_stepping = True
        self._line.go(self._line.step + 1)
        self._is_stepping = False

    # The first screen

    def came_back(self) -> None:
        """Take the current node for where the user was put: the story may show another one."""
        self._start = self._review.node

    def leave(self) -> None:
        """Leave the user where he is, whatever the story says."""
        self._start = None

    def _on_game(self) -> None:
        if self._review.game is not self._game:
            self._game, self.is_offered, self._is_fresh = self._review.game, False, True
            node = self._review.node
            self._start = node if node.parent is None else None
            self._on_story()

    def _on_node(self) -> None:
        if not self._is_stepping:
            self.stop()
        self._tell()

    def _on_line(self) -> None:
        if not self._is_stepping:
            self.stop()
        self._tell()

    def _tell(self) -> None:
        """Tell of what has changed; most steps through the game change nothing."""
        now = self.points, self.current, self.seen, self.shown_line, self.is_offered
        if now != self._told:
            self._told = now
            self.changed.emit()

    def _on_story(self) -> None:
        """Show where the game was decided, unless the user has gone his own way meanwhile."""
        if self._review.game is not self._game:
            return  # `_on_game` comes back.
        before, self.points = self.points, tuple(sorted(
            self._teller.points, key=lambda point: -self.cost(point)))
        if self.points and not before and self._is_fresh:
            self._is_fresh = False
            is_there = self._review.node is self._start and self._line.line is None \
                and self._layout.mode is Mode.REVIEW
            self.is_offered = not is_there and self.current is None
            self._start = None
            if is_there:
                self.go_first()
        elif not self.points:
            self.is_offered = False
        self._tell()


class LastPlaces(QObject):
    """Keeps the move at which each of the last files was left, and goes there when it is opened."""

    def __init__(self, review: Review, turns: Turns, layout: WindowLayout) -> None:
        super().__init__()
        self._review, self._turns, self._layout = review, turns, layout
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.keep)
        review.node_changed.connect(self._settled.start)
        review.leaving.connect(self.keep)
        self.return_there()

    def keep(self) -> None:
        """Note the current move of a file, whatever its main line is by now."""
        self._settled.stop()
        path = self._review.file.path
        if path is None or "\n" in str(path) \
                or self._review.game is not self._review.file.games[0]:
            return
        number = self._review.game.move_number(self._review.node)
        own = f"{number} {path.resolve()}"
        others = [line for line in self._lines() if line.partition(" ")[2] != str(path.resolve())]
        self._layout.texts[_PLACES] = "\n".join([own, *others][:_MOST_PLACES])

    def return_there(self) -> None:
        """Go from the beginning of a file to the move at which it was left."""
        path, review = self._review.file.path, self._review
        if path is None or review.node is not review.game.root:
            return
        number = next((line.partition(" ")[0] for line in self._lines()
                       if line.partition(" ")[2] == str(path.resolve())), "")
        line = review.game.main_line()
        if number.isdecimal() and 0 < int(number) < len(line):
            review.go_to(next((node for node in line
                               if review.game.move_number(node) >= int(number)), line[-1]))
            self._turns.came_back()

    def _lines(self) -> list[str]:
        return self._layout.texts.get(_PLACES, "").splitlines()


class Futures(QObject):
    """Has the boards at the end of both lines of a turning point drawn as the Ishida view.

    ready -- one more is drawn
    """

    ready = Signal()

    def __init__(
        self, teller: GameTeller, judgements: Judgements, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._teller, self._judgements, self._service = teller, judgements, service
        self._asked: set[IshidaRequest] = set()
        service.ready.connect(self._on_ready)

    def picture(self, point: StoryPoint, index: int) -> IshidaPicture | None:
        """Return the picture of a line's end, None while it is still to come."""
        request = self._request(point, point.lines[index])
        found = self._service.on_screen(request)
        if found is None:
            self._asked.add(request)
        return found

    def _request(self, point: StoryPoint, line: StoryLine) -> IshidaRequest:
        judged = JudgementRequest.of(line.end, self._judgements.reading(), is_over=False)
        return IshidaRequest(judged, (), self._said(point, line))

    def _said(self, point: StoryPoint, line: StoryLine) -> Judgement | None:
        """Return what the story itself expects there, None where it kept no ownership."""
        story = self._teller.story
        why = None if story is None else story.whys.get(point.number)
        if story is None or why is None:
            return None
        return next((Judgement(future.lead, ownership=future.ownership, visits=future.visits,
                               rank=story.judged[0].rank, judge=story.judge)
                     for future in (why.move, why.instead)
                     if future.end == line.end and future.ownership), None)

    def _on_ready(self, ready: frozenset[object]) -> None:
        found = self._asked.intersection(ready)
        if found:
            self._asked -= found  # type: ignore[arg-type]
            self.ready.emit()


class TurnSigns(QObject):
    """What a turning point puts on the board: the move played, the better one, how a line ends.

    changed -- other signs
    """

    changed = Signal()

    def __init__(self, turns: Turns, futures: Futures, line: ShownLine) -> None:
        super().__init__()
        self._turns, self._futures, self._line = turns, futures, line
        turns.changed.connect(self.changed)
        futures.ready.connect(self.changed)

    @property
    def best(self) -> Point | None:
        """Return where the better move is on the current board, None where there is none."""
        point = self._turns.seen
        return None if point is None or point.better == PASS else point.better

    def drawables(self) -> tuple[Drawable, ...]:
        point = self._turns.seen
        # Of a stretch of moves none is told as a mistake.
        if point is None or not point.moves:
            return ()
        colour, where = point.move
        return () if where == PASS else (PlayedHere(where, colour),)

    def letters(self, places: Sequence[tuple[Point, str]]) -> tuple[tuple[Point, str], ...]:
        """Return the letters of the board: of places, where their best is the story's, too."""
        best = self.best
        if best is None or (places and places[0][0] == best):
            return tuple(places)
        return ((best, BEST_LETTER),)

    def letter(self) -> tuple[Drawable, ...]:
        """Return the better move's letter alone, for a board without those of places."""
        best = self.best
        return () if best is None else (Letter(best, BEST_LETTER, is_first=True),)


    def over_line(self) -> tuple[Drawable, ...]:
        """Return who owns what at the end of the line that is shown, nothing before its end."""
        point, index, line = self._turns.current, self._turns.shown_line, self._line.line
        if point is None or index is None or line is None or self._line.step < len(line.moves) \
                or line.moves != point.lines[index].moves:
            return ()
        picture = self._futures.picture(point, index)
        return () if picture is None else picture.drawables()
