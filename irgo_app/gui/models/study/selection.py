"""What is looked at on the current node: a point or place that is chosen, found, or explained."""

from collections.abc import Callable
from string import ascii_uppercase

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Halo, Letter, Mark, MarkShape, Outline
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.background import Background
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.layers import DeadStones, LayerState
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.study.desk import KnownGroups, StudyJudges, StudyRunner
from irgo_app.gui.models.window import Notices
from irgo_app.judging.study import Place, Study, place_of_box, place_of_point
from irgo_app.layers.groups import Groups
from irgo_app.layers.moyo import NAME as MOYO
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Explanation
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.reasons import OF_STONES, Comparison, Reason
from irgo_app.meaning.requests import FirstPlacesRequest, PlacesFound, PlacesRequest, WhyRequest
from irgo_app.meaning.words import part_of_place
from irgo_app.networks import can_judge
from irgo_app.service.as_shown import explanation_as_shown
from irgo_app.service.request import AnyRequest, Failure, LayerRequest, Outcome
from irgo_app.sgf.edits import child_with_move
from irgo_app.sgf.game_tree import Node
from irgo_app.words import Message, counted, message


class Selection(QObject):
    """The only owner of the choice: cards, explanation, boards and outlines follow it.

    point -- what is asked about, PASS for nothing; it stays from node to node
    reader -- whose study is looked at, None for who reads now
    box -- two corners of the box that was drawn on this board, None for none
    changed -- another point or place, or its study is looked at, or no longer
    wanted -- the user wants to see a study, or the list of groups
    """

    changed = Signal()
    wanted = Signal()

    def __init__(
        self, review: Review, life: StudyRunner, readers: StudyJudges, notices: Notices
    ) -> None:
        super().__init__()
        self._review, self._life, self._notices = review, life, notices
        self.point: Point = PASS
        self.reader: str | None = None
        self.box: tuple[Point, Point] | None = None
        self._chosen: tuple[Place, Position] | None = None
        """A place, and the position it was chosen on."""
        self._is_studied = self._stays_chosen = False
        review.node_changed.connect(self._forget_place)
        review.move_played.connect(lambda is_known: self.forget_point())
        review.game_changed.connect(self._on_game)
        review.tree_changed.connect(lambda change: self._on_edit())
        readers.changed.connect(self._on_reader)

    @property
    def asked(self) -> Place | None:
        """Return the group at the point that is asked about, None for a vacant point."""
        return None if self.point == PASS else self._life.group_at(self.point)

    @property
    def place(self) -> Place | None:
        """Return the place chosen, by its card or for its study; else the group asked about."""
        return self.asked if self._chosen is None else self._chosen[0]

    @property
    def studied(self) -> Place | None:
        """Return the place whose study is looked at."""
        return self._chosen[0] if self._chosen and self._is_studied else None

    def study(self) -> Study | None:
        """Return the study looked at, if it is there."""
        return None if self.studied is None else self._life.study(self.studied, self.reader)

    def ask(self, point: Point) -> None:
        """Ask about a point, and choose its group; PASS for nothing any more."""
        self.point = point
        if not self._is_studied:
            self._chosen = None
        self.changed.emit()

    def forget_point(self) -> None:
        """Explain nothing any more: the board shows something else now."""
        if self.point != PASS:
            self.ask(PASS)

    def choose(self, place: Place | None) -> None:
        """Choose a place, which is shown on the board; while a study is there, its place stays."""
        if not self._is_studied and place != self.place:
            self._chosen = None if place is None else (place, self._review.position)
            self.changed.emit()

    def show(self, place: Place, reader: str | None = None) -> None:
        """Show the study of a place; ask for it if it is not there.

        reader -- who was asked already and whose study it is, None for who reads now
        """
        if not self._is_studied:
            self._stays_chosen = self._chosen is not None
        self._chosen, self._is_studied = (place, self._review.position), True
        # Both boards are about the place; an outline of the point would outlive them.
        self.point, self.reader = PASS, reader
        if reader is None:
            self._life.ask_study(place)
        self.wanted.emit()
        self.changed.emit()

    def show_point(self, point: Point) -> None:
        """Show the study of a vacant point; of another one it is told that it is none."""
        with self._notices.telling():
            self.show(place_of_point(self._review.position, point))

    def show_box(self, corner: Point, other: Point) -> None:
        """Show the study of a box; a box without a vacant point is explained."""
        self.box = corner, other
        with self._notices.telling():
            self.show(place_of_box(self._review.position, corner, other))

    def close(self) -> None:
        """Look at no study any more; what was found stays known.

        A place that was chosen by its card before the study stays chosen.
        """
        if self._is_studied:
            self._is_studied = False
            if not self._stays_chosen:
                self._chosen = None
            self.changed.emit()

    def _forget_place(self) -> None:
        self.box = None
        if self._chosen is not None:
            self._chosen, self._is_studied = None, False
            self.changed.emit()

    def _on_game(self) -> None:
        self.point = PASS
        self._forget_place()

    def _on_edit(self) -> None:
        if self._chosen is not None and self._chosen[1] != self._review.position:
            self._forget_place()

    def _on_reader(self) -> None:
        self.reader = None
        if self.studied is not None:
            self._life.ask_study(self.studied)
            self.changed.emit()


