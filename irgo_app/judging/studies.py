"""Studies as irgo tells them: judged by a reader or an engine, else by the maps, proofs respected.

Window, command line and reports ask here, so that one place has one swing and one first move.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import Final

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError, Judge, Judgement, searched_by_both
from irgo_app.judging.map_study import (MapValues, Means, followed, what_if_at, what_if_group,
                                        what_if_in)
from irgo_app.judging.study import (NEAR, Place, Play, Study, place_around, place_of_group,
                                    point_of, steps_between, study_of)
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict

_QUICK: Final = Limits(nodes=2_000, closed_nodes=50_000, playouts=0, visits=0)
_MOST_SOLVED: Final = 20
"""A walled-in group with more vacant points is not solved by the way."""
_BIG_POINTS: Final = 3
"""So many places away from all groups are studied for each side's best moves on the board."""


def studied(
    position: Position, place: Place, judge: Judge | None, visits: int = 0, *,
    verdict: Verdict | None = None, means: Means | None = None, cancel: CancelFlag | None = None,
) -> Study:
    """Return what moving first is worth in a place.

    judge -- who values and searches; None leaves it to irgo's maps
    visits -- how far each first move is searched, 0 as the judge thinks right
    verdict -- the life of the place's group, if it is known; what it proves overrules the judge
    means -- what the maps may use. Raises EngineError, or CalledOffError
    """
    if judge is None:
        return _by_maps(position, place, verdict, means, cancel)
    study = study_of(position, place, judge, visits or judge.usual_visits, cancel)
    if verdict is None and place.stones:
        verdict = proof_of(position, place.stones, cancel)
    if verdict is not None:
        study = _as_proved(position, study, verdict, judge, cancel)
    return with_territory(position, study, means.dead if means else ())


def proof_of(
    position: Position, stones: Iterable[Point], cancel: CancelFlag | None = None
) -> Verdict | None:
    """Return the life of a group if it is walled in and can be solved at once, else None."""
    question = Question(position, stones)
    if not question.is_enclosed or len(question.region.vacant) > _MOST_SOLVED:
        return None
    found = group_verdict(position, question.stones, _QUICK, cancel)
    return found if found.exact else None


def all_studied(
    position: Position, places: Sequence[Place], judge: Judge, visits: int = 0,
    cancel: CancelFlag | None = None,
) -> Iterator[Study]:
    """Yield the studies of places as they are done, as many at once as suits the judge."""
    pool = ThreadPoolExecutor(judge.at_once)
    try:
        jobs: list[Future[Study]] = [
            pool.submit(studied, position, place, judge, visits, cancel=cancel)
            for place in places]
        for job in as_completed(jobs):
            yield job.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def by_urgency(studies: Iterable[Study]) -> tuple[Study, ...]:
    """Return studies with what is worth most first."""
    return tuple(sorted(studies, key=lambda study: (
        -study.swing, -study.deiri, study.group or 0, study.place.region)))


def places_of(
    position: Position, groups: Sequence[Sequence[Point]], judge: Judge | None,
    visits: int = 0, cancel: CancelFlag | None = None,
) -> tuple[Place, ...]:
    """Return all places worth a study: every group, and big points with no stone near.

    groups -- the stones of each, numbered from 1
    judge -- whose best moves on the whole board are the big points; None knows none
    """
    places = [place_of_group(position, stones, number)
              for number, stones in enumerate(groups, start=1)]
    if judge is None:
        return tuple(places)
    # Big points lie where no group's place is: a group's own best moves are in its study.
    known = {point for place in places for point in place.region}
    found = searched_by_both(position, judge, None, visits or judge.usual_visits, cancel)
    for first in (position.to_play, -position.to_play):
        big = list[Point]()
        for tried in found[first].moves:
            if tried.point >= 0 and tried.point not in known and all(
                    steps_between(tried.point, other, position.columns) > NEAR for other in big):
                big.append(tried.point)
        for point in big[:_BIG_POINTS]:
            places.append(place_around(position, point))
            known.update(places[-1].region)
    return tuple(places)


