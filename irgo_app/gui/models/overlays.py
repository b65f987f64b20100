"""What lies over the current node: layers, candidates, Ishida view; and when it is asked for."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Quality
from irgo_app.engines.engine import EngineState
from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.errors import LayerError
from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.background import Background
from irgo_app.gui.models.count import Counting
from irgo_app.gui.models.engine import EngineDesk, Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.ishida import IshidaRequests, ShownIshida
from irgo_app.gui.models.judgement import Judgements
from irgo_app.gui.models.layers import LayerState, ShownLayer
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.cards import Cards
from irgo_app.gui.models.study.desk import KnownGroups, StudyRunner
from irgo_app.gui.models.study.selection import Inquiry, KnownPlaces
from irgo_app.gui.models.turns import TurnSigns
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.life_answers import READER
from irgo_app.judging.requests import ReaderRequest, evaluation_of_search
from irgo_app.layers.candidates import LOSSES
from irgo_app.layers.candidates import NAME as CANDIDATES
from irgo_app.layers.candidates import (candidate_stones, chosen_candidates, line_drawables,
                                        musical_stones)
from irgo_app.layers.results import Field, Result
from irgo_app.meaning.requests import PlacesFound
from irgo_app.networks import can_judge
from irgo_app.review.group_names import name_labels
from irgo_app.service.request import AnyRequest, Urgency
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import is_over, nearest_first, stretch_around
from irgo_app.words import numeral, translated

_LOOKED_AT_MS: Final = 200
"""How long a node is looked at before it is searched: stepping through a game asks nothing."""


class OwnEvaluations(QObject):
    """What the reader says of the current node's moves: what its places were found from, if they
    are wanted; until then, and without them, a short search, which another node calls off.

    changed -- something else is known of the current node, or wanted
    """

    changed = Signal()

    def __init__(
        self, review: Review, evaluations: Evaluations, desk: EngineDesk, service: ServiceBridge,
        preferences: Preferences, background: Background, places: KnownPlaces
    ) -> None:
        super().__init__()
        self._review, self._evaluations, self._desk = review, evaluations, desk
        self._places = places
        self._of_places: tuple[PlacesFound, EngineEvaluation] | None = None
        self._found_places: PlacesFound | None = None
        self._service, self._preferences, self._background = service, preferences, background
        self._was_wanted = self.is_wanted
        self._search = background.run(
            _LOOKED_AT_MS, self._wanted_request, lambda outcome: self.changed.emit())
        desk.state_changed.connect(self._search.look_again)
        places.changed.connect(self._on_places)
        for signal in (preferences.changed, background.switched):
            signal.connect(self._on_wish)

    @property
    def is_wanted(self) -> bool:
        """Return whether the user wants irgo's own candidates: while a game is reviewed."""
        return bool(self._preferences["engine_candidates"]) and self._background.is_in_review

    @property
    def is_thinking(self) -> bool:
        return self._search.is_working

    def of(self, node: Node) -> EngineEvaluation | None:
        """Return what is known of a node, None if it is not wanted or not there.

        The letters of places and the moves on the board are one search's. Where both have passed
        there is no move to be told.
        """
        if not self.is_wanted or is_over(node):
            return None
        found = self._places.found() if node is self._review.node else None
        if found is None or found.judge != READER:
            return self._service.cached(self._request(node))
        if self._of_places is None or self._of_places[0] is not found:
            self._of_places = found, evaluation_of_search(found.begun.mine)
        return self._of_places[1]

    def _request(self, node: Node) -> ReaderRequest:
        game = game_rules(self._review.game, self._review.node)
        return ReaderRequest.of(self._review.replay.position_at(node), game.judged_komi,
                                rules=game.rules.engine_name)

    def _wanted_request(self) -> ReaderRequest | None:
        """Return what to ask, None where it is known or somebody else speaks of the node."""
        node = self._review.node
        is_open = (self.is_wanted and not self._desk.is_analyzing and not is_over(node)
                   and can_judge(self._review.position) and self._evaluations.of(node) is None
                   and self.of(node) is None)
        return self._request(node) if is_open else None

    def _on_places(self) -> None:
        """Tell of what places were found from; a step to a node without any changes nothing."""
        found = self._places.found()
        if found is not self._found_places:
            self._found_places = found
            self.changed.emit()

    def _on_wish(self) -> None:
        if self.is_wanted != self._was_wanted:
            self._was_wanted = self.is_wanted
            self._search.look_again()
            self.changed.emit()


