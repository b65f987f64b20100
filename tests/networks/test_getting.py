"""A network is got: from the internet, an address, a file, another program's folder."""

import gzip
import multiprocessing
from pathlib import Path

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import NetworkError
from irgo_app.networks.getting import (Fetched, GetTask, Got, got, got_in_process, use_got,
                                       where_it_goes)
from irgo_app.networks.known import BEST, SETTING, NetworkOrigin, network_in_use, networks_folder
from irgo_app.networks.published import RECOMMENDED
from irgo_app.settings import Settings
from tests.networks.file_server import NETWORK, FileServer
from tests.networks.test_known import network

pytestmark = pytest.mark.usefixtures("home")


def quietly(task: GetTask) -> Path:
    found = got(task, lambda done, total: None, lambda: False)
    assert found.path is not None
    return found.path


def names() -> list[str]:
    return sorted(path.name for path in networks_folder().iterdir())


def test_the_recommended_network_is_fetched_once(server: FileServer) -> None:
    task = GetTask(published=server.published)
    path = quietly(task)
    assert path.read_bytes() == NETWORK and names() == ["tiny.bin.gz", "tiny.bin.gz.json"]
    assert len(server.asked) == 1
    assert quietly(task) == path and len(server.asked) == 1
    # One that is damaged meanwhile is fetched again.
    path.write_bytes(NETWORK[:-1] + b"!")
    assert quietly(task).read_bytes() == NETWORK and len(server.asked) == 2


def test_what_was_fetched_is_used_from_then_on(server: FileServer) -> None:
    settings = Settings()
    found = got(GetTask(published=server.published), lambda done, total: None, lambda: False)
    assert (found.origin, found.source) == (NetworkOrigin.FETCHED, server.published.address)
    assert use_got(settings, found) == found and settings[SETTING] == "tiny.bin.gz"
    best = got(GetTask(str(network(networks_folder().parent / "b.bin.gz", RECOMMENDED.name))),
               lambda done, total: None, lambda: False)
    assert use_got(settings, best) == best and settings[SETTING] == BEST
    assert network_in_use(settings) == best.path


def test_what_another_program_has_is_copied_not_fetched(server: FileServer, home: Path) -> None:
    (home / ".katrain").mkdir()
    (home / ".katrain" / "tiny.bin.gz").write_bytes(NETWORK)
    assert quietly(GetTask(published=server.published)).read_bytes() == NETWORK
    assert server.asked == []


def test_where_it_goes_is_said_before(server: FileServer) -> None:
    said = str(where_it_goes(GetTask()))
    for word in ("github.com", "pypi.org", RECOMMENDED.name, "38 MB", "MIT",
                 str(networks_folder())):
        assert word in said
    assert server.root in str(where_it_goes(GetTask(f"{server.root}/a.bin.gz")))


def test_a_network_of_an_address_is_fetched(server: FileServer) -> None:
    path = quietly(GetTask(f"{server.root}/author/tiny.bin.gz?token=1"))
    assert path == networks_folder() / "tiny.bin.gz" and path.read_bytes() == NETWORK


@pytest.mark.parametrize("content", [
    b"", b"<html>", NETWORK[:-3000], gzip.compress(b"no network"), NETWORK[:9] + NETWORK[99:]],
    ids=len)
def test_what_is_no_network_is_not_kept(server: FileServer, content: bytes) -> None:
    server.files["/a"] = content
    with pytest.raises(NetworkError, match="cannot be used: "):
        quietly(GetTask(f"{server.root}/a"))
    assert names() == []


@pytest.mark.parametrize("address", ["http://", "https:///nowhere", "http://[half"])
def test_what_is_no_address_is_one_sentence(address: str) -> None:
    with pytest.raises(NetworkError, match="is no address of a file"):
        quietly(GetTask(address))


def test_an_address_without_a_file_is_one_sentence(server: FileServer) -> None:
    with pytest.raises(NetworkError, match="could not be fetched: it answers 404"):
        quietly(GetTask(f"{server.root}/nothing.bin.gz"))


def test_a_process_tells_how_it_goes(server: FileServer) -> None:
    near, far = multiprocessing.Pipe()
    flag = CancelFlag()
    task = GetTask(published=server.published)
    got_in_process(far, flag, task)
    far.close()
    news = []
    while near.poll():
        try:
            news.append(near.recv())
        except EOFError:
            break
    assert isinstance(news[-1], Got) and news[-1].network.path == networks_folder() / "tiny.bin.gz"
    assert Fetched(len(NETWORK), len(NETWORK)) in news
    flag.close()


def test_a_process_that_is_called_off_keeps_what_came(
    server: FileServer, raised_flag: CancelFlag
) -> None:
    near, far = multiprocessing.Pipe()
    with pytest.raises(NetworkError, match="kept for the next time"):
        got_in_process(far, raised_flag, GetTask(published=server.published))
    assert names() == [".part-tiny.bin.gz"]
    assert (networks_folder() / ".part-tiny.bin.gz").stat().st_size > 0
    near.close()
