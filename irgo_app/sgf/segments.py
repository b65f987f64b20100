"""The pieces of a collection whose games are of several charsets, each read in its own.

Brackets are found in the bytes, by the form of each game's charset: in Shift_JIS, GB18030, Big5 and
EUC-KR's superset the second byte of a letter may look like a bracket or a backslash. So a game ends
where its own brackets end, and no letter of one reaches into the next.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from irgo_app.sgf.charsets import CANDIDATES, COMMON, WRONG, ranked
from irgo_app.sgf.strict_text import (CA, Decoded, Piece, charset_of_label, loosely, mostly_utf8,
                                      percent, strictly)
from irgo_app.sgf.values import kept
from irgo_app.words import message

_GAME: Final = re.compile(rb"\(\s*+;")
_ROOT: Final = re.compile(rb"\(\s*+;\s*+(?:GM|FF)\s*+\[")
_BEHIND_VALUE: Final = rb"(?=\s*+(?:[\[();]|[A-Za-z][A-Za-z0-9]*+\s*+[\[;()]|\Z))"
_GOES_ON: Final = re.compile(_BEHIND_VALUE)
_LETTER: Final = re.compile("[^\x00-\x7f]")
_SJIS: Final = rb"[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]"
_PAIRS: Final = rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]"


class _Brackets(Struct, frozen=True):
    """How brackets are found in a charset.

    run -- everything up to the next round bracket or doubtful value; text -- of a value, up to `]`
    """

    run: re.Pattern[bytes]
    text: re.Pattern[bytes]


def _brackets(letters: bytes, others: bytes) -> _Brackets:
    """Return how brackets are found.

    letters -- a pattern of letters of two bytes, none if empty; others -- bytes that none begins
    """
    pairs = letters + rb"|" if letters else b""
    text = kept((pairs + rb"[^\]\\" + others + rb"]|\\.|[" + (others or b"\\x00") + rb"]").decode(
        "latin-1"), "*").encode("latin-1")
    run = kept((rb"[^()\[]|\[" + text + rb"\]" + _BEHIND_VALUE).decode("latin-1"), "*")
    return _Brackets(re.compile(run.encode("latin-1"), re.DOTALL), re.compile(text, re.DOTALL))


_PLAIN: Final = _brackets(b"", b"")
_OF_CHARSET: Final = {
    "cp932": _brackets(_SJIS, rb"\x81-\x9f\xe0-\xfc"),
    **dict.fromkeys(("gb18030", "big5", "cp949", "big5hkscs", "cp950", "johab"),
                    _brackets(_PAIRS, rb"\x81-\xfe")),
}
_MOST_TRIES: Final = 64
_MOST_SCANS: Final = 6
"""A file is gone over so many times at most."""
_LONGEST_ROOT: Final = 1 << 14
_LOOKED_AT: Final = 1 << 16
"""So many bytes of a game are looked at to guess its charset."""
_SAMPLE: Final = 12_000
_MOST_RANKED: Final = 64
_MOSTLY_COMMON: Final = 0.75
_SURE: Final = 1000.0
"""A game has a charset of its own, not that of the others, if it is so many times likelier."""
_LEAST_CHANCE: Final = 1e-6
_ROUGHLY_ALL: Final = 1 << 20


class _Scan:
    """Goes over a file's bytes, game by game; `left` -- how much may still be gone over."""

    def __init__(self, data: bytes, tell: Callable[[int], None]) -> None:
        self.data, self.tell = data, tell
        self.left = _MOST_SCANS * len(data) + _ROUGHLY_ALL

    def end_of_game(self, start: int, brackets: _Brackets) -> int:
        """Return the offset behind the game that begins at an offset."""
        data, place, depth = self.data, start, 0
        end = len(data)
        while place < len(data):
            place = self._match_end(brackets.run, place)
            if place >= len(data):
                break
            sign = data[place]
            if sign == ord("["):
                place = self._end_of_doubtful(place, brackets)
                continue
            if sign == ord("("):
                if depth and _ROOT.match(data, place):
                    end = place  # The game was not closed.
                    break
                depth += 1
            else:
                depth -= 1
                if depth <= 0:
                    end = place + 1
                    break
            place += 1
        self.left -= end - start
        self.tell(end)
        return end

    def _match_end(self, pattern: re.Pattern[bytes], place: int) -> int:
        found = pattern.match(self.data, place)
        return place if found is None else found.end()

    def _end_of_doubtful(self, begin: int, brackets: _Brackets) -> int:
        """Return the offset behind a value with a `]` behind which nothing could follow."""
        data, first, place = self.data, -1, begin + 1
        for _ in range(_MOST_TRIES):
            place = self._match_end(brackets.text, place) + 1
            if place > len(data):
                break
            first = place if first < 0 else first
            if _GOES_ON.match(data, place):
                return place
        return first if first >= 0 else len(data)


class _Game(Struct):
    """A game's bytes, and the charset they are read in.

    certainty -- None where nothing was guessed; chances -- of other charsets
    """

    start: int
    end: int
    encoding: str
    certainty: float | None = None
    chances: dict[str, float] = {}


