"""PySide6 loaded without its look into the source of every module that is imported after it.

It reads each source to see whether the module may ask for its switches (`from __feature__ import
...`), and Python's linecache then keeps the text: 17 MB for the window, and a part of the time to
the first paint. irgo asks for no switches, so every module can be taken for one that may.
"""

from __future__ import annotations

import linecache
import sys

_FEATURES = "shibokensupport.feature"
_LOOK = "_mod_uses_pyside"


def load_pyside() -> None:
    """Load PySide6's base; raises ImportError. Where PySide6 has no such look, nothing else."""
    import shiboken6  # noqa: F401

    features = sys.modules.get(_FEATURES)
    if hasattr(features, _LOOK):
        setattr(features, _LOOK, _may_use_pyside)
    linecache.clearcache()


def _may_use_pyside(_module: object) -> bool:
    return True
