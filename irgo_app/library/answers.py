"""Answers and pictures as the library gives them, each with its JSON and what a notebook shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from html import escape
from pathlib import Path
from typing import Final, TypeVar, cast

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.checked import checked_path
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.export import PICTURE_FORMATS, png_of, svg_of, write_picture
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, WHITE
from irgo_app.go.point import Point as Index
from irgo_app.go.position import Position
from irgo_app.go.rules import chains
from irgo_app.judging.future import Move
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.judgement_words import lead_words
from irgo_app.judging.result_json import (BUILTIN, Json, group_as_json, judgement_as_json,
                                          verdict_as_json)
from irgo_app.judging.study import Study
from irgo_app.judging.study_words import counted_in_detail, how_known, why_urgent
from irgo_app.library.analyst import NamedGroups, colour_of
from irgo_app.library.border import Letter, Point, letter_of, points_of
from irgo_app.lifedeath.verdict import Outcome, Verdict
from irgo_app.meaning.meaning_json import (names_of_groups, place_as_json, study_with_reasons,
                                           why_as_json)
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.why import why_of_study
from irgo_app.meaning.words import (further_words, place_words, reason_words, told_first,
                                    told_reasons, verdict_words)
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.course_words import overview
from irgo_app.report.document import document_of
from irgo_app.report.report_file import JudgedReport
from irgo_app.report.story import report_as_json
from irgo_app.report.turn_words import event_sentence
from irgo_app.review.happenings import GameHappening
from irgo_app.sgf.game_info import game_info, game_rules
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.words import listed, message, visible

_Choice = TypeVar("_Choice", bound=Enum)
SIZE: Final = 480
"""The longer side of a picture in pixels, unless another is asked for."""


class Picture(Struct, frozen=True, eq=False):
    """A board with what lies on it, as an image of its own.

    size -- the longer side in pixels; legend -- a line of text for each layer, under the board
    """

    diagram: Diagram
    size: int
    look: Look
    legend: tuple[str, ...] = ()

    @property
    def svg(self) -> str:
        """Return the picture as a document of SVG."""
        return svg_of(self.diagram, size=self.size, look=self.look, legend=self.legend)

    @property
    def png(self) -> bytes:
        """Return the picture as PNG."""
        return png_of(self.diagram, size=self.size, look=self.look, legend=self.legend)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file that ends in .svg, .png or .pdf; raises UsageError."""
        write_picture(checked_path(path), self.diagram, size=self.size, look=self.look,
                      legend=self.legend)

    def as_file(self, ending: str) -> bytes:
        """Return the picture in the format of an ending: ".svg", ".png" or ".pdf"."""
        return PICTURE_FORMATS[ending.lower()](self.diagram, size=self.size, look=self.look,
                                               legend=self.legend)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        position = self.diagram.position
        return f"<Picture {position.columns}x{position.rows}, {self.size} pixels>"


def look_of(theme: str, palette: str) -> Look:
    """Return the colours of a board theme and of fields by their names; raises UsageError."""
    themes = {found.name: found for found in BOARD_THEMES}
    palettes = {found.name: found for found in TINT_PALETTES}
    if theme not in themes:
        raise UsageError("There is no theme {name!r}; there are {names}.", name=theme,
                         names=listed(themes))
    if palette not in palettes:
        raise UsageError("There is no palette {name!r}; there are {names}.", name=palette,
                         names=listed(palettes))
    return Look(themes[theme], palettes[palette])


def one_of(choices: type[_Choice], what: str, value: str) -> _Choice:
    """Return the choice of a value, such as "A1" for a rim; raises UsageError for another."""
    for choice in choices:
        if choice.value == value:
            return choice
    raise UsageError("{what} is one of {values}, not {value!r}.", what=what, value=value,
                     values=listed(repr(choice.value) for choice in choices))


_MOST_SHOWN: Final = 80
_FRAME: Final = 640
"""How high a story stands in a notebook, in pixels."""
_FIRST: Final = {
    Outcome.LIVES: message("lives"), Outcome.DIES: message("dies"), Outcome.SEKI: message("seki"),
    Outcome.KO: message("ko"), Outcome.UNKNOWN: message("unknown")}


