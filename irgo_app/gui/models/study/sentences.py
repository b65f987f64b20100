"""What groups, studies and searches say, in short sentences for a player and as comments."""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from irgo_app.go.coordinates import vertex_order
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point, nearest_to_middle, topology
from irgo_app.go.position import Position
from irgo_app.judging.future import Move
from irgo_app.judging.judgement_words import by_words, is_even
from irgo_app.judging.study import Play, Study
from irgo_app.judging.study_words import counted_in_detail, why_urgent
from irgo_app.layers.groups import GroupRegion
from irgo_app.layers.results import Status
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict
from irgo_app.words import Message, counted, filled, listed, message, noted, translated

_FATES: Final = {
    BLACK: {
        Outcome.LIVES: noted("Black lives"),
        Outcome.DIES: noted("Black dies"),
        Outcome.SEKI: noted("Black lives in seki"),
        Outcome.KO: noted("Black lives or dies by ko"),
        Outcome.UNKNOWN: noted("Black is not settled"),
    },
    WHITE: {
        Outcome.LIVES: noted("White lives"),
        Outcome.DIES: noted("White dies"),
        Outcome.SEKI: noted("White lives in seki"),
        Outcome.KO: noted("White lives or dies by ko"),
        Outcome.UNKNOWN: noted("White is not settled"),
    },
}


def first_words(first: Colour) -> str:
    """Return `Black first` or `White first`."""
    return translated("Black first") if first == BLACK else translated("White first")


def group_words(stones: Sequence[Point], colour: Colour, position: Position) -> Message:
    """Return which group it is, by its stones and where they are: `White's 4 stones at J19`."""
    middle, *_ = nearest_to_middle(stones, stones, position.columns)
    return counted(
        "{colour}'s stone at {at}", "{colour}'s {count} stones at {at}", len(stones),
        at=position.vertex(middle),
        colour=message("Black") if colour == BLACK else message("White"))


def lead_words(lead: float) -> str:
    """Return a lead in Black's view as a player says it: `Black +3.5`, `even`."""
    if is_even(lead):
        return translated("even")
    return filled(translated("Black +{0:.1f}") if lead > 0
                  else translated("White +{0:.1f}"), abs(lead))


def move_words(play: Play, position: Position) -> str:
    """Return the first move of a side, or that there is none worth playing.

    A reply that lies elsewhere is told, for the line in the place ends before it.
    """
    if play.move == PASS:
        return translated("nothing to gain")
    first = position.vertex(play.move)
    if play.elsewhere is None:
        return first
    colour, point = play.elsewhere
    if point == PASS:
        words = translated("{0}, Black passes") if colour == BLACK \
            else translated("{0}, White passes")
        return words.format(first)
    words = translated("{0}, Black {1} elsewhere") if colour == BLACK \
        else translated("{0}, White {1} elsewhere")
    return words.format(first, position.vertex(point))


def with_reply(play: Play) -> tuple[Move, ...]:
    """Return the moves of a side in the place, with the reply where that lies elsewhere."""
    return play.local if play.elsewhere is None else (*play.moves, play.elsewhere)


def fate_words(study: Study, first: Colour) -> str:
    """Return what becomes of the group, "" where there is none."""
    outcome = study.if_first(first).outcome
    return translated(_FATES[study.colour][outcome]) if outcome else ""


def outcome_words(study: Study, first: Colour) -> str:
    """Return what comes of a side moving first: the group's fate, and who leads."""
    return " · ".join(filter(None, (
        fate_words(study, first), lead_words(study.if_first(first).lead))))


def territory_words(play: Play) -> str:
    """Return what irgo's maps count beside: the points that are secured already."""
    return filled(translated("Secured already: Black {0:.0f}, White {1:.0f}"),
                  play.territory[BLACK], play.territory[WHITE])


def study_comment(study: Study, name: str, first: Colour) -> str:
    """Return the comment of a line that is kept: what it shows and how it came about."""
    lines = [
        filled(translated("{0}: moving first is worth {1:.1f} points."), name, study.swing),
        str(why_urgent(study)),
        translated("This line: {0}, {1}. Read by {2}.").format(
            first_words(first), outcome_words(study, first),
            by_words(study.engine, study.visits)),
        str(counted_in_detail(study) or "")]
    return "\n".join(filter(None, lines))


_OUTCOMES: Final = {
    Outcome.LIVES: ("✓", noted("lives")),
    Outcome.DIES: ("✗", noted("dies")),
    Outcome.SEKI: ("=", noted("seki")),
    Outcome.KO: ("↻", noted("ko")),
    Outcome.UNKNOWN: ("?", noted("unknown")),
}


def answer_text(answer: Answer, position: Position) -> str:
    """Return an answer as a cell of a table shows it: `✗ dies C3`, `✓ likely lives`."""
    sign, word = _OUTCOMES[answer.outcome]
    words = [sign]
    if not answer.exact and answer.outcome is not Outcome.UNKNOWN:
        words.append(translated("likely"))
    words.append(translated(word))
    if answer.move is not None and answer.move != PASS:
        words.append(position.vertex(answer.move))
    return " ".join(words)


