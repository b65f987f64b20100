"""The figures of the moves along the current line, and those that lost most."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.judgement import Judgements, curve_of
from irgo_app.gui.models.layers import LayerState
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.story import GameTeller
from irgo_app.judging.judgement import Judgement, JudgeTrust
from irgo_app.networks import can_judge
from irgo_app.review.game_line import stakes_on
from irgo_app.review.game_story import StoryPoint
from irgo_app.review.turning_points import LEAST_POINTS, KnownLead, Mistake, mistakes
from irgo_app.service.figures import Figures, FiguresRequest
from irgo_app.service.request import AnyRequest
from irgo_app.sgf import navigation
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.move_times import seconds_of_move
from irgo_app.words import translated


class KnownFigures:
    """Tells what is known of a node as it is shown now.

    Other parameters, another komi or stones found dead are other questions: what was known before
    does not count any more.
    """

    def __init__(self, shown: LayerState, service: ServiceBridge) -> None:
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
    """A move that lost points: the node it leads to, by how much, and who says so, in a word.

    number -- as the record counts; seconds -- how long the move took, None where it does not tell
    """

    node: Node
    number: int
    colour: Colour
    point: Point
    mistake: Mistake
    judge: str
    seconds: float | None = None


class MistakeList(QObject):
    """Follows the line that is shown; of a very long one a stretch around the current node.

    moves -- those that lost most, in this order
    is_complete -- whether something is known of every node of the line
    is_firm -- whether the list stays as it is: the story is told, or none is to come
    is_judged -- whether irgo judges boards of this size, or an engine has judged the line
    is_first_look -- whether some of them are told of one look at each position
    changed -- another list
    """

    changed = Signal()

    def __init__(self, review: Review, judgements: Judgements, teller: GameTeller) -> None:
        super().__init__()
        self._review, self._judgements = review, judgements
        self._teller = teller
        for signal in (teller.changed, teller.moved):
            signal.connect(self._later)
        self._line: list[Node] = []
        self._places: set[int] = set()
        self.is_complete = self.is_firm = self.is_judged = self.is_first_look = False
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
        engines = {each.judge for each in said if each is not None and each.rank
            is JudgeTrust.ENGINE}
        self.is_judged = bool(engines) or can_judge(self._review.position)
        first_untold, story = self._teller.told_along(self._line), self._teller.story
        if engines and story is not None and story.judge not in engines:
            # Who judges the curve names the mistakes: an engine that read the game after all.
            first_untold = 0
        found, self.is_first_look = self._as_told() if first_untold else (), False
        # One look errs: while the story is on its way, or looks are missing, such a list would show
        # moves that vanish with the next one.
        self.is_firm = bool(engines) or (self.is_complete and not self._teller.is_awaited)
        if first_untold < len(self._line) and self.is_firm:
            told = self._by_engine(said) if engines else self._looks()
            movers = [node.move[0] if node.move and not self._ends(place) else None
                      for place, node in enumerate(self._line)]
            game = self._review.game
            least = LEAST_POINTS * stakes_on(game.columns, game.rows)
            untold = [mistake for mistake in mistakes(movers, told, least)
                      if mistake.index >= first_untold]
            found += tuple(map(self._lost, untold[:_MOST_LISTED]))
            self.is_first_look = bool(untold) and not engines
        found = tuple(replace(lost, seconds=seconds_of_move(lost.node)) for lost in found)
        found = tuple(sorted(found, key=lambda lost: (-lost.mistake.points, lost.mistake.index)))
        told_now = found, self.turns, self.is_complete, self.is_firm, self.is_judged
        if told_now != self._told_last:
            self.moves, self._told_last = found, told_now
            self.changed.emit()
        if self._awaited and (self.is_firm or found):
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
            LostMove(node, self._review.game.printed_number(node), loss.colour, loss.point, Mistake(
                places[node.id], loss.colour, loss.points, None, by_engine=False),
                translated(story.judge))
            for loss in story.losses
            if (node := self._teller.node_of(loss.number)) is not None and node.id in places)

    def _lost(self, mistake: Mistake) -> LostMove:
        node = self._line[mistake.index]
        colour, point = node.move or (BLACK, 0)
        return LostMove(node, self._review.game.printed_number(node), colour, point, mistake,
                        translated("engine") if mistake.by_engine else translated("estimate"))

    def _looks(self) -> list[KnownLead]:
        """Return what one look says of each node: all of them went equally far."""
        looks = [self._judgements.look(node) for node in self._line]
        return [KnownLead() if said is None else KnownLead(said.lead) for said in looks]

    def _by_engine(self, said: Sequence[Judgement | None]) -> list[KnownLead]:
        # A few visits say something else with the next few.
        return [KnownLead() if each is None or each.visits < LEAST_VISITS
                else KnownLead(None, each.lead, each.chance) for each in said]

    def _ends(self, place: int) -> bool:
        """Return whether a node of the line is a pass of those that end the game, told as no loss.

        After the last one the board is counted, which differs from what was judged before it.
        """
        node = self._line[place]
        return node.move is not None and node.move[1] == PASS and any(
            map(navigation.is_over, self._line[place:place + 2]))

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
