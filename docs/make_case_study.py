"""Makes docs/case_study.md with its pictures: python docs/make_case_study.py.

Everything on the page is computed: no engine is needed, and the same irgo makes the same page.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from irgo_app.__main__ import main as irgo
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, NAME_OF_COLOUR, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.layers.groups import Groups
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict
from irgo_app.review.group_names import GroupNames
from irgo_app.review.what_if import Means, what_if_all, what_if_at
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.reader import load_file
from irgo_app.sgf.replay import Replay
from irgo_app.studies.study import Play, Study

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
GAME = ROOT / "resources" / "examples" / "case_study.sgf"
LIMITS = Limits(playouts=4_000)
SHOWN = 3
"""So many of the most urgent groups get pictures."""
UPPER_LEFT = 9
"""The upper left is so many lines from the top and from the left."""
LETTERS = "abcdefghijklmnopqrs"

INTRODUCTION = """# The case study

Black to play. The position comes from the README of the project irgo goes back to, which asks:
which groups are urgent, and what is a move in the upper left worth to either side? irgo answers
group by group: does it live if Black moves first, does it live if White does, and what lies
between the two? Everything here but the sentences around the numbers is computed;
`python docs/make_case_study.py` makes the page anew, and

    irgo lifedeath resources/examples/case_study.sgf
    irgo whatif resources/examples/case_study.sgf --all --seconds 60

