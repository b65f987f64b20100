"""Boards of one size on the processor that learns: unpacked from bits, and turned."""

from __future__ import annotations

import numpy as np
import torch

from irgo_app.kernels.reader_planes import PLANES
from irgo_app.networks.network import MIDDLE_SIZE, SIZE_UNIT, SYMMETRIES, turned


class Boards:
    """What is done to many boards of one size at once."""

    def __init__(self, size: int, device: torch.device) -> None:
        self.size, self._device = size, device
        grid = np.arange(size * size).reshape(1, 1, size, size)
        self._ways = torch.from_numpy(np.stack([
            turned(grid, symmetry).reshape(-1) for symmetry in range(SYMMETRIES)])).to(device)
        self._bits = torch.arange(7, -1, -1, dtype=torch.uint8, device=device)

    def unpacked(self, packed: torch.Tensor) -> torch.Tensor:
        """Return planes of zeros and ones of packed ones: uint8 (n, PLANES, points)."""
        found = (packed[:, :, None] >> self._bits) & 1
        points = self.size ** 2
        return found.reshape(len(packed), -1)[:, :PLANES * points].reshape(-1, PLANES, points)

    def numbers(self, komi: torch.Tensor) -> torch.Tensor:
        """Return the numbers that go with planes, float32 (n, 2); komi as `encode` tells it."""
        return torch.stack([komi, torch.full_like(
            komi, (self.size - MIDDLE_SIZE) / SIZE_UNIT)], 1)

    def as_board(self, planes: torch.Tensor) -> torch.Tensor:
        """Return planes as a network takes them, float32 (n, PLANES, size, size)."""
        return planes.float().reshape(-1, PLANES, self.size, self.size).to(
            memory_format=torch.channels_last)

    def ways(self, count: int) -> torch.Tensor:
        """Return ways to turn a board, at random: int64 (count, points), for `turn`."""
        return self._ways[torch.randint(SYMMETRIES, (count,), device=self._device)]


def turn(planes: torch.Tensor, way: torch.Tensor) -> torch.Tensor:
    """Return planes (n, PLANES, points), each board turned its way."""
    return planes.gather(2, way[:, None].expand(-1, PLANES, -1))


def turn_policy(policy: torch.Tensor, way: torch.Tensor) -> torch.Tensor:
    """Return policies (n, points + 1), the passes last, each turned its way."""
    return torch.cat([policy[:, :-1].gather(1, way), policy[:, -1:]], 1)
