"""Loads the files of `packaging`, which is a folder of programs and no package."""

import importlib.util
from pathlib import Path
from types import ModuleType

CHECKOUT = Path(__file__).resolve().parents[2]


def load_program(name: str) -> ModuleType:
    """Return packaging/<name>.py as a fresh module, without running it."""
    path = CHECKOUT / "packaging" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"irgo_packaging_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
