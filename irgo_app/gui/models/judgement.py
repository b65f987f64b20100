"""Who leads on each node: by whom, how far it was read; and reading on where the user rests."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from irgo_app.engines.profile import NAME as OWN_ENGINE
from irgo_app.go.position import Position
from irgo_app.gui.models.background import Background
from irgo_app.gui.models.engine import Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.selection import KnownPlaces
from irgo_app.judging.judgement import (END_VISITS, Judgement, JudgeTrust, better, is_finished,
                                        judge_of_curve, judgement_of, told_of)
from irgo_app.judging.judgement_words import by_words
from irgo_app.judging.judges import JudgeSettings
from irgo_app.judging.requests import JudgementRequest
from irgo_app.meaning.requests import PlacesFound
from irgo_app.networks import can_judge
from irgo_app.service.request import AnyRequest, Outcome
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import is_over
from irgo_app.words import message, translated

_MOST_OWNERSHIPS: Final = 400
"""Nodes that keep whose points were expected to be whose, 12 kB each: a game's."""
_MOST_NODES: Final = 4000
"""Of so many nodes the questions, and what was read beyond a look, are kept."""


class Judgements(QObject):
    """What every part of the window tells of a node: the one judgement of its position.

    A look at each node is asked for as its maps are (`Planner`); a story tells more of a game's
    nodes, what was read deeper is noted here, and what engines said is known from `Evaluations`.

    changed -- something else may be told of some node
    """

    changed = Signal()

    def __init__(self, review: Review, evaluations: Evaluations, service: ServiceBridge) -> None:
        super().__init__()
        self._review, self._evaluations, self._service = review, evaluations, service
        self._reading: tuple[int, JudgeSettings] | None = None
        self._asked: dict[int, tuple[Position, JudgeSettings, JudgementRequest]] = {}
        self._story: dict[JudgementRequest, Judgement] = {}
        self._curve: dict[JudgementRequest, float] = {}
        self._deeper: dict[JudgementRequest, Judgement] = {}
        self._with_ownership = deque[JudgementRequest]()
        self._read_nodes = set[int]()
        evaluations.noted.connect(lambda node: self.changed.emit())
        service.ready.connect(self._on_ready)
        review.game_changed.connect(self._on_game)

    def reading(self) -> JudgeSettings:
        """Return how irgo's reader is asked of this game, at a look."""
        edition = self._review.info_edition
        if self._reading is None or self._reading[0] != edition:
            self._reading = edition, JudgeSettings.of_game(
                self._review.game, visits=1, node=self._review.node)
        return self._reading[1]

    def request_for(self, node: Node, visits: int = 1) -> JudgementRequest:
        """Return the question about a node, by default what asks for a look."""
        position, reading = self._review.replay.position_at(node), self.reading()
        if visits > 1:
            return JudgementRequest.of(
                position, reading.at(visits), is_over=is_over(node))
        known = self._asked.get(node.id)
        # By identity: comparing boards node by node is what this is to save.
        if known is None or known[0] is not position or known[1] is not reading:
            if len(self._asked) > _MOST_NODES:
                self._asked.clear()
            known = self._asked[node.id] = (position, reading, JudgementRequest.of(
                position, reading, is_over=is_over(node)))
        return known[2]

    @property
    def is_hidden(self) -> bool:
        """Return whether nothing is told because the user plays."""
        return self._evaluations.is_hidden

    def can_tell(self, node: Node) -> bool:
        """Return whether irgo tells anything of a node: boards it does not judge it counts."""
        return can_judge(self._review.replay.position_at(node)) or is_over(node)

    def look(self, node: Node) -> Judgement | None:
        """Return what one look at a node says, equally far everywhere; None if it is not there."""
        return None if self._evaluations.is_hidden else self._service.cached(self.request_for(node))

    def known(self, node: Node) -> dict[str, Judgement]:
        """Return what each judge says of a node, by their names, the weakest first.

        Nothing while the user plays: who leads is there to be seen afterwards.
        """
        if self._evaluations.is_hidden:
            return {}
        request = self.request_for(node)
        found = dict[str, Judgement]()
        # What a story tells takes the look's place: its cards name these numbers.
        for said in (self._story.get(request) or self._service.cached(request),
                     self._deeper.get(request)):
            if said is not None:
                found[said.judge] = better(found.get(said.judge), said)
        said = self._by_engine(node)
        if said is not None:
            known = found.get(said.judge)
            # An engine that analyses counts nothing: where it does not say that the board is open
            # the count stays, however far it reads.
            if known is None or not known.is_counted or not (is_over(node) or is_finished(said)):
                found[said.judge] = better(known, said)
        return found

    def of(self, node: Node | None = None) -> Judgement | None:
        """Return what is told of a node, by default the current one; None while nobody knows."""
        return told_of(self.known(node or self._review.node).values())

    def with_ownership(self, node: Node) -> Judgement | None:
        """Return the deepest reading of a node that tells whose each point is, None for no more
        than a look. Its lead need not be the one that is told.
        """
        known = self.known(node)
        told = told_of(known.values())
        if told is not None and told.ownership:
            return told
        read = [said for said in (self._deeper.get(self.request_for(node)), *known.values())
                if said is not None and said.ownership and not self.is_hidden]
        return max(read, key=lambda said: (said.is_counted, said.rank, said.visits), default=None)

    def owners(self, node: Node) -> tuple[float, ...]:
        """Return whose each point of a node is as irgo read it, Black +1; () where it only looked.
        """
        # A step asks this of two dozen nodes, of which hardly one was read.
        if node.id not in self._read_nodes or self.is_hidden:
            return ()
        read = self._deeper.get(self.request_for(node))
        return () if read is None else read.ownership

    def beside(self, node: Node | None = None) -> tuple[Judgement, ...]:
        """Return what other judges say of a node."""
        known = self.known(node or self._review.node)
        told = told_of(known.values())
        return tuple(said for said in known.values() if said is not told)

    def confirmed(self, node: Node | None = None) -> int:
        """Return how far a node was read where that said nothing else than what is told; or 0."""
        told, known = self.of(node), self._deeper.get(self.request_for(node or self._review.node))
        return 0 if told is None or known is None or known.judge != told.judge \
            or known.visits <= told.visits else known.visits

    def note(self, node: Node, said: Judgement) -> None:
        """Keep what was read of a node beyond a look, and for some time its ownership too."""
        request = self.request_for(node)
        self._read_nodes.add(node.id)
        known = self._deeper.get(request)
        if known is None or known.visits <= said.visits:
            if len(self._deeper) > _MOST_NODES:
                self._deeper.clear()
            self._deeper[request] = replace(said, moves=())
            self._with_ownership.append(request)
            if len(self._with_ownership) > _MOST_OWNERSHIPS:
                old = self._with_ownership.popleft()
                if old in self._deeper and old not in self._with_ownership:
                    self._deeper[old] = replace(self._deeper[old], ownership=())
        self.changed.emit()

    def note_story(self, told: Iterable[tuple[Node, Judgement, float]]) -> None:
        """Keep what a story tells of a game's nodes, in the place of what one told before.

        told -- with each node its judgement, and its lead on the curve
        """
        self._story, self._curve = {}, {}
        for node, said, lead in told:
            request = self.request_for(node)
            self._story[request], self._curve[request] = said, lead
        self.changed.emit()

    def on_curve(self, node: Node, said: Judgement) -> float:
        """Return the lead that a curve shows for what is told of a node.

        Where a point stands open the lead jumps with every move between two answers; a story has
        their mean.
        """
        request = self.request_for(node)
        told = self._story.get(request)
        return self._curve[request] if told is not None and told.lead == said.lead else said.lead

    def _by_engine(self, node: Node) -> Judgement | None:
        """Return what an engine said as a judgement; None if it tells no lead.

        irgo itself as an opponent is no other judge: its reader has read this node further.
        """
        found = self._evaluations.of(node)
        if found is None or found.score_lead is None:
            return None
        line = found.candidates[0].line if found.candidates else ()
        said = Judgement(
            found.score_lead, line=line, visits=found.visits, rank=JudgeTrust.ENGINE,
            judge=self._evaluations.name_of(node), chance=found.winrate,
            ownership=found.ownership or ())
        look = self.look(node) if said.judge == OWN_ENGINE else None
        return said if look is None else replace(
            said, rank=look.rank, judge=look.judge, margin=look.margin)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if any(isinstance(request, JudgementRequest) for request in ready):
            self.changed.emit()

    def _on_game(self) -> None:
        self._reading = None
        self._asked.clear()
        self._story.clear()
        self._deeper.clear()
        self._with_ownership.clear()
        self._read_nodes.clear()