class CandidateOverlay(QObject):
    """The evaluation of the current node as layers and drawables.

    changed -- the engine said something new of the current node, or another line is looked at
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: LayerState, evaluations: Evaluations, own: OwnEvaluations,
        desk: EngineDesk, preferences: Preferences
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._evaluations, self._own = evaluations, own
        self._desk, self._preferences = desk, preferences
        self._looked_at: Point = PASS
        review.node_changed.connect(self._forget)
        review.tree_changed.connect(lambda change: self._forget())
        evaluations.noted.connect(self._on_noted)
        own.changed.connect(self.changed)

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the candidates of the current node that are worth showing."""
        found = self._said_of(self._review.node)
        if found is None:
            return ()
        most = next((int(shown.params["most"]) for shown in self._shown.engine_layers
                     if shown.layer.name == CANDIDATES), 0)
        return chosen_candidates(found, self._review.position.to_play, most)

    @property
    def are_own(self) -> bool:
        """Return whether they are irgo's: no engine has said anything here."""
        node = self._review.node
        return self._evaluations.of(node) is None and self._own.of(node) is not None

    def look_at(self, point: Point) -> None:
        """Show the line that an engine expects after a candidate; PASS for none."""
        if point != self._looked_at:
            before, self._looked_at = self._looked_at, point
            known = {candidate.point for candidate in self.candidates()}
            if before in known or point in known:
                self.changed.emit()

    def result_for(self, shown: ShownLayer, node: Node | None = None) -> Result | None:
        """Return what an engine's layer shows, None if the engine said nothing of the kind."""
        node = node or self._review.node
        found, show = self._evaluations.of(node), shown.layer.of_evaluation
        if found is None and shown.layer.is_readers_too:
            found = self._own.of(node)
        if found is None or show is None:
            return None
        try:
            return show(found, self._said_before(node),
                        self._review.replay.position_at(node), shown.params)
        except LayerError:
            return None

    def need(self, shown: ShownLayer) -> str:
        """Return what an engine's layer lacks to be shown on the current node, "" if nothing."""
        if self.result_for(shown) is not None:
            return ""
        if self._evaluations.is_hidden:
            return translated("hidden while you play")
        if self._evaluations.of(self._review.node) is not None:
            return translated("The engine does not say.")
        if shown.layer.is_readers_too and self._own.is_thinking:
            return ""
        if shown.layer.is_readers_too and is_over(self._review.node):
            return translated("The game is over.")
        if self._desk.state in (EngineState.STOPPED, EngineState.FAILED):
            if shown.layer.is_readers_too and not self._own.is_wanted:
                return translated("Press Insert to start an engine. irgo's own candidates show in "
                                  "Review, where Study → Analyse automatically is on.")
            return translated("Needs an engine: press Insert to start it.")
        return "" if self._desk.is_analyzing else translated(
            "Press Insert to analyse the position.")

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what the engine puts on the current node."""
        drawn = list[Drawable]()
        for shown in self._shown.engine_layers:
            if not shown.is_on:
                continue
            if shown.layer.name == CANDIDATES:
                drawn += self._stones(shown)
            elif (result := self.result_for(shown)) is not None:
                drawn += shown.layer.drawables(
                    result, style=str(self._preferences["tint_style"]), opacity=shown.opacity)
        return tuple(drawn)

    def _stones(self, shown: ShownLayer) -> tuple[Drawable, ...]:
        """Return the candidates as they are to be shown, or the line looked at.

        A stone has no opacity: half a quality says nothing.
        """
        review, preferences = self._review, self._preferences
        found = self._said_of(review.node)
        if found is None:
            return ()
        position = review.position
        for candidate in self.candidates():
            if candidate.point == self._looked_at:
                return line_drawables(candidate, position)
        if shown.params["display"] == LOSSES:
            return candidate_stones(found, position.to_play, most=int(shown.params["most"]),
                                    has_digits=bool(preferences["candidate_digits"]))
        return musical_stones(
            found, position.to_play, self._said_before(review.node),
            has_digits=bool(preferences["candidate_digits"]),
            wanted=[quality for quality in Quality if preferences[f"ring_{quality.value}"]],
            most=int(shown.params["most"]))

    def _said_of(self, node: Node) -> EngineEvaluation | None:
        """Return what an engine said of a node, else irgo's reader."""
        return self._evaluations.of(node) or self._own.of(node)

    def _said_before(self, node: Node) -> EngineEvaluation | None:
        """Return the same of two moves earlier, by whoever speaks of the node."""
        if self._evaluations.of(node) is not None:
            return self._evaluations.before(node)
        grandparent = node.parent.parent if node.parent else None
        return self._own.of(grandparent) if grandparent else None

    def _forget(self) -> None:
        if self._looked_at != PASS:
            self._looked_at = PASS
            self.changed.emit()

    def _on_noted(self, node: Node) -> None:
        if node is self._review.node:
            self.changed.emit()


