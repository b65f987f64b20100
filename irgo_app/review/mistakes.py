"""Which moves of a game are told as mistakes, by a quick network, a deep one, or an engine.

Where the lead moved and no move is surely to blame, the likeliest one is held against the moves
that a search likes: what it loses then is told with "probably".
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, PASS, WHITE, Point
from irgo_app.judging.future import futures, loss_of
from irgo_app.judging.judgement import Judge, Judgement, JudgeTrust, Tell, all_asked
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.why import explained, may_replace
from irgo_app.review.deep_losses import DEEP_NETWORK, DeepLosses
from irgo_app.review.game_line import GameLine
from irgo_app.review.game_review import GameReview
from irgo_app.review.lessons import first_told, lessons_of, misses_of
from irgo_app.review.losses import OWN_NETWORK, Losses, SuspectMove, may_be_judged
from irgo_app.review.turning_points import Drift, every_turning_point

_LIKELY_PART: Final = 0.3
"""A move is likely to blame for a stretch if the lead fell by this part of it there,"""
_LIKELY_MOVES: Final = 2
"""of so many of its moves those after which it fell most,"""
_HOLDS_PART: Final = 0.5
"""if it loses this part of what the lead fell by when both futures are read,"""
_SEARCH_VISITS, _FUTURE_VISITS = 120, 240
_DEEP_SEARCH_VISITS, _DEEP_FUTURE_VISITS = 16, 16
_RIVALS, _DEEP_RIVALS = 3, 1
_FORESEEN: Final = 16
"""So many moves after which the lead seems to fall most are looked at for a first list."""
_MOST_STRETCHES: Final = 6
"""So many stretches are read again, those over which the lead moved most."""


class Mistakes(Struct, frozen=True):
    """The moves of a game that lost points, by their numbers from 1.

    whys -- held against better ones; repeated -- others that left the point which one of these
    left, with that point; unsure -- those of `whys` that are only likely
    """

    whys: Mapping[int, Comparison]
    repeated: Mapping[int, Point]
    unsure: frozenset[int] = frozenset()


def losses_by(
    line: GameLine, judged: Sequence[Judgement], judge: Judge, cancel: CancelFlag | None = None
) -> Losses | DeepLosses:
    """Return what finds the moves that lost points, by what the judge's looks are worth."""
    if judge.rank is JudgeTrust.DEEP:
        return DeepLosses(line, judged, judge, cancel)
    return Losses(line, judged, judge, cancel)


def foreseen(
    line: GameLine, quick: Sequence[Judgement], judge: Judge, cancel: CancelFlag | None = None
) -> dict[int, Comparison]:
    """Return mistakes that a deep network finds before it has looked at the whole game.

    A quick network says after which moves the lead seems to fall most. The deep one looks at those
    moves, and reads the few that cost most as it reads all others later.
    quick -- what the quick network says of each position
    Raises ReaderError and CalledOffError.
    """
    fell = DeepLosses(line, quick, judge, cancel).fell
    indices = sorted((index for index in range(len(line.moves)) if may_be_judged(line, index)),
                     key=fell, reverse=True)[:_FORESEEN]
    seen = sorted({at for index in indices for at in (index, index + 1)})
    judged = list(quick)
    for at, said in zip(
            seen, judge.appraise([line.positions[at] for at in seen], cancel), strict=True):
        judged[at] = said
    losses = DeepLosses(line, judged, judge, cancel)
    wanted = losses.seeming(frozenset(indices))[:DEEP_NETWORK.first_suspects]
    return _held(all_asked(wanted, losses.told, judge.at_once))


def verified(
    line: GameLine, judged: Sequence[Judgement], judge: Judge, tell: Tell | None = None,
    cancel: CancelFlag | None = None, look: Callable[[dict[int, Comparison]], None] | None = None,
    known: Mapping[int, Comparison] = MappingProxyType({}),
) -> Mistakes:
    """Return the moves of a game that surely lost points.

    look -- told once what holds of the first few, while the others are still searched: a first
    list where no `known` mistakes are one
    known -- mistakes that were found before: they are told whatever else is found
    Raises EngineError and CalledOffError.
    """
    losses = losses_by(line, judged, judge, cancel)
    wanted = [each for each in losses.seeming() if each.index + 1 not in known]
    few = min(len(wanted), OWN_NETWORK.first_suspects)

    def told(found: Mapping[SuspectMove, Comparison | None]) -> None:
        if look is not None and len(found) == few:
            look(_held(found))

    whys = {**known, **_held(all_asked(wanted, losses.told, judge.at_once, tell, told))}
    if not isinstance(losses, DeepLosses):
        return Mistakes(whys, {})
    repeated = losses.repeated(whys)
    # A lesson is told at the first of its misses that cost much: that one is read, too.
    first = [SuspectMove(number - 1, line.moves[number - 1][1], repeated[number])
             for number in _told_first(line, losses, whys, repeated)]
    whys |= _held(all_asked(first, losses.told, judge.at_once))
    return Mistakes(whys, {number: point for number, point in repeated.items()
                           if number not in whys})