class Inquiry(QObject):
    """Asks the service about the point on whatever node is shown; the answer follows the game.

    changed -- another question, or an answer
    """

    changed = Signal()

    def __init__(
        self, review: Review, shown: LayerState, dead: DeadStones, service: ServiceBridge,
        groups: KnownGroups, life: StudyRunner, selection: Selection,
    ) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._dead, self._service = dead, service
        self._groups, self._life, self._selection = groups, life, selection
        for signal in (selection.changed, shown.changed, groups.changed):
            signal.connect(self.changed)
        review.tree_changed.connect(lambda change: self.changed.emit())
        review.node_changed.connect(self._on_node)
        service.ready.connect(self._on_ready)

    def sentences(self) -> list[str]:
        """Return the answer to the point asked for, as far as it is there."""
        found = self._explanation()
        return list(map(str, found.sentences)) if found else []

    def values(self) -> list[str]:
        """Return those of the sentences that tell the values of the fields shown."""
        found = self._explanation()
        return list(map(str, found.of_fields)) if found else []

    def framework(self) -> str:
        """Return in whose framework the point is, "" where the map of moyos is not on."""
        shown, point = self._shown.named(MOYO), self._selection.point
        result = None if shown is None or not shown.is_on else self._shown.result_for(shown)
        if not isinstance(result, Moyos) or point == PASS:
            return ""
        name = self._review.position.vertex(point)
        inside = next((region for region in result.regions if point in region.points), None)
        if inside is None:
            return str(message("{point} is in nobody's framework.", point=name))
        said = {"point": name, "colour": message(NAME_OF_COLOUR[inside.colour])}
        size, worth = result.size_of(inside), result.worth_of(inside)
        if worth is None:
            return str(counted("{point} is in a framework of {colour}'s of one point.",
                               "{point} is in a framework of {colour}'s of {count} points.",
                               size, **said))
        return str(counted(
            "{point} is in a framework of {colour}'s of one point, worth about {worth:.0f}.",
            "{point} is in a framework of {colour}'s of {count} points, worth about {worth:.0f}.",
            size, worth=worth, **said))

    def drawables(self) -> tuple[Drawable, ...]:
        """Return the outline of the group chosen, and what the explanation points at."""
        found: list[Drawable] = []
        place, groups = self._selection.place, self._groups.here()
        region = self._life.of_group(place, groups.regions) if place and groups else None
        if region is not None:
            found.append(Outline(region.colour, region.points, is_lit=True))
        explanation = self._explanation()
        if explanation:
            if explanation.stones:
                found.append(Halo(explanation.stones))
            else:
                found += [Mark(point, MarkShape.SQUARE) for point in explanation.highlights]
            found.append(Outline(BLACK, (self._selection.point,), is_lit=True))
        return tuple(found)

    def _explanation(self) -> Explanation | None:
        found = None if self._selection.point == PASS else self._service.on_screen(
            self._question(), self)
        return found if isinstance(found, Explanation) else None

    def _question(self) -> LayerRequest:
        node = self._review.node
        fields = [(shown.layer, self._shown.request_for(shown, node))
                  for shown in self._shown.layers if shown.is_on]
        return explanation_as_shown(
            self._review.position, self._selection.point, fields, self._dead.of(node))

    def _on_node(self) -> None:
        if self._selection.point != PASS:
            self.changed.emit()

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if self._selection.point != PASS and self._question() in ready:
            self.changed.emit()