class Overlays(QObject):
    """Gathers what all models put on the board.

    changed -- one of them puts something else there
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: LayerState, groups: KnownGroups, inquiry: Inquiry,
        life: StudyRunner, cards: Cards, places: KnownPlaces, candidates: CandidateOverlay,
        counting: Counting, preferences: Preferences, service: ServiceBridge, ishida: ShownIshida,
        turn_signs: TurnSigns,
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._groups, self._inquiry = groups, inquiry
        self._life, self._cards, self._candidates = life, cards, candidates
        self._places = places
        self._counting, self._ishida, self._turn_signs = counting, ishida, turn_signs
        self._preferences = preferences
        for signal in (shown.changed, inquiry.changed, life.changed, cards.pointed_at,
                       places.changed, candidates.changed, counting.changed,
                       ishida.changed, turn_signs.changed):
            signal.connect(self.changed)
        service.ready.connect(self._on_ready)

    @property
    def is_mapped(self) -> bool:
        """Return whether a map is on, computed already or not."""
        return self._ishida.is_on or any(shown.is_on for shown in self._shown.layers)

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what the layers that are on draw and what is lit, or how it is counted."""
        if self._counting.is_on:
            return self._counting.drawables()
        found: list[Drawable] = []
        style = str(self._preferences["tint_style"])
        for shown in self._shown.layers:
            result = self._shown.result_for(shown) if shown.is_on else None
            if result is not None:
                found += shown.layer.drawables(result, style=style, opacity=shown.opacity)
                if shown.layer.shows_names and shown.layer.shows_names(shown.params):
                    found += self._group_labels()
        asked = (*self._inquiry.drawables(), *self._cards.drawables())
        if self._ishida.is_on:
            # It shows dead stones and where to play in its own way, and nothing else.
            return (*self._ishida.drawables(self._turn_signs), *asked,
                    *self._turn_signs.drawables())
        turn = self._turn_signs.drawables()
        if turn:
            # Where the game turned two moves are told apart: other discs would hide that.
            return (*found, *self._life.dead_marks(), *asked, *turn, *self._turn_signs.letter())
        return (*found, *self._life.dead_marks(), *asked, *self._candidates.drawables(),
                *self._places.drawables())

    def over_line(self) -> tuple[Drawable, ...]:
        """Return who owns what where a line of a turning point ends, with the Ishida view on."""
        return self._turn_signs.over_line() if self._ishida.is_on else ()

    def values_at(self, point: Point) -> str:
        """Return a point's name and its value in each map shown, for the status line."""
        position = self._review.position
        row, column = divmod(point, position.columns)
        texts = [position.vertex(point)]
        picture = self._ishida.picture() if self._ishida.is_on else None
        if picture is not None:
            value = numeral(picture.view.ownership[row, column], "+.2f")
            texts.append(f"{translated('Ishida view')} {value}")
        for shown in (*self._shown.layers, *self._shown.engine_layers):
            if not shown.is_on:
                continue
            result = self._candidates.result_for(shown) if shown.layer.uses_engine \
                else self._shown.result_for(shown)
            if isinstance(result, Field):
                value = numeral(result.values[row, column], "+.2f")
                texts.append(f"{translated(shown.layer.title)} {value}")
        return " · ".join(texts)

    def _group_labels(self) -> tuple[Drawable, ...]:
        groups, names = self._groups.here(), self._groups.names()
        if groups is None or names is None:
            return ()
        return name_labels(groups, names, self._review.position)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        node = self._review.node
        if any(shown.is_on and self._shown.request_for(shown, node) in ready
               for shown in self._shown.layers):
            self.changed.emit()


