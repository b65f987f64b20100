"""Records of Asian servers, read as if they were SGF: GIB (Tygem), NGF (WBaduk), UGF (PandaNet).

None of them has an official description; what is known of them is what programs that read them
agree on (among them Sabaki and xyz2sgf, and A. E. Brouwer's page on UGF). All hold one game,
without variations. What cannot be read is left out and told.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point, fixed_handicap
from irgo_app.sgf.edits import add_move, new_game
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.tree_builder import DiagnosticLog
from irgo_app.sgf.values import raw_of_move, raw_of_text, size_not_shown
from irgo_app.words import message

_LARGEST: Final = 25
_COLOURS: Final = {"B": BLACK, "W": WHITE}
_MOST_MOVES: Final = 10_000
_TELL_EVERY: Final = 4096
_GIB_NAME: Final = re.compile(r"\\\[([A-Z]++)=")
_GIB_NAMES: Final = frozenset({
    "GAMEBLACKNAME", "GAMEWHITENAME", "GAMEPLACE", "GAMENAME", "GAMEDATE", "GAMETAG",
    "GAMEINFOMAIN"})
_GIB_KOMI: Final = re.compile(r"\bGONGJE:(\d{1,6}+)|,G(\d{1,6}+)")
_GIB_KIND: Final = re.compile(r"\bGRLT:(\d{1,6}+)|,W(\d{1,6}+)")
_GIB_SCORE: Final = re.compile(r"\bZIPSU:(\d{1,6}+)|,Z(\d{1,6}+)")
_DATE_PART: Final = re.compile(r"\d{1,4}+")
_GIB_ENDS: Final[dict[int | None, str]] = {3: "B+R", 4: "W+R", 7: "B+T", 8: "W+T"}
_GIB_SCORES: Final[dict[int | None, str]] = {0: "B", 1: "W"}
_NGF_MOVE: Final = re.compile(r"PM..([BW])([A-Z])([A-Z])")
_NGF_SCORE: Final = re.compile(r"\d{1,4}+(?:\.\d{1,4}+)?")
_UGF_SECTION: Final = re.compile(r"\[(\w++)\]")
_UGF_NAMES: Final = frozenset({
    "PLAYERB", "PLAYERW", "SIZE", "HDCP", "RULE", "RULES", "TITLE", "PLACE", "DATE", "COPYRIGHT",
    "WINNER", "COORDINATETYPE"})
_FIRST_TEXT: Final = re.compile(r"[\ufeff \t\r\n]*+")
_FULL_LINE: Final = re.compile(r"[^\r\n]++")
_LINE: Final = re.compile(r"([^\r\n]*+)(?:\r\n|\r|\n|\Z)")


def read_other_format(
    text: str, log: DiagnosticLog, tell: Callable[[int], None]
) -> tuple[str, GameTree] | None:
    """Return the format's name and the game of a GIB, NGF or UGF text, None if it is neither.

    tell -- called now and then with the offset reached; raises to stop
    Raises NotShownError.
    """
    match = _FIRST_TEXT.match(text)
    start = text[match.end():match.end() + 200] if match else ""
    if start.startswith(("\\HS", "\\[GAME")):
        return "GIB", _read_gib(text, log, tell)
    if start.upper().startswith("[HEADER]"):
        return "UGF", _read_ugf(text, log, tell)
    if not start.startswith(("(", ";")) and _NGF_MOVE.search(text):
        return "NGF", _read_ngf(text, log)
    return None


class NotShownError(Exception):
    """The game was played on a board that irgo cannot show; size -- (columns, rows)."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.size = size


class _Record:
    """Collects what a file says about the game, then its moves."""

    def __init__(self, log: DiagnosticLog) -> None:
        self.log = log
        self.info: dict[str, str] = {}
        self.stones: dict[Point, None] = {}
        self.moves: list[tuple[Colour, Point]] = []
        self.size = 19

    def play(self, colour: Colour, column: int, row: int, offset: int) -> None:
        """Add a move by column and row from the upper left, 0 the first."""
        if 0 <= column < self.size and 0 <= row < self.size:
            self.moves.append((colour, row * self.size + column))
        else:
            self.log.add(offset, "A move that is not on the board was read as a pass.")
            self.moves.append((colour, PASS))

    def is_full(self, offset: int) -> bool:
        """Return whether no game has more moves; says so."""
        if len(self.moves) < _MOST_MOVES:
            return False
        self.log.leave_out(offset, message(
            "The file holds more than {most:,} moves; the rest was left out.", most=_MOST_MOVES))
        return True

    def take_size(self, raw: str) -> None:
        """Take the size of the board."""
        size = _whole(raw)
        if size_not_shown(raw) is not None:
            raise NotShownError((size or 0, size or 0))
        if size is None or not 2 <= size <= _LARGEST:
            self.log.add(0, "The board's size cannot be read; 19x19 was taken.")
        else:
            self.size = size

    def take_handicap(self, count: int | None) -> None:
        """Take a number of handicap stones, put where servers put them."""
        if count is None or count < 2:
            return
        self.info["HA"] = str(count)
        try:
            self.stones = dict.fromkeys(fixed_handicap(count, self.size, self.size))
        except UsageError:
            self.log.add(0, message("Where {stones} handicap stones stand is not known; set them "
                                    "up yourself.", stones=count))

    def tree(self) -> GameTree:
        """Return what was collected as a game tree."""
        letters = {name: [raw_of_text(text)] for name, text in self.info.items() if text}
        if self.stones:
            letters["AB"] = [raw_of_move(point, self.size) for point in self.stones]
        tree = new_game(self.size, self.size, letters)
        node = tree.root
        for move in self.moves:
            node = add_move(node, *move)
        return tree


