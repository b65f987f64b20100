"""What is chosen on the current node, a point or a place, and what the maps say of the point."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Halo, Mark, MarkShape, Outline
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.layers import DeadStones, Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.desk import KnownGroups, LifeDesk, Readers
from irgo_app.gui.models.window import Notices
from irgo_app.judging.place import Place, place_of_box, place_of_point
from irgo_app.judging.study import Study
from irgo_app.layers.moyo import NAME as MOYO
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Explanation
from irgo_app.service.as_shown import explanation_as_shown
from irgo_app.service.request import AnyRequest, LayerRequest
from irgo_app.words import counted, message


class Selection(QObject):
    """The only owner of the choice: cards, explanation, boards and outlines follow it.

    point -- what is asked about, PASS for nothing; it stays from node to node
    reader -- whose study is looked at, None for who reads now
    changed -- another point or place, or its study is looked at, or no longer
    wanted -- the user wants to see a study, or the list of groups
    """

    changed = Signal()
    wanted = Signal()

    def __init__(self, review: Review, life: LifeDesk, readers: Readers, notices: Notices) -> None:
        super().__init__()
        self._review, self._life, self._notices = review, life, notices
        self.point: Point = PASS
        self.reader: str | None = None
        self._chosen: tuple[Place, Position] | None = None
        """A place, and the position it was chosen on."""
        self._is_studied = False
        review.node_changed.connect(self._forget_place)
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

    def choose(self, place: Place | None) -> None:
        """Choose a place, which is shown on the board; while a study is there, its place stays."""
        if not self._is_studied and place != self.place:
            self._chosen = None if place is None else (place, self._review.position)
            self.changed.emit()

    def show(self, place: Place, reader: str | None = None) -> None:
        """Show the study of a place; ask for it if it is not there.

        reader -- who was asked already and whose study it is, None for who reads now
        """
        self._chosen, self._is_studied = (place, self._review.position), True
        self.reader = reader
        if reader is None:
            self._life.ask_study(place)
        self.wanted.emit()
        self.changed.emit()

    def show_point(self, point: Point) -> None:
        self.show(place_of_point(self._review.position, point))

    def show_box(self, corner: Point, other: Point) -> None:
        """Show the study of a box; a box without a vacant point is explained."""
        with self._notices.telling():
            self.show(place_of_box(self._review.position, corner, other))

    def close(self) -> None:
        """Look at no study any more; the place stays chosen, and what was found stays known."""
        if self._is_studied:
            self._is_studied = False
            self.changed.emit()

    def _forget_place(self) -> None:
        if self._chosen is not None:
            self._chosen, self._is_studied = None, False
            self.changed.emit()

    def _on_game(self) -> None:
        self.point = PASS
        self._forget_place()

    def _on_edit(self) -> None:
        """Forget the place where the stones lie otherwise."""
        if self._chosen is not None and self._chosen[1] != self._review.position:
            self._forget_place()

    def _on_reader(self) -> None:
        """Have the study looked at read by the new reader, too."""
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
        self, review: Review, shown: Shown, dead: DeadStones, service: ServiceBridge,
        groups: KnownGroups, life: LifeDesk, selection: Selection,
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
        name = vertex(point, self._review.position.columns, self._review.position.rows)
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
        found = None if self._selection.point == PASS else self._service.on_screen(self._question())
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
