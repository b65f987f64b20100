"""The cards of the Study page: the places that irgo found; and the groups, points and boxes."""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Drawable, Halo, Outline
from irgo_app.go.coordinates import part_of_board
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour, Point
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
                                    told_reasons)
from irgo_app.words import Message, capitalised, counted, listed, message, numeral, translated


class Tone(Enum):
    """How a status is meant: it needs care, it is lost, or there is nothing to do."""

    CARE = "care"
    LOST = "lost"
    CALM = "calm"


_TONES = {LifeStatus.UNSETTLED: Tone.CARE, LifeStatus.KO: Tone.CARE, LifeStatus.DEAD: Tone.LOST}


class StudyCard(Struct, frozen=True, kw_only=True):
    """What is known of a place, ready to be shown.

    place -- a group, point or box; of a place that irgo found its first move
    letter -- of a place that irgo found, "" for the others; colour -- of a group, else EMPTY
    number -- points that moving first is worth, or how far a place is behind the best one; "" while
    that is not known; swing -- the points alone, None for a place that irgo found
    status -- how a group stands; why -- why it is where to play, what is at stake
    moves -- the first move of Black and of White, "" where none is known or gains
    details -- who keeps the move, and what it counts; how -- how the life of the group is known
    disagreement -- which readers say otherwise, "" if none do
    """

    place: Place | Point
    title: str
    letter: str = ""
    colour: Colour = EMPTY
    status: str = ""
    tone: Tone = Tone.CALM
    number: str = ""
    swing: float | None = None
    moves: tuple[str, str] = ("", "")
    why: str = ""
    details: str = ""
    how: str = ""
    disagreement: str = ""

    @property
    def standing(self) -> str:
        """Return how the place stands, for the line below the title."""
        return " · ".join(filter(None, (
            self.status or self.why,
            translated("readers disagree") if self.disagreement else "")))

    @property
    def sentence(self) -> str:
        """Return all that the card says, for a screen reader."""
        if self.letter:
            return ", ".join(filter(None, (
                f"{self.letter}: {self.title}", self.number, self.why)))
        parts = [self.title, self.status]
        if self.swing is not None:
            parts.append(translated("moving first is worth {0:.1f} points").format(self.swing))
        parts += [words.format(move) for words, move in zip(
            (translated("Black {0}"), translated("White {0}")), self.moves, strict=True) if move]
        return ", ".join(filter(None, parts))


