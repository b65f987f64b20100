"""What a feature needs besides irgo: a sentence names the package and how to get it."""

import sys

import pytest

from irgo_app import extras
from irgo_app.errors import UsageError
from irgo_app.extras import check_packages, packages_needed
from irgo_app.scan import check_pictures
from irgo_app.words import message

NOWHERE = {"no_such_module": "no-such-package"}


def test_a_missing_package_is_named_with_the_command() -> None:
    with pytest.raises(UsageError) as raised, packages_needed(message("A dream"), NOWHERE):
        import no_such_module  # noqa: F401
    assert str(raised.value).startswith("A dream needs the package no-such-package")
    assert f"{sys.executable} -m pip install no-such-package" in str(raised.value)
    with pytest.raises(UsageError, match="no-such-package"):
        check_packages(message("A dream"), NOWHERE)


def test_another_module_that_is_missing_is_a_bug() -> None:
    with pytest.raises(ModuleNotFoundError), packages_needed(message("A dream"), NOWHERE):
        import another_missing_module  # noqa: F401


def test_a_frozen_irgo_names_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "is_frozen", lambda: True)
    with pytest.raises(UsageError, match="pipx"):
        check_packages(message("A dream"), NOWHERE)


def test_pictures_can_be_read_here() -> None:
    check_pictures()
