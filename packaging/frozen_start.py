"""Where a frozen irgo starts: one program is the window, the command line, a worker, a guardian.

Workers are this program with multiprocessing's own arguments, an engine's guardian is this program
with `GUARDIAN_WORD`: both go their way before anything of irgo's is loaded.
"""

from __future__ import annotations

import multiprocessing
import os
import sys

from irgo_app.own_program import GUARDIAN_WORD

_LIBRARIES = "LD_LIBRARY_PATH"


def main() -> int:
    """Be what the arguments say; returns the exit code."""
    _restore_libraries()
    multiprocessing.freeze_support()
    if sys.argv[1:2] == [GUARDIAN_WORD]:
        from irgo_app.gtp.guardian import guard

        guard(int(sys.argv[2]), sys.argv[3:])
        return 0
    from irgo_app.__main__ import main as run_irgo

    return run_irgo()


def _restore_libraries() -> None:
    """Have programs that irgo starts, such as engines and browsers, use the system's libraries.

    PyInstaller's start puts irgo's own folder first in LD_LIBRARY_PATH, and keeps what was there
    under another name. This process has read it already; each start of irgo sets it anew.
    """
    if sys.platform != "linux":
        return
    before = os.environ.pop(f"{_LIBRARIES}_ORIG", None)
    if before is None:
        os.environ.pop(_LIBRARIES, None)
    else:
        os.environ[_LIBRARIES] = before


if __name__ == "__main__":
    sys.exit(main())
