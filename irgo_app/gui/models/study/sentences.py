"""What a study or a search says, in short sentences for a player, and comments that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.go.coordinates import part_of_board, vertex
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.study import Move, Play, Study
from irgo_app.judging.study_words import counted_in_detail, why_urgent
from irgo_app.lifedeath.verdict import Answer, Outcome
from irgo_app.words import Message, counted, filled, message, noted, translated

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
    return translated("Black first") if first == BLACK \
        else translated("White first")


def group_words(stones: Sequence[Point], colour: Colour, position: Position) -> Message:
    """Return which group it is: its colour, where it is, how many stones it has."""
    return counted(
        "{colour}, {part}, one stone", "{colour}, {part}, {count} stones", len(stones),
        part=part_of_board(stones, position.columns, position.rows),
        colour=message("Black") if colour == BLACK else message("White"))


def lead_words(lead: float) -> str:
    """Return a lead in Black's view as a player says it: `Black +3.5`, `even`."""
    if round(abs(lead), 1) == 0:
        return translated("even")
    return filled(translated("Black +{0:.1f}") if lead > 0
                  else translated("White +{0:.1f}"), abs(lead))


def move_words(play: Play, position: Position) -> str:
    """Return the first move of a side, or that there is none worth playing.

    A reply that lies elsewhere is told, for the line in the place ends before it.
    """
    if play.move is None:
        return translated("nothing to gain")
    first = vertex(play.move, position.columns, position.rows)
    if play.elsewhere is None:
        return first
    colour, point = play.elsewhere
    if point == PASS:
        words = translated("{0}, Black passes") if colour == BLACK \
            else translated("{0}, White passes")
        return words.format(first)
    words = translated("{0}, Black {1} elsewhere") if colour == BLACK \
        else translated("{0}, White {1} elsewhere")
    return words.format(first, vertex(point, position.columns, position.rows))


def with_reply(play: Play) -> tuple[Move, ...]:
    """Return the moves of a side in the place, with the reply where that lies elsewhere."""
    return play.moves if play.elsewhere is None else (*play.moves, play.elsewhere)


def fate_words(study: Study, first: Colour) -> str:
    """Return what becomes of the group, "" where there is none."""
    outcome = study.if_first(first).outcome
    return translated(_FATES[study.colour][outcome]) if outcome else ""


def outcome_words(study: Study, first: Colour) -> str:
    """Return what comes of a side moving first: the group's fate, and who leads."""
    return " · ".join(filter(None, (fate_words(study, first), lead_words(study.final_lead(first)))))


def territory_words(play: Play) -> str:
    """Return what irgo's maps count beside: secured territory, and influence beyond it."""
    words = translated("Territory {0:.0f} to {1:.0f}, influence Black +{2:.0f}") \
        if play.influence >= 0 else translated(
            "Territory {0:.0f} to {1:.0f}, influence White +{2:.0f}")
    return filled(words, play.territory[BLACK], play.territory[WHITE], abs(play.influence))


def study_comment(study: Study, name: str, first: Colour) -> str:
    """Return the comment of a line that is kept: what it shows and how it came about."""
    lines = [
        filled(translated("{0}: moving first is worth {1:.1f} points."), name, study.swing),
        str(why_urgent(study)),
        translated("This line: {0}, {1}. Read by {2}.").format(
            first_words(first), outcome_words(study, first), study.engine),
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
        words.append(vertex(answer.move, position.columns, position.rows))
    return " ".join(words)
