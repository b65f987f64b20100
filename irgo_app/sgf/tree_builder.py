"""Text -> game trees in one pass, without recursion, whatever the text holds.

Plain nodes are taken whole (`values.py`); where the text is anything else it is read token by
token up to the next plain place. Tokens know no Go, and nothing stops them: the end of the file
closes an open value, characters that belong nowhere are skipped, and a `]` that cannot end its
value is taken as text.

Every repeat in the patterns keeps what it took (`*+`), and whether a `]` can end a value is
decided once, however many values it might end: reading takes time in proportion to the text,
whatever the text is.

What had to be repaired is said in words. Memory and time stay in proportion to a file, whatever it
holds: no record that anybody plays or writes reaches a limit; what does is read up to there, and
says so.
"""

import re
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from enum import IntEnum
from typing import Final

from msgspec import Struct, field

from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import LARGEST_SIZE
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import (NODE_OF_ANY_NAMES, PLAIN_NODE, PLAIN_NODE_INSIDE,
                                 PROPERTY_OF_ANY_NAME, Properties, is_plain, kept, plain_values,
                                 properties_before_another, values_of)
from irgo_app.words import Message, counted, message, translated


class Diagnostic(Struct, frozen=True):
    """One thing that was wrong and what was done about it; line and column count from 1.

    game, node_id -- the node it is about, -1 if it is about none
    """

    line: int
    column: int
    text: str
    game: int = -1
    node_id: int = -1

    def __str__(self) -> str:
        return str(message("line {line}, column {column}: {text}", line=self.line,
                           column=self.column, text=self.text))


class DiagnosticLog:
    """Collects what the parser says by character offset and turns it into Diagnostics.

    has_left_out -- whether a limit was reached, so that part of the file was not read
    """

    def __init__(self, text: str, limit: int = 1000) -> None:
        self._text = text
        self._limit = limit
        self._entries: list[tuple[int, str]] = []
        self._dropped = 0
        self.has_left_out = False

    def add(self, offset: int, text: str | Message, *details: str) -> None:
        """Note a sentence about the place at `offset`; beyond the limit only counts.

        text -- English; a text that is kept is translated here, as it is read where it is shown
        details -- what stands for the `{}` of the text; filled in only where the text is kept
        """
        if len(self._entries) < self._limit:
            sentence = str(text) if isinstance(text, Message) else translated(text)
            self._entries.append((offset, sentence.format(*details) if details else sentence))
        else:
            self._dropped += 1

    def leave_out(self, offset: int, text: Message) -> None:
        """Note, beyond any limit, that part of the file was not read."""
        self.has_left_out = True
        self._entries.append((offset, str(text)))

    def diagnostics(
        self, place_of: Callable[[int], tuple[int, int]] = lambda offset: (-1, -1)
    ) -> tuple[Diagnostic, ...]:
        """Return everything noted, in the order of the file.

        place_of -- returns game and node number of an offset
        """
        found = []
        line, seen, last_break = 1, 0, -1
        for offset, sentence in sorted(self._entries):
            line += self._text.count("\n", seen, offset)
            last_break = max(last_break, self._text.rfind("\n", seen, offset))
            seen = offset
            found.append(Diagnostic(line, offset - last_break, sentence, *place_of(offset)))
        if self._dropped:
            found.append(Diagnostic(1, 1, str(counted(
                "One more repair is not listed.", "{count} more repairs are not listed.",
                self._dropped))))
        return tuple(found)


MOST_VALUES: Final = 2_000_000
"""So many values of damaged nodes are read at most."""
NODES_A_GAME: Final = 12
NODES_A_DAMAGED_NODE: Final = 2
"""What a game counts for, and a node read token by token: they take more memory and time."""
STEPS_A_GAME: Final = 8
"""What a game counts for among the steps token by token."""
TOO_MANY_VALUES: Final = message(
    "The file holds more than {most:,} values; the rest was left out.", most=MOST_VALUES)
TOO_MUCH_DAMAGE: Final = message("The file is damaged in too many places; the rest was left out.")
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


NEXT_TOKEN: Final = re.compile(
    r"\s*+(?:(;)|(\()|(\))|([A-Za-z][A-Za-z0-9]*+)|(\[)|([^\s();A-Za-z\[]++))")
