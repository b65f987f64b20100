"""The cards of the Study page: the groups, points and boxes; and the places that irgo found."""

from enum import Enum

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Halo, Outline
from irgo_app.go.coordinates import part_of_board
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.gui.models.board import Move
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.study.desk import KnownGroups, StudyRunner, reader_words
from irgo_app.gui.models.study.selection import Explained, KnownPlaces, Reasons, Selection
from irgo_app.gui.models.study.sentences import group_words, with_reply
from irgo_app.judging.judgement_words import read_by
from irgo_app.judging.study import Place, Study, points_of_box
from irgo_app.judging.study_words import expert_words, how_known, why_urgent
from irgo_app.layers.results import Status
from irgo_app.lifedeath.verdict import LifeStatus, Verdict
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.words import (ALIKE, SEVERAL, UNSURE, further_words, part_of_place,
                                    told_reasons, why_of_place)
from irgo_app.words import Message, capitalised, counted, listed, message


class Tone(Enum):
    """How a status is meant: it needs care, it is lost, or there is nothing to do."""

    CARE = "care"
    LOST = "lost"
    CALM = "calm"


_TONES = {LifeStatus.UNSETTLED: Tone.CARE, LifeStatus.KO: Tone.CARE, LifeStatus.DEAD: Tone.LOST}


class StudyCard(Struct, frozen=True):
    """What is known of a place, ready to be shown.

    name -- of the group, or where a big point or box is; title -- what it is, in words
    status -- how it stands, "" where there is nothing to say; tone -- of the status
    swing -- what moving first is worth in points, None where nobody was asked
    moves -- the first move of Black and of White, "" where none is known or gains
    why -- why it is where to play, or is not; counted -- who keeps the move, and what it counts
    how -- how the life of the group is known, "" where it is not
    disagreement -- which readers say otherwise, "" if none do
    """

    place: Place
    name: str
    title: str
    colour: Colour
    status: str
    tone: Tone
    swing: float | None
    moves: tuple[str, str]
    why: str = ""
    counted: str = ""
    how: str = ""
    disagreement: str = ""


