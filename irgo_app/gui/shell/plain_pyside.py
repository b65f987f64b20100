"""PySide6 loaded without what irgo has no use for, a twentieth of the time to the first paint.

What it brings along as source text it compiles at every start; two of these modules only write
stubs for editors, and compile large regular expressions for that.

And it reads the source of every module that is imported after it, to see whether the module may ask
for its switches (`from __feature__ import ...`); Python's linecache then keeps the text: 17 MB for
the window. irgo asks for no switches, so every module can be taken for one that may.
"""

from __future__ import annotations

import builtins
import linecache
import sys
from collections.abc import Callable
from types import CodeType
from typing import Final

_FEATURES: Final = "shibokensupport.feature"
_LOOK: Final = "_mod_uses_pyside"
_STUBS: Final = ("signature/lib/pyi_generator.py", "signature/lib/enum_sig.py")
_compile: Final[Callable[..., CodeType]] = compile


def load_pyside() -> None:
    """Load PySide6's base; raises ImportError. Where PySide6 is made otherwise, nothing else."""
    builtins.compile = _compile_without_stubs  # type: ignore[assignment]
    try:
        import shiboken6  # noqa: F401
    finally:
        builtins.compile = _compile  # type: ignore[assignment]
    features = sys.modules.get(_FEATURES)
    if hasattr(features, _LOOK):
        setattr(features, _LOOK, _may_use_pyside)
    linecache.clearcache()


def _compile_without_stubs(
    source: object, filename: object, *more: object, **named: object
) -> CodeType:
    """Compile as Python does, the modules that write stubs as empty ones."""
    text = "" if str(filename).endswith(_STUBS) else source
    return _compile(text, filename, *more, **named)


def _may_use_pyside(_module: object) -> bool:
    return True
