"""What was found out about games, kept in irgo's cache: a story told once is there at once again.

Report, window, cards, and printed pages take the same findings. The key is the game (its moves and
boards, komi, rules), who judged it, and the program's version; what does not decode is found again.
"""

import os
import sqlite3
import time
import zlib
from contextlib import closing, suppress
from functools import lru_cache
from hashlib import blake2b
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from irgo_app.go.point import Point
from irgo_app.judging.judgement import Judge, Judgement, JudgeTrust
from irgo_app.networks import FILE
from irgo_app.networks.in_use import network_file
from irgo_app.own_program import __version__
from irgo_app.resource_files import computed_with
from irgo_app.review.game_line import GameLine, GameMaps
from irgo_app.review.game_review import GroupEvent
from irgo_app.review.mistakes import Mistakes
from irgo_app.settings import own_path

_NAME: Final = "stories.sqlite"
_FORM: Final = 1
"""Of what is kept; another number makes all that is kept unknown."""
_MOST_KEPT: Final = 100
_BUSY_S: Final = 5.0
_TABLE: Final = ("CREATE TABLE IF NOT EXISTS findings "
                 "(key TEXT PRIMARY KEY, used REAL NOT NULL, data BLOB NOT NULL)")


class _Maps(Struct, frozen=True):
    """Maps of a game as bytes."""

    influence: bytes
    secured: bytes
    inner: bytes


class KeptFindings(Struct, frozen=True, eq=False):
    """What a judge found out about a game: all that a review follows from, whoever it is told.

    judged -- what it says of each position; mistakes, events -- see `GameReview`
    dead -- the dead stones of a finished game, None for one that is not
    """

    judged: tuple[Judgement, ...]
    mistakes: Mistakes
    events: tuple[GroupEvent, ...]
    dead: frozenset[Point] | None
    maps: GameMaps


class _KeptFile(Struct, frozen=True):
    """Findings as they lie in the cache."""

    judged: tuple[Judgement, ...]
    mistakes: Mistakes
    events: tuple[GroupEvent, ...]
    dead: frozenset[Point] | None
    maps: _Maps


def kept_findings(line: GameLine, judge: Judge) -> KeptFindings | None:
    """Return what a judge found out about a game before; None where nothing is kept."""
    data = _load(_key(line, judge))
    if data is None:
        return None
    try:
        kept = msgspec.msgpack.decode(zlib.decompress(data), type=_KeptFile)
        maps = _read_maps(kept.maps, line)
    except (msgspec.MsgspecError, zlib.error, ValueError):
        return None
    if len(kept.judged) != len(line.positions):
        return None
    return KeptFindings(kept.judged, kept.mistakes, kept.events, kept.dead, maps)


def keep(findings: KeptFindings, line: GameLine, judge: Judge) -> None:
    """Keep findings; where there is no room for them nothing happens."""
    maps = findings.maps
    kept = _KeptFile(findings.judged, findings.mistakes, findings.events, findings.dead, _Maps(
        maps.influence.tobytes(), maps.secured.tobytes(), maps.inner.tobytes()))
    _save(_key(line, judge), zlib.compress(msgspec.msgpack.encode(kept), 1))


def _load(key: str) -> bytes | None:
    path = own_path("cache", _NAME)
    try:
        # Who only asks makes no file.
        if path is None or not path.exists():
            return None
        with closing(_store()) as store:
            row = store.execute("SELECT data FROM findings WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            store.execute("UPDATE findings SET used = ? WHERE key = ?", (time.time(), key))
            store.commit()
            return bytes(row[0])
    except (sqlite3.Error, OSError):
        return None


def _save(key: str, data: bytes) -> None:
    with suppress(sqlite3.Error, OSError), closing(_store()) as store:
        store.execute("INSERT OR REPLACE INTO findings VALUES (?, ?, ?)", (key, time.time(), data))
        store.execute("DELETE FROM findings WHERE key NOT IN (SELECT key FROM findings "
                      "ORDER BY used DESC LIMIT ?)", (_MOST_KEPT,))
        store.commit()


def _store() -> sqlite3.Connection:
    """Return the cache; raises sqlite3.Error or OSError where it cannot be used."""
    path = own_path("cache", _NAME)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    # Where the system knows no place for it the cache lives as long as this.
    store = sqlite3.connect(path or ":memory:", timeout=_BUSY_S)
    try:
        store.execute(_TABLE)
    except sqlite3.Error:
        store.close()
        raise
    return store


def _read_maps(kept: _Maps, line: GameLine) -> GameMaps:
    shape = len(line.positions), line.columns * line.rows
    influence = np.frombuffer(kept.influence, np.float64).reshape(shape[0], 2)
    secured, inner = (np.frombuffer(data, np.int8).reshape(shape)
                      for data in (kept.secured, kept.inner))
    return GameMaps(influence, secured, inner)


def _key(line: GameLine, judge: Judge) -> str:
    boards = b"".join(position.cells for position in line.positions)
    said = repr((_FORM, __version__, line.moves, line.komi, line.rules, line.columns, line.rows,
                 line.positions[0].to_play, judge.name, int(judge.rank), judge.usual_visits,
                 _network_of(judge)))
    return blake2b(said.encode() + boards, digest_size=20).hexdigest()


def _network_of(judge: Judge) -> str:
    """Return what tells one network's file from another, "" for an engine."""
    if judge.rank is JudgeTrust.DEEP:
        found = os.stat(network_file())
        return f"{network_file()} {found.st_size} {found.st_mtime_ns}"
    return _own_network() if judge.rank is JudgeTrust.READER else ""


@lru_cache(maxsize=1)
def _own_network() -> str:
    return blake2b(computed_with(FILE), digest_size=20).hexdigest()
