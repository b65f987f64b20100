"""What is told along the game: its story, the figures of its moves, and those that lost most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.engines.profile import EngineProfile
from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.judgement import Judgements, curve_of
from irgo_app.gui.models.layers import Shown
from irgo_app.gui.models.service_bridge import Making, ServiceBridge
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.judgement import Judgement, Rank
from irgo_app.report.blocks import USUAL_TURNING_POINTS
from irgo_app.report.report_process import Failed, Progress, StoryTask
from irgo_app.report.report_process import Told as StoryTold
from irgo_app.report.report_process import told_story
from irgo_app.report.story_record import story_record
from irgo_app.review.game_story import GameStory, StoryPoint
from irgo_app.review.turning_points import Mistake, Told, mistakes
from irgo_app.service.figures import Figures, FiguresRequest
from irgo_app.service.request import AnyRequest
from irgo_app.sgf import navigation
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.writer import write_games
from irgo_app.words import Message, message, translated

LEAST_MOVES: Final = 20
"""A game of fewer moves is not told unless somebody asks for it."""
_SOON_MS: Final = 2000
"""A game that is opened is first shown, then told."""


class GameTeller(QObject):
    """Has the game's main line told, one game at a time.

    story -- what was told of the game as it is now, None while nothing is
    percent -- how far it is; reason -- why nothing was told, None if nothing went wrong
    begins_by_itself -- whether a game that is opened is told without being asked for

    changed -- another story, or none any more; moved -- the telling is further, begins, ends
    opened -- a game that is told by itself has been opened
    """

    changed = Signal()
    moved = Signal()
    opened = Signal()

    def __init__(self, review: Review, judgements: Judgements, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._judgements = review, judgements
        self._preferences = preferences
        self.story: GameStory | None = None
        self.percent = 0
        self.reason: Message | None = None
        self.begins_by_itself = False
        self._making = Making(self)
        self._making.told.connect(self._on_told)
        self._game: GameTree | None = None
        self._nodes: list[Node] = []
        self._before: tuple[list[Node], GameStory] | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(lambda: self.begin())
        review.game_changed.connect(self._on_game)
        review.tree_changed.connect(lambda change: self._on_edit())

    @property
    def is_working(self) -> bool:
        return self._making.is_at_work

    @property
    def is_awaited(self) -> bool:
        """Return whether the game is being told, or will be by itself."""
        return self.is_working or self._soon.isActive()

    def begin_by_itself(self) -> None:
        """From now on tell each game that is opened, also the one that is open."""
        self.begins_by_itself, self._game = True, None
        self._on_game()

    def begin(self, profile: EngineProfile | None = None) -> None:
        """Tell the game anew; profile -- the engine that judges, None for irgo itself."""
        self.close()
        game = self._review.game
        self._forget()
        self._game, self._nodes = game, _moves(game)
        self._making.begin(
            StoryTask(write_games([game]), USUAL_TURNING_POINTS, profile), told_story)
        self.moved.emit()

    def stop(self) -> None:
        """Call the telling off; what is known stays."""
        self._soon.stop()
        self._making.stop()
        self.moved.emit()

    def close(self) -> None:
        """End the process at once."""
        self._soon.stop()
        self._making.close()

    def node_of(self, number: int) -> Node | None:
        """Return the node of a move of the story, by its number from 1."""
        return self._nodes[number - 1] if 0 < number <= len(self._nodes) else None

    def point_at(self, node: Node) -> StoryPoint | None:
        """Return the turning point that a node, or the move after it, is; None if it is none."""
        for number, point in enumerate(self.points):
            own = self.node_of(point.number)
            if own is not None and node in (own, own.parent):
                later = self.points[number + 1:number + 2]
                # The move of one may be the board before another.
                return next((other for other in later if self.node_of(other.number) is node), point)
        return None

    @property
    def points(self) -> tuple[StoryPoint, ...]:
        """Return the turning points, in the order of the game."""
        return self.story.points if self.story is not None else ()

    @property
    def whole(self) -> GameStory | None:
        """Return the story once all of it is told, None before."""
        return self.story if self.story is not None and self.story.is_whole else None

    def record(self) -> bytes:
        """Return a copy of the game's record as it is now, with the story in it; b"" without one.
        """
        return b"" if self.whole is None else story_record(self.whole, self._review.game)

    def told_along(self, line: Sequence[Node]) -> int:
        """Return how many nodes of a line, from its first, lead to the last one the story tells of.

        Beyond it a variation goes its own way. 0 where there is no story.
        """
        if self.story is None:
            return 0
        told = {node.id for node in self._nodes}
        return max((count for count, node in enumerate(line, 1) if node.id in told), default=0)

    def _on_told(self, news: object) -> None:
        if isinstance(news, Progress):
            self.percent = news.percent
        elif isinstance(news, StoryTold):
            self.story = news.story
            self._note()
            self.changed.emit()
        elif isinstance(news, Failed):
            self.reason = message("Stopped.") if news.reason is None else news.reason
        self.moved.emit()

    def _note(self) -> None:
        """Let header and curve say what the story was told from, once it is whole.

        What an engine read for it stays the story's: another search of it is not asked for here.
        """
        story, nodes = self.whole, self._nodes
        if story is not None and nodes and all(said.rank is Rank.READER for said in story.judged):
            line = [nodes[0].parent, *nodes]
            self._judgements.note_story([(node, said) for node, said in zip(
                line, story.judged, strict=False) if node is not None])

    def _on_game(self) -> None:
        if self._review.game is self._game:
            return
        self.close()
        self._forget()
        self._game = self._review.game
        if self.begins_by_itself and self._preferences["story_auto"] \
                and len(_moves(self._game)) >= LEAST_MOVES:
            self._soon.start()
            self.opened.emit()
        self.changed.emit()
        self.moved.emit()

    def _on_edit(self) -> None:
        """Put a story aside whose moves are no longer the game's, until they are again."""
        if not self._nodes and self._before is None:
            return
        moves = _moves(self._review.game)
        if self._nodes and not _tells(self._nodes, moves):
            before = None if self.whole is None else (self._nodes, self.whole)
            self.close()
            self._forget()
            self._before = before
        elif not self._nodes and self._before is not None and _tells(self._before[0], moves):
            self._nodes, self.story = self._before
            self._note()
        else:
            return
        self.changed.emit()
        self.moved.emit()

    def _forget(self) -> None:
        self.story, self._nodes, self._before = None, [], None
        self.percent, self.reason = 0, None


