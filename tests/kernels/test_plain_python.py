"""Kernels against themselves in plain Python: whatever is called from Python gives the same."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import irgo_app
from irgo_app.kernels.compiler import KERNELS

from .cases import CASES, assert_plain_python_does_the_same


@pytest.mark.parametrize("kernel", CASES, ids=lambda kernel: kernel.py_func.__name__)
def test_plain_python_does_the_same(kernel: Any) -> None:
    assert_plain_python_does_the_same(kernel, kernel.py_func, CASES[kernel]())


def test_no_kernel_called_from_python_is_left_out() -> None:
    """Those that other packages import, and those that functions beside the kernels call."""
    found, root = set[Any](), Path(irgo_app.__file__).parent
    kernels = {id(kernel) for kernel in KERNELS}
    for path in root.rglob("*.py"):
        if path.parent.name == "kernels":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                    "irgo_app.kernels."):
                module = import_module(str(node.module))
                found |= {getattr(module, name.name) for name in node.names
                          if id(getattr(module, name.name)) in kernels}
    assert found <= set(CASES)
    assert not any(kernel.is_inner for kernel in found)
    assert len(found) > 25
