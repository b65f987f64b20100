"""Edits: frozen values that change a tree, each with an inverse that restores it exactly.

There are four kinds of change (put a branch in, take one out, move one among its siblings, give a
node other properties); everything a user does is one of them with a title, the signs of a
commentator (FF[4]) among them. An edit says what it changed, so that each panel can see whether it
is concerned. A journal keeps edits as JSON: arrays that begin with the tag of their kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import BLACK, EMPTY, LETTER_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.sgf.game_tree import GameTree, Node, descendants
from irgo_app.sgf.values import Properties, raw_of_compose, raw_of_move, raw_of_text, split_compose
from irgo_app.sgf.writer import write_games
from irgo_app.words import noted


class ChangeKind(Enum):
    """What an edit touched."""

    STRUCTURE = "STRUCTURE"
    STONES = "STONES"
    COMMENT = "COMMENT"
    MARKUP = "MARKUP"
    INFO = "INFO"


class Change(Struct, frozen=True):
    """What happened: kinds, the nodes concerned, and the node to show now.

    initiator -- who asked for the edit, so that it need not refresh itself
    """

    kinds: frozenset[ChangeKind]
    node_ids: tuple[int, ...]
    show_id: int
    initiator: object = None


class InsertBranch(Struct, frozen=True, array_like=True, tag="insert"):
    """Attach a node that was made or cut before, with all below it."""

    title: str
    node_id: int
    parent_id: int
    index: int

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        tree.attach(tree.node_by_id(self.node_id), tree.node_by_id(self.parent_id), self.index)
        change = Change(
            frozenset({ChangeKind.STRUCTURE}), (self.parent_id, self.node_id), self.node_id)
        return RemoveBranch(self.title, self.node_id), change


class RemoveBranch(Struct, frozen=True, array_like=True, tag="remove"):
    """Cut a node with all below it; the tree keeps it for undo."""

    title: str
    node_id: int

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        node = tree.node_by_id(self.node_id)
        parent = node.parent
        assert parent is not None, "the root cannot be cut"
        index = tree.detach(node)
        change = Change(frozenset({ChangeKind.STRUCTURE}), (parent.id,), parent.id)
        return InsertBranch(self.title, node.id, parent.id, index), change


class MoveBranch(Struct, frozen=True, array_like=True, tag="move"):
    """Give a variation another place among its siblings."""

    title: str
    node_id: int
    index: int

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        node = tree.node_by_id(self.node_id)
        parent = node.parent
        assert parent is not None, "the root has no siblings"
        before = tree.detach(node)
        tree.attach(node, parent, self.index)
        change = Change(frozenset({ChangeKind.STRUCTURE}), (parent.id,), node.id)
        return MoveBranch(self.title, node.id, before), change


class ReplaceProperties(Struct, frozen=True, eq=False, array_like=True, tag="replace"):
    """Give a node other properties; `source` is its text in the file where they still are that."""

    title: str
    node_id: int
    properties: Properties
    kinds: frozenset[ChangeKind]
    source: str | None = None

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        node = tree.node_by_id(self.node_id)
        inverse = ReplaceProperties(self.title, node.id, node.properties, self.kinds, node.source)
        tree.replace_properties(node, self.properties, self.source)
        return inverse, Change(self.kinds, (node.id,), node.id)


class EditSequence(Struct, frozen=True, array_like=True, tag="several"):
    """Several edits that are one to the user, such as making a variation the main line."""

    title: str
    edits: tuple[Edit, ...]

    def apply(self, tree: GameTree) -> tuple[Edit, Change]:
        inverses: list[Edit] = []
        kinds: frozenset[ChangeKind] = frozenset()
        node_ids: tuple[int, ...] = ()
        show_id = tree.root.id
        for edit in self.edits:
            inverse, change = edit.apply(tree)
            inverses.append(inverse)
            kinds |= change.kinds
            node_ids += change.node_ids
            show_id = change.show_id
        inverted = EditSequence(self.title, tuple(reversed(inverses)))
        return inverted, Change(kinds, node_ids, show_id)


Edit: TypeAlias = InsertBranch | RemoveBranch | MoveBranch | ReplaceProperties | EditSequence


class UndoStack:
    """Done and undone edits of one tree."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        self._saved_depth: int | None = 0

    def apply(self, edit: Edit) -> Change:
        """Do an edit; what had been undone can no longer be redone."""
        inverse, change = edit.apply(self._tree)
        if self._saved_depth is not None and self._saved_depth > len(self._done):
            self._saved_depth = None
        self._done.append(inverse)
        self._undone.clear()
        return change

    def join(self) -> None:
        """Let the last two edits be one to the user, such as the points of one stroke."""
        depth = len(self._done)
        before, last = self._done[-2:]
        earlier = before.edits if isinstance(before, EditSequence) else (before,)
        self._done[-2:] = [EditSequence(last.title, (last, *earlier))]
        if self._saved_depth == depth:
            self._saved_depth = depth - 1
        elif self._saved_depth == depth - 1:
            # Nobody comes back to what was saved between the two.
            self._saved_depth = None

    def undo(self) -> Change | None:
        """Take the last edit back; None if there is none."""
        return self._shift(self._done, self._undone)

    def redo(self) -> Change | None:
        """Do the last undone edit again; None if there is none."""
        return self._shift(self._undone, self._done)

    def _shift(self, source: list[Edit], target: list[Edit]) -> Change | None:
        if not source:
            return None
        inverse, change = source.pop().apply(self._tree)
        target.append(inverse)
        return change

    @property
    def undo_title(self) -> str:
        """Return what would be undone ("add triangle"), empty if nothing."""
        return self._done[-1].title if self._done else ""

    @property
    def redo_title(self) -> str:
        """Return what would be redone, empty if nothing."""
        return self._undone[-1].title if self._undone else ""

    @property
    def depth(self) -> int:
        """Return how many edits can be undone."""
        return len(self._done)

    @property
    def is_clean(self) -> bool:
        """Return whether the tree is as it was saved last."""
        return self._saved_depth == len(self._done)

    def mark_saved(self) -> None:
        """Note that the tree is on disk as it is now."""
        self._saved_depth = len(self._done)