def _held(found: Mapping[SuspectMove, Comparison | None]) -> dict[int, Comparison]:
    return {each.index + 1: said for each, said in found.items() if said is not None}


def _told_first(
    line: GameLine, losses: DeepLosses, whys: Mapping[int, Comparison],
    repeated: Mapping[int, Point],
) -> list[int]:
    """Return the moves, by their numbers, that lessons should be told of and nobody has read."""
    misses = sorted([*misses_of([(number, line.moves[number - 1][0], why.loss, why.instead.move)
                                 for number, why in whys.items()], whys),
                     *misses_of([(number, line.moves[number - 1][0], losses.fell(number - 1), point)
                                 for number, point in repeated.items()], whys)],
                    key=lambda miss: miss.number)
    own = [[miss for miss in lesson.misses if miss.colour == colour]
           for lesson in lessons_of(line, misses) for colour in (BLACK, WHITE)]
    first = [first_told(each).number for each in own if each]
    return [number for number in first if number in repeated]


def with_likely(
    found: Mistakes, review: GameReview, judge: Judge, cancel: CancelFlag | None = None
) -> Mistakes:
    """Return mistakes with those that are likely to blame where no sure one explains the lead.

    review -- what follows from the sure ones. Raises EngineError and CalledOffError.
    """
    stretches = sorted((point.drift for point in every_turning_point(review)
                        if point.drift is not None), key=lambda drift: -abs(drift.points))
    asked = [(index, fell) for drift in stretches[:_MOST_STRETCHES]
             for index, fell in _suspects(drift, review)
             if index + 1 not in found.whys and index + 1 not in found.repeated]
    told = all_asked(asked, lambda each: _likely(*each, review, judge, cancel), judge.at_once)
    likely = {index + 1: why for (index, _), why in told.items() if why is not None}
    return Mistakes({**found.whys, **likely}, found.repeated, frozenset(likely))


def _suspects(drift: Drift, review: GameReview) -> Iterator[tuple[int, float]]:
    """Yield the loser's moves of a stretch after which the lead fell most, and by how much."""
    loser, line = -drift.gainer, review.line
    fell = {number - 1: loser * (review.judged[number - 1].lead - review.judged[number].lead)
            for number in range(drift.first, drift.last + 1)
            if line.moves[number - 1][0] == loser and may_be_judged(line, number - 1)}
    for index in sorted(fell, key=fell.__getitem__, reverse=True)[:_LIKELY_MOVES]:
        if fell[index] >= _LIKELY_PART * abs(drift.points):
            yield index, fell[index]


def _likely(
    index: int, fell: float, review: GameReview, judge: Judge, cancel: CancelFlag | None
) -> Comparison | None:
    """Return why a move probably lost points, None if it does not when it is read."""
    line, is_deep = review.line, judge.rank is JudgeTrust.DEEP
    position, played = line.positions[index], line.moves[index][1]
    tried = judge.search(position, position.to_play, None,
                         _DEEP_SEARCH_VISITS if is_deep else _SEARCH_VISITS, cancel).moves
    rivals = [move.point for move in tried if move.point not in (PASS, played)][
        :_DEEP_RIVALS if is_deep else _RIVALS]
    rivals += [point for colour, point in line.moves[index + 1:index + 2]
               if colour != position.to_play and may_replace(position, played, point)]
    if not rivals:
        return None
    move, *others = futures(position, (played, *dict.fromkeys(rivals)), judge,
                            _DEEP_FUTURE_VISITS if is_deep else _FUTURE_VISITS, cancel)
    better = max(others, key=lambda future: position.to_play * future.lead)
    if loss_of(position, move, better) < max(review.line.mistake, _HOLDS_PART * fell):
        return None
    return explained(position, move, better, judge.name, move.visits + better.visits, cancel)