class Cards(QObject):
    """Makes the cards from what the desk and the searches for places know; no widget.

    pointed -- the place of the card under the mouse, which is lit
    box -- the corners of a box that is being drawn
    changed -- other cards, or another place chosen
    pointed_at -- something else is lit on the board
    """

    changed = Signal()
    pointed_at = Signal()

    def __init__(
        self, review: Review, groups: KnownGroups, life: StudyRunner, selection: Selection,
        places: KnownPlaces, reasons: Reasons,
    ) -> None:
        super().__init__()
        self._review, self._groups, self._life = review, groups, life
        self._selection, self._known, self._reasons = selection, places, reasons
        self.pointed: Place | Point | None = None
        self.box: tuple[Point, Point] | None = None
        for signal in (review.node_changed, groups.changed, life.changed, selection.changed,
                       places.changed):
            signal.connect(self._on_changed)
        reasons.pointed_at.connect(self.pointed_at)

    def of_groups(self) -> list[StudyCard]:
        """Return the cards of the current node: studied places by worth, then the other groups."""
        return [self.card(place) for place in self._places()]

    def of_places(self) -> list[StudyCard]:
        """Return the cards of the places that irgo found, the best place first."""
        found = self._known.found()
        is_first_look = found is None or found.is_first_look
        return [self._place_card(letter, place, is_best=not number, is_first_look=is_first_look)
                for number, (letter, place) in enumerate(self._known.lettered())]

    def card(self, place: Place) -> StudyCard:
        study, verdict = self._life.study(place), self._life.verdict(place)
        status, tone = self._status(place, verdict)
        return StudyCard(
            place=place, title=self._title(place, self.name(place)), colour=place.colour,
            status=status, tone=tone,
            number="" if study is None else numeral(study.swing, ".1f"),
            swing=None if study is None else study.swing,
            moves=(self._move(study, verdict, BLACK), self._move(study, verdict, WHITE)),
            why="" if study is None else str(why_urgent(study)),
            details="" if study is None else str(expert_words(study) or ""),
            how="" if verdict is None else how_known(verdict),
            disagreement=self._disagreement(place))

    def _place_card(
        self, letter: str, place: FoundPlace, *, is_best: bool, is_first_look: bool
    ) -> StudyCard:
        card = StudyCard(
            place=place.mine.move, letter=letter, title=capitalised(part_of_place(place)),
            why=translated("irgo is reading what is at stake here …"))
        if is_first_look:
            return card
        behind = message("best") if is_best else message("as good") if place.behind < ALIKE \
            else counted("1 point less", "{count} points less", round(place.behind))
        return replace(card, number=str(behind),
                       why=str([*told_reasons(place.comparison), UNSURE][0]))

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

    def point_at(self, place: Place | Point | None) -> None:
        """Light the place of a card on the board, None for none."""
        if place != self.pointed:
            self.pointed = place
            self.pointed_at.emit()

    def draw_box(self, box: tuple[Point, Point] | None) -> None:
        """Show a box that is being drawn, None for none."""
        if box != self.box:
            self.box = box
            self.pointed_at.emit()

    def drawables(self) -> tuple[Drawable, ...]:
        """Return what lights the place and the reason pointed at, and the box."""
        box = () if self.box is None else (
            Outline(BLACK, points_of_box(self._review.position, *self.box), is_lit=True),)
        return (*self._lit(), *box, *self._reasons.lit())

    def _lit(self) -> tuple[Drawable, ...]:
        """Return what lights the place pointed at: stones, and vacant points."""
        place = self.pointed
        if isinstance(place, Place):
            return (Halo(place.stones),) if place.stones else (Outline(
                BLACK, place.near if self._is_box(place) else place.region, is_dashed=True,
                is_lit=True),)
        found = None if place is None else self._known.at(place)
        points, cells = () if found is None else found.points, self._review.position.cells
        stones = tuple(point for point in points if cells[point])
        vacant = tuple(point for point in points if not cells[point])
        return (*([Halo(stones)] if stones else []),
                *([Outline(BLACK, vacant, is_lit=True)] if vacant else []))

    def details(self, found: Explained) -> list[Message]:
        """Return what else there is to know of what is explained, each a sentence."""
        why, place = found.why, found.place
        told = [] if place is None else self._of_place(place)
        told.append(message("{points:+6.1f}  the rest of the board", points=why.difference.rest))
        told.append(read_by(why.judge, why.visits))
        return told

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
            ahead = study.if_first(first)
            return self._review.position.vertex(ahead.move) if ahead.local else ""
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

    def _of_place(self, place: FoundPlace) -> list[Message]:
        """Return further first moves, who has the next move elsewhere, and groups at stake."""
        position = self._review.position
        told = further_words(place)
        if place.is_multipurpose:
            told.append(SEVERAL)
        groups = self._groups.here()
        near = () if groups is None else [
            group_words(region.stones, region.colour, position)
            for region in map(groups.regions.__getitem__, place.groups)]
        told += [message("At stake: {groups}.", groups=group) for group in near]
        return told

    def _on_changed(self) -> None:
        if self.pointed is not None and not self._is_there(self.pointed):
            self.point_at(None)
        self.changed.emit()

    def _is_there(self, place: Place | Point) -> bool:
        if isinstance(place, Place):
            answers = self._life.answers()
            return answers is not None and place in (
                *answers.places, *(study.place for study in self._life.ranking()))
        return self._known.at(place) is not None


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
