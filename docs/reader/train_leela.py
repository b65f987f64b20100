"""Train a network for Leela Zero on the same games, and write it in its text format.

    python docs/reader/train_leela.py GAMES... --minutes 60 [--out resources/leela.txt.gz]
    python docs/reader/train_leela.py GAMES... --frames FRAMES... --from CHECKPOINT --rate 1e-3

A checkpoint beside what is written lets a broken run go on where it was; `--from` begins with the
network of another run. FRAMES are of docs/reader/make_frames.py.

Leela Zero knows boards of 19x19 with 7.5 points of komi and nothing but stones: where they lie and
where they lay up to seven moves ago. Source of the form: Leela Zero, README, "Weights format"
(version 1): an input convolution, residual blocks of two, a policy and a value head; batch norms
without a scale, which is why scales are folded into the weights here.
"""

from __future__ import annotations

import argparse
import gzip
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from irgo_app.go.position import BLACK_CELL, WHITE_CELL
from irgo_app.networks.network import SYMMETRIES, turned
from tests.bench.taught_games import TaughtGame, positions_of, read_games

SIZE, POINTS = 19, 361
HISTORY = 8
PLANES = 2 * HISTORY + 2
KOMI = 7.5
LEAD_UNIT = 10.0
"""A lead of so many points is won in 76 % of cases (tanh(1) = 0.76), fit enough for a search."""
POLICY_CHANNELS, VALUE_HIDDEN = 2, 256
BATCH, PIECES = 64, 4
TESTED = 3072
FRAMED = 32
"""So many of a batch are framed groups, if there are any."""
EPSILON = 1e-5
DIGITS = 4


@dataclass
class Boards:
    """Positions as Leela Zero sees them.

    stones -- int8 (n, POINTS): +1 Black, -1 White; start -- int32 (n): where the game begins
    mover -- int8 (n): 0 for a board that is only the past of others
    policy -- float16 (n, POINTS + 1); value -- float32 (n): +1 the mover wins
    """

    stones: np.ndarray
    start: np.ndarray
    mover: np.ndarray
    policy: np.ndarray
    value: np.ndarray

    def answered(self) -> np.ndarray:
        """Return which boards can be learnt from."""
        return np.flatnonzero(self.mover)


class LeelaNet(nn.Module):
    """Leela Zero's network: (n, 18, 19, 19) -> policy logits (n, 362) and value (n)."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__()
        self.stem = _convolution(PLANES, channels, 3)
        self.blocks = nn.ModuleList(
            nn.ModuleList(_convolution(channels, channels, 3) for _ in range(2))
            for _ in range(blocks))
        self.policy = _convolution(channels, POLICY_CHANNELS, 1)
        self.policy_out = nn.Linear(POLICY_CHANNELS * POINTS, POINTS + 1)
        self.value = _convolution(channels, 1, 1)
        self.value_hidden = nn.Linear(POINTS, VALUE_HIDDEN)
        self.value_out = nn.Linear(VALUE_HIDDEN, 1)

    def forward(self, board: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what the network says."""
        board = functional.relu(self.stem(board))
        for first, second in self.blocks:
            board = functional.relu(board + second(functional.relu(first(board))))
        policy = self.policy_out(functional.relu(self.policy(board)).flatten(1))
        hidden = functional.relu(
            self.value_hidden(functional.relu(self.value(board)).flatten(1)))
        return policy, torch.tanh(self.value_out(hidden)).squeeze(1)


def _convolution(inputs: int, outputs: int, width: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False),
                         nn.BatchNorm2d(outputs, eps=EPSILON))


