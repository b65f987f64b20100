"""KataGo's network of 6 blocks as a teacher in PyTorch, for many positions at once.

    teacher = KataGoNet.read("g170-b6c96.bin.gz").eval()
    policy, ownership, lead = teacher(*seen_by_katago(...))

One graphics processor asks it a hundred thousand times a second, a core KataGo itself a hundred. It
reads KataGo's own files of version 8 (text, with weights as raw floats behind `@BIN@`) and says
what KataGo says at one look. The form of network and inputs is told in D. Wu, Accelerating
Self-Play Learning in Go (2020), appendix A; rules are Japanese, in which KataGo counts a point
less for every move: its komi has them in it.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from irgo_app.kernels.reader_planes import BOARD, KO, LADDER_MOVES, LADDERS, LIBERTIES, STONES

KATAGO_PLANES, KATAGO_NUMBERS = 22, 19
SEEN_STONES, SEEN_LIBERTIES, SEEN_KO, SEEN_LADDERS, SEEN_LADDER_MOVES = 1, 3, 6, 14, 17
SEEN_KOMI, SEEN_TERRITORY, SEEN_SEKI_TAX = 5, 9, 10
KOMI_UNIT = SCORE_UNIT = 20.0
VERSION = 8
MARK = b"@BIN@"


def seen_by_katago(
    planes: torch.Tensor, komi: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return KataGo's planes and numbers of boards alone, as its analysis engine shows a position.

    planes -- 0 and 1 (n, PLANES, points): what irgo's reader sees
    komi -- float (n): in the mover's favour, and a point more for every move of the other side
        than of his own
    """
    count, _, points = planes.shape
    seen = planes.new_zeros(count, KATAGO_PLANES, points)
    seen[:, 0] = planes[:, BOARD]
    seen[:, SEEN_STONES:SEEN_STONES + 2] = planes[:, STONES:STONES + 2]
    seen[:, SEEN_LIBERTIES:SEEN_LIBERTIES + 3] = (
        planes[:, LIBERTIES:LIBERTIES + 3] + planes[:, LIBERTIES + 3:LIBERTIES + 6])
    seen[:, SEEN_KO] = planes[:, KO]
    # Of this board and the two before, which are held to be the same.
    seen[:, SEEN_LADDERS:SEEN_LADDERS + 3] = planes[:, LADDERS:LADDERS + 2].sum(1, keepdim=True)
    seen[:, SEEN_LADDER_MOVES] = planes[:, LADDER_MOVES]
    numbers = komi.new_zeros(count, KATAGO_NUMBERS)
    largest = points / KOMI_UNIT + 1
    numbers[:, SEEN_KOMI] = (komi / KOMI_UNIT).clamp(-largest, largest)
    numbers[:, SEEN_TERRITORY] = 1
    numbers[:, SEEN_SEKI_TAX] = 1
    side = round(points ** 0.5)
    return seen.reshape(count, KATAGO_PLANES, side, side), numbers


