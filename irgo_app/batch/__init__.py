"""Many games at once: each file's bytes become a record, over Dask's scheduler, kept in Parquet.

A batch needs Parquet beyond irgo itself, and Dask for the user's own cluster.
"""

from contextlib import AbstractContextManager

from irgo_app.extras import packages_needed
from irgo_app.words import message

_PACKAGES = {"pyarrow": "pyarrow", "distributed": "distributed", "dask": "distributed"}


def extra_needed() -> AbstractContextManager[None]:
    """Import within what a batch needs; raises UsageError where it is not there."""
    return packages_needed(message("A batch"), _PACKAGES)
