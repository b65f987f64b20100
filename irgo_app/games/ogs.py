"""The games of a player of OGS, by its public API: page by page, record by record, one a second.

Each record is a file in irgo's data folder, so that a fetch that was stopped or killed goes on
where it was, and the next one asks only for what is new. Nobody logs in: private games stay away.
"""

import time
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from irgo_app.errors import NetworkError, SgfError
from irgo_app.games.index import GamesIndex, GamesSource
from irgo_app.games.links import MAX_RECORD_BYTES, PRIVATE, OgsSite, keep_record, own_games_folder
from irgo_app.sgf.parser import read_games
from irgo_app.web import RefusedError, StoppedError, fetch_document, host_of, quoted

_MAX_PAGE_BYTES: Final = 4_000_000
_MAX_PAGES: Final = 2_000
_PAGE_GAMES: Final = 50
_MAX_ATTEMPTS: Final = 5
_LARGEST_ID: Final = 1 << 53
_STEP_S: Final = 0.1
_TRY_AGAIN: Final = (429, 500, 502, 503, 504)
_BEHIND_THE_LAST: Final = 404
"""How a server answers for a page behind the last one."""
_Document = TypeVar("_Document")


class PlayerFetch(Struct):
    """How far fetching a player's games has come.

    listed -- games that the server has named so far, of `total` that it says there are
    new -- records that came; absent -- games that it does not give, or whose record is broken
    """

    total: int = 0
    listed: int = 0
    new: int = 0
    absent: int = 0


class _OgsPlayer(Struct):
    """A player as the API names one."""

    id: int
    username: str


class _OgsPlayers(Struct):
    """The answer to a name."""

    results: list[_OgsPlayer]


class _OgsGame(Struct):
    """A game of a page; ended -- None while it is going on."""

    id: int
    ended: str | None = None


class _Page(Struct):
    """A page of a player's games, those that ended last first."""

    results: list[_OgsGame]
    count: int = 0
    next: str | None = None


def fetch_player(
    index: GamesIndex, name: str, site: OgsSite,
    tell: Callable[[PlayerFetch], None] = lambda done: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> GamesSource:
    """Fetch what is new of a player's games into a folder, which becomes a source of the index.

    tell -- told after each game. Raises NetworkError, GamesError, and StoppedError soon after
    `is_stopped`; what has come is kept.
    """
    asking = _Asking(site, is_stopped)
    player = _player_of(name, asking)
    folder = own_games_folder(f"ogs-{player.id}")
    keep_record(folder, ".player", player.username.encode("utf-8", "replace"))
    source = index.add_source(folder, player.username)
    absent, done, seen = index.absent(source), PlayerFetch(), set[int]()
    done.absent = len(absent)
    for page_number in range(1, _MAX_PAGES + 1):
        page = _page_of(player, page_number, asking)
        if page is None:
            break
        fresh = [game for game in page.results if game.id not in seen]
        games = [game.id for game in fresh if game.ended and 0 < game.id < _LARGEST_ID]
        wanted = [game for game in games
                  if game not in absent and not (folder / f"{game}.sgf").exists()]
        seen.update(game.id for game in fresh)
        done.total = max(page.count, len(seen))
        for game in wanted:
            data = _record_of(game, asking)
            if data is None:
                index.add_absent(source, game)
                done.absent += 1
            else:
                keep_record(folder, f"{game}.sgf", data)
                done.new += 1
            done.listed = len(seen) - len(games) + games.index(game) + 1
            tell(done)
        done.listed = len(seen)
        tell(done)
        # Behind a page that is all known there is nothing new, once the oldest are there.
        is_known = source.is_complete and not wanted
        if not (page.next and fresh) or is_known:
            break
    index.set_complete(source)
    return source


def _player_of(name: str, asking: "_Asking") -> _OgsPlayer:
    found = _read(asking.document(f"/api/v1/players?username={quoted(name.strip()[:100])}",
                                  _MAX_PAGE_BYTES), _OgsPlayers)
    for player in found.results:
        if player.username.casefold() == name.strip().casefold() and 0 < player.id < _LARGEST_ID:
            return player
    raise NetworkError("There is no player {name} on {host}; check how the name is written.",
                       name=name.strip()[:100], host=asking.host)


def _page_of(player: _OgsPlayer, number: int, asking: "_Asking") -> _Page | None:
    """Return a page of a player's games, None behind the last."""
    try:
        text = asking.document(
            f"/api/v1/players/{player.id}/games/?page_size={_PAGE_GAMES}&ordering=-ended"
            f"&page={number}", _MAX_PAGE_BYTES)
    except RefusedError as error:
        if error.status == _BEHIND_THE_LAST and number > 1:
            return None
        raise
    return _read(text, _Page)


def _record_of(game: int, asking: "_Asking") -> bytes | None:
    """Return a game's record, None where it is private, gone, or broken."""
    try:
        data = asking.document(f"/api/v1/games/{game}/sgf", MAX_RECORD_BYTES)
        read_games(data)
    except RefusedError as error:
        if error.status not in PRIVATE:
            raise
        return None
    except SgfError:
        return None
    return data


def _read(text: bytes, kind: type[_Document]) -> _Document:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise NetworkError("OGS answers something that irgo does not understand; try again later."
                           ) from None


class _Asking:
    """Asks a server no more often than it should, and waits where it says so."""

    def __init__(self, site: OgsSite, is_stopped: Callable[[], bool]) -> None:
        self._site, self._is_stopped = site, is_stopped
        self._next = 0.0
        self.host = host_of(site.base)

    def document(self, path: str, most: int) -> bytes:
        """Return what lies at a path; raises NetworkError, RefusedError, StoppedError."""
        for attempt in range(1, _MAX_ATTEMPTS + 1):
            self._wait_until(self._next)
            try:
                return fetch_document(self._site.base + path, most, self._is_stopped)
            except StoppedError:
                raise
            except RefusedError as error:
                if error.status not in _TRY_AGAIN:
                    raise
                wait_s, reason = error.wait_s or self._site.patience_s * attempt, error.message
            except NetworkError as error:
                wait_s, reason = self._site.patience_s, error.message
            finally:
                self._next = time.monotonic() + self._site.pause_s
            if attempt < _MAX_ATTEMPTS:
                self._wait_until(time.monotonic() + wait_s)
        raise NetworkError("{host}: {reason} What has come is kept; try again later.",
                           host=self.host, reason=reason)

    def _wait_until(self, moment: float) -> None:
        while (left := moment - time.monotonic()) > 0:
            if self._is_stopped():
                raise StoppedError("Stopped; what has come is kept for the next time.")
            time.sleep(min(left, _STEP_S))
