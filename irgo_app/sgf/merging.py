"""Several records as one tree: moves that they share once, and each game's info where it parts."""

from collections.abc import Sequence

from irgo_app.errors import UsageError
from irgo_app.sgf.edits import new_game
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.info_nodes import INFO
from irgo_app.sgf.replay import setup_of
from irgo_app.sgf.values import Properties
from irgo_app.words import message

_ROOT_ONLY = frozenset({"FF", "GM", "CA", "SZ", "AP", "ST"})


def merged(games: Sequence[GameTree]) -> GameTree:
    """Return one tree that holds all games of a list; raises UsageError where they do not fit.

    Nodes with the same move and the same setup are one, from the root on. What the roots say of
    players, komi, result and so on stands in the first node that belongs to one game alone, as
    FF[4] wants it; where a game is the beginning of another, it stands at its own end.
    """
    if len(games) < 2:
        raise UsageError("There is one game; a tree is merged of two or more.")
    first = games[0]
    for game in games[1:]:
        if (game.columns, game.rows) != (first.columns, first.rows) or \
                setup_of(game.root) != setup_of(first.root):
            raise UsageError(
                "The games do not begin with the same board, so they cannot be merged.")
    tree = new_game(first.columns, first.rows)
    start = {name: list(values) for name, values in first.root.properties.items()
             if name in ("AB", "AW", "AE", "PL")}
    tree.replace_properties(tree.root, {**tree.root.properties, **start}, None)
    owners: dict[int, set[int]] = {}
    ends: list[list[Node]] = []
    for number, game in enumerate(games):
        ends.append(_add(tree, game, number, owners))
    for number, game in enumerate(games):
        _tell_info(tree, game, number, owners, ends[number])
    return tree


def _add(
    tree: GameTree, game: GameTree, number: int, owners: dict[int, set[int]]
) -> list[Node]:
    """Add a game's nodes; return the nodes of the tree that its main line became."""
    places = {game.root.id: tree.root}
    for node in game.nodes():
        if node.parent is None:
            here = tree.root
            _take(here, node, drops=True)
        else:
            above = places[node.parent.id]
            same = next((child for child in above.children if _is_same(child, node)), None)
            if same is None:
                here = tree.new_node({name: list(values)
                                      for name, values in node.properties.items()})
                tree.attach(here, above)
            else:
                here = same
                _take(here, node, drops=False)
        places[node.id] = here
        owners.setdefault(here.id, set()).add(number)
    return [places[node.id] for node in game.main_line()]


def _is_same(one: Node, other: Node) -> bool:
    return one.has_move and one.move == other.move and setup_of(one) == setup_of(other)


def _take(here: Node, node: Node, *, drops: bool) -> None:
    """Add what a node says besides to one that is there; comments are put below each other.

    drops -- whether game info and what only roots say is left out
    """
    found: Properties = dict(here.properties)
    for name, values in node.properties.items():
        if drops and (name in INFO or name in _ROOT_ONLY):
            continue
        if name == "C" and name in found and found[name] != values:
            found[name] = [f"{found[name][0]}\n{values[0]}"]
        elif name not in found:
            found[name] = list(values)
    if found != here.properties:
        here.tree.replace_properties(here, found, None)


def _tell_info(
    tree: GameTree, game: GameTree, number: int, owners: dict[int, set[int]], line: list[Node]
) -> None:
    """Write a game's info into its first node that is no other game's."""
    info = {name: list(values) for name, values in game.root.properties.items() if name in INFO}
    own = next((node for node in line if owners[node.id] == {number}), line[-1])
    if info:
        tree.replace_properties(own, {**own.properties, **info}, None)


def merge_title(count: int) -> str:
    """Return what is said of a tree that was merged."""
    return str(message("{count} games are merged into one tree, the last game of the file.",
                       count=count))
