"""Addresses of games: which record they mean, and what is said where none can be had."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from irgo_app.errors import NetworkError
from irgo_app.games.links import (RecordLink, fetch_record, keep_record, link_of, looks_like_link,
                                  where_link_goes)
from tests.games.ogs_server import OgsServer, always, send

GAME, REVIEW = ("https://online-go.com/api/v1/games/123/sgf",
                "https://online-go.com/api/v1/reviews/45/sgf")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OgsServer]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with OgsServer(2).serving() as found:
        yield found


@pytest.mark.parametrize(("text", "address"), [
    ("https://online-go.com/game/123", GAME), ("online-go.com/game/123 ", GAME),
    ("https://online-go.com/game/view/123", GAME), ("http://www.online-go.com/game/123/?x#y", GAME),
    ("https://online-go.com/api/v1/games/123/sgf", GAME),
    ("https://online-go.com/api/v1/games/123", GAME),
    ("https://online-go.com/review/45", REVIEW), ("https://online-go.com/demo/view/45", REVIEW),
    ("https://online-go.com/api/v1/reviews/45/sgf", REVIEW),
    ("https://online-go.com/player/7/name", "https://online-go.com/player/7/name"),
    ("http://example.org/a%20b.sgf?x=1", "http://example.org/a%20b.sgf?x=1"),
])
def test_which_record_an_address_means(text: str, address: str) -> None:
    link = link_of(text)
    assert link.address == address
    assert link.site == ("OGS" if "api" in address else "")
    assert address in str(where_link_goes(link))


@pytest.mark.parametrize("text", [
    "", "file:///etc/passwd", "ftp://example.org/a.sgf", "https://", "two words", "https://[",
    "https://example.org/\n/x", "javascript:alert(1)", "https://exämple.org/", "x" * 100_000 + " y",
])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(NetworkError, match="no address") as raised:
        link_of(text)
    assert len(str(raised.value)) < 400
    assert not looks_like_link(text) or "exämple" in text or text == "https://" or "[" in text


def test_names_of_files_stay_in_their_folder(tmp_path: Path) -> None:
    for address in ("https://example.org/../../x.sgf", "https://example.org/" + "y" * 3000,
                    "https://example.org/..", "https://example.org/a/b?c=/d"):
        path = keep_record(tmp_path / "links", RecordLink(address).file_name, b"(;)")
        assert path.parent == tmp_path / "links" and path.read_bytes() == b"(;)"
    assert len(list((tmp_path / "links").iterdir())) == 4


def test_a_record_is_fetched(server: OgsServer) -> None:
    link = link_of(f"{server.base}/game/100", server.base)
    assert fetch_record(link) == server.games[100]


def test_a_private_game_says_what_to_do(server: OgsServer) -> None:
    server.private = {100}
    for number in (100, 999):
        with pytest.raises(NetworkError, match="Download its SGF in your browser"):
            fetch_record(link_of(f"{server.base}/game/{number}", server.base))


@pytest.mark.parametrize(("content", "words"), [
    (b"<html><body>Welcome</body></html>", "no game record"), (b"", "no game record"),
    (b" " * 6_000_000, "more than was asked for"),
])
def test_what_is_no_record(server: OgsServer, content: bytes, words: str) -> None:
    server.faults["/some/page"] = always(lambda request: send(request, 200, content))
    with pytest.raises(NetworkError, match=words):
        fetch_record(link_of(f"{server.base}/some/page"))


def test_nobody_answers() -> None:
    with pytest.raises(NetworkError, match="could not be fetched"):
        fetch_record(link_of("http://127.0.0.1:9/x.sgf"))