def with_territory(position: Position, study: Study, dead: Iterable[Point] = ()) -> Study:
    """Return a study with the maps' view beside it: secured territory, and the rest of the lead."""
    maps, others = MapValues(), tuple(dead)

    def beside(played: Play) -> Play:
        gone = [*played.dead, *(stone for stone in others
                                if played.position.cells[stone] == position.cells[stone])]
        territory = maps.territory(played.position, gone)
        return replace(played, territory=territory,
                       influence=played.lead - territory[BLACK] + territory[WHITE])

    return replace(study, black_first=beside(study.black_first),
                   white_first=beside(study.white_first))


def _by_maps(
    position: Position, place: Place, verdict: Verdict | None, means: Means | None,
    cancel: CancelFlag | None,
) -> Study:
    if place.stones:
        study = what_if_group(position, place.stones, place.group, verdict, means, cancel)
    elif place.at is not None:
        study = what_if_at(position, place.at, means, cancel)
    else:
        study = what_if_in(position, place, means, cancel)
    if study is None:
        raise CalledOffError
    return study


def _as_proved(
    position: Position, study: Study, verdict: Verdict, judge: Judge,
    cancel: CancelFlag | None,
) -> Study:
    """Return a study in which no line goes against a proof of the group's life.

    Where the group's life hangs on a move, the proof's own line takes the place of the judge's:
    a study and a verdict name the same move.
    """
    def proved(played: Play) -> Play:
        answer = verdict.if_first(played.first)
        if not answer.exact or answer.outcome not in (Outcome.LIVES, Outcome.DIES):
            return played
        if verdict.status in (LifeStatus.ALIVE, LifeStatus.DEAD):
            if played.outcome is answer.outcome:
                return played
            # Nobody need play here: the line stands, only its end is known better.
            return _ended(position, played, played.moves, verdict, answer, judge, cancel)
        line, _ = followed(position, played.first, answer.line)
        return _ended(position, played, line, verdict, answer, judge, cancel)

    both: dict[Colour, Play] = {
        colour: proved(study.if_first(colour)) for colour in (BLACK, WHITE)}
    return replace(study, at=point_of(position, study.place, both), black_first=both[BLACK],
                   white_first=both[WHITE], method=verdict.method)


def _ended(
    position: Position, played: Play, line: tuple[tuple[Colour, Point], ...], verdict: Verdict,
    answer: Answer, judge: Judge, cancel: CancelFlag | None,
) -> Play:
    """Return a play with another line, the group and its room owned as it is proved.

    What the judge says of their ownership, and of the lead as far as it rests on that, is put
    right point by point.
    """
    _, end = followed(position, played.first, line)
    last = line[-1][0] if line else -played.first
    said = judge.appraise([end.with_to_play(-last), end.with_to_play(last)], cancel)
    fate = 1.0 if answer.outcome is Outcome.LIVES else -1.0
    owner = fate * verdict.colour
    room = {*verdict.stones, *Question(position, verdict.stones).region.vacant}
    dead = tuple(stone for stone in verdict.stones
                 if answer.outcome is Outcome.DIES and end.cells[stone] == position.cells[stone])

    def put_right(told: Judgement) -> Judgement:
        if not told.ownership:
            return told
        owned = tuple(owner if point in room else value
                      for point, value in enumerate(told.ownership))
        return replace(told, ownership=owned,
                       lead=told.lead + sum(owned) - sum(told.ownership))

    now, other = map(put_right, said)
    return replace(
        played, moves=line, line=line, position=end, dead=dead, outcome=answer.outcome, fate=fate,
        lead=now.lead + judge.komi, count=(now.lead + other.lead) / 2 + judge.komi,
        ownership=now.ownership)
