"""What is known of a position's groups and places, and who said so, as it comes in and is kept.

A study tells its group's life as well, as a verdict, so that all that is known has one sum.

A record keeps studies in irgo's own property IRS. Each value is one line of JSON, a study. Places
of groups are told by their stones, so that they are the same places when the record is read again;
what cannot be read counts as not there.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, SupportsFloat, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.draw.drawables import Drawable, Mark, MarkShape
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.engine_record import BROKEN
from irgo_app.judging.fate import GroupFate, group_fates
from irgo_app.judging.future import Move
from irgo_app.judging.judges import JudgeSettings
from irgo_app.judging.requests import BigPointsRequest, LifeRequest, StudyRequest
from irgo_app.judging.studies import by_urgency, followed
from irgo_app.judging.study import Place, Play, Study, after, place_of_group, place_of_point
from irgo_app.layers.groups import Groups
from irgo_app.layers.layer import stones_text
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.verdict import (READER_METHOD, Answer, LifeStatus, Outcome, Verdict,
                                        strongest_first)
from irgo_app.sgf.edits import ChangeKind, Edit, set_properties
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.values import raw_of_text, text_of

READER: Final = "irgo's reader"
"""Who judges in a study that no engine judged, as `studies.reader` names it."""
_FATES: Final = {Outcome.LIVES: 1.0, Outcome.DIES: -1.0}
Document: TypeAlias = dict[str, Any]
PROPERTY: Final = "IRS"
_VERSION: Final = 1
_MOST_POINTS: Final = 10_000.0
_COLOURS: Final = {letter: colour for colour, letter in LETTER_OF_COLOUR.items()}
_OWNED: Final = 100
"""An ownership of 1 as it is written: whole numbers are short."""


def verdict_of(study: Study) -> Verdict | None:
    """Return the life of a study's group as its judge sees it, or as it proved on the way.

    None where no group was judged.
    """
    if not study.stones:
        return None
    method = study.method or (READER_METHOD if study.engine in ("", READER)
                              else f"engine:{study.engine}")
    # A judge names a method only where it found a proof.
    is_proved = bool(study.method)

    def answer(first: Colour) -> Answer:
        played = study.if_first(first)
        outcome = played.outcome or Outcome.UNKNOWN
        fate = _FATES.get(outcome, 0.0) if played.fate is None else played.fate
        return Answer(
            first, outcome, played.move, played.local, method,
            is_proved and outcome in (Outcome.LIVES, Outcome.DIES), kill=(1.0 - fate) / 2)

    return Verdict(study.colour, study.stones, answer(BLACK), answer(WHITE))


def joint_verdict(verdicts: Sequence[Verdict], studies: Iterable[Study]) -> Verdict | None:
    """Return all that is known of a group's life, the strongest first, the others beside it.

    A proof comes before a judge, and a judge before playouts; None if nothing is known.
    """
    known = list(verdicts)
    for study in studies:
        # With a method it rests on a verdict; where one is known, that is the same.
        found = None if study.method and verdicts else verdict_of(study)
        if found is not None:
            known.append(found)
    if len(known) < 2:
        return known[0] if known else None
    return strongest_first(known)


_GONE_ON_OWN_TURN: Final = -0.6
_GONE: Final = -0.74
"""A group of which the whole board's search expects no more, in its owner's view, is dead whatever
a short search of the group alone guessed; the first where its owner is to move."""


def beside_the_board(
    found: Verdict, ownership: Sequence[float], to_play: Colour
) -> Verdict:
    """Return a verdict in which guesses that the search of the whole board contradicts are dead.

    A guess rests on a few positions round the group and comes out otherwise from move to move; the
    board's search on hundreds. Proofs and the solver's answers stay.
    ownership -- whose each point is expected to be, Black +1
    """
    expected = found.colour * sum(ownership[stone] for stone in found.stones) / len(found.stones)
    if expected > (_GONE_ON_OWN_TURN if to_play == found.colour else _GONE):
        return found
    black, white = (
        replace(answer, outcome=Outcome.DIES, kill=max(answer.kill, (1.0 - expected) / 2))
        if answer.method == READER_METHOD else answer
        for answer in (found.black_first, found.white_first))
    return replace(found, black_first=black, white_first=white)


QUICK: Final = Limits(nodes=5_000, playouts=1_500, visits=12, most_visits=0)
"""What a first answer may cost: little, but a small closed region is worth patience."""
ITSELF: Final = ""
"""Who reads where no engine does: irgo."""


class PlaceOpinion(Struct, frozen=True):
    """What one reader says of a place.

    reader -- the engine's name, ITSELF for irgo; study -- None if it was not asked for one
    verdict -- of the group's life, None without a group or if nothing was said
    """

    reader: str
    study: Study | None
    verdict: Verdict | None


class LifeAnswers:
    """Verdicts and studies by their places, and what follows from them.

    groups -- the result of the layer `groups` with nothing taken off; places -- of each of them
    reading -- of the game: who reads is said with each question
    verdicts -- by irgo's own searches; by_engine -- by engines that were asked for life and death
    studies -- by reader, then by place
    dead -- the stones found dead so far, as the layers take them
    ownership -- whose each point is by the whole board's search, empty while nobody has read it
    """

    def __init__(
        self, position: Position, groups: Groups, reading: JudgeSettings | None = None
    ) -> None:
        self.position, self.groups = position, groups
        self.reading = reading or JudgeSettings()
        self.places = tuple(place_of_group(position, region.stones, number)
                            for number, region in enumerate(groups.regions, start=1))
        self.verdicts: dict[Place, Verdict] = {}
        self.by_engine: dict[str, dict[Place, Verdict]] = {}
        self.studies: dict[str, dict[Place, Study]] = {}
        self.dead = ""
        self.ownership: Sequence[float] = ()
        self._deep: set[Place] = set()

    # Questions

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is known yet."""
        return not (self.verdicts or self.by_engine or self.studies)

    @property
    def open_groups(self) -> list[Place]:
        """Return the groups without a verdict; if all have one, those whose life is not proved."""
        return [place for place in self.places if place not in self.verdicts] or [
            place for place in self.places
            if not self.verdicts[place].exact and place not in self._deep]

    def question(self, group: Place, engine: EngineProfile | None = None) -> LifeRequest:
        """Return what to ask about a group: first quickly; where there is a verdict, thoroughly."""
        if engine is not None:
            return LifeRequest(self.position, group.stones, engine=engine)
        limits = QUICK
        if group in self.verdicts:
            limits = Limits()
            self._deep.add(group)
        return LifeRequest(self.position, group.stones, limits)

    def study_of(self, place: Place, engine: EngineProfile | None = None) -> StudyRequest:
        """Return what to ask about moving first in a place."""
        return StudyRequest(
            self.position, place, replace(self.reading, engine=engine), self._dead_stones(place),
            self.verdicts.get(place))

    def big_points(self, engine: EngineProfile | None = None) -> BigPointsRequest:
        """Return the question where big points are."""
        stones = tuple(place.stones for place in self.places)
        return BigPointsRequest(self.position, stones, replace(self.reading, engine=engine))

    # Answers

    def add_study(self, study: Study, reader: str = ITSELF) -> bool:
        """Note a study; return whether other stones are dead now."""
        self.studies.setdefault(reader, {})[study.place] = study
        return self._note_dead()

    def add_verdict(self, group: Place, verdict: Verdict, reader: str = ITSELF) -> bool:
        """Note a verdict; return whether other stones are dead now."""
        if reader != ITSELF:
            self.by_engine.setdefault(reader, {})[group] = verdict
            return self._note_dead()
        known = self.verdicts.get(group)
        self.verdicts[group] = verdict
        if known is not None and known.status is not verdict.status:
            self.studies.get(ITSELF, {}).pop(group, None)
        return self._note_dead()

    def expect(self, ownership: Sequence[float]) -> bool:
        """Note what the search of the whole board expects; return whether other stones are dead
        now.
        """
        self.ownership = ownership
        return self._note_dead()

    def study(self, place: Place, reader: str = ITSELF) -> Study | None:
        """Return what a reader found in a place, None if it was not asked."""
        return self.studies.get(reader, {}).get(place)

    def verdict(self, group: Place) -> Verdict | None:
        """Return all that is known of a group's life, by searches, engines and studies."""
        searched = [known[group] for known in (self.verdicts, *self.by_engine.values())
                    if group in known]
        found = joint_verdict(searched, [
            studies[group] for studies in self.studies.values() if group in studies])
        return found if found is None or not self.ownership else beside_the_board(
            found, self.ownership, self.position.to_play)

    def ranking(self, reader: str = ITSELF) -> tuple[Study, ...]:
        """Return a reader's studies, what is worth most first."""
        return by_urgency(self.studies.get(reader, {}).values())

    def opinions(self, place: Place) -> list[PlaceOpinion]:
        """Return what each reader that was asked says of a place, irgo first."""
        found = []
        for reader in dict.fromkeys((ITSELF, *self.studies, *self.by_engine)):
            study = self.study(place, reader)
            searched = self.verdicts if reader == ITSELF else self.by_engine.get(reader, {})
            verdict = searched.get(place)
            if verdict is None and study is not None:
                verdict = verdict_of(study)
            if study is not None or verdict is not None:
                found.append(PlaceOpinion(reader, study, verdict))
        return found

    def fates(self) -> tuple[GroupFate, ...]:
        """Return what is known of the groups' lives."""
        return group_fates(self._known().values())

    @property
    def is_complete(self) -> bool:
        """Return whether somebody has searched the life of every group."""
        return all(self.verdict(place) is not None for place in self.places)

    def dead_marks(self) -> tuple[Drawable, ...]:
        """Return dots of the other colour on the dead stones."""
        return tuple(
            Mark(stone, MarkShape.WHITE_DOT if verdict.colour == BLACK else MarkShape.BLACK_DOT)
            for verdict in self._known().values() if verdict.status is LifeStatus.DEAD
            for stone in verdict.stones)

    def _note_dead(self) -> bool:
        before, self.dead = self.dead, stones_text(self.position, self._dead_stones())
        return self.dead != before

    def _dead_stones(self, but: Place | None = None) -> tuple[Point, ...]:
        """Return the stones of the groups that die whoever moves first, one group left out."""
        return tuple(sorted(
            stone for group, verdict in self._known().items()
            if verdict.status is LifeStatus.DEAD and group != but for stone in verdict.stones))

    def _known(self) -> dict[Place, Verdict]:
        """Return every group of whose life something is known, with all that is known."""
        return {place: verdict for place in self.places
                if (verdict := self.verdict(place)) is not None}


