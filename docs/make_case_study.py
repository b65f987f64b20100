"""Makes docs/case_study.md with its pictures.

    python docs/make_case_study.py [--engine NAME ...]

Everything on the page is computed, by irgo's own reading and by the engines named: those that
`irgo engines` lists. The page in the repository has KataGo, with its network of 6 blocks, and
Leela Zero, with the network that comes with irgo.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import ascii_uppercase

from msgspec.structs import replace

from irgo_app.__main__ import main as irgo
from irgo_app.engines.profile import EngineProfile, engine_named
from irgo_app.go.coordinates import point_of_vertex, sgf_letters, vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, NAME_OF_COLOUR, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.engine_record import engine_game
from irgo_app.judging.ishida import Fate
from irgo_app.judging.judges import JudgeSettings, tells_points
from irgo_app.judging.life_answers import ITSELF, LifeAnswers
from irgo_app.judging.study import Place, Play, Study, place_of_box
from irgo_app.judging.study_words import NOTHING
from irgo_app.layers.groups import Groups
from irgo_app.lifedeath.verdict import LifeStatus, Outcome, Verdict
from irgo_app.meaning.ishida import whole_view
from irgo_app.meaning.requests import PlacesRequest
from irgo_app.meaning.words import further_words, place_words
from irgo_app.review.group_names import names_after
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
GAME = ROOT / "resources" / "examples" / "case_study.sgf"
SHOWN = 3
"""So many of the most urgent groups get pictures."""
URGENT = 3.0
"""From so many points on a place is called urgent."""
UPPER_LEFT = ("A19", "G11")
CLOSE = 1.5
"""First moves that differ by less count as the same worth, in points."""

INTRODUCTION = """# The case study

Black to play. The position comes from the README of the project irgo goes back to, which asks of
such a board: what is urgent, what is important, where are the weak spots, which move serves several
purposes? And what is a move in the upper left worth to either side? First come irgo's answers, then
group by group what they rest on, with engines beside that were asked the same by irgo. Everything
here but the sentences around the numbers is computed; `python docs/make_case_study.py` makes the
page anew. Of any game

    irgo whatif resources/examples/case_study.sgf --all
    irgo lifedeath resources/examples/case_study.sgf
    irgo whatif resources/examples/case_study.sgf --all --json --engine KataGo

print the places, the life of every group, and places and groups as an engine judges them.

![The Ishida view of the case study](pictures/case_ishida.png)

The [Ishida view](manual/en/ishida.md) shows it at one look, with the letters of the first three
[places](manual/en/studies.md).
"""
GROUPS_SHOWN = """## Details, group by group

What follows asks of each group by itself. Groups that lie together share their first moves, and a
search that is bound to one group's neighbourhood says another number than that of the whole board,
from which places are found.

![Groups of the case study](pictures/case_groups.png)
"""
EXPLANATION = """## How to read the numbers

- **Life.** irgo asks the cheapest method first: unconditional life, a proof search, then its reader
  and playouts. Only what is marked *proved* is certain, and only as long as the stones around stay.
  KataGo tells the owner of every stone after its own search; Leela Zero is asked as irgo's README
  says, by playing the group out in a frame. The small network that comes with irgo has never seen a
  frame and passes there too early: it says "alive" too often.
- **Worth.** Black's lead after Black's best first move there less the lead after White's, with free
  play afterwards, by one and the same judge. It is what moving first is worth; whoever moves gives
  the next move away. Leela Zero tells no points: it plays, and irgo's reader counts its ends.
"""


def main() -> None:
    """Ask every reader, draw the pictures, write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--engine", action="append", default=[], metavar="NAME")
    engines = [engine_named(name) for name in parser.parse_args().engine]
    page = Page(engines)
    text = [INTRODUCTION, page.answers(), page.places(), page.upper_left(), GROUPS_SHOWN,
            page.life(), page.worth(), *page.close_looks(), page.agreement(), EXPLANATION]
    (ROOT / "docs" / "case_study.md").write_text(
        "\n".join(part for part in text if part), encoding="utf-8")


