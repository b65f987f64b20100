"""A server on this machine that has a network to fetch, and misbehaves as a test wants."""

import io
import json
import random
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from msgspec import Struct

from irgo_app.networks.published import PackagedCopy, Published
from tests.networks.tiny_network import NAME, tiny_network

NETWORK: Final = tiny_network()
MEMBER: Final = "package/models/tiny.bin.gz"
_OTHER_FILES: Final = 300
_PIECE: Final = 20_000


class Fault(Struct, frozen=True):
    """How an address misbehaves.

    status -- what it answers instead of a file, 0 for the file
    content -- another file, None for the right one
    cut_after -- bytes after which each connection ends early, 0 for never
    no_parts -- it sends no parts of files; endless -- it never ends, and does not say how long
    to -- another address that it leads to
    waits -- it sends the first piece of the file and nothing more before the server may go on
    """

    status: int = 0
    content: bytes | None = None
    cut_after: int = 0
    no_parts: bool = False
    endless: bool = False
    to: str = ""
    waits: bool = False


def wheel(
    content: bytes = NETWORK, member: str = MEMBER, kind: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """A package with a network among other files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", kind) as archive:
        for number in range(_OTHER_FILES):
            archive.writestr(f"package/file{number}.py", f"# {number}\n" * 300)
        archive.writestr(member, content)
        archive.writestr("package/last.py", random.Random(2).randbytes(200_000))
    return made.getvalue()


class FileServer:
    """Serves /author/tiny.bin.gz, /index.json and /wheel.whl.

    faults -- by path; asked -- the path and the Range of each request, "" for none
    sent -- the bytes of files that went out; go_on -- lets what waits go on
    """

    def __init__(self) -> None:
        self.faults: dict[str, Fault] = {}
        self.files = {"/author/tiny.bin.gz": NETWORK, "/wheel.whl": wheel()}
        self.asked: list[tuple[str, str]] = []
        self.agents: set[str] = set()
        self.sent = 0
        self.go_on = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.root = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def index(self) -> bytes:
        """What a package index says of the package."""
        return json.dumps({"info": {"name": "package"}, "urls": [
            {"packagetype": "sdist", "url": f"{self.root}/source.tar.gz", "size": 5},
            {"packagetype": "bdist_wheel", "url": f"{self.root}/wheel.whl",
             "size": len(self.files["/wheel.whl"])}]}).encode()

    @property
    def published(self) -> Published:
        """The network as a program would know it."""
        return Published(NAME, "tiny.bin.gz", len(NETWORK),
                         sha256(NETWORK).hexdigest(), "MIT", f"{self.root}/author/tiny.bin.gz",
                         PackagedCopy(f"{self.root}/index.json", MEMBER))

    @contextmanager
    def running(self) -> Iterator["FileServer"]:
        self._thread.start()
        try:
            yield self
        finally:
            self.go_on.set()
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            """Answers one request."""

            def do_GET(self) -> None:
                server._answer(self)

            def log_message(self, format: str, *words: object) -> None:
                pass

        return Handler

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        path, wanted = request.path.partition("?")[0], request.headers.get("Range", "")
        self.asked.append((path, wanted))
        self.agents.add(request.headers.get("User-Agent", ""))
        fault = self.faults.get(path, Fault())
        if fault.to:
            request.send_response(302)
            request.send_header("Location", fault.to)
            request.end_headers()
            return
        content = fault.content if fault.content is not None else \
            self.index() if path == "/index.json" else self.files.get(path)
        if fault.status or content is None:
            request.send_error(fault.status or 404)
            return
        if fault.endless:
            request.send_response(200)
            request.end_headers()
            self._send_endlessly(request, content)
            return
        first, last = 0, len(content) - 1
        is_part = wanted.startswith("bytes=") and not fault.no_parts
        if is_part:
            said_first, _, said_last = wanted.removeprefix("bytes=").partition("-")
            first, last = int(said_first), min(last, int(said_last or last))
            if first > last:
                request.send_error(416)
                return
        request.send_response(206 if is_part else 200)
        if is_part:
            request.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        request.send_header("Content-Length", str(last - first + 1))
        request.end_headers()
        if fault.waits and first:
            self.go_on.wait()
        self._send(request, content[first:last + 1], fault)

    def _send(self, request: BaseHTTPRequestHandler, content: bytes, fault: Fault) -> None:
        if fault.cut_after:
            content = content[:fault.cut_after]
        for at in range(0, len(content), _PIECE):
            piece = content[at:at + _PIECE]
            try:
                request.wfile.write(piece)
                request.wfile.flush()
            except OSError:
                return
            self.sent += len(piece)
            if fault.waits:
                self.go_on.wait()

    def _send_endlessly(self, request: BaseHTTPRequestHandler, content: bytes) -> None:
        try:
            while not self.go_on.is_set():
                request.wfile.write(content[:_PIECE])
        except OSError:
            return
