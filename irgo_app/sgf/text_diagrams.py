"""Diagrams drawn with letters, read as games: what people post, print in mail, and copy about.

Known are those of Sensei's Library (`$$`), GNU Go, GoGui, sgfmill, irgo itself, rec.games.go, and
drawings with Unicode's stones and lines. A diagram becomes a board set up; numbered stones become
the moves they are; marks and letters become markup. What cannot be read is left out and told.

Sources: Sensei's Library, "How Diagrams Work"; the boards that GNU Go's, GoGui's and sgfmill's own
commands print; the customs of rec.games.go.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from irgo_app.go.coordinates import column_name
from irgo_app.go.point import BLACK, EMPTY, LARGEST_SIZE, LETTER_OF_COLOUR, WHITE, Colour, Point
from irgo_app.sgf.edits import new_game
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.tree_builder import DiagnosticLog
from irgo_app.sgf.values import kept, raw_of_compose, raw_of_move, raw_of_text
from irgo_app.words import message

_LONGEST_TEXT: Final = 1_000_000
_LONGEST_LINE: Final = 300
_MOST_LINES: Final = 20_000
_MOST_DIAGRAMS: Final = 100
_USUAL: Final = 19
_NEAR, _FAR = 4, 1_000
"""So many lines below a diagram may say whose turn it is."""
_LEAST: Final = 2

_BLACK: Final = "X●⚫⬤"
_WHITE: Final = "O○⚪◯◎"
_JOINTS: Final = "┌┬┐├┼┤└┴┘┏┯┓┠┨┗┷┛╔╤╗╟╢╚╧╝╋╂┿"
_BARE: Final = ".,+*_·∙•・･:＋" + _JOINTS
_TOP, _BOTTOM = "┌┬┐┏┯┓╔╤╗", "└┴┘┗┷┛╚╧╝"
_LEFT, _RIGHT = "┌├└┏┠┗╔╟╚", "┐┤┘┓┨┛╗╢╝"
_WALLS: Final = "|│┃║"
_JOINS: Final = re.compile("[-─━═╌┄]++")
_BORDER: Final = re.compile(r"[\s|│┃║+\-=_*'`.,┌┐└┘┏┓┗┛╔╗╚╝╭╮╰╯─━═]*+")
_RULE: Final = re.compile(r"[-=_─━═]{3,}+|" + kept("[-─━═] ", "{3,}"))
_BETWEEN: Final = re.compile(r"[\s|│┃║]++")
_SENSEI_HEAD: Final = re.compile(r"\$\$([BW]?)(c?)(\d{0,2})(?:m(\d{1,4}))?(?:\s++(.*+))?")
_SENSEI: Final = {
    "X": (BLACK, ""), "O": (WHITE, ""), "B": (BLACK, "CR"), "W": (WHITE, "CR"),
    "#": (BLACK, "SQ"), "@": (WHITE, "SQ"), "Y": (BLACK, "TR"), "Q": (WHITE, "TR"),
    "Z": (BLACK, "MA"), "P": (WHITE, "MA"), "C": (EMPTY, "CR"), "S": (EMPTY, "SQ"),
    "T": (EMPTY, "TR"), "M": (EMPTY, "MA")}
_CIRCLED: Final = {chr(first + offset): number + offset for first, number, count in (
    (0x2460, 1, 20), (0x3251, 21, 15), (0x32b1, 36, 15), (0x2776, 1, 10), (0x24eb, 11, 10),
    (0x24f5, 1, 10)) for offset in range(count)}
"""Numbers in circles, ① and ❶ and on."""
_TURN: Final = re.compile(
    r"\b(black|white|b|w)(?: \([^)]{1,3}\))?(?: is)? (?:to (?:play|move)|first|plays|moves)\b",
    re.IGNORECASE)
_COLUMN_NAMES: Final = (
    tuple(map(column_name, range(LARGEST_SIZE))), tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
"""Without the letter I, as nearly all have them, and with it."""
_NUMBER: Final = re.compile(r"[1-9]\d{0,2}")
_LAST: Final = re.compile(r"[(\[](\S)[)\]]")
_PLAYED_LATELY: Final = re.compile(r"(?<= [XO])[1-9](?=[ .XO]|$)")
"""So KataGo marks the last moves, where points stand apart."""
_QUOTE: Final = re.compile(kept(r"[ \t]*+>", "+") + " ?")
_ROW_NUMBER: Final = re.compile(r"\s*+(\d{1,2})(?=[\s|│┃║(\[])")
_ROW_NUMBER_BEHIND: Final = re.compile(r"(?<=[\s|│┃║)\]])\d{1,2}(?:\s.*+)?$")


class _Row(Struct):
    """One row of points; number -- as written beside it, 0 if none is; last -- the marked one."""

    cells: list[str]
    offset: int
    number: int = 0
    last: int = -1
    has_left: bool = False
    has_right: bool = False


class _Block(Struct):
    """The rows of one diagram and what is written round them.

    first_column -- by the letters above or below, -1 without any
    size, first, counts_from, title -- as the first line of one of Sensei's says
    """

    rows: list[_Row] = field(default_factory=list)
    has_top: bool = False
    has_bottom: bool = False
    first_column: int = -1
    is_sensei: bool = False
    size: int = 0
    first: Colour = EMPTY
    counts_from: int = 1
    title: str = ""

    @property
    def edges(self) -> tuple[bool, bool, bool, bool]:
        """Return whether the edge of the board is drawn on the left, the top, the right, below."""
        first, last = self.rows[0].cells, self.rows[-1].cells
        return (any(row.has_left or row.cells[0] in _LEFT for row in self.rows),
                self.has_top or any(cell in _TOP for cell in first),
                any(row.has_right or row.cells[-1] in _RIGHT for row in self.rows),
                self.has_bottom or any(cell in _BOTTOM for cell in last))

    @property
    def is_board(self) -> bool:
        """Return whether it is a diagram and no other text of short words."""
        cells = [cell for row in self.rows for cell in row.cells]
        drawn = sum(_is_point(cell) and not cell.isdecimal() for cell in cells)
        is_marked = self.has_top or self.has_bottom or self.first_column >= 0 or self.is_sensei \
            or sum(cell in _BARE for cell in cells) >= _LEAST
        return len(self.rows) >= _LEAST and len(self.rows[0].cells) >= _LEAST \
            and 4 * drawn >= len(cells) and is_marked


def read_text_diagrams(text: str, log: DiagnosticLog) -> list[GameTree]:
    """Return the diagrams of a text as games, none if it holds none."""
    if len(text) > _LONGEST_TEXT or "\0" in text:
        return []
    found = list[GameTree]()
    for block in _blocks(text):
        if len(found) == _MOST_DIAGRAMS:
            log.leave_out(block.rows[0].offset, message(
                "Only the first {most} diagrams of the text were read.", most=_MOST_DIAGRAMS))
            break
        tree = _tree_of(block, log)
        if tree is not None:
            found.append(tree)
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    offset = 0
    for line in text.splitlines(keepends=True)[:_MOST_LINES]:
        bare = line.rstrip().replace("\ufe0f", "").replace("\ufe0e", "").replace("\u3000", " ")
        quote = _QUOTE.match(bare)
        yield offset, "" if len(bare) > _LONGEST_LINE else bare[quote.end():] if quote else bare
        offset += len(line)


def _blocks(text: str) -> list[_Block]:
    found, block, since, turn = list[_Block](), _Block(), _FAR, EMPTY
    for offset, line in _lines(text):
        is_sensei = line.lstrip().startswith("$$")
        since += 1
        said = _TURN.search(line)
        if said and not is_sensei:
            turn = BLACK if said[1][0] in "Bb" else WHITE
            if since <= _NEAR and not found[-1].first:
                found[-1].first, turn = turn, EMPTY
        head = _SENSEI_HEAD.fullmatch(line.strip()) if is_sensei else None
        is_head = head is not None and not _is_drawn(head)
        row = None if is_head else _row_of(
            line.lstrip()[2:] if is_sensei else line, offset, is_sensei=is_sensei)
        if not is_head and _takes(block, line.lstrip()[2:] if is_sensei else line, row):
            block.is_sensei = block.is_sensei or is_sensei
            continue
        if block.is_board:
            if not block.first:
                block.first, turn = turn, EMPTY
            found.append(block)
            since = 0
        if head is not None and is_head:
            block, turn = _headed(head), EMPTY
        elif line.strip() or block.rows:
            block = _Block([] if row is None else [row], is_sensei=is_sensei, first=turn)
            turn = EMPTY if block.rows else turn
    return [*found, block] if block.is_board else found


def _takes(block: _Block, line: str, row: _Row | None) -> bool:
    if _BORDER.fullmatch(line) and _RULE.search(line):
        if block.rows:
            block.has_bottom = True
        else:
            block.has_top = True
        return True
    column = _header(line)
    if column is not None:
        block.first_column = column
        return True
    if block.rows and line.strip() and _BETWEEN.fullmatch(line):
        return True  # What joins two rows of a drawn grid.
    if row is None or block.has_bottom or (
            block.rows and len(block.rows[0].cells) != len(row.cells)):
        return False
    block.rows.append(row)
    return True


def _is_drawn(head: re.Match[str]) -> bool:
    """Return whether a line of Sensei's is one of the board, and not the first one."""
    rest = head[5] or ""
    if head[1] or head[2] or head[3] or head[4] or not rest:
        return False
    return rest[0] in _WALLS + "-+" or _row_of(rest, 0, is_sensei=True) is not None


