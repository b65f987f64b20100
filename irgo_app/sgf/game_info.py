"""Who played whom, by which rules, how it ended: the game info as values.

It stands in the root, or further on where a tree holds several games (`info_nodes.py`): whoever
asks names the node whose game is meant.
"""

from typing import Final

from msgspec import Struct

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import BLACK, WHITE, Point, fixed_handicap
from irgo_app.go.rules import Ruleset, has_button, known_ruleset, ruleset_named, told_komi
from irgo_app.sgf.edits import ChangeKind, Edit, EditSequence, set_properties
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.komi import komi_points
from irgo_app.sgf.values import Properties, number_of, raw_of_text, simple_text_of, size_of
from irgo_app.words import Message, message

_NUMBERS: Final = (("KM", message("komi")), ("HA", message("handicap")))
_IDENTIFIERS: Final = {
    "black": "PB", "white": "PW", "black_rank": "BR", "white_rank": "WR", "komi": "KM",
    "handicap": "HA", "result": "RE", "rules": "RU", "date": "DT", "event": "EV", "round": "RO",
    "place": "PC", "game_name": "GN", "comment": "GC",
}


class GameInfo(Struct, frozen=True):
    """The texts as they stand in the record, cleaned of escapes; "" where there is none."""

    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    komi: str = ""
    handicap: str = ""
    result: str = ""
    rules: str = ""
    date: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    game_name: str = ""
    comment: str = ""
    program: str = ""

    @property
    def komi_points(self) -> float | None:
        """Return komi in points, None if there is none."""
        rules = known_ruleset(self.rules)
        is_fox = "fox" in self.program.casefold() or (number_of(self.handicap) or 0) >= 2
        return komi_points(
            self.komi, counts_stones=rules is None or rules.counts_area, is_fox=is_fox)


def game_info(tree: GameTree, node: Node | None = None) -> GameInfo:
    """Return the game info of the game that a node belongs to, by default the root."""
    properties = tree.info_nodes.properties_at(node or tree.root)
    return _info_of(properties, tree.root.properties)


def _info_of(properties: Properties, root: Properties) -> GameInfo:
    """Return game info from raw properties, and the program that wrote the record from its root."""
    program = " ".join(root.get("AP", ()))
    return GameInfo(program=program, **{
        name: simple_text_of(properties[identifier][0]).strip() if properties.get(identifier)
        else ""
        for name, identifier in _IDENTIFIERS.items()
    })


def why_no_number(name: str, text: str) -> Message | None:
    """Return why a field of the game info cannot hold a text, None if it can; "" clears it."""
    what = dict(_NUMBERS).get(_IDENTIFIERS.get(name, ""))
    if what is None or not text or number_of(text) is not None:
        return None
    if name == "komi" and GameInfo(komi=text).komi_points is not None:
        return None
    return _no_number(what, text)


def _no_number(what: Message, text: str) -> Message:
    return message("The {what} [{text}] is no number that can be used.", what=what, text=text[:12])


def _no_komi(text: str) -> Message:
    return message("The komi [{text}] is no number that can be used; the usual one of the rules is "
                   "counted.", text=text[:12])


def info_remarks(tree: GameTree) -> list[tuple[Node, Message]]:
    """Return a sentence for each komi, handicap and size that is not written as SGF says, after
    the node that says it."""
    root = tree.root.properties
    found = [(node, remark) for node in tree.info_nodes.all()
             for remark in _number_remarks(tree, node)]
    size = root["SZ"][0] if "SZ" in root else ""
    if size_of(size) and not _is_proper_size(size):
        found.append((tree.root, message(
            "The size [{text}] is not written as SGF says.", text=size[:12])))
    return found


