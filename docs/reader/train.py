"""Train the reader on games with a teacher's opinion, and write it as resources/reader.onnx.

    python docs/reader/train.py GAMES... --minutes 90 [--out resources/reader.onnx]
    python docs/reader/train.py GAMES... --from BEFORE.onnx --rate 6e-4 --out NEW.onnx
    python docs/reader/train.py GAMES... --from BEFORE.onnx --rate 1.5e-3 --batch 512 --minutes 9
    python docs/reader/train.py GAMES... --size 9 --from BEFORE.onnx --out NEW.onnx
    python docs/reader/train.py GAMES... --teacher g170-b6c96.bin.gz --from BEFORE.onnx \
        --blocks 10 --batch 512 --rate 1.5e-3 --minutes 9
    python docs/reader/train.py GAMES... --labels LABELS... --records GAMES_FOLDER \
        --from BEFORE.onnx --rate 2e-4 --batches 6000 --out NEW.onnx

Runs on a graphics processor where PyTorch finds one, else on the processor; a checkpoint beside
`--out` is written every few minutes and taken up again. `--from` goes on from a network that was
written before, with more blocks if asked; its norms keep their statistics all along. `--teacher`
learns from games that are played and judged meanwhile (`living_games.py`); of the files only those
kept apart are used then, to say how good it is. `--labels` learns people's games from a stronger
network (`label.py`, `labels.py`), and of the other games to say what it said before, half of lead
and ownership, and what their teacher says, the other half. With `--batches` on one thread the same
files make the same network again. Needs the extra `training`.
"""

from __future__ import annotations

import argparse
import copy
import os
import runpy
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from boards import Boards, turn, turn_policy
from games import Samples, samples, unpacked
from katago_net import KataGoNet
from labels import Part, labels_of, samples_of
from living_games import LANES, Judged, Players, School
from measure import agreement
from model import ReaderNet, export, read, woken
from torch.nn import functional

from irgo_app.kernels.reader_planes import LADDERS, RECENT
from tests.bench.taught_games import read_games

SIZES = {19: 0.8, 13: 0.08, 9: 0.12}
"""The share of batches of each board size."""
FORGET = 0.12
"""The share of positions that are not told the last moves."""
OWNERSHIP_WEIGHT, SCORE_WEIGHT = 8.0, 0.5
HUBER, HUBER_UNIT = 5.0, 12.0
EMA = 0.999
EMA_FIRST = 10
"""The mean is of as many batches as there were before, divided by this, if these are fewer."""
WARM_UP, WARM_SHARE = 1000, 0.1
"""Batches in which the rate rises, or this share of a run if that is shorter."""
PEOPLE = 0.6
"""The share of people's positions in a batch of boards of their size."""
SAID_BEFORE = 0.5
"""The share of what the network said before in the lead and ownership of other positions."""
SETTLED = 0.7
"""From this share of the run on the norms keep their statistics: a batch is of one board size, the
statistics are of all, and summed over a board the difference is two points of lead."""
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
HALVES = DEVICE.type == "cuda" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
"""Where a processor knows no numbers of half the length they take ten times as long."""
KNOWN = 256
"""From so many positions the norms of a network that was written take up their statistics."""
WARM_STEPS = 3
"""Steps before one is recorded for the graphics processor, and played from then on."""
SAVE_SECONDS = 240
FIRST_BOARDS = 150
"""Positions of each lane that are there before moves are tried and anything is learnt from them."""
LEARNT_FROM = 7
"""A position that is judged meanwhile is learnt from about so often."""
ROOM = {19: 9_000_000, 13: 1_200_000, 9: 2_000_000}
"""So many positions that are judged meanwhile are kept."""


