"""Writes resources/digests.json anew: python packaging/digests.py

irgo refuses to compute with a file that is not what is written there, so this belongs to every
change of a network or a table.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[1] / "resources"
TABLE = RESOURCES / "digests.json"
_KINDS = ("*.onnx", "*.npz", "*.json", "*.gz")


def digests() -> dict[str, str]:
    """Return the SHA-256 of each network and table, by its name."""
    files = sorted({path for kind in _KINDS for path in RESOURCES.glob(kind)} - {TABLE})
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def main() -> None:
    """Write the table."""
    TABLE.write_text(json.dumps(digests(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
