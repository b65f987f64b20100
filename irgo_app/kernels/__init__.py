"""The hot loops, compiled by numba: arrays in, arrays out; no Go objects and no files.

Conventions of every kernel: stones are a read-only int8 array of length rows*columns (0 empty,
+1 Black, -1 White), point = row*columns + column, an absent neighbour is -1; inputs come first,
`out` last. `kernel.py_func` is the same function in plain Python, and tests compare the two.

Machine code is cached in a folder named after all kernel sources: numba alone would not notice
that a kernel of another file, which was compiled into this one, has changed.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_cache_path


def _cache_folder() -> Path:
    """Return the folder for the machine code of just these sources."""
    digest = blake2b(digest_size=8)
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return user_cache_path("irgo", appauthor=False) / f"kernels-{digest.hexdigest()}"


os.environ.setdefault("NUMBA_CACHE_DIR", str(_cache_folder()))  # Read when numba is imported.

from numba import njit  # noqa: E402

kernel = njit(cache=True, nogil=True)
"""Compile a kernel once per machine; the machine code is cached, see above."""
