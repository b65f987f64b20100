"""What the standard library's parser of command lines says, in irgo's language."""

from __future__ import annotations

import argparse
from typing import Final

from irgo_app import words
from irgo_app.words import noted

SENTENCES: Final = (
    noted("usage: "), noted("positional arguments"), noted("options"),
    noted("show this help message and exit"), noted("show program's version number and exit"),
    noted("%(prog)s: error: %(message)s\n"), noted("argument %(argument_name)s: %(message)s"),
    noted("the following arguments are required: %s"), noted("unrecognized arguments: %s"),
    noted("one of the arguments %s is required"), noted("not allowed with argument %s"),
    noted("expected one argument"), noted("expected at least one argument"),
    noted("expected at most one argument"), noted("invalid %(type)s value: %(value)r"),
    noted("invalid choice: %(value)r (choose from %(choices)s)"),
    noted("ambiguous option: %(option)s could match %(matches)s"),
    noted("ignored explicit argument %r"),
)
"""The texts of argparse that a user can come to see, so that the catalogues have them."""


def translate_usage() -> None:
    """Let argparse ask irgo's catalogue.

    It asks gettext's one global domain, by a name of its own, and that domain is not irgo's.
    """
    vars(argparse)["_"] = words.translated
