"""How far stories of people's games hold, and whether they account for the lead.

    python -m tests.bench.human_stories LABELS.json.gz [--network FILE]

LABELS holds games with a look of a superhuman network at every position: [{file, size, komi, rules,
setup, moves, turns: [{lead, own, ...}]}], lead and own Black's, own row by row from the top, -99 to
99. Printed is how often sentences told plainly hold by these looks, how often those with
"probably", and how many changes of the story's own curve by ten points are told, and after which
moves the others begin.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from irgo_app.go.coordinates import point_of_vertex, sgf_letters
from irgo_app.go.point import Colour, Point
from irgo_app.judging.judges import own_judge
from irgo_app.meaning.chance_words import is_surely_so
from irgo_app.meaning.chances import Chance, ChanceKind, chances_of
from irgo_app.networks.in_use import read_with
from irgo_app.report.blocks import USUAL_TURNING_POINTS
from irgo_app.report.game_report import reviewed_turns
from irgo_app.report.turn_words import names_likeliest
from irgo_app.review.game_line import GameLine, game_line
from irgo_app.review.game_review import EventFate, GameReview
from irgo_app.review.lessons import Lesson
from irgo_app.review.turning_points import Drift, every_turning_point
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.sgf.parser import read_games
from tests.bench.contradictions import changes_told

_HALF: Final = 0.5
"""A loss or a gain holds if this part of it is so by the looks."""
_MISSED: Final = 0.1
"""A chance was missed if the mover's expectation of the stones fell by so much, from -1 to 1."""
_FULL: Final = 99.0


class Said(NamedTuple):
    """A statement of a story: what kind, whether it is told plainly, whether it holds."""

    kind: str
    is_plain: bool
    holds: bool


class Looks(NamedTuple):
    """What a strong network says of each position: Black's lead, and whose each point is."""

    leads: Sequence[float]
    owned: Sequence[Sequence[float]]

    @classmethod
    def of(cls, game: Mapping[str, Any]) -> "Looks":
        turns = game["turns"]
        return cls([turn["lead"] for turn in turns], [turn["own"] for turn in turns])

    def lost(self, number: int, colour: Colour) -> float:
        """Return the points that a move lost."""
        return colour * (self.leads[number - 1] - self.leads[number])

    def kept(self, index: int, colour: Colour, stones: Sequence[Point]) -> float:
        """Return how far stones are expected to be a side's at a position, -1 to 1."""
        own = self.owned[index]
        return colour * sum(own[stone] for stone in stones) / (_FULL * len(stones))


def line_of(game: Mapping[str, Any]) -> GameLine:
    """Return the moves of a labelled game."""
    size = game["size"]

    def written(name: str) -> str:
        return "" if name == "pass" else sgf_letters(point_of_vertex(name, size, size), size)

    setup = "".join(f"A{colour}[{written(at)}]" for colour, at in game["setup"])
    moves = "".join(f";{colour}[{written(at)}]" for colour, at in game["moves"])
    record = (f"(;GM[1]FF[4]SZ[{size}]KM[{game['komi']}]RU[{game['rules']}]{setup}"
              f"PL[{game['moves'][0][0]}]{moves})")
    return game_line(read_games(record.encode()).games[0])


def statements(review: GameReview, looks: Looks) -> Iterator[Said]:
    """Yield what the story of a game states and looks can say something of."""
    for lesson in review.lessons:
        told = lesson.told
        holds = looks.lost(told.number, told.colour) >= _HALF * told.points
        yield Said("loss", lesson.is_sure, holds)
        yield from _chance(lesson, review, looks, is_larger=holds)
    for event in review.events:
        wanted = event.colour * (1 if event.fate is EventFate.LIVED else -1)
        yield Said("fate", True, looks.kept(event.number, wanted, event.stones) > 0)
    for point in every_turning_point(review):
        if point.drift is not None:
            yield from _drift(point.drift, review, looks)


def _chance(
    lesson: Lesson, review: GameReview, looks: Looks, *, is_larger: bool
) -> Iterator[Said]:
    """Yield what could be done in place of a move; is_larger -- whether the move lost points."""
    found = review.whys.get(lesson.number)
    if found is None:
        return
    main = chances_of(found, tells_frameworks=review.level.tells_frameworks).main
    is_plain = lesson.is_sure and (main is None or is_surely_so(main))
    if main is None or main.kind in (ChanceKind.POINTS, ChanceKind.FRAMEWORK, ChanceKind.CUT,
                                     ChanceKind.LINK):
        yield Said("bigger", is_plain, is_larger)
    else:
        yield Said(main.kind.value, is_plain, _was_missed(main, lesson, looks))


def _was_missed(chance: Chance, lesson: Lesson, looks: Looks) -> bool:
    """Return whether the mover could have had some stones, and has less of them after the move."""
    colour, stones = lesson.told.colour, (*chance.points, *chance.others)
    before, after = (looks.kept(index, colour, stones)
                     for index in (lesson.number - 1, lesson.number))
    return before >= 0 and before - after >= _MISSED


def _drift(drift: Drift, review: GameReview, looks: Looks) -> Iterator[Said]:
    moved = looks.leads[drift.last] - looks.leads[drift.first - 1]
    yield Said("drift", False, moved / drift.points >= _HALF)
    if names_likeliest(drift, review):
        lost = looks.lost(drift.likeliest, -drift.gainer)
        yield Said("likeliest", False, lost >= _HALF * _HALF * abs(drift.points))


def _changes(review: GameReview) -> tuple[list[int], list[int]]:
    drifts = [point.drift for point in every_turning_point(review) if point.drift is not None]
    return changes_told({
        "curve": review.curve,
        "mistakes": [{"moves": lesson.numbers, "worth": lesson.worth}
                     for lesson in review.lessons],
        "drifts": [{"from": drift.first, "to": drift.last, "points": abs(drift.points)}
                   for drift in drifts]})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--network", type=Path)
    arguments = parser.parse_args()
    if arguments.network is not None:
        read_with(str(arguments.network))
    told, held = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    changes, untold = 0, list[str]()
    for game in json.loads(gzip.decompress(arguments.labels.read_bytes())):
        line = line_of(game)
        judge = own_judge(line.positions[0], line.komi, line.rules)
        review, _ = reviewed_turns(line, judge, AnalysisService(InlineExecutor()).result,
                                   USUAL_TURNING_POINTS, is_kept=True)
        for said in statements(review, Looks.of(game)):
            told[said.kind, said.is_plain] += 1
            held[said.kind, said.is_plain] += said.holds
        are_told, are_not = _changes(review)
        changes += len(are_told) + len(are_not)
        untold += [f"{game['file']} {number}" for number in are_not]
    for is_plain, name in ((True, "plain"), (False, "probably")):
        kinds = sorted(kind for kind, plain in told if plain is is_plain)
        every, so = (sum(counts[kind, is_plain] for kind in kinds) for counts in (told, held))
        print(f"{name}: {so} of {every} hold", *(
            f"{kind} {held[kind, is_plain]} of {told[kind, is_plain]}" for kind in kinds), sep="; ")
    print(f"{changes - len(untold)} of {changes} changes of the lead are told; not:",
          *untold, sep="; ")


if __name__ == "__main__":
    main()