class GameFacts(Struct, frozen=True):
    """What a record says of its game; texts are "" where it says nothing.

    komi -- White's points, the usual ones of the rules where the record says none
    handicap -- Black's stones; rules -- by the names that records use; winner -- None for nobody
    """

    komi: float
    handicap: int
    rules: str
    winner: Letter | None
    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    result: str = ""
    date: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    game_name: str = ""
    comment: str = ""


_FIGURES: Final = 4
"""So many members of a GameFacts are no texts of the record."""


def facts_of(tree: GameTree, node: Node) -> GameFacts:
    """Return what a record says of the game that a node belongs to."""
    told, rules = game_info(tree, node), game_rules(tree, node)
    sign = told.result.strip()[:2].upper()
    komi = rules.rules.usual_komi(rules.handicap) if rules.komi is None else rules.komi
    winner: Letter | None = "B" if sign == "B+" else "W" if sign == "W+" else None
    texts = {name: str(getattr(told, name)) for name in GameFacts.__struct_fields__[_FIGURES:]}
    return GameFacts(komi, rules.handicap, rules.rules.record_name, winner, **texts)


class _Told:
    """An answer in sentences."""

    __slots__ = ()

    def _shown(self) -> tuple[Sequence[str], Picture | None]:
        """Return what it says, and the board that a notebook shows below it."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        sentences, picture = self._shown()
        told = "".join(f"<p>{escape(visible(sentence))}</p>" for sentence in sentences)
        return f"<div>{told}{'' if picture is None else picture.svg.partition('?>')[2]}</div>"

    def __repr__(self) -> str:
        """Return how Python shows it: what it is, and what it says first."""
        return f"<{type(self).__name__}: {visible(self._shown()[0][0], _MOST_SHOWN)}>"


class PlaceStudy(_Told, Struct, frozen=True, eq=False):
    """Both sides played first in a place, and what lies between.

    position -- what was studied; study -- everything that was found, points as numbers
    name -- of the group, "" where none was asked about; groups -- (name, stones) of the position
    """

    position: Position
    study: Study
    name: str = ""
    groups: NamedGroups = ()

    @property
    def swing(self) -> float:
        """Return what moving first here is worth, in points; never below 0."""
        return self.study.swing

    @property
    def judge(self) -> str:
        """Return who judged."""
        return self.study.engine

    @property
    def visits(self) -> int:
        """Return how many positions were looked at in all."""
        return self.study.visits

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return why a move here is urgent or not, the reasons, and in detail what it counts."""
        found = why_of_study(self.study)
        reasons = () if found is None else told_reasons(found)
        details = counted_in_detail(self.study)
        return tuple(map(str, (why_urgent(self.study), *reasons,
                               *(() if details is None else (details,)))))

    def moves(self, first: str) -> list[tuple[Letter, Point]]:
        """Return the line if a colour moves first, such as [("B", "C3"), ("W", "D2")].

        first -- "B" or "W"; without a move worth it the line is empty. Raises UsageError
        """
        return _named(self.study.if_first(colour_of(first)).local, self.position)

    def lead(self, first: str) -> float:
        """Return Black's lead in points, komi counted, if a colour moves first."""
        return self.study.if_first(colour_of(first)).lead + 0.0

    def json(self) -> dict[str, Json]:
        """Return the study as `irgo whatif --json` prints it."""
        return study_with_reasons(self.study, self.position, BUILTIN, self.name, self.groups)

    def picture(
        self, first: str, *, size: int = SIZE, theme: str = "wood", palette: str = "ink and sky"
    ) -> Picture:
        """Return the end of the line if a colour moves first, its moves numbered."""
        play = self.study.if_first(colour_of(first))
        return _line_picture(play.end, play.local, size, look_of(theme, palette))

    def _shown(self) -> tuple[Sequence[str], Picture | None]:
        return self.sentences, self.picture("B")


class TriedMove(Struct, frozen=True):
    """A first move that a search looked at.

    lead -- Black's lead after it, in points; loss -- what it loses against the best, 0 or more
    visits -- how often the search looked at it
    """

    move: Point
    lead: float
    loss: float
    visits: int