def _tells(nodes: Sequence[Node], moves: Sequence[Node]) -> bool:
    """Return whether a story of some moves is one of these, which may end with passes more."""
    return [node.id for node in nodes] == [node.id for node in moves[:len(nodes)]] and all(
        node.move is not None and node.move[1] == PASS for node in moves[len(nodes):])


def _moves(game: GameTree) -> list[Node]:
    return [node for node in game.main_line() if node.move is not None]


class KnownFigures:
    """Tells what is known of a node as it is shown now.

    Other parameters, another komi or stones found dead are other questions: what was known before
    does not count any more.
    """

    def __init__(self, shown: Shown, service: ServiceBridge) -> None:
        self._shown, self._service = shown, service

    def of(self, layer: str, node: Node) -> Figures | None:
        """Return the numbers of a layer on a node, None while they are not computed."""
        shown = self._shown.named(layer)
        return self._service.cached(self._shown.figures_for(shown, node)) if shown else None

    def requests(self, layer: str, node: Node) -> tuple[AnyRequest, ...]:
        """Return the requests either of whose answers makes the numbers known."""
        shown = self._shown.named(layer)
        if shown is None:
            return ()
        request = self._shown.request_for(shown, node)
        return request, FiguresRequest(request)


LEAST_VISITS: Final = 50
"""An engine that looked at fewer positions makes no mistakes."""
_SETTLE_MS: Final = 250
_MOST_NODES: Final = 2000
_MOST_LISTED: Final = 30


class LostMove(Struct, frozen=True):
    """A move that lost points: the node it leads to, by how much, and who says so, in a word."""

    node: Node
    number: int
    colour: Colour
    point: Point
    mistake: Mistake
    judge: str


