"""A player's games from a server that answers as OGS does: pages, refusals, and everything hostile.
"""

import stat
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from irgo_app import web
from irgo_app.errors import NetworkError
from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GamesIndex
from irgo_app.games.links import OgsSite, link_of
from irgo_app.games.ogs import PlayerFetch, fetch_player
from irgo_app.web import StoppedError
from tests.games.ogs_server import PLAYER, OgsServer, always, first, send

GAMES = f"/api/v1/players/{PLAYER}/games/"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OgsServer]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with OgsServer().serving() as found:
        yield found


@pytest.fixture
def site(server: OgsServer) -> OgsSite:
    return OgsSite(server.base, 0.0, 0.0)


def records_asked(server: OgsServer) -> list[int]:
    return [int(path.split("/")[4]) for path in server.asked if path.endswith("/sgf")]


def test_games_come_once_newest_first_and_the_name_is_ones_own(
    index: GamesIndex, server: OgsServer, site: OgsSite
) -> None:
    told = list[PlayerFetch]()
    source = fetch_player(index, " anna ", site, told.append)
    assert records_asked(server) == sorted(server.games, reverse=True)
    assert bring_up_to_date(index).new == len(server.games)
    assert index.own_names() == {"anna"}
    assert (told[-1].listed, told[-1].new) == (7, 7)
    files = list(source.path.iterdir())
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE(source.path.stat().st_mode) == 0o700
    fetch_player(index, "Anna", site)
    assert len(records_asked(server)) == 7
    server.games[500] = server.games[100]
    fetch_player(index, "Anna", site)
    assert records_asked(server)[7:] == [500]


def test_many_pages_and_after_the_first_time_only_the_first(
    index: GamesIndex, server: OgsServer, site: OgsSite
) -> None:
    record = server.games[100]
    server.games = dict.fromkeys(range(1000, 1055), record)
    fetch_player(index, "Anna", site)
    assert len(records_asked(server)) == 55
    server.asked.clear()
    fetch_player(index, "Anna", site)
    assert [path for path in server.asked if path.startswith(GAMES)] == [
        f"{GAMES}?page_size=50&ordering=-ended&page=1"]


def test_a_fetch_that_was_stopped_goes_on_with_the_oldest(
    index: GamesIndex, server: OgsServer, site: OgsSite
) -> None:
    with pytest.raises(StoppedError):
        fetch_player(index, "Anna", site, is_stopped=lambda: len(records_asked(server)) >= 3)
    server.games[500] = server.games[100]
    fetch_player(index, "Anna", site)
    assert sorted(set(records_asked(server))) == sorted(server.games)
    assert bring_up_to_date(index).new == 7  # 500 is the same game as 100.


def test_private_running_and_broken_games_are_asked_for_once(
    index: GamesIndex, server: OgsServer, site: OgsSite
) -> None:
    server.private, server.running_games = {101, 102}, {103}
    server.games[104] = b"<html>Sorry</html>"
    told = list[PlayerFetch]()
    fetch_player(index, "Anna", site, told.append)
    assert (told[-1].new, told[-1].absent) == (3, 3)
    assert 103 not in records_asked(server)
    server.asked.clear()
    server.running_games = set()
    fetch_player(index, "Anna", site)
    assert records_asked(server) == [103]


def test_it_waits_as_long_as_the_server_says(
    index: GamesIndex, server: OgsServer, site: OgsSite
) -> None:
    server.faults["/api/v1/games/105/sgf"] = first(2, lambda request: send(
        request, 429, {"detail": "throttled"}, {"Retry-After": "1"}))
    server.faults[GAMES] = first(1, lambda request: send(
        request, 503, b"", {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}))
    start = time.monotonic()
    fetch_player(index, "Anna", site)
    assert time.monotonic() - start >= 2
    assert records_asked(server).count(105) == 3
    assert bring_up_to_date(index).new == 7


def test_waiting_ends_when_it_is_stopped(
    index: GamesIndex, server: OgsServer, site: OgsSite
) -> None:
    server.faults[GAMES] = always(lambda request: send(
        request, 429, b"", {"Retry-After": "9999"}))
    start = time.monotonic()
    with pytest.raises(StoppedError):
        fetch_player(index, "Anna", site, is_stopped=lambda: any(
            path.startswith(GAMES) for path in server.asked))
    assert time.monotonic() - start < 60  # The server asked for hours.


def cut_off(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "100000")
    request.end_headers()
    request.wfile.write(b'{"results": [')


def without_end(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    try:
        while True:
            request.wfile.write(b" " * 100_000)
    except OSError:
        return


@pytest.mark.parametrize("fault", [
    lambda request: send(request, 200, b"{broken"),
    lambda request: send(request, 200, b"[" * 100_000),
    lambda request: send(request, 200, {"results": [{"id": "many", "ended": 5}]}),
    lambda request: send(request, 200, {"results": {"a": 1}}),
    lambda request: send(request, 200, b"\xff\xfe\x00"),
    lambda request: send(request, 429, b""),
    lambda request: send(request, 500, b""),
    lambda request: send(request, 302, b"", {"Location": "file:///etc/passwd"}),
    cut_off, without_end,
], ids=["broken", "deep", "kinds", "shape", "bytes", "busy", "down", "file", "cut", "endless"])
def test_what_cannot_be_used_is_one_sentence_and_nothing_is_kept_of_it(
    index: GamesIndex, server: OgsServer, site: OgsSite, fault: object
) -> None:
    server.faults[GAMES] = always(fault)  # type: ignore[arg-type]
    with pytest.raises(NetworkError) as raised:
        fetch_player(index, "Anna", site)
    assert str(raised.value).endswith(".") and "\n" not in str(raised.value)
    assert records_asked(server) == []
    server.faults.clear()
    fetch_player(index, "Anna", site)
    assert len(records_asked(server)) == 7


def test_numbers_that_are_none_name_no_file(
    index: GamesIndex, server: OgsServer, site: OgsSite
) -> None:
    server.faults[GAMES] = always(lambda request: send(request, 200, {"count": -5, "results": [
        {"id": -1, "ended": "x"}, {"id": 0, "ended": "x"}, {"id": 1 << 60, "ended": "x"}]}))
    fetch_player(index, "Anna", site)
    assert records_asked(server) == []


def test_a_server_that_never_ends_its_pages(
    index: GamesIndex, server: OgsServer, site: OgsSite
) -> None:
    server.faults[GAMES] = always(lambda request: send(request, 200, {
        "next": "more", "results": [{"id": 100, "ended": "x"}]}))
    fetch_player(index, "Anna", site)
    assert len(server.asked) < 10


def test_a_silent_server_counts_as_gone(
    index: GamesIndex, server: OgsServer, site: OgsSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "_TIMEOUT_S", 0.1)
    server.faults["/api/v1/players"] = always(lambda request: server.go_on.wait() and None)
    with pytest.raises(NetworkError, match="does not answer"):
        fetch_player(index, "Anna", site)


@pytest.mark.parametrize("name", ["Nobody", "", "a" * 100_000, "x&username=anna", "\n\x00"])
def test_a_name_that_nobody_has(
    index: GamesIndex, server: OgsServer, site: OgsSite, name: str
) -> None:
    with pytest.raises(NetworkError, match="no player"):
        fetch_player(index, name, site)
    assert index.sources() == []


def test_links_of_a_site_elsewhere(server: OgsServer) -> None:
    assert link_of(f"{server.base}/game/103", server.base).address \
        == f"{server.base}/api/v1/games/103/sgf"
