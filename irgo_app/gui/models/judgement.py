"""Who leads on each node: judged at a look, read on where the user rests, or counted by hand."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.draw.drawables import Drawable, Mark, MarkShape, RegionTint
from irgo_app.go.counting import Count, chains
from irgo_app.go.counting import counted as count_of
from irgo_app.go.counting import stones_together
from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.engine import Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.layers import Shown
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.study.selection import KnownPlaces
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.ishida import Fates
from irgo_app.judging.judged import END_VISITS, is_finished, judgement_of
from irgo_app.judging.judgement import Judgement, Rank, better, judge_of_curve, told_of
from irgo_app.judging.judges import Reading
from irgo_app.judging.requests import IshidaRequest, JudgementRequest
from irgo_app.layers.results import Field
from irgo_app.reader.levels import can_judge
from irgo_app.service.request import AnyRequest, Cancelled, Failure, Outcome, Urgency
from irgo_app.sgf.edits import ChangeKind, set_properties
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import is_over
from irgo_app.words import counted, noted, translated

_MOST_OWNERSHIPS: Final = 64
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
        self._reading: tuple[int, Reading] | None = None
        self._asked: dict[int, tuple[Position, Reading, JudgementRequest]] = {}
        self._story: dict[JudgementRequest, Judgement] = {}
        self._deeper: dict[JudgementRequest, Judgement] = {}
        self._with_ownership = deque[JudgementRequest]()
        evaluations.noted.connect(lambda node: self.changed.emit())
        service.ready.connect(self._on_ready)
        review.game_changed.connect(self._on_game)

    def reading(self) -> Reading:
        """Return how irgo's reader is asked of this game, at a look."""
        edition = self._review.info_edition
        if self._reading is None or self._reading[0] != edition:
            self._reading = edition, Reading.of_game(self._review.game, visits=1)
        return self._reading[1]

    def request_for(self, node: Node, visits: int = 1) -> JudgementRequest:
        """Return the question about a node, by default what asks for a look."""
        position, reading = self._review.replay.position_at(node), self.reading()
        if visits > 1:
            return JudgementRequest.of(
                position, replace(reading, visits=visits), is_over=is_over(node))
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
                     self._deeper.get(request), self._by_engine(node)):
            if said is not None:
                found[said.judge] = better(found.get(said.judge), said)
        return found

    def of(self, node: Node | None = None) -> Judgement | None:
        """Return what is told of a node, by default the current one; None while nobody knows."""
        return told_of(self.known(node or self._review.node).values())

    def ishida_of(self, node: Node, fates: Fates) -> IshidaRequest:
        """Return the question for the Ishida view of what is told of a node."""
        told = self.of(node)
        return IshidaRequest(self.request_for(node), fates,
                             told if told is not None and told.ownership else None)

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

    def note_story(self, told: Iterable[tuple[Node, Judgement]]) -> None:
        """Keep what a story tells of a game's nodes, in the place of what one told before."""
        self._story = {self.request_for(node): said for node, said in told}
        self.changed.emit()

    def _by_engine(self, node: Node) -> Judgement | None:
        """Return what an engine said as a judgement; None if it tells no lead."""
        found = self._evaluations.of(node)
        if found is None or found.score_lead is None:
            return None
        line = found.candidates[0].line if found.candidates else ()
        return Judgement(
            found.score_lead, line=line, visits=found.visits, rank=Rank.ENGINE,
            judge=self._evaluations.name_of(node), chance=found.winrate,
            ownership=found.ownership or ())

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if any(isinstance(request, JudgementRequest) for request in ready):
            self.changed.emit()

    def _on_game(self) -> None:
        self._reading = None
        self._asked.clear()
        self._story.clear()
        self._deeper.clear()
        self._with_ownership.clear()


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
    most = 100 if said.is_counted else 99
    percent = min(most, round(100 * max(said.chance, 1 - said.chance)))
    return (translated("Black {0} %") if said.chance >= 0.5
            else translated("White {0} %")).format(percent)


def judge_words(said: Judgement) -> str:
    if said.rank is Rank.ENGINE:
        return said.judge
    return "irgo" if said.rank is Rank.READER else translated("irgo's maps")


