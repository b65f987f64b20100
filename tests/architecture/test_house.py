"""The house rules that a machine can check."""

import ast
import gc
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs" / "manual"
MODULES = sorted((ROOT / "irgo_app").rglob("*.py"))
MOST_LINES, MOST_FUNCTION_LINES = 700, 80
BROAD_EXCEPT_ALLOWED = {"irgo_app/cli/main.py", "irgo_app/service/processes.py"}


def name_of(path: Path) -> str:
    """Return a file's name from the root, with slashes."""
    return path.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def trees() -> Iterator[dict[Path, ast.Module]]:
    """All modules, read once; garbage is not looked for among half a million nodes that stay."""
    gc.disable()
    found = {path: ast.parse(path.read_text("utf-8")) for path in MODULES}
    gc.freeze()
    gc.enable()
    yield found
    gc.unfreeze()


def test_sizes_and_docstrings(trees: dict[Path, ast.Module]) -> None:
    wrong = []
    for path, tree in trees.items():
        if not ast.get_docstring(tree):
            wrong.append(f"{name_of(path)}: every module says what it is")
        if path.read_text("utf-8").count("\n") > MOST_LINES:
            wrong.append(f"{name_of(path)}: over {MOST_LINES} lines")
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            where = f"{name_of(path)}: {node.name}"
            if isinstance(node, ast.FunctionDef):
                if (node.end_lineno or 0) - node.lineno >= MOST_FUNCTION_LINES:
                    wrong.append(f"{where} has {MOST_FUNCTION_LINES} lines and more")
            elif not ast.get_docstring(node):
                wrong.append(f"{where} does not say what it is")
    assert not wrong


def test_imports_are_in_order_and_fill_their_lines() -> None:
    """What this finds `isort .` mends."""
    done = subprocess.run([sys.executable, "-m", "isort", "--check", "."], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_class_name_means_one_thing(trees: dict[Path, ast.Module]) -> None:
    places: dict[str, list[str]] = {}
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(name_of(path))
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_nothing_is_swallowed_or_loaded_by_name(trees: dict[Path, ast.Module]) -> None:
    wrong = []
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ExceptHandler) and name_of(path) not in BROAD_EXCEPT_ALLOWED:
                caught = getattr(node.type, "id", "")
                if node.type is None or caught in ("Exception", "BaseException"):
                    wrong.append(f"{name_of(path)}:{node.lineno} catches everything")
            if isinstance(node, ast.Import) and "importlib" in [
                    alias.name for alias in node.names]:
                wrong.append(f"{name_of(path)}:{node.lineno} loads by name")
    assert not wrong


def test_documents_link_to_what_exists() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                # A page of the manual that is not translated is shown in English.
                english = MANUAL / "en" if page.parent.parent == MANUAL else page.parent
                assert any((folder / target).exists() for folder in (page.parent, english)), (
                    f"{page.name}: {target}")


def test_scripts_of_the_documentation_import_what_there_is() -> None:
    missing = []
    for path in sorted((ROOT / "docs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("irgo_"):
                module = importlib.import_module(str(node.module))
                missing += [f"{name_of(path)}: {node.module} has no {alias.name}"
                            for alias in node.names if not hasattr(module, alias.name)]
    assert not missing, "\n".join(missing)


def test_the_readme_shows_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "python3 packaging/bootstrap.py run" in text
    assert "python3 packaging/bootstrap.py test" in text
    assert "bootstrap.py test" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_glossary_words_are_the_words_used(trees: dict[Path, ast.Module]) -> None:
    """Words the glossary gives up must not name anything in the code."""
    given_up = re.compile(r"\b(coord|intersection|goban|utils|helpers?)\b", re.IGNORECASE)
    for tree in trees.values():
        names = {node.name for node in ast.walk(tree)
                 if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        assert not [name for name in names if given_up.search(name.replace("_", " "))]


def _imports(tree: ast.Module, names: frozenset[str]) -> set[str]:
    """Return the modules of irgo that a module names in any import, also within functions."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {full if (full := f"{node.module}.{alias.name}") in names else node.module
                      for alias in node.names}
    return found & names


def test_imports_run_in_no_circle(trees: dict[Path, ast.Module]) -> None:
    """Not even through what is imported for types alone, or within functions."""
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): tree
        for path, tree in trees.items()}
    names = frozenset(modules)
    left = {name: _imports(tree, names) - {name} for name, tree in modules.items()}
    while free := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in free:
            del left[name]
    # What is left imports something of what is left: it lies on a circle or above one.
    below = {name: needed & left.keys() for name, needed in left.items()}
    assert not below


def test_models_of_the_window_know_no_widget(trees: dict[Path, ast.Module]) -> None:
    wrong = []
    for path, tree in trees.items():
        if "models" not in path.parts:
            continue
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import)
                    for alias in node.names}
        wrong += [f"{name_of(path)}: {name}" for name in modules if name and "QtWidgets" in name]
    assert not wrong