_MARK_TITLES: Final = {
    "CR": (noted("add circle"), noted("remove circle")),
    "MA": (noted("add cross"), noted("remove cross")),
    "SQ": (noted("add square"), noted("remove square")),
    "TR": (noted("add triangle"), noted("remove triangle")),
    "SL": (noted("add selection"), noted("remove selection")),
    "TB": (noted("add black territory"), noted("remove black territory")),
    "TW": (noted("add white territory"), noted("remove white territory")),
}
"""For each mark the title of putting it and of taking it off."""
_VIEW_TITLES: Final = {"DD": noted("change dimming"), "VW": noted("change visible part")}
_LINE_TITLES: Final = {"AR": (noted("add arrow"), noted("remove arrow")),
                       "LN": (noted("add line"), noted("remove line"))}
_MARKUP: Final = frozenset({*_MARK_TITLES, *_VIEW_TITLES, "LB", "AR", "LN", "L", "M"})
_SETUP_IDENTIFIERS: Final = {EMPTY: "AE", BLACK: "AB", WHITE: "AW"}
_ROOT_ONLY: Final = frozenset({"GM", "FF", "CA", "AP", "ST", "SZ"})
_EXCLUSIVE_MARKS: Final = (("CR", "MA", "SQ", "TR", "SL"), ("TB", "TW"))


def child_with_move(node: Node, colour: Colour, point: Point) -> Node | None:
    """Return the continuation that already holds a move."""
    for child in node.children:
        if child.move == (colour, point):
            return child
    return None


def play_move(node: Node, colour: Colour, point: Point) -> Edit:
    """Return the edit that adds a move (or PASS) as the last variation below `node`."""
    child = _new_move(node.tree, colour, point)
    title = noted("pass") if point == PASS else noted("play")
    return InsertBranch(title, child.id, node.id, len(node.children))


def add_move(parent: Node, colour: Colour, point: Point) -> Node:
    """Add a move (or PASS) as the last variation below a node of a record that is being made."""
    child = _new_move(parent.tree, colour, point)
    parent.tree.attach(child, parent)
    return child


def _new_move(tree: GameTree, colour: Colour, point: Point) -> Node:
    return tree.new_node({LETTER_OF_COLOUR[colour]: [raw_of_move(point, tree.columns)]})


def keep_lines(
    node: Node, lines: Sequence[tuple[Sequence[tuple[Colour, Point]], str]]
) -> Edit | None:
    """Return the edit that adds lines of moves below `node`, each with a comment where it begins.

    Moves that are in the record already are followed; None if all lines are.
    """
    edits = list[InsertBranch]()
    for moves, comment in lines:
        edit = _keep_line(node, moves, comment)
        if edit is not None:
            before = sum(other.parent_id == edit.parent_id for other in edits)
            edits.append(replace(edit, index=edit.index + before))
    return EditSequence("keep lines", tuple(edits)) if edits else None


