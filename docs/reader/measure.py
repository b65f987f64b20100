"""How well a network agrees with its teacher on games kept apart."""

from __future__ import annotations

import numpy as np
import torch
from games import Samples, unpacked
from torch import nn

from irgo_app.kernels.reader_planes import STONES
from irgo_app.networks.network import Opinion

PHASES = (("opening", 0, 60), ("middle", 60, 140), ("late", 140, 362))
CHUNK = 128
MOST = 4096
"""So many positions are enough to follow a run."""


def agreement(net: nn.Module, source: Samples, most: int = MOST) -> str:
    """Return a network's figures in words: first move, first five, R² of vacant points, error."""
    random = np.random.default_rng(1)
    count = len(source.komi)
    chosen = np.sort(random.choice(count, min(most, count), replace=False))
    turn = source.turn[chosen]
    said = [_said(net, source, chosen[at:at + CHUNK]) for at in range(0, len(chosen), CHUNK)]
    policy, ownership, lead, spread, is_vacant = (
        np.concatenate(part) for part in zip(*said, strict=True))
    teacher = source.policy[chosen].argmax(1)
    order = np.argsort(-policy, axis=1)
    truth = source.ownership[chosen].astype(np.float32) / source.unit
    error = np.abs(lead - source.score[chosen])
    margin = np.array([Opinion(*said).margin
                       for said in zip(policy, ownership, lead, spread, strict=True)])
    inside = (error <= margin).mean()
    words = [f"first {(order[:, 0] == teacher).mean():.3f} five "
             f"{(order[:, :5] == teacher[:, None]).any(1).mean():.3f} in range {inside:.2f}"]
    for name, begin, end in PHASES:
        here = (turn >= begin) & (turn < end)
        if here.any():
            true, guess = truth[here][is_vacant[here]], ownership[here][is_vacant[here]]
            fit = 1 - ((true - guess) ** 2).mean() / true.var()
            words.append(f"{name} R² {fit:.3f} error {error[here].mean():.2f}")
    return "; ".join(words)


def _said(net: nn.Module, source: Samples, chosen: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return policy logits, ownership, lead, spread, and which points are vacant."""
    planes, numbers = unpacked(source, chosen)
    net.eval()
    with torch.no_grad():
        answer = net(torch.from_numpy(planes), torch.from_numpy(numbers))
    is_vacant = planes[:, STONES:STONES + 2].sum(1).reshape(len(chosen), -1) == 0
    return (*(part.float().numpy() for part in answer), is_vacant)
