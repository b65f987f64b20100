"""Makes the lock files anew: python3 packaging/lock.py (needs `pip install uv` and the network).

requirements.lock is what the program needs, requirements-test.lock adds what its tests need,
requirements-freeze.lock what `freeze.py` needs; all carry hashes for every platform.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
_LOCKS = (
    ("requirements.lock", ["pyproject.toml", "packaging/build.in"], []),
    ("requirements-test.lock", ["pyproject.toml", "packaging/build.in"], ["--extra", "test"]),
    ("requirements-freeze.lock", ["pyproject.toml", "packaging/build.in"], ["--extra", "freeze"]),
)


def main() -> None:
    """Write the lock files."""
    for name, sources, options in _LOCKS:
        subprocess.run(
            ["uv", "pip", "compile", "--universal", "--generate-hashes", "--python-version", "3.11",
             "--no-header", "--no-annotate", "--no-emit-index-url", "--quiet", "--upgrade",
             *options, *sources, "-o", str(_FOLDER / name)],
            cwd=_FOLDER.parent, check=True)


if __name__ == "__main__":
    main()