class Losses(QObject):
    """Follows the line that is shown; of a very long one a stretch around the current node.

    moves -- those that lost most, in this order
    is_complete -- whether something is known of every node of the line
    changed -- another list
    """

    changed = Signal()

    def __init__(self, review: Review, judgements: Judgements, teller: GameTeller) -> None:
        super().__init__()
        self._review, self._judgements = review, judgements
        self._teller = teller
        teller.changed.connect(self._later)
        self._line: list[Node] = []
        self._places: set[int] = set()
        self.is_complete = False
        self._awaited = 0
        """Where the next move that lost much is to be gone to when it is known: +1, −1, or 0."""
        self.moves: tuple[LostMove, ...] = ()
        self._told_last: object = None
        self._settled = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settled.timeout.connect(self.refresh)
        judgements.changed.connect(self._later)
        review.game_changed.connect(self._on_edit)
        review.tree_changed.connect(lambda change: self._on_edit())
        review.node_changed.connect(self._on_node)
        self._on_node()

    def beside(self, direction: int) -> Node | None:
        """Return the nearest listed move after (+1) or before (-1) the current node."""
        here = self._line.index(self._review.node) if self._review.node in self._line else 0
        places = sorted({lost.mistake.index for lost in self.moves}.union(
            self._line.index(node) for node, _ in self.turns))
        found = [place for place in places if (place - here) * direction > 0]
        return self._line[found[0 if direction > 0 else -1]] if found else None

    def go_when_known(self, direction: int) -> None:
        """Go to the move beside once all moves are judged, unless the user goes elsewhere."""
        self._awaited = direction

    @property
    def turns(self) -> tuple[tuple[Node, StoryPoint], ...]:
        """Return the turning points of the story that lie on the line, with their nodes."""
        there = {node.id for node in self._line}
        found = ((self._teller.node_of(point.number), point) for point in self._teller.points)
        return tuple((node, point) for node, point in found
                     if node is not None and node.id in there)

    def refresh(self) -> None:
        """Look at everything that is known now."""
        self._settled.stop()
        said, _ = curve_of([self._judgements.known(node) for node in self._line])
        self.is_complete = None not in said
        engines = {each.judge for each in said if each is not None and each.rank is Rank.ENGINE}
        first_untold, story = self._teller.told_along(self._line), self._teller.story
        if engines and story is not None and story.judge not in engines:
            # Who judges the curve names the mistakes: an engine that read the game after all.
            first_untold = 0
        found = self._as_told() if first_untold else ()
        if first_untold < len(self._line):
            told = self._by_engine(said) if engines else self._looks()
            # A pass is told as no mistake: after the last one the board is counted, not judged.
            movers = [node.move[0] if node.move and node.move[1] != PASS else None
                      for node in self._line]
            untold = [mistake for mistake in mistakes(movers, told)
                      if mistake.index >= first_untold]
            found += tuple(map(self._lost, untold[:_MOST_LISTED]))
        found = tuple(sorted(found, key=lambda lost: (-lost.mistake.points, lost.mistake.index)))
        if (found, self.turns) != self._told_last:
            self.moves, self._told_last = found, (found, self.turns)
            self.changed.emit()
        if self._awaited and self.is_complete:
            node = self.beside(self._awaited)
            self._awaited = 0
            if node is not None:
                self._review.go_to(node)

    def _as_told(self) -> tuple[LostMove, ...]:
        story = self._teller.story
        if story is None:
            return ()
        places = {node.id: place for place, node in enumerate(self._line)}
        return tuple(
            LostMove(node, loss.number, loss.colour, loss.point, Mistake(
                places[node.id], loss.colour, loss.points, None, by_engine=False),
                translated(story.judge))
            for loss in story.losses
            if (node := self._teller.node_of(loss.number)) is not None and node.id in places)

    def _lost(self, mistake: Mistake) -> LostMove:
        node = self._line[mistake.index]
        colour, point = node.move or (BLACK, 0)
        return LostMove(node, self._review.game.move_number(node), colour, point, mistake,
                        translated("engine") if mistake.by_engine else translated("estimate"))

    def _looks(self) -> list[Told]:
        """Return what one look says of each node: all of them went equally far."""
        looks = [self._judgements.look(node) for node in self._line]
        return [Told() if said is None else Told(said.lead) for said in looks]

    def _by_engine(self, said: Sequence[Judgement | None]) -> list[Told]:
        # A few visits say something else with the next few.
        return [Told() if each is None or each.visits < LEAST_VISITS
                else Told(None, each.lead, each.chance) for each in said]

    def _later(self) -> None:
        if not self._settled.isActive():
            self._settled.start()

    def _on_edit(self) -> None:
        self._places = set()
        self._on_node()

    def _on_node(self) -> None:
        self._awaited = 0
        if self._review.node.id not in self._places:
            self._line = navigation.stretch_around(self._review.node, _MOST_NODES)[1]
            self._places = {node.id for node in self._line}
            self._later()
