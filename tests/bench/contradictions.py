"""What a report says against itself: read off `irgo-report/1` and the game's record alone.

    irgo report GAME.sgf --json > GAME.json
    python -m tests.bench.contradictions GAME.json GAME.sgf [MORE.json MORE.sgf ...]

It knows nothing of how a report is made: fates follow each other and end as the groups do, every
sum is that of its parts, what the text counts is what is listed, and what is named is on the board.
A lesson is told once, a game that somebody lost is not told in silence, the last change of who
leads is in the story, and what is told covers the changes of the lead.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import EMPTY, LETTER_OF_COLOUR, NAME_OF_COLOUR, PASS, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.judging.study import steps_between
from irgo_app.review.game_line import GameLine, fitting, game_line
from irgo_app.review.turning_points import LEAST_DRIFT_POINTS
from irgo_app.sgf.parser import load_file

Said = Mapping[str, Any]
_COLOURS: Final = {letter: colour for colour, letter in LETTER_OF_COLOUR.items()}
_ROUNDED: Final = 0.051
"""Numbers are told to a tenth."""
_MOST_TURNS: Final = 7
_NEAR: Final = 4
_BESIDE: Final = 2
_DEAD, _ALIVE = ("dead",), ("alive", "seki")
_COUNT: Final = re.compile(
    r"(Black|White) made (one|\d+) mistakes?(?:; the most expensive move was|: move) (\d+), (\S+), "
    r"which lost (\d+) points")
_END: Final = re.compile(r"at the end (?:(Black|White) leads by (\d+(?:\.\d+)?)|the game is even)")
_GAINED: Final = re.compile(r"gained about (\d+) points")
_COSTS: Final = re.compile(r"(and) (?:probably )?lost about (one|\d+) points?")
_PASSED: Final = re.compile(
    r"It stood open from move (\d+) to move (\d+): (?:Black|White|both sides) passed it by")
_MOVE: Final = re.compile(
    r"(?:^|After )(Black|White) (\S+) (?:kills|saves|takes|leaves|does not|Black's|White's)")
_NEVER: Final = re.compile(
    r"has the next move elsewhere|That is proved|Probably: Probably|Many small things")
"""What no teacher says."""
_SILENT_POINTS: Final = 8.0
"""Who lost by more, on 19 lines, is told where."""
_CHANGE_POINTS: Final = 10.0
_TOLD_PART: Final = 0.7
"""This part of a change of the lead by so many points is told."""
_CHANGE_MOVES: Final = 2
_EVEN: Final = 0.5


def contradictions(report: Said, line: GameLine) -> list[str]:
    """Return what a report says against itself or against its game, a sentence each.

    report -- `irgo-report/1`, its texts in English; line -- the game it is about
    """
    return [*_of_the_curve(report, line), *_of_mistakes(report, line), *_of_counts(report),
            *_of_turning_points(report), *_of_the_story(report, line), *_of_words(report),
            *_of_drifts(report), *_of_left(report, line),
            *_of_fates(report, line), *_of_groups(report, line)]


def _of_the_curve(report: Said, line: GameLine) -> Iterator[str]:
    if len(report["lead"]) != len(line.moves) + 1:
        yield f"{len(report['lead'])} leads for {len(line.moves)} moves"
    found = _END.search(report["text"])
    if found is None:
        yield "the text does not say how the game ended"
        return
    told = 0.0 if found[1] is None else float(found[2]) * (1 if found[1] == "Black" else -1)
    last = float(report["lead"][-1])
    if abs(told - last) > _ROUNDED and not (found[1] is None and abs(last) < 0.55):
        yield f"the text ends with a lead of {told}, the curve with {last}"


def _of_mistakes(report: Said, line: GameLine) -> Iterator[str]:
    numbers = [row["move_number"] for row in report["mistakes"]]
    if numbers != sorted(set(numbers)):
        yield f"mistakes are not in the order of the game: {numbers}"
    missed = [number for row in report["mistakes"] for number in row["moves"]]
    if len(set(missed)) < len(missed):
        yield "a move belongs to two mistakes"
    lessons = [(row.get("better"), str(stones)) for row in report["mistakes"] if (stones := [
        reason["stones"] for reason in row.get("reasons", ()) if reason["kind"] == "group"][:1])]
    if len(set(lessons)) < len(lessons):
        yield "a lesson is told twice"
    for row in report["mistakes"]:
        number = row["move_number"]
        colour, point = line.moves[number - 1]
        position = line.positions[number - 1].with_to_play(colour)
        name = f"mistake {number}"
        if (_COLOURS[row["colour"]], _point(row["move"], position)) != (colour, point):
            yield f"{name}: the game has another move there"
        if row["loss"] < report["mistake_points"] - _ROUNDED:
            yield f"{name}: {row['loss']} points are no mistake"
        fell = _COLOURS[row["colour"]] * (report["lead"][number - 1] - report["lead"][number])
        if "better" in row and number < len(line.moves) and abs(fell - row["loss"]) > 3 * _ROUNDED:
            yield f"{name}: it lost {row['loss']} points, and the curve falls by {fell:.1f}"
        if number not in row["moves"] or not row["from"] <= number <= row["to"] \
                or row["moves"] != sorted(set(row["moves"])):
            yield f"{name}: it is not one of the moves that it is told of"
        if "better" not in row:
            continue
        better = _point(row["better"], position)
        if better == point:
            yield f"{name}: the better move is the move itself"
        if better != PASS and why_illegal(position, colour, better) is not None:
            yield f"{name}: {row['better']} was against the rules"
        if row["lines"]["move"][0] != [row["colour"], row["move"]] \
                or row["lines"]["better"][0] != [row["colour"], row["better"]]:
            yield f"{name}: its lines do not begin with its moves"
        if row["move"] != "pass" and row["move"] not in row["text"]:
            yield f"{name}: the text is about another move"
        yield from _of_reasons(row, position)


def _of_reasons(row: Said, position: Position) -> Iterator[str]:
    """Tell of reasons whose stones are not on the board, or that outweigh what was lost."""
    name = f"mistake {row['move_number']}"
    for reason in row["reasons"]:
        for stone in reason.get("stones", ()):
            if position.colour_at(_point(stone, position)) != _COLOURS[reason["colour"]]:
                yield f"{name}: there is no stone of the group at {stone}"
    shares = sum(reason["points"] for reason in row["reasons"])
    said = _COSTS.search(row["text"])
    if said is None or abs((1.0 if said[2] == "one" else float(said[2])) - row["loss"]) \
            > 0.5 + _ROUNDED:
        yield f"{name}: other points in words than {row['loss']} in numbers"
    rest = row.get("rest")
    if rest is None or abs(shares + rest - row["loss"]) > _ROUNDED:
        yield f"{name}: its parts are {shares} and {rest}, not {row['loss']}"


def _of_counts(report: Said) -> Iterator[str]:
    """Tell where the text counts other mistakes than are listed."""
    told = {found[1]: found for found in _COUNT.finditer(report["text"])}
    for letter, colour in _COLOURS.items():
        listed = [row for mistake in report["mistakes"]
                  for row in (mistake, mistake["other_side"]) if row and row["colour"] == letter]
        name, found = NAME_OF_COLOUR[colour], told.get(NAME_OF_COLOUR[colour])
        count = 0 if found is None else 1 if found[2] == "one" else int(found[2])
        if count != len(listed):
            yield f"the text counts {count} mistakes of {name}, the list {len(listed)}"
        elif found is not None:
            worst = max(listed, key=lambda row: float(row["loss"]))
            number = int(found[3])
            if all(row["label"] != number for row in listed):
                yield f"the most expensive move of {name}, {number}, is not in the list"
            elif abs(worst["loss"] - float(found[5])) > 0.5 + _ROUNDED:
                yield f"{name} lost {found[5]} points at worst in words, {worst['loss']} in numbers"


def _of_turning_points(report: Said) -> Iterator[str]:
    rows = report["turning_points"]
    numbers = [row["move_number"] for row in rows]
    if numbers != sorted(numbers):
        yield f"turning points are not in the order of the game: {numbers}"
    if len(report["story"]) > _MOST_TURNS:
        yield f"there are {len(report['story'])} turning points"
    texts = [json.dumps(row, sort_keys=True) for row in rows]
    if len(set(texts)) < len(texts):
        yield "a turning point is told twice"
    known = {json.dumps(row, sort_keys=True) for row in (*report["mistakes"], *report["fates"])}
    for row, text in zip(rows, texts, strict=True):
        if text not in known:
            yield f"the turning point at {row['move_number']} is neither mistake nor fate"
    if report["mistakes"] and not report["story"]:
        yield "there are mistakes and no turning point"


def _of_the_story(report: Said, line: GameLine) -> Iterator[str]:
    """Tell of silence, of a change of who leads that is not told, and of what is not explained."""
    rows, curve = report["story"], report["curve"]
    if [row["move_number"] for row in rows] != sorted(row["move_number"] for row in rows):
        yield "the story is not in the order of the game"
    for row in rows:
        if not row["from"] <= row["move_number"] <= row["to"]:
            yield f"story at {row['move_number']}: the move is not in its stretch"
    if abs(curve[-1] - curve[0]) > _SILENT_POINTS * line.stakes and not rows:
        yield f"nothing is told of a game in which the lead moved from {curve[0]} to {curve[-1]}"
    winner = 1 if curve[-1] > 0 else -1
    # The curve is rounded: where it is as good as even either may be the last change.
    last = [max(behind) + 1 for even in (_EVEN - _ROUNDED, _EVEN + _ROUNDED) if (behind := [
        index for index, lead in enumerate(curve) if winner * lead < even])]
    if abs(curve[-1]) >= _SILENT_POINTS * line.stakes and last and not any(
            row["from"] - 2 <= number <= row["to"] + 2 for row in rows for number in last):
        yield f"who leads changes last at move {last[-1]}, which no turning point tells"
    if report["decided"] is not None and any(
            winner * lead < _EVEN for lead in curve[report["decided"]:]):
        yield "the game was decided, and then the lead changed hands"


def changes_told(report: Said) -> tuple[list[int], list[int]]:
    """Return after which moves large changes of the lead begin that are told, and that are not.

    report -- its curve, mistakes and drifts count
    """
    curve = report["curve"]
    found: tuple[list[int], list[int]] = [], []
    told = {number: row["worth"] for row in report["mistakes"] for number in row["moves"]}
    for drift in report["drifts"]:
        told |= dict.fromkeys(range(drift["from"], drift["to"] + 1), drift["points"])
    for index in range(len(curve) - _CHANGE_MOVES):
        moved = abs(curve[index + _CHANGE_MOVES] - curve[index])
        near = [told[number] for number in range(index - 1, index + _CHANGE_MOVES + 3)
                if number in told]
        if moved >= _CHANGE_POINTS:
            found[sum(near) < _TOLD_PART * moved].append(index)
    return found


def _of_words(report: Said) -> Iterator[str]:
    """Tell of what no teacher says."""
    texts = [report["text"], *(row["text"] for key in ("mistakes", "fates", "drifts", "left")
                               for row in report[key] if "text" in row),
             *(" ".join(row["sentences"]) for row in report["story"])]
    for text in texts:
        found = _NEVER.search(text)
        if found is not None:
            yield f"{found[0]!r} stands in: {text}"


def _of_drifts(report: Said) -> Iterator[str]:
    """Tell of drifts over each other or over a mistake, and of leads that moved the other way."""
    seen = {row["move_number"] for row in report["mistakes"]
            if row in report["turning_points"] and row["worth"] >= LEAST_DRIFT_POINTS}
    for row in report["drifts"]:
        first, last, leads = row["from"], row["to"], report["lead"]
        name = f"drift from {first} to {last}"
        if seen & set(range(first, last + 1)):
            yield f"{name}: something is told of one of its moves already"
        seen |= set(range(first, last + 1))
        moved = _COLOURS[row["colour"]] * (
            sum(leads[last:last + 3]) / len(leads[last:last + 3]) - sum(
                leads[max(0, first - 3):first]) / len(leads[max(0, first - 3):first]))
        if moved < row["points"] / 2:
            yield f"{name}: {row['points']} points are told, the curve moves by {moved:.1f}"
        said = _GAINED.search(row["text"])
        if row["points"] >= LEAST_DRIFT_POINTS and (
                said is None or abs(float(said[1]) - row["points"]) > 0.5 + _ROUNDED):
            yield f"{name}: its words have other points than its numbers"


def _of_left(report: Said, line: GameLine) -> Iterator[str]:
    """Tell of points that were passed by which no mistake is about."""
    rows = report["left"]
    for row in rows:
        first, last = row["from"], row["to"]
        name = f"point passed by from {first} to {last}"
        if [[_COLOURS[letter], _point(at, line.positions[0])] for letter, at in row["moves"]] != [
                list(line.moves[number - 1]) for number in row["move_numbers"]]:
            yield f"{name}: the game has other moves there"
        if [first, last] != [row["move_numbers"][0], row["move_numbers"][-1]]:
            yield f"{name}: it begins or ends otherwise"
        mistake = next((other for other in report["mistakes"]
                        if other["moves"] == row["move_numbers"]), None)
        if mistake is None or mistake.get("better", row["at"]) != row["at"] \
                or abs(mistake["worth"] - row["points"]) > _ROUNDED \
                or row["costs_at"] not in row["move_numbers"]:
            yield f"{name}: it is not a mistake of the list"
        said = _PASSED.search(row["text"])
        if said is None or said.groups() != (
                str(line.printed(first)), str(line.printed(last))):
            yield f"{name}: its words say something else than its numbers"


def _of_fates(report: Said, line: GameLine) -> Iterator[str]:
    numbers = [row["move_number"] for row in report["fates"]]
    if numbers != sorted(numbers):
        yield f"fates are not in the order of the game: {numbers}"
    told = list[tuple[Colour, frozenset[int], Said]]()
    for row in report["fates"]:
        number, colour = row["move_number"], _COLOURS[row["colour"]]
        name = f"fate at {number}"
        position = line.positions[number]
        stones = frozenset(_point(stone, position) for stone in row["stones"])
        boards = (line.positions[number - 1], position)
        if any(all(board.colour_at(stone) != colour for board in boards) for stone in stones):
            yield f"{name}: not all of its stones were on the board"
        if row["fate"] == "lives" and all(position.colour_at(stone) != colour for stone in stones):
            yield f"{name}: who lives is not on the board"
        move = line.moves[number - 1][1]
        if row["caused"]:
            if move == PASS or min(steps_between(move, stone, line.columns)
                                   for stone in stones) > _NEAR:
                yield f"{name}: the move that is to have caused it is far away"
            found = _MOVE.search(row["text"])
            if found is None or found[1] != NAME_OF_COLOUR[line.moves[number - 1][0]] \
                    or _point(found[2], position) != move:
                yield f"{name}: the text names another move"
        before = [other for side, own, other in told if side == colour
                  and 2 * len(own & stones) > min(len(own), len(stones))]
        if before and before[-1]["fate"] == row["fate"]:
            yield (f"{name}: the group {row['fate']} once more, as at "
                   f"{before[-1]['move_number']}")
        told.append((colour, stones, row))
        yield from _against_reasons(row, stones, report, line)


def _against_reasons(
    row: Said, stones: frozenset[int], report: Said, line: GameLine
) -> Iterator[str]:
    """Tell where the reasons of the same move say the opposite of a fate."""
    position = line.positions[row["move_number"] - 1]
    opposite = {"dies": "lives", "lives": "dies"}[row["fate"]]
    for mistake in report["mistakes"]:
        if mistake["move_number"] != row["move_number"]:
            continue
        for reason in mistake.get("reasons", ()):
            own = {_point(stone, position) for stone in reason.get("stones", ())}
            if reason["colour"] == row["colour"] and 2 * len(own & stones) > len(own) > 0 \
                    and reason["move"] == opposite:
                yield f"fate at {row['move_number']}: the reasons of the move say the opposite"


def _of_groups(report: Said, line: GameLine) -> Iterator[str]:
    """Tell of groups that overlap, are not there, or end otherwise than their last fate says."""
    last, seen = line.positions[-1], set[int]()
    for group in report["groups"]:
        colour = _COLOURS[group["colour"]]
        stones = {_point(stone, last) for stone in group["stones"]}
        name = f"group {group.get('name', group['stones'][0])}"
        if any(last.colour_at(stone) != colour for stone in stones):
            yield f"{name}: not all of its stones are on the last board"
        if stones & seen:
            yield f"{name}: it shares stones with another"
        seen |= stones
        # What is told of a larger group is told of this one, too, but need not hold for all of it.
        fates = [(row, shared, len(row["stones"])) for row in report["fates"]
                 if row["colour"] == group["colour"] and 2 * (shared := len(
                     stones & {_point(stone, last) for stone in row["stones"]}))
                 > min(len(row["stones"]), len(stones))]
        if not fates:
            continue
        row, shared, told = fates[-1]
        if 2 * shared > told and (row["fate"], group["end"]) in (
                *(("dies", end) for end in _ALIVE), *(("lives", end) for end in _DEAD)):
            yield (f"{name}: it {row['fate']} at {row['move_number']} and is {group['end']} in the "
                   "end")
    taken = [stone for row in report["fates"] if row["fate"] == "lives"
             for stone in row["stones"] if last.colour_at(_point(stone, last)) == EMPTY]
    for row in report["fates"]:
        gone = [stone for stone in row["stones"] if stone in taken]
        later = [other for other in report["fates"] if other["move_number"] > row["move_number"]
                 and other["colour"] == row["colour"] and other["fate"] == "dies"
                 and set(other["stones"]) & set(row["stones"])]
        if row["fate"] == "lives" and 2 * len(gone) > len(row["stones"]) and not later:
            yield (f"fate at {row['move_number']}: the group lives and is not on the last board, "
                   f"and nothing is told of its end")


def _point(name: str, position: Position) -> int:
    return point_of_vertex(name, position.columns, position.rows)


def main(arguments: Sequence[str]) -> int:
    """Look at pairs of a report and its record; return 1 if one contradicts itself."""
    count, told, untold = 0, 0, 0
    for report, record in zip(arguments[::2], arguments[1::2], strict=True):
        line, _ = fitting(game_line(load_file(Path(record)).games[0]))
        document = json.loads(Path(report).read_text(encoding="utf-8"))
        found = contradictions(document, line)
        told, untold = (one + len(more) for one, more in zip(
            (told, untold), changes_told(document), strict=True))
        count += bool(found)
        for sentence in found:
            print(f"{report}: {sentence}")
    print(f"{count} of {len(arguments) // 2} reports contradict themselves")
    print(f"{told} of {told + untold} changes of the lead by {_CHANGE_POINTS:g} points are told")
    return int(bool(count))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