class File:
    """A file of KataGo's, read from front to back."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def word(self) -> str:
        """Return the next word."""
        while self._data[self._at:self._at + 1].isspace():
            self._at += 1
        end = self._at
        while not self._data[end:end + 1].isspace():
            end += 1
        word, self._at = self._data[self._at:end].decode(), end
        return word

    def number(self) -> int:
        """Return the next word, a whole number."""
        return int(self.word())

    def floats(self, *shape: int) -> torch.Tensor:
        """Return the next weights."""
        begin = self._data.index(MARK, self._at) + len(MARK)
        count = int(np.prod(shape))
        self._at = begin + 4 * count
        read = np.frombuffer(self._data, "<f4", count, begin).reshape(shape)
        return torch.from_numpy(read.astype(np.float32))

    def convolution(self) -> nn.Conv2d:
        """Return the next convolution."""
        self.word()
        height, width, given, made = (self.number() for _ in range(4))
        down, right = self.number(), self.number()
        layer = nn.Conv2d(given, made, (height, width), dilation=(down, right), bias=False,
                          padding=(height // 2 * down, width // 2 * right))
        layer.weight = nn.Parameter(self.floats(height, width, given, made).permute(3, 2, 0, 1)
                                    .contiguous())
        return layer

    def linear(self) -> nn.Linear:
        """Return the next matrix."""
        self.word()
        given, made = self.number(), self.number()
        layer = nn.Linear(given, made, bias=False)
        layer.weight = nn.Parameter(self.floats(given, made).T.contiguous())
        return layer

    def with_bias(self) -> nn.Linear:
        """Return the next matrix and bias."""
        layer = self.linear()
        self.word()
        layer.bias = nn.Parameter(self.floats(self.number()))
        return layer

    def norm(self) -> nn.BatchNorm2d:
        """Return the next norm with the activation behind it, which is always the same."""
        self.word()
        channels = self.number()
        epsilon = float(self.word())
        has_scale, has_bias = self.number(), self.number()
        layer = nn.BatchNorm2d(channels, epsilon)
        layer.running_mean, layer.running_var = self.floats(channels), self.floats(channels)
        if has_scale:
            layer.weight = nn.Parameter(self.floats(channels))
        if has_bias:
            layer.bias = nn.Parameter(self.floats(channels))
        self.word()
        return layer


def summed_up(board: torch.Tensor) -> torch.Tensor:
    """Return (n, 3 * channels): mean, mean by the size of the board, maximum."""
    mean = board.mean((2, 3))
    off = (board.shape[2] - 14) / 10
    return torch.cat([mean, mean * off, board.amax((2, 3))], 1)


class Block(nn.Module):
    """Two convolutions beside a short cut; `pools`: with a summary of the board."""

    def __init__(self, file: File) -> None:
        super().__init__()
        self.pools = file.word() == "gpool_block"
        file.word()
        self.before, self.regular = file.norm(), file.convolution()
        if self.pools:
            self.other, self.other_norm, self.summary = (
                file.convolution(), file.norm(), file.linear())
        self.middle, self.last = file.norm(), file.convolution()

    def forward(self, board: torch.Tensor) -> torch.Tensor:
        """Return the board one block later."""
        given = functional.relu(self.before(board))
        inner = self.regular(given)
        if self.pools:
            pooled = summed_up(functional.relu(self.other_norm(self.other(given))))
            inner = inner + self.summary(pooled)[:, :, None, None]
        return board + self.last(functional.relu(self.middle(inner)))


class KataGoNet(nn.Module):
    """The network of a file of version 8."""

    def __init__(self, file: File) -> None:
        """Read a file; raises ValueError for one of another version."""
        super().__init__()
        file.word()
        if file.number() != VERSION:
            raise ValueError(f"only files of version {VERSION} can be read")
        file.number(), file.number(), file.word()
        blocks = file.number()
        for _ in range(5):
            file.number()
        self.stem, self.stem_numbers = file.convolution(), file.linear()
        self.blocks = nn.ModuleList(Block(file) for _ in range(blocks))
        self.tip = file.norm()
        file.word()
        self.policy_board, self.policy_pool = file.convolution(), file.convolution()
        self.policy_pool_norm, self.policy_summary = file.norm(), file.linear()
        self.policy_norm, self.policy_point = file.norm(), file.convolution()
        self.policy_pass = file.linear()
        file.word()
        self.value_board, self.value_norm = file.convolution(), file.norm()
        self.value_hidden = file.with_bias()
        file.word()
        self.winner, self.score = file.with_bias(), file.with_bias()
        self.ownership = file.convolution()

    @classmethod
    def read(cls, path: Path) -> KataGoNet:
        """Return the network of a packed file."""
        return cls(File(gzip.decompress(path.read_bytes())))

    def forward(
        self, planes: torch.Tensor, numbers: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return policy logits (n, points + 1), ownership (n, points) and lead (n), the mover's."""
        board = self.stem(planes) + self.stem_numbers(numbers)[:, :, None, None]
        for block in self.blocks:
            board = block(board)
        board = functional.relu(self.tip(board))
        summary = summed_up(functional.relu(self.policy_pool_norm(self.policy_pool(board))))
        point = self.policy_board(board) + self.policy_summary(summary)[:, :, None, None]
        policy = torch.cat([self.policy_point(functional.relu(self.policy_norm(point))).flatten(1),
                            self.policy_pass(summary)], 1)
        values = functional.relu(self.value_norm(self.value_board(board)))
        mean, off = values.mean((2, 3)), (values.shape[2] - 14) / 10
        hidden = functional.relu(self.value_hidden(
            torch.cat([mean, mean * off, mean * (off * off - 0.1)], 1)))
        return (policy.float(), torch.tanh(self.ownership(values).flatten(1).float()),
                SCORE_UNIT * self.score(hidden)[:, 2].float())
