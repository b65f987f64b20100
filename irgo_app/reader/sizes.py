"""Which boards the reader can judge; known without loading it."""

from __future__ import annotations

from typing import Final

from irgo_app.go.position import Position

SMALLEST: Final = 7
LARGEST: Final = 19


def can_judge(position: Position) -> bool:
    """Return whether the network was made for boards of this size."""
    return all(SMALLEST <= side <= LARGEST for side in (position.columns, position.rows))
