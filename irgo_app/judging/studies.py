"""Studies as irgo tells them: judged by the network or an engine, proofs respected.

Window, command line and reports ask here, so that one place has one swing and one first move.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import Final

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play, without_dead
from irgo_app.judging.future import Move
from irgo_app.judging.judgement import Judge, Judgement, searched_by_both
from irgo_app.judging.study import (NEAR, Place, Play, Study, place_around, place_of_group,
                                    point_of, steps_between, study_of)
from irgo_app.layers.territory import Territory
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest

_QUICK: Final = Limits(nodes=2_000, closed_nodes=50_000, playouts=0, visits=0)
_MOST_SOLVED: Final = 20
"""A walled-in group with more vacant points is not solved by the way."""
_BIG_POINTS: Final = 3
"""So many places away from all groups are studied for each side's best moves on the board."""


def studied(
    position: Position, place: Place, judge: Judge, visits: int = 0, *,
    verdict: Verdict | None = None, dead: Iterable[Point] = (), cancel: CancelFlag | None = None,
) -> Study:
    """Return what moving first is worth in a place.

    judge -- who values and searches
    visits -- how far each first move is searched, 0 as the judge thinks right
    verdict -- the life of the place's group, if it is known; what it proves overrules the judge
    dead -- stones of other groups known to be dead. Raises EngineError, or CalledOffError
    """
    study = study_of(position, place, judge, visits or judge.usual_visits, cancel)
    if verdict is None and place.stones:
        verdict = proof_of(position, place.stones, cancel)
    if verdict is not None:
        study = _as_proved(position, study, verdict, judge, cancel)
    return with_territory(position, study, dead)


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
    position: Position, groups: Sequence[Sequence[Point]], judge: Judge,
    visits: int = 0, cancel: CancelFlag | None = None,
) -> tuple[Place, ...]:
    """Return all places worth a study: every group, and big points with no stone near.

    groups -- the stones of each, numbered from 1
    judge -- whose best moves on the whole board are the big points
    """
    places = [place_of_group(position, stones, number)
              for number, stones in enumerate(groups, start=1)]
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
    """Return a study with the secured territory of both ends, and the rest of their leads."""
    computer, others = Computer(), tuple(dead)

    def beside(played: Play) -> Play:
        gone = [*played.dead, *(stone for stone in others
                                if played.end.cells[stone] == position.cells[stone])]
        territory = _secured(without_dead(played.end, gone), computer)
        return replace(played, territory=territory,
                       influence=played.lead + study.komi - territory[BLACK] + territory[WHITE])

    return replace(study, black_first=beside(study.black_first),
                   white_first=beside(study.white_first))


def _secured(board: Position, computer: Computer) -> dict[Colour, float]:
    """Return the secured points of each colour with its prisoners, on the board or off."""
    found = computer.compute(LayerRequest.of(board, "territory"), None)
    assert isinstance(found, Territory)
    by_black, by_white = board.captures
    points = {BLACK: float(by_black), WHITE: float(by_white)}
    for region in found.regions:
        # A dead stone in it is a prisoner besides.
        points[region.colour] += len(region.points) + sum(
            board.cells[point] != 0 for point in region.points)
    return points


def followed(
    position: Position, first: Colour, line: Sequence[Move]
) -> tuple[tuple[Move, ...], Position]:
    """Return as much of a line as the rules allow, passes left out, and where it leads."""
    moves, now = list[Move](), position.with_to_play(first)
    for colour, point in line:
        if point == PASS:
            now = now.with_to_play(-colour)
            continue
        if colour != now.to_play:
            now = now.with_to_play(colour)
        try:
            now = play(now, colour, point)
        except IllegalMoveError:
            break
        moves.append((colour, point))
    return tuple(moves), now


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
            return _ended(position, played, played.local, verdict, answer, judge, cancel)
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
    moves = line or ((played.first, PASS),)
    return replace(
        played, moves=moves, after=play(position.with_to_play(played.first), *moves[0]), line=line,
        end=end, dead=dead, outcome=answer.outcome, fate=fate, lead=now.lead,
        count=(now.lead + other.lead) / 2, ownership=now.ownership)