def pieces_of(data: bytes, start: int, tell: Callable[[int], None]) -> Decoded | None:
    """Return the text of a collection whose games are of several charsets, None of any other.

    start -- where the text begins; tell -- called now and then with the offset reached
    """
    first = _GAME.search(data, start)
    if first is None or _GAME.search(data, first.end()) is None:
        return None
    scan = _Scan(data, tell)
    games = list(_games(scan, first.start()))
    if scan.left < 0:
        return None
    _agree(data, games)
    named = dict.fromkeys(game.encoding for game in games
                          if not data[game.start:game.end].isascii())
    if len(named) < 2:
        return None
    texts, pieces, length, place = list[str](), list[Piece](), 0, start
    for game in games:
        for begin, end, encoding, certainty in (
            (place, game.start, "cp1252", None),
            (game.start, game.end, game.encoding, game.certainty),
        ):
            text = loosely(data[begin:end], encoding, lambda offset: None)
            remark = None if certainty is None else str(message(
                "The game names no charset that fits; it was read as {charset} ({percent} % sure).",
                charset=encoding, percent=percent(certainty)))
            texts.append(text)
            pieces.append(Piece(begin, end, length, length + len(text), encoding, remark))
            length += len(text)
        place = game.end
        tell(place)
    texts.append(loosely(data[place:], "cp1252", tell))
    guessed = [game.certainty for game in games if game.certainty is not None]
    return Decoded("".join(texts), ", ".join(named), None, min(guessed, default=None),
                   tuple(pieces))


def _games(scan: _Scan, first: int) -> Iterator[_Game]:
    """Yield the games of a file, each in the charset it names, or else in that it seems to have."""
    data, sample, guesses, shared = scan.data, bytearray(), 0, ""
    begin: int | None = first
    while begin is not None and scan.left >= 0:
        label = _label(data, begin)
        game = _in_shared(scan, begin, shared) if label is None else None
        if game is None:
            game = _in_own(scan, begin, label)
        if game is None:
            end = scan.end_of_game(begin, _PLAIN)
            part = data[begin:min(end, begin + _LOOKED_AT)]
            guesses += 1
            if len(sample) < _SAMPLE:
                sample += part
            # After one, two, four ... games: names are short.
            if guesses & (guesses - 1) == 0 and guesses <= _MOST_RANKED:
                shared = ranked(bytes(sample), scan.tell)[0].name
            game = _in_shared(scan, begin, shared) or _guessed(scan, begin, part)
        yield game
        following = _GAME.search(data, game.end)
        begin = None if following is None else following.start()


def _label(data: bytes, start: int) -> str | None:
    """Return the charset that the root at an offset names."""
    variation = _GAME.search(data, start + 1, start + _LONGEST_ROOT)
    end = variation.start() if variation else start + _LONGEST_ROOT
    found = CA.search(data, start, end)
    return None if found is None else charset_of_label(found[1])


def _in(scan: _Scan, start: int, encoding: str) -> _Game | None:
    """Return the game at an offset read in a charset, None where it cannot be."""
    end = scan.end_of_game(start, _OF_CHARSET.get(encoding, _PLAIN))
    text = strictly(scan.data[start:end], encoding, _quiet, WRONG)
    return None if text is None else _Game(start, end, encoding)


def _in_own(scan: _Scan, start: int, label: str | None) -> _Game | None:
    """Return the game at an offset in UTF-8 or in the charset it names, None where neither fits."""
    end = scan.end_of_game(start, _PLAIN)
    data = scan.data[start:end]
    if strictly(data, "utf-8", _quiet) is not None:
        return _Game(start, end, "utf-8")
    named = None if label is None else _in(scan, start, label)
    if named is None and mostly_utf8(data, _quiet) is not None:
        return _Game(start, end, "utf-8")
    return named


def _in_shared(scan: _Scan, start: int, shared: str) -> _Game | None:
    """Return the game at an offset in the charset of others, None if it seems to have another."""
    if shared not in COMMON:
        return None
    game = _in(scan, start, shared)
    if game is None:
        return None
    data = scan.data[start:game.end]
    if data.isascii():
        return _Game(start, game.end, "utf-8")
    if not _is_common(data[:_LOOKED_AT], shared):
        return None
    game.certainty, game.chances = 1.0, {shared: 1.0}
    return game


def _guessed(scan: _Scan, start: int, part: bytes) -> _Game:
    """Return the game at an offset in the charset it seems to have; part -- of its bytes."""
    guesses = ranked(part, scan.tell)
    chances = {guess.name: guess.certainty for guess in guesses}
    for guess in guesses:
        game = _in(scan, start, guess.name)
        if game is not None:
            game.certainty, game.chances = guess.certainty, chances
            return game
    name = guesses[0].name
    end = scan.end_of_game(start, _OF_CHARSET.get(name, _PLAIN))
    return _Game(start, end, name, guesses[0].certainty)


def _is_common(part: bytes, encoding: str) -> bool:
    """Return whether nearly all letters of a game are common ones of a charset's language."""
    letters = _LETTER.findall(part.decode(encoding, "replace"))
    common = COMMON[encoding]
    return sum(letter in common for letter in letters) >= _MOSTLY_COMMON * len(letters)


def _agree(data: bytes, games: list[_Game]) -> None:
    """Let games whose charset is hardly known have that of the other games without a label.

    One file is mostly of one charset, and names are short.
    """
    guessed = [game for game in games if game.certainty is not None]
    votes: dict[str, float] = {}
    for game in guessed:
        for name in CANDIDATES:
            chance = max(game.chances.get(name, 0.0), _LEAST_CHANCE)
            votes[name] = votes.get(name, 0.0) + math.log(chance)
    if not votes:
        return
    shared = max(votes, key=lambda name: votes[name])
    for game in guessed:
        own = game.chances.get(game.encoding, 0.0)
        if game.encoding != shared and own < _SURE * game.chances.get(shared, 0.0):
            text = strictly(data[game.start:game.end], shared, _quiet, WRONG)
            brackets = _OF_CHARSET.get(shared, _PLAIN)
            own_bytes = data[game.start:game.end]
            if text is not None and _Scan(own_bytes, _quiet).end_of_game(
                    0, brackets) == len(own_bytes):
                game.encoding, game.certainty = shared, game.chances[shared]


def _quiet(_offset: int) -> None:
    """Take no notice of how far the reading is."""
