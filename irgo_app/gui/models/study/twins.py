"""Two boards in the place of one: both outcomes of a study, or two nodes that are compared."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.drawables import Diagram, Drawable, Halo, Label, Mark, MarkShape
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import without_dead
from irgo_app.gui.models.board import Line, Move, PlayedLine, ShownLine, Viewpoint, square_round
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.ishida import IshidaRequests
from irgo_app.gui.models.judgement import Judgements, told_by
from irgo_app.gui.models.layers import LayerState, ShownLayer
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.cards import Cards
from irgo_app.gui.models.study.desk import StudyJudges, StudyRunner, reader_words
from irgo_app.gui.models.study.selection import Explained, Reasons, Selection
from irgo_app.gui.models.study.sentences import (first_words, lead_words, move_words, outcome_words,
                                                 study_comment, territory_words, with_reply)
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.future import Future
from irgo_app.judging.ishida_picture import changed_tones, plain_tones
from irgo_app.judging.study import Place, Study
from irgo_app.layers.results import Field, FieldChange, Result, change_drawables, compare
from irgo_app.meaning.words import place_words, why_words
from irgo_app.review.diagram import diagram_of
from irgo_app.service.request import AnyRequest, LayerRequest, Request
from irgo_app.sgf.game_tree import Node
from irgo_app.words import filled, translated

ESTIMATE: Final = "estimate"
_MAPS: Final = ("influence.shadow", "territory")


class Shows(Enum):
    """What lies over twin boards: who would own what, irgo's maps, or what differs."""

    OWNERS = "owners"
    MAPS = "maps"
    DIFFERENCE = "difference"


class BoardCaption(Struct, frozen=True):
    """What stands under a board: what it shows, what comes of it, and the maps' count beside.

    shorter -- what stands there in place of the title where that has no room, the longest first
    """

    title: str
    outcome: str = ""
    beside: str = ""
    shorter: tuple[str, ...] = ()


class Ending(Struct, frozen=True, eq=False):
    """What a line comes to.

    colour -- who moves first; caption -- what stands under the board
    position -- where the line ends; counted -- the same without the stones that are dead there
    ownership -- of every point as the judge expects it, None if the judge does not tell
    dead -- stones of the group that count as taken; stones -- of the group that is asked about
    """

    colour: Colour
    caption: BoardCaption
    position: Position
    counted: Position
    ownership: tuple[float, ...] | None
    dead: tuple[Point, ...] = ()
    stones: tuple[Point, ...] = ()


class StudySide(PlayedLine):
    """The line of one side, how far it is played, and what the maps say there.

    wanted -- the maps that are shown, or will be when they are there
    """

    def __init__(
        self, ending: Ending, line: Line, shown: LayerState, service: ServiceBridge,
        preferences: Preferences,
    ) -> None:
        super().__init__(line)
        self.ending = ending
        self._layers, self._service, self._preferences = shown, service, preferences
        self.wanted: set[LayerRequest] = set()
        self._said: Field | None = None

    def owners(self) -> Field | None:
        """Return who would own what when the line is played, None while it is not known.

        The judge's own word where it has one, since the swing is counted by that.
        """
        said = self.ending.ownership
        if said is not None and self._said is None:
            position = self.ending.position
            self._said = Field(np.array(said).reshape(position.rows, position.columns), "points")
        if self._said is not None:
            return self._said
        found = self._result(self._request(ESTIMATE, len(self.line.moves)))
        return found if isinstance(found, Field) else None

    def drawables(self, shows: Shows, other: StudySide | None) -> tuple[Drawable, ...]:
        """Return what lies over the board now; other -- whose end it is held against, if any."""
        self.wanted.clear()
        found: list[Drawable] = []
        if shows is Shows.DIFFERENCE and self.is_at_end:
            owners, others = self.owners(), None if other is None else other.owners()
            if owners is not None and others is not None:
                found += difference(owners, others)
        elif shows is Shows.MAPS:
            for name in _MAPS:
                found += self._layer(name)
        else:
            owners = self.owners() if self.is_at_end else None
            found += self._layer(ESTIMATE) if owners is None else plain_tones(owners.values)
        position = self.line.positions[self.step]
        if self.is_at_end:
            found += [Mark(stone, MarkShape.WHITE_DOT if position.colour_at(stone) == BLACK
                           else MarkShape.BLACK_DOT) for stone in self.ending.dead]
        left = tuple(stone for stone in self.ending.stones if position.cells[stone])
        if left:
            found.append(Halo(left))
        return tuple(found)

    def _layer(self, name: str) -> tuple[Drawable, ...]:
        shown = self._layers.named(name)
        result = self._result(self._request(name, self.step))
        if shown is None or result is None:
            return ()
        return shown.layer.drawables(result, style=str(self._preferences["tint_style"]))

    def _request(self, name: str, step: int) -> LayerRequest:
        """Return what to ask for after so many moves; at the end without the dead stones."""
        is_end = step == len(self.line.moves)
        position = self.ending.counted if is_end else self.line.positions[step]
        shown = self._layers.named(name)
        assert shown is not None, "the table of layers has the maps of a study"
        return self._layers.request_on(shown, position)

    def _result(self, request: LayerRequest) -> Result | None:
        """Return a map if it is there; else ask for it."""
        self.wanted.add(request)
        return self._service.on_screen(request)