def save_studies(
    node: Node, position: Position, found: Iterable[tuple[str, Study]]
) -> Edit | None:
    """Return the edit that writes studies into their node, None if there are none.

    found -- who read each, "" for irgo, and the study; those kept before go
    """
    writer = _Names(position)
    values = [raw_of_text(json.dumps(writer.study(reader, study), separators=(",", ":")))
              for reader, study in found]
    if not values:
        return None
    return set_properties(node, {PROPERTY: values}, "keep studies", ChangeKind.INFO)


def saved_studies(node: Node, position: Position) -> list[tuple[str, Study]]:
    """Return the studies that the record holds of a node, with who read them."""
    found = []
    for raw in node.properties.get(PROPERTY, []):
        try:
            found.append(_Names(position).read(json.loads(text_of(raw))))
        except (*BROKEN, UsageError):
            continue
    return found


class _Names:
    """Writes points of one board as vertices, and reads them."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def study(self, reader: str, study: Study) -> Document:
        place = study.place
        document: Document = {
            "v": _VERSION, "reader": reader, "engine": study.engine, "method": study.method,
            "visits": study.visits, "komi": study.komi,
            "rest": round(study.rest + study.komi, 4), "point": self._position.vertex(study.at),
            "B": self._play(study.black_first, study.komi),
            "W": self._play(study.white_first, study.komi)}
        if place.stones:
            return document | {"group": place.group, "stones": self._names(place.stones)}
        if place.at is not None:
            return document | {"at": self._position.vertex(place.at)}
        return document | {"region": self._names(place.region), "near": self._names(place.near)}

    def read(self, document: Document) -> tuple[str, Study]:
        """Return who read a study, and the study; raises what broken JSON raises."""
        if document["v"] != _VERSION:
            raise ValueError(document["v"])
        place = self._place(document)
        komi = _number(document["komi"])
        black, white = (self._read_play(document[LETTER_OF_COLOUR[first]], first, komi)
                        for first in (BLACK, WHITE))
        return str(document["reader"]), Study(
            self._position, place, self._point(document["point"]), black, white,
            _number(document["rest"]) - komi, str(document["method"]), str(document["engine"]),
            int(document["visits"]), komi)

    def _place(self, document: Document) -> Place:
        if "stones" in document:
            group = document["group"]
            return place_of_group(self._position, self._points(document["stones"]),
                                  None if group is None else int(group))
        if "at" in document:
            return place_of_point(self._position, self._point(document["at"]))
        return Place(self._points(document["region"]), self._points(document["near"]))

    def _play(self, play: Play, komi: float) -> Document:
        """Write one side's play, with leads in which komi is not counted."""
        owned = play.ownership
        return {
            "moves": self._line(play.local), "line": self._line(play.line),
            "lead": round(play.lead + komi, 4), "count": round(play.count + komi, 4),
            "threat": round(play.threat, 4), "dead": self._names(play.dead),
            "outcome": None if play.outcome is None else play.outcome.value,
            "fate": None if play.fate is None else round(play.fate, 3),
            "territory": [round(play.territory[colour], 1) for colour in (BLACK, WHITE)],
            "influence": round(play.influence, 2),
            "owners": None if not owned else [round(_OWNED * value) for value in owned]}

    def _read_play(self, row: Document, first: Colour, komi: float) -> Play:
        moves, end = followed(self._position, first, self._moves(row["moves"]))
        moves = moves or ((first, PASS),)
        black, white = map(_number, row["territory"])
        owned, outcome, fate = row["owners"], row["outcome"], row["fate"]
        if owned is not None and len(owned) != len(self._position.cells):
            raise ValueError("ownership of another board")
        return Play(
            moves, after(self._position, first, moves[:1]), end, _number(row["lead"]) - komi,
            tuple(max(-1.0, min(1.0, int(value) / _OWNED)) for value in owned or ()), 0,
            line=self._moves(row["line"]), count=_number(row["count"]) - komi,
            threat=_number(row["threat"]), dead=self._points(row["dead"]),
            outcome=None if outcome is None else Outcome(outcome),
            fate=None if fate is None else _number(fate),
            territory={BLACK: black, WHITE: white}, influence=_number(row["influence"]))

    def _line(self, moves: Sequence[Move]) -> str:
        return " ".join(f"{LETTER_OF_COLOUR[colour]}:{self._position.vertex(point)}"
                        for colour, point in moves)

    def _moves(self, text: str) -> tuple[Move, ...]:
        return tuple((_COLOURS[word[0]], self._point(word[2:])) for word in text.split())

    def _names(self, points: Sequence[Point]) -> str:
        return " ".join(map(self._position.vertex, points))

    def _points(self, text: str) -> tuple[Point, ...]:
        return tuple(map(self._point, text.split()))

    def _point(self, name: str) -> Point:
        return point_of_vertex(name, self._position.columns, self._position.rows)


def _number(value: SupportsFloat | str) -> float:
    """Return a number of points; raises ValueError for what is none, which JSON allows."""
    found = float(value)
    if not abs(found) <= _MOST_POINTS:
        raise ValueError(value)
    return found
