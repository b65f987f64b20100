"""The store of machine code: torn, unwritable, full, missing, or somebody else's; irgo goes on."""

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from irgo_app.errors import NOTICE_LOGGER
from irgo_app.kernels.compiler import store as store_module
from irgo_app.kernels.compiler.store import FOLDER_VARIABLE, CodeStore
from irgo_app.own_names import new_name

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(os.name != "posix", reason="owners and modes as POSIX has them")


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A world of one's own: a cache folder `usual`, temporary files in `temporary`."""
    for name in ("usual", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "usual"))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".locks")


def test_what_was_kept_is_found_by_the_next_run(places: Path) -> None:
    CodeStore("k").save("one", b"code")
    assert CodeStore("k").load("one") == b"code"
    assert CodeStore("k").load("two") is None
    assert CodeStore("other").load("one") is None
    assert files(places) == [places / "usual" / "k" / "one"]


@pytest.mark.parametrize("damage", [
    lambda data: b"", lambda data: data[:10], lambda data: data[:-1], lambda data: data + b"x",
    lambda data: data[:20] + bytes([data[20] ^ 1]) + data[21:], lambda data: bytes(len(data))],
    ids=["empty", "start", "torn", "longer", "one bit", "zeros"])
def test_a_broken_entry_is_not_used_and_made_again(places: Path, damage: object) -> None:
    store = CodeStore("k")
    store.save("one", b"machine code")
    [path] = files(places)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert store.load("one") is None
    store.save("one", b"machine code")
    assert CodeStore("k").load("one") == b"machine code"


