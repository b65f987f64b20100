"""A tiny network for Leela Zero in its text format: one block, eight filters, small numbers."""

import random
from pathlib import Path

_FILTERS = 8
_POINTS = 361


def write_network(path: Path) -> None:
    """Write a network that plays nonsense, quickly."""
    chance = random.Random(2026)

    def numbers(count: int, spread: float = 0.05) -> str:
        return " ".join(f"{chance.uniform(-spread, spread):.4f}" for _ in range(count))

    def ones(count: int) -> str:
        return " ".join(["1"] * count)

    def convolution(inputs: int) -> list[str]:
        return [numbers(_FILTERS * inputs * 9), numbers(_FILTERS), numbers(_FILTERS),
                ones(_FILTERS)]

    lines = ["1", *convolution(18), *convolution(_FILTERS), *convolution(_FILTERS)]
    lines += [numbers(2 * _FILTERS), numbers(2), numbers(2), ones(2),
              numbers(2 * _POINTS * (_POINTS + 1)), numbers(_POINTS + 1)]
    lines += [numbers(_FILTERS), numbers(1), numbers(1), ones(1),
              numbers(_POINTS * 256), numbers(256), numbers(256), numbers(1)]
    path.write_text("\n".join(lines) + "\n")