def main() -> None:
    """Train for as long as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--batches", type=int, help="learn from so many, however long it takes")
    parser.add_argument("--seed", type=int, default=1, help="of such a run")
    parser.add_argument("--labels", nargs="*", type=Path, default=[], help="files of label.py")
    parser.add_argument("--records", type=Path, help="the folder of games that these files label")
    parser.add_argument("--from", dest="begin", type=Path, help="a network to go on from")
    parser.add_argument("--size", type=int, choices=SIZES, help="learn boards of this size only")
    parser.add_argument("--teacher", type=Path, help="KataGo's network, to judge living games")
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--channels", type=int, default=48)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("resources/reader.onnx"))
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    players = begin_players() if arguments.teacher else None
    games = [game for path in sorted(arguments.games) for game in read_games(path)]
    sizes = [arguments.size] if arguments.size else list(SIZES)
    testing = samples([game for game in games if game.is_apart], max(sizes))
    if players:
        school = School(players, KataGoNet.read(arguments.teacher), ROOM, DEVICE)
        train(arguments, [Lesson(each, arguments.batch) for each in school.judged], testing, school)
        return
    training = [samples([game for game in games if not game.is_apart], size) for size in sizes]
    del games
    lessons = [Lesson(held(each), arguments.batch) for each in training]
    if arguments.labels:
        labels = {part: samples_of(list(labels_of(arguments.labels, arguments.records, part)))
                  for part in (Part.LEARNT, Part.CHOOSES)}
        people, testing = held(labels[Part.LEARNT]), labels[Part.CHOOSES]
        for lesson in lessons:
            lesson.keep(people)
    train(arguments, lessons, testing)


def begin_players() -> Players:
    """Return the processes that play games, begun before the graphics processor is."""
    cores = os.cpu_count() or 1
    return Players(LANES, max(1, cores - 1))


def train(
    arguments: argparse.Namespace, lessons: list[Lesson], testing: Samples,
    school: School | None = None,
) -> None:
    """Learn from samples of each size, for as long as the arguments say."""
    torch.backends.cudnn.benchmark = True
    run = Run(arguments, lessons, testing)
    for _ in range(FIRST_BOARDS if school else 0):
        school.move(run.mean, tries=False)
    if school:
        print(f"{FIRST_BOARDS * school.lanes} positions judged", flush=True)
    run.begin()
    # Where a run is taken up again, what it learnt from before is gone.
    boards, before = 0.0, run.steps
    while run.done < 1:
        learnt = (run.steps - before) * arguments.batch
        if school and boards * school.lanes * LEARNT_FROM <= learnt:
            school.move(run.mean)
            # In two steps: a position, and the moves that are tried there.
            boards += 0.5
        run.step()
        if time.monotonic() - run.saved > SAVE_SECONDS:
            run.save(testing)
    run.save(testing)


@dataclass
class Held:
    """Samples of files, on the processor that learns; see `Samples`, `Judged`.

    filled -- how many there are; unit -- steps of ownership from nobody's to one side's
    """

    size: int
    planes: torch.Tensor
    komi: torch.Tensor
    policy: torch.Tensor
    score: torch.Tensor
    ownership: torch.Tensor
    filled: torch.Tensor
    unit: int


def held(source: Samples) -> Held:
    """Return samples where the network learns."""
    return Held(source.size, *(torch.from_numpy(part).to(DEVICE) for part in (
        source.planes, source.komi, source.policy, source.score, source.ownership)),
        torch.tensor(float(len(source.komi)), device=DEVICE), source.unit)


class Lesson:
    """All samples of one board size where the network learns, drawn and turned at random.

    kept -- so many of a batch, the last ones, are of a source of which what the network says is
        to be kept
    """

    def __init__(self, source: Held | Judged, batch: int) -> None:
        self.size, self.batch = source.size, batch
        self.sources, self.kept = [(source, batch)], 0
        self.boards = Boards(source.size, DEVICE)

    def keep(self, people: Held) -> None:
        """Keep what is said of this lesson's positions, and learn from people's of their size."""
        [(source, _)] = self.sources
        learnt = round(PEOPLE * self.batch) if people.size == self.size else 0
        self.kept = self.batch - learnt
        self.sources = [(people, learnt), (source, self.kept)]

    def draw(self) -> tuple[torch.Tensor, ...]:
        """Return planes, numbers, policy, ownership and lead of random samples, each turned."""
        drawn = [self._draw(source, count) for source, count in self.sources if count]
        return tuple(torch.cat(parts) for parts in zip(*drawn, strict=True))

    def _draw(self, source: Held | Judged, count: int) -> tuple[torch.Tensor, ...]:
        boards = self.boards
        chosen = (torch.rand(count, dtype=torch.float64, device=DEVICE) * source.filled).long()
        way = boards.ways(count)
        planes = boards.as_board(turn(boards.unpacked(source.planes[chosen]), way))
        planes[:, RECENT:LADDERS] *= (torch.rand(count, 1, 1, 1, device=DEVICE) >= FORGET)
        return (planes, boards.numbers(source.komi[chosen]),
                turn_policy(source.policy[chosen], way).float(),
                source.ownership[chosen].gather(1, way).float() / source.unit,
                source.score[chosen])


class Run:
    """A training run that can be taken up where it was left."""

    def __init__(
        self, arguments: argparse.Namespace, lessons: list[Lesson], known: Samples
    ) -> None:
        self.random = np.random.default_rng(arguments.seed if arguments.batches else None)
        if arguments.batches:
            torch.manual_seed(arguments.seed)
        self.settled = 0.0 if arguments.begin else SETTLED
        if arguments.begin:
            chosen = self.random.integers(len(known.komi), size=KNOWN)
            seen = [torch.from_numpy(part) for part in unpacked(known, chosen)]
            net = woken(read(str(arguments.begin), *seen, arguments.blocks), *seen)
        else:
            net = ReaderNet([arguments.channels] * arguments.blocks, arguments.channels)
        self.net = net.to(DEVICE, memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.net)
        self.before = copy.deepcopy(self.net).eval()
        # What large boards compute is most of the work: worth half a minute of compiling.
        self.fast = (torch.compile(self.net, dynamic=False) if DEVICE.type == "cuda"
                     else self.net)
        # A rate that is a tensor can change under a recorded step.
        on_graphics = DEVICE.type == "cuda"
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=torch.tensor(arguments.rate, device=DEVICE),
            weight_decay=0.02, betas=(0.9, 0.98), capturable=on_graphics)
        self.rate, self.total = arguments.rate, arguments.minutes * 60
        self.batches = arguments.batches
        self.out, self.checkpoint = arguments.out, arguments.out.with_suffix(".checkpoint")
        self.earlier, self.steps = 0.0, 0
        self.losses = torch.zeros(3, device=DEVICE)
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint, map_location=DEVICE, weights_only=False)
            self.net.load_state_dict(state["net"])
            self.mean.load_state_dict(state["mean"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.earlier, self.steps = state["elapsed"], state["steps"]
        self.averaged = [(mean, now) for mean, now in zip(
            self.mean.state_dict().values(), self.net.state_dict().values(), strict=True)
            if mean.dtype.is_floating_point]
        self.lessons = {lesson.size: lesson for lesson in lessons}
        shares = np.array([SIZES[size] for size in self.lessons])
        self.shares = shares / shares.sum()
        self.recorded = dict[tuple[int, bool], Callable[[], None]]()
        self.begin()

    def begin(self) -> None:
        """Let the time begin."""
        self.begun = self.saved = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Return for how long the network has learnt, in seconds."""
        return self.earlier + time.monotonic() - self.begun

    @property
    def done(self) -> float:
        """Return how much of the run is done, 0..1 and more."""
        return self.steps / self.batches if self.batches else self.elapsed / self.total

    def step(self) -> None:
        """Learn from one batch."""
        size = int(self.random.choice(list(self.lessons), p=self.shares))
        done = self.done
        warm = max((self.steps + 1) / WARM_UP, done / WARM_SHARE)
        for group in self.optimiser.param_groups:
            group["lr"].fill_(self.rate * min(warm, 1.0, max(1.0 - done, 0.002)))
        self.net.train(done < self.settled)
        learns = (size, self.net.training)
        if learns not in self.recorded:
            self.recorded[learns] = self._recorded(self.lessons[size])
        self.recorded[learns]()
        self.steps += 1

    def _recorded(self, lesson: Lesson) -> Callable[[], None]:
        """Return what learns from a batch: on a graphics processor as one recorded step."""
        if DEVICE.type == "cpu":
            return lambda: self._learn(lesson)
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(WARM_STEPS):
                self._learn(lesson)
        torch.cuda.current_stream().wait_stream(beside)
        self.optimiser.zero_grad()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._learn(lesson)
        return graph.replay

    def _learn(self, lesson: Lesson) -> None:
        planes, numbers, policy, ownership, lead = lesson.draw()
        net = self.fast if lesson.size == max(self.lessons) else self.net
        with torch.autocast(DEVICE.type, dtype=torch.bfloat16, enabled=HALVES):
            said_policy, said_ownership, said_lead, spread = net(planes, numbers)
        learnt, judged = lesson.batch - lesson.kept, lead.clone()
        if lesson.kept:
            with torch.no_grad():
                kept_policy, kept_ownership, kept_lead, _ = self.before(
                    planes[learnt:], numbers[learnt:])
            policy[learnt:] = kept_policy.softmax(1)
            ownership[learnt:].lerp_(kept_ownership, SAID_BEFORE)
            lead[learnt:].lerp_(kept_lead, SAID_BEFORE)
        losses = torch.stack([
            -(policy * functional.log_softmax(said_policy.float(), 1)).sum(1).mean(),
            functional.mse_loss(said_ownership, ownership),
            # Laplace's likelihood for the spread; the lead itself learns from points, so that
            # hopeless positions are not forgotten.
            ((said_lead.detach() - judged).abs() / spread + spread.log()).mean()
            + functional.huber_loss(said_lead, lead, delta=HUBER) / HUBER_UNIT])
        loss = losses[0] + OWNERSHIP_WEIGHT * losses[1] + SCORE_WEIGHT * losses[2]
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 4.0)
        self.optimiser.step()
        with torch.no_grad():
            for mean, now in self.averaged:
                mean.lerp_(now, max(1 - EMA, EMA_FIRST / (EMA_FIRST + self.steps)))
            self.losses.lerp_(losses, 0.01)

    def save(self, testing: Samples) -> None:
        """Write the checkpoint and the network so far, and say how good it is."""
        state = {"net": self.net.state_dict(), "mean": self.mean.state_dict(),
                 "optimiser": self.optimiser.state_dict(), "elapsed": self.elapsed,
                 "steps": self.steps}
        torch.save(state, self.checkpoint.with_suffix(".new"))
        self.checkpoint.with_suffix(".new").rename(self.checkpoint)
        mean = copy.deepcopy(self.mean).cpu()
        export(mean, str(self.out))
        renew_digests()
        losses = " ".join(f"{each:.3f}" for each in self.losses.tolist())
        print(f"{self.elapsed / 60:.1f} min, {self.steps} batches, losses {losses};",
              agreement(mean, testing), flush=True)
        self.saved = time.monotonic()


def renew_digests() -> None:
    """Let irgo know its own network again: it refuses one that is not what it has written down."""
    runpy.run_path(str(Path(__file__).parents[2] / "packaging" / "digests.py"))["main"]()


if __name__ == "__main__":
    main()
