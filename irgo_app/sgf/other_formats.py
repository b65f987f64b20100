"""Records of Asian servers, read as if they were SGF: GIB (Tygem), NGF (WBaduk), UGF (PandaNet).

None of them has an official description; what is known of them is what programs that read them
agree on (among them Sabaki and xyz2sgf, and A. E. Brouwer's page on UGF). All hold one game,
without variations. What cannot be read is left out and told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.go.handicap import fixed_handicap
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.sgf.diagnostic import DiagnosticLog
from irgo_app.sgf.edit_actions import new_game
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.values import raw_of_move, raw_of_text

_LARGEST: Final = 25
_COLOURS: Final = {"B": BLACK, "W": WHITE}
_GIB_FIELD: Final = re.compile(r"\\\[([A-Z]+)=(.*?)\\\]", re.DOTALL)
_GIB_RANKED: Final = re.compile(r"(.*?)\s*\(([^()]*)\)\s*")
_GIB_ENDS: Final = {"3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}
_GIB_SCORES: Final = {"0": "B", "1": "W"}
_NGF_MOVE: Final = re.compile(r"\s*PM..([BW])([A-Z])([A-Z])", re.MULTILINE)
_NGF_SCORE: Final = re.compile(r"\d+(?:\.\d+)?")
_UGF_SECTION: Final = re.compile(r"\s*\[(\w+)\]\s*")


def read_other_format(text: str, log: DiagnosticLog) -> tuple[str, GameTree] | None:
    """Return the format's name and the game of a GIB, NGF or UGF text, None if it is neither."""
    start = text.lstrip("\ufeff \t\r\n")[:200]
    if start.startswith(("\\HS", "\\[GAME")):
        return "GIB", _read_gib(text, log)
    if start.upper().startswith("[HEADER]"):
        return "UGF", _read_ugf(text, log)
    if not start.startswith(("(", ";")) and _NGF_MOVE.search(text):
        return "NGF", _read_ngf(text, log)
    return None


class _Record:
    """Collects what a file says about the game, then its moves."""

    def __init__(self, log: DiagnosticLog) -> None:
        self.log = log
        self.info: dict[str, str] = {}
        self.stones: list[Point] = []
        self.moves: list[tuple[Colour, Point]] = []
        self.size = 19

    def tell(self, text: str, offset: int = 0) -> None:
        """Note what was left out."""
        self.log.add(offset, text)

    def play(self, colour: Colour, column: int, row: int, offset: int) -> None:
        """Add a move by column and row from the upper left, 0 the first."""
        if 0 <= column < self.size and 0 <= row < self.size:
            self.moves.append((colour, row * self.size + column))
        else:
            self.tell("A move that is not on the board was read as a pass.", offset)
            self.moves.append((colour, PASS))

    def take_size(self, raw: str) -> None:
        """Take the size of the board."""
        size = _whole(raw)
        if size is None or not 2 <= size <= _LARGEST:
            self.tell("The board's size cannot be read; 19x19 was taken.")
        else:
            self.size = size

    def take_handicap(self, count: int | None) -> None:
        """Take a number of handicap stones, put where servers put them."""
        if count is None or count < 2:
            return
        self.info["HA"] = str(count)
        try:
            self.stones = list(fixed_handicap(count, self.size, self.size))
        except UsageError:
            self.tell(f"Where {count} handicap stones stand is not known; set them up yourself.")

    def tree(self) -> GameTree:
        """Return what was collected as a game tree."""
        letters = {name: [raw_of_text(text)] for name, text in self.info.items() if text}
        if self.stones:
            letters["AB"] = [raw_of_move(point, self.size) for point in self.stones]
        tree = new_game(self.size, self.size, letters)
        node = tree.root
        for colour, point in self.moves:
            following = tree.new_node({LETTER_OF_COLOUR[colour]: [raw_of_move(point, self.size)]})
            tree.attach(following, node)
            node = following
        return tree


def _read_gib(text: str, log: DiagnosticLog) -> GameTree:
    """Read Tygem's format: `\\[KEY=value\\]` fields, then INI, STO (stone) and SKI (pass) lines."""
    record = _Record(log)
    fields = {name: value.strip() for name, value in _GIB_FIELD.findall(text)}
    for name, player, rank in (("GAMEBLACKNAME", "PB", "BR"), ("GAMEWHITENAME", "PW", "WR")):
        ranked = _GIB_RANKED.fullmatch(fields.get(name, ""))
        record.info[player] = ranked.group(1) if ranked else fields.get(name, "")
        record.info[rank] = ranked.group(2) if ranked else ""
    record.info["PC"] = fields.get("GAMEPLACE", "")
    record.info["EV"] = fields.get("GAMENAME", "")
    record.info["DT"] = "-".join(
        f"{int(part):02}" for part in re.findall(r"\d+", fields.get("GAMEDATE", ""))[:3])
    tag, main = fields.get("GAMETAG", ""), fields.get("GAMEINFOMAIN", "")
    komi = re.search(r"\bGONGJE:(\d+)", main) or re.search(r",G(\d+)", tag)
    if komi:
        record.info["KM"] = f"{int(komi.group(1)) / 10:g}"
    record.info["RE"] = _gib_result(main, tag)
    for offset, line in _lines(text):
        words = line.split()
        if words[:1] == ["INI"] and len(words) > 3:
            record.take_handicap(_whole(words[3]))
        elif words[:1] == ["STO"] and len(words) > 5:
            column, row = _whole(words[4]), _whole(words[5])
            if column is None or row is None:
                record.tell("A line that is no move was left out.", offset)
                continue
            record.play(BLACK if words[3] == "1" else WHITE, column, row, offset)
        elif words[:1] == ["SKI"]:
            colour = -record.moves[-1][0] if record.moves else BLACK
            record.moves.append((colour, PASS))
    return record.tree()