def _headed(head: re.Match[str]) -> _Block:
    first = {"B": BLACK, "W": WHITE}.get(head[1], EMPTY)
    return _Block(is_sensei=True, size=int(head[3] or 0), first=first,
                  counts_from=max(1, int(head[4] or 1)), title=(head[5] or "").strip())


def _header(line: str) -> int | None:
    """Return the first column of a line of column letters, None if it is none."""
    words = line.upper().split()
    if len(words) == 1 and len(words[0]) > _LEAST:
        words = list(words[0])
    if len(words) < _LEAST:
        return None
    for letters in _COLUMN_NAMES:
        if words[0] in letters:
            start = letters.index(words[0])
            if tuple(words) == letters[start:start + len(words)]:
                return start
    return None


def _row_of(line: str, offset: int, *, is_sensei: bool) -> _Row | None:
    """Return the row of a line, None if it is none."""
    number = 0
    found = None if is_sensei else _ROW_NUMBER.match(line)
    if found and int(found[1]) and (
            rest := _points_of(_ROW_NUMBER_BEHIND.sub("", line[found.end():]), offset)):
        number = int(found[1])
        rest.number = number
        return rest
    return _points_of(line, offset)


def _points_of(text: str, offset: int) -> _Row | None:
    bare = text.strip()
    row = _Row([], offset, has_left=bare[:1] in tuple(_WALLS), has_right=bare[-1:] in tuple(_WALLS))
    bare = bare.strip(_WALLS + " ")
    marked = _LAST.search(bare)
    if marked:
        row.last = len(_words(bare[:marked.start()])) if " " in bare[:marked.start()].strip() \
            or marked.start() < _LEAST else -1
        bare = re.sub(r"[()\[\]]", " ", bare)
    cells = _words(bare)
    if not cells or not all(map(_is_cell, cells)) or 2 * sum(map(_is_point, cells)) < len(cells):
        return None
    row.cells = cells
    return row


