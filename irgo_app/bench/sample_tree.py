"""Large records made up by rule, always the same: what `irgo bench` reads, writes and scrolls."""

from __future__ import annotations

import random
from typing import Final

from irgo_app.go.coordinates import sgf_letters
from irgo_app.sgf.edits import new_game
from irgo_app.sgf.game_tree import GameTree, Node

_WORDS: Final = (
    "the", "corner", "move", "is", "good", "for", "black", "white", "extends", "hane", "tesuji",
    "here", "see", "also", "variation", "joseki", "ladder", "thick", "thin", "territory",
)
_DEEPEST: Final = 120


def dictionary_tree(nodes: int) -> GameTree:
    """Return a tree like a dictionary of openings: many variations, comments and labels."""
    chance = random.Random(2026)
    tree = new_game(19, 19)
    made, depths = [tree.root], {tree.root.id: 0}
    node = tree.root
    while len(made) < nodes:
        if depths[node.id] > _DEEPEST:
            node = chance.choice(made)
        elif chance.random() < 0.07:
            node = chance.choice(made[-400:])
        child = tree.new_node(_properties(chance, depths[node.id]))
        tree.attach(child, node)
        depths[child.id] = depths[node.id] + 1
        made.append(child)
        node = child
    return tree


def plain_game(moves: int, number: int) -> GameTree:
    """Return a game of so many moves (not legal ones), as collections of games hold them."""
    chance = random.Random(number)
    tree = new_game(19, 19, {"PB": [f"Black {number}"], "PW": [f"White {number}"],
                             "KM": ["6.5"], "RE": ["B+R"]})
    node: Node = tree.root
    for move in range(moves):
        child = tree.new_node({"BW"[move % 2]: [sgf_letters(chance.randrange(361), 19)]})
        tree.attach(child, node)
        node = child
    return tree


def _properties(chance: random.Random, depth: int) -> dict[str, list[str]]:
    properties = {"BW"[depth % 2]: [sgf_letters(chance.randrange(361), 19)]}
    kind = chance.random()
    if kind < 0.35:
        properties["C"] = [" ".join(chance.choices(_WORDS, k=chance.randrange(5, 60)))]
    if kind < 0.2:
        properties["LB"] = [f"{sgf_letters(chance.randrange(361), 19)}:{letter}"
                            for letter in "ABC"]
    return properties