"""The next token of a text; which group is found says what it is, see `TokenKind`."""
_STRUCTURE: Final = (
    r"(?:\Z|\[|[A-Za-z][A-Za-z0-9]*+\s*+[\[;()]"
    r"|;\s*+(?:[A-Za-z][A-Za-z0-9]*+\s*+\[|[;()]|\Z)"
    r"|\(\s*+(?:;|\(|[A-Za-z][A-Za-z0-9]*+\s*+\[)"
    r"|\)\s*+(?:[();]|\Z|[A-Za-z][A-Za-z0-9]*+\s*+\[))"
)
_GOES_ON: Final = re.compile(r"\s*+" + _STRUCTURE)
_GOES_ON_AFTER_JUNK: Final = re.compile(r"\s*+[^\s\[\]();\\A-Za-z]{1,8}+\s*+(?!\[)" + _STRUCTURE)
_AFTER_GAME: Final = re.compile(r"\s*+\)[^();\[\]]*+(?:\(|\Z)")
_BRACKET_AS_TEXT: Final = re.compile(r"(\\.)|\]", re.DOTALL)
_MOST_TRIES: Final = 64
"""How many `]` of one value are looked at before the first is taken."""


class TokenKind(IntEnum):
    """What a token is: the number of its group in `NEXT_TOKEN`.

    JUNK -- what belongs nowhere
    """

    NODE = 1
    OPEN = 2
    CLOSE = 3
    NAME = 4
    VALUE = 5
    JUNK = 6


class Values:
    """The values of a text, asked for from the front to the back.

    log -- where repairs are noted
    count -- called with its offset for each `]` that is no matter of course; may raise to stop
    """

    def __init__(self, text: str, log: DiagnosticLog, count: Callable[[int], None]) -> None:
        self._text, self._log, self._count = text, log, count
        self._doubtful: deque[int] = deque()
        """The ends of `]` ahead that cannot end a value, in order."""
        self._has_brackets_ahead = True
        """Whether a `]` may stand behind the last of them."""

    def at(self, begin: int) -> tuple[str, int, bool]:
        """Return the value whose `[` stands at `begin`: its text, its end, whether it was repaired.

        The text is still escaped, and without the brackets.
        """
        doubtful = self._doubtful
        while doubtful and doubtful[0] <= begin + 1:
            doubtful.popleft()
        if not doubtful and self._has_brackets_ahead:
            # Nearly every value ends with the first bracket.
            place = self._text.find("]", begin + 1)
            if place > 0 and self._text[place - 1] != "\\" and self._ends_value(place + 1):
                return self._text[begin + 1:place], place + 1, False
        while len(doubtful) < _MOST_TRIES and self._has_brackets_ahead:
            end = self._bracket_end(doubtful[-1] if doubtful else begin + 1)
            if not end:
                self._has_brackets_ahead = False
            elif self._ends_value(end):
                brackets = len(doubtful)
                doubtful.clear()
                return self._finished(begin, end, brackets)
            else:
                doubtful.append(end)
        if doubtful:
            return self._finished(begin, doubtful[0], 0)
        self._log.add(begin, "The file ends inside a property value; what there was of it was "
                             "kept.")
        raw = self._text[begin + 1:]
        dangling = (len(raw) - len(raw.rstrip("\\"))) % 2
        return raw[: len(raw) - dangling], len(self._text), True

    def _bracket_end(self, start: int) -> int:
        """Return the offset behind the next `]` that is not escaped, 0 if there is none."""
        text, offset = self._text, start
        while (place := text.find("]", offset)) >= 0:
            self._count(place)
            before = place
            while before > offset and text[before - 1] == "\\":
                before -= 1
            if (place - before) % 2 == 0:
                return place + 1
            offset = place + 1
        return 0

    def _ends_value(self, end: int) -> bool:
        text = self._text
        return bool(
            _GOES_ON.match(text, end) or _GOES_ON_AFTER_JUNK.match(text, end)
            or _AFTER_GAME.match(text, end)
        )

    def _finished(self, begin: int, end: int, brackets: int) -> tuple[str, int, bool]:
        raw = self._text[begin + 1:end - 1]
        if brackets:
            self._log.add(begin, "A ']' inside a text was not written as '\\]'; it was taken as "
                                 "text.")
            raw = _BRACKET_AS_TEXT.sub(lambda match: match.group(1) or "\\]", raw)
        return raw, end, bool(brackets)


