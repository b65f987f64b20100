"""The Ishida view at the window: what is asked for each node, and what is shown meanwhile.

What was said is not taken back: until a board has been read only what is sure of it is shown, from
one look and from what was read a few moves away; what is read is shown as long as it is known.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable
from irgo_app.go.point import Point
from irgo_app.gui.models.background import Background
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.judgement import Judgements
from irgo_app.gui.models.layers import LayerState
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.desk import StudyRunner, answers_at
from irgo_app.gui.models.study.selection import KnownPlaces
from irgo_app.gui.models.turns import TurnSigns
from irgo_app.judging.fate import GroupFate
from irgo_app.judging.ishida_picture import IshidaPicture
from irgo_app.judging.life_answers import LifeAnswers
from irgo_app.judging.moved_along import MovedAlong
from irgo_app.judging.requests import IshidaRequest
from irgo_app.networks import can_judge, not_judged
from irgo_app.service.request import AnyRequest, Urgency
from irgo_app.sgf.game_tree import Node
from irgo_app.words import translated

T = TypeVar("T")
_MOVES_ALONG: Final = 12
"""A reading is moved along over so many moves at most."""
_RESTED_MS: Final = 300


class IshidaRequests:
    """Makes the question for the picture of a node from all that is known of it."""

    def __init__(
        self, review: Review, judgements: Judgements, life: StudyRunner, background: Background,
    ) -> None:
        self._review, self._judgements, self._life = review, judgements, life
        self._background = background

    def can_show(self, node: Node) -> bool:
        """Return whether there is a picture of a node: its board is one that irgo judges."""
        return can_judge(self._review.replay.position_at(node))

    def at_a_look(self, node: Node) -> IshidaRequest:
        """Return the question for what is sure at one look."""
        return IshidaRequest(self._judgements.request_for(node), is_final=not self._is_read(node))

    def of(self, node: Node) -> IshidaRequest:
        """Return the question for the picture with all that is known."""
        answers, read = self._answers_at(node), self._judgements.with_ownership(node)
        fates = () if answers is None else answers.fates()
        are_lives_known = answers is not None and answers.is_complete
        is_final = (read is not None or not self._is_read(node)) and (
            are_lives_known or not self._background.is_in_review)
        moved = None if is_final else self._moved_along(
            node, needs_owners=read is None, needs_fates=not are_lives_known)
        return IshidaRequest(
            self._judgements.request_for(node),
            tuple(sorted((stone, fate) for stones, fate in fates for stone in stones)),
            read, moved, is_final)

    def _is_read(self, node: Node) -> bool:
        """Return whether the board of a node is read on by itself."""
        return self._background.is_on and self.can_show(node)

    def _moved_along(
        self, node: Node, *, needs_owners: bool, needs_fates: bool
    ) -> MovedAlong | None:
        """Return what was read on the nearest nodes of the line, None where that is nothing."""
        owned, owned_since = self._nearest(
            node, self._judgements.owners) if needs_owners else ((), ())
        fates, fates_since = self._nearest(node, self._fates_at) if needs_fates else ((), ())
        return MovedAlong(owned, owned_since, fates, fates_since) if owned or fates else None

    def _answers_at(self, node: Node) -> LifeAnswers | None:
        return answers_at(self._life, node, self._review.replay.position_at(node)) \
            if node.id in self._life.known else None

    def _fates_at(self, node: Node) -> tuple[GroupFate, ...]:
        answers = self._answers_at(node)
        return () if answers is None else answers.fates()

    def _nearest(
        self, node: Node, known_at: Callable[[Node], tuple[T, ...]]
    ) -> tuple[tuple[T, ...], tuple[Point, ...]]:
        """Return what is known at the nearest node before or after one, and the moves between.

        The line is followed back, and on along the moves that were looked at; what sets up stones
        ends it.
        """
        back, on = list[Node](), list[Node]()
        earlier: Node | None = node
        later: Node | None = node
        for _ in range(_MOVES_ALONG):
            if earlier is not None:
                back.append(earlier)
                earlier = earlier.parent
                if earlier is not None and (found := known_at(earlier)):
                    moves = _moves_of(back)
                    if moves is not None:
                        return found, moves
                    earlier = None
            if later is not None:
                later = later.tree.child_on_path(later)
                if later is not None:
                    on.append(later)
                    found = known_at(later)
                    moves = _moves_of(on) if found else None
                    if moves is not None:
                        return found, moves
        return (), ()


def _moves_of(nodes: Sequence[Node]) -> tuple[Point, ...] | None:
    """Return where the moves of nodes were played; None where one of them sets up stones."""
    if any(node.move is None or node.has_setup for node in nodes):
        return None
    return tuple(node.move[1] for node in nodes if node.move is not None)


class ShownIshida(QObject):
    """Asks for the first picture at once, and again with what is read: lives of groups, the board.

    changed -- another picture is there for the current node
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: LayerState, judgements: Judgements, life: StudyRunner,
        places: KnownPlaces, requests: IshidaRequests, service: ServiceBridge,
    ) -> None:
        super().__init__()
        self._review, self._shown, self._judgements = review, shown, judgements
        self._places, self._service, self._requests = places, service, requests
        self._last: IshidaRequest | None = None
        self._was_hidden = judgements.is_hidden
        # An engine says something else ten times a second.
        self._rested = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rested.timeout.connect(self._ask)
        life.changed.connect(self._ask)
        judgements.changed.connect(self._on_judged)
        service.ready.connect(self._on_ready)

    @property
    def is_on(self) -> bool:
        return self._shown.is_ishida

    def drawables(self, turn_signs: TurnSigns) -> tuple[Drawable, ...]:
        """Return what is drawn on the current node; only letters while that is not known."""
        picture = self.picture()
        return turn_signs.letter() if picture is None else picture.drawables(
            turn_signs.letters(self._places.letters()))

    def picture(self) -> IshidaPicture | None:
        """Return the picture with all that is found, else what came last, else the first look.

        None while the user plays: it tells which stones live and where to play. Nor is there one
        of a board that irgo does not judge.
        """
        if self._judgements.is_hidden or not self._requests.can_show(self._review.node):
            return None
        request = self._requests.of(self._review.node)
        found = self._service.cached(request)
        if found is not None:
            self._last = request
            return found
        last = self._last
        if last is not None and last.judged == request.judged:
            return self._service.cached(last)
        return self._service.cached(self._requests.at_a_look(self._review.node))

    def remark(self) -> str:
        """Return why nothing is shown, "" where something is or will be."""
        if self._judgements.is_hidden:
            return translated("hidden while you play")
        is_judged = self._requests.can_show(self._review.node)
        return "" if is_judged else str(not_judged(self._review.position))

    def _on_judged(self) -> None:
        if self._judgements.is_hidden != self._was_hidden:
            self._was_hidden = self._judgements.is_hidden
            self.changed.emit()
        if self.is_on and not self._rested.isActive():
            self._rested.start()

    def _ask(self) -> None:
        """Ask for the picture; and for the first ones of the boards beside, of what is read here.
        """
        node = self._review.node
        if not self.is_on or self._judgements.is_hidden or not self._requests.can_show(node):
            return
        if self._service.on_screen(self._requests.of(node), self) is None:
            return
        beside = (node.parent, node.tree.child_on_path(node))
        self._service.want_only(self, [([
            request for near in beside if near is not None
            and self._service.cached(request := self._requests.of(near)) is None],
            Urgency.NEIGHBOUR)])

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if self.is_on and any(isinstance(request, IshidaRequest)
                              and request.position == self._review.position for request in ready):
            self.changed.emit()
            self._rested.start()
