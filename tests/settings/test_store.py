"""Settings on disk: whatever the file holds and wherever it lies, irgo starts and saves again."""

import math
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from irgo_app.engines.profile import EngineProfile, profiles_of_settings
from irgo_app.errors import SettingsError
from irgo_app.settings import FOLDER_VARIABLE, SETTINGS, Settings, load_settings


@pytest.mark.parametrize("name", ["/games/\udcff\udc80.sgf", "/games/ü.sgf", "bytes:61", "bytes:zz",
                                  "/a b/\u202e.sgf"])
def test_names_of_files_survive_whatever_bytes_they_are(name: str) -> None:
    settings = load_settings()
    settings.remember_file(name)
    settings.engines = [{"name": "x\udcff", "command": "y\udc80"}]
    settings.save()
    again = load_settings()
    assert again.recent_files == [name] and not again.warnings
    assert again.engines[0]["name"] == "x?"


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e400", "9" * 400, "-1", '""', "[]"])
def test_numbers_that_are_none(value: str) -> None:
    path = load_settings().path
    assert path is not None
    path.parent.mkdir(parents=True)
    rows = "".join(f"{row.key} = {value}\n" for row in SETTINGS if row.kind is int)
    path.write_text(f"[settings]\n{rows}\n[[engines]]\nname = 'a'\ncommand = 'b'\n"
                    f"visits = {value}\nstart_s = {value}\nanswer_s = {value}\n")
    settings = load_settings()
    for row in SETTINGS:
        assert settings[row.key] == row.default
    [profile] = profiles_of_settings(settings.engines)
    assert 0 <= profile.visits <= 10_000_000 and isinstance(profile.visits, int)
    assert math.isfinite(profile.start_s) and 0 < profile.answer_s <= 86_400
    settings.save()


@pytest.mark.parametrize("content", [
    b"\xff\xfe", b"[settings", b"x = 1\nx = 2\n", b"a = " + b"[" * 9999])
def test_a_file_that_is_none_is_kept_beside_the_new_one(content: bytes) -> None:
    path = load_settings().path
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    settings = load_settings()
    assert len(settings.warnings) == 1 and "defaults are used" in str(settings.warnings[0])
    settings.save()
    assert not load_settings().warnings
    assert path.with_name("settings.toml.broken").read_bytes() == content


@pytest.mark.parametrize(("former", "is_on"), [
    ("read_on = true\nplaces_auto = false\n", True),
    ("read_on = false\nplaces_auto = false\nlife_auto = false\n", False), ("", True)])
def test_an_older_file_with_a_switch_for_each_search_is_read(former: str, is_on: bool) -> None:
    path = load_settings().path
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_text(f"[settings]\n{former}")
    settings = load_settings()
    assert settings["analyse_auto"] is is_on and not settings.warnings


def test_a_folder_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file"))
    settings = load_settings()
    assert len(settings.warnings) == 1
    with pytest.raises(SettingsError, match="could not be saved"):
        settings.save()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may search any folder")
def test_a_folder_that_cannot_be_searched(tmp_path: Path) -> None:
    path = load_settings().path
    assert path is not None
    path.parent.mkdir(parents=True)
    path.parent.chmod(0)
    assert "cannot be read" in str(load_settings().warnings[0])
    path.parent.chmod(0o700)


def no_home(*words: object, **more: object) -> str:
    raise RuntimeError("could not determine the home directory")


@pytest.mark.parametrize("user_config_dir", [
    no_home, lambda *words, **more: "~/.config/irgo"], ids=["raises", "tilde"])
def test_without_a_home_nothing_is_kept_and_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user_config_dir: Callable[..., str]
) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    monkeypatch.setattr("platformdirs.user_config_dir", user_config_dir)
    monkeypatch.chdir(tmp_path)
    settings = load_settings()
    assert settings.path is None and FOLDER_VARIABLE in str(settings.warnings[0])
    settings.save()
    assert not list(tmp_path.iterdir())


def test_a_failed_save_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load_settings()
    settings.save()
    assert settings.path is not None

    def full(*words: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(SettingsError, match="No space left on device"):
        settings.save()
    assert list(settings.path.parent.iterdir()) == [settings.path]


def test_the_home_of_somebody_who_is_not_there() -> None:
    profile = EngineProfile("x", "y", folder="~nouser/engines")
    assert profile.working_folder == Path("~nouser/engines")
    assert Settings().path is None