def _keep_line(
    node: Node, moves: Sequence[tuple[Colour, Point]], comment: str
) -> InsertBranch | None:
    tree = node.tree
    for place, (colour, point) in enumerate(moves):
        known = child_with_move(node, colour, point)
        if known is not None:
            node = known
            continue
        last = first = _new_move(tree, colour, point)
        for move in moves[place + 1:]:
            last = add_move(last, *move)
        if comment:
            tree.replace_properties(first, {**first.properties, "C": [raw_of_text(comment)]}, None)
        return InsertBranch("keep line", first.id, node.id, len(node.children))
    return None


def set_comment(node: Node, text: str) -> Edit:
    """Return the edit that gives a node another comment; an empty one is taken out."""
    values = [raw_of_text(text)] if text else None
    return set_properties(node, {"C": values}, "edit comment", ChangeKind.COMMENT)


def toggle_mark(node: Node, identifier: str, point: Point) -> Edit:
    """Return the edit that puts a mark on a point or takes it off; other shapes there go."""
    has_it = point in node.points(identifier)
    cleared = next((marks for marks in _EXCLUSIVE_MARKS if identifier in marks), (identifier,))
    properties = _with_point(node, point, cleared, None if has_it else identifier)
    return ReplaceProperties(_MARK_TITLES[identifier][has_it], node.id, properties,
                             frozenset({ChangeKind.MARKUP}))


def _with_point(
    node: Node, point: Point, cleared: tuple[str, ...], identifier: str | None
) -> Properties:
    """Return a node's properties with a point in one property, and in none of those cleared."""
    columns = node.tree.columns
    properties = dict(node.properties)
    for other in cleared:
        points = node.points(other)
        if point in points:
            _set(properties, other, [sgf_letters(p, columns) for p in points if p != point])
    if identifier is not None:
        properties[identifier] = [*properties.get(identifier, []), sgf_letters(point, columns)]
    return properties


def toggle_view(node: Node, identifier: str, point: Point) -> Edit:
    """Return the edit that dims a point (DD) or makes it visible (VW), or no longer does.

    What earlier nodes said goes on to hold for the other points.
    """
    points = set(node.inherited_points(identifier)) ^ {point}
    raws = [sgf_letters(found, node.tree.columns) for found in sorted(points)] or [""]
    return set_properties(node, {identifier: raws}, _VIEW_TITLES[identifier], ChangeKind.MARKUP)


def set_label(node: Node, point: Point, text: str) -> Edit:
    """Return the edit that gives a point a label; an empty text takes it off."""
    place = sgf_letters(point, node.tree.columns)
    values = [raw for raw in node.properties.get("LB", [])
              if split_compose(raw)[0].strip() != place]
    if text:
        values.append(raw_of_compose(place, text))
    return set_properties(node, {"LB": values}, "edit label", ChangeKind.MARKUP)


def toggle_letter(node: Node, point: Point) -> Edit:
    """Return the edit that labels a point with the next free letter, or takes its label off."""
    labels = node.labels
    free = (letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in labels.values())
    return set_label(node, point, "" if point in labels else next(free, "Z"))


def toggle_number(node: Node, point: Point) -> Edit:
    """Return the edit that labels a point with the next free number, or takes its label off."""
    labels = node.labels
    free = next(number for number in range(1, len(labels) + 2)
                if str(number) not in labels.values())
    return set_label(node, point, "" if point in labels else str(free))


def toggle_line(node: Node, identifier: str, start: Point, end: Point) -> Edit:
    """Return the edit that draws an arrow (AR) or a line (LN), or takes it off if it is there."""
    tree, pair = node.tree, (start, end)
    pairs = node.point_pairs(identifier)
    same = {pair} if identifier == "AR" else {pair, pair[::-1]}
    left = [known for known in pairs if known not in same]
    has_it = len(left) < len(pairs)
    if not has_it:
        left.append(pair)
    raws = [f"{sgf_letters(first, tree.columns)}:{sgf_letters(last, tree.columns)}"
            for first, last in left]
    return set_properties(
        node, {identifier: raws}, _LINE_TITLES[identifier][has_it], ChangeKind.MARKUP)