def main() -> None:
    """Train for as long as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--frames", nargs="*", type=Path, default=[])
    parser.add_argument("--from", dest="begin", type=Path, help="a checkpoint to begin with")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("resources/leela.txt.gz"))
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    games = [game for path in sorted(arguments.games) for game in read_games(path)
             if game.size == SIZE]
    training = boards([game for game in games if not game.is_apart])
    testing = boards([game for game in games if game.is_apart])
    del games
    framed = frames(arguments.frames) if arguments.frames else None
    net = LeelaNet(arguments.blocks, arguments.channels).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=arguments.rate, weight_decay=0.02)
    random = np.random.default_rng()
    sources = [(training, training.answered(), BATCH - FRAMED * bool(framed))]
    if framed:
        sources.append((framed, framed.answered(), FRAMED))
    total, elapsed, steps = arguments.minutes * 60, 0.0, 0
    checkpoint = arguments.out.with_suffix(".checkpoint")
    if arguments.begin and not checkpoint.exists():
        net.load_state_dict(torch.load(arguments.begin, weights_only=True)["net"])
    if checkpoint.exists():
        found = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(found["net"])
        optimiser.load_state_dict(found["optimiser"])
        elapsed, steps = found["elapsed"], found["steps"]
    while elapsed < total:
        begun = time.monotonic()
        done = elapsed / total
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate * min(done / 0.02 + 0.01, 1.0, max(1 - done, 0.002))
        parts = [batch(source, random.choice(rows, count), random)
                 for source, rows, count in sources]
        planes, policy, value = (torch.cat(part) for part in zip(*parts, strict=True))
        planes = planes.to(memory_format=torch.channels_last)
        net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said_policy, said_value = net(planes)
        loss = (-(policy * functional.log_softmax(said_policy.float(), 1)).sum(1).mean()
                + functional.mse_loss(said_value.float(), value))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 4.0)
        optimiser.step()
        elapsed, steps = elapsed + time.monotonic() - begun, steps + 1
        if steps % 1000 == 0:
            print(f"{elapsed / 60:.1f} min, {steps} batches; {agreement(net, testing)}", flush=True)
            write(net, arguments.out)
            torch.save({"net": net.state_dict(), "optimiser": optimiser.state_dict(),
                        "elapsed": elapsed, "steps": steps}, checkpoint)
    print(agreement(net, testing))
    write(net, arguments.out)


def boards(games: list[TaughtGame]) -> Boards:
    """Return the positions of games."""
    count = sum(len(game.moves) for game in games)
    made = Boards(np.empty((count, POINTS), np.int8), np.empty(count, np.int32),
                  np.empty(count, np.int8), np.zeros((count, POINTS + 1), np.float16),
                  np.empty(count, np.float32))
    at = 0
    for game in games:
        start = at
        for turn, position in enumerate(positions_of(game)):
            cells = np.frombuffer(position.cells, np.uint8)
            made.stones[at] = (cells == BLACK_CELL).astype(np.int8) - (cells == WHITE_CELL)
            made.start[at], made.mover[at] = start, position.to_play
            where, weight = game.policies[turn]
            made.policy[at, where] = weight / max(1, int(weight.sum()))
            lead = position.to_play * (game.score[turn] + game.komi - KOMI)
            made.value[at] = np.tanh(lead / LEAD_UNIT)
            at += 1
    return made


def frames(paths: list[Path]) -> Boards:
    """Return framed positions of files that make_frames.py wrote."""
    parts = []
    for path in paths:
        with np.load(path) as data:
            parts.append({name: data[name] for name in data.files})
    count = sum(len(part["start"]) for part in parts)
    made = Boards(np.concatenate([part["stones"] for part in parts]), np.empty(count, np.int32),
                  np.concatenate([part["mover"] for part in parts]),
                  np.zeros((count, POINTS + 1), np.float16),
                  np.concatenate([part["value"] for part in parts]))
    at = 0
    for part in parts:
        here = slice(at, at + len(part["start"]))
        made.start[here] = part["start"] + at
        rows = np.repeat(np.arange(here.start, here.stop), part["policy_count"])
        made.policy[rows, part["policy_index"]] = part["policy_share"]
        at = here.stop
    return made


def batch(
    source: Boards, chosen: np.ndarray, random: np.random.Generator | None
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return planes, policy and value of positions, turned at random if `random` is given."""
    planes = np.zeros((len(chosen), PLANES, POINTS), np.float32)
    mover = source.mover[chosen][:, None]
    for back in range(HISTORY):
        before = chosen - back
        known = before >= source.start[chosen]
        stones = source.stones[np.maximum(before, 0)] * known[:, None]
        planes[:, back] = stones == mover
        planes[:, HISTORY + back] = stones == -mover
    planes[:, 2 * HISTORY] = source.mover[chosen][:, None] > 0
    planes[:, 2 * HISTORY + 1] = source.mover[chosen][:, None] < 0
    policy = source.policy[chosen].astype(np.float32)
    board = planes.reshape(-1, PLANES, SIZE, SIZE)
    wanted = policy[:, :-1].reshape(-1, 1, SIZE, SIZE)
    if random is not None:
        for piece in np.array_split(np.arange(len(chosen)), PIECES):
            symmetry = random.integers(SYMMETRIES)
            for part in (board, wanted):
                part[piece] = turned(part[piece], symmetry)
    policy[:, :-1] = wanted.reshape(len(chosen), -1)
    return (torch.from_numpy(board).to(memory_format=torch.channels_last),
            torch.from_numpy(policy), torch.from_numpy(source.value[chosen]))


def agreement(net: LeelaNet, source: Boards) -> str:
    """Return how often the network's first move is the teacher's, and its error of the value."""
    rows = source.answered()
    chosen = np.random.default_rng(1).choice(rows, min(TESTED, len(rows)), False)
    net.eval()
    hits, error = 0, 0.0
    with torch.no_grad():
        for at in range(0, len(chosen), 128):
            planes, policy, value = batch(source, chosen[at:at + 128], None)
            said, winner = net(planes)
            hits += int((said.argmax(1) == policy.argmax(1)).sum())
            error += float((winner - value).abs().sum())
    return f"first move {hits / len(chosen):.3f}, value off by {error / len(chosen):.3f}"


def write(net: LeelaNet, path: Path) -> None:
    """Write the network as Leela Zero's text, compressed."""
    lines = ["1", *_lines_of(net.stem)]
    for block in net.blocks:
        for convolution in block:
            lines += _lines_of(convolution)
    lines += [*_lines_of(net.policy), *_numbers(net.policy_out), *_lines_of(net.value),
              *_numbers(net.value_hidden), *_numbers(net.value_out)]
    new = path.with_suffix(".new")
    with gzip.GzipFile(new, "wb", mtime=0) as packed:
        packed.write(("\n".join(lines) + "\n").encode())
    new.replace(path)


def _lines_of(convolution: nn.Sequential) -> list[str]:
    """Return weights, biases, means and variances; the norm is folded into the first two."""
    weights, norm = convolution[0].weight.detach(), convolution[1]
    scale = norm.weight.detach() / torch.sqrt(norm.running_var + EPSILON)
    biases = norm.bias.detach() - norm.running_mean * scale
    count = len(biases)
    return [_line(weights * scale[:, None, None, None]), _line(biases), " ".join(["0"] * count),
            " ".join([f"{1 - EPSILON:g}"] * count)]


def _numbers(layer: nn.Linear) -> list[str]:
    return [_line(layer.weight.detach()), _line(layer.bias.detach())]


def _line(values: torch.Tensor) -> str:
    return " ".join(f"{value:.{DIGITS}f}".rstrip("0").rstrip(".") or "0"
                    for value in values.flatten().tolist())


if __name__ == "__main__":
    main()
