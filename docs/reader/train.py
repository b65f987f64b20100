"""Train the reader on games with a teacher's opinion, and write it as resources/reader.onnx.

    python docs/reader/train.py GAMES... --minutes 90 [--out resources/reader.onnx]
    python docs/reader/train.py GAMES... --from BEFORE.onnx --rate 6e-4 --out NEW.onnx
    python docs/reader/train.py GAMES... --size 9 --from BEFORE.onnx --out NEW.onnx

Runs on the processor; a checkpoint beside `--out` is written every few minutes and taken up again.
`--from` goes on from a network that was written before; its norms keep their statistics all along.
Needs the extra `training`.
"""

from __future__ import annotations

import argparse
import copy
import runpy
import time
from pathlib import Path

import numpy as np
import torch
from games import Samples, samples, unpacked
from measure import agreement
from model import ReaderNet, export, read
from torch.nn import functional

from irgo_app.kernels.reader_planes import LADDERS, RECENT
from irgo_app.reader.network import SYMMETRIES, turned
from irgo_bench.taught_games import OWNERSHIP_UNIT, read_games

SIZES = {19: 0.82, 13: 0.08, 9: 0.10}
"""The share of batches of each board size."""
BATCH = 64
PIECES = 4
"""Each piece of a batch is turned or mirrored its own way."""
FORGET = 0.12
"""The share of pieces that are not told the last moves."""
OWNERSHIP_WEIGHT, SCORE_WEIGHT = 8.0, 0.5
HUBER, HUBER_UNIT = 5.0, 12.0
EMA = 0.9985
WARM_UP = 0.02
SETTLED = 0.7
"""From this share of the run on the norms keep their statistics: a batch is of one board size, the
statistics are of all, and summed over a board the difference is two points of lead."""
HALVES = torch.ops.mkldnn._is_mkldnn_bf16_supported()
"""Where a processor knows no numbers of half the length they take ten times as long."""
KNOWN = 256
"""From so many positions the norms of a network that was written take up their statistics."""
SAVE_SECONDS = 240