class BoardJudgement(_Told, Struct, frozen=True, eq=False):
    """What a position is worth, as irgo tells it everywhere.

    position -- what was judged; said -- irgo's own value, which only its other rooms read
    """

    position: Position
    said: Judgement

    @property
    def lead(self) -> float:
        """Return Black's lead in points, komi counted."""
        return self.said.lead + 0.0  # No minus before zero.

    @property
    def margin(self) -> float:
        """Return within how many points of it the lead lies in four of five such positions."""
        return self.said.margin

    @property
    def range(self) -> tuple[float, float]:
        """Return between which leads the right one lies in four of five such positions."""
        low, high = self.said.range
        return low + 0.0, high + 0.0

    @property
    def chance(self) -> float | None:
        """Return how likely Black wins, 0 to 1; None if that is not known."""
        return self.said.chance

    @property
    def judge(self) -> str:
        """Return who judged."""
        return self.said.judge

    @property
    def visits(self) -> int:
        """Return how many positions were looked at."""
        return self.said.visits

    @property
    def is_counted(self) -> bool:
        """Return whether the board is finished and this is its count."""
        return self.said.is_counted

    @property
    def dead(self) -> frozenset[Point] | None:
        """Return the stones taken off a board that was counted, None for any other."""
        return None if self.said.dead is None else frozenset(
            points_of(self.said.dead, self.position))

    @property
    def open_stones(self) -> tuple[Point, ...]:
        """Return a stone of each chain of a finished board whose life is open."""
        return points_of([min(chain) for chain in chains(self.position)
                          if min(chain) in self.said.open_stones], self.position)

    @property
    def best(self) -> Point | None:
        """Return the best move found, which may be a pass; None after a mere look."""
        return None if self.said.best is None else Point.of(self.said.best, self.position)

    @property
    def line(self) -> tuple[Point, ...]:
        """Return the best play from here, colours in turn; empty after a mere look."""
        return points_of(self.said.line, self.position)

    @property
    def moves(self) -> tuple[TriedMove, ...]:
        """Return the first moves looked at, the best first; empty after a mere look."""
        losses = dict(self.said.losses(self.position.to_play))
        return tuple(TriedMove(Point.of(move.point, self.position), move.lead + 0.0,
                               losses[move.point] + 0.0, move.visits) for move in self.said.moves)

    @property
    def ownership(self) -> npt.NDArray[np.float64] | None:
        """Return whose each point will be, (rows, columns), -1 White's to 1 Black's.

        None where nobody searched.
        """
        if not self.said.ownership:
            return None
        return np.array(self.said.ownership, np.float64).reshape(
            self.position.rows, self.position.columns)

    @property
    def sentence(self) -> str:
        """Return who leads by how much, and how far off that may be."""
        lead = lead_words(self.lead)
        if self.said.either is not None:
            for_white, for_black = map(lead_words, self.range)
            return str(message(
                "The game is over, but the life of the stones at {stones} is open: {low} if it "
                "ends well for White, {high} if it ends well for Black. Likelier is that {lead}.",
                stones=listed(self.open_stones), lead=lead, low=for_white, high=for_black))
        if self.is_counted:
            return str(message("On the finished board {lead}.", lead=lead))
        if not self.margin:
            return str(message("Before the next move {lead}.", lead=lead))
        low, high = self.range
        return str(message(
            "Before the next move {lead}; in four out of five such positions Black's lead lies "
            "between {low:+.1f} and {high:+.1f} points.", lead=lead, low=low, high=high))

    def json(self) -> dict[str, Json]:
        """Return it as the `judgement` of `irgo whatif --json`."""
        return judgement_as_json(self.said)

    def _shown(self) -> tuple[Sequence[str], Picture | None]:
        return [self.sentence], Picture(Diagram(self.position), SIZE, Look())


