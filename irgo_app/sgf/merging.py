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
        raise UsageError("A tree is merged of two games or more; name another one.")
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
    places = [_add(tree, game, number, owners) for number, game in enumerate(games)]
    for number, game in enumerate(games):
        _tell_info(game, number, owners, places[number])
    return tree


def _add(
    tree: GameTree, game: GameTree, number: int, owners: dict[int, set[int]]
) -> dict[int, Node]:
    """Add a game's nodes without their info; return what each became, by its id."""
    places = {game.root.id: tree.root}
    for node in game.nodes():
        if node.parent is None:
            here = tree.root
        else:
            above = places[node.parent.id]
            same = next((child for child in above.children if _is_same(child, node)), None)
            here = same or tree.new_node({})
            if same is None:
                tree.attach(here, above)
        _take(here, node)
        places[node.id] = here
        owners.setdefault(here.id, set()).add(number)
    return places


def _is_same(one: Node, other: Node) -> bool:
    return one.has_move and one.move == other.move and setup_of(one) == setup_of(other)


def _take(here: Node, node: Node) -> None:
    """Add what a node says besides to one that is there; comments are put below each other."""
    found: Properties = dict(here.properties)
    for name, values in node.properties.items():
        if name in INFO or (node.parent is None and name in _ROOT_ONLY):
            continue
        if name == "C" and name in found and found[name] != values:
            found[name] = [f"{found[name][0]}\n{values[0]}"]
        elif name not in found:
            found[name] = list(values)
    if found != here.properties:
        here.tree.replace_properties(here, found, None)


def _tell_info(
    game: GameTree, number: int, owners: dict[int, set[int]], places: dict[int, Node]
) -> None:
    """Write a game's info where it parts from the others, and at ends that are another's too."""
    for node in game.nodes():
        here = places[node.id]
        is_own = owners[here.id] == {number}
        begins = is_own and (here.parent is None or owners[here.parent.id] != {number})
        said = node.properties
        if begins or (not is_own and not node.children):
            said = game.info_nodes.properties_at(node)
        elif not is_own:
            continue
        info = {name: list(values) for name, values in said.items() if name in INFO}
        if info:
            here.tree.replace_properties(here, {**here.properties, **info}, None)


def merge_title(count: int) -> str:
    """Return what the window tells of a tree that was merged."""
    return str(message("{count} games are merged into one tree, the last game of the file.",
                       count=count))
