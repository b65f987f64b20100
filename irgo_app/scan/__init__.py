"""A position from a picture: finds the lines, the stones and what is written on them.

Reading pictures needs OpenCV beyond irgo itself.
"""

from contextlib import AbstractContextManager

from irgo_app.extras import check_packages, packages_needed
from irgo_app.words import message

_WHAT = message("Reading a picture")
_PACKAGES = {"cv2": "opencv-python-headless"}


def pictures_needed() -> AbstractContextManager[None]:
    """Import within what reading pictures needs; raises UsageError where it is not there."""
    return packages_needed(_WHAT, _PACKAGES)


def check_pictures() -> None:
    """Raise UsageError where pictures cannot be read, before anybody chooses one."""
    check_packages(_WHAT, _PACKAGES)