def test_an_unwritable_place_leads_to_a_private_one(
    places: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (places / "usual" / "k").write_text("a file where the folder should be")
    store = CodeStore("k")
    with caplog.at_level(logging.WARNING, NOTICE_LOGGER):
        store.save("one", b"code")
        store.save("two", b"more")
    [private] = (places / "temporary").iterdir()
    if os.name == "posix":
        assert private.stat().st_mode & 0o777 == 0o700
    assert len(caplog.messages) == 1
    assert str(private) in caplog.messages[0] and "name another folder" in caplog.messages[0]
    later = CodeStore("k")
    assert later.load("one") == b"code" and later.load("two") == b"more"
    later.save("three", b"last")
    assert list((places / "temporary").iterdir()) == [private]


def test_processes_that_compile_together_find_the_same_private_place(places: Path) -> None:
    (places / "usual" / "k").write_text("a file where the folder should be")
    first = CodeStore("k")
    with first.alone("one", waits=False) as is_turn:
        assert is_turn
        [private] = (places / "temporary").iterdir()
        second = CodeStore("k")
        assert not second.has("one")
        first.save("one", b"code")
        second.save("two", b"more")
    assert second.has("one") and first.load("two") == b"more"
    assert first.folder == second.folder == private


def test_nowhere_to_keep_anything(places: Path, caplog: pytest.LogCaptureFixture) -> None:
    (places / "usual" / "k").write_text("a file")
    (places / "temporary").rmdir()
    store = CodeStore("k")
    with caplog.at_level(logging.WARNING, NOTICE_LOGGER):
        store.save("one", b"code")
        store.save("two", b"code")
    assert store.folder is None and store.load("one") is None
    assert len(caplog.messages) == 1 and "compiled anew each time" in caplog.messages[0]


def test_what_nobody_has_read_for_long_is_removed(places: Path) -> None:
    store = CodeStore("kernels")
    store.save("used", b"code")
    store.save("forgotten", b"code")
    (places / "usual" / "another_program").write_text("not ours")
    long_ago = time.time() - 40 * 86_400
    for path in files(places):
        os.utime(path, (long_ago, long_ago))
    assert CodeStore("kernels").load("used") == b"code"  # That is noted.
    CodeStore("kernels").save("new", b"code")
    assert {path.name for path in files(places)} == {"used", "new", "another_program"}


def test_only_what_irgo_made_is_removed(places: Path) -> None:
    """Neither by the beginning of a name, nor through a link, nor in irgo's own folder."""
    own = places / "usual" / "kernels"
    others = [places / "usual" / "kernels-thesis" / "ch1", own / "notes" / "ch2", own / "ch3",
              places / "home" / "ch4", own / ".torn.part"]
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a year's work")
    own.chmod(0o700)
    (places / "usual" / "kernels-link").symlink_to(places / "home")
    (own / "link").symlink_to(places / "home")
    (own / "file_link").symlink_to(places / "home" / "ch4")
    store = CodeStore("kernels")
    forgotten, kept = store.private_folder("plain-1"), store.private_folder("plain-2")
    assert forgotten is not None and kept is not None
    (forgotten / "index").write_bytes(b"numba's")
    (kept / ".made-by-irgo").unlink()
    torn = own / new_name()
    torn.write_bytes(b"half")
    long_ago = time.time() - 400 * 86_400
    for path in sorted(places.rglob("*"), reverse=True):
        if not path.is_symlink():
            os.utime(path, (long_ago, long_ago))
    store.save("new", b"code")
    assert all(path.read_text() == "a year's work" for path in others)
    assert kept.is_dir() and not forgotten.exists() and not torn.exists()
    assert (own / "link").is_symlink() and (own / "file_link").is_symlink()


def test_a_later_place_is_not_looked_at_while_an_earlier_one_takes_entries(places: Path) -> None:
    blocked = places / "usual" / "k"
    blocked.write_text("a file where the folder should be")
    CodeStore("k").save("one", b"kept elsewhere, by an earlier run")
    blocked.unlink()
    store = CodeStore("k")
    assert store.load("one") is None and not store.has("one")
    store.save("one", b"code")
    assert CodeStore("k").load("one") == b"code"


@POSIX
def test_what_others_can_write_is_never_run(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = CodeStore("k")
    store.save("one", b"code")
    [path] = files(places)
    path.chmod(0o666)
    assert store.load("one") is None
    path.chmod(0o600)
    (places / "usual" / "k").chmod(0o777)
    store.save("one", b"again")
    assert files(places / "usual") == [path] and len(files(places / "temporary")) == 1
    # The files of another user, in his home or under names made before ours.
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    stranger = CodeStore("k")
    if me != 0:  # Root's files may be read by all.
        assert stranger.load("one") is None
    before = set((places / "temporary").iterdir())
    stranger.save("two", b"code")
    assert stranger.folder is None or stranger.folder.parent not in before


@POSIX
def test_a_link_under_our_name_is_not_followed(places: Path) -> None:
    """Neither to a folder nor to a file, also where whoever made it owns what it leads to."""
    (places / "elsewhere").mkdir()
    (places / "usual" / "k").symlink_to(places / "elsewhere")
    (places / "temporary" / f"irgo-k-{os.geteuid()}").symlink_to(places / "elsewhere")
    store = CodeStore("k")
    store.save("one", b"code")
    assert store.folder is None and not files(places)
    (places / "usual" / "k").unlink()
    CodeStore("k").save("one", b"code")
    (places / "usual" / "k").rename(places / "elsewhere" / "k")
    (places / "usual" / "k").symlink_to(places / "elsewhere" / "k")
    assert CodeStore("k").load("one") is None
    (places / "usual" / "k").unlink()
    (places / "usual" / "k").mkdir(0o700)
    (places / "usual" / "k" / "one").symlink_to(places / "elsewhere" / "k" / "one")
    assert CodeStore("k").load("one") is None


@POSIX
def test_what_is_read_unchecked_lies_where_nobody_else_reaches(places: Path) -> None:
    found = CodeStore("k").private_folder("plain-1")
    assert found == places / "usual" / "k" / "plain-1" and found.stat().st_mode & 0o777 == 0o700
    (places / "usual").chmod(0o777)
    assert CodeStore("k").private_folder("plain-1") is None
    (places / "usual").chmod(0o1777)  # As /tmp: others cannot move what is not theirs.
    assert CodeStore("k").private_folder("plain-1") == found
    found.chmod(0o770)
    assert CodeStore("k").private_folder("plain-1") is None


def no_home(*words: object, **more: object) -> Path:
    raise RuntimeError("could not determine the home directory")


@pytest.mark.parametrize("user_cache_path", [
    no_home, lambda *words, **more: Path("~") / ".cache" / "irgo"], ids=["raises", "tilde"])
def test_without_a_home(
    places: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
    user_cache_path: Callable[..., Path],
) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    monkeypatch.setattr(store_module, "user_cache_path", user_cache_path)
    store = CodeStore("k")
    with caplog.at_level(logging.WARNING, NOTICE_LOGGER):
        store.save("one", b"code")
    assert "no home folder" in caplog.messages[0] and store.load("one") == b"code"
    assert not Path("~").exists()


# With a kernel that is really compiled, in processes of their own.

PROGRAM = """
import sys
import numpy as np
if sys.argv[1:]:
    import resource, signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from irgo_app.kernels.grid import padded_size
print(padded_size(9, 9, 1), padded_size.was_compiled)
"""


def run_kernel(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    own = {"NUMBA_CACHE_DIR": str(folder / "usual"), "TMPDIR": str(folder / "temporary")}
    found = subprocess.run([sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True,
                           cwd=ROOT, env={**os.environ, **own}, timeout=300, check=False)
    assert found.returncode == 0, found.stderr
    return found


def test_a_kernel_is_compiled_once_and_again_when_its_code_is_torn(places: Path) -> None:
    value, was_compiled = run_kernel(places).stdout.split()
    assert was_compiled == "True"
    [path] = files(places)
    assert run_kernel(places).stdout.split() == [value, "False"]
    path.write_bytes(path.read_bytes()[:-100])
    assert run_kernel(places).stdout.split() == [value, "True"]
    assert run_kernel(places).stdout.split() == [value, "False"]


@POSIX
def test_a_disk_without_room_stops_no_kernel(places: Path) -> None:
    found = run_kernel(places, "4096")
    assert found.stdout.split()[1:] == ["True"] and not files(places)
    assert found.stderr.count("\n") == 1 and "compiled anew" in found.stderr