class MoveWhy(_Told, Struct, frozen=True, eq=False):
    """A move explained: what it loses or gains against another one, and by what.

    found -- everything, points as numbers; groups -- (name, stones) of the position
    """

    found: Comparison
    groups: NamedGroups

    @property
    def loss(self) -> float:
        """Return what the move loses against the other, in points; below 0 if it is better."""
        return self.found.loss + 0.0

    @property
    def move(self) -> Point:
        """Return the move that is explained."""
        return Point.of(self.found.move.move, self.found.position)

    @property
    def instead(self) -> Point:
        """Return what it was held against."""
        return Point.of(self.found.instead.move, self.found.position)

    @property
    def lines(self) -> tuple[list[tuple[Letter, Point]], list[tuple[Letter, Point]]]:
        """Return what follows after the move, and after the other one."""
        return tuple(_named(future.moves, self.found.position)  # type: ignore[return-value]
                     for future in (self.found.move, self.found.instead))

    @property
    def judge(self) -> str:
        """Return who judged."""
        return self.found.judge

    @property
    def visits(self) -> int:
        """Return how many positions were looked at in all."""
        return self.found.visits

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the verdict, then the reasons, those that count most first."""
        return (str(verdict_words(self.found)), *(
            str(reason_words(reason, self.found))
            for reason in told_first(self.found.difference.reasons, self.found.loss)))

    def json(self) -> dict[str, Json]:
        """Return it as `irgo why --json` prints it."""
        return why_as_json(self.found, names_of_groups(self.groups))

    def _shown(self) -> tuple[Sequence[str], Picture | None]:
        return self.sentences, _line_picture(self.found.move.end, self.found.move.moves)


class BoardPlace(_Told, Struct, frozen=True, eq=False):
    """A part of the board where moving first changes something.

    found -- everything, points as numbers; groups -- (name, stones) of the position
    """

    position: Position
    found: FoundPlace
    groups: NamedGroups
    judge: str

    @property
    def worth(self) -> float:
        """Return what the side to move gains by playing here before the other does, in points."""
        return self.found.worth

    @property
    def behind(self) -> float:
        """Return what its best move here loses against its best move on the board."""
        return self.found.behind

    @property
    def visits(self) -> int:
        """Return how far the board was read for the side to move."""
        return self.found.comparison.visits

    @property
    def sentence(self) -> str:
        """Return where it is, what it is worth, and why."""
        return str(place_words(self.found, [name for name, _ in self.groups]))

    @property
    def details(self) -> tuple[str, ...]:
        """Return of each side its first moves, and who then has the next move elsewhere."""
        return tuple(map(str, further_words(self.found)))

    def moves(self, first: str) -> list[tuple[Letter, Point]]:
        """Return the line if a colour moves first, such as [("B", "C3"), ("W", "D2")]."""
        return _named(self.found.comparison.if_first(colour_of(first)).moves, self.position)

    def json(self) -> dict[str, Json]:
        """Return it as one of the `places` of `irgo whatif --all --json`."""
        return place_as_json(self.found, self.groups)

    def _shown(self) -> tuple[Sequence[str], Picture | None]:
        future = self.found.mine
        return (self.sentence, *self.details), _line_picture(future.end, future.moves)


class GroupLife(_Told, Struct, frozen=True, eq=False):
    """The life of a group, Black first and White first.

    number -- of the group on its board, from 1; name -- along the game; verdict -- all that was
    found, points as numbers
    """

    position: Position
    number: int
    name: str
    verdict: Verdict

    @property
    def colour(self) -> Letter:
        """Return whose group it is."""
        return letter_of(self.verdict.colour)

    @property
    def stones(self) -> tuple[Point, ...]:
        """Return its stones."""
        return points_of(self.verdict.stones, self.position)

    @property
    def status(self) -> str:
        """Return `alive`, `dead`, `unsettled`, `seki`, `ko` or `unknown`."""
        return self.verdict.status.value

    @property
    def is_proved(self) -> bool:
        """Return whether both answers are proved, as long as the stones around stay."""
        return self.verdict.exact

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return what becomes of it if either side moves first, and how that is known."""
        told = [str(message("{group}: {colour} first: {outcome}.", group=self.name,
                            colour=message(NAME_OF_COLOUR[colour]),
                            outcome=_FIRST[self.verdict.if_first(colour).outcome]))
                for colour in (BLACK, WHITE)]
        known = how_known(self.verdict)
        return (*told, known) if known else tuple(told)

    def json(self) -> dict[str, Json]:
        """Return it as one of the `groups` of `irgo lifedeath --json`."""
        verdict = self.verdict
        return group_as_json(self.number, self.name, verdict.colour, verdict.stones,
                             self.position) | verdict_as_json(verdict, self.position)

    def _shown(self) -> tuple[Sequence[str], Picture | None]:
        return self.sentences, None

    def __repr__(self) -> str:
        return f"<GroupLife: {visible(f'{self.name} {self.status}', _MOST_SHOWN)}>"