def _words(bare: str) -> list[str]:
    """Return the points of a line, which stand apart or next to each other."""
    if any(joint in bare for joint in _JOINTS) or "─" in bare:
        bare = _JOINS.sub(" ", bare)
    words = _PLAYED_LATELY.sub(" ", bare).split()
    if len(words) > 1 and all(len(word) == 1 or _NUMBER.fullmatch(word) for word in words):
        return words
    return list("".join(bare.split()))


def _is_point(cell: str) -> bool:
    """Return whether a cell is a stone or a bare point, and no letter of a sentence."""
    return cell in _BARE or cell in "XOxo#@BW" or cell in _BLACK + _WHITE or not cell.isalpha()


def _is_cell(cell: str) -> bool:
    return (cell in _BARE or cell in _BLACK or cell in _WHITE or cell in "#@0?" or cell in _CIRCLED
            or (len(cell) == 1 and cell.isascii() and cell.isalnum())
            or bool(_NUMBER.fullmatch(cell)))


def _tree_of(block: _Block, log: DiagnosticLog) -> GameTree | None:
    """Return a diagram as a game, None if no board is so large."""
    columns, left = _width(block)
    rows, top = _height(block, columns)
    if not (_LEAST <= columns <= LARGEST_SIZE and _LEAST <= rows <= LARGEST_SIZE):
        log.add(block.rows[0].offset, "A diagram of no board that irgo knows was left out.")
        return None
    meanings = _meanings(block)
    lists = dict[str, list[str]]()
    numbered = dict[int, Point]()
    for down, row in enumerate(block.rows):
        for across, cell in enumerate(row.cells):
            point = (top + down) * columns + left + across
            name = raw_of_move(point, columns)
            number = _move_number(cell, is_sensei=block.is_sensei)
            if cell in meanings:
                colour, mark = meanings[cell]
                for wanted in (f"A{LETTER_OF_COLOUR[colour]}" if colour else "", mark):
                    if wanted:
                        lists.setdefault(wanted, []).append(name)
                if across == row.last:
                    lists.setdefault("CR", []).append(name)
            elif number:
                numbered.setdefault(number + block.counts_from - 1, point)
            elif cell.isalpha():
                lists.setdefault("LB", []).append(raw_of_compose(name, raw_of_text(cell)))
    if block.first:
        lists["PL"] = [LETTER_OF_COLOUR[block.first]]
    if block.title:
        lists["C"] = [raw_of_text(block.title)]
    tree = new_game(columns, rows, lists)
    node, colour, before = tree.root, block.first or BLACK, 0
    for number in sorted(numbered):
        side = colour if (number - block.counts_from) % 2 == 0 else -colour
        following = tree.new_node({LETTER_OF_COLOUR[side]: [
            raw_of_move(numbered[number], columns)]} | (
                {} if number == before + 1 else {"MN": [str(number)]}))
        tree.attach(following, node)
        node, before = following, number
    return tree