def _read_gib(text: str, log: DiagnosticLog, tell: Callable[[int], None]) -> GameTree:
    """Read Tygem's format: `\\[KEY=value\\]` fields, then INI, STO (stone) and SKI (pass) lines."""
    record = _Record(log)
    fields = _gib_fields(text)
    for name, player, rank in (("GAMEBLACKNAME", "PB", "BR"), ("GAMEWHITENAME", "PW", "WR")):
        who, bracket, ranked = fields.get(name, "").removesuffix(")").rpartition("(")
        is_ranked = bool(bracket) and fields[name].endswith(")") and ")" not in ranked
        record.info[player] = who.rstrip() if is_ranked else fields.get(name, "")
        record.info[rank] = ranked if is_ranked else ""
    record.info["PC"] = fields.get("GAMEPLACE", "")
    record.info["EV"] = fields.get("GAMENAME", "")
    record.info["DT"] = "-".join(
        f"{int(part.group()):02}"
        for part in islice(_DATE_PART.finditer(fields.get("GAMEDATE", "")), 3))
    tag, main = fields.get("GAMETAG", ""), fields.get("GAMEINFOMAIN", "")
    komi = _gib_number(_GIB_KOMI, main, tag)
    if komi is not None:
        record.info["KM"] = f"{komi / 10:g}"
    record.info["RE"] = _gib_result(main, tag)
    for offset, line in _lines(text, tell):
        if record.is_full(offset):
            break
        words = line.split(None, 6)
        if words[:1] == ["INI"] and len(words) > 3:
            record.take_handicap(_whole(words[3]))
        elif words[:1] == ["STO"] and len(words) > 5:
            column, row = _whole(words[4]), _whole(words[5])
            if column is None or row is None:
                log.add(offset, "A line that is no move was left out.")
                continue
            record.play(BLACK if words[3] == "1" else WHITE, column, row, offset)
        elif words[:1] == ["SKI"]:
            colour = -record.moves[-1][0] if record.moves else BLACK
            record.moves.append((colour, PASS))
    return record.tree()


def _gib_result(main: str, tag: str) -> str:
    """Return the result: a kind, and for games that were counted ten times the score."""
    kind = _gib_number(_GIB_KIND, main, tag)
    score = _gib_number(_GIB_SCORE, main, tag)
    if kind in _GIB_SCORES and score:
        return f"{_GIB_SCORES[kind]}+{score / 10:g}"
    return _GIB_ENDS.get(kind, "")


def _gib_number(pattern: re.Pattern[str], main: str, tag: str) -> int | None:
    """Return a number of the long field, else of the short one, None if neither has it."""
    for text, group in ((main, 1), (tag, 2)):
        for match in pattern.finditer(text):
            if match[group]:
                return int(match[group])
    return None


def _gib_fields(text: str) -> dict[str, str]:
    """Return the `\\[KEY=value\\]` fields; one that is not closed ends the search."""
    fields: dict[str, str] = {}
    offset = 0
    while (start := text.find("\\[", offset)) >= 0:
        name = _GIB_NAME.match(text, start)
        offset = name.end() if name else start + 2
        if name:
            end = text.find("\\]", offset)
            if end < 0:
                break
            if name[1] in _GIB_NAMES:
                fields[name[1]] = text[offset:end].strip()
            offset = end + 2
    return fields