@lru_cache(maxsize=8)
def _changed(own: Field, other: Field) -> tuple[Drawable, ...]:
    """Return how one field differs from another; asked for with each board that is shown anew."""
    return change_drawables(compare(own, other))


@lru_cache(maxsize=8)
def difference(own: Field, other: Field) -> tuple[Drawable, ...]:
    """Return what a board becomes, what another becomes as well paled, and what the rest is worth.
    """
    totals = (found for found in _changed(own, other) if isinstance(found, Label))
    return (*changed_tones(own.values, other.values), *totals)


def sides_of(shown: Study | Explained) -> tuple[tuple[Line, Ending], ...]:
    """Return both lines that are compared, and their ends.

    Black's first move in a place comes before White's, the move asked about before the other one.
    """
    if isinstance(shown, Study):
        return tuple(_of_play(shown, colour) for colour in (BLACK, WHITE))
    why = shown.why
    ahead = (why.move, why.instead) if shown.place is None else (
        why.if_first(BLACK), why.if_first(WHITE))
    return tuple(_side_of(future, why.position, future.moves, _name_of(future, why.position))
                 for future in ahead)


def _of_play(study: Study, colour: Colour) -> tuple[Line, Ending]:
    """Return the line of one side's first move in a place, with the reply elsewhere."""
    play, position = study.if_first(colour), study.position
    line, ending = _side_of(play, position, with_reply(play), move_words(play, position),
                            move_words(replace(play, line=()), position))
    end = play.end if play.elsewhere is None else line.positions[-1]
    return line, replace(
        ending, position=end, counted=without_dead(end, play.dead), dead=play.dead,
        stones=study.stones, caption=replace(
            ending.caption, outcome=outcome_words(study, colour), beside=territory_words(play)))


def _side_of(
    future: Future, position: Position, moves: tuple[Move, ...], words: str, alone: str = ""
) -> tuple[Line, Ending]:
    """Return a future's line and its end; words, alone -- its moves, and the first one alone."""
    first, alone = first_words(future.first), alone or words
    shorter = dict.fromkeys((f"{first}: {alone}", _named(future.first, alone)))
    caption = BoardCaption(f"{first}: {words}", lead_words(future.lead),
                           shorter=tuple(shorter))
    return Line(first, position, moves), Ending(
        future.first, caption, future.end, future.end, future.ownership or None)


def _name_of(future: Future, position: Position) -> str:
    return translated("Pass") if future.move == PASS else position.vertex(future.move)


def _named(colour: Colour, move: str) -> str:
    return (translated("Black {0}") if colour == BLACK else translated("White {0}")).format(move)


