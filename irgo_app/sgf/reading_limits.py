"""How much of a file is read: memory and time stay in proportion to it, whatever it holds.

No record that anybody plays or writes reaches a limit; what does is read up to there, and says so.
"""

from __future__ import annotations

from typing import Final

from irgo_app.words import Message, message

MOST_VALUES: Final = 2_000_000
"""So many values of damaged nodes are read at most."""
NODES_A_GAME: Final = 12
NODES_A_DAMAGED_NODE: Final = 2
"""What a game counts for, and a node read token by token: they take more memory and time."""
STEPS_A_GAME: Final = 8
"""What a game counts for among the steps token by token."""
TOO_MANY_VALUES: Final = message(
    "The file holds more than {most:,} values; the rest was left out.", most=MOST_VALUES)
TOO_MUCH_DAMAGE: Final = message(
    "The file is damaged in too many places; the rest was left out.")
_NODES_AT_LEAST: Final = 600_000
_CHARACTERS_A_NODE: Final = 12
_STEPS_AT_LEAST: Final = 20_000
_STEPS_A_CHARACTER: Final = 0.6


def most_nodes(length: int) -> int:
    """Return how many nodes are read of a text: memory keeps to what its length may take."""
    return _NODES_AT_LEAST + length // _CHARACTERS_A_NODE


def most_steps(length: int) -> int:
    """Return how many tokens are read one by one: time keeps to what the length may take."""
    return _STEPS_AT_LEAST + int(length * _STEPS_A_CHARACTER)


def too_many_nodes(length: int) -> Message:
    """Return the sentence about a text that has more nodes than are read."""
    return message("The file holds more than {most:,} nodes; the rest was left out.",
                   most=most_nodes(length))
