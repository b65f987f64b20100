"""Which networks there are, which one is in use, and files that are none."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from irgo_app import resource_files
from irgo_app.errors import NetworkError, ReaderError
from irgo_app.networks.header import NetworkHeader, read_header
from irgo_app.networks.known import (BEST, OWN, SETTING, NetworkOrigin, add_file, adopt, in_use,
                                     known_networks, network_in_use, networks_folder, remove,
                                     sum_of, use, why_not_used)
from irgo_app.networks.published import RECOMMENDED, sha256_of
from irgo_app.settings import Settings, load_settings
from tests.networks.file_server import NETWORK
from tests.networks.tiny_network import NAME, tiny_network

pytestmark = pytest.mark.usefixtures("home")

HEADER = b"tiny\n8\n22\n19\ntrunk\n2\n16\n16\n8\n8\n8\nconv\n3\n3\n22\n16\n1\n1\n@BIN@"


def network(path: Path, name: str = NAME, version: int = 8) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(tiny_network(name, version, 1, 8))
    return path


def kept(file: str, name: str = NAME, age: int = 0) -> Path:
    path = network(networks_folder() / file, name)
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path


@pytest.mark.parametrize("version", [8, 12, 13, 14, 15, 16, 17])
def test_a_header_tells_which_network_it_is(tmp_path: Path, version: int) -> None:
    path = network(tmp_path / "a.bin.gz", "g170-b6c96", version)
    assert read_header(path) == NetworkHeader("g170-b6c96", version, 1, 8)


@pytest.mark.parametrize("content, header", [
    (b"short\n14\n22\n19\n", NetworkHeader("short", 14)),
    (b"odd\n9\n22\n19\ntrunk\n" + b"9" * 50 + b"\n9\n", NetworkHeader("odd", 9))])
def test_a_header_may_tell_little(tmp_path: Path, content: bytes, header: NetworkHeader) -> None:
    (tmp_path / "a.bin.gz").write_bytes(gzip.compress(content))
    assert read_header(tmp_path / "a.bin.gz") == header


def test_a_network_that_imitates_people_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "human.bin.gz"
    path.write_bytes(tiny_network(imitates=1))
    for act in (read_header, add_file):
        with pytest.raises(NetworkError, match="imitates people"):
            act(path)


@pytest.mark.parametrize("data", [
    b"", b"\x1f\x8b", b"\x1f\x8b no gzip", NETWORK[:20], b"\0" * 10_000, gzip.compress(b""),
    gzip.compress(b"name\n8\n"), gzip.compress(b"name\nv8\n22\n19\n"),
    gzip.compress(b"n" * 300 + b"\n8\n22\n19\n"), gzip.compress(b"\xff\xfe\n8\n22\n19\n"),
    gzip.compress(b"name\n" + b"8" * 2000 + b"\n22\n19\n"), gzip.compress(b" " * 5_000_000),
    gzip.compress("name\n٨\n22\n19\n".encode())], ids=len)
def test_what_is_no_network_is_one_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.bin.gz"
    path.write_bytes(data)
    with pytest.raises(NetworkError, match=r"a\.bin\.gz is not one of KataGo's networks"):
        read_header(path)
    with pytest.raises(NetworkError):
        add_file(path)
    assert not networks_folder().exists() or list(networks_folder().iterdir()) == []


@pytest.mark.parametrize("version", [3, 7, 18, 999])
def test_a_format_that_irgo_does_not_run_is_named(tmp_path: Path, version: int) -> None:
    path = tmp_path / "a.bin.gz"
    path.write_bytes(gzip.compress(b"name\n%d\n22\n19\ntrunk\n2\n2\n" % version))
    with pytest.raises(NetworkError, match=f"format {version} and irgo runs 8 to 17"):
        read_header(path)


@pytest.mark.skipif(os.name != "posix", reason="special files as POSIX has them")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bin.gz")
    for name in ("pipe.bin.gz", "missing.bin.gz", "."):
        with pytest.raises(NetworkError, match="There is no file"):
            read_header(tmp_path / name)


def test_without_any_network_irgo_reads_with_its_own() -> None:
    settings = Settings()
    assert network_in_use(settings) is None and why_not_used(settings) is None
    assert [(found.name, found.path) for found in known_networks(settings)] == [(OWN, None)]


def test_the_best_of_irgo_s_folder_is_used_by_itself() -> None:
    settings = Settings()
    (kept("broken.bin.gz")).write_bytes(b"broken")
    assert network_in_use(settings) is None
    older, newer = kept("a.bin.gz", age=100), kept("b.bin.gz", "other", age=50)
    assert network_in_use(settings) == newer
    best = kept("best.bin.gz", RECOMMENDED.name, age=900)
    assert network_in_use(settings) == best
    settings.set(SETTING, OWN)
    assert network_in_use(settings) is None
    use(settings, "tiny-test-network")
    assert network_in_use(settings) == older and settings[SETTING] == "a.bin.gz"


def test_of_other_programs_networks_only_the_recommended_one_is_used_unasked(home: Path) -> None:
    settings = Settings()
    network(home / ".katrain" / "kata1-b18.bin.gz", "b18")
    assert network_in_use(settings) is None
    best = network(home / ".katago" / "any name.bin.gz", RECOMMENDED.name)
    assert network_in_use(settings) == best
    chosen = use(settings, "KATA1-b18")
    assert chosen.origin is NetworkOrigin.FOUND
    assert network_in_use(settings) == home / ".katrain" / "kata1-b18.bin.gz"


@pytest.mark.parametrize("place", [
    ".katrain", "katago", "Lizzie/networks", "Sabaki/engines",
    ".local/lib/python3.12/site-packages/katrain/models",
    ".local/share/pipx/venvs/katrain/lib/python3.11/site-packages/katrain/models"])
def test_networks_of_other_programs_are_found(home: Path, place: str) -> None:
    path = network(home / place / "kata.bin.gz")
    [_, found] = known_networks(Settings())
    assert (found.path, found.origin, found.blocks) == (path, NetworkOrigin.FOUND, 1)


def test_a_network_named_by_another_program_s_settings_is_found(home: Path) -> None:
    path = network(home / "deep" / "in" / "a" / "folder" / "net.bin.gz")
    (home / ".katrain").mkdir()
    (home / ".katrain" / "config.json").write_text(json.dumps({"engine": {"model": str(path)}}))
    assert [found.path for found in known_networks(Settings())] == [None, path]


def test_a_program_may_bring_a_network_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "resources" / "examples").mkdir(parents=True)
    path = network(tmp_path / "resources" / "networks" / "brought.bin.gz")
    monkeypatch.setattr(resource_files.sys, "_MEIPASS", str(tmp_path), raising=False)
    settings = Settings()
    found = in_use(settings)
    assert (found.path, found.origin, found.is_removable) == (path, NetworkOrigin.BROUGHT, False)
    # One in irgo's folder of the user comes before it.
    own = kept("own.bin.gz")
    assert network_in_use(settings) == own


def test_a_file_is_used_where_it_lies_or_copied(tmp_path: Path) -> None:
    settings = Settings()
    path = network(tmp_path / "downloads" / "net (1).bin.gz")
    use(settings, str(path))
    assert network_in_use(settings) == path and settings[SETTING] == str(path)
    assert [found.origin for found in known_networks(settings)] == [
        NetworkOrigin.OWN, NetworkOrigin.NAMED]
    copy = add_file(path)
    assert copy.path == networks_folder() / "net__1_.bin.gz"
    assert (copy.origin, copy.source) == (NetworkOrigin.COPIED, str(path))
    assert copy.sha256 == sum_of(next(found for found in known_networks(settings)
                                      if found.path == path))
    path.unlink()
    assert network_in_use(settings) == copy.path
    assert "no longer there" in str(why_not_used(settings))
    assert add_file(copy.path) == copy


def test_a_file_that_is_not_whole_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "cut.bin.gz"
    for data in (NETWORK[:-5000], NETWORK[:len(NETWORK) // 2] + b"!" * 5000):
        path.write_bytes(data)
        with pytest.raises(ReaderError, match=r"cut\.bin\.gz is damaged"):
            add_file(path)
    assert list(networks_folder().iterdir()) == []


def test_a_file_that_unpacks_without_end_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "bomb.bin.gz"
    path.write_bytes(gzip.compress(HEADER + b"\0" * 30_000_000))
    with pytest.raises(ReaderError, match="damaged or no network"):
        add_file(path)


def test_only_what_irgo_made_is_removed(home: Path) -> None:
    settings = Settings()
    placed, found = kept("placed.bin.gz"), network(home / ".katago" / "found.bin.gz", "other")
    copied = add_file(network(home / "given.bin.gz", "third"))
    assert copied.path is not None
    for name in ("placed", str(found), OWN):
        with pytest.raises(NetworkError, match="does not remove it"):
            remove(settings, name)
    use(settings, "given")
    assert network_in_use(settings) == copied.path
    assert remove(settings, "given") == copied
    assert settings[SETTING] == BEST and network_in_use(settings) == placed
    assert found.exists() and (home / "given.bin.gz").exists()
    assert [path.name for path in networks_folder().iterdir()] == ["placed.bin.gz"]
    with pytest.raises(NetworkError, match="There is no network 'given'"):
        remove(settings, "given")


def test_a_damaged_note_takes_nothing_away() -> None:
    path = kept("a.bin.gz")
    for text in (b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"origin": {"deep": 1}}'):
        path.with_name("a.bin.gz.json").write_bytes(text)
        assert in_use(Settings()).origin is NetworkOrigin.PLACED


def test_what_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    settings = Settings()
    (tmp_path / "notes.txt").write_text("nothing")
    for wanted, said in (("nobody", "There is no network 'nobody'"),
                         (str(tmp_path / "notes.txt"), "is not one of KataGo's"),
                         (str(tmp_path), "There is no file")):
        with pytest.raises(NetworkError, match=said):
            use(settings, wanted)
    settings.set(SETTING, "gone.bin.gz")
    assert network_in_use(settings) is None and "gone.bin.gz" in str(why_not_used(settings))


@pytest.mark.skipif(os.name != "posix", reason="names of any bytes, as POSIX has them")
def test_a_name_of_any_bytes_is_kept(tmp_path: Path) -> None:
    path = network(tmp_path / os.fsdecode(b"\xff.bin.gz"))
    settings = Settings(tmp_path / "settings.toml")
    use(settings, str(path))
    settings.save()
    assert network_in_use(load_settings(tmp_path / "settings.toml")) == path
    assert add_file(path).path == networks_folder() / "_.bin.gz"


def test_the_window_s_process_loads_nothing_that_reaches_the_internet() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, irgo_app.networks.getting\n"
         "print([name for name in ('ssl', 'urllib.request', 'http.client') "
         "if name in sys.modules])"],
        capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


def test_a_network_that_others_placed_is_not_written_over(home: Path) -> None:
    placed = kept("given.bin.gz", "placed")
    before = placed.read_bytes()
    given = network(home / "given.bin.gz", "third")
    for _ in range(2):
        copied = add_file(given)
        assert copied.path == networks_folder() / "given-2.bin.gz"
    assert placed.read_bytes() == before
    part = network(networks_folder() / ".part-given.bin.gz", "fourth")
    assert adopt(part, "given.bin.gz", "https://example.org", sha256_of(part)).path == (
        networks_folder() / "given-3.bin.gz")
    assert placed.read_bytes() == before


def test_a_file_that_took_the_place_of_irgo_s_is_not_removed(home: Path) -> None:
    copied = add_file(network(home / "given.bin.gz", "third"))
    assert copied.path is not None
    network(copied.path, "mine")
    with pytest.raises(NetworkError, match="another file"):
        remove(Settings(), str(copied.path))
    assert copied.path.exists()
