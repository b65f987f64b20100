"""The network as PyTorch trains it: a residual tower with global pooling, and its export to ONNX.

The parts are those of KataGo's networks (D. Wu, Accelerating Self-Play Learning in Go, 2020,
section 3 and appendix A), as small as a reader may be that answers in a millisecond.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from irgo_app.kernels.reader_planes import PLANES
from irgo_app.reader.network import KOMI_UNIT, NUMBERS

POLICY_CHANNELS = 32
VALUE_CHANNELS = 24
VALUE_HIDDEN = 64
SCORE_UNIT = 20.0
"""The value head speaks of the score in units of so many points."""


def pooled(board: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
    """Return (samples, 3 * channels): mean, mean scaled by the size of the board, and maximum."""
    mean = board.mean((2, 3))
    return torch.cat([mean, mean * numbers[:, 1:2],
                      functional.adaptive_max_pool2d(board, 1).flatten(1)], 1)


class Block(nn.Module):
    """Two convolutions beside a short cut; `pools`: with the first one's summary of the board."""

    def __init__(self, channels: int, *, pools: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.second_norm.weight)
        self.summary = nn.Linear(3 * channels, channels) if pools else None

    def forward(self, board: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """Return the board one block later."""
        inner = functional.relu(self.first_norm(self.first(board)), inplace=True)
        if self.summary is not None:
            inner = inner + self.summary(pooled(inner, numbers))[:, :, None, None]
        return functional.relu(board + self.second_norm(self.second(inner)), inplace=True)


class ReaderNet(nn.Module):
    """(planes, numbers) -> policy logits with the pass last, ownership, lead and its spread.

    Everything is seen by the side to move: ownership +1 is the mover's, the lead is the mover's in
    points with komi counted; the spread is the mean absolute error expected of the lead.
    """

    def __init__(self, blocks: int = 8, channels: int = 48) -> None:
        super().__init__()
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.stem_numbers = nn.Linear(NUMBERS, channels)
        self.blocks = nn.ModuleList(
            Block(channels, pools=number % 3 == 1) for number in range(blocks))
        self.policy_board = nn.Conv2d(channels, POLICY_CHANNELS, 1)
        self.policy_pool = nn.Conv2d(channels, POLICY_CHANNELS, 1)
        self.policy_summary = nn.Linear(3 * POLICY_CHANNELS, POLICY_CHANNELS)
        self.policy_point = nn.Conv2d(POLICY_CHANNELS, 1, 1, bias=False)
        self.policy_pass = nn.Linear(3 * POLICY_CHANNELS, 1)
        self.value_board = nn.Conv2d(channels, VALUE_CHANNELS, 1)
        self.ownership = nn.Conv2d(VALUE_CHANNELS, 1, 1)
        self.value_hidden = nn.Linear(3 * VALUE_CHANNELS + NUMBERS, VALUE_HIDDEN)
        self.value = nn.Linear(VALUE_HIDDEN, 2)

    def forward(
        self, planes: torch.Tensor, numbers: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return policy logits (n, points + 1), ownership (n, points), lead (n), spread (n)."""
        board = functional.relu(
            self.stem(planes) + self.stem_numbers(numbers)[:, :, None, None])
        for block in self.blocks:
            board = block(board, numbers)
        summary = pooled(functional.relu(self.policy_pool(board)), numbers)
        point = functional.relu(
            self.policy_board(board) + self.policy_summary(summary)[:, :, None, None])
        policy = torch.cat([self.policy_point(point).flatten(1), self.policy_pass(summary)], 1)
        values = functional.relu(self.value_board(board))
        ownership = torch.tanh(self.ownership(values).flatten(1).float())
        hidden = functional.relu(
            self.value_hidden(torch.cat([pooled(values, numbers), numbers], 1)))
        score = self.value(hidden).float()
        # The owned points and komi give the lead; the head only says what they miss.
        lead = ownership.sum(1) + KOMI_UNIT * numbers[:, 0] + SCORE_UNIT * score[:, 0]
        spread = SCORE_UNIT * functional.softplus(score[:, 1]) + 0.1
        return policy, ownership, lead, spread


def export(net: ReaderNet, path: str) -> None:
    """Write the network as ONNX, for boards and batches of any size."""
    net = net.eval().to(memory_format=torch.contiguous_format)
    planes = torch.zeros(2, PLANES, 19, 19)
    numbers = torch.zeros(2, NUMBERS)
    axes = {"planes": {0: "samples", 2: "rows", 3: "columns"}, "numbers": {0: "samples"}}
    names = ["policy", "ownership", "lead", "spread"]
    torch.onnx.export(net, (planes, numbers), path, input_names=list(axes), output_names=names,
                      dynamic_axes={**axes, **{name: {0: "samples"} for name in names}},
                      opset_version=17, dynamo=False)