def by_words(said: Judgement, confirmed: int = 0) -> str:
    """Return who judges and how far it read; confirmed -- as `Judgements.confirmed`."""
    if said.is_counted:
        return translated("{0}, counted").format(judge_words(said))
    visits = max(said.visits, confirmed)
    if visits <= 1:
        return translated("{0} at a glance").format(judge_words(said))
    return str(counted("{judge}, {count} position", "{judge}, {count} positions", visits,
                       judge=judge_words(said)))


_RESTED_MS: Final = 300
"""How long a node is looked at before it is read on."""


class ReadingOn(QObject):
    """Reads the node on which the user rests to some hundred positions; another node stops it.

    Where the places of a node are found, the search of the board that they are found from is this
    reading, and none is made beside it.
    """

    def __init__(
        self, review: Review, judgements: Judgements, places: KnownPlaces,
        evaluations: Evaluations, service: ServiceBridge, preferences: Preferences,
    ) -> None:
        super().__init__()
        self._review, self._judgements, self._places = review, judgements, places
        self._evaluations, self._service, self._preferences = evaluations, service, preferences
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        self._has_failed = False
        self._rested = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._rested.timeout.connect(self._go_on)
        places.changed.connect(self._on_places)
        preferences.changed.connect(self._on_node)
        evaluations.noted.connect(lambda node: self._on_hidden())
        for signal in (review.node_changed, review.game_changed, review.tree_changed):
            signal.connect(self._on_node)
        self._on_node()

    @property
    def is_wanted(self) -> bool:
        """Return whether nodes are read on: not while a game is played."""
        return bool(self._preferences["read_on"]) and not self._evaluations.is_hidden \
            and not self._has_failed and can_judge(self._review.position)

    @property
    def is_reading(self) -> bool:
        return self._search.request is not None

    def stop(self) -> None:
        self._rested.stop()
        self._search.stop()

    def _request(self) -> JudgementRequest:
        return self._judgements.request_for(self._review.node, END_VISITS)

    def _on_node(self) -> None:
        if self.is_wanted and self._search.request == self._request():
            return
        self.stop()
        if self.is_wanted:
            self._rested.start()

    def _on_hidden(self) -> None:
        if not self.is_wanted:
            self.stop()

    def _go_on(self) -> None:
        if not self.is_wanted or self.is_reading:
            return
        if not self._places.is_wanted or is_over(self._review.node):
            self._read()
        else:
            self._on_places()

    def _read(self) -> None:
        request = self._request()
        known = self._service.cached(request)
        if known is not None:
            self._judgements.note(self._review.node, known)
        else:
            self._search.ask(request)

    def _on_places(self) -> None:
        """Take the reading that the places of the current node were found from."""
        found, node = self._places.found(), self._review.node
        if found is None or not self.is_wanted or is_over(node):
            return
        said = judgement_of(found.begun.mine, found.judge, Rank.READER)
        if is_finished(said):
            # Such a board is counted, which the window's process cannot.
            if not self.is_reading:
                self._read()
        else:
            self._judgements.note(node, said)

    def _on_answer(self, outcome: Outcome) -> None:
        if isinstance(outcome, Failure):
            # It was told; the next node would fail the same way.
            self._has_failed = True
        elif isinstance(outcome, Judgement):
            self._judgements.note(self._review.node, outcome)


_SURE = 0.5
"""From here on a stone that the estimate gives to the other side is proposed as dead."""

_OPEN = 0.05
"""Where a larger share of the board is nobody's a game is not finished: neutral points are fewer.
"""