class StudyCards(QObject):
    """Makes the cards from what the desk knows; no widget.

    pointed -- the place under the mouse, whose stones are lit
    box -- the corners of a box that is being drawn
    changed -- other cards, or another place chosen
    pointed_at -- the mouse is on another card, or draws the box on
    """

    changed = Signal()
    pointed_at = Signal()

    def __init__(
        self, review: Review, groups: KnownGroups, life: StudyRunner, selection: Selection
    ) -> None:
        super().__init__()
        self._review, self._groups = review, groups
        self._life, self._selection = life, selection
        self.pointed: Place | None = None
        self.box: tuple[Point, Point] | None = None
        for signal in (review.node_changed, groups.changed, life.changed, selection.changed):
            signal.connect(self._on_changed)

    def cards(self) -> list[StudyCard]:
        """Return the cards of the current node: studied places by worth, then the other groups."""
        return [self.card(place) for place in self._places()]

    def card(self, place: Place) -> StudyCard:
        study, verdict = self._life.study(place), self._life.verdict(place)
        name = self.name(place)
        status, tone = self._status(place, verdict)
        return StudyCard(
            place, name, self._title(place, name), place.colour, status, tone,
            None if study is None else study.swing,
            (self._move(study, verdict, BLACK), self._move(study, verdict, WHITE)),
            "" if study is None else str(why_urgent(study)),
            "" if study is None else str(expert_words(study) or ""),
            "" if verdict is None else how_known(verdict), self._disagreement(place))

    def name(self, place: Place) -> str:
        """Return what a place is called: the group's stones, a point, or the box's corners."""
        if place.stones:
            return str(group_words(place.stones, place.colour, self._review.position))
        named = self._review.position.vertex
        if place.at is not None:
            return named(place.at)
        if self._is_box(place):
            return f"{named(place.near[0])}–{named(place.near[-1])}"
        study = self._life.study(place)
        return named(place.region[len(place.region) // 2] if study is None else study.at)

    def point_at(self, place: Place | None) -> None:
        """Light the stones of a place on the board, None for none."""
        if place != self.pointed:
            self.pointed = place
            self.pointed_at.emit()

    def draw_box(self, box: tuple[Point, Point] | None) -> None:
        """Show a box that is being drawn, None for none."""
        if box != self.box:
            self.box = box
            self.pointed_at.emit()

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what lights the place pointed at, and the box."""
        found: list[Drawable] = []
        place = self.pointed
        if place is not None and place.stones:
            found.append(Halo(place.stones))
        elif place is not None:
            found.append(Outline(BLACK, place.near if self._is_box(place) else place.region,
                                 is_dashed=True, is_lit=True))
        if self.box is not None:
            found.append(Outline(BLACK, points_of_box(self._review.position, *self.box),
                                 is_lit=True))
        return tuple(found)

    def line_of(self, place: Place, first: Colour) -> tuple[Move, ...]:
        """Return how it goes on if a colour moves first: by the study, else by the verdict."""
        study, verdict = self._life.study(place), self._life.verdict(place)
        if study is not None:
            return with_reply(study.if_first(first))
        return () if verdict is None else verdict.if_first(first).line

    def _places(self) -> list[Place]:
        answers = self._life.answers()
        if answers is None:
            return []
        studies = self._life.ranking()
        known = {study.place for study in studies}
        rest = [place for place in answers.places if place not in known]
        shown = self._selection.place
        if shown is not None and shown not in known and shown not in rest:
            rest.insert(0, shown)
        return [*(study.place for study in studies), *rest]

    def _title(self, place: Place, name: str) -> str:
        position = self._review.position
        columns, rows = position.columns, position.rows
        if place.stones:
            return name
        if place.at is not None:
            return str(message("{name}  point", name=name))
        if self._is_box(place):
            return str(message("{name}  box", name=name))
        return str(message("{name}  big point, {part}", name=name,
                           part=part_of_board(place.region, columns, rows)))

    def _status(self, place: Place, verdict: Verdict | None) -> tuple[str, Tone]:
        if verdict is not None:
            return str(_status_words(verdict)), _TONES.get(verdict.status, Tone.CALM)
        groups = self._groups.here()
        region = self._life.of_group(place, groups.regions) if groups else None
        if region is None:
            return "", Tone.CALM
        if region.status is Status.UNKNOWN:
            return str(message("not looked at yet")), Tone.CALM
        return str(message("looks {status}", status=message(region.status.value))), Tone.CALM

    def _move(self, study: Study | None, verdict: Verdict | None, first: Colour) -> str:
        if study is not None:
            move = study.if_first(first).move
            return "" if move is None else self._review.position.vertex(move)
        move = None if verdict is None else verdict.if_first(first).move
        if verdict is None or move is None:
            return ""
        # What changes nothing of a group's life is no move to be told of it.
        is_settled = verdict.status in (LifeStatus.ALIVE, LifeStatus.DEAD) and not verdict.lost
        return "" if is_settled or move == PASS else self._review.position.vertex(move)

    def _disagreement(self, place: Place) -> str:
        """Return what each reader says where two of them know better than each other."""
        said = [(opinion.reader, opinion.verdict.status)
                for opinion in self._life.opinions(place) if opinion.verdict is not None]
        known = {status for _, status in said} - {LifeStatus.UNKNOWN}
        if len(known) < 2:
            return ""
        return str(message("They disagree: {opinions}.", opinions=listed(
            message("{reader} says {status}", reader=reader_words(reader),
                    status=message(status.value)) for reader, status in said)))

    def _is_box(self, place: Place) -> bool:
        """Return whether a place is a rectangle: a big point's is a diamond."""
        columns = self._review.position.columns
        (top, left), (bottom, right) = (divmod(place.near[end], columns) for end in (0, -1))
        return place.at is None and not place.stones and len(place.near) == (
            bottom - top + 1) * (right - left + 1)

    def _on_changed(self) -> None:
        if self.pointed is not None:
            answers = self._life.answers()
            if answers is None or self.pointed not in (*answers.places, *(
                    study.place for study in self._life.ranking())):
                self.point_at(None)
        self.changed.emit()


def _status_words(verdict: Verdict) -> Message:
    """Return how a group stands; what nobody proved is likely."""
    status = message(verdict.status.value)
    if verdict.status is LifeStatus.UNKNOWN:
        return message("unclear")
    if verdict.exact:
        return status
    status = message("probably {status}", status=status)
    lost = len(verdict.lost)
    return counted("{status}, but for one stone", "{status}, but for {count} stones", lost,
                   status=status) if lost else status


class PlaceCard(Struct, frozen=True):
    """A place as a row of the list.

    move -- where the side to move would begin, and where the letter is
    title -- where it is
    worth -- what playing there first is worth in points, None while that is not known
    behind -- how far it is behind the best place, by which the cards are sorted; "" while nobody
    knows
    sentence -- what is at stake, "" while it is not known
    """

    letter: str
    move: Point
    title: str
    worth: float | None
    behind: str
    sentence: str


class PlaceCards(QObject):
    """Makes the cards and letters, and lights the place or the reason that is pointed at.

    changed -- other cards
    pointed_at -- something else is drawn on the board
    """

    changed = Signal()
    pointed_at = Signal()

    def __init__(
        self, review: Review, groups: KnownGroups, places: KnownPlaces, reasons: Reasons
    ) -> None:
        super().__init__()
        self._review, self._groups = review, groups
        self._places, self._reasons = places, reasons
        self._pointed: FoundPlace | None = None
        places.changed.connect(self._on_places)
        reasons.pointed_at.connect(self.pointed_at)

    def cards(self) -> list[PlaceCard]:
        """Return the cards of the current node, the best place first."""
        found = self._places.found()
        is_first_look = found is None or found.is_first_look
        lettered = self._places.lettered()
        return [self._card(letter, place, lettered[0][0], is_first_look=is_first_look)
                for letter, place in lettered]

    def point_at(self, move: Point | None) -> None:
        """Light a place on the board by its first move, None for none."""
        place = None if move is None else self._places.at(move)
        if place is not self._pointed:
            self._pointed = place
            self.pointed_at.emit()

    def drawables(self) -> tuple[Drawable, ...]:
        """Return the letters, and what lights the place or the reason pointed at."""
        return (*self._lit(), *self._reasons.lit(), *self._places.drawables())

    def _lit(self) -> tuple[Drawable, ...]:
        """Return what is at stake in the place pointed at, stones and points."""
        place, position = self._pointed, self._review.position
        if place is None:
            return ()
        stones = tuple(point for point in place.points if position.cells[point])
        vacant = tuple(point for point in place.points if not position.cells[point])
        return (*([Halo(stones)] if stones else []),
                *([Outline(BLACK, vacant, is_lit=True)] if vacant else []))

    def details(self, found: Explained) -> list[Message]:
        """Return what else there is to know of what is explained, each a sentence."""
        why, place = found.why, found.place
        told = [] if place is None else self._of_place(place)
        told.append(message("{points:+6.1f}  the rest of the board", points=why.difference.rest))
        told.append(read_by(why.judge, why.visits))
        return told

    def _of_place(self, place: FoundPlace) -> list[Message]:
        """Return further first moves, who has the next move elsewhere, and groups at stake."""
        position = self._review.position
        told = further_words(place, position)
        if place.is_multipurpose:
            told.append(SEVERAL)
        groups = self._groups.here()
        near = () if groups is None else [
            group_words(region.stones, region.colour, position)
            for region in map(groups.regions.__getitem__, place.groups)]
        told += [message("At stake: {groups}.", groups=group) for group in near]
        return told

    def _card(self, letter: str, place: FoundPlace, best: str, *, is_first_look: bool) -> PlaceCard:
        position = self._review.position
        behind = "" if is_first_look else str(
            message("best") if letter == best else message("as good") if place.behind < ALIKE
            else counted("1 point less", "{count} points less", round(place.behind)))
        reasons = () if is_first_look else (
            *told_reasons(why_of_place(place, position, "")), UNSURE)
        return PlaceCard(
            letter, place.mine.move, capitalised(part_of_place(place, position)),
            None if is_first_look else place.worth, behind, str(reasons[0]) if reasons else "")

    def _on_places(self) -> None:
        self._pointed = None
        self.changed.emit()
        self.pointed_at.emit()