def _gib_result(main: str, tag: str) -> str:
    """Return the result: a kind, and for games that were counted ten times the score."""
    kind = re.search(r"\bGRLT:(\d+)", main) or re.search(r",W(\d+)", tag)
    score = re.search(r"\bZIPSU:(\d+)", main) or re.search(r",Z(\d+)", tag)
    if not kind:
        return ""
    winner = _GIB_SCORES.get(kind.group(1))
    if winner and score and int(score.group(1)):
        return f"{winner}+{int(score.group(1)) / 10:g}"
    return _GIB_ENDS.get(kind.group(1), "")


def _read_ngf(text: str, log: DiagnosticLog) -> GameTree:
    """Read WBaduk's format: a dozen lines in a fixed order, then lines such as `PMABBQDQD`.

    The letters of a move count from B; A, as in `AA`, is off the board: a pass.
    """
    record = _Record(log)
    lines = [line.strip() for line in text.splitlines()]
    head = lines + [""] * (12 - len(lines))
    record.info["GN"] = head[0]
    record.take_size(head[1])
    for line, player, rank in ((head[2], "PW", "WR"), (head[3], "PB", "BR")):
        words = line.split()
        record.info[player] = " ".join(words[:-1]) if len(words) > 1 else line
        record.info[rank] = words[-1].replace("DP", "p").lower() if len(words) > 1 else ""
    record.take_handicap(_whole(head[5]))
    komi = _whole(head[7].split(".")[0])
    if komi is not None:
        has_half = not record.stones and komi
        record.info["KM"] = head[7] if "." in head[7] else f"{komi}.5" if has_half else str(komi)
    if re.match(r"\d{8}", head[8]):
        record.info["DT"] = f"{head[8][:4]}-{head[8][4:6]}-{head[8][6:8]}"
    record.info["RE"] = _ngf_result(head[10])
    for match in _NGF_MOVE.finditer(text):
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


def _read_ugf(text: str, log: DiagnosticLog) -> GameTree:
    """Read PandaNet's format: sections as in an INI file; moves such as `QD,B1,1,5`.

    The first letter is the column from the left, the second the row, from the top, or from the
    bottom where the header says `CoordinateType=IGS`. What is off the board (`YA`) is a pass.
    """
    record = _Record(log)
    section, header = "", dict[str, str]()
    for offset, line in _lines(text):
        opened = _UGF_SECTION.fullmatch(line)
        if opened:
            if section == "HEADER":
                _take_ugf_header(header, record)
            section = opened.group(1).upper()
        elif section == "HEADER" and "=" in line:
            name, _, value = line.partition("=")
            header[name.strip().upper()] = value.strip()
        elif section == "DATA":
            _take_ugf_move(line.upper().split(","), header, record, offset)
    return record.tree()


def _take_ugf_header(header: dict[str, str], record: _Record) -> None:
    for name, player, rank in (("PLAYERB", "PB", "BR"), ("PLAYERW", "PW", "WR")):
        parts = header.get(name, "").split(",")
        record.info[player] = parts[0].strip()
        record.info[rank] = parts[1].strip() if len(parts) > 1 else ""
    record.take_size(header.get("SIZE", "19"))
    stones, _, komi = header.get("HDCP", "").partition(",")
    if (_whole(stones) or 0) >= 2:
        record.info["HA"] = stones.strip()
    record.info["KM"] = komi.split(",")[0].strip()
    record.info["RU"] = header.get("RULE", header.get("RULES", ""))
    record.info["GN"] = header.get("TITLE", "").strip(",")
    record.info["PC"] = header.get("PLACE", "")
    record.info["DT"] = header.get("DATE", "").split(",")[0].replace("/", "-")
    record.info["CP"] = header.get("COPYRIGHT", "")
    winner, _, how = header.get("WINNER", "").upper().partition(",")
    if winner in _COLOURS:
        # C is for chudan, the middle of the game: the other side resigned.
        record.info["RE"] = f"{winner}+{'R' if how.strip() == 'C' else how.strip()}"


def _take_ugf_move(
    parts: list[str], header: dict[str, str], record: _Record, offset: int
) -> None:
    place = parts[0].strip()
    colour = _COLOURS.get(parts[1].strip()[:1]) if len(parts) > 1 else None
    if len(place) != 2 or colour is None:
        record.tell("A line that is no move was left out.", offset)
        return
    column, row = ord(place[0]) - ord("A"), ord(place[1]) - ord("A")
    if header.get("COORDINATETYPE", "").upper() == "IGS":
        row = record.size - 1 - row
    if not (0 <= column < record.size and 0 <= row < record.size):
        record.moves.append((colour, PASS))
    elif len(parts) > 2 and parts[2].strip() == "0" and colour == BLACK and not record.moves:
        record.stones.append(row * record.size + column)
    else:
        record.play(colour, column, row, offset)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that hold something, with their offsets."""
    for match in re.finditer(r"[^\r\n]*\S[^\r\n]*", text):
        yield match.start(), match.group().strip()


def _whole(raw: str) -> int | None:
    return int(raw) if re.fullmatch(r"\s*\d{1,3}\s*", raw) else None