class Counting(QObject):
    """The count of the current node while the user looks at it.

    Stones are proposed as dead by the judgement of the finished board, which the header tells as
    well, and until that is there by the estimate; the first click makes the choice the user's.

    dead -- the stones that are taken off
    is_searching -- dead stones are still searched: what is counted is no result yet

    changed -- it began, ended, or counts otherwise
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: Shown, judgements: Judgements, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._shown, self._judgements = review, shown, judgements
        self._service = service
        self.is_on = self.is_searching = False
        self._is_touched = False
        self.dead: frozenset[Point] = frozenset()
        service.ready.connect(self._on_ready)
        service.searched.connect(self._on_searched)
        review.node_changed.connect(self.end)
        review.game_changed.connect(self.end)
        review.move_played.connect(self._on_move)
        review.tree_changed.connect(lambda change: self._on_edit())

    def toggle(self) -> None:
        """Begin, or end it."""
        if self.is_on:
            self.end()
            return
        self.is_on, self._is_touched = True, False
        self.dead = self._proposed()
        self.is_searching = self._service.cached(self._request()) is None
        self._service.want(self._asked(), Urgency.VISIBLE)
        self.changed.emit()

    def end(self) -> None:
        """Show the game again."""
        if self.is_on:
            self.is_on = False
            self.changed.emit()

    def touch(self, point: Point) -> None:
        """Let stones be dead that were alive, or alive again; a vacant point does nothing.

        All stones that stand together without a stone of the other colour between them go along.
        """
        position = self._review.position
        if not position.cells[point]:
            return
        self._is_touched, self.is_searching = True, False
        together = stones_together(position, point)
        self.dead = self.dead - together if point in self.dead else self.dead | together
        self.changed.emit()

    @property
    def count(self) -> Count:
        game = game_rules(self._review.game)
        return count_of(self._review.position, self.dead, game.rules,
                        game.judged_komi - game.handicap_points, game.handicap)

    @property
    def open_points(self) -> int:
        """Return how many vacant points are nobody's; 0 if so few that the game may be over."""
        cells, owned = self._review.position.cells, set[Point]().union(*self.count.territory)
        left = sum(not cell and point not in owned for point, cell in enumerate(cells))
        return left if left > _OPEN * len(cells) else 0

    def drawables(self) -> tuple[Drawable, ...]:
        """Return both territories, and crosses on the dead stones."""
        black, white = self.count.territory
        return (RegionTint(BLACK, black), RegionTint(WHITE, white),
                *(Mark(point, MarkShape.CROSS) for point in sorted(self.dead)))

    def write_result(self) -> None:
        """Write the result into the record and end the count."""
        result = self.count.result
        self.end()
        self._review.apply(set_properties(
            self._review.game.root, {"RE": [result]}, noted("set result"), ChangeKind.INFO))

    def _request(self) -> JudgementRequest:
        return dataclasses.replace(
            self._judgements.request_for(self._review.node, END_VISITS), is_over=True)

    def _asked(self) -> list[AnyRequest]:
        """Return the questions whose answers propose dead stones."""
        estimate = self._shown.named("estimate")
        return [self._request()] if estimate is None else [
            self._request(), self._shown.request_for(estimate, self._review.node)]

    def _proposed(self) -> frozenset[Point]:
        said = self._service.cached(self._request())
        if said is not None and said.dead is not None:
            return said.dead
        position, dead = self._review.position, set[Point]()
        estimate = self._shown.named("estimate")
        result = self._shown.result_for(estimate) if estimate is not None else None
        if isinstance(result, Field):
            values = result.values.ravel()
            for chain in chains(position):
                colour = position.colour_at(next(iter(chain)))
                if colour * sum(float(values[point]) for point in chain) < -_SURE * len(chain):
                    dead |= chain
        return frozenset(dead)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if not self.is_on or self._is_touched:
            return
        if not ready.isdisjoint(self._asked()):
            said = self._service.cached(self._request())
            self.is_searching = self.is_searching and said is None
            if said is not None and is_over(self._review.node):
                self._judgements.note(self._review.node, said)
            self.dead = self._proposed()
            self.changed.emit()

    def _on_searched(self, request: AnyRequest, outcome: Outcome) -> None:
        """Let the estimate do where the search failed or was called off."""
        if self.is_on and self.is_searching and request == self._request() and isinstance(
                outcome, Failure | Cancelled):
            self.is_searching = False
            self.changed.emit()

    def _on_move(self) -> None:
        if not self.is_on and is_over(self._review.node):
            self.toggle()

    def _on_edit(self) -> None:
        if self.is_on:
            self.dead = frozenset(
                point for point in self.dead if self._review.position.cells[point])
            self.changed.emit()
