"""Many games at once: each file's bytes become a record, over Dask's scheduler, kept in Parquet.

A batch needs Parquet beyond irgo itself, and Dask for the user's own cluster.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.own_program import is_frozen

_EXTRAS: Final = {"pyarrow": "batch", "distributed": "cluster", "dask": "cluster"}
"""Which extra brings a package."""


@contextmanager
def extra_needed() -> Iterator[None]:
    """Import within what an extra installs; raises UsageError where it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRAS:
            raise
        if is_frozen():
            raise UsageError(
                "This irgo carries no Python packages for a batch; install it with pipx or pip, "
                "as irgo[{extra}], where Python is.", extra=_EXTRAS[missing]) from None
        raise UsageError(
            "A batch needs the package {name}, which is not installed; run "
            "pip install \"irgo[{extra}]\".", name=missing, extra=_EXTRAS[missing]) from None
