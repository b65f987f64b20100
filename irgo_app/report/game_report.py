"""A report as data: the review of a game, turning points studied, groups, maps and problems."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable
from irgo_app.engines.profile import EngineProfile
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.fate import Fate
from irgo_app.judging.ishida import ishida_view
from irgo_app.judging.ishida_picture import picture_of
from irgo_app.judging.judgement import Judge, JudgeTrust, Tell, all_asked
from irgo_app.judging.judges import (ANSWERS_OF_A_GAME, JudgeSettings, if_it_tells_points, judge_of,
                                     own_judge)
from irgo_app.judging.reader_judge import ReaderJudge
from irgo_app.judging.studies import studied
from irgo_app.judging.study import (DIES, LIVES, Place, Study, fate_of_stones, place_around,
                                    place_of_group, place_of_point)
from irgo_app.judging.study_words import NOTHING, group_status
from irgo_app.layers import layer_named
from irgo_app.layers.groups import Groups
from irgo_app.lifedeath.seki import sekis
from irgo_app.lifedeath.verdict import LifeStatus
from irgo_app.meaning.reasons import Comparison
from irgo_app.networks import can_judge
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.kept_findings import KeptFindings, keep, kept_findings
from irgo_app.review.fates import consistent, ended, lasting, told_events, with_ends
from irgo_app.review.game_line import (ComputeLayer, GameLine, at_first_sight, game_maps,
                                       looked_through, part_told)
from irgo_app.review.game_review import (LEAST_STONES, EventFate, GameReview, GroupEvent,
                                         group_events, reviewed)
from irgo_app.review.group_names import name_labels, names_after
from irgo_app.review.level import ANYBODY, Audience
from irgo_app.review.mistakes import Mistakes, foreseen, verified, with_likely
from irgo_app.review.problems import Problem, agreed_problems, problem_records, proved_problems
from irgo_app.review.turning_points import Turn, TurningPoint, turning_points
from irgo_app.service.plan import groups_on
from irgo_app.sgf.game_info import GameInfo
from irgo_app.sgf.writer import save_file
from irgo_app.words import noted

VISITS: Final = 8
"""How far each position is searched. More did not find the moves that lost most more often: on
games between networks the first ten of a stronger judge were met as often with 64, and mistakes
told are as many and as true as with 16."""
_SHOWN: Final = 5
"""The maps are shown at so many points of the game."""

_AGREES: Final = 0.5
"""A place that is worth less than this part of what a move lost is not what the loss is about."""
_SHARES: Final = {"maps": 6, "search": 31, "mistakes": 42, "fates": 10, "groups": 4, "studies": 7}
"""How much of the whole each stage is, in hundredths, for the progress."""


First: TypeAlias = Callable[[GameReview], None]
"""Takes what is known first of a game."""


class Studied(Struct, frozen=True):
    """A turning point with its study, None where no place can be named.

    position -- the one the study is about
    """

    point: TurningPoint
    position: Position
    study: Study | None

    @property
    def shown_at(self) -> int:
        """Return the number of the position that is drawn: after its move, or after its last."""
        return self.point.until if self.point.drift else self.point.number


class GameReport(Struct, frozen=True, eq=False):
    """All that a report tells.

    shown -- the positions at which the maps are shown, by their numbers
    ishida -- for these and for the turning points the Ishida view, by the position's number
    last_groups -- the groups of the last board, as outlines and names
    """

    review: GameReview
    turns: tuple[Studied, ...]
    groups: tuple[GroupEnd, ...]
    shown: tuple[int, ...]
    ishida: Mapping[int, tuple[Drawable, ...]]
    last_groups: tuple[Drawable, ...]


def game_report(
    line: GameLine, judge: Judge, compute: ComputeLayer, options: ReportOptions,
    tell: Tell | None = None, cancel: CancelFlag | None = None, *, has_studies: bool = False,
    is_kept: bool = False,
) -> GameReport:
    """Return the report of a game.

    judge -- who judges; compute -- works layers out
    has_studies -- whether the place of each turning point is studied, for both sides
    is_kept -- whether what is found out is kept in irgo's cache, and taken from there
    tell -- told (hundredths done, 100). Raises EngineError, and CalledOffError soon after the
    flag is raised.
    """
    progress = _Progress(tell)
    review, dead = _reviewed(line, judge, compute, progress, cancel, options.audience,
                             is_kept=is_kept)
    last, names = last_groups(line.positions, compute)
    progress.done("groups")
    turns = turns_of(review, options.turning_points)
    if has_studies:
        turns = _with_studies(turns, review, judge, progress, cancel)
    progress.done("studies")
    last_position = len(line.positions) - 1
    shown = tuple(sorted({round(last_position * part / _SHOWN) for part in range(1, _SHOWN + 1)}))
    pictured = {*shown, *(turn.shown_at for turn in turns)} if options.has_diagrams else ()
    ends = group_ends(review, last, names, dead)
    # The last board shows of its groups what is told of them.
    fates = {stone: _FATES_AT_THE_END[group.end] for group in ends
             if group.end is not End.TAKEN for stone in group.stones}
    ishida = {index: _ishida(review, index, compute, fates if index == last_position else {})
              for index in pictured}
    outlines = layer_named("groups").drawables(last)
    labels = name_labels(last, names, line.positions[-1])
    return GameReport(review, turns, ends, shown, ishida, (*outlines, *labels))


def reviewed_turns(
    line: GameLine, judge: Judge, compute: ComputeLayer, most: int,
    tell: Tell | None = None, cancel: CancelFlag | None = None, first: First | None = None,
    audience: Audience = ANYBODY, *, is_kept: bool = False, is_read_again: bool = False,
) -> tuple[GameReview, tuple[Studied, ...]]:
    """Return the review of a game and its turning points: what a report tells, without its maps.

    most -- so many turning points at most; audience -- for whom it is told
    first -- told a review of the moves that seemed to lose most, once they were looked at again;
    fates are not in it yet
    is_read_again -- whether the game is read though its findings are kept; the new ones replace
    them. The rest as `game_report`.
    """
    progress = _Progress(tell)
    review, _ = _reviewed(line, judge, compute, progress, cancel, audience, first,
                          is_kept=is_kept, is_read_again=is_read_again)
    progress.done("studies")
    return review, turns_of(review, most)


def turns_at_first(review: GameReview, most: int) -> tuple[Studied, ...]:
    """Return the turning points of a first list; drifts come with the rest."""
    return tuple(turn for turn in turns_of(review, most) if turn.point.turn is not Turn.DRIFT)


def turns_of(review: GameReview, most: int) -> tuple[Studied, ...]:
    """Return the turning points of a review, at most so many, each with the board before it."""
    return tuple(Studied(point, review.line.positions[point.number - 1], None)
                 for point in turning_points(review, most, review.level.decided))


def _with_studies(
    turns: Sequence[Studied], review: GameReview, judge: Judge, progress: _Progress,
    cancel: CancelFlag | None,
) -> tuple[Studied, ...]:
    found = all_asked(range(len(turns)),
                      lambda at: _studied(review, turns[at].point, judge, cancel),
                      judge.at_once, progress.of("studies"))
    return tuple(found[at] for at in range(len(turns)))


def _reviewed(
    line: GameLine, judge: Judge, compute: ComputeLayer, progress: _Progress,
    cancel: CancelFlag | None, audience: Audience = ANYBODY, first: First | None = None, *,
    is_kept: bool = False, is_read_again: bool = False,
) -> tuple[GameReview, frozenset[Point] | None]:
    """Return the review, of what holds when it is searched again, and a finished game's dead.

    is_kept -- whether what was found out before is taken from irgo's cache, and kept there
    """
    level, side = audience.level_for(line.info), audience.side

    def told(found: KeptFindings) -> GameReview:
        mistakes = found.mistakes
        return reviewed(line, judge.name, found.judged, found.maps, mistakes.whys, found.events,
                        mistakes.unsure, mistakes.repeated, level, side)

    found = kept_findings(line, judge) if is_kept and not is_read_again else None
    if found is None:
        found = _found_out(line, judge, compute, progress, cancel, told, first)
        if is_kept:
            keep(found, line, judge)
    progress.done("fates")
    return told(found), found.dead


def _found_out(
    line: GameLine, judge: Judge, compute: ComputeLayer, progress: _Progress,
    cancel: CancelFlag | None, told: Callable[[KeptFindings], GameReview], first: First | None,
) -> KeptFindings:
    """Return what a judge finds out about a game; told -- makes a review of it."""
    maps = game_maps(line, compute, progress.of("maps"), cancel)
    known: Mapping[int, Comparison] = {}
    if first is not None and judge.rank is JudgeTrust.DEEP:
        quick = at_first_sight(
            line, ReaderJudge().for_game(line.komi, line.rules), cancel=cancel)
        known = foreseen(line, quick, judge, cancel)
        first(told(KeptFindings(quick, Mistakes(known, {}), (), None, maps)))
    said = looked_through(line, judge, VISITS, progress.of("search"), cancel)
    said, dead = ended(line, said, judge, cancel)

    def look(whys: Mapping[int, Comparison]) -> None:
        if first is not None and judge.rank is not JudgeTrust.DEEP:
            first(told(KeptFindings(said, Mistakes(whys, {}), (), dead, maps)))

    sure = verified(
        line, said, judge, progress.of("mistakes"), cancel, look=look, known=known)
    review = reviewed(line, judge.name, said, maps, sure.whys, (), repeated=sure.repeated)
    mistakes = with_likely(sure, review, judge, cancel)
    events = told_events(
        line, said, group_events(line, said), judge, progress.of("fates"), cancel, mistakes.whys)
    events = with_ends(events, line, said, judge, dead, cancel)
    events = lasting(consistent(events, line, dead), line, said)
    return KeptFindings(said, mistakes, events, dead, maps)


def _studied(
    review: GameReview, point: TurningPoint, judge: Judge, cancel: CancelFlag | None
) -> Studied:
    line = review.line
    position = line.positions[point.number - 1]
    place = _place(point, position)
    if place is None:
        return Studied(point, position, None)
    study = studied(position, place, judge, cancel=cancel)
    told = review.whys.get(point.number)
    if point.turn is Turn.LOSS and told is not None:
        study = _as_told(study, told, review.leads_round(point.number)[0])
    says_otherwise = point.turn is Turn.FATE and (study.swing < NOTHING or group_status(study) in (
        LifeStatus.ALIVE, LifeStatus.DEAD))
    if says_otherwise or (told is not None and study.swing < _AGREES * told.loss):
        # What was lost is not in this place alone, or a fate hangs on more than this place: its
        # study would only contradict.
        return Studied(point, position, None)
    return Studied(point, position, study)


def _as_told(study: Study, told: Comparison, lead: float) -> Study:
    """Return a study in which the better move of a mistake leads to what is told of it.

    lead -- Black's, komi counted: a study's own search of the same move would tell another
    """
    colour, better = told.instead.moves[0]
    played = study.if_first(colour)
    if played.move != better:
        return study
    more = lead - played.lead
    as_told = replace(played, lead=played.lead + more, influence=played.influence + more)
    return replace(study, black_first=as_told) if colour == BLACK \
        else replace(study, white_first=as_told)


def _place(point: TurningPoint, position: Position) -> Place | None:
    """Return the place a turning point is about; None where only a pass would do."""
    best, played = point.move.best, point.move.point
    if point.turn is Turn.DRIFT:
        return None
    if point.turn is Turn.FATE:
        stones = _still_there(point.events[0], position)
        return place_of_group(position, stones) if stones else None
    if best is None:
        return None if played == PASS else place_around(position, played)
    if best == PASS:
        return None
    return place_of_point(position, best)


def _still_there(event: GroupEvent, position: Position) -> tuple[Point, ...]:
    return tuple(stone for stone in event.stones if position.colour_at(stone) == event.colour)


def _ishida(
    review: GameReview, index: int, compute: ComputeLayer, fates: Mapping[Point, Fate]
) -> tuple[Drawable, ...]:
    """Return the Ishida view of a position as the review judges it; fates -- known of stones."""
    position = review.line.positions[index]
    groups = groups_on(position, compute)
    return picture_of(ishida_view(position, review.judged[index], groups, fates)).drawables()


class _Progress:
    """Tells how much of the whole is done, stage by stage."""

    def __init__(self, tell: Tell | None) -> None:
        self._tell, self._shares = tell, dict.fromkeys(_SHARES, 0.0)

    def of(self, stage: str) -> Callable[[int, int], None]:
        """Return what a stage tells how far it has come."""
        def tell(done: int, total: int) -> None:
            self._set(stage, done / max(1, total))
        return tell

    def done(self, stage: str) -> None:
        """Take note that a stage is done."""
        self._set(stage, 1.0)

    def _set(self, stage: str, share: float) -> None:
        self._shares[stage] = share
        # A stage that was left out is done when a later one is.
        for before in list(_SHARES)[:list(_SHARES).index(stage)]:
            self._shares[before] = 1.0
        if self._tell:
            self._tell(round(sum(_SHARES[name] * part for name, part in self._shares.items())), 100)


_FEW: Final = 3
"""So many shared stones make an event one of a group, or all of its stones."""


class End(Enum):
    """What became of a group."""

    ALIVE = noted("alive")
    DEAD = noted("dead")
    SEKI = noted("seki")
    OPEN = noted("still open")
    TAKEN = noted("taken off the board")


_FATES_AT_THE_END: Final = {End.ALIVE: Fate.SAFE, End.DEAD: Fate.DEAD, End.SEKI: Fate.SEKI,
                            End.OPEN: Fate.WEAK}


class GroupEnd(Struct, frozen=True):
    """A group and what became of it.

    name -- as on the board, W1, B2 ...; for a group that was taken its colour's letter alone
    stones -- on the last board, or as they lay when they died
    events -- what befell it, in the order of the moves
    """

    name: str
    colour: Colour
    stones: tuple[Point, ...]
    end: End
    events: tuple[GroupEvent, ...]


def last_groups(
    positions: Iterable[Position], compute: ComputeLayer
) -> tuple[Groups, tuple[str, ...]]:
    """Return the groups of a game's last board, with names as they came to be along the game."""
    found = [groups_on(position, compute) for position in positions]
    return found[-1], names_after(found)