class Comparing(QObject):
    """Holds the pinned node.

    pinned -- the node that is compared with, or None
    changed -- another node is pinned, or the comparison is another one
    """

    changed = Signal()

    def __init__(self, review: Review, shown: LayerState, service: ServiceBridge) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self.pinned: Node | None = None
        self._compared: tuple[Result, Result, FieldChange] | None = None
        review.game_changed.connect(self._on_game)
        for signal in (review.node_changed, shown.changed):
            signal.connect(self._on_changed)
        service.ready.connect(self._on_ready)

    def pin(self) -> None:
        """Compare all nodes with the current one from now on; end a comparison under way.

        Ending it takes the same key on whatever node: who wants to compare with another one is
        not to lose track of which comparison is on the board.
        """
        self.pinned = None if self.pinned is not None else self._review.node
        self.changed.emit()

    def swap(self) -> None:
        """Go to the pinned node and pin the one we come from: blink between the two."""
        here, there = self._review.node, self.pinned
        if there is not None and there is not here:
            self.pinned = here
            self._review.go_to(there)

    @property
    def is_of_owners(self) -> bool:
        """Return whether ownership is compared: with the Ishida view, and where no field is on."""
        return self._shown.is_ishida or self._shown.first_field is None

    @property
    def field(self) -> ShownLayer | None:
        """Return what is compared: the first field that is on, or ownership."""
        return self._shown.named(ESTIMATE) if self.is_of_owners else self._shown.first_field

    def comparison(self) -> FieldChange | None:
        """Return how the field that is compared differs from the pinned node's."""
        fields = self.fields()
        if fields is None:
            return None
        if self._compared is None or self._compared[:2] != fields:
            self._compared = (*fields, compare(*fields))
        return self._compared[2]

    def fields(self) -> tuple[Field, Field] | None:
        """Return the field of the current node and the pinned node's, None while one is missing."""
        shown = self.field
        if self.pinned is None or self.pinned is self._review.node or shown is None:
            return None
        after = self._shown.result_for(shown)
        before = self._shown.result_for(shown, self.pinned)
        if not isinstance(after, Field) or not isinstance(before, Field):
            return None
        return after, before

    def _on_changed(self) -> None:
        if self.pinned is not None:
            self.changed.emit()

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        shown = self.field
        if shown is not None and self.pinned is not None and any(
                self._shown.request_for(shown, node) in ready
                for node in (self.pinned, self._review.node)):
            self.changed.emit()

    def _on_game(self) -> None:
        self.pinned = self._compared = None


T = TypeVar("T")
_PART_MARGIN = 3
"""Lines of the board round a place that it is cut to."""


class PointedLine(QObject):
    """The line of one reader that the mouse points at: it plays on the board of its side.

    reader, first -- whose line, and who plays first; "" and EMPTY for none
    changed -- another line, or none any more
    """

    changed = Signal()

    def __init__(self, life: StudyRunner) -> None:
        super().__init__()
        self._life = life
        self.reader, self.first = "", EMPTY

    def point_at(self, reader: str, first: Colour) -> None:
        """Play the line of a reader who was asked; EMPTY for none."""
        if (reader, first) != (self.reader, self.first):
            self.reader, self.first = reader, first
            self.changed.emit()

    def line(self, place: Place | None, position: Position) -> Line | None:
        """Return the line in a place of a position, None where none is pointed at."""
        if place is None or self.first == EMPTY:
            return None
        moves: tuple[Move, ...] = ()
        for opinion in self._life.opinions(place):
            if opinion.reader == self.reader and opinion.study is not None:
                moves = with_reply(opinion.study.if_first(self.first))
            elif opinion.reader == self.reader and opinion.verdict is not None:
                moves = opinion.verdict.if_first(self.first).line
        return Line(first_words(self.first), position, moves)