_RESTED_MS = 300
"""How long a node is looked at before its places are searched."""


class KnownPlaces(QObject):
    """Asks for the first list, then for what the places are worth and why; stops with the node.

    changed -- another list for the current node, or none any more; also another node
    """

    changed = Signal()

    def __init__(
        self, review: Review, groups: KnownGroups, service: ServiceBridge, readers: StudyJudges,
        background: Background,
    ) -> None:
        super().__init__()
        self._review, self._groups = review, groups
        self._service, self._readers, self._background = service, readers, background
        self._stones: tuple[Groups, tuple[tuple[Point, ...], ...]] | None = None
        self._search = background.run(
            _RESTED_MS, self._wanted_request, lambda outcome: self.changed.emit())
        groups.changed.connect(self._search.look_again)
        for signal in (review.node_changed, review.game_changed, background.switched):
            signal.connect(self.changed)

    @property
    def is_wanted(self) -> bool:
        """Return whether places are found by themselves: while a game is reviewed."""
        return self._background.is_in_review and can_judge(self._review.position)

    @property
    def is_working(self) -> bool:
        return self._search.is_working

    def found(self) -> PlacesFound | None:
        """Return what is known of the current node's places, None if nothing is or may be."""
        asked = self._requests() if self.is_wanted else None
        if asked is None:
            return None
        first, full = asked
        return self._service.cached(full) or self._service.cached(first)

    def lettered(self) -> tuple[tuple[str, FoundPlace], ...]:
        """Return the places of the current node with their letters, the best first."""
        found = self.found()
        if found is None:
            return ()
        # A letter that the record has written on the board already would mean two things.
        taken = set(self._review.node.labels.values())
        free = [letter for letter in ascii_uppercase if letter not in taken]
        return tuple(zip(free, found.places, strict=False))

    def letters(self) -> tuple[tuple[Point, str], ...]:
        """Return where the side to move would begin, and the place's letter."""
        return tuple((place.mine.move, letter) for letter, place in self.lettered())

    def drawables(self) -> tuple[Drawable, ...]:
        return tuple(Letter(point, letter, is_first=number == 0)
                     for number, (point, letter) in enumerate(self.letters()))

    def at(self, point: Point) -> FoundPlace | None:
        """Return the place whose letter is on a point."""
        return next((place for _, place in self.lettered()
                     if place.mine.move == point != PASS), None)

    # Inside

    def _requests(self) -> tuple[FirstPlacesRequest, PlacesRequest] | None:
        """Return the two questions about the current node, None while its groups are missing."""
        groups, position = self._groups.here(), self._review.position
        if groups is None:
            return None
        # Asked for several times a step: the regions of a board are made where they are looked at.
        if self._stones is None or self._stones[0] is not groups:
            self._stones = groups, tuple(region.stones for region in groups.regions)
        stones = self._stones[1]
        reading = self._readers.game()
        first = FirstPlacesRequest(position, stones, reading, position.order)
        begun = self._service.cached(first)
        return first, PlacesRequest(position, stones, reading, position.order,
                                    None if begun is None else begun.begun)

    def _wanted_request(self) -> FirstPlacesRequest | PlacesRequest | None:
        asked = self._requests() if self.is_wanted else None
        if asked is None or self._service.cached(asked[1]) is not None:
            return None
        first, full = asked
        return first if full.begun is None else full


class Explained(Struct, frozen=True, eq=False):
    """Two futures of a position beside each other, and why they differ.

    title -- what is explained, without a full stop
    why -- both futures and the reasons; place -- the place that it is of, None for a move
    """

    title: Message
    why: Comparison
    place: FoundPlace | None = None

    def points(self) -> tuple[Point, ...]:
        """Return what it is about on the board."""
        if self.place is not None:
            return self.place.points
        return tuple({point for reason in self.why.difference.reasons for point in reason.points})


