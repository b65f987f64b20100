"""Places and reasons in a club player's words."""

from collections.abc import Mapping, Sequence
from typing import Final

from irgo_app.go.coordinates import part_of_board, where_on_board
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.future import Future
from irgo_app.meaning.chance_words import (FEW_STONES, further_chances, main_words, nearest_pair,
                                           stones_words)
from irgo_app.meaning.chances import chances_of, taken_in
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.reasons import Comparison, Reason, ReasonKind, State
from irgo_app.words import Message, capitalised, counted, listed, message, noted

NO_PLACE: Final = noted("Nothing is left here that is worth a point.")
SEVERAL: Final = message("The move serves several purposes.")
UNSURE: Final = message("irgo sees no single reason for this.")
ALIKE: Final = 1.0
"""Moves that lie less apart, in points, are equally good."""
_SURE: Final = 0.8
"""What is surer is told without "probably"."""
_TOLD: Final = 3
"""So many reasons make a summary."""
_COUNTS: Final = 1.0
"""What speaks against the others by so many points says so,"""
_AS_LARGE: Final = 0.5
"""and is in a summary if it is so large a part of the largest."""


def name_of(point: Point, position: Position) -> Message | str:
    """Return a move as a player says it: its point, or that it is a pass."""
    return message("a pass") if point == PASS else position.vertex(point)


def _moves(found: Comparison) -> tuple[Message | str, Message | str]:
    """Return the two moves, with their colours where they are not one side's."""
    ahead = (found.move, found.instead)
    names = [name_of(future.move, found.position) for future in ahead]
    colours = [future.moves[0][0] for future in ahead]
    if colours[0] != colours[1]:
        names = [name if future.move == PASS else message(
            "{colour} {point}", colour=name_of_colour(colour), point=name)
            for future, colour, name in zip(ahead, colours, names, strict=True)]
    return names[0], names[1]


def reason_words(reason: Reason, found: Comparison, *, is_against: bool = False) -> Message:
    """Return a reason as a sentence; is_against -- it speaks against what it is told of."""
    said = {ReasonKind.GROUP: _group, ReasonKind.LINK: _link, ReasonKind.LADDER: _ladder,
            ReasonKind.INITIATIVE: _initiative}.get(
        reason.kind, _area)(reason, found)
    if not reason.proved and reason.sure < _SURE:
        return message("On the other hand, probably: {sentence}", sentence=said) if is_against \
            else message("Probably: {sentence}", sentence=said)
    return message("On the other hand: {sentence}", sentence=said) if is_against else said


def why_words(found: Comparison) -> Message:
    """Return the whole answer: the verdict, then the reasons that count most."""
    is_one_side = found.move.moves[0][0] == found.instead.moves[0][0]
    if found.loss >= ALIKE and is_one_side and (chances := chances_of(found)).main is not None:
        reasons = [main_words(found, chances), *further_chances(found, chances)]
    else:
        reasons = told_reasons(found)
    if not reasons and abs(found.loss) < ALIKE:
        return verdict_words(found)
    reasons = reasons or [UNSURE]
    return message("{verdict} {reasons}", verdict=verdict_words(found), reasons=Sentences(reasons))


def told_reasons(found: Comparison) -> list[Message]:
    """Return the reasons that count most in words; what speaks against them says so."""
    return [reason_words(reason, found, is_against=_is_against(reason, found))
            for reason in first_reasons(found)]


def _is_against(reason: Reason, found: Comparison) -> bool:
    """Return whether a reason speaks against what is to be explained, clearly enough to say so."""
    sign = _sign(found.difference.reasons, found.loss)
    if reason.kind is ReasonKind.INITIATIVE:
        explained = found.instead if sign > 0 else found.move
        return reason.points[0] != explained.move
    return sign * reason.share <= -_COUNTS


def first_reasons(found: Comparison) -> list[Reason]:
    """Return the reasons that are told: the largest, and one against them that is large, too."""
    reasons = told_first(found.difference.reasons, found.loss)
    sign = _sign(reasons, found.loss)
    for_it = [reason for reason in reasons if sign * reason.share > 0]
    against = [reason for reason in reasons[-1:] if for_it and -sign * reason.share >= max(
        _COUNTS, _AS_LARGE * sign * for_it[0].share)]
    others = [reason for reason in reasons if not reason.share]
    return [*for_it[:_TOLD - len(against)], *against, *others][:_TOLD]


def _sign(reasons: Sequence[Reason], loss: float) -> int:
    """Return 1 where a loss is to be explained, -1 where a gain is; where neither, by the reasons.
    """
    explained = loss if abs(loss) >= ALIKE else sum(reason.share for reason in reasons)
    return 1 if explained >= 0 else -1


def told_first(reasons: Sequence[Reason], loss: float) -> list[Reason]:
    """Return the reasons that say most of a loss first; those that speak against it last.

    loss -- of the move against the other, in points; below 0 it is better
    """
    sign = _sign(reasons, loss)
    return sorted(reasons, key=lambda reason: -sign * reason.share)


