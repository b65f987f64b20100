"""The program that this is: its version, said once, and how it starts itself once more.

By Python, or, frozen, as the one program that it then is. Nothing is imported for it but `sys`:
irgo's start reads this before Ctrl-C is looked after.
"""

import sys

__version__ = "0.1.0"
GUARDIAN_WORD = "--guard-an-engine"
"""What a frozen irgo is told to be an engine's guardian (`gtp/guardian.py`); nobody types it."""


def is_frozen() -> bool:
    """Return whether this is a program made by PyInstaller, which carries its Python along."""
    return bool(getattr(sys, "frozen", False))


def own_command() -> list[str]:
    """Return the words that start irgo in a process of its own; its arguments follow."""
    return [sys.executable] if is_frozen() else [sys.executable, "-m", "irgo_app"]
