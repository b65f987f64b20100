"""What a report says against itself: read off `irgo-report/1` and the game's record alone.

    irgo report GAME.sgf --json > GAME.json
    python -m tests.bench.contradictions GAME.json GAME.sgf [MORE.json MORE.sgf ...]

It knows nothing of how a report is made: fates follow each other and end as the groups do, every
sum is that of its parts, what the text counts is what is listed, and what is named is on the board.
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
from irgo_app.sgf.parser import load_file

Said = Mapping[str, Any]
_COLOURS: Final = {letter: colour for colour, letter in LETTER_OF_COLOUR.items()}
_ROUNDED: Final = 0.051
"""Numbers are told to a tenth."""
_MOST_TURNS: Final = 7
_NEAR: Final = 4
_BESIDE: Final = 2
_DEAD, _ALIVE = ("dead",), ("alive", "seki")
_COUNT: Final = re.compile(r"(Black|White) made (one|\d+) mistakes?; the most expensive move was "
                           r"(\d+), (\S+), which lost (\d+) points")
_END: Final = re.compile(r"at the end (?:(Black|White) leads by (\d+(?:\.\d+)?)|the game is even)")
_GAINED: Final = re.compile(r"gained about (\d+) points")
_LEFT: Final = re.compile(
    r"From move (\d+) to move (\d+) neither side played at (\S+) or beside it")
_COST: Final = re.compile(r"It cost most at move (\d+), where (Black|White) lost (\d+) points")
_AFTER: Final = re.compile(r"After (Black|White) (\S+) (Black|White)'s group")


def contradictions(report: Said, line: GameLine) -> list[str]:
    """Return what a report says against itself or against its game, a sentence each.

    report -- `irgo-report/1`, its texts in English; line -- the game it is about
    """
    return [*_of_the_curve(report, line), *_of_mistakes(report, line), *_of_counts(report),
            *_of_turning_points(report), *_of_drifts(report), *_of_left(report, line),
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
    for row in report["mistakes"]:
        number = row["move_number"]
        colour, point = line.moves[number - 1]
        position = line.positions[number - 1].with_to_play(colour)
        name = f"mistake {number}"
        if (_COLOURS[row["colour"]], _point(row["move"], position)) != (colour, point):
            yield f"{name}: the game has another move there"
        if row["loss"] < line.mistake - _ROUNDED:
            yield f"{name}: {row['loss']} points are no mistake"
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
        if f"{row['move']} loses" not in row["text"] and row["move"] not in row["text"]:
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
    said = re.search(r"loses (\d+) points?", row["text"])
    if said is not None and abs(float(said[1]) - row["loss"]) > 0.5 + _ROUNDED:
        yield f"{name}: {said[1]} points in words, {row['loss']} in numbers"
    rest = row.get("rest")
    if rest is None or abs(shares + rest - row["loss"]) > _ROUNDED:
        yield f"{name}: its parts are {shares} and {rest}, not {row['loss']}"


def _of_counts(report: Said) -> Iterator[str]:
    """Tell where the text counts other mistakes than are listed."""
    told = {found[1]: found for found in _COUNT.finditer(report["text"])}
    for letter, colour in _COLOURS.items():
        listed = [row for row in report["mistakes"] if row["colour"] == letter]
        name, found = NAME_OF_COLOUR[colour], told.get(NAME_OF_COLOUR[colour])
        count = 0 if found is None else 1 if found[2] == "one" else int(found[2])
        if count != len(listed):
            yield f"the text counts {count} mistakes of {name}, the list {len(listed)}"
        elif found is not None:
            worst = max(listed, key=lambda row: float(row["loss"]))
            number = int(found[3])
            if all(row["move_number"] != number for row in listed):
                yield f"the most expensive move of {name}, {number}, is not in the list"
            elif abs(worst["loss"] - float(found[5])) > 0.5 + _ROUNDED:
                yield f"{name} lost {found[5]} points at worst in words, {worst['loss']} in numbers"


def _of_turning_points(report: Said) -> Iterator[str]:
    rows = report["turning_points"]
    numbers = [row["move_number"] for row in rows]
    if numbers != sorted(numbers):
        yield f"turning points are not in the order of the game: {numbers}"
    # What comes of a mistake with the answer to it is one turning point with it.
    turns = set(numbers) - {row["move_number"] + 1 for row in rows if "loss" in row}
    count = len(turns) + len(report["left"]) + len(report["drifts"])
    if count > _MOST_TURNS:
        yield f"there are {count} turning points"
    texts = [json.dumps(row, sort_keys=True) for row in rows]
    if len(set(texts)) < len(texts):
        yield "a turning point is told twice"
    known = {json.dumps(row, sort_keys=True) for row in (*report["mistakes"], *report["fates"])}
    for row, text in zip(rows, texts, strict=True):
        if text not in known:
            yield f"the turning point at {row['move_number']} is neither mistake nor fate"
    if report["mistakes"] and not rows and not report["left"]:
        yield "there are mistakes and no turning point"


def _of_drifts(report: Said) -> Iterator[str]:
    """Tell of drifts over each other or over a mistake, and of leads that moved the other way."""
    seen = {row["move_number"] for row in report["mistakes"]
            if row in report["turning_points"]}
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
        if said is None or abs(float(said[1]) - row["points"]) > 0.5 + _ROUNDED:
            yield f"{name}: its words have other points than its numbers"


def _of_left(report: Said, line: GameLine) -> Iterator[str]:
    """Tell of places that somebody did play at, and of costs that no mistake has."""
    rows, seen = report["left"], set[int]()
    told = {row["move_number"] for row in report["turning_points"] if "loss" in row}
    if [row["from"] for row in rows] != sorted(row["from"] for row in rows):
        yield "places that were left are not in the order of the game"
    for row in rows:
        first, last, position = row["from"], row["to"], line.positions[0]
        name = f"place left from {first} to {last}"
        if [[_COLOURS[letter], _point(at, position)] for letter, at in row["moves"]] != [
                list(move) for move in line.moves[first - 1:last]]:
            yield f"{name}: the game has other moves there"
        if row["colour"] != row["moves"][0][0]:
            yield f"{name}: another side left it first"
        place = _point(row["at"], position)
        if any(point != PASS and steps_between(point, place, line.columns) <= _BESIDE
               for _, point in line.moves[first - 1:last]):
            yield f"{name}: somebody played at {row['at']} or beside it"
        if first in told or seen & set(range(first, last + 1)):
            yield f"{name}: something is told of one of its moves already"
        seen |= set(range(first, last + 1))
        costs = {mistake["move_number"]: mistake for mistake in report["mistakes"]}
        cost = costs.get(row["costs_at"])
        if not first <= row["costs_at"] <= last or (
                cost is not None and abs(cost["loss"] - row["points"]) > _ROUNDED):
            yield f"{name}: the move that cost most is another mistake"
        where, most = _LEFT.search(row["text"]), _COST.search(row["text"])
        if where is None or where.groups() != (str(first), str(last), row["at"]) or most is None \
                or int(most[1]) != row["costs_at"] \
                or abs(float(most[3]) - row["points"]) > 0.5 + _ROUNDED:
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
            found = _AFTER.search(row["text"])
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
    count = 0
    for report, record in zip(arguments[::2], arguments[1::2], strict=True):
        line, _ = fitting(game_line(load_file(Path(record)).games[0]))
        found = contradictions(json.loads(Path(report).read_text(encoding="utf-8")), line)
        count += bool(found)
        for sentence in found:
            print(f"{report}: {sentence}")
    print(f"{count} of {len(arguments) // 2} reports contradict themselves")
    return int(bool(count))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
