"""Random and hostile requests to `irgo mcp`: each answered, no file touched outside its folders.

    python -m tests.assistants.noise --requests 10000
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from irgo_app.assistants.tools import FIND, TOOLS, JsonType, Parameter
from tests.assistants.sessions import GAMES, ROOT, games_in

SECRET: Final = "the-secret-of-another-folder"
_AT_ONCE: Final = 40
_WAIT_S: Final = 120.0
_WATCH: Final = '''
import os, sys
_log = os.open({log!r}, os.O_WRONLY | os.O_APPEND)
_events = {{"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink",
            "os.chmod", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.system",
            "socket.bind", "socket.connect", "socket.getaddrinfo"}}
def _hear(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        os.write(_log, f"open {{os.fsdecode(arguments[0])!r}} {{arguments[2]}}\\n".encode())
    elif event in _events:
        os.write(_log, f"{{event}} {{arguments[0]!r}}\\n".encode("utf-8", "replace"))
sys.addaudithook(_hear)
'''
"""Makes each Python process write down which files it opens and what it starts."""
_PATHS: Final = (
    "../secret.sgf", "to_secret", "to_all/etc/passwd", "/etc/passwd", "/etc/shadow", "~/.ssh/id",
    "large.sgf/../../secret.sgf", "..", ".", "/", "", "\0", "file:///etc/passwd", "//secret.sgf",
    "\\\\host\\share", "pipe", "/dev/zero", "/dev/stdin", "/proc/self/mem", "a" * 5000, "\u202e",
    "large.sgf\n", "to_all/dev/zero", "%2e%2e/secret.sgf", "$HOME", "`id`", "; id", "CON")
_NAMES: Final = ("a.png", "../b.png", "/tmp/b.png", "b.html", "c.sgf", "to_game.sgf", "c.pdf",
                 ".hidden.png", "d/e.png", "x" * 300 + ".png", "\0.png", "e.svg\n")
_RECORDS: Final = (
    *GAMES.values(), "", "(", "(;" * 3000, "(;SZ[52])", "(;SZ[1])", "(;SZ[99999])", "no record",
    "(;B[aa]" + ";W[bb]" * 500 + ")", "\0" * 200, "(;SZ[9]AB" + "[aa]" * 2000 + ")",
    "(;SZ[7]KM[1e308];B[dd];W[];B[])", "(;SZ[9]KM[nan]HA[999];B[ee];W[cc])", "\ud800(;B[aa])",
    "(;SZ[2]B[aa];W[bb];B[ab];W[ba])", "(;SZ[9]C[" + "x" * 50_000 + "];B[ee])")
_WEIGHTS: Final = tuple({"story": 0.05, "places": 0.2, "why": 0.3, "life_and_death": 0.2}.get(
    tool.name, 1.0) for tool in TOOLS)
"""What takes seconds is asked less often."""


@dataclass(slots=True)
class Outcome:
    """What came of the requests.

    answered -- how many got an answer or an error; refused -- how many of them as a sentence
    unanswered -- requests that got nothing; wrong -- what must not be: bugs told, secrets, files
    """

    asked: int = 0
    answered: int = 0
    refused: int = 0
    unanswered: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Noise:
    """Makes requests out of a seed."""

    def __init__(self, seed: int, games: Sequence[str] = ()) -> None:
        """games -- the names of those that are open, as they come to be."""
        self._random, self._games = random.Random(seed), games

    def line(self, number: int) -> tuple[bytes, bool]:
        """Return a line to send, and whether it must be answered by its number."""
        chance = self._random.random()
        if chance < 0.06:
            return self._garbage(), False
        if chance < 0.10:
            return _message("notifications/cancelled", {
                "requestId": self._random.choice([number - 1, number - 3, -1, "x", None])}), False
        if chance < 0.16:
            method = self._random.choice([
                "tools/list", "prompts/list", "resources/list", "resources/read", "prompts/get",
                "tools/call", "ping", "no/such", "", "completion/complete", "logging/setLevel"])
            params = self._value(2)
            # What is no request by the protocol itself need not be answered.
            return _message(method, params, number), isinstance(params, dict) and bool(method)
        tool = self._random.choices(TOOLS, _WEIGHTS)[0]
        arguments = self._arguments(tool.parameters)
        name = tool.name if self._random.random() < 0.98 else self._text()
        line = _message("tools/call", {"name": name, "arguments": arguments}, number)
        return line, b"\\ud800" not in line  # No JSON, for the protocol.

    def _arguments(self, parameters: tuple[Parameter, ...]) -> dict[str, Any]:
        """Return arguments, most of which fit, so that what is behind the checks is met too."""
        found: dict[str, Any] = {}
        for each in parameters:
            if each.is_needed or each.key == "visits" or self._random.random() < 0.2:
                found[each.key] = self._fitting(each) if self._random.random() < 0.93 \
                    else self._value(2)
        if self._random.random() < 0.05:
            found[self._text()] = self._value(1)
        return found

    def _fitting(self, parameter: Parameter) -> Any:
        pick = self._random.choice

        def chance(share: float) -> bool:
            return self._random.random() < share

        known = {
            "game": lambda: pick(self._games or ("g1",)) if chance(0.95) else "g99999",
            "file": lambda: pick(tuple(GAMES)) if chance(0.5) else pick(_PATHS),
            "sgf": lambda: pick(_RECORDS),
            "save_as": lambda: pick(_NAMES), "visits": lambda: self._random.randint(1, 12),
            "what": lambda: "deaths" if chance(0.02) else pick(FIND[:3]),
            "move": lambda: self._random.randint(0, 14),
            "node": lambda: pick((
                "0", "0*3", "0*999999999", "1,1", "root", "-1", "*", "0*3,1")),
            "layer": lambda: pick(("groups", "moyo", "estimate:komi=0", "x", "moyo:function=x",
                                   "influence.shadow", "territory:dead=A1")),
            "layers": lambda: [pick(("groups", "moyo", "?")) for _ in range(pick((0, 1, 9)))],
            "moves": lambda: [self._vertex() for _ in range(pick((0, 1, 3)))]
            if parameter.kind is JsonType.TEXTS else pick(("1-5", "5-1", "0", "1-99999", "x")),
            "part": lambda: [self._vertex() for _ in range(pick((0, 1, 2)))],
            "size": lambda: self._random.randint(100, 300)}
        make = known.get(parameter.key)
        if make is not None:
            return make()
        if parameter.choices:
            return pick(parameter.choices)
        return pick((True, False)) if parameter.kind is JsonType.CHOICE else self._vertex()

    def _vertex(self) -> str:
        return self._random.choice((
            "E5", "C3", "D4", "A1", "pass", "B C7", "W G7", "Z99", "", "E5 E5", "e5", "I9", "٣",
            "E-5"))

    def _text(self) -> str:
        return "".join(self._random.choice("az09 /.\\\0\n\u202e'\"{}[]<>%$é漢")
                       for _ in range(self._random.randint(0, 30)))

    def _value(self, depth: int) -> Any:
        simple: list[Callable[[], Any]] = [
            lambda: None, lambda: True, lambda: self._random.randint(-10**12, 10**12),
            lambda: self._random.uniform(-1e9, 1e9), self._text, lambda: 10**40,
            lambda: self._random.choice(_PATHS)]
        nested: list[Callable[[], Any]] = [
            lambda: [self._value(depth - 1) for _ in range(3)],
            lambda: {self._text(): self._value(depth - 1) for _ in range(3)}]
        return self._random.choice(simple + (nested * 3 if depth else []))()

    def _garbage(self) -> bytes:
        return self._random.choice((
            b"", b"{", b"null", b"[]", b"\xff\xfe\x00", b"x" * 10_000, b"[" * 5_000,
            b'{"jsonrpc":"2.0","id":', b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
            b'{"id":{},"method":7}', b'{"jsonrpc":"2.0","result":{},"id":99999999}',
            json.dumps(self._value(3)).encode("utf-8", "surrogatepass"))).replace(b"\n", b" ")


def _message(method: str, params: Any, number: int | None = None) -> bytes:
    found = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(found if number is None else found | {"id": number}).encode()


class _Listener:
    """Reads answers; the secret and words of a bug must stand in none."""

    def __init__(self, outcome: Outcome, stream: Any) -> None:
        self._outcome, self._stream = outcome, stream
        self.open = dict[int, bytes]()
        self.games = deque[str](maxlen=8)
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        for line in self._stream:
            text = line.decode("utf-8", "replace")
            for word in (SECRET, "A bug in irgo", "Traceback", "worker ended", "root:x:0"):
                if word in text:
                    self._outcome.wrong.append(f"{word}: {text[:300]}")
            found = json.loads(text)
            self.games.extend(re.findall(r'^.{0,80}"game\\\\":\\\\"(g\d+)', text))
            with self.changed:
                if found.get("id") in self.open and "method" not in found:
                    del self.open[found["id"]]
                    self._outcome.answered += 1
                    self._outcome.refused += bool((found.get("result") or {}).get("isError"))
                self.changed.notify_all()


def tried(requests: int, seed: int, folder: Path) -> Outcome:
    """Send so many requests to one server with its folders below `folder`; return what came."""
    outcome, begun = Outcome(), time.monotonic()
    root, out, log = _prepared(folder)
    before = _state(folder, out, log)
    server = subprocess.Popen(
        [sys.executable, "-m", "irgo_app", "mcp", "--root", str(root), "--write", str(out)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder / 'watch'}{os.pathsep}{ROOT}"})
    assert server.stdin is not None
    listener = _Listener(outcome, server.stdout)
    noise, stdin = Noise(seed, listener.games), server.stdin

    def send(line: bytes, number: int | None) -> None:
        with listener.changed:
            assert listener.changed.wait_for(
                lambda: len(listener.open) < _AT_ONCE or server.poll() is not None, _WAIT_S), (
                    f"no answer to {sorted(listener.open)[:5]}")
            if number is not None:
                listener.open[number] = line[:300]
                outcome.asked += 1
        stdin.write(line + b"\n")
        stdin.flush()

    send(_message("initialize", {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "noise", "version": "0"}}, 0), 0)
    send(_message("notifications/initialized", {}), None)
    called_off = set[int]()
    for number in range(1, requests + 1):
        line, is_asked = noise.line(number)
        if b'"notifications/cancelled"' in line:
            asked = json.loads(line)["params"]["requestId"]
            called_off.add(asked if isinstance(asked, int) else -1)
            with listener.changed:
                listener.open.pop(asked, None)
        send(line, number if is_asked else None)
    with listener.changed:
        listener.changed.wait_for(lambda: not listener.open, _WAIT_S)
        outcome.unanswered = [repr(line) for number, line in listener.open.items()
                              if number not in called_off]
    # It goes on as if nothing had been.
    with listener.changed:
        listener.open.clear()
    last = requests + 1
    send(_message("tools/call", {"name": "open_game", "arguments": {"file": "small.sgf"}}, last),
         last)
    with listener.changed:
        if not listener.changed.wait_for(lambda: not listener.open, _WAIT_S):
            outcome.wrong.append("the server answers no more")
    stdin.close()
    if server.wait(_WAIT_S) != 0:
        outcome.wrong.append(f"the server ended with {server.returncode}")
    outcome.wrong += _touched(folder, root, out, log, before)
    outcome.seconds = time.monotonic() - begun
    return outcome


def _prepared(folder: Path) -> tuple[Path, Path, Path]:
    """Return the folder to read, the one to write, and the list of what processes open."""
    root, out, watch = folder / "root", folder / "out", folder / "watch"
    for each in (root, out, watch):
        each.mkdir()
    log = folder / "opened"
    log.write_bytes(b"")
    (watch / "sitecustomize.py").write_text(_WATCH.format(log=str(log)), "utf-8")
    games_in(root)
    (folder / "secret.sgf").write_text(f"(;PB[{SECRET}];B[aa])", "utf-8")
    (root / "to_secret").symlink_to(folder / "secret.sgf")
    (root / "to_all").symlink_to("/")
    (out / "to_game.sgf").symlink_to(root / "large.sgf")
    os.mkfifo(root / "pipe")
    return root, out, log


def _state(folder: Path, *left_out: Path) -> dict[str, tuple[int, int]]:
    """Return size and time of every file below a folder, but for some."""
    return {str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
            and not any(path == each or each in path.parents for each in left_out)}


def _touched(
    folder: Path, root: Path, out: Path, log: Path, before: dict[str, tuple[int, int]]
) -> list[str]:
    """Return what was opened, started or changed that should not have been."""
    after = _state(folder, out, log, _stories(folder))
    wrong = [] if after == before else ["files outside the folder changed"]
    if (out / "to_game.sgf").readlink() != root / "large.sgf":
        wrong.append("a link was written over")
    for line in sorted(set(log.read_text("utf-8", "replace").splitlines())):
        event, _, rest = line.partition(" ")
        if event != "open":
            if event not in ("os.rename", "os.remove", "os.chmod", "os.mkdir") or not _is_own(
                    rest.strip("'"), folder, out):
                wrong.append(line)
            continue
        path, _, flags = rest.rpartition(" ")
        path = path.strip("'\"")
        writes = int(flags) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        if path.startswith(str(folder)) or not path.startswith("/"):
            place = Path(path) if path.startswith("/") else root / path
            is_settings = not writes and place == folder / "config" / "settings.toml"
            if not (is_settings or root in (place, *place.parents) or _is_own(path, folder, out)) \
                    and "watch" not in path and not path.isdigit():
                wrong.append(line)
        elif writes and not _is_own(path, folder, out):
            wrong.append(line)
    return wrong


def _stories(folder: Path) -> Path:
    """Return where irgo keeps the stories that it has told."""
    return folder / "config" / "stories.sqlite"


def _is_own(path: str, folder: Path, out: Path) -> bool:
    """Return whether a path lies where irgo may write: its folder, its caches, its own memory."""
    if path.startswith(str(_stories(folder))) or path == str(_stories(folder).parent):
        return True
    if str(Path(path).parent) == tempfile.gettempdir() and len(Path(path).name) == 8:
        return True  # Python looks whether files can be made there.
    return any(path.startswith(each) for each in (
        str(out), "/dev/", "/proc/self/", str(Path.home() / ".cache"),
        os.environ.get("NUMBA_CACHE_DIR") or "/dev/")) or "__pycache__" in path


def main() -> None:
    """Try it for longer and say what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = tried(arguments.requests, arguments.seed, Path(folder).resolve())
    print(outcome)
    sys.exit(bool(outcome.wrong or outcome.unanswered))


if __name__ == "__main__":
    main()
