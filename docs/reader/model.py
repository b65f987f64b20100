"""The network as PyTorch trains it: a residual tower with global pooling, and its export to ONNX.

The parts are those of KataGo's networks (D. Wu, Accelerating Self-Play Learning in Go, 2020,
section 3 and appendix A), as small as a reader may be that answers in a millisecond.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import onnx
import torch
from torch import nn
from torch.nn import functional

from irgo_app.kernels.reader_planes import PLANES
from irgo_app.networks.network import KOMI_UNIT, NUMBERS

POLICY_CHANNELS = 32
VALUE_CHANNELS = 24
VALUE_HIDDEN = 64
USUAL_WEIGHT = 0.05
"""The size of weights with which a convolution goes on learning, whatever its norm makes of it."""
SCORE_UNIT = 20.0
"""The value head speaks of the score in units of so many points."""


def pooled(board: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
    """Return (samples, 3 * channels): mean, mean scaled by the size of the board, and maximum."""
    mean = board.mean((2, 3))
    return torch.cat([mean, mean * numbers[:, 1:2], board.amax((2, 3))], 1)


class Normed(nn.Module):
    """A convolution and its norm: one step as soon as the norm keeps its statistics."""

    def __init__(self, given: int, made: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(given, made, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(made)

    def forward(self, board: torch.Tensor) -> torch.Tensor:
        """Return the board one normed convolution later."""
        if self.training:
            return self.norm(self.convolution(board))
        scale = self.norm.weight * torch.rsqrt(self.norm.running_var + self.norm.eps)
        return functional.conv2d(board, self.convolution.weight * scale[:, None, None, None],
                                 self.norm.bias - self.norm.running_mean * scale, padding=1)

    def unfold(self, board: torch.Tensor) -> None:
        """Give a folded norm (mean 0, variance 1) the statistics of `board`; it says the same.

        What is folded into weights leaves some layers so small that an optimiser's first steps
        would wipe them out.
        """
        weight, norm = self.convolution.weight, self.norm
        made = self.convolution(board)
        mean, variance = made.mean((0, 2, 3)), made.var((0, 2, 3))
        stretch = USUAL_WEIGHT / weight.pow(2).mean().sqrt()
        weight.mul_(stretch)
        norm.running_mean.copy_(stretch * mean)
        norm.running_var.copy_(stretch.pow(2) * variance)
        norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps) / stretch)
        norm.bias.add_(mean)


class Block(nn.Module):
    """Two convolutions beside a short cut; `pools`: with the first one's summary of the board.

    inner -- channels between the two
    """

    def __init__(self, channels: int, inner: int, *, pools: bool) -> None:
        super().__init__()
        self.first = Normed(channels, inner)
        self.second = Normed(inner, channels)
        nn.init.zeros_(self.second.norm.weight)
        self.summary = nn.Linear(3 * inner, inner) if pools else None

    def forward(self, board: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """Return the board one block later."""
        inner = functional.relu(self.first(board), inplace=True)
        if self.summary is not None:
            inner = inner + self.summary(pooled(inner, numbers))[:, :, None, None]
        return functional.relu(board + self.second(inner), inplace=True)


class ReaderNet(nn.Module):
    """(planes, numbers) -> policy logits with the pass last, ownership, lead and its spread.

    Everything is seen by the side to move: ownership +1 is the mover's, the lead is the mover's in
    points with komi counted; the spread is the mean absolute error expected of the lead.
    """

    def __init__(self, inner: Sequence[int], channels: int) -> None:
        """Make a network; inner -- the channels between the two convolutions of each block."""
        super().__init__()
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.stem_numbers = nn.Linear(NUMBERS, channels)
        self.blocks = nn.ModuleList(
            Block(channels, each, pools=number % 3 == 1) for number, each in enumerate(inner))
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


def read(
    path: str, planes: torch.Tensor, numbers: torch.Tensor, blocks: int = 0
) -> ReaderNet:
    """Return the network of a file that `export` wrote, ready to go on learning.

    planes, numbers -- some hundred positions: norms get back the statistics that they once had
    blocks -- of so many at least; those that are added change nothing yet (T. Chen et al.,
        Net2Net, 2016, section 2.3)
    """
    graph = onnx.load(path).graph
    stored = {each.name: torch.from_numpy(onnx.numpy_helper.to_array(each).copy())
              for each in graph.initializer}
    for node in graph.node:
        # Whole numbers of docs/reader/quantise.py: as near as they are to what was rounded.
        if node.op_type == "DequantizeLinear" and node.input[0] in stored:
            whole, step = (stored[name] for name in node.input[:2])
            stored[node.output[0]] = whole * step.reshape(-1, *[1] * (whole.dim() - 1))
    state = {}
    for node in graph.node:
        # Folding renames weights; a layer is always found by what it puts out.
        layer = node.output[0].rpartition("/")[0].strip("/").replace("/", ".")
        for kind, name in zip(("weight", "bias"), node.input[1:], strict=False):
            if node.op_type in {"Conv", "Gemm"} and name in stored:
                state[f"{layer}.{kind}"] = stored[name]
    channels = len(state["stem.bias"])
    inner = [len(bias) for name, bias in state.items() if name.endswith("first.bias")]
    stored_blocks = len(inner)
    net = ReaderNet(inner + [channels] * (blocks - stored_blocks), channels).eval()
    for name, layer in net.named_modules():
        if f"{name}.weight" in state and isinstance(layer, Normed):
            nn.init.constant_(layer.norm.weight, math.sqrt(1 + layer.norm.eps))
            state[f"{name}.convolution.weight"] = state.pop(f"{name}.weight")
            state[f"{name}.norm.bias"] = state.pop(f"{name}.bias")
    net.load_state_dict(net.state_dict() | state)
    hooks = [layer.register_forward_pre_hook(lambda normed, given: normed.unfold(given[0]))
             for layer in net.modules() if isinstance(layer, Normed)]
    with torch.no_grad():
        net(planes, numbers)
        for added in net.blocks[stored_blocks:]:
            added.second.norm.weight.zero_()
            added.second.norm.bias.zero_()
    for hook in hooks:
        hook.remove()
    return net


@torch.no_grad()
def woken(net: ReaderNet, planes: torch.Tensor, numbers: torch.Tensor) -> ReaderNet:
    """Return the same network with as many inner channels in each block as there are outside.

    Those that are new, or said nothing of any position, are ready to learn and change nothing yet.
    """
    heard = heard_of(net, planes, numbers)
    channels = len(net.stem.bias)
    made = ReaderNet([channels] * len(net.blocks), channels).eval()
    made.load_state_dict(made.state_dict() | {
        name: value for name, value in net.state_dict().items()
        if value.shape == made.state_dict()[name].shape})
    for old, new, loudest in zip(net.blocks, made.blocks, heard, strict=True):
        live = loudest.nonzero()[:, 0]
        count = len(live)
        first, second = new.first, new.second
        nn.init.normal_(first.convolution.weight, std=USUAL_WEIGHT)
        first.convolution.weight[:count] = old.first.convolution.weight[live]
        second.convolution.weight.zero_()
        second.convolution.weight[:, :count] = old.second.convolution.weight[:, live]
        nn.init.constant_(first.norm.weight, float(old.first.norm.weight[live].median()))
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(first.norm, name)[:count] = getattr(old.first.norm, name)[live]
            getattr(second.norm, name).copy_(getattr(old.second.norm, name))
        if old.summary is not None:
            new.summary.weight.zero_()
            new.summary.bias.zero_()
            new.summary.bias[:count] = old.summary.bias[live]
            for third in range(3):
                new.summary.weight[:count, third * channels:third * channels + count] = (
                    old.summary.weight[live][:, third * len(loudest) + live])
        first.norm.running_var[count:] = 1.0
    return made


def heard_of(net: ReaderNet, planes: torch.Tensor, numbers: torch.Tensor) -> list[torch.Tensor]:
    """Return of each block the largest that each inner channel says."""
    given = list[torch.Tensor]()
    hooks = [block.second.register_forward_pre_hook(
        lambda _, boards: given.append(boards[0].abs().amax((0, 2, 3)))) for block in net.blocks]
    net(planes, numbers)
    for hook in hooks:
        hook.remove()
    return given


@torch.no_grad()
def without_idle(net: ReaderNet, planes: torch.Tensor, numbers: torch.Tensor) -> ReaderNet:
    """Return the same network without those inner channels that say nothing of any position.

    So many are left in each block that eight divide them.
    """
    given = heard_of(net, planes, numbers)
    kept = [largest.argsort(descending=True)[:-(-int((largest > 0).sum()) // 8) * 8].sort().values
            for largest in given]
    made = ReaderNet([len(each) for each in kept], len(net.stem.bias)).eval()
    state = net.state_dict()
    for number, (block, chosen) in enumerate(zip(net.blocks, kept, strict=True)):
        for name in block.state_dict():
            at = f"blocks.{number}.{name}"
            if name.startswith("first.") and state[at].dim():
                state[at] = state[at][chosen]
            elif name == "second.convolution.weight":
                state[at] = state[at][:, chosen]
            elif name == "summary.bias":
                state[at] = state[at][chosen]
            elif name == "summary.weight":
                thirds = torch.cat([chosen + third * len(given[number]) for third in range(3)])
                state[at] = state[at][chosen][:, thirds]
    made.load_state_dict(state)
    return made


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