class Reasons(QObject):
    """Owns what is explained; its two futures stand on two boards in the place of one.

    opened -- the first move of the place that is opened, PASS for none
    pointed -- the reason under the mouse, whose stones and points are lit
    changed -- something else is explained, is being searched, or nothing is any more
    pointed_at -- another reason; wanted -- the user wants to see what is explained
    """

    changed = Signal()
    pointed_at = Signal()
    wanted = Signal()

    def __init__(
        self, review: Review, places: KnownPlaces, selection: Selection, service: ServiceBridge,
        readers: StudyJudges, told_why: Callable[[Node], Comparison | None],
    ) -> None:
        """Explain nothing yet; told_why -- what the story of the game says of a node's move."""
        super().__init__()
        self._review, self._places, self._selection = review, places, selection
        self._service, self._readers, self._told_why = service, readers, told_why
        self.explained: Explained | None = None
        self.pointed: Reason | None = None
        self.opened: Point = PASS
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        places.changed.connect(self._on_places)
        selection.changed.connect(self._on_selection)
        review.node_changed.connect(self.close)
        review.game_changed.connect(self.close)
        review.tree_changed.connect(lambda change: self._on_edit())

    @property
    def is_working(self) -> bool:
        return self._search.request is not None

    @property
    def is_there(self) -> bool:
        """Return whether anything is explained, or will be."""
        return self.explained is not None or self.is_working or self.opened != PASS

    def open_place(self, point: Point) -> None:
        """Show both futures of the place whose letter is on a point, once they are known."""
        self._selection.close()
        self._forget()
        self.opened = point
        self._on_places()
        self.wanted.emit()
        self.changed.emit()

    def ask_why(self, move: Point = PASS) -> bool:
        """Ask why a move that could be played here is good or bad; by default the last one.

        What the story of the game says of it is not searched again: another search tells other
        numbers. Return whether there is one to be asked about.
        """
        node, position = self._review.node, self._review.position
        asked: Node | None = node
        if move == PASS:
            if node.move is None or node.parent is None:
                return False
            colour, move = node.move
            position = self._review.replay.position_at(node.parent).with_to_play(colour)
        else:
            asked = child_with_move(node, position.to_play, move)
        told = None if asked is None else self._told_why(asked)
        self._selection.close()
        self._forget()
        request = WhyRequest(position, move, None, self._readers.game(), position.order)
        found = told if told is not None and told.position == position \
            else self._service.cached(request)
        if found is not None:
            self._explain(found)
        else:
            self._search.ask(request)
        self.wanted.emit()
        self.changed.emit()
        return True

    def show(self, found: Comparison) -> None:
        """Show both futures of a move that somebody else has had searched."""
        self._selection.close()
        self._forget()
        self._explain(found)
        self.changed.emit()

    def point_at(self, reason: Reason | None) -> None:
        """Light what a reason is about, None for none."""
        if reason is not self.pointed:
            self.pointed = reason
            self.pointed_at.emit()

    def lit(self) -> tuple[Drawable, ...]:
        """Return what lights the reason pointed at."""
        reason = self.pointed
        if reason is None:
            return ()
        if reason.kind in OF_STONES:
            return (Halo(reason.points),)
        return (Outline(reason.colour, reason.points, is_lit=True),)

    def close(self) -> None:
        """Explain nothing any more; what was found stays known."""
        if self.is_there:
            self._forget()
            self.changed.emit()

    # Inside

    def _forget(self) -> None:
        self._search.stop()
        self.explained, self.pointed, self.opened = None, None, PASS

    def _explain(self, found: Comparison) -> None:
        move = found.move.move
        name = message("a pass") if move == PASS else found.position.vertex(move)
        self.explained = Explained(message("Why {move}?", move=name), found)

    def _on_places(self) -> None:
        """Show the place that was opened, as soon as what is at stake there is known."""
        known, place = self._places.found(), self._places.at(self.opened)
        if known is None or place is None or known.is_first_look or (
                self.explained is not None and self.explained.place is place):
            return
        self.explained = Explained(title_of(place), place.comparison, place)
        self.changed.emit()

    def _on_answer(self, outcome: Outcome) -> None:
        if isinstance(outcome, Comparison):
            self._explain(outcome)
        elif isinstance(outcome, Failure):
            self._forget()  # It was told.
        self.changed.emit()

    def _on_selection(self) -> None:
        """Make room for the study of a group, a point or a box."""
        if self._selection.studied is not None:
            self.close()

    def _on_edit(self) -> None:
        found = self.explained
        if found is not None and found.place is not None \
                and found.why.position != self._review.position:
            self.close()


def title_of(place: FoundPlace) -> Message:
    """Return what a place is called: the move there, and where that is."""
    return message("{move}, {where}", where=part_of_place(place),
                   move=place.comparison.position.vertex(place.mine.move))