class Page:
    """Asks the readers, and writes the parts of the page.

    engines -- who reads besides irgo
    """

    def __init__(self, engines: Sequence[EngineProfile]) -> None:
        tree = load_file(GAME).games[0]
        game = engine_game(tree.root, Replay(tree))
        service = AnalysisService(InlineExecutor())
        groups = service.result(LayerRequest.of(game.position, "groups"))
        assert isinstance(groups, Groups)
        self._position = game.position
        self._names = names_after([groups])
        self._readers = {ITSELF: "irgo", **{engine.name: engine.name for engine in engines}}
        reading = JudgeSettings(None, game.komi, game.rules)
        answers = LifeAnswers(game.position, groups, reading)
        self._answers = answers
        self._view = whole_view(game.position, reading, service.result).picture.view
        stones = tuple(region.stones for region in groups.regions)
        self._places = {
            name: service.result(PlacesRequest(
                game.position, stones, replace(reading, engine=engine), game.position.order))
            for engine, name in ((None, "irgo"), *((engine, engine.name) for engine in engines))
            if engine is None or tells_points(engine)}
        self._box = place_of_box(game.position, *(
            point_of_vertex(corner, game.position.columns, game.position.rows)
            for corner in UPPER_LEFT))
        for engine in (None, *engines):
            name = ITSELF if engine is None else engine.name
            for group in answers.places:
                answers.add_verdict(
                    group, service.result(answers.question(group, engine)), name)
            places = (*answers.places, self._box,
                      *service.result(answers.big_points(engine)))
            for place in places:
                answers.add_study(service.result(answers.study_of(place, engine)), name)

    def answers(self) -> str:
        """Return the README's questions with irgo's answers."""
        lettered = list(zip(ascii_uppercase, self._places["irgo"].places, strict=False))
        urgent = [f"{letter} at {self._name(place.mine.move)} "
                  f"({', '.join(self._names[group] for group in place.groups)})"
                  for letter, place in lettered if place.groups]
        open_ = [f"{letter} at {self._name(place.mine.move)}"
                 for letter, place in lettered if not place.groups]
        weak, dead = ("; ".join(
            f"{NAME_OF_COLOUR[body.colour]} at {', '.join(map(self._name, body.stones))}"
            for body in self._view.bodies if body.fate is fate) or "none"
            for fate in (Fate.WEAK, Fate.DEAD))
        several = "; ".join(
            f"{name}: " + (", ".join(self._name(place.mine.move) for place in found.places
                                     if place.is_multipurpose) or "none of the first moves")
            for name, found in self._places.items())
        shared = defaultdict[str, list[str]](list)
        for study in self._answers.ranking():
            if study.group is not None and study.swing >= NOTHING:
                shared[self._first_move(study, self._position.to_play)].append(
                    self._names[study.group - 1])
        both = ", ".join(f"{move} ({', '.join(groups)})" for move, groups in shared.items()
                         if len(groups) > 1) or "none"
        return "\n".join((
            "## The answers\n",
            f"- **What is urgent?** Where groups feel who moves first: "
            f"{', '.join(urgent) or 'none'}.",
            f"- **What is important?** Where it is territory and frameworks: "
            f"{', '.join(open_) or 'none'}.",
            f"- **Where are the weak spots?** {weak}. As good as dead: {dead}.",
            "- **Which move serves several purposes?** Best in several places, or deciding several "
            f"groups: {several}. Asked about one by one, several groups have the same best move: "
            f"{both}.\n"))

    def places(self) -> str:
        """Return irgo's places as `irgo whatif --all` prints them, then where engines begin."""
        found, lines = self._places["irgo"], ["## The places\n"]
        for letter, place in zip(ascii_uppercase, found.places, strict=False):
            lines.append(f"- **{letter}** "
                         f"{place_words(place, self._position, found.judge, self._names)}")
            lines += [f"  - {words}" for words in further_words(place, self._position)]
        for name, other in self._places.items():
            if other is not found:
                moves = ", ".join(self._name(place.mine.move) for place in other.places)
                lines.append(f"\nBlack's first moves in {name}'s places, its best first: {moves}.")
        return "\n".join(lines) + "\n"

    def life(self) -> str:
        """Return the table of life and death, a column a reader."""
        lines = ["## Life and death of every group\n",
                 self._row("Group", "Stones", *self._readers.values()),
                 "|---" * (2 + len(self._readers)) + "|"]
        for group, name in enumerate(self._names):
            said = {opinion.reader: opinion.verdict
                    for opinion in self._answers.opinions(self._answers.places[group])}
            lines.append(self._row(
                name, self._stones(self._answers.places[group].stones),
                *(self._fate(said.get(reader)) for reader in self._readers)))
        return "\n".join(lines) + "\n"

    def worth(self) -> str:
        """Return the table of what moving first is worth, irgo's most urgent place first."""
        lines = ["## What moving first is worth, in points\n",
                 self._row("Place", *self._readers.values()),
                 "|---" * (1 + len(self._readers)) + "|"]
        for study in self._studied():
            lines.append(self._row(self._title(study.place), *(
                self._worth(self._answers.study(study.place, reader))
                for reader in self._readers)))
        for reader, name in self._readers.items():
            urgent = [study for study in self._answers.ranking(reader)
                      if study.swing >= URGENT and study.place != self._box]
            named = ", ".join(f"{self._title(study.place)} ({study.swing:.0f})"
                              for study in urgent[:4]) or "nothing"
            lines.append(f"\nMost urgent for {name}: {named}.")
        return "\n".join(lines) + "\n"

    def close_looks(self) -> list[str]:
        """Return both outcomes of irgo's most urgent groups side by side, as pictures."""
        looks = []
        for study in self._studied():
            if study.group is not None and study.swing >= NOTHING and len(looks) < SHOWN:
                name = self._names[study.group - 1]
                looks.append(f"### {name}: {study.swing:.1f} points\n\n"
                             + self._pictures(study, f"case_if_{name.lower()}") + "\n")
        return looks

    def upper_left(self) -> str:
        """Return what a move in the upper left is worth to either side."""
        study = self._answers.study(self._box)
        assert study is not None
        lines = [f"## The upper left\n\nThe box from {UPPER_LEFT[0]} to {UPPER_LEFT[1]}, whoever "
                 "moves there first:\n"]
        for reader, name in self._readers.items():
            found = self._answers.study(self._box, reader)
            if found is not None:
                lines.append(f"- {name}: {self._worth(found)}")
        lines.append("\n" + self._pictures(study, "case_if_upper_left"))
        return "\n".join(lines)

    def agreement(self) -> str:
        """Return how far the readers agree, in sentences; nothing where irgo reads alone."""
        lines = []
        for reader, name in self._readers.items():
            if reader == ITSELF:
                continue
            fates, near, places = [], 0, list(self._answers.places)
            for group, place in enumerate(places):
                said = {opinion.reader: opinion.verdict
                        for opinion in self._answers.opinions(place)}
                own, other = said.get(ITSELF), said.get(reader)
                if own is not None and other is not None and own.status is not other.status \
                        and LifeStatus.UNKNOWN not in (own.status, other.status):
                    fates.append(self._names[group])
                mine, theirs = (self._answers.study(place, who) for who in (ITSELF, reader))
                if mine is not None and theirs is not None:
                    near += abs(mine.swing - theirs.swing) < CLOSE
            apart = f"they differ on {', '.join(fates)}" if fates else "they differ on none"
            lines.append(f"- irgo and {name}: of the life of {len(places)} groups {apart}; at "
                         f"{near} of them moving first is worth the same to within {CLOSE} "
                         "points.")
        return "## Where the readers agree\n\n" + "\n".join(lines) + "\n" if lines else ""

    def _studied(self) -> list[Study]:
        """Return irgo's studies but for the upper left, the most urgent first."""
        return [study for study in self._answers.ranking() if study.place != self._box]

    def _fate(self, verdict: Verdict | None) -> str:
        """Return a group's life in a few words, with the moves where it hangs on them."""
        if verdict is None or verdict.status is LifeStatus.UNKNOWN:
            return "–"
        text = verdict.status.value
        if verdict.status not in (LifeStatus.ALIVE, LifeStatus.DEAD):
            moves = [(colour, verdict.if_first(colour)) for colour in (BLACK, WHITE)]
            text += "".join(
                f", {LETTER_OF_COLOUR[colour]} {self._name(answer.move)}"
                for colour, answer in moves
                if answer.move is not None and answer.move >= 0
                and answer.outcome is not Outcome.UNKNOWN)
        return text + (" (proved)" if verdict.exact else "")

    def _worth(self, study: Study | None) -> str:
        """Return what moving first is worth with both first moves."""
        if study is None:
            return "–"
        if study.swing < NOTHING:
            return "elsewhere is bigger"
        moves = [f"{LETTER_OF_COLOUR[colour]} {self._first_move(study, colour)}"
                 for colour in (BLACK, WHITE)]
        return f"**{study.swing:.1f}**: {', '.join(moves)}"

    def _first_move(self, study: Study, colour: Colour) -> str:
        move = study.if_first(colour).move
        return "–" if move is None else self._name(move)

    def _title(self, place: Place) -> str:
        if place.group is not None:
            return self._names[place.group - 1]
        study = self._answers.study(place) or next(
            found for reader in self._readers
            if (found := self._answers.study(place, reader)) is not None)
        return f"round {self._name(study.at)}"

    def _pictures(self, study: Study, stem: str) -> str:
        shown = []
        for colour in (BLACK, WHITE):
            play, side = study.if_first(colour), NAME_OF_COLOUR[colour]
            file = f"{stem}_{side.lower()}.png"
            draw(self._position, play, PICTURES / file)
            outcome = f", the group {play.outcome.value}" if play.outcome else ""
            shown.append((f"{side} first: {self._line(play)}{outcome}; Black's lead "
                          f"{study.final_lead(colour):+.1f}",
                          f"![{side} first](pictures/{file})"))
        return ("| " + " | ".join(text for text, _ in shown) + " |\n|---|---|\n| "
                + " | ".join(picture for _, picture in shown) + " |\n")

    def _stones(self, stones: Sequence[Point]) -> str:
        shown = " ".join(map(self._name, stones[:4]))
        return shown if len(stones) <= 4 else f"{shown} … ({len(stones)})"

    def _line(self, play: Play) -> str:
        return " ".join(f"{LETTER_OF_COLOUR[colour]} {self._name(point)}"
                        for colour, point in play.moves) or "nothing to gain"

    def _name(self, point: Point) -> str:
        return vertex(point, self._position.columns, self._position.rows)

    @staticmethod
    def _row(*cells: str) -> str:
        return "| " + " | ".join(cells) + " |"


def draw(position: Position, play: Play, path: Path) -> None:
    """Draw what a play leads to: the moves numbered, dead stones off, territory and moyo."""
    def places(points: Iterable[Point]) -> str:
        return "".join(f"[{sgf_letters(point, position.columns)}]" for point in points)

    board = play.position
    stones = {colour: [point for point in range(len(board.cells))
                       if board.colour_at(point) == colour and point not in play.dead]
              for colour in (BLACK, WHITE)}
    labels = "".join(f"[{sgf_letters(point, position.columns)}:{number}]"
                     for number, (_, point) in enumerate(play.moves, start=1)
                     if board.cells[point])
    text = f"(;GM[1]FF[4]SZ[{position.columns}]AB{places(stones[BLACK])}AW{places(stones[WHITE])}"
    text += (f"LB{labels}" if labels else "") + ")"
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "outcome.sgf"
        record.write_text(text, encoding="utf-8")
        irgo(["render", str(record), "--layer", "territory", "--layer", "moyo", "--size", "420",
              "-o", str(path)])


if __name__ == "__main__":
    main()
