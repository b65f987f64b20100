"""Searches that a program waits for: stopped by Ctrl-C and by Jupyter's stop, or awaited."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from contextlib import closing
from reprlib import repr as short
from typing import ParamSpec, TypeVar

from irgo_app.cancel_flag import CancelFlag, raised_by_interrupt
from irgo_app.errors import UsageError

P = ParamSpec("P")
T = TypeVar("T")
_CANCEL = "cancel"


def checked_cancel(cancel: CancelFlag | None) -> CancelFlag | None:
    """Return what has to be a flag that ends a search, or None; raises UsageError."""
    if cancel is not None and not isinstance(cancel, CancelFlag):
        raise UsageError("A CancelFlag is wanted here, not {value}.", value=short(cancel))
    return cancel


def interruptible(
    search: Callable[..., T], /, *arguments: object, cancel: CancelFlag | None, **named: object
) -> T:
    """Return what a search answers; Ctrl-C raises its flag, so that it ends at once.

    cancel -- the caller's own flag, None for one of its own. Raises UsageError for no flag
    """
    checked_cancel(cancel)
    if cancel is not None:
        with raised_by_interrupt(cancel):
            return search(*arguments, cancel=cancel, **named)
    with closing(CancelFlag()) as flag, raised_by_interrupt(flag):
        return search(*arguments, cancel=flag, **named)


async def in_background(question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a question answers, asked in a thread while the event loop goes on.

    question -- such as `node.places` or `game.story`, with its arguments. Where the task that
    waits is cancelled its search ends too
    """
    if not callable(question):
        raise UsageError("A question such as node.places is wanted here, followed by its "
                         "arguments; it is asked for you.")
    if _CANCEL in kwargs or _CANCEL not in inspect.signature(question).parameters:
        return await asyncio.to_thread(question, *args, **kwargs)
    with closing(CancelFlag()) as flag:
        asked = asyncio.ensure_future(
            asyncio.to_thread(question, *args, **{**kwargs, _CANCEL: flag}))  # type: ignore[arg-type]
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            flag.set(True)
            # The flag may only go when the search has seen it.
            await asyncio.wait([asked])
            if not asked.cancelled():
                asked.exception()
            raise