_MOST_AHEAD: Final = 2000
"""How many nodes are computed ahead: every game, but not a whole dictionary."""


class Planner(QObject):
    """Follows the current node and the choice of layers."""

    def __init__(
        self, review: Review, shown: LayerState, judgements: Judgements, ishida: IshidaRequests,
        service: ServiceBridge,
    ) -> None:
        super().__init__()
        self._review, self._shown, self._service = review, shown, service
        self._judgements, self._ishida = judgements, ishida
        review.arriving.connect(self.plan)
        shown.changed.connect(self.plan)
        self.plan()

    def plan(self) -> None:
        """Ask for what is on the screen, then look ahead from the current node."""
        game, current = self._review.game, self._review.node
        layers = self._shown.layers
        beside = [node for node in (current.parent, game.child_on_path(current)) if node]
        asked = list[tuple[list[AnyRequest], Urgency]]()
        for nodes, urgency in (([current], Urgency.VISIBLE), (beside, Urgency.NEIGHBOUR)):
            wanted: list[AnyRequest] = [
                self._shown.request_for(shown, node) for node in nodes
                for shown in layers if shown.is_on]
            if self._shown.is_ishida:
                wanted += map(self._ishida.of, filter(self._ishida.can_show, nodes))
            elif urgency is Urgency.NEIGHBOUR and self._ishida.can_show(current):
                # Its small board is always in sight.
                wanted.append(self._ishida.of(current))
            wanted += map(self._judgements.request_for, filter(self._judgements.can_tell, nodes))
            # Questions and names are about the groups of the plain reading; so are the letters and
            # lives of the Ishida view.
            groups = self._shown.of_groups
            wanted += [request for node in nodes
                       if (request := self._shown.plain_request_for(groups, node))
                       is not self._shown.request_for(groups, node) or self._shown.is_ishida]
            asked.append((
                [found for found in wanted if self._service.cached(found) is None], urgency))
        # What was asked for on a node that was left is withdrawn.
        self._service.want_only(self, asked)
        nodes_ahead = min(game.node_count, _MOST_AHEAD)
        self._service.look_ahead(self._ahead(current), nodes_ahead * len(layers))

    def _ahead(self, node: Node) -> Iterator[AnyRequest]:
        """Yield the requests of the nodes nearby, layers that are on before the rest."""
        line = {found.id for found in stretch_around(node, _MOST_AHEAD)[1]}
        ordered = sorted(self._shown.layers, key=lambda shown: not shown.is_on)
        for near in islice(nearest_first(node), _MOST_AHEAD):
            asked = self._shown.requests(near)
            if self._shown.is_ishida and self._ishida.can_show(near):
                yield self._ishida.at_a_look(near)
            for shown in ordered:
                yield asked[shown.layer.name]
            if near.id in line:
                if self._judgements.can_tell(near):
                    yield self._judgements.request_for(near)
                # Beyond what the cache has room for, the numbers that curves are made of.
                for shown in self._shown.with_curves:
                    yield self._shown.figures_for(shown, near)
