"""The lock files: everything pinned with hashes, nothing that names a server."""

import re
import tomllib

import pytest

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from .checkout import CHECKOUT

LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-freeze.lock")
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
RUNTIME = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
TESTING = [Requirement(text) for text in PROJECT["project"]["optional-dependencies"]["test"]]
BUILDING = [Requirement(text) for text in PROJECT["build-system"]["requires"]]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def entries(lock: str) -> list[tuple[Requirement, list[str]]]:
    """Return each requirement of a lock file with its hashes."""
    text = (CHECKOUT / "packaging" / lock).read_text("utf-8").replace("\\\n", " ")
    found = []
    for line in text.splitlines():
        pinned, *hashes = line.split("--hash=")
        if pinned.strip():
            found.append((Requirement(pinned.strip()), [word.strip() for word in hashes]))
    return found


def pins(lock: str, name: str, python: str) -> list[Version]:
    """Return the versions a lock gives a package on one Python (one, if the lock is sound)."""
    place = {"python_version": python, "python_full_version": f"{python}.0"}
    return [
        Version(next(iter(requirement.specifier)).version)
        for requirement, _ in entries(lock)
        if canonicalize_name(requirement.name) == canonicalize_name(name)
        and (requirement.marker is None or requirement.marker.evaluate(place))
    ]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_is_pinned_and_hashed(lock: str) -> None:
    assert len(entries(lock)) > len(RUNTIME)
    for requirement, hashes in entries(lock):
        assert [item.operator for item in requirement.specifier] == ["=="], requirement
        assert requirement.url is None
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", word) for word in hashes), requirement


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", LOCKS)
def test_what_the_program_and_its_build_need_is_locked(lock: str, python: str) -> None:
    for wanted in RUNTIME + BUILDING:
        versions = pins(lock, wanted.name, python)
        assert len(versions) == 1, wanted
        assert versions[0] in wanted.specifier, wanted


@pytest.mark.parametrize("python", PYTHONS)
def test_what_the_tests_need_is_locked(python: str) -> None:
    for wanted in TESTING:
        versions = pins("requirements-test.lock", wanted.name, python)
        assert len(versions) == 1, wanted
        assert versions[0] in wanted.specifier, wanted


@pytest.mark.parametrize("python", PYTHONS)
def test_what_freezes_is_locked(python: str) -> None:
    assert len(pins("requirements-freeze.lock", "pyinstaller", python)) == 1


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", LOCKS[1:])
def test_all_locks_agree(lock: str, python: str) -> None:
    for requirement, _ in entries("requirements.lock"):
        name = requirement.name
        assert pins("requirements.lock", name, python) == pins(lock, name, python), name


@pytest.mark.parametrize("lock", LOCKS)
def test_qt_is_none_of_the_versions_that_abort(lock: str) -> None:
    for name in ("PySide6-Essentials", "shiboken6"):
        (version,) = pins(lock, name, "3.11")
        assert Version("6.8") <= version < Version("6.12")


@pytest.mark.parametrize("lock", LOCKS)
def test_no_server_is_named(lock: str) -> None:
    text = (CHECKOUT / "packaging" / lock).read_text("utf-8")
    assert not re.search(r"://|https?:|--index", text)
