"""What a frozen irgo is made of: files that go in, packages that stay out, icons (irgo.spec)."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
Entry = tuple[str, str, str]
"""A file as PyInstaller lists it: where it goes, where it is, of what kind."""

LEFT_OUT = [
    # Loaded by somebody if they are there, and of no use to irgo.
    "IPython", "OpenGL", "cupy", "matplotlib", "numpy.f2py", "onnx", "pip", "pkg_resources",
    "readline", "scipy", "setuptools", "sympy", "tkinter", "torch", "yaml",
    # For those who test and train.
    "hypothesis", "pytest", "_pytest", "pytestqt", "tests", "dask", "distributed", "pyarrow",
    "onnxruntime.quantization", "onnxruntime.tools", "onnxruntime.transformers",
    # Qt's other parts.
    "PySide6.QtDBus", "PySide6.QtDesigner", "PySide6.QtNetwork", "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets", "PySide6.QtPrintSupport", "PySide6.QtQml", "PySide6.QtQuick",
    "PySide6.QtSql", "PySide6.QtUiTools", "PySide6.QtXml",
    # Formats of pictures; the one picture in a PDF is a PNG.
    "PIL._avif", "PIL._imagingcms", "PIL._imagingft", "PIL._imagingtk", "PIL._webp",
]
COMPILERS = ["numba", "llvmlite"]
"""What compiles kernels, which `compile_kernels.py` has done."""
_PLUGINS = "/plugins/"
_PLUGIN_KINDS = {
    "platforms", "platforminputcontexts", "iconengines", "styles", "wayland-decoration-client",
    "wayland-graphics-integration-client", "wayland-shell-integration", "xcbglintegrations"}
_PLUGIN_FILES = {"qxdgdesktopportal", "qgif", "qjpeg", "qsvg"}
"""Plugins of the other kinds that irgo uses: the desktop's file dialog, and pictures in help."""
_UNUSED_PLUGINS = {"qeglfs", "qlinuxfb", "qminimal", "qminimalegl", "qvkkhrdisplay", "qvnc",
                   "qtvirtualkeyboardplugin", "qdirect2d"}
_UNUSED_FOLDERS = ("/translations/", "onnxruntime/datasets/")
_LANGUAGES = {path.name for path in (CHECKOUT / "resources" / "words").iterdir()}
"""The languages that irgo speaks besides English, each a folder; Qt's own words come along."""
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
_WINDOWS_SIZES = (16, 24, 32, 48, 64, 256)


def frozen_folder(folder: Path, system: str) -> Path:
    """Return where, in the folder for what is made, the frozen irgo of a system is."""
    return folder / ("irgo.app" if system == "darwin" else "irgo")


def program_path(frozen: Path) -> Path:
    """Return the program within a frozen irgo, the one with a console."""
    if frozen.suffix == ".app":
        return frozen / "Contents" / "MacOS" / "irgo"
    return frozen / ("irgo.exe" if (frozen / "irgo.exe").exists() else "irgo")


def internal_folder(frozen: Path) -> Path:
    """Return where all but the program lies within a frozen irgo."""
    if frozen.suffix == ".app":
        return frozen / "Contents" / "Frameworks"
    return frozen / "_internal"


def networks_folder(frozen: Path) -> Path:
    """Return where a frozen irgo has the networks that it brings along, if it does."""
    return internal_folder(frozen) / "resources" / "networks"


def resources_and_pages(checkout: Path) -> list[tuple[str, str]]:
    """Return what a wheel carries besides modules, as (where it is, folder it goes to)."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    found = []
    for source, target in carried.items():
        place = Path("resources") / Path(target).relative_to("irgo_app/_resources")
        path = checkout / source
        found.append((str(path), str(place if path.is_dir() else place.parent)))
    return found


def compiling_modules(checkout: Path) -> list[str]:
    """Return irgo's own modules that import what compiles kernels."""
    imports = re.compile(f"^(from|import) ({'|'.join(COMPILERS)})", re.MULTILINE)
    return [f"irgo_app.kernels.compiler.{path.stem}"
            for path in sorted((checkout / "irgo_app" / "kernels" / "compiler").glob("*.py"))
            if imports.search(path.read_text("utf-8"))]


