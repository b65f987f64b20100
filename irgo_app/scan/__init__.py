"""A position from a picture: finds the lines, the stones and what is written on them.

Reading pictures needs OpenCV beyond irgo itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from irgo_app.errors import UsageError
from irgo_app.own_program import is_frozen


@contextmanager
def pictures_needed() -> Iterator[None]:
    """Import within what the extra `pictures` installs; raises UsageError where it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "cv2":
            raise
        if is_frozen():
            raise UsageError(
                "This irgo carries no OpenCV, which reading pictures needs; install it with pipx "
                "or pip, as irgo[pictures], where Python is.") from None
        raise UsageError(
            "Reading a picture needs the package OpenCV, which is not installed; run "
            "pip install \"irgo[pictures]\".") from None