class GroupFate(_Told, Struct, frozen=True, eq=False):
    """A group that died, or that was in danger and lived.

    document -- it as one of the `fates` of `irgo report --json`
    """

    document: dict[str, Json]

    @property
    def number(self) -> int:
        """Return after which move it was so, from 1."""
        return cast(int, self.document["move_number"])

    @property
    def colour(self) -> Letter:
        """Return whose group it is."""
        return cast(Letter, self.document["colour"])

    @property
    def sentence(self) -> str:
        """Return it in a sentence."""
        return str(self.document["text"])

    def json(self) -> dict[str, Json]:
        """Return it in numbers and vertices."""
        return dict(self.document)

    def _shown(self) -> tuple[Sequence[str], Picture | None]:
        return [self.sentence], None


class Happening(_Told, Struct, frozen=True, eq=False):
    """Stones taken, a ko, or a ladder, by the rules alone; found -- as irgo's own rooms know it."""

    found: GameHappening
    position: Position

    @property
    def kind(self) -> str:
        """Return `captures`, `kos` or `ladders`."""
        return self.found.kind

    @property
    def number(self) -> int:
        """Return the number of the move it began with, from 1."""
        return self.found.number

    @property
    def last(self) -> int:
        """Return the number of its last move."""
        return self.found.last

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the moves it is made of."""
        return self.found.numbers

    @property
    def colour(self) -> Letter:
        """Return whose move it was."""
        return letter_of(self.found.colour)

    @property
    def at(self) -> Point:
        """Return the point of that move."""
        return Point.of(self.found.at, self.position)

    @property
    def stones(self) -> tuple[Point, ...]:
        """Return what was taken or chased; of a ko the two points."""
        return points_of(self.found.stones, self.position)

    @property
    def works(self) -> bool | None:
        """Return whether a ladder takes the stones, read out to the end; None for all else."""
        return self.found.works

    @property
    def sentence(self) -> str:
        """Return it in a sentence."""
        return self.found.sentence

    def json(self) -> dict[str, Json]:
        """Return it in numbers and vertices."""
        return self.found.json()

    def _shown(self) -> tuple[Sequence[str], Picture | None]:
        return [self.sentence], None


class GameStory(Struct, frozen=True, eq=False):
    """What a game was about: mistakes, fates and turning points, each searched again.

    found -- the report as `irgo report` makes it, and what is to be said of it
    warnings -- what was repaired in the game's file
    """

    found: JudgedReport
    warnings: tuple[str, ...] = ()

    @property
    def judge(self) -> str:
        """Return who judged: `irgo's reader`, an engine, or KataGo's network."""
        return self.found.report.review.judge

    @property
    def visits(self) -> int:
        """Return how far every position was read; what is told of mistakes was read further."""
        return self.found.report.review.visits

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the game in a few sentences."""
        return tuple(map(str, overview(self.found.report.review)))

    @property
    def fates(self) -> tuple[str, ...]:
        """Return where groups died or lived, a sentence each, in the order of the moves."""
        review = self.found.report.review
        return tuple(str(event_sentence(event, review.line)) for event in review.events)

    @property
    def deaths(self) -> tuple[GroupFate, ...]:
        """Return the same fates, each as a value of its own."""
        return tuple(map(GroupFate, cast(list[dict[str, Json]], self.json()["fates"])))

    def json(self) -> dict[str, Json]:
        """Return it as `irgo report --json` prints it; there is no file."""
        return report_as_json(self.found.report, "", self.found.remark, self.warnings)

    def _repr_html_(self) -> str:
        from irgo_app.report.html import html_of

        page = html_of(document_of(self.found.report, remark=self.found.remark),
                       ReportOptions().look)
        return (f'<iframe sandbox width="100%" height="{_FRAME}" style="border:0" '
                f'srcdoc="{escape(page)}"></iframe>')

    def __repr__(self) -> str:
        return f"<GameStory: {visible(self.sentences[0], _MOST_SHOWN)}>"


def _named(moves: Iterable[Move], position: Position) -> list[tuple[Letter, Point]]:
    return [(letter_of(colour), Point.of(point, position)) for colour, point in moves]


def _line_picture(
    end: Position, moves: tuple[Move, ...], size: int = SIZE, look: Look | None = None
) -> Picture:
    """Return the board after a line, its moves numbered where their stones still lie."""
    numbers: dict[Index, int] = {}
    for number, (_, point) in enumerate(moves, start=1):
        if point != PASS and end.cells[point]:
            numbers.setdefault(point, number)
    return Picture(Diagram(end, move_numbers=numbers), size, look or Look())