def curve_of(
    known: Sequence[dict[str, Judgement]]
) -> tuple[list[Judgement | None], list[Judgement | None]]:
    """Return what the curve of a line is drawn from, by one judge, and what another says beside it.

    known -- what each judge says, node by node
    The other is the strongest who has said anything; None where there is nothing.
    """
    judge = judge_of_curve(known)
    own = [said.get(judge) if judge is not None else None for said in known]
    others = [told_of(each for each in said.values() if each.judge != judge) for said in known]
    return own, others


def chance_words(said: Judgement) -> str:
    """Return how likely the leader wins, such as `Black 92 %`; "" if it is not known."""
    if said.chance is None:
        return ""
    # Certain is only what was counted.
    most = 100 if said.is_counted and said.either is None else 99
    percent = min(most, round(100 * max(said.chance, 1 - said.chance)))
    return (translated("Black {0} %") if said.chance >= 0.5
            else translated("White {0} %")).format(percent)


def judge_words(said: Judgement) -> str:
    return "irgo" if said.rank <= JudgeTrust.READER else str(message(said.judge))


def told_by(said: Judgement, confirmed: int = 0) -> str:
    """Return who judges and how far it read; confirmed -- as `Judgements.confirmed`."""
    return str(by_words(judge_words(said), max(said.visits, confirmed),
                        is_counted=said.is_counted))