def _number_remarks(tree: GameTree, node: Node) -> list[Message]:
    remarks: list[Message] = []
    properties = node.properties
    if not ("KM" in properties or "HA" in properties):
        return remarks
    points = game_info(tree, node).komi_points
    for identifier, what in _NUMBERS:
        if identifier not in properties:
            continue
        raw = properties[identifier][0]
        number = number_of(raw)
        if identifier == "KM" and points is None:
            remarks.append(_no_komi(raw))
        elif identifier == "KM" and points != number:
            remarks.append(message("The komi [{text}] was read as {komi:g}.",
                                   text=simple_text_of(raw)[:12], komi=points))
        elif number is None:
            remarks.append(_no_number(what, raw))
        elif "," in raw:
            remarks.append(message("The {what} [{text}] is written with a comma.", what=what,
                                   text=raw[:12]))
    if points is not None and told_komi(points) != points:
        remarks.append(message(
            "The komi {komi:g} is no whole or half number of points; engines are told {told:g}.",
            komi=points, told=told_komi(points)))
    if "HA" in properties:
        rules = game_rules(tree, node)
        if rules.stones < rules.handicap:
            remarks.append(message(
                "The record names {told} handicap stones, but the board has {count}. Points are "
                "counted only for stones on the board.", told=rules.handicap, count=rules.stones))
    return remarks


def _is_proper_size(raw: str) -> bool:
    columns, colon, rows = raw.partition(":")
    return columns.isdecimal() and (not colon or (rows.isdecimal() and rows != columns))


def set_game_info(tree: GameTree, info: GameInfo, node: Node | None = None) -> Edit | None:
    """Return the edit that writes what differs where the record says it, None if nothing does.

    node -- whose game is meant, by default the root's
    A decimal comma becomes a point, as SGF has it.
    """
    node = node or tree.root
    before = game_info(tree, node)
    changed: dict[int, dict[str, list[str] | None]] = {}
    for name, identifier in _IDENTIFIERS.items():
        text = getattr(info, name)
        if text != getattr(before, name):
            if identifier in dict(_NUMBERS) and number_of(text) is not None:
                text = text.replace(",", ".")
            holder = tree.info_nodes.holder_of(node, identifier)
            changed.setdefault(holder.id, {})[identifier] = [raw_of_text(text)] if text else None
    edits = [set_properties(tree.node_by_id(node_id), values, "edit game info", ChangeKind.INFO)
             for node_id, values in changed.items()]
    if not edits:
        return None
    return edits[0] if len(edits) == 1 else EditSequence("edit game info", tuple(edits))


class GameRules(Struct, frozen=True):
    """The rules of one game.

    komi -- in points, None if the record says none; handicap -- Black's handicap stones as the
    record names them; stones -- those of them that lie on the board
    """

    rules: Ruleset
    komi: float | None
    handicap: int
    stones: int

    @property
    def counted_stones(self) -> int:
        """Return the handicap stones that points are counted for: those that are there."""
        return min(self.handicap, self.stones)

    @property
    def lacks_stones(self) -> bool:
        """Return whether the record names a handicap, and none of its stones is there."""
        return self.handicap >= 2 and not self.stones

    @property
    def handicap_points(self) -> int:
        """Return what White gets for the handicap stones that are there."""
        return self.rules.points_for_handicap(self.counted_stones)

    @property
    def judged_komi(self) -> float:
        """Return White's points besides the board as who judges or counts is told them.

        Where the record says no komi it is the usual one of the rules.
        """
        komi = self.rules.usual_komi(self.counted_stones) if self.komi is None else self.komi
        return komi + self.handicap_points


def game_rules(tree: GameTree, node: Node | None = None) -> GameRules:
    """Return the rules of the game that a node belongs to, by default the root."""
    node = node or tree.root
    info = game_info(tree, node)
    told, start = _told_handicap(tree, info), _start_of(tree, node)
    handicap = told or (start.stones if start.is_handicap else 0)
    return GameRules(ruleset_named(info.rules), info.komi_points, handicap, start.stones)


def ruleset_of(tree: GameTree, node: Node | None = None) -> Ruleset:
    """Return the rule set that a record names, the Japanese one if it names none that is known."""
    texts = tree.info_nodes.properties_at(node or tree.root).get("RU")
    return ruleset_named(simple_text_of(texts[0]) if texts else "")


def names_rules(tree: GameTree, node: Node | None = None) -> bool:
    """Return whether a record names any rules."""
    return "RU" in tree.info_nodes.properties_at(node or tree.root)


