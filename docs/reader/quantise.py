"""Round the reader's trunk to whole numbers of eight bits, which is twice as fast.

    python docs/reader/quantise.py GAMES... --from TRAINED.onnx [--out resources/reader.onnx]

Channels that say nothing are left out. The convolutions of the blocks compute in whole numbers, the
heads stay as they are. Weights take
seven bits: with eight, processors without VNNI saturate sums and would say something else than
others. What rounding shifts on the average is put right layer by layer; else ownership, added up
over a board, is off by more than a point. Needs the extra `training`, and onnxruntime.
"""

from __future__ import annotations

import argparse
import copy
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from games import samples, unpacked
from model import Normed, ReaderNet, export, read, without_idle
from onnxruntime.quantization import (CalibrationDataReader, CalibrationMethod, QuantFormat,
                                      QuantType, quantize_static)
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch.nn import functional
from train import renew_digests

from tests.bench.taught_games import read_games

LARGEST_WEIGHT = 64
"""Of whole numbers of seven bits, as onnxruntime's `reduce_range` takes them."""
GAMES, CALIBRATION = 48, 192
"""From so many games so many positions are taken, whose activations are looked at."""
BATCH = 16
PERCENTILE = 99.999
"""Activations above this percentile are cut: a few large ones would make all others coarse."""
DAMPING = 0.001
"""Of the mean second moment of a layer's inputs, for those that hardly vary."""


def main() -> None:
    """Write the network in whole numbers."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--from", dest="trained", type=Path, required=True)
    parser.add_argument("--size", type=int, default=19, help="of the boards that it is for")
    parser.add_argument("--out", type=Path, default=Path("resources/reader.onnx"))
    arguments = parser.parse_args()
    games = [game for path in sorted(arguments.games) for game in read_games(path)
             if not game.is_apart and game.size == arguments.size]
    seen = samples(games[::max(1, len(games) // GAMES)], arguments.size)
    every = len(seen.komi) // CALIBRATION
    known = unpacked(seen, np.arange(CALIBRATION) * every)
    planes, numbers = map(torch.from_numpy, known)
    net = without_idle(read(str(arguments.trained), planes, numbers), planes, numbers)
    with TemporaryDirectory() as folder:
        made, ready = Path(folder, "made.onnx"), Path(folder, "ready.onnx")
        export(rounded(net, planes, numbers), str(made))
        quant_pre_process(made, ready, skip_symbolic_shape=True)
        trunk = [node.name for node in onnx.load(ready).graph.node
                 if node.op_type == "Conv" and "blocks" in node.name]
        quantize_static(ready, arguments.out, Calibration(*known),
                        quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
                        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
                        nodes_to_quantize=trunk, calibrate_method=CalibrationMethod.Percentile,
                        extra_options={"CalibPercentile": PERCENTILE})
    renew_digests()


class Calibration(CalibrationDataReader):
    """Positions for onnxruntime, batch by batch."""

    def __init__(self, planes: np.ndarray, numbers: np.ndarray) -> None:
        self._batches = iter([{"planes": planes[at:at + BATCH], "numbers": numbers[at:at + BATCH]}
                              for at in range(0, len(planes), BATCH)])

    def get_next(self) -> dict[str, np.ndarray] | None:
        """Return the next batch, None after the last."""
        return next(self._batches, None)


@torch.no_grad()
def rounded(net: ReaderNet, planes: torch.Tensor, numbers: torch.Tensor) -> ReaderNet:
    """Return the network with weights of `LARGEST_WEIGHT` steps to either side a channel.

    Layer by layer, over the positions given, it puts out what it did as nearly as its weights
    allow when it is given what the rounded layers before it make, and on the average the same.
    """
    made = copy.deepcopy(net)
    for before, after in zip(normed(net), normed(made), strict=True):
        norm, weight = after.norm, after.convolution.weight
        scale = (norm.weight * torch.rsqrt(norm.running_var + norm.eps))[:, None]
        given, wanted_mean = passed(before, net, planes, numbers)
        rounded_given, _ = passed(after, made, planes, numbers)
        once, now = patches(given), patches(rounded_given)
        moments = now.T @ now / len(now)
        seen = moments + DAMPING * moments.diag().mean() * torch.eye(
            len(moments), dtype=moments.dtype)
        wanted = weight.flatten(1).double() * scale
        wanted += wanted @ (once.T @ now / len(now) - moments) @ seen.inverse()
        weight.copy_((in_steps(wanted, seen) / scale).reshape(weight.shape))
        norm.bias.add_(wanted_mean - passed(after, made, planes, numbers)[1])
    return made


def in_steps(weights: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
    """Return float64 weights (channels, inputs) in whole steps; each error is made good by others.

    seen -- the second moments of the inputs (E. Frantar et al., GPTQ, 2022, section 3)
    The largest weight of a channel is as many steps as there are, for its file says no steps.
    """
    largest, at = weights.abs().max(1)
    # A channel may have no weights.
    step = largest.clamp(min=torch.finfo(largest.dtype).tiny) / LARGEST_WEIGHT
    rest, found = weights.clone(), torch.zeros_like(weights)
    later = torch.linalg.cholesky(seen.inverse(), upper=True)
    for column in range(weights.shape[1]):
        whole = torch.round(rest[:, column] / step).clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT)
        ends = LARGEST_WEIGHT * weights[:, column].sign()
        found[:, column] = torch.where(at == column, ends, whole) * step
        error = (rest[:, column] - found[:, column]) / later[column, column]
        rest[:, column:] -= error[:, None] * later[column, column:]
    return found


def patches(board: torch.Tensor) -> torch.Tensor:
    """Return what a convolution sees at each point of boards: float64 (points, inputs)."""
    return functional.unfold(board, 3, padding=1).transpose(1, 2).flatten(0, 1).double()


def normed(net: ReaderNet) -> list[Normed]:
    """Return the layers that are rounded, in the order in which they compute."""
    return [layer for block in net.blocks for layer in (block.first, block.second)]


def passed(
    layer: Normed, net: ReaderNet, planes: torch.Tensor, numbers: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the boards that a layer is given, and the mean of each channel that it puts out."""
    found = list[tuple[torch.Tensor, torch.Tensor]]()
    hook = layer.register_forward_hook(
        lambda _layer, given, board: found.append((given[0], board.mean((0, 2, 3)))))
    net(planes, numbers)
    hook.remove()
    return found[0]


if __name__ == "__main__":
    main()