def group_ends(
    review: GameReview, groups: Groups, names: Iterable[str],
    dead: frozenset[Point] | None = None,
) -> tuple[GroupEnd, ...]:
    """Return what became of every group of some size: Black's, White's, then those taken.

    dead -- the dead stones of a game that was counted, None for one that is not finished
    """
    position, said = review.line.positions[-1], review.judged[-1]
    found = list[GroupEnd]()
    for region, name in zip(groups.regions, names, strict=True):
        if len(region.stones) >= LEAST_STONES:
            fate = fate_of_stones(region.stones, region.colour, position, said.ownership)
            if dead is not None:
                fate = -1.0 if _are_most(dead, region.stones) else 1.0
            end = End.ALIVE if fate >= LIVES else End.DEAD if fate <= DIES else End.OPEN
            if said.open_stones.intersection(region.stones):
                end = End.OPEN
            events = _events_of(review, region.colour, region.stones)
            if any(_are_most(seki.stones, region.stones) for seki in sekis(position)):
                end = End.SEKI
            if events and end is End.OPEN and events[-1].number == len(review.line.moves):
                # What the last move did was searched, and nothing has happened since.
                end = _ENDS[events[-1].fate]
            # An event was searched; where the last board is hardly seen otherwise, it is left open.
            if events and end in _OTHERWISE[events[-1].fate]:
                end = End.OPEN
            found.append(GroupEnd(name, region.colour, region.stones, end, events))
    found.sort(key=lambda group: (-group.colour, -len(group.stones)))
    for event in review.events:
        is_there = [position.colour_at(stone) == event.colour for stone in event.stones]
        if event.fate is EventFate.DIED and sum(is_there) * 2 < len(is_there):
            found.append(GroupEnd(LETTER_OF_COLOUR[event.colour], event.colour, event.stones,
                                  End.TAKEN, (event,)))
    return tuple(found)


