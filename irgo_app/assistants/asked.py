"""One call of a tool in the worker: its arguments, what they name, and how it may end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import Struct

from irgo_app.assistants.desk import Desk, OpenGame
from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.judging.reader_judge import NAME
from irgo_app.judging.requests import VISITS
from irgo_app.layers import layer_of_text
from irgo_app.layers.estimate import READER, Estimate
from irgo_app.library.game import GameNode

Json = object
T = TypeVar("T")
RULES: Final = "the rules of Go"
"""Who says what follows from the moves alone."""
MAPS: Final = "irgo's maps"
"""Who says what is computed from the stones alone."""
ONE_LOOK: Final = 1


def read_by(node: GameNode, text: str) -> tuple[str, int]:
    """Return who says what a map shows, and how many positions that looked at.

    text -- the map as tools take it, with parameters
    """
    layer, _ = layer_of_text(text)
    if layer.is_readers_too:
        return NAME, VISITS
    found = node.layer(text)
    return NAME if isinstance(found, Estimate) and found.by == READER else MAPS, ONE_LOOK


class Answer(Struct, frozen=True, eq=False):
    """What a tool says; pictures -- PNG files."""

    document: dict[str, Json]
    pictures: tuple[bytes, ...] = ()


class Asked(Struct, frozen=True, eq=False):
    """A call at work.

    tell -- told how much is done of how much; cancel -- raised when nobody waits any more
    """

    desk: Desk
    arguments: dict[str, Json]
    tell: Callable[[int, int], None]
    cancel: CancelFlag

    def given(self, key: str, otherwise: T) -> T:
        """Return an argument, which has been checked, or what holds where it was not given."""
        found = self.arguments.get(key, otherwise)
        assert isinstance(found, type(otherwise))
        return found

    @property
    def game(self) -> OpenGame:
        """Return the game asked about; raises UsageError."""
        return self.desk.game(self.given("game", ""))

    @property
    def node(self) -> GameNode:
        """Return the place asked about, the end of the main line by default; raises UsageError."""
        game = self.game.game
        if "node" in self.arguments:
            if "move" in self.arguments:
                raise UsageError("Give either move or node.")
            return game.node(self.given("node", ""))
        return game.at(self.given("move", -1))

    def head(self, node: GameNode) -> dict[str, Json]:
        """Return the members that every answer about a position begins with."""
        return {"game": self.given("game", ""), "move_number": node.move_number,
                "node": node.address, "to_play": node.to_play}