print the same for any game. How the numbers come about is told [below](#how-to-read-the-numbers).

![Groups of the case study](pictures/case_groups.png)
"""
EXPLANATION = """## How to read the numbers

- **Life.** The ladder of methods, cheapest first: unconditional life, a proof search, a local
  Monte-Carlo search. Only what is marked *proved* is certain, and only as long as the stones around
  stay. A group whose stones lie far apart is asked dragon by dragon; it lives as long as most of
  its stones do.
- **What if.** Where a group's life hangs on the first move, both sides follow the line of the
  life-and-death search; elsewhere irgo plays the locality out with its own maps, until a side gains
  more elsewhere. *Nothing to gain* means that irgo found no move there that gains a point.
- **Swing.** Black's points less White's after Black moved first, less the same after White did:
  territory with dead stones as prisoners (B : W), and what Black may expect beyond it more than
  White (influence). It is what moving first is worth; whoever moves gives the next move away.
- These are a reader's numbers, not an oracle's: the maps are coarse where nothing is settled, and a
  swing of a few points may be noise. `--engine` has an engine judge the groups and play the lines
  in irgo's place.
"""


def main() -> None:
    """Compute all, draw the pictures, write the page."""
    tree = load_file(GAME).games[0]
    node, replay = tree.root, Replay(tree)
    position = replay.position_at(node)
    regions = compute(LayerRequest.of(position, "groups"), None)
    assert isinstance(regions, Groups)
    names = GroupNames(lambda asked: regions).names(node) or ()
    groups = [region.stones for region in regions.regions]
    verdicts = {number: group_verdict(position, stones, LIMITS)
                for number, stones in enumerate(groups, start=1)}
    studies = what_if_all(position, groups, verdicts, Means(LIMITS))
    page = Page(position, names)
    text = [INTRODUCTION, page.life(verdicts), page.urgency(studies)]
    for study in studies[:SHOWN]:
        text.append(page.close_look(study))
    text.append(page.upper_left(studies))
    text.append(EXPLANATION)
    (ROOT / "docs" / "case_study.md").write_text("\n".join(text), encoding="utf-8")


class Page:
    """Writes the parts of the page; names -- of the groups, in their order."""

    def __init__(self, position: Position, names: Sequence[str]) -> None:
        self._position, self._names = position, names

    def life(self, verdicts: dict[int, Verdict]) -> str:
        """Return the table of life and death."""
        lines = ["## Life and death of every group\n",
                 "| Group | Stones | Black first | White first | Status | Found by |",
                 "|---|---|---|---|---|---|"]
        for number, verdict in verdicts.items():
            proof = ", proved" if verdict.exact else ""
            lines.append(
                f"| {self._names[number - 1]} | {self._stones(verdict.stones)} "
                f"| {self._answer(verdict.black_first)} | {self._answer(verdict.white_first)} "
                f"| {verdict.status.value} | {verdict.method}{proof} |")
        return "\n".join(lines) + "\n"

    def urgency(self, studies: Sequence[Study]) -> str:
        """Return the table of what moving first is worth, the most urgent group first."""
        lines = ["## Which groups are urgent\n",
                 "| Group | Swing | Black first | B : W, influence "
                 "| White first | B : W, influence |",
                 "|---|---|---|---|---|---|"]
        for study in studies:
            assert study.group is not None
            cells = [self._names[study.group - 1], f"{study.swing:.1f}"]
            for colour in (BLACK, WHITE):
                play = study.if_first(colour)
                cells += [self._line(play), _count(play)]
            lines.append("| " + " | ".join(cells) + " |")
        urgent = [study for study in studies if study.swing >= 5.0]
        if urgent:
            named = ", ".join(f"{self._names[(study.group or 1) - 1]} ({study.swing:.0f} points)"
                              for study in urgent)
            lines.append(f"\nUrgent, then, are {named}; elsewhere less than five points hang on "
                         "who moves first.")
        return "\n".join(lines) + "\n"

    def close_look(self, study: Study) -> str:
        """Return both outcomes of a group side by side, as pictures."""
        assert study.group is not None
        name = self._names[study.group - 1]
        return (f"### {name}: {study.swing:.1f} points\n\n"
                + self._pictures(study, f"case_if_{name.lower()}") + "\n")

    def upper_left(self, studies: Sequence[Study]) -> str:
        """Return what a move in the upper left is worth to either side."""
        lines = ["## The upper left\n"]
        inside = [study for study in studies if self._is_upper_left(study.stones)]
        for study in inside:
            assert study.group is not None
            lines.append(f"- {self._names[study.group - 1]}: moving first is worth "
                         f"{study.swing:.1f} points.")
        points = sorted({
            point for study in inside for stone in study.stones
            for point in self._position.liberties(stone)})
        found = [study for study in (what_if_at(self._position, point) for point in points)
                 if study is not None]
        if not found:
            return "\n".join(lines) + "\n"
        best_black = max(found, key=lambda study: study.black_first.lead)
        best_white = min(found, key=lambda study: study.white_first.lead)
        worth = best_black.black_first.lead - best_white.white_first.lead
        lines.append(
            f"\nOf the {len(points)} liberties of these groups, Black's best first move is "
            f"{self._name(best_black.at)} (lead {best_black.black_first.lead:+.1f} after "
            f"{self._line(best_black.black_first)}), White's {self._name(best_white.at)} (lead "
            f"{best_white.white_first.lead:+.1f} after {self._line(best_white.white_first)}): "
            f"the first move there is worth **{worth:.1f} points**.\n")
        joined = replace(best_black, white_first=best_white.white_first)
        lines.append(self._pictures(joined, "case_if_upper_left"))
        return "\n".join(lines) + "\n"

    def _pictures(self, study: Study, stem: str) -> str:
        shown = []
        for colour in (BLACK, WHITE):
            play, side = study.if_first(colour), NAME_OF_COLOUR[colour]
            file = f"{stem}_{side.lower()}.png"
            draw(self._position, play, PICTURES / file)
            outcome = f", the group {play.outcome.value}" if play.outcome else ""
            shown.append((f"{side} first: {self._line(play)}{outcome}; {_count(play)}",
                          f"![{side} first](pictures/{file})"))
        return ("| " + " | ".join(text for text, _ in shown) + " |\n|---|---|\n| "
                + " | ".join(picture for _, picture in shown) + " |\n")

    def _is_upper_left(self, stones: Iterable[Point]) -> bool:
        places = [divmod(stone, self._position.columns) for stone in stones]
        inside = sum(row < UPPER_LEFT and column < UPPER_LEFT - 3 for row, column in places)
        return 2 * inside > len(places)

    def _answer(self, answer: Answer) -> str:
        text = answer.outcome.value
        if answer.move is not None and answer.move >= 0 and answer.outcome is not Outcome.UNKNOWN:
            text += f", {self._name(answer.move)}"
        return text

    def _stones(self, stones: Sequence[Point]) -> str:
        shown = " ".join(map(self._name, stones[:4]))
        return shown if len(stones) <= 4 else f"{shown} … ({len(stones)})"

    def _line(self, play: Play) -> str:
        return " ".join(f"{LETTER_OF_COLOUR[colour]} {self._name(point)}"
                        for colour, point in play.moves) or "nothing to gain"

    def _name(self, point: Point) -> str:
        return vertex(point, self._position.columns, self._position.rows)


def draw(position: Position, play: Play, path: Path) -> None:
    """Draw what a play leads to: the moves numbered, dead stones off, territory and moyo."""
    def places(points: Iterable[Point]) -> str:
        return "".join(f"[{_sgf(point, position)}]" for point in points)

    board = play.position
    stones = {colour: [point for point in range(len(board.cells))
                       if board.colour_at(point) == colour and point not in play.dead]
              for colour in (BLACK, WHITE)}
    labels = "".join(f"[{_sgf(point, position)}:{number}]"
                     for number, (_, point) in enumerate(play.moves, start=1)
                     if board.cells[point])
    text = f"(;GM[1]FF[4]SZ[{position.columns}]AB{places(stones[BLACK])}AW{places(stones[WHITE])}"
    text += (f"LB{labels}" if labels else "") + ")"
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "outcome.sgf"
        record.write_text(text, encoding="utf-8")
        irgo(["render", str(record), "--layer", "territory", "--layer", "moyo", "--size", "420",
              "-o", str(path)])


def _sgf(point: Point, position: Position) -> str:
    row, column = divmod(point, position.columns)
    return LETTERS[column] + LETTERS[row]


def _count(play: Play) -> str:
    return (f"{play.territory[BLACK]:.0f} : {play.territory[WHITE]:.0f}, "
            f"{play.influence:+.1f}")


if __name__ == "__main__":
    main()