def _read_ngf(text: str, log: DiagnosticLog) -> GameTree:
    """Read WBaduk's format: a dozen lines in a fixed order, then lines such as `PMABBQDQD`.

    The letters of a move count from B; A, as in `AA`, is off the board: a pass.
    """
    record = _Record(log)
    lines = [match[1].strip() for match in islice(_LINE.finditer(text), 12)]
    head = lines + [""] * (12 - len(lines))
    record.info["GN"] = head[0]
    record.take_size(head[1])
    for line, player, rank in ((head[2], "PW", "WR"), (head[3], "PB", "BR")):
        words = line.rsplit(None, 1)
        record.info[player] = words[0] if len(words) > 1 else line
        record.info[rank] = words[1].replace("DP", "p").lower() if len(words) > 1 else ""
    record.take_handicap(_whole(head[5]))
    komi = _whole(head[7].split(".")[0])
    if komi is not None:
        has_half = not record.stones and komi
        record.info["KM"] = head[7] if "." in head[7] else f"{komi}.5" if has_half else str(komi)
    if re.match(r"\d{8}", head[8]):
        record.info["DT"] = f"{head[8][:4]}-{head[8][4:6]}-{head[8][6:8]}"
    record.info["RE"] = _ngf_result(head[10])
    for match in _NGF_MOVE.finditer(text):
        if record.is_full(match.start()):
            break
        column, row = ord(match.group(2)) - ord("B"), ord(match.group(3)) - ord("B")
        if column < 0 and row < 0:
            record.moves.append((_COLOURS[match.group(1)], PASS))
        else:
            record.play(_COLOURS[match.group(1)], column, row, match.start())
    return record.tree()


def _ngf_result(sentence: str) -> str:
    """Return the result of a sentence such as "White wins by resign" or "Black wins by 3.5"."""
    found = sentence.lower()
    white = "white win" in found or "black lose" in found
    black = "black win" in found or "white lose" in found
    if white == black:
        return ""
    score = _NGF_SCORE.search(found)
    how = "R" if "resign" in found else "T" if "time" in found else score.group() if score else ""
    return f"{'W' if white else 'B'}+{how}"


def _read_ugf(text: str, log: DiagnosticLog, tell: Callable[[int], None]) -> GameTree:
    """Read PandaNet's format: sections as in an INI file; moves such as `QD,B1,1,5`.

    The first letter is the column from the left, the second the row, from the top, or from the
    bottom where the header says `CoordinateType=IGS`. What is off the board (`YA`) is a pass.
    """
    record = _Record(log)
    section, header = "", dict[str, str]()
    for offset, line in _lines(text, tell):
        if record.is_full(offset):
            break
        opened = _UGF_SECTION.fullmatch(line)
        if opened:
            if section == "HEADER":
                _take_ugf_header(header, record)
            section = opened.group(1).upper()
        elif section == "HEADER" and "=" in line:
            name, _, value = line.partition("=")
            if name.strip().upper() in _UGF_NAMES:
                header[name.strip().upper()] = value.strip()
        elif section == "DATA":
            _take_ugf_move(line.upper().split(",", 4), header, record, offset)
    return record.tree()


def _take_ugf_header(header: dict[str, str], record: _Record) -> None:
    for name, player, rank in (("PLAYERB", "PB", "BR"), ("PLAYERW", "PW", "WR")):
        parts = header.get(name, "").split(",", 2)
        record.info[player] = parts[0].strip()
        record.info[rank] = parts[1].strip() if len(parts) > 1 else ""
    record.take_size(header.get("SIZE", "19"))
    stones, _, komi = header.get("HDCP", "").partition(",")
    if (_whole(stones) or 0) >= 2:
        record.info["HA"] = stones.strip()
    record.info["KM"] = komi.split(",", 1)[0].strip()
    record.info["RU"] = header.get("RULE", header.get("RULES", ""))
    record.info["GN"] = header.get("TITLE", "").strip(",")
    record.info["PC"] = header.get("PLACE", "")
    record.info["DT"] = header.get("DATE", "").split(",", 1)[0].replace("/", "-")
    record.info["CP"] = header.get("COPYRIGHT", "")
    winner, _, how = header.get("WINNER", "").upper().partition(",")
    if winner in _COLOURS:
        # C is for chudan, the middle of the game: the other side resigned.
        record.info["RE"] = f"{winner}+{'R' if how.strip() == 'C' else how.strip()}"


def _take_ugf_move(parts: list[str], header: dict[str, str], record: _Record, offset: int) -> None:
    place = parts[0].strip()
    colour = _COLOURS.get(parts[1].strip()[:1]) if len(parts) > 1 else None
    if len(place) != 2 or colour is None:
        record.log.add(offset, "A line that is no move was left out.")
        return
    column, row = ord(place[0]) - ord("A"), ord(place[1]) - ord("A")
    if header.get("COORDINATETYPE", "").upper() == "IGS":
        row = record.size - 1 - row
    if not (0 <= column < record.size and 0 <= row < record.size):
        record.moves.append((colour, PASS))
    elif len(parts) > 2 and parts[2].strip() == "0" and colour == BLACK and not record.moves:
        record.stones[row * record.size + column] = None
    else:
        record.play(colour, column, row, offset)


def _lines(text: str, tell: Callable[[int], None]) -> Iterator[tuple[int, str]]:
    for number, match in enumerate(_FULL_LINE.finditer(text)):
        if number and number % _TELL_EVERY == 0:
            tell(match.start())
        line = match.group().strip()
        if line:
            yield match.start(), line


def _whole(raw: str) -> int | None:
    word = raw.strip()
    return int(word) if len(word) <= 3 and word.isdecimal() else None