def clear_markup(node: Node) -> Edit | None:
    """Return the edit that takes all marks, labels and lines off a node; None if it has none."""
    properties = {name: values for name, values in node.properties.items() if name not in _MARKUP}
    if len(properties) == len(node.properties):
        return None
    return ReplaceProperties("clear markup", node.id, properties, frozenset({ChangeKind.MARKUP}))


def set_up(node: Node, point: Point, colour: Colour, before: Colour, now: Colour) -> Edit | None:
    """Return the edit that makes a point a colour (or EMPTY) in the position of a node.

    before -- the colour of the point in the parent's position
    now -- its colour in the node's position; None is returned if that is the colour already

    A node with a move is left alone: SGF wants setup in a node of its own, so one is added.
    """
    if colour == now:
        return None
    if node.move is None:
        return setup_stone(node, point, colour, before)
    tree = node.tree
    identifier = _SETUP_IDENTIFIERS[colour]
    child = tree.new_node({identifier: [sgf_letters(point, tree.columns)]})
    return InsertBranch("set up stone", child.id, node.id, len(node.children))


def set_side_to_move(node: Node, colour: Colour) -> Edit:
    """Return the edit that says whose turn it is (PL)."""
    return set_properties(node, {"PL": [LETTER_OF_COLOUR[colour]]}, "change side to move",
                          ChangeKind.STONES)


def setup_stone(node: Node, point: Point, colour: Colour, occupied_before: Colour) -> Edit:
    """Return the edit that sets a point of a node to a colour (or EMPTY) by AB, AW, AE.

    occupied_before -- the colour the point has in the parent's position, so that AE is written
    only where there is a stone to take away
    """
    properties = _with_point(node, point, ("AB", "AW", "AE"), (
        None if colour == occupied_before else _SETUP_IDENTIFIERS[colour]))
    return ReplaceProperties("set up stone", node.id, properties, frozenset({ChangeKind.STONES}))


def set_properties(
    node: Node, values: dict[str, list[str] | None], title: str, kind: ChangeKind
) -> Edit:
    """Return the edit that sets raw properties (None takes one out)."""
    properties = dict(node.properties)
    for identifier, raws in values.items():
        _set(properties, identifier, raws)
    return ReplaceProperties(title, node.id, properties, frozenset({kind}))


def delete_branch(node: Node) -> RemoveBranch:
    """Return the edit that cuts a node (not the root) with everything below it."""
    return RemoveBranch("delete branch", node.id)


def promote(node: Node) -> Edit | None:
    """Return the edit that moves a node's variation one place up; None on the main line."""
    step: Node | None = node
    while step is not None and step.parent is not None:
        index = step.parent.children.index(step)
        if index:
            return MoveBranch("promote variation", step.id, index - 1)
        step = step.parent
    return None


def demote(node: Node) -> Edit | None:
    """Return the edit that moves a node's variation one place down; None if it is the last."""
    step: Node | None = node
    while step is not None and step.parent is not None:
        index = step.parent.children.index(step)
        if len(step.parent.children) > 1:
            is_last = index == len(step.parent.children) - 1
            return None if is_last else MoveBranch("demote variation", step.id, index + 1)
        step = step.parent
    return None


def make_main_line(node: Node) -> Edit | None:
    """Return the edit that makes the line of a node the main line; None if it is already."""
    steps = [
        MoveBranch("make main line", step.id, 0)
        for step in node.tree.path_to(node) if step.parent and step.parent.children[0] is not step
    ]
    return EditSequence("make main line", tuple(steps)) if steps else None


def paste_branch(parent: Node, branch: Node) -> InsertBranch:
    """Return the edit that hangs a copy of a branch (of this or another tree) below `parent`.

    What only a root may say is left out: a variation that says it is read as another game.
    """
    tree = parent.tree
    copies: dict[int, Node] = {}
    top: Node | None = None
    for node in descendants(branch):
        copy = tree.new_node({name: list(values) for name, values in node.properties.items()
                              if name not in _ROOT_ONLY})
        copies[node.id] = copy
        if top is None:
            top = copy
        elif node.parent is not None:
            tree.attach(copy, copies[node.parent.id])
    assert top is not None
    return InsertBranch("paste", top.id, parent.id, len(parent.children))


def paste_game(parent: Node, game: GameTree) -> Edit:
    """Return the edit that hangs a game below `parent`: its root only if that says more than info.

    A copied branch has a root of its own, which holds the size of the board.
    """
    root = game.root
    if root.move is None and not root.has_setup and not root.comment:
        pastes = [paste_branch(parent, child) for child in root.children]
        steps = [replace(paste, index=paste.index + place) for place, paste in enumerate(pastes)]
        if steps:
            return EditSequence("paste", tuple(steps))
    return paste_branch(parent, root)