_FURTHEST: Final = 8
"""So many steps over vacant points a way out may take."""
_OPEN: Final = 2
"""A point is open where no enemy stone is so near, and it is further from the edge."""


def group_facts(
    position: Position, region: GroupRegion, verdict: Verdict | None,
    others: Iterable[GroupRegion] = (),
) -> tuple[Message, ...]:
    """Return a sentence each on a group's eyes, its way out, its weakest point and its worth.

    region -- the group as the maps see it; verdict -- of a search of its life, None without one
    others -- all groups of the board: a dead one is no help
    """
    dead = frozenset(stone for other in others if other.status is Status.DEAD
                     for stone in other.stones)
    facts = [_eyes(position, region), _way_out(position, region, dead)]
    if verdict is not None and verdict.status is not LifeStatus.DEAD:
        facts += _weakest(position, verdict)
    stones = len(region.stones)
    points = 2 * stones + region.territory
    facts.append(counted(
        "At stake: one stone and the points it holds, about {points} points.",
        "At stake: {count} stones and the points they hold, about {points} points.",
        stones, points=points))
    return tuple(facts)


def _eyes(position: Position, region: GroupRegion) -> Message:
    rank = vertex_order(position.columns)
    eyes = sorted(region.eyes, key=lambda eye: rank(eye[0]))
    where = listed(position.vertex(eye[0]) for eye in eyes)
    if not eyes:
        return message("Eyes: none yet.")
    return counted("Eyes: one, at {where}.", "Eyes: {count}, at {where}.", len(eyes), where=where)


def way_out(
    position: Position, stones: Sequence[Point], own_area: Collection[Point] = (),
    dead: Collection[Point] = (),
) -> tuple[Point, int, bool] | None:
    """Return where a group gets out to, in how many steps, and whether that is a friendly stone.

    A way goes over vacant points without two enemy stones beside them, to another chain of its
    own colour that is not among the dead, or to the third line and higher with no enemy stone near,
    outside of `own_area`; None where there is none within eight steps.
    """
    near = topology(position.columns, position.rows).neighbours
    colour, own = position.colour_at(stones[0]), set(stones)
    enemies = {point for point in range(len(position.cells))
               if position.colour_at(point) == -colour}
    reached = set(stones)
    queue = deque((stone, 0) for stone in stones)
    while queue:
        point, steps = queue.popleft()
        for beside in near[point]:
            if beside in reached:
                continue
            reached.add(beside)
            if position.colour_at(beside) == colour and beside not in own and steps \
                    and beside not in dead:
                return beside, steps, True
            if position.cells[beside] or sum(found in enemies for found in near[beside]) > 1:
                continue
            if beside not in own_area and _is_open(position, beside, near, enemies):
                return beside, steps + 1, False
            if steps + 1 < _FURTHEST:
                queue.append((beside, steps + 1))
    return None


def _is_open(
    position: Position, point: Point, near: Sequence[Sequence[Point]], enemies: set[Point]
) -> bool:
    row, column = divmod(point, position.columns)
    from_edge = min(row, column, position.rows - 1 - row, position.columns - 1 - column)
    around, edge = {point}, {point}
    for _ in range(_OPEN):
        edge = {beside for found in edge for beside in near[found]} - around
        around |= edge
    return from_edge >= _OPEN and not around & enemies


def _way_out(position: Position, region: GroupRegion, dead: Collection[Point]) -> Message:
    found = way_out(position, region.stones, frozenset(region.points), dead)
    if found is None:
        return message("Way out: none, it is shut in.")
    point, steps, is_stone = found
    where = position.vertex(point)
    if is_stone:
        return counted("Way out: it connects to {where} in one move.",
                       "Way out: it connects to {where} in {count} moves.", steps, where=where)
    return counted("Way out: open towards {where}, one move away.",
                   "Way out: open towards {where}, {count} moves away.", steps, where=where)


def _weakest(position: Position, verdict: Verdict) -> list[Message]:
    """Return where the enemy would begin, and what comes of it; nothing where that is unknown."""
    attack = verdict.if_first(-verdict.colour)
    if attack.move is None or attack.move == PASS:
        return []
    where = position.vertex(attack.move)
    # Of a group that is unclear it is not told what an attack does.
    outcome = Outcome.UNKNOWN if verdict.status is LifeStatus.UNKNOWN else attack.outcome
    if outcome is Outcome.DIES:
        return [message("Weakest point: {where}; White there kills it.", where=where)
                if verdict.colour == BLACK
                else message("Weakest point: {where}; Black there kills it.", where=where)]
    if outcome in (Outcome.LIVES, Outcome.SEKI):
        return [message("Weakest point: {where}; it lives all the same.", where=where)]
    return [message("Weakest point: {where}.", where=where)]
