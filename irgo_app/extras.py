"""Packages beyond irgo itself that a feature needs: a sentence says how to install them.

irgo is in no package index, so its extras cannot be named there; the packages can.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec

from irgo_app.errors import UsageError
from irgo_app.own_program import is_frozen
from irgo_app.words import Message


@contextmanager
def packages_needed(what: Message, packages: Mapping[str, str]) -> Iterator[None]:
    """Import within what a feature needs; raises UsageError where it is not there.

    what -- begins the sentence, such as "A batch"; packages -- what installs each module, by name
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in packages:
            raise
        raise _not_installed(what, packages[missing]) from None


def check_packages(what: Message, packages: Mapping[str, str]) -> None:
    """Raise UsageError where a feature's packages are not there, without importing them."""
    for module, package in packages.items():
        if find_spec(module) is None:
            raise _not_installed(what, package)


def _not_installed(what: Message, package: str) -> UsageError:
    if is_frozen():
        return UsageError(
            "{what} needs the package {package}, which this irgo does not carry; install irgo with "
            "pipx or pip where Python is, and that package beside it.", what=what, package=package)
    return UsageError(
        "{what} needs the package {package}, which is not installed; run {python} -m pip install "
        "{package}.", what=what, package=package, python=sys.executable)
