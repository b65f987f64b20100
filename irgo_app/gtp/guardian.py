"""A child that outlives irgo for a moment: when irgo ends, however it ends, engines end too.

It is told over its standard input which process groups to end (`+PID`) and which have ended
(`-PID`). The end of that input means that irgo is gone, and then it ends what is left. It imports
next to nothing, and is run as a script of its own.
"""

from __future__ import annotations

import os
import signal
import sys


def watch() -> None:
    """Read the list of engines until irgo is gone, then end them."""
    groups: set[int] = set()
    for line in sys.stdin:
        word = line.strip()
        if word[1:].isdigit():
            (groups.add if word[0] == "+" else groups.discard)(int(word[1:]))
    for group in groups:
        try:
            os.killpg(group, signal.SIGKILL)
        except OSError:
            continue


if __name__ == "__main__":
    watch()