def shares_told(found: Comparison) -> list[Message]:
    """Return each reason with its points before it, told first what says most.

    What speaks for the verdict counts plus, also where the move is the better one. Last comes the
    rest of the board, with which they add up to what lies between the two moves.
    """
    told = [message("{points:+6.1f}  {reason}", points=for_verdict(reason.share, found),
                    reason=reason_words(reason, found))
            for reason in told_first(found.difference.reasons, found.loss)]
    if told:
        return [*told, message("{points:+6.1f}  the rest of the board",
                               points=for_verdict(found.difference.rest, found))]
    return [] if abs(found.loss) < ALIKE else [UNSURE]


def for_verdict(points: float, found: Comparison) -> float:
    """Return points of a loss as they are told: plus for what speaks for the verdict."""
    # Nothing is left without a sign.
    return (points if found.loss >= 0 else -points) + 0.0


def verdict_words(found: Comparison) -> Message:
    """Return what a move loses against the other, in a sentence."""
    named, instead = _moves(found)
    move = capitalised(named)
    if found.move.moves[0] == found.instead.moves[0] or abs(found.loss) < ALIKE:
        return message("{move} is as good as {instead}.", move=move, instead=instead)
    points = round(abs(found.loss))
    if found.loss > 0:
        return counted("{move} loses one point against {instead}.",
                       "{move} loses {count} points against {instead}.", points,
                       move=move, instead=instead)
    return counted("{move} is one point better than {instead}.",
                   "{move} is {count} points better than {instead}.", points,
                   move=move, instead=instead)


class Sentences(tuple[Message, ...]):
    """Sentences one after the other."""

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __format__(self, wanted: str) -> str:
        return format(str(self), wanted)


def name_of_colour(colour: Colour) -> Message:
    """Return Black or White."""
    return message(NAME_OF_COLOUR[colour])


def _group(reason: Reason, found: Comparison) -> Message:
    doer, other = _by_doer(reason, found)
    is_mine, position = reason.colour == found.mover, found.position
    ahead = found.instead if reason.share > 0 else found.move
    named = {"move": capitalised(doer), "stones": stones_words(
        reason.points, reason.colour, position, ahead.move)}
    states = (reason.instead, reason.move) if reason.share > 0 else (reason.move, reason.instead)
    if ahead.moves[0][0] != found.mover:
        # Of both sides' first moves the other side's is better for this side's stones.
        better, worse = (doer, other) if is_mine else (other, doer)
        return message("{better} is better for {stones} than {worse}.",
                       better=capitalised(better), worse=worse, stones=named["stones"])
    match states:
        case (State.LIVES, State.DIES | State.OPEN) if is_mine:
            return message("{move} saves {stones}.", **named)
        case (State.OPEN, State.DIES) if is_mine:
            return message("{move} gives {stones} a chance to live.", **named)
        case (State.DIES, State.LIVES | State.OPEN) if not is_mine:
            return _kills(reason, found, ahead, named)
        case (State.OPEN, State.LIVES) if not is_mine:
            return message("{move} puts {stones} in danger.", **named)
    return message("{move} makes {stones} safer.", **named) if is_mine \
        else message("{move} makes {stones} weaker.", **named)


def _by_doer(reason: Reason, found: Comparison) -> tuple[Message | str, Message | str]:
    """Return the move by which the mover gains what a reason is about, and the other one."""
    move, instead = _moves(found)
    return (instead, move) if reason.share > 0 else (move, instead)


def _kills(
    reason: Reason, found: Comparison, ahead: Future, named: Mapping[str, object]
) -> Message:
    """Return that a move takes stones, or kills them; few stones are caught."""
    taken = {stone for _, colour, stones in taken_in(found.position, ahead.moves)
             if colour == reason.colour for stone in stones}
    if 2 * len(taken & set(reason.points)) > len(reason.points):
        return message("{move} captures {stones}.", **named)
    return message("{move} catches {stones}.", **named) if len(reason.points) < FEW_STONES \
        else message("{move} kills {stones}.", **named)


def _link(reason: Reason, found: Comparison) -> Message:
    position = found.position
    own = position.chain(reason.points[0])
    # Of two large chains those stones are named between which the link would be.
    one, other = nearest_pair(
        tuple(own.intersection(reason.points)), tuple(set(reason.points).difference(own)), position)
    move, instead = _moves(found)
    linked, cut = (move, instead) if reason.move is State.LINKED else (instead, move)
    named = {"colour": name_of_colour(reason.colour), "one": position.vertex(one),
             "other": position.vertex(other)}
    if reason.colour == found.mover:
        return message("{move} connects {colour}'s stones at {one} and {other}.",
                       move=capitalised(linked), **named)
    return message("{move} cuts {colour}'s stones at {one} and {other} apart.",
                   move=capitalised(cut), **named)


def _ladder(reason: Reason, found: Comparison) -> Message:
    move, instead = _moves(found)
    caught, free = (move, instead) if reason.move is State.CAUGHT else (instead, move)
    stones = stones_words(reason.points, reason.colour, found.position)
    if reason.colour == found.mover:
        return message("{move} saves {stones} from a ladder.", move=capitalised(free),
                       stones=stones)
    return message("{move} catches {stones} in a ladder.", move=capitalised(caught), stones=stones)


