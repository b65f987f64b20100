"""The house rules that a machine can check."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs" / "manual"
MODULES = sorted((ROOT / "irgo_app").rglob("*.py"))
MODULE_IDS = [str(path.relative_to(ROOT)) for path in MODULES]
MOST_LINES, MOST_FUNCTION_LINES, MOST_METHODS = 350, 80, 25
MOST_PUBLIC_METHODS, MOST_ANY_LINES = 20, 20
BROAD_EXCEPT_ALLOWED = {"irgo_app/cli/main.py", "irgo_app/service/worker_process.py"}


@pytest.mark.parametrize("path", MODULES, ids=MODULE_IDS)
def test_sizes_and_docstrings(path: Path) -> None:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "every module says what it is"
    assert text.count("\n") <= MOST_LINES
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < MOST_FUNCTION_LINES, node.name
        if isinstance(node, ast.ClassDef):
            methods = [found for found in node.body if isinstance(found, ast.FunctionDef)]
            assert len(methods) <= MOST_METHODS, node.name
            public = [found for found in methods if not found.name.startswith("_")]
            assert len(public) <= MOST_PUBLIC_METHODS or "gui" in path.parts, node.name
            assert ast.get_docstring(node), node.name


def test_few_values_are_of_unknown_type() -> None:
    """Outside kernels, whose arrays numba types, `Any` stands where outside values come in."""
    lines = [line for path in MODULES if path.parent.name != "kernels"
             for line in path.read_text("utf-8").splitlines()
             if re.search(r"[\[( ]Any\b(?! [a-z])", line) and "import" not in line]
    assert len(lines) <= MOST_ANY_LINES


def undescribed(tree: ast.Module | ast.ClassDef) -> list[str]:
    """Return the public functions, classes and methods that do not say what they are."""
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            found += [] if ast.get_docstring(node) else [node.name]
            found += undescribed(node) if isinstance(node, ast.ClassDef) else []
    return found


@pytest.mark.parametrize("path", MODULES, ids=MODULE_IDS)
def test_what_is_public_says_what_it_is(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert not undescribed(tree)


@pytest.mark.parametrize("path", MODULES, ids=MODULE_IDS)
def test_nothing_is_swallowed_or_loaded_by_name(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    name = str(path.relative_to(ROOT)).replace("\\", "/")
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = getattr(node.type, "id", "everything") if node.type is None or isinstance(
                node.type, ast.Name) else ""
            if caught in ("Exception", "BaseException", "everything"):
                assert name in BROAD_EXCEPT_ALLOWED
        if isinstance(node, ast.Import):
            assert "importlib" not in [alias.name for alias in node.names]


def test_the_list_of_modules_names_every_module_and_no_other() -> None:
    text = (ROOT / "docs" / "modules.md").read_text("utf-8")
    named = set(re.findall(r"`(irgo_app/[\w/]+\.py)`", text))
    there = {name for name in MODULE_IDS if not name.endswith("__init__.py")}
    assert named == there


def test_documents_link_to_what_exists() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                # A page of the manual that is not translated is shown in English.
                english = MANUAL / "en" if page.parent.parent == MANUAL else page.parent
                assert any((folder / target).exists() for folder in (page.parent, english)), (
                    f"{page.name}: {target}")


def test_the_readme_shows_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "python3 packaging/bootstrap.py run" in text
    assert "python3 packaging/bootstrap.py test" in text
    assert "bootstrap.py test" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_glossary_words_are_the_words_used() -> None:
    """Words the glossary gives up must not name anything in the code."""
    given_up = re.compile(r"\b(coord|intersection|goban|utils|helpers?)\b", re.IGNORECASE)
    for path in MODULES:
        tree = ast.parse(path.read_text("utf-8"))
        names = {node.name for node in ast.walk(tree)
                 if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        assert not [name for name in names if given_up.search(name.replace("_", " "))]


def _imports(path: Path, names: frozenset[str]) -> set[str]:
    """Return the modules of irgo that a module names in any import, also within functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {full if (full := f"{node.module}.{alias.name}") in names else node.module
                      for alias in node.names}
    return found & names


def test_imports_run_in_no_circle() -> None:
    """Not even through what is imported for types alone, or within functions."""
    paths = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
             for path in MODULES}
    names = frozenset(paths)
    left = {name: _imports(path, names) - {name} for name, path in paths.items()}
    while free := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in free:
            del left[name]
    # What is left imports something of what is left: it lies on a circle or above one.
    below = {name: needed & left.keys() for name, needed in left.items()}
    assert not below


@pytest.mark.parametrize("path", [path for path in MODULES if "models" in path.parts],
                         ids=lambda path: path.name)
def test_models_of_the_window_know_no_widget(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import)
                for alias in node.names}
    assert not [name for name in modules if name and (
        name.startswith("pyqtgraph") or "QtWidgets" in name)]


@pytest.mark.parametrize(
    "path", [path for path in MODULES if "gui" in path.parts], ids=lambda path: path.stem)
def test_the_windows_files_and_classes_stay_small(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= 350
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            public = [found for found in node.body if isinstance(found, ast.FunctionDef)
                      and not found.name.startswith("_")]
            assert len(public) <= 20, node.name