class SideBySide(QObject):
    """Decides what the two boards show, and steps through it; no widget.

    shows -- what lies over the boards
    pointed -- the line of a reader that takes the place of one of them while it is pointed at
    changed -- other boards, words or steps, or none any more
    """

    changed = Signal()

    def __init__(
        self, review: Review, life: StudyRunner, selection: Selection, cards: Cards,
        reasons: Reasons, comparing: Comparing, readers: StudyJudges, judgements: Judgements,
        pictures: IshidaRequests, shown: LayerState, service: ServiceBridge, line: ShownLine,
        viewpoint: Viewpoint, preferences: Preferences,
    ) -> None:
        super().__init__()
        self._review, self._life, self._judgements = review, life, judgements
        self._pictures = pictures
        self._selection, self._cards, self._reasons = selection, cards, reasons
        self._comparing, self._readers = comparing, readers
        self._layers, self._service = shown, service
        self._line, self._viewpoint, self._preferences = line, viewpoint, preferences
        self.shows = Shows.OWNERS
        self._shown: Study | Explained | None = None
        """What the two boards show, None while it is being read."""
        self._sides: tuple[StudySide, StudySide] | None = None
        self.pointed = PointedLine(life)
        self._wanted: set[AnyRequest] = set()
        for signal in (life.changed, selection.changed, reasons.changed, reasons.pointed_at,
                       comparing.changed, shown.changed, viewpoint.changed, preferences.changed,
                       review.node_changed, line.changed, self.pointed.changed):
            signal.connect(self._on_changed)
        service.ready.connect(self._on_ready)

    # What is shown

    @property
    def is_study(self) -> bool:
        """Return whether the boards show a study or what is explained, there or to come."""
        return self._selection.studied is not None or self._reasons.is_there

    @property
    def compared(self) -> tuple[Node, Node] | None:
        """Return the two nodes that the boards show, None where they show something else."""
        pinned, here = self._comparing.pinned, self._review.node
        return None if self.is_study or pinned is None or pinned is here else (pinned, here)

    @property
    def is_shown(self) -> bool:
        """Return whether two boards take the place of one: not while a line is on that."""
        return self._line.line is None and (self.is_study or self.compared is not None)

    @property
    def study(self) -> Study | None:
        """Return the study shown, None while it is being read, and without one."""
        return self._shown if isinstance(self._shown, Study) else None

    @property
    def kept_below(self) -> Node | None:
        """Return the node that both lines go on from: the current one, or that before its move."""
        node = self._review.node
        return next((each for each in (node, node.parent)
                     if each is not None and self._sides is not None
                     and all(side.line.positions[0] == self._review.replay.position_at(each)
                             for side in self._sides)), None)

    def banner(self) -> str:
        """Return what is compared, in a sentence without its full stop."""
        place, explained = self._selection.studied, self._reasons.explained
        if place is not None:
            return self._study_banner(self._cards.name(place))
        if explained is not None:
            return str(explained.title)
        if self._reasons.is_there:
            return translated("irgo is reading both moves …")
        pinned, game = self._comparing.pinned, self._review.game
        if pinned is None:
            return ""
        if pinned is self._review.node:
            return translated("Move {0} is held: go to another move to compare").format(
                game.move_number(pinned))
        return translated("Comparing move {0} with {1}").format(
            game.move_number(self._review.node), game.move_number(pinned))

    def keys(self) -> str:
        """Return the keys that help here."""
        if self.compared is not None:
            return translated("Shift+K switches between them · Esc ends")
        return translated("← → play both lines · Esc ends")

    def captions(self) -> tuple[BoardCaption, BoardCaption]:
        """Return what stands under the two boards."""
        if (compared := self.compared) is not None:
            return self._caption_of(compared[0]), self._caption_of(compared[1])
        if self._sides is None:
            if self._selection.studied is None:
                return BoardCaption(""), BoardCaption("")
            return BoardCaption(first_words(BLACK)), BoardCaption(first_words(WHITE))
        first, second = (self._caption(side) for side in self._sides)
        return first, second

    def diagrams(self) -> tuple[Diagram, Diagram]:
        """Return the two boards as they should be drawn now."""
        coordinates, symmetry = self._preferences.coordinates, self._viewpoint.symmetry
        if (compared := self.compared) is not None:
            return self._diagram_of(compared[0]), self._diagram_of(compared[1])
        if self._sides is None:
            empty = Diagram(self._review.position, coordinates=coordinates, symmetry=symmetry)
            return empty, empty
        first, second = (replace(
            side.line.diagram(side.step, coordinates, symmetry),
            drawables=(*side.drawables(self.shows, other), *self._reasons.lit()))
            for side, other in zip(self._sides, self._sides[::-1], strict=True))
        line = self.pointed.line(self._selection.studied, self._review.position)
        if line is None:
            return first, second
        played = line.diagram(len(line.moves), coordinates, symmetry)
        return (played, second) if self.pointed.first == BLACK else (first, played)

    def part(self) -> BoardPart | None:
        """Return a square of the board round the place studied, None where it is nearly all.

        The moves of both lines that are played nearby lie in it.
        """
        place, explained = self._selection.studied, self._reasons.explained
        columns, rows = self._review.position.columns, self._review.position.rows
        lines = [side.line.moves for side in self._sides or ()]
        points: tuple[Point, ...] = ()
        if place is not None:
            near = set(place.near)
            moves = {point for line in lines for _, point in line} & near
            points = (*(place.stones or place.region), *moves)
        elif explained is not None:
            points = tuple(point for point in (*explained.points(), *(
                point for line in lines for _, point in line[:2])) if point != PASS)
        return square_round(points, columns, rows, _PART_MARGIN) if points else None

    def steps(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """Return how far each line is played and how long it is; None where there are none."""
        if self._sides is None or not self.is_study:
            return None
        first, second = ((side.step, len(side.line.moves)) for side in self._sides)
        return first, second

    # What the user does

    def show(self, shows: Shows) -> None:
        """Lay something else over both boards."""
        if shows is not self.shows:
            self.shows = shows
            self.changed.emit()

    def go(self, index: int, step: int) -> None:
        if self._sides is not None:
            self._sides[index].go(step)
            self.changed.emit()

    def show_on_board(self, index: int) -> None:
        """Step through one line on the large board; closing it comes back here."""
        if self._sides is not None and self.kept_below is self._review.node:
            side = self._sides[index]
            self._line.show(translated("{0}. {1}.").format(
                self.banner(), first_words(side.ending.colour)), side.line.moves)

    def end(self) -> None:
        """End what is shown: the study, else the comparison."""
        if self.is_study:
            self._selection.close()
            self._reasons.close()
        elif self._comparing.pinned is not None:
            self._comparing.pin()

    def keep(self) -> None:
        """Put both lines into the record as variations, with a comment how they came about."""
        found, node = self._shown, self.kept_below
        if self._sides is None or found is None or node is None:
            return
        self._review.keep([
            (side.line.moves, study_comment(
                found, self._cards.name(found.place), side.ending.colour)
             if isinstance(found, Study) else _explained_words(found))
            for side in self._sides if side.line.moves], node)

    # Inside

    def _study_banner(self, name: str) -> str:
        study, reader = self.study, reader_words(self._readers.name_now())
        name = name or translated("this group")
        if study is None:
            return translated("{0}: {1} is reading …").format(name, reader) \
                if self._life.is_working else translated("{0}: no answer; ask again").format(name)
        if self._selection.reader not in (None, self._readers.name_now()):
            return filled(translated("{0}: moving first is worth {1:.1f} points, read by {2}"),
                name, study.swing, reader_words(str(self._selection.reader)))
        return filled(translated("{0}: moving first is worth {1:.1f} points"), name, study.swing)

    def _caption(self, side: StudySide) -> BoardCaption:
        if self.pointed.first == side.ending.colour:
            return BoardCaption(translated("{0}, read by {1}").format(
                first_words(side.ending.colour), reader_words(self.pointed.reader)))
        gone, caption = side.line.gone(side.step), side.ending.caption
        if not gone:
            return caption
        # Beside the title, which is the line as it was read: where it is cut the tip has all of it.
        return replace(caption, beside=" · ".join(filter(None, (gone, caption.beside))))

    def _caption_of(self, node: Node) -> BoardCaption:
        position, number = (self._review.replay.position_at(node),
                            self._review.game.move_number(node))
        said = self._judgements.of(node)
        lead = "" if said is None else \
            f"{lead_words(said.lead)} ({told_by(said, self._judgements.confirmed(node))})"
        by_black, by_white = position.captures
        return BoardCaption(translated("Move {0}").format(number), lead, translated(
            "Prisoners: Black {0}, White {1}").format(by_black, by_white))

    def _diagram_of(self, node: Node) -> Diagram:
        found: list[Drawable] = []
        comparing, field = self._comparing, self._comparing.field
        if field is not None:
            # The page Explain tells what changed, whatever the boards show.
            self._result(self._layers.request_for(field, node))
        fields = comparing.fields() if self.shows is Shows.DIFFERENCE else None
        if fields is not None:
            # Each board tells what it has more than the other.
            own, other = reversed(fields) if node is comparing.pinned else fields
            found += difference(own, other) if comparing.is_of_owners else _changed(own, other)
        elif self._layers.is_ishida:
            picture = None if self._judgements.is_hidden else self._result(
                self._pictures.of(node))
            found += () if picture is None else picture.drawables()
        else:
            style = str(self._preferences["tint_style"])
            layers = [shown for shown in self._layers.layers if shown.is_on]
            for shown in layers or filter(None, [self._layers.named(ESTIMATE)]):
                result = self._result(self._layers.request_for(shown, node))
                if result is not None:
                    found += shown.layer.drawables(result, style=style, opacity=shown.opacity)
        return diagram_of(node, self._review.replay.position_at(node), tuple(found),
                          coordinates=self._preferences.coordinates,
                          symmetry=self._viewpoint.symmetry)

    def _result(self, request: Request[T]) -> T | None:
        self._wanted.add(request)
        return self._service.on_screen(request)

    def _on_changed(self) -> None:
        self._wanted.clear()
        shown = self._selection.study() or self._reasons.explained
        if shown is not self._shown:
            self._shown = shown
            self._sides = None
            if shown is not None:
                first, second = sides_of(shown)
                self._sides = self._side(*first), self._side(*second)
        self._line.beside = (self._sides or ()) if self.is_study else None
        self.changed.emit()

    def _side(self, line: Line, ending: Ending) -> StudySide:
        return StudySide(ending, line, self._layers, self._service, self._preferences)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        wanted = self._wanted.union(*(side.wanted for side in self._sides or ()))
        if self.is_shown and not wanted.isdisjoint(ready):
            self.changed.emit()


def _explained_words(found: Explained) -> str:
    if found.place is None:
        return str(why_words(found.why))
    # A record knows no names of groups.
    return str(place_words(replace(found.place, groups=()), ()))