def rules_remark(name: str) -> Message | None:
    """Return what is to be said of rules that irgo counts by only in part or not at all."""
    if not name.strip():
        return None
    if known_ruleset(name) is None:
        return message("irgo does not know the rules {name} and counts by Japanese rules.",
                       name=name.strip())
    if has_button(name):
        return message("These rules have a button, which is worth half a point to whoever passes "
                       "first. irgo counts without it.")
    return None


def has_handicap(node: Node) -> bool:
    """Return whether the record names a handicap for the game that a node belongs to."""
    texts = node.tree.info_nodes.properties_at(node).get("HA")
    return ((number_of(texts[0]) if texts else None) or 0) >= 2


def missing_handicap(tree: GameTree, node: Node | None = None) -> tuple[Point, ...]:
    """Return the usual points of a handicap that the record names and that has no stones.

    Empty where stones are there or Black plays first, where the board has no usual points for so
    many, and where the record's own moves lie on them: then it is not known what is missing.
    node -- whose game is meant, by default the root's
    """
    node = node or tree.root
    rules = game_rules(tree, node)
    if not rules.lacks_stones:
        return ()
    try:
        points = fixed_handicap(rules.handicap, tree.columns, tree.rows)
    except UsageError:
        return ()
    line = tree.path_to(node)
    while line[-1].children:
        line.append(line[-1].children[0])
    moves = [step.move for step in line if step.move is not None]
    is_unclear = bool(moves) and (moves[0][0] == BLACK or not {
        point for _, point in moves}.isdisjoint(points))
    return () if is_unclear or any(step.has_setup for step in line) else points


def handicap_edit(tree: GameTree, node: Node | None = None) -> Edit | None:
    """Return the edit that sets up the missing handicap stones, None where none are missing.

    node -- whose game is meant, by default the root's; the stones stand where its game begins
    """
    points = missing_handicap(tree, node)
    if not points:
        return None
    start = handicap_node(node or tree.root)
    raws = [sgf_letters(point, tree.columns) for point in points]
    return set_properties(
        start, {"AB": [*start.properties.get("AB", []), *raws], "PL": ["W"]},
        "set up handicap stones", ChangeKind.STONES)


def handicap_node(node: Node) -> Node:
    """Return where the handicap stones of a node's game belong: before its first move."""
    start = node.tree.root
    for step in node.tree.path_to(node):
        if step.move is not None:
            break
        start = step
        if "HA" in step.properties:
            break
    return start


def _told_handicap(tree: GameTree, info: GameInfo) -> int | None:
    """Return how many handicap stones a record names, None if it names no number of stones."""
    told = number_of(info.handicap)
    if told is not None and 2 <= told <= tree.columns * tree.rows and told == int(told):
        return int(told)
    return None


class _Start(Struct, frozen=True):
    """How a game begins.

    stones -- Black's that lie there before White moves, 0 where one alone could be a move
    is_handicap -- whether they are a handicap although no number is told
    """

    stones: int
    is_handicap: bool


def _start_of(tree: GameTree, node: Node) -> _Start:
    """Return how the game of a node begins.

    Stones that were set up, and those that Black plays before White plays at all. Where no number
    is told, two black stones or more that the root sets up alone, White to move, are a handicap.
    """
    if len(tree.info_nodes.all()) > 1 or len(tree.root.children) > 1:
        line = tree.path_to(node)
    else:
        line = [tree.root]
    black, has_white, played, turn = set[Point](), False, 0, None
    step = line[0]
    for at in range(1, _LONGEST_START):
        black.update(step.points("AB"))
        if "AE" in step.properties:
            black.difference_update(step.points("AE"))
        has_white = has_white or bool(step.properties.get("AW"))
        turn = step.turn_told or turn
        move = step.move
        if move is not None:
            turn = turn or move[0]
            if move[0] == WHITE:
                break
            played += 1
        if at < len(line):
            step = line[at]
        elif step.children:
            step = step.children[0]
        else:
            break
    stones = len(black) + (played if played > 1 else 0)
    is_handicap = turn == WHITE and not has_white and len(tree.root.points("AB")) > 1
    return _Start(stones, is_handicap)


_LONGEST_START: Final = 64
"""So many nodes are looked at for handicap stones."""