MOST_SHOWN: Final = 20
"""So many characters of what is damaged are told."""
_SHORT: Final = 4
"""Values of so many characters are kept once, however often they stand in the file."""
_LONGEST_SOURCE: Final = 1 << 22
"""A longer node is not compared with its own text, which would take too long in one step."""
_CHECKED: Final = frozenset({"B", "W", "AB", "AW", "AE"})
_SMALL_LETTERS: Final = re.compile("[a-z]++")
_LETTERS_OF_A_POINT: Final = 2


class OpenNode:
    """The node that properties go to, one after the other; there need not be one.

    properties -- those of the node
    identifier -- the property that values go to, "" for none
    is_true -- whether nothing was repaired so far
    value_count -- how many values all such nodes had
    """

    def __init__(self, text: str, log: DiagnosticLog) -> None:
        self._text, self._log = text, log
        self._node: Node | None = None
        self.start = -1
        self.properties: Properties = {}
        self.identifier = ""
        self.is_true = True
        self.value_count = 0
        self._is_checked = False
        """Whether the node has a move or setup stones."""
        self._short_values: dict[str, str] = {}
        self._names: dict[str, str] = {}
        """The names in capitals of those that are written otherwise."""

    @property
    def is_open(self) -> bool:
        return self._node is not None

    def open(self, node: Node, start: int, properties: Properties, *, is_true: bool) -> None:
        """Begin with a node at an offset of the text."""
        self._node, self.start, self.properties = node, start, properties
        self.is_true, self._is_checked, self.identifier = is_true, False, ""

    def name_of(self, written: str, offset: int) -> str:
        """Return the name of a property, which may be written with small letters."""
        if written.isupper():
            return written
        name = self._names.get(written)
        if name is None:
            name = self._names[written] = _proper_name(written)
        self._log.add(offset, "The property {} was read as {}.", written[:MOST_SHOWN],
                      name[:MOST_SHOWN])
        self.is_true = False
        return name

    def add(
        self, raws: list[str], columns: str, rows: str, doubtful: list[tuple[Node, int]]
    ) -> None:
        """Add values to the property that was begun.

        columns, rows -- the letters of the board's columns and rows
        doubtful -- takes the node and its offset if its moves and stones must be looked at
        """
        name = self.identifier
        if name in _CHECKED:
            raw = raws[0]
            is_simple = (
                not self._is_checked and len(raws) == 1 and name in ("B", "W")
                and len(raw) == _LETTERS_OF_A_POINT and raw[0] in columns and raw[1] in rows)
            self._is_checked = True
            if not is_simple and self._node is not None and (
                not doubtful or doubtful[-1][0] is not self._node
            ):
                doubtful.append((self._node, self.start))
        self.value_count += len(raws)
        once = self._short_values.setdefault
        values = self.properties.setdefault(name, [])
        for raw in raws:
            values.append(once(raw, raw) if len(raw) <= _SHORT else raw)

    def close(self, offset: int) -> None:
        """Remember the node's text up to an offset if it says exactly what was read."""
        node = self._node
        if node is not None and self.is_true and offset - self.start <= _LONGEST_SOURCE and (
            is_plain(self._text[self.start:offset])
        ):
            node.tree.texts.end_at(node.id, offset)
            node.change(None, None)
        self._node = None
        self.identifier = ""


def _proper_name(name: str) -> str:
    """Return what a name that holds small letters stands for: its capitals, if it has any."""
    capitals = _SMALL_LETTERS.sub("", name)
    return capitals if capitals and capitals[0].isalpha() else name.upper()


Watch = Callable[[int, int], None]
"""Told how many characters of how many are read; raises to stop the reading."""

_HAS_VALUE: Final = re.compile(r"\s*+\[")
_SIMPLE_MOVE: Final = re.compile(
    r";\s*+[BW]\[" + kept("([a-zA-Z])([a-zA-Z])", "?") + r"\](?!\s*+\[)")
