"""What a move could have done, in a teacher's words: which stones, and with which move.

Stones are named so that they are found on the board: up to four one by one, more by their number
and two ends, the end beside the key move first.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final

from irgo_app.go.coordinates import where_on_board
from irgo_app.go.point import EMPTY, NAME_OF_COLOUR, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.study import NEAR, steps_between
from irgo_app.meaning.chances import Chance, ChanceKind, Chances
from irgo_app.meaning.reasons import Comparison
from irgo_app.words import Message, counted, listed, message

_LISTED_STONES: Final = 4
FEW_STONES: Final = 4
"""Fewer stones are caught, not killed."""
_SURE: Final = 0.8
"""What is surer is told without "probably"."""
_LINE_MOVES: Final = 3


def colour_words(colour: Colour) -> Message:
    """Return Black or White."""
    return message(NAME_OF_COLOUR[colour])


def stones_words(
    stones: Sequence[Point], colour: Colour, position: Position, near: Point | None = None
) -> Message:
    """Return some stones as a sentence names them: "White's 5 stones from N7 to P5".

    colour -- EMPTY where the sentence has said whose stones they are
    near -- the point beside which the first of them lies
    """
    if colour == EMPTY:
        return _own_words(stones, position, near)
    named = colour_words(colour)
    if len(stones) > _LISTED_STONES:
        one, other = _ends(stones, position, near)
        return message("{colour}'s {count} stones from {one} to {other}", colour=named,
                       count=len(stones), one=position.vertex(one), other=position.vertex(other))
    names = listed(map(position.vertex, _from(stones, near, position)))
    return counted("{colour}'s stone at {names}", "{colour}'s stones at {names}", len(stones),
                   colour=named, names=names)


def _own_words(stones: Sequence[Point], position: Position, near: Point | None) -> Message:
    if len(stones) > _LISTED_STONES:
        one, other = _ends(stones, position, near)
        return message("the {count} stones from {one} to {other}", count=len(stones),
                       one=position.vertex(one), other=position.vertex(other))
    return counted("the stone at {names}", "the stones at {names}", len(stones),
                   names=listed(map(position.vertex, _from(stones, near, position))))


def _from(stones: Sequence[Point], near: Point | None, position: Position) -> list[Point]:
    if near is None or near == PASS:
        return sorted(stones)
    return sorted(stones, key=lambda stone: (
        steps_between(stone, near, position.columns), stone))


def _ends(
    stones: Sequence[Point], position: Position, near: Point | None
) -> tuple[Point, Point]:
    """Return the two stones farthest apart, that beside the key move first."""
    columns = position.columns
    one, other = max(product(sorted(stones), repeat=2),
                     key=lambda pair: steps_between(pair[0], pair[1], columns))
    ends = _from((one, other), near, position)
    return ends[0], ends[-1]


def chance_words(chance: Chance, found: Comparison) -> Message:
    """Return what the better move could have done, in a sentence."""
    said = _said(chance, found)
    return said if is_surely_so(chance) else message("Probably: {sentence}", sentence=said)


def is_surely_so(chance: Chance) -> bool:
    """Return whether a chance is told without "probably"."""
    return chance.sure >= _SURE


def _said(chance: Chance, found: Comparison) -> Message:
    position, better = found.position, found.instead.move
    named: dict[str, object] = {
        "colour": colour_words(found.mover), "other": colour_words(-found.mover),
        "move": position.vertex(better),
        "stones": stones_words(chance.points, _named_colour(chance, found), position, better)}
    match chance.kind:
        case ChanceKind.TAKE:
            return message("{colour} could take {stones} at once with {move}.", **named)
        case ChanceKind.RACE:
            mine = stones_words(chance.others, EMPTY, position, better)
            return message("{move} decides a race: there {colour} captures {stones} and saves "
                           "{mine}.", mine=mine, **named)
        case ChanceKind.CAPTURE:
            return message("{colour} could capture {stones} with {move}.", **named)
        case ChanceKind.KILL if len(chance.points) < FEW_STONES:
            return message("{colour} could catch {stones} with {move}.", **named)
        case ChanceKind.KILL:
            return message("{colour} could kill {stones} with {move}.", **named)
        case ChanceKind.SAVE:
            return message("{colour} could save {stones} with {move}.", **named)
        case ChanceKind.LADDER:
            return message("{colour} could catch {stones} in a ladder that begins with {move}.",
                           **named)
        case ChanceKind.CUT | ChanceKind.LINK:
            one, other = nearest_pair(chance.points, chance.others, position)
            at = {"one": position.vertex(one), "beside": position.vertex(other)}
            if chance.kind is ChanceKind.CUT:
                return message("With {move} {colour} could cut {other}'s stones at {one} and "
                               "{beside} apart.", **named, **at)
            return message("With {move} {colour} could connect the stones at {one} and {beside}.",
                           **named, **at)
    return _points(chance, found)


def _named_colour(chance: Chance, found: Comparison) -> Colour:
    """Return whose stones a sentence about the mover has to say they are: not its own."""
    return EMPTY if chance.colour == found.mover else chance.colour


def _points(chance: Chance, found: Comparison) -> Message:
    """Return that a move was better or bigger, and for whose points."""
    position, better, is_near = found.position, found.instead.move, _is_near_move(found)
    named = {"move": position.vertex(better), "colour": colour_words(found.mover),
             "other": colour_words(-found.mover),
             "where": where_on_board(chance.points, position.columns, position.rows)}
    is_mine, is_framework = chance.colour == found.mover, chance.kind is ChanceKind.FRAMEWORK
    if is_framework:
        return message("{move} was bigger: it builds {colour}'s framework {where}.", **named) \
            if is_mine else message(
                "{move} was bigger: it reduces {other}'s framework {where}.", **named)
    if is_mine:
        return message("{move} was better: it gives {colour} more territory {where}.", **named) \
            if is_near else message(
                "{move} was bigger: it gives {colour} more territory {where}.", **named)
    return message("{move} was better: it leaves {other} less territory {where}.", **named) \
        if is_near else message(
            "{move} was bigger: it leaves {other} less territory {where}.", **named)


def _is_near_move(found: Comparison) -> bool:
    """Return whether the better move lies beside the one that was played."""
    move = found.move.move
    return move != PASS and steps_between(
        move, found.instead.move, found.position.columns) <= NEAR


def nearest_pair(
    one: Sequence[Point], other: Sequence[Point], position: Position
) -> tuple[Point, Point]:
    """Return the stones of two chains between which a link would be."""
    return min(product(one, other),
               key=lambda pair: (steps_between(pair[0], pair[1], position.columns), pair))


def also_words(chance: Chance, found: Comparison) -> Message | None:
    """Return what the better move would have done besides, None where that needs no words."""
    position = found.position
    stones = stones_words(chance.points, _named_colour(chance, found), position, found.instead.move)
    match chance.kind:
        case ChanceKind.TAKE | ChanceKind.CAPTURE:
            return message("It would also capture {stones}.", stones=stones)
        case ChanceKind.KILL:
            return message("It would also leave {stones} without a chance to live.", stones=stones)
        case ChanceKind.SAVE:
            return message("It would also save {stones}.", stones=stones)
        case ChanceKind.LINK | ChanceKind.CUT:
            one, other = nearest_pair(chance.points, chance.others, position)
            named = {"one": position.vertex(one), "other": position.vertex(other)}
            return message("It would also connect the stones at {one} and {other}.", **named) \
                if chance.kind is ChanceKind.LINK else message(
                    "It would also cut between {one} and {other}.", **named)
    return None


def better_words(found: Comparison) -> Message:
    """Return that a move was better, by where it is or its line: nothing surer is known."""
    position, moves = found.position, found.instead.moves[:_LINE_MOVES]
    point = found.instead.move
    move = position.vertex(point)
    if point == PASS:
        return message("{move} was better.", move=move)
    where = where_on_board([point], position.columns, position.rows)
    if not _is_near_move(found):
        return message("{move} {where} was bigger.", move=move, where=where)
    if len(moves) < _LINE_MOVES or not all(
            later != PASS and steps_between(later, point, position.columns) <= NEAR
            for _, later in moves[1:]):
        return message("{move} {where} was better.", move=move, where=where)
    return message("{move} was better: {other} answers at {answer}, and {colour} plays {next}.",
                   move=move, other=colour_words(-found.mover), colour=colour_words(found.mover),
                   answer=position.vertex(moves[1][1]), next=position.vertex(moves[2][1]))


def name_words(point: Point, position: Position) -> Message | str:
    """Return a move as a player says it: its point, or that it is a pass."""
    return message("a pass") if point == PASS else position.vertex(point)


def main_words(found: Comparison, chances: Chances) -> Message:
    """Return the most important thing that the better move could have done."""
    return better_words(found) if chances.main is None else chance_words(chances.main, found)


def further_chances(found: Comparison, chances: Chances) -> list[Message]:
    """Return what is to be said besides: the next gain, sente, and a trade."""
    told = list[Message]()
    for chance in chances.gains[1:]:
        if (said := also_words(chance, found)) is not None:
            told.append(said)
            break
    if chances.sente is not None:
        told.append(message(
            "{move} is sente: after {answers} {colour} goes on to {next}.",
            move=found.position.vertex(found.instead.move), colour=colour_words(found.mover),
            answers=listed(map(found.position.vertex, chances.sente.answers)),
            next=found.position.vertex(chances.sente.follow_up)))
    if chances.against is not None:
        told.append(_trade(chances.against, found))
    return told


def _trade(against: Chance, found: Comparison) -> Message:
    """Return both sides of a trade with their points: they differ by what the move lost."""
    position, played = found.position, found.move.move
    gained = round(against.share)
    named: dict[str, object] = {
        "move": name_words(played, position), "better": position.vertex(found.instead.move),
        "gained": gained, "worth": gained + round(found.loss),
        "stones": stones_words(against.points, against.colour, position, played),
        "where": where_on_board(against.points, position.columns, position.rows)}
    match against.kind:
        case ChanceKind.SAVE:
            return message("It is a trade: {move} saves {stones}, about {gained} points; {better} "
                           "is worth about {worth}.", **named)
        case ChanceKind.KILL:
            return message("It is a trade: {move} captures {stones}, about {gained} points; "
                           "{better} is worth about {worth}.", **named)
    return message("It is a trade: {move} is worth about {gained} points {where}; {better} is "
                   "worth about {worth}.", **named)
