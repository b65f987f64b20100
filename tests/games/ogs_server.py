"""A server on this machine that answers as OGS's API does, and misbehaves as a test wants."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import parse_qs, urlsplit

from tests.games.many_games import EXAMPLES, record_of, sources_in

PLAYER: Final = 4711
Fault = Callable[[BaseHTTPRequestHandler], bool]
"""Answers a request in another way; returns False where it leaves that to the server."""


class OgsServer:
    """Has the games of a player, the newest first, 50 a page.

    games -- record by number; private -- games that nobody may see; running -- those not over
    asked -- the paths of all requests with their queries; faults -- by path
    """

    def __init__(self, count: int = 7) -> None:
        sources = sources_in(EXAMPLES)
        self.games = {100 + number: record_of(number, sources).encode() for number in range(count)}
        self.private: set[int] = set()
        self.running_games: set[int] = set()
        self.asked: list[str] = []
        self.faults: dict[str, Fault] = {}
        self.go_on = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @contextmanager
    def serving(self) -> Iterator["OgsServer"]:
        self._thread.start()
        try:
            yield self
        finally:
            self.go_on.set()
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Answer as the API does."""
        self.asked.append(request.path)
        place = urlsplit(request.path)
        fault = self.faults.get(place.path)
        if fault is not None and fault(request):
            return
        query = {key: values[0] for key, values in parse_qs(place.query).items()}
        parts = place.path.strip("/").split("/")[2:]
        if parts == ["players"]:
            is_known = query.get("username", "").casefold() == "anna"
            send(request, 200, {"results": [{"id": PLAYER, "username": "Anna", "ranking": 20.5}]
                                if is_known else []})
        elif parts == ["players", str(PLAYER), "games"]:
            self._send_page(request, int(query["page"]), int(query["page_size"]))
        elif len(parts) == 3 and parts[2] == "sgf" and int(parts[1]) in self.games:
            number = int(parts[1])
            if number in self.private:
                send(request, 403, {"detail": "You do not have permission"})
            else:
                send(request, 200, self.games[number])
        else:
            send(request, 404, {"detail": "Not found."})

    def _send_page(self, request: BaseHTTPRequestHandler, page: int, size: int) -> None:
        numbers = sorted(self.games, reverse=True)
        found = numbers[(page - 1) * size:page * size]
        if not found and page > 1:
            send(request, 404, {"detail": "Invalid page."})
            return
        has_next = page * size < len(numbers)
        send(request, 200, {
            "count": len(numbers), "previous": None,
            "next": f"{self.base}/api/v1/players/{PLAYER}/games/?page={page + 1}"
            if has_next else None,
            "results": [{"id": number, "width": 19,
                         "ended": None if number in self.running_games else "2026-01-02T03:04:05Z"}
                        for number in found]})

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            """Answers one request."""

            def do_GET(self) -> None:
                server.answer(self)

            def log_message(self, format: str, *words: object) -> None:
                pass

        return Handler


def send(
    request: BaseHTTPRequestHandler, status: int, content: object,
    headers: dict[str, str] | None = None,
) -> None:
    """Send a status with bytes as they are, or anything else as JSON."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    request.send_response(status)
    for name, value in {"Content-Length": str(len(data)), **(headers or {})}.items():
        request.send_header(name, value)
    request.end_headers()
    with suppress(OSError):  # Who asked has heard enough.
        request.wfile.write(data)


def first(count: int, fault: Callable[[BaseHTTPRequestHandler], None]) -> Fault:
    """Return a fault that is one only the first times."""
    left = [count]

    def answer(request: BaseHTTPRequestHandler) -> bool:
        left[0] -= 1
        if left[0] < 0:
            return False
        fault(request)
        return True

    return answer


def always(fault: Callable[[BaseHTTPRequestHandler], None]) -> Fault:
    return first(1_000_000, fault)
