"""By which rules the game of a record is played, and what White has besides the board."""

from __future__ import annotations

from dataclasses import dataclass

from irgo_app.go.rulesets import Ruleset, ruleset_named
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.values import number_of, simple_text_of


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of one game.

    komi -- in points, None if the record says none; handicap -- Black's handicap stones
    """

    rules: Ruleset
    komi: float | None
    handicap: int

    @property
    def handicap_points(self) -> int:
        """Return what White gets for the handicap."""
        return self.rules.points_for_handicap(self.handicap)

    def compensation(self, unknown: float = 0.0) -> float:
        """Return White's points besides the board: komi, and what the handicap gives.

        unknown -- the komi where the record says none
        """
        return (unknown if self.komi is None else self.komi) + self.handicap_points


def game_rules(tree: GameTree) -> GameRules:
    """Return the rules of a game."""
    return GameRules(ruleset_of(tree), game_info(tree).komi_points, handicap_of(tree))


def ruleset_of(tree: GameTree) -> Ruleset:
    """Return the rule set that a record names, the Japanese one if it names none that is known."""
    texts = tree.root.properties.get("RU")
    return ruleset_named(simple_text_of(texts[0]) if texts else "")


def handicap_of(tree: GameTree) -> int:
    """Return how many handicap stones Black has: as the record says, else as they lie.

    Where no number is told, two black stones or more set up alone, White to move, are a handicap.
    """
    properties = tree.root.properties
    told = number_of(properties["HA"][0]) if "HA" in properties else None
    if told is not None and 2 <= told <= tree.columns * tree.rows and told == int(told):
        return int(told)
    stones = len(set(tree.root.points("AB")))
    if stones < 2 or properties.get("AW"):
        return 0
    turn = properties.get("PL", [""])[0].strip()[:1].upper()
    following = tree.root.children[0].move if tree.root.children else None
    is_whites = turn in ("W", "2") if turn else following is not None and following[0] < 0
    return stones if is_whites else 0