_ENDS: Final = {EventFate.DIED: End.DEAD, EventFate.LIVED: End.ALIVE}
_OTHERWISE: Final = {EventFate.DIED: (End.ALIVE, End.SEKI), EventFate.LIVED: (End.DEAD,)}
"""Ends that a group cannot have had whose last fate was this."""


def _are_most(some: frozenset[Point], stones: Collection[Point]) -> bool:
    return 2 * len(some.intersection(stones)) > len(stones)


def _events_of(
    review: GameReview, colour: Colour, stones: tuple[Point, ...]
) -> tuple[GroupEvent, ...]:
    own = set(stones)
    shared = [(event, len(own & set(event.stones))) for event in review.events
              if event.colour == colour]
    return tuple(event for event, count in shared if count >= _FEW or 2 * count > len(event.stones))


_PROVING: Final = 40
"""How much of the work proving is, in hundredths, for the progress."""


def reading_of(line: GameLine, profile: EngineProfile | None) -> JudgeSettings:
    """Return who reads a game: an engine that tells points, else irgo itself."""
    return JudgeSettings(
        if_it_tells_points(profile), line.komi, line.rules, answers=ANSWERS_OF_A_GAME)


def second_judge(
    line: GameLine, profile: EngineProfile | None
) -> AbstractContextManager[Judge | None]:
    """Lend an engine that judges a game beside irgo's reader, started on entering; None for none.

    profile -- None, or an engine that tells no points: there is none then
    """
    reading = reading_of(line, profile)
    return nullcontext() if reading.engine is None else judge_of(reading, line.positions[0])


