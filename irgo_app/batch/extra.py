"""What a batch needs beyond irgo itself: Dask's distributed scheduler, and Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.own_program import is_frozen

_PACKAGES: Final = ("distributed", "dask", "pyarrow")


@contextmanager
def extra_needed() -> Iterator[None]:
    """Import within what the extra `batch` installs; raises UsageError where it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _PACKAGES:
            raise
        if is_frozen():
            raise UsageError(
                "This irgo carries no Python packages for a batch; install it with pipx or pip, "
                "as irgo[batch], where Python is.") from None
        raise UsageError(
            "A batch needs the package {name}, which is not installed; run "
            "pip install \"irgo[batch]\".", name=missing) from None