_MOVE_OR_SETUP: Final = re.compile(r"(?<=[BWE\s])\[(?<!LB\[)")
"""The bracket behind a B, W or AE, perhaps after white space; labels (LB) are common, no move."""
_NAMES_A_GAME: Final = re.compile(r";\s*+(?:GM|FF)\s*+\[")
_LETTERS: Final = "".join(sgf_letters(column, LARGEST_SIZE)[0] for column in range(LARGEST_SIZE))
_WINDOW: Final = 1 << 16
"""A node with more characters is read token by token: no single step takes long."""
_SHORTEST_MOVE: Final = len(";B[]")
_WATCH_EVERY: Final = 2048
_STRETCH: Final = 1 << 18
"""So many nodes or characters are read before somebody may stop the reading."""


class BuiltGame(Struct):
    """A game as it was found.

    start -- the offset of its root
    opened, closed -- the offsets of its first bracket and behind its last, -1 where there is none
    doubtful -- nodes whose moves must be looked at, with their offsets
    """

    tree: GameTree
    start: int
    opened: int = -1
    closed: int = -1
    doubtful: list[tuple[Node, int]] = field(default_factory=list)


def build_games(
    text: str, start: int, log: DiagnosticLog, watch: Watch | None = None
) -> list[BuiltGame]:
    """Return the games of a text from offset `start` on; repairs are noted in `log`."""
    builder = _TreeBuilder(text, log, watch)
    with ExitStack() as on_stop:
        on_stop.callback(builder.dissolve)
        builder.run(start)
        on_stop.pop_all()
    return builder.games


