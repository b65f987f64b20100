"""One's own games in one place: how they come in, what is in them, what keeps going wrong.

As a library: `irgo.games.add`, `list`, `read`, `find`, `stats` (docs/library.md); they are loaded
when they are first asked for.
"""

from __future__ import annotations

__all__ = ("add", "find", "list", "read", "stats")


def __getattr__(name: str) -> object:
    """Return a function of the library, loading what it needs now."""
    if name not in __all__:
        raise AttributeError(f"irgo.games has no {name!r}; it has {', '.join(__all__)}")
    from irgo_app.games import door

    return getattr(door, "list_games" if name == "list" else name)


def __dir__() -> tuple[str, ...]:
    return __all__
