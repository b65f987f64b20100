"""Engines on a machine: found where other programs keep them, each with a network it can read."""

import gzip
import json
import math
import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from irgo_app import resource_files
from irgo_app.engines import profile as profiles
from irgo_app.engines.dialects import full_command
from irgo_app.engines.profile import (OWN_LEELA_NETWORK, EngineProfile, found_engines,
                                      kind_of_command, network_kind, profile_named,
                                      profile_of_program)
from irgo_app.errors import EngineError
from irgo_app.resource_files import resource_path

KATAGO_NETWORK = b"g170-b6c96-s175395328-d26788732\n8\n22\n19\nconv1\n5 5 22 96\n@BIN@\x00\x01"
LEELA_NETWORK = b"2\n0.017 -0.5 1e-3\n0.25 0.75\n"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="homes as POSIX has them")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without engines, on a machine without any."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(profiles, "_USUAL_FOLDERS", ())
    return tmp_path


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def network(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def commands() -> dict[str, list[str]]:
    return {profile.name: shlex.split(profile.command) for profile in found_engines()}


def test_nothing_is_found_where_nothing_is(home: Path) -> None:
    assert found_engines() == []


@pytest.mark.parametrize("name, content, kind", [
    ("kata1-b18.bin.gz", KATAGO_NETWORK, "katago"), ("g170.txt.gz", KATAGO_NETWORK, "katago"),
    ("default_model.bin", KATAGO_NETWORK, "katago"),
    ("best-network.gz", LEELA_NETWORK, "leelaz"), ("elf.txt", LEELA_NETWORK, "leelaz"),
    ("weights.txt.gz", b"1\n-0.1\n", "leelaz"), ("empty.gz", b"", None),
    ("notes.txt", b"a\nb\n", None), ("list.txt", b"1\nfirst\n", None),
    ("other.gz", b"\x00\x01\x02\n8\n", None)])
def test_a_network_is_known_by_its_content(
    name: str, content: bytes, kind: str | None, tmp_path: Path
) -> None:
    assert network_kind(network(tmp_path / name, content)) == kind


def test_what_is_no_network_file(tmp_path: Path) -> None:
    (tmp_path / "torn.gz").write_bytes(gzip.compress(KATAGO_NETWORK * 100)[:40])
    (tmp_path / "not.gz").write_bytes(b"\x1f\x8b no gzip")
    (tmp_path / "dangling.gz").symlink_to(tmp_path / "gone")
    os.mkfifo(tmp_path / "pipe.gz")
    for name in ("torn.gz", "not.gz", "dangling.gz", "pipe.gz", "missing.gz", "."):
        assert network_kind(tmp_path / name) is None


def test_a_katago_network_is_not_offered_to_leela_zero(home: Path) -> None:
    leela, katago = program(home / "leela-zero" / "leelaz"), program(home / "katago" / "katago")
    weights = network(home / ".katago" / "g170-b6c96.bin.gz", KATAGO_NETWORK)
    own = resource_path(OWN_LEELA_NETWORK)
    assert commands() == {
        "Leela Zero": [str(leela), "--gtp", "--noponder", "--cpu-only", "-w", str(own)],
        "KataGo": [str(katago), "gtp", "-model", str(weights)],
        "KataGo analysis": [str(katago), "analysis", "-model", str(weights)]}
    mine = network(home / ".local/share/leela-zero" / "best-network.gz", LEELA_NETWORK)
    assert commands()["Leela Zero"] == [str(leela), "--gtp", "--noponder", "-w", str(mine)]


def test_finding_engines_reads_no_whole_network(
    home: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Finding is part of every start; networks may have hundreds of megabytes."""
    program(home / "leela-zero" / "leelaz")
    monkeypatch.setattr(resource_files, "digest_of", lambda data: pytest.fail("hashed"))
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"read {path.name}"))
    assert "Leela Zero" in commands()


def test_the_network_that_comes_with_irgo_is_one_of_leela_zeros() -> None:
    own = resource_path(OWN_LEELA_NETWORK)
    assert network_kind(own) == "leelaz" and own.stat().st_size <= 4_000_000
    lines = gzip.decompress(own.read_bytes()).decode("ascii").splitlines()
    blocks = [len(line.split()) for line in lines]
    channels = len(lines[2].split())
    assert lines[0] == "1" and blocks[1] == 18 * 9 * channels
    # Four lines a convolution: input, two a block, and the heads with 6 and 8 lines.
    assert (len(lines) - 1 - 4 - 14) % 8 == 0
    assert all(math.isfinite(float(word)) for line in lines[1:] for word in line.split())


def test_the_network_beside_a_program_comes_first_then_the_newest(home: Path) -> None:
    katago = program(home / "katago" / "katago")
    old, new = (network(home / ".katago" / f"{name}.bin.gz", KATAGO_NETWORK)
                for name in ("old", "new"))
    os.utime(old, (1, 1))
    assert commands()["KataGo"][3] == str(new)
    beside = network(katago.parent / "mine.bin.gz", KATAGO_NETWORK)
    os.utime(beside, (1, 1))
    assert commands()["KataGo"][3] == str(beside)


def katrain(home: Path) -> Path:
    """KataGo and its network where KaTrain puts them, and a newer one its settings name."""
    network(home / ".katrain" / "model.bin.gz", KATAGO_NETWORK)
    return program(home / ".katrain" / "katago-v1.16.0-eigen-linux")


def katrain_settings(home: Path) -> Path:
    found = program(home / "games" / "katago")
    weights = network(home / "games" / "b18.bin.gz", KATAGO_NETWORK)
    (home / ".katrain").mkdir()
    (home / ".katrain" / "config.json").write_text(json.dumps(
        {"engine": {"katago": str(found), "model": str(weights), "config": "x.cfg"}}))
    return found


def sabaki(home: Path) -> Path:
    found = program(home / "tools" / "katago")
    weights = network(home / "tools" / "b18.bin.gz", KATAGO_NETWORK)
    settings = home / ".config" / "Sabaki" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"engines.list": [
        {"name": "Kata", "path": str(found), "args": f"gtp -model '{weights}'"}]}))
    return found


def lizzie(home: Path) -> Path:
    found = program(home / "Lizzie" / "katago" / "katago")
    network(home / "Lizzie" / "weights" / "b15.bin.gz", KATAGO_NETWORK)
    (home / "Lizzie" / "config.txt").write_text(json.dumps({"leelaz": {
        "engine-command": "./katago/katago gtp -model weights/b15.bin.gz; rm -rf /"}}))
    return found


def q5go(home: Path) -> Path:
    found = program(home / "engines" / "katago")
    weights = network(home / "nets" / "b18.bin.gz", KATAGO_NETWORK)
    settings = home / ".config" / "q5go" / "q5gorc"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"ENGINE1a [KataGo]\nENGINE1b [{found}]\n"
                        f"ENGINE1c [gtp -model {weights}]\nBOGUS\n")
    return found


@pytest.mark.parametrize("install", [katrain, katrain_settings, sabaki, lizzie, q5go])
def test_engines_of_other_programs_are_found(home: Path, install: Callable[[Path], Path]) -> None:
    place = install(home)
    found = found_engines()
    assert [profile.name for profile in found] == ["KataGo", "KataGo analysis"]
    for profile, mode in zip(found, ("gtp", "analysis"), strict=True):
        assert profile.words[0] == str(place) and profile.words[1:3] == (mode, "-model")
        assert network_kind(Path(profile.words[3])) == "katago"
        # A command line of others is never run.
        assert len(profile.words) == 4


def test_a_program_that_is_pointed_at_gets_the_network_beside_it(home: Path) -> None:
    found = program(home / "some where" / "katago-v1.16")
    weights = network(found.parent / "b18.bin.gz", KATAGO_NETWORK)
    profile = profile_of_program(found)
    assert profile.words == (str(found), "gtp", "-model", str(weights))
    assert (profile.name, profile.kind) == ("KataGo", "katago")
    other = program(home / "my engine")
    assert profile_of_program(other).words == (str(other),)
    assert profile_of_program(other).kind == "auto"


def test_two_programs_of_a_name_are_two_engines(home: Path) -> None:
    katrain(home)
    program(home / "katago" / "katago")
    assert [name for name in commands() if "analysis" not in name] == \
        ["KataGo", "KataGo in .katrain"]


@pytest.mark.parametrize("damage", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b"null", b'{"a": 7}',
                                    json.dumps({"x": "a\x00b " + "y" * 5000}).encode()])
def test_nothing_that_lies_about_stops_the_search(home: Path, damage: bytes) -> None:
    for name in (".katrain/config.json", ".config/Sabaki/settings.json", "Lizzie/config.txt"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(damage)
    (home / ".katago").mkdir()
    (home / ".katago" / "dangling.bin.gz").symlink_to(home / "gone")
    (home / ".katago" / "circle").symlink_to(home / ".katago" / "circle")
    (home / "katago").write_text("a file, not a folder")
    os.mkfifo(home / ".katago" / "pipe.gz")
    (home / ".katago" / "locked").mkdir(mode=0)
    os.makedirs(os.fsencode(home / "KataGo") + b"/\xff\xfe")
    assert found_engines() == []
    (home / ".katago" / "locked").chmod(0o700)


def test_without_a_home_there_is_still_an_answer(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert found_engines() == []


# Names and kinds

def test_an_engine_is_meant_by_title_kind_or_program() -> None:
    known = [EngineProfile("gtp", "x"),
             EngineProfile("GNU Go", "/usr/games/gnugo -x", kind="gnugo"),
             EngineProfile("Kata", "'/a b/katago.exe' gtp", kind="katago"),
             EngineProfile("Odd", "'open quote")]
    assert profile_named("GNUGO", known) is known[1]
    assert profile_named("gnu go", known) is known[1]
    assert profile_named("KataGo", known) is known[2]
    assert profile_named("gtp", known) is known[0]
    with pytest.raises(EngineError, match="there are: gtp, GNU Go, Kata, Odd"):
        profile_named("leelaz", known)


@pytest.mark.parametrize("words, kind", [
    ((), "auto"), (("/usr/games/gnugo",), "gnugo"), (("C:\\go\\KataGo.exe", "gtp"), "katago"),
    (("katago-v1.16", "analysis"), "katago-json"), (("leelaz", "-g"), "leela-zero"),
    (("python3", "my.py"), "auto")])
def test_a_command_tells_what_it_starts(words: tuple[str, ...], kind: str) -> None:
    assert kind_of_command(words) == kind


# KataGo's configuration

def test_katago_without_a_configuration_gets_one(home: Path, tmp_path: Path) -> None:
    katago = str(program(home / "katago" / "katago"))
    words = full_command((katago, "gtp", "-model", "x"), "katago")
    written = Path(words[words.index("-config") + 1])
    assert written.parent == tmp_path / "config" and "numSearchThreads" in written.read_text()
    written.write_text("# mine\n")
    assert full_command((katago, "gtp"), "katago")[3] == str(written)
    assert written.read_text() == "# mine\n"
    analysis = full_command((katago, "analysis"), "katago-json")
    assert "numAnalysisThreads" in Path(analysis[-1]).read_text()
    # One that is named, or that KataGo finds by itself, is left to it.
    assert full_command((katago, "analysis", "-config", "y"), "katago-json")[-1] == "y"
    (home / "katago" / "default_gtp.cfg").write_text("")
    assert "-config" not in full_command((katago, "gtp"), "katago")
    assert "-config" in full_command((katago, "analysis"), "katago-json")


def test_a_configuration_that_cannot_be_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    with pytest.raises(EngineError, match="name one with -config"):
        full_command(("katago", "gtp"), "katago")