class _TreeBuilder:
    """Builds trees; `current` is the node that properties and children go to."""

    def __init__(self, text: str, log: DiagnosticLog, watch: Watch | None) -> None:
        self.text, self.log, self.watch = text, log, watch
        self.values = Values(text, log, self._count)
        self.games: list[BuiltGame] = []
        self.tree: GameTree | None = None
        self.current: Node | None = None
        self.opened = -1
        """The offset of the bracket that opens the game to come."""
        self.branches: list[Node | None] = []
        """The node each open bracket follows."""
        self.columns = self.rows = ""
        """The letters of the board's columns and rows; "" before its size is known."""
        self.open = OpenNode(text, log)
        self.node_count = 0
        self.most_nodes = most_nodes(len(text))
        self.most_steps = most_steps(len(text))
        self.step_count = self.untold = 0
        self.is_after_bracket = False
        """Whether the node to come, or the one that is open, stands after a bracket."""
        self.noted_after_game = 0
        self.takers: dict[int, Callable[[int, int], int]] = {
            TokenKind.NODE: self._take_node, TokenKind.OPEN: self._take_open,
            TokenKind.CLOSE: self._take_close, TokenKind.NAME: self._take_name,
            TokenKind.VALUE: self._take_value, TokenKind.JUNK: self._take_junk}

    def run(self, start: int) -> None:
        """Read the text from `start` to its end."""
        text, log, offset, countdown, ask_at = self.text, self.log, start, _WATCH_EVERY, start
        match_inside, match_plain = PLAIN_NODE_INSIDE.match, PLAIN_NODE.match
        last_window = len(text) - _WINDOW
        while self.node_count + len(self.branches) <= self.most_nodes:
            countdown -= 1
            if not countdown or offset > ask_at:
                countdown, ask_at = _WATCH_EVERY, offset + _STRETCH
                self._tell(offset)
            if self.branches or not self.games:
                plain = (match_inside(text, offset, offset + _WINDOW) if offset < last_window
                         else match_plain(text, offset))
                if plain is not None:
                    self._plain_node(*plain.span(1))
                    offset = plain.end()
                    continue
            if self.open.value_count > MOST_VALUES:
                log.leave_out(offset, TOO_MANY_VALUES)
                break
            if self.step_count > self.most_steps:
                self._leave_rest(offset, self.step_count, STEPS_A_GAME, TOO_MUCH_DAMAGE)
                break
            end = self._token(offset)
            if end < 0:
                offset = len(text)
                break
            offset = end
        else:
            self._leave_rest(offset, self.node_count, NODES_A_GAME, message(
                "The file holds more than {most:,} nodes; the rest was left out.",
                most=self.most_nodes))
        self._end_node(offset)
        if self.branches and offset >= len(text):
            log.add(len(text), "The file ends inside a game; everything up to there was kept.")

    def _leave_rest(self, offset: int, counted: int, a_game: int, said: Message) -> None:
        """Say that the rest is left out; that it is games, which count for several, if most is.
        """
        games = len(self.games)
        if 2 * games * a_game > counted:
            said = message("The file holds more games than irgo reads: the first {count:,} are "
                           "here, the rest was left out.", count=games)
        self.log.leave_out(offset, said)

    def dissolve(self) -> None:
        """Take apart what was read; nobody will look at it."""
        for game in self.games:
            game.tree.dissolve()

    def _tell(self, offset: int) -> None:
        if self.watch is not None:
            self.watch(offset, len(self.text))

    def _count(self, offset: int, steps: int = 1) -> None:
        self.step_count += steps
        self.untold += steps
        if self.untold >= _WATCH_EVERY:
            self.untold = 0
            self._tell(offset)

    def _plain_node(self, start: int, end: int) -> None:
        if self.open.is_open:
            self._end_node(start)
        text = self.text
        if self.tree is None or self.current is None:
            node = self._new_game(start).root
            node.tree.texts.append(start, end)
            node.change(None, None)
        elif self.is_after_bracket and _NAMES_A_GAME.match(text, start, end):
            # The start of a game inside one that was not closed is looked at token by token.
            self._root(start, end)
            return
        else:
            self.node_count += 1
            node = self.tree.append_read(start, end, self.current)
        self.is_after_bracket = False
        self.current = node
        if not self.columns:
            node.tree.adopt_size()
            self.columns, self.rows = _LETTERS[:node.tree.columns], _LETTERS[:node.tree.rows]
        if end - start < _SHORTEST_MOVE:
            return
        move = _SIMPLE_MOVE.match(text, start, end)
        checked = start
        if move and (not move[1] or (move[1] in self.columns and move[2] in self.rows)):
            checked = move.end()
        if text.find("[", checked, end) >= 0 and _MOVE_OR_SETUP.search(text, checked, end):
            self.games[-1].doubtful.append((node, start))

    def _root(self, start: int, end: int) -> None:
        """Read a plain node that may be the root of a game token by token."""
        offset = start
        while offset < end:
            found = NEXT_TOKEN.match(self.text, offset)
            if found is None or found.start(found.lastindex or 0) >= end:
                break
            offset = self._token(offset)

    def _token(self, offset: int) -> int:
        """Build on with the next token, and return where it goes on, -1 at the end of the text."""
        text = self.text
        found = NEXT_TOKEN.match(text, offset)
        if found is None:
            return -1
        self.step_count += 1
        kind = found.lastindex or 0
        begin, end = found.span(kind)
        if self.games and not self.branches and kind != TokenKind.OPEN:
            return self._skip_after_game(kind, begin, end)
        return self.takers[kind](begin, end)

    def _take_node(self, begin: int, end: int) -> int:
        is_after_bracket = self.is_after_bracket and not self.open.is_open
        self._end_node(begin)
        self._node(begin, is_true=True)
        self.is_after_bracket = is_after_bracket
        found = NODE_OF_ANY_NAMES.match(self.text, begin, begin + _WINDOW)
        if found is None:
            return end
        self._take_properties(begin, found.end(1))
        return found.end(1)

    def _take_open(self, begin: int, end: int) -> int:
        self._end_node(begin)
        self.branches.append(self.current)
        if self.tree is None:
            self.opened = begin
        self.is_after_bracket = True
        return end

    def _take_close(self, begin: int, end: int) -> int:
        self._end_node(begin)
        if not self.branches:
            self.log.add(begin, "An extra ')' was skipped.")
            return end
        self.current = self.branches.pop()
        self.is_after_bracket = True
        if self.current is None:
            # The bracket stood before the root; one around several games may still be open.
            if self.tree is not None:
                self.games[-1].closed = end
            self.tree = None
            self.opened = -1
        return end

    def _take_junk(self, begin: int, end: int) -> int:
        self.open.is_true = False
        junk = self.text[begin:end if end - begin < MOST_SHOWN else begin + MOST_SHOWN]
        if junk != "\ufeff":
            self.log.add(begin, "The characters {!r} belong nowhere and were skipped.", junk)
        return end

    def _skip_after_game(self, kind: int, begin: int, end: int) -> int:
        """Leave out what stands between or after games; noted once a game."""
        if kind == TokenKind.JUNK:
            return self._take_junk(begin, end)
        if kind == TokenKind.VALUE:
            end = self.values.at(begin)[1]
        if kind == TokenKind.CLOSE:
            self.log.add(begin, "An extra ')' was skipped.")
        elif self.noted_after_game != len(self.games):
            self.noted_after_game = len(self.games)
            self.log.add(begin, "Text after the game was left out.")
        return end

    def _node(self, start: int, *, is_true: bool) -> None:
        self.node_count += NODES_A_DAMAGED_NODE
        self.step_count += 1
        properties: Properties = {}
        if self.tree is None:
            node = self._new_game(start).root
            node.tree.texts.append(max(start, 0), max(start, 0))
            node.change(properties, None)
        else:
            parent = self.current or self.tree.root
            node = self.tree.append_read(start, start, parent, properties)
        self.current = node
        self.open.open(node, start, properties, is_true=is_true)

    def _new_game(self, start: int) -> GameTree:
        if not self.branches:
            self.log.add(max(start, 0), "A game without its '(' was read.")
            self.branches.append(None)
        self.tree = tree = GameTree(text=self.text)
        self.games.append(BuiltGame(tree, start, self.opened))
        self.node_count += NODES_A_GAME
        self.step_count += STEPS_A_GAME
        self.columns = self.rows = ""
        return tree

    def _take_name(self, begin: int, end: int) -> int:
        """Begin a property, and add its values; all properties up to the last before a doubt."""
        bracket = _HAS_VALUE.match(self.text, end)
        name = self.text[begin:end]
        if bracket is None:
            self.log.add(begin, "{!r} has no value and was skipped.", name[:MOST_SHOWN])
            self.open.is_true = False
            self.open.identifier = ""
            return end
        if not self.open.is_open:
            self.log.add(begin, "A node without its ';' was read.")
            is_after_bracket = self.is_after_bracket
            self._node(begin, is_true=False)
            self.is_after_bracket = is_after_bracket
        self._begin_property(name, begin)
        end = self._take_value(bracket.end() - 1, bracket.end())
        following = properties_before_another(self.text, end, end + _WINDOW)
        if following > end:
            self._take_properties(end, following)
        return following

    def _take_properties(self, start: int, end: int) -> None:
        for found in PROPERTY_OF_ANY_NAME.finditer(self.text, start, end):
            name, first, others = found.groups()
            self._begin_property(name, found.start())
            self._add_values([first, *values_of(others)] if others else [first])
            self._count(start)

    def _begin_property(self, written: str, begin: int) -> None:
        name = self.open.name_of(written, begin)
        if name in ("GM", "FF") and self._is_lost_root():
            self._split_game(begin)
        self.open.identifier = name

    def _is_lost_root(self) -> bool:
        """Return whether the current node starts a variation that is really the next game."""
        node = self.current
        return bool(node and node.parent and not self.open.properties and self.is_after_bracket)

    def _split_game(self, offset: int) -> None:
        assert self.tree is not None and self.current is not None
        self.log.add(offset, "A game that was not closed ends where the next one starts.")
        self.tree.detach(self.current)
        start = self.open.start
        self.tree, self.branches = None, [None]
        self.current, self.opened = None, -1
        self._node(start, is_true=False)

    def _take_value(self, begin: int, end: int) -> int:
        raw, end, is_repaired = self.values.at(begin)
        if not self.open.identifier or self.current is None:
            self.log.add(begin, "A value without a property was skipped.")
            self.open.is_true = False
            return end
        if is_repaired:
            self.open.is_true = False
        following, end = plain_values(self.text, end, end + _WINDOW)
        self._count(end, len(following))
        self._add_values([raw, *following])
        return end

    def _add_values(self, raws: list[str]) -> None:
        self.open.add(raws, self.columns, self.rows, self.games[-1].doubtful)

    def _end_node(self, offset: int) -> None:
        self.open.close(offset)
        self.is_after_bracket = False