def _area(reason: Reason, found: Comparison) -> Message:
    position = found.position
    is_mine = reason.colour == found.mover
    move, instead = _moves(found)
    better, worse = (instead, move) if is_mine == (reason.share > 0) else (move, instead)
    named = {"colour": name_of_colour(reason.colour), "where": where_words(reason.points, position),
             "better": better, "worse": worse}
    points = max(1, round(abs(reason.share)))
    if reason.kind is ReasonKind.TERRITORY:
        return counted(
            "{colour} has about one point more {where} after {better} than after {worse}.",
            "{colour} has about {count} points more {where} after {better} than after "
            "{worse}.", points, **named)
    if reason.move in (State.BUILT, State.REDUCED):
        return counted(
            "{colour}'s moyo {where} is worth about one point more after {better} than after "
            "{worse}.",
            "{colour}'s moyo {where} is worth about {count} points more after {better} than after "
            "{worse}.", points, **named)
    if reason.move in (State.STRONG, State.WEAK):
        return counted(
            "{colour}'s influence {where} is worth about one point more after {better} than after "
            "{worse}.",
            "{colour}'s influence {where} is worth about {count} points more after {better} than "
            "after {worse}.", points, **named)
    return counted(
        "{colour} may hope for about one point more {where} after {better} than after "
        "{worse}.",
        "{colour} may hope for about {count} points more {where} after {better} than after "
        "{worse}.", points, **named)


def _initiative(reason: Reason, found: Comparison) -> Message:
    return message("After {move} {colour} has the next move elsewhere.",
                   move=name_of(reason.points[0], found.position),
                   colour=name_of_colour(reason.colour))


def where_words(points: Sequence[Point], position: Position) -> Message:
    """Return where points lie, as a sentence has it: "on the left"."""
    return where_on_board(points, position.columns, position.rows)


def part_words(points: Sequence[Point], position: Position) -> Message:
    """Return where points lie, as "left side"."""
    return part_of_board(points, position.columns, position.rows)


def part_of_place(place: FoundPlace) -> Message:
    """Return where a place lies: where its first move is, for its effect may be felt far away."""
    moves = [point for point in (place.mine.move, place.theirs.move) if point != PASS]
    return part_words(moves[:1] or place.points, place.comparison.position)


def line_words(moves: Sequence[tuple[Colour, Point]], position: Position) -> object:
    """Return moves one after the other."""
    return listed(name_of(point, position) for _, point in moves)


def place_words(place: FoundPlace, names: Sequence[str]) -> Message:
    """Return a place in sentences: where, what lies between both sides' first moves, and why.

    How far its move is from the best on the board says where the place stands among the others.
    names -- of the groups that the place's indices mean
    """
    where, position = part_of_place(place), place.comparison.position
    near = [names[index] for index in place.groups]
    if near:
        where = message("{where}, round {groups}", where=where, groups=listed(near))
    colour = name_of_colour(position.to_play)
    named = {"colour": colour, "move": name_of(place.mine.move, position)}
    parts = [
        counted("{move} ({where}): whether {colour} or {other} plays first here makes a difference "
                "of one point.",
                "{move} ({where}): whether {colour} or {other} plays first here makes a difference "
                "of {count} points.", round(place.worth),
                where=where, other=name_of_colour(-position.to_play),
                move=capitalised(name_of(place.mine.move, position)), colour=colour),
        message("With {colour} to move, {move} is as good as any move on the board.", **named)
        if place.behind < ALIKE else
        counted("With {colour} to move, {move} is one point behind the best move on the board.",
                "With {colour} to move, {move} is {count} points behind the best move on the "
                "board.", round(place.behind), **named)]
    if place.is_multipurpose:
        parts.append(SEVERAL)
    parts += told_reasons(place.comparison)
    return message("{sentences}", sentences=Sentences(parts))


def further_words(place: FoundPlace) -> list[Message]:
    """Return for each side its first moves in a place, and who then has the next one elsewhere."""
    return [message("{sentences}", sentences=Sentences(_further(place, colour)))
            for colour in (BLACK, WHITE)]


def _further(place: FoundPlace, colour: Colour) -> list[Message]:
    """Return a side's first moves with what each loses, and who has the next move elsewhere."""
    named, position = name_of_colour(colour), place.comparison.position
    moves = [name_of(move.point, position) if move.loses < ALIKE / 2
             else counted("{move} (loses one point)", "{move} (loses {count} points)",
                          max(1, round(move.loses)), move=name_of(move.point, position))
             for move in place.first_moves[colour]]
    told = [message("{colour} first: {moves}.", colour=named, moves=listed(moves))]
    after = place.initiative[colour]
    if after is not None:
        told.append(message("If {colour} plays here first, {next} has the next move elsewhere.",
                            colour=named, next=name_of_colour(after)))
    return told