_RESTED_MS: Final = 300
"""How long a node is looked at before it is read on."""


class ReadingOn(QObject):
    """Reads the node on which the user rests to some hundred positions; another node stops it.

    Where the places of a node are found, the search of the board that they are found from is this
    reading, and none is made beside it.
    """

    def __init__(
        self, review: Review, judgements: Judgements, places: KnownPlaces, service: ServiceBridge,
        background: Background,
    ) -> None:
        super().__init__()
        self._review, self._judgements, self._places = review, judgements, places
        self._service, self._background = service, background
        self._search = background.run(_RESTED_MS, self._wanted_request, self._on_answer)
        places.changed.connect(self._on_places)

    @property
    def is_wanted(self) -> bool:
        """Return whether nodes are read on: not while a game is played."""
        return self._background.is_on and can_judge(self._review.position)

    @property
    def is_reading(self) -> bool:
        return self._search.is_working

    def _wanted_request(self) -> JudgementRequest | None:
        """Return what to ask, None where it is known or told by the search for places."""
        node = self._review.node
        if not self.is_wanted:
            return None
        if self._places.is_wanted and not is_over(node):
            found = self._places.found()
            # A finished board is counted, which the window's process cannot.
            if found is None or not is_finished(_said_by(found)):
                return None
        request = self._judgements.request_for(node, END_VISITS)
        known = self._service.cached(request)
        if known is not None:
            self._judgements.note(node, known)
        return request if known is None else None

    def _on_places(self) -> None:
        """Take the reading that the places of the current node were found from."""
        found, node = self._places.found(), self._review.node
        if found is None or not self.is_wanted or is_over(node):
            return
        said = _said_by(found)
        if is_finished(said):
            self._search.look_again()
        else:
            self._judgements.note(node, said)

    def _on_answer(self, outcome: Outcome) -> None:
        if isinstance(outcome, Judgement):
            self._judgements.note(self._review.node, outcome)


def _said_by(found: PlacesFound) -> Judgement:
    return judgement_of(found.begun.mine, found.judge, JudgeTrust.READER)
