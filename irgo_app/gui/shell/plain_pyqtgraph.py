"""pyqtgraph loaded without its copies of everything there is in Qt.

It copies every name of three of Qt's modules into modules of its own, for the sake of other
bindings. PySide6 makes a class when it is first asked for, so that makes all of them: 15 MB and a
seventh of the time to the window's panels. Here the copies take each name when it is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

from PySide6 import QtCore, QtGui, QtWidgets

_COPIED = (QtCore, QtGui, QtWidgets)


def load_pyqtgraph() -> None:
    """Load pyqtgraph; where it has no such copies, nothing else."""
    if "pyqtgraph" in sys.modules:
        return
    for module in _COPIED:
        name = module.__name__.rpartition(".")[2]
        sys.modules[f"pyqtgraph.Qt.{name}"] = _Mirror(f"pyqtgraph.Qt.{name}", module)
    with _unlisted(_COPIED):
        import pyqtgraph  # noqa: F401


class _Mirror(ModuleType):
    """Has what another module has, and what is put into it besides."""

    def __init__(self, name: str, original: ModuleType) -> None:
        super().__init__(name)
        self._original = original

    def __getattr__(self, name: str) -> object:
        """Return what the other module has under a name; keeps it."""
        value = getattr(self._original, name)
        setattr(self, name, value)
        return value


@contextmanager
def _unlisted(modules: Sequence[ModuleType]) -> Iterator[None]:
    """Let `dir` tell of nothing in some modules, so that nothing is copied from them."""
    own = [vars(module).pop("__dir__", None) for module in modules]
    for module in modules:
        vars(module)["__dir__"] = list
    try:
        yield
    finally:
        for module, listed in zip(modules, own, strict=True):
            del vars(module)["__dir__"]
            if listed is not None:
                vars(module)["__dir__"] = listed