def main() -> None:
    """Train for as long as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--from", dest="begin", type=Path, help="a network to go on from")
    parser.add_argument("--size", type=int, choices=SIZES, help="learn boards of this size only")
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--channels", type=int, default=48)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("resources/reader.onnx"))
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    games = [game for path in sorted(arguments.games) for game in read_games(path)]
    sizes = [arguments.size] if arguments.size else list(SIZES)
    training = {size: samples([game for game in games if not game.is_apart], size)
                for size in sizes}
    testing = samples([game for game in games if game.is_apart], max(sizes))
    del games
    run = Run(arguments, training)
    while run.elapsed < run.total:
        run.step(training)
        if time.monotonic() - run.saved > SAVE_SECONDS:
            run.save(testing)
    run.save(testing)


class Run:
    """A training run that can be taken up where it was left."""

    def __init__(self, arguments: argparse.Namespace, training: dict[int, Samples]) -> None:
        self.random = np.random.default_rng()
        self.settled = 0.0 if arguments.begin else SETTLED
        if arguments.begin:
            known = training[max(training)]
            chosen = self.random.integers(len(known.komi), size=KNOWN)
            net = read(str(arguments.begin), *map(torch.from_numpy, unpacked(known, chosen)))
        else:
            net = ReaderNet(arguments.blocks, arguments.channels)
        self.net = net.to(memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.net)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=arguments.rate, weight_decay=0.02, betas=(0.9, 0.98))
        self.rate, self.total = arguments.rate, arguments.minutes * 60
        self.out, self.checkpoint = arguments.out, arguments.out.with_suffix(".checkpoint")
        self.elapsed, self.steps = 0.0, 0
        self.saved = time.monotonic()
        self.losses = np.zeros(3)
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint, weights_only=False)
            self.net.load_state_dict(state["net"])
            self.mean.load_state_dict(state["mean"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.elapsed, self.steps = state["elapsed"], state["steps"]

    def step(self, training: dict[int, Samples]) -> None:
        """Learn from one batch."""
        begun = time.monotonic()
        shares = np.array([SIZES[size] for size in training])
        size = int(self.random.choice(list(training), p=shares / shares.sum()))
        planes, numbers, policy, ownership, lead = batch(training[size], self.random)
        done = self.elapsed / self.total
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * min(done / WARM_UP + 0.01, 1.0, max(1.0 - done, 0.002))
        self.net.train(done < self.settled)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HALVES):
            said_policy, said_ownership, said_lead, spread = self.net(planes, numbers)
        losses = (
            -(policy * functional.log_softmax(said_policy.float(), 1)).sum(1).mean(),
            functional.mse_loss(said_ownership, ownership),
            # Laplace's likelihood for the spread; the lead itself learns from points, so that
            # hopeless positions are not forgotten.
            ((said_lead.detach() - lead).abs() / spread + spread.log()).mean()
            + functional.huber_loss(said_lead, lead, delta=HUBER) / HUBER_UNIT)
        loss = losses[0] + OWNERSHIP_WEIGHT * losses[1] + SCORE_WEIGHT * losses[2]
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 4.0)
        self.optimiser.step()
        with torch.no_grad():
            keep = min(EMA, self.steps / (self.steps + 10))
            for mean, now in zip(self.mean.state_dict().values(),
                                 self.net.state_dict().values(), strict=True):
                if mean.dtype.is_floating_point:
                    mean.mul_(keep).add_(now, alpha=1 - keep)
        now = np.array([float(each.detach()) for each in losses])
        self.losses = 0.99 * self.losses + 0.01 * now
        self.steps += 1
        self.elapsed += time.monotonic() - begun

    def save(self, testing: Samples) -> None:
        """Write the checkpoint and the network so far, and say how good it is."""
        state = {"net": self.net.state_dict(), "mean": self.mean.state_dict(),
                 "optimiser": self.optimiser.state_dict(), "elapsed": self.elapsed,
                 "steps": self.steps}
        torch.save(state, self.checkpoint.with_suffix(".new"))
        self.checkpoint.with_suffix(".new").rename(self.checkpoint)
        export(self.mean, str(self.out))
        renew_digests()
        losses = " ".join(f"{each:.3f}" for each in self.losses)
        print(f"{self.elapsed / 60:.1f} min, {self.steps} batches, losses {losses};",
              agreement(self.mean, testing), flush=True)
        self.saved = time.monotonic()


def renew_digests() -> None:
    """Let irgo know its own network again: it refuses one that is not what it has written down."""
    runpy.run_path(str(Path(__file__).parents[2] / "packaging" / "digests.py"))["main"]()


def batch(
    source: Samples, random: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return planes, numbers, policy, ownership and lead of random samples, turned at random."""
    chosen = random.integers(len(source.komi), size=BATCH)
    size = source.size
    planes, numbers = unpacked(source, chosen)
    policy = source.policy[chosen].astype(np.float32)
    boards = [planes, policy[:, :-1].reshape(BATCH, 1, size, size),
              source.ownership[chosen].astype(np.float32).reshape(BATCH, 1, size, size)]
    for piece in np.array_split(np.arange(BATCH), PIECES):
        symmetry = random.integers(SYMMETRIES)
        for board in boards:
            board[piece] = turned(board[piece], symmetry)
        if random.random() < FORGET:
            planes[piece, RECENT:LADDERS] = 0
    policy[:, :-1] = boards[1].reshape(BATCH, -1)
    ownership = boards[2].reshape(BATCH, -1) / OWNERSHIP_UNIT
    return (torch.from_numpy(planes).to(memory_format=torch.channels_last),
            torch.from_numpy(numbers), torch.from_numpy(policy), torch.from_numpy(ownership),
            torch.from_numpy(source.score[chosen]))


if __name__ == "__main__":
    main()