def problems_of(
    line: GameLine, second: AbstractContextManager[Judge | None],
    events: Sequence[GroupEvent] | None = None, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> tuple[Problem, ...]:
    """Return the problems in a game, in the order of its moves.

    second -- lends who must agree with irgo's reader where nothing is proved, see `second_judge`;
    None, and irgo's own search of life and death must
    events -- what befell the groups, if that is known; else the reader is asked
    tell -- told (hundredths done, 100). Raises EngineError and CalledOffError.
    """
    proved = proved_problems(line, part_told(tell, 0, _PROVING), cancel)
    if not can_judge(line.positions[0]):
        return proved
    reader = own_judge(line.positions[0], line.komi, line.rules)
    if events is None:
        events = group_events(line, at_first_sight(line, reader, None, cancel))
    with second as judge:
        agreed = agreed_problems(line, events, reader, judge, proved,
                                 part_told(tell, _PROVING, 100), cancel)
    return tuple(sorted((*proved, *agreed), key=lambda found: (found.number, found.stones)))


def write_problems(path: Path, found: Sequence[tuple[GameInfo, Sequence[Problem]]]) -> int:
    """Write the problems of some games as one SGF collection and return how many there are.

    Raises SgfError if it cannot be written; the file is then as it was. Without any problem
    nothing is written.
    """
    records = [record for info, problems in found for record in problem_records(problems, info)]
    if records:
        save_file(path, records, keep_backup=False)
    return len(records)
