"""Whether first pictures take back what they said.

    python -m tests.bench.first_pictures GAME.sgf ... [--moves 30-60] [--visits N]

As somebody goes through a game move by move and rests on each, the first Ishida view of a board is
made of one look and of what was read on the board before; the settled one of the board's own
reading. Points whose owner the first one shows and the settled one turns, and groups shown dead and
then alive or undecided, or the other way round, are counted. No window is needed.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.judging.fate import EVEN, Fate
from irgo_app.judging.ishida import IshidaView
from irgo_app.judging.judgement import END_VISITS, Judgement
from irgo_app.judging.judges import JudgeSettings
from irgo_app.judging.life_answers import LifeAnswers
from irgo_app.judging.moved_along import MovedAlong
from irgo_app.judging.requests import IshidaRequest, JudgementRequest
from irgo_app.service.plan import WorkerBench, groups_on
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay

_ASSERTED: Final = (Fate.DEAD, Fate.SAFE, Fate.WEAK, Fate.SEKI)


class Comparison(Struct):
    """Sums over steps: points of the board, asserted owners, those reversed, groups turned."""

    steps: int = 0
    points: int = 0
    owned: int = 0
    reversed: int = 0
    groups: int = 0
    turned: int = 0

    def add(self, first: IshidaView, settled: IshidaView) -> list[str]:
        """Count a step; return the groups whose fate was turned, in words."""
        one, other = first.ownership, settled.ownership
        is_said = np.abs(one) >= EVEN
        self.steps += 1
        self.points += one.size
        self.owned += int(is_said.sum())
        self.reversed += int((is_said & (one * other < 0) & (np.abs(other) >= EVEN)).sum())
        turned = list(turned_groups(first, settled))
        self.groups += sum(body.fate in _ASSERTED for body in first.bodies)
        self.turned += len(turned)
        return turned

    def words(self) -> str:
        """Return the figures in a line."""
        return (f"{self.steps} steps: {100 * self.owned / max(1, self.points):.1f} % of points "
                f"shown as somebody's at first, {100 * self.reversed / max(1, self.points):.3f} % "
                f"turned; {self.groups} groups told at first, {self.turned} of them dead and then "
                f"not, or not and then dead")


def turned_groups(first: IshidaView, settled: IshidaView) -> Iterator[str]:
    """Yield the groups that are dead in one view and alive or undecided in the other one."""
    fates = {stone: body.fate for body in settled.bodies for stone in body.stones}
    for body in first.bodies:
        if body.fate not in _ASSERTED:
            continue
        later = [fates[stone] for stone in body.stones]
        turned = sum((fate is Fate.DEAD) != (body.fate is Fate.DEAD) for fate in later)
        if 2 * turned > len(later):
            yield (f"{settled.position.vertex(body.stones[0])} and {len(body.stones) - 1} more: "
                   f"{body.fate.value}, then {later[0].value}")


class Read(Struct, frozen=True):
    """A board as it is when all has been read: its judgement, lives and view."""

    said: Judgement
    answers: LifeAnswers
    view: IshidaView


def read_board(position: Position, reading: JudgeSettings, bench: WorkerBench) -> Read:
    """Return a board read as the window does it: searched, and each group's life."""
    request = JudgementRequest.of(position, reading)
    groups = groups_on(position, lambda asked: bench.layer_result(asked, None))
    answers = LifeAnswers(position, groups, reading)
    for place in answers.places:
        answers.add_verdict(place, answers.question(place).answer(bench, None))
    said = request.answer(bench, None)
    answers.expect(said.ownership)
    fates = tuple(sorted((stone, fate) for stones, fate in answers.fates() for stone in stones))
    return Read(said, answers, IshidaRequest(request, fates, said).view(bench))


def first_view(
    position: Position, reading: JudgeSettings, before: Read | None, moves: tuple[Point, ...],
    bench: WorkerBench,
) -> IshidaView:
    """Return the first picture of a board, a few moves after one that was read."""
    moved = None if before is None else MovedAlong(
        before.said.ownership, moves, before.answers.fates(), moves)
    look = IshidaRequest.at_a_look(position, reading).judged
    return IshidaRequest(look, moved=moved, is_final=False).view(bench)


def compare_game(
    tree: GameTree, first: int, last: int, visits: int, total: Comparison
) -> Iterator[str]:
    """Go through moves of a game, both counted in; yield what was taken back."""
    replay, bench = Replay(tree), WorkerBench()
    reading = JudgeSettings.of_game(tree, visits=visits)
    line: Sequence[Node] = tree.main_line()
    before: Read | None = None
    for number in range(max(1, first), min(last, len(line) - 1) + 1):
        node = line[number]
        assert node.move is not None
        position = replay.position_at(node)
        view = first_view(position, reading, before, (node.move[1],), bench)
        before = read_board(position, reading, bench)
        for words in total.add(view, before.view):
            yield f"move {number}, {words}"


def main(words: Sequence[str]) -> int:
    """Measure games; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--moves", default="1-999", help="only these moves, such as 30-60")
    parser.add_argument("--visits", type=int, default=END_VISITS,
                        help="positions that a board's own reading searches")
    asked = parser.parse_args(words)
    first, last = map(int, asked.moves.split("-"))
    total = Comparison()
    for path in asked.games:
        for told in compare_game(load_file(path).games[0], first, last, asked.visits, total):
            print(f"{path.name}: {told}", flush=True)
        print(f"{path.name}: {total.words()}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