def _meanings(block: _Block) -> dict[str, tuple[Colour, str]]:
    """Return what the letters of stones stand for in a diagram: colour and mark."""
    if block.is_sensei:
        return dict(_SENSEI)
    there = {cell for row in block.rows for cell in row.cells}
    found = dict.fromkeys(_BLACK, (BLACK, "")) | dict.fromkeys(_WHITE, (WHITE, ""))
    has_x = "X" in there
    found["#"] = BLACK, "SQ" if has_x else ""
    found["@"] = (WHITE, "SQ") if has_x or "#" in there else (BLACK, "")
    if "O" not in there and there & {"X", "x", "#", "@"}:
        found["o"] = WHITE, ""
        found["0"] = WHITE, ""
    if not has_x and there & {"O", "o"} and "#" not in there:
        found["x"] = BLACK, ""
    if not there & {"X", "O", "x", "o", "#", "@", *_BLACK, *_WHITE} and {"B", "W"} & there:
        found["B"], found["W"] = (BLACK, ""), (WHITE, "")
    return found


def _move_number(cell: str, *, is_sensei: bool) -> int:
    """Return the number of a numbered stone, 0 for anything else."""
    if cell == "0" and is_sensei:
        return 10
    return int(cell) if _NUMBER.fullmatch(cell) else _CIRCLED.get(cell, 0)


def _width(block: _Block) -> tuple[int, int]:
    """Return how many columns the board has, and the first that is drawn."""
    width, (left, _, right, _) = len(block.rows[0].cells), block.edges
    numbers = [row.number for row in block.rows]
    if block.first_column >= 0:
        is_whole = block.first_column == 0 and (right or numbers[-1] == 1 or not any(numbers))
        end = block.first_column + width
        size = end if is_whole or right else max(end, numbers[0], block.size or _USUAL)
        return size, block.first_column
    return _stretched(width, left, right, not any(block.edges), block.size)


def _height(block: _Block, columns: int) -> tuple[int, int]:
    """Return how many rows the board has, and the first that is drawn."""
    height, number = len(block.rows), block.rows[0].number
    _, top, _, bottom = block.edges
    is_counted = number >= height and block.rows[-1].number == number - height + 1
    if is_counted:
        is_whole = top or number == height or number >= columns
        size = number if is_whole else max(number, block.size or _USUAL)
        return size, size - number
    return _stretched(height, top, bottom, not any(block.edges), block.size or (
        columns if columns >= height else 0))


def _stretched(
    length: int, has_start: bool, has_end: bool, is_whole: bool, size: int
) -> tuple[int, int]:
    """Return how long a side of the board is, and where what is drawn of it begins."""
    if (has_start and has_end) or is_whole:
        return length, 0
    whole = max(length, size or _USUAL)
    return whole, 0 if has_start else whole - length if has_end else (whole - length) // 2