def line_as_game(line: Sequence[Node]) -> tuple[GameTree, Node]:
    """Return a game of its own that is a copy of one line, and its last node.

    line -- from the root on
    """
    tree = GameTree(line[0].tree.columns, line[0].tree.rows)
    tree.replace_properties(tree.root, _copied(line[0]), None)
    last = tree.root
    for node in line[1:]:
        child = tree.new_node(_copied(node))
        tree.attach(child, last)
        last = child
    return tree, last


def _copied(node: Node) -> Properties:
    return {name: list(values) for name, values in node.properties.items()}


def branch_as_text(node: Node) -> str:
    """Return a node with all below it as a game of its own, for the clipboard."""
    tree = new_game(node.tree.columns, node.tree.rows)
    paste_branch(tree.root, node).apply(tree)
    return write_games([tree]).decode("utf-8")


def new_game(columns: int, rows: int, properties: Properties | None = None) -> GameTree:
    """Return an empty game of irgo's own on a board of 2 to 52 lines."""
    tree = GameTree(columns, rows)
    size = str(columns) if columns == rows else f"{columns}:{rows}"
    tree.replace_properties(tree.root, {
        "GM": ["1"], "FF": ["4"], "CA": ["UTF-8"], "AP": ["irgo"], "SZ": [size],
        **(properties or {}),
    }, None)
    return tree


def _set(properties: Properties, identifier: str, values: list[str] | None) -> None:
    if values:
        properties[identifier] = values
    else:
        properties.pop(identifier, None)


HOTSPOT: Final = "HO"


class Annotation(Struct, frozen=True):
    """A sign: SGF property and value, its words, and a short form for the tree."""

    identifier: str
    raw: str
    title: str
    sign: str


MOVE_ANNOTATIONS: Final = (
    Annotation("TE", "2", "Excellent move", "!!"), Annotation("TE", "1", "Good move", "!"),
    Annotation("IT", "", "Interesting move", "!?"), Annotation("DO", "", "Doubtful move", "?!"),
    Annotation("BM", "1", "Bad move", "?"), Annotation("BM", "2", "Very bad move", "??"),
)
POSITION_ANNOTATIONS: Final = (
    Annotation("GB", "2", "Very good for Black", "B++"),
    Annotation("GB", "1", "Good for Black", "B+"),
    Annotation("DM", "1", "Even position", "="),
    Annotation("UC", "1", "Unclear position", "~"),
    Annotation("GW", "1", "Good for White", "W+"),
    Annotation("GW", "2", "Very good for White", "W++"),
)


def annotation_of(node: Node, group: tuple[Annotation, ...]) -> Annotation | None:
    """Return the sign a node has of a group; DM[2] and UC[2] count as their plain forms."""
    for annotation in group:
        raws = node.properties.get(annotation.identifier)
        if raws is None:
            continue
        strengths = {other.raw for other in group if other.identifier == annotation.identifier}
        if raws[0].strip() == annotation.raw or len(strengths) == 1 or (
            annotation.raw == "1" and raws[0].strip() not in strengths
        ):
            return annotation
    return None


def annotate(node: Node, group: tuple[Annotation, ...], chosen: Annotation | None) -> Edit:
    """Return the edit that gives a node a sign of a group, or None of them."""
    values: dict[str, list[str] | None] = {other.identifier: None for other in group}
    if chosen is not None:
        values[chosen.identifier] = [chosen.raw]
    return set_properties(node, values, "annotate" if chosen else "remove annotation",
                          ChangeKind.COMMENT)


def set_name(node: Node, name: str) -> Edit | None:
    """Return the edit that names a node, None if that is its name already."""
    if name == node.name:
        return None
    values = [raw_of_text(name)] if name else None
    return set_properties(node, {"N": values}, "name node", ChangeKind.COMMENT)


def is_bookmarked(node: Node) -> bool:
    """Return whether a node is a hotspot (HO), which is what irgo calls a bookmark."""
    return HOTSPOT in node.properties


def toggle_bookmark(node: Node) -> Edit:
    """Return the edit that sets a bookmark on a node or takes it off."""
    has_it = is_bookmarked(node)
    return set_properties(node, {HOTSPOT: None if has_it else ["1"]},
                          "remove bookmark" if has_it else "set bookmark", ChangeKind.COMMENT)