def versions_of(libraries: Sequence[str]) -> list[tuple[str, str]]:
    """Return the files that say which version a library is, of those that are installed."""
    found = []
    for name in libraries:
        if name not in COMPILERS:
            with suppress(PackageNotFoundError):
                files = distribution(name).files or ()
                found += [(str(file.locate()), str(file.parent)) for file in files
                          if file.name == "METADATA"]
    return found


def is_wanted(name: str) -> bool:
    """Return whether a file that PyInstaller found goes in, by the name it would have there."""
    name = name.replace("\\", "/")
    if any(folder in name for folder in _UNUSED_FOLDERS):
        return name.partition("/translations/qtbase_")[2].removesuffix(".qm") in _LANGUAGES
    if "PySide6/" not in name or _PLUGINS not in name:
        return True
    kind, _, file = name.partition(_PLUGINS)[2].rpartition("/")
    plugin = file.partition(".")[0].removeprefix("lib")
    if plugin in _UNUSED_PLUGINS:
        return False
    return kind in _PLUGIN_KINDS or plugin in _PLUGIN_FILES


def needed(binaries: Sequence[Entry]) -> list[Entry]:
    """Return the binaries without the libraries that nothing which is left asks for.

    PyInstaller gathers the libraries of every plugin, also of those that are then left out.
    """
    from PyInstaller.depend.bindepend import get_imports

    by_name = {Path(entry[0]).name: entry for entry in binaries}
    kept = {entry[0]: entry for entry in binaries if not _is_library(entry)}
    waiting = list(kept.values())
    while waiting:
        _, path, _ = waiting.pop()
        for name, _found in get_imports(path):
            entry = by_name.get(Path(name).name)
            if entry is not None and entry[0] not in kept:
                kept[entry[0]] = entry
                waiting.append(entry)
    return [entry for entry in binaries if entry[0] in kept]


def without_loose_links(files: Sequence[Entry], binaries: Sequence[Entry]) -> list[Entry]:
    """Return the files without the links to binaries that do not go in."""
    places = {entry[0] for entry in binaries}
    return [entry for entry in files if entry[2] != "SYMLINK" or entry[1] in places]


def _is_library(entry: Entry) -> bool:
    """Return whether something is there for others: no module, no plugin, not loaded by name."""
    name, _, kind = entry
    place = name.replace("\\", "/")
    is_bundled = "/" not in place or ".libs/" in place or "/Qt/lib/" in place
    is_python = place.startswith(("libpython", "python3"))
    return kind in ("BINARY", "SYMLINK") and is_bundled and not is_python


def picture(drawing: Path, side: int) -> bytes:
    """Return a drawing as PNG, so many pixels high and wide."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(
        svg_string=drawing.read_text("utf-8"), width=side, height=side))


def icon_file(checkout: Path, folder: Path, system: str) -> str | None:
    """Write irgo's icon in the format that a system wants in a program; Linux wants none."""
    from PIL import Image

    sizes, suffix = {"win32": (_WINDOWS_SIZES, "ico"), "darwin": (ICON_SIZES, "icns")}.get(
        system, ((), ""))
    if not sizes:
        return None
    drawing = checkout / "resources" / "desktop" / "irgo.svg"
    pictures = [Image.open(io.BytesIO(picture(drawing, side))) for side in sizes]
    path = folder / f"irgo.{suffix}"
    pictures[-1].save(path, append_images=pictures[:-1],
                      **({"sizes": [(side, side) for side in sizes]} if suffix == "ico" else {}))
    return str(path)


def mac_properties(checkout: Path) -> dict[str, object]:
    """Return what a bundle on macOS says of itself: its version, and which files it opens."""
    return {
        "CFBundleShortVersionString": version(checkout),
        "NSHighResolutionCapable": True,
        "CFBundleDocumentTypes": [
            {"CFBundleTypeName": name, "CFBundleTypeExtensions": [suffix],
             "CFBundleTypeRole": role, "LSHandlerRank": "Alternate"}
            for name, suffix, role in _mac_documents()],
    }


def version(checkout: Path) -> str:
    """Return irgo's version."""
    text = (checkout / "irgo_app" / "own_program.py").read_text("utf-8")
    return text.partition('__version__ = "')[2].partition('"')[0]


def _mac_documents() -> Iterator[tuple[str, str, str]]:
    yield "Smart Game Format", "sgf", "Editor"
    for suffix in ("gib", "ngf", "ugf"):
        yield f"{suffix.upper()} game record", suffix, "Viewer"
