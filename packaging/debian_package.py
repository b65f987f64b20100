"""Makes a Debian package of the frozen irgo; `packaging/freeze.py --deb` runs this.

    build/freeze-venv/bin/python packaging/debian_package.py        make dist/irgo_VERSION_ARCH.deb
    build/freeze-venv/bin/python packaging/debian_package.py --try  install, try out and remove it

The package lays irgo into /opt/irgo and a link into /usr/bin; entry, icon, kinds of files and
AppStream data go where desktops look for them. It has no scripts: the lists of programs and kinds
of files are made anew by the triggers of the packages that keep them, and removing it removes all
it brought, so that only what irgo's user has made stays. What it depends on is asked of the system
it is made on: the packages of all libraries that the frozen irgo links to and does not bring along.
DEBFULLNAME and DEBEMAIL say who makes it, as they do for Debian's own tools.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from frozen_parts import frozen_folder, networks_folder
from try_frozen import FreezeError, try_out

from irgo_app.cli.desktop_entry import desktop_files
from irgo_app.own_program import __version__
from irgo_app.resource_files import resource_path

CHECKOUT = Path(__file__).resolve().parent.parent
DIST = CHECKOUT / "dist"
HOME = Path("opt", "irgo")
_LINKED = re.compile(r"=> (/\S+) \(")
_CONTROL = """\
Package: irgo
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Section: games
Priority: optional
Description: Go board and SGF editor that shows influence, territory and moyo
 irgo shows on the board itself how it lies: whose influence reaches where, at
 every move of a game, with no engine and no GPU. For players who review their
 games, teachers who make diagrams, and programmers who want influence maps.
 .
 Records: SGF, GIB, NGF and UGF. Engines, if there are any: KataGo, Leela Zero,
 GNU Go.
"""
_COPYRIGHT = """\
irgo: the program and its pictures
License: GPL-3.0-or-later, /usr/share/common-licenses/GPL-3

Its libraries, in /opt/irgo/_internal, have licences of their own; among them are Python (PSF-2.0),
Qt and PySide6 (LGPL-3.0), NumPy, Numba (BSD), LLVM (Apache-2.0 with LLVM exception), ONNX Runtime
(MIT), ICU (Unicode-3.0).
"""


def main() -> int:
    """Make the package, or try it; returns the exit code."""
    parser = argparse.ArgumentParser(description="Make a Debian package of the frozen irgo.")
    parser.add_argument("--try", dest="tries", action="store_true",
                        help="install the package, try it out and remove it (as root)")
    try:
        if parser.parse_args().tries:
            try_package(package_path())
        else:
            make_package(frozen_folder(DIST, "linux"), package_path())
            print(f"{package_path()}: {package_path().stat().st_size / 1e6:.0f} MB")
    except (FreezeError, subprocess.CalledProcessError) as error:
        print(f"debian_package: {error}", file=sys.stderr)
        return 1
    return 0


def package_path() -> Path:
    """Return the file of the package."""
    return DIST / f"irgo_{__version__}_{architecture()}.deb"


def make_package(frozen: Path, package: Path) -> None:
    """Lay everything out as it will lie on the system and pack it."""
    if not frozen.is_dir():
        raise FreezeError(f"{frozen} is not there; python3 packaging/freeze.py makes it.")
    with tempfile.TemporaryDirectory(dir=frozen.parent) as folder:
        root = Path(folder) / "root"
        lay_out(frozen, root)
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(_CONTROL.format(
            version=__version__, architecture=architecture(), maintainer=maintainer(),
            size=installed_kib(root), depends=", ".join(packages_needed(frozen))), "utf-8")
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root),
                        str(package)], check=True, stdout=subprocess.DEVNULL)


def lay_out(frozen: Path, root: Path) -> None:
    """Copy what the package brings to where it will lie below `root`, readable by all."""
    shutil.copytree(frozen, root / HOME, symlinks=True)
    command = root / "usr" / "bin" / "irgo"
    command.parent.mkdir(parents=True)
    command.symlink_to(Path("/") / HOME / "irgo")
    share = root / "usr" / "share"
    brought = [
        *desktop_files(["irgo"]),
        (Path("metainfo", "local.irgo.irgo.metainfo.xml"),
         resource_path("desktop", "irgo.metainfo.xml").read_bytes()),
        (Path("doc", "irgo", "copyright"), copyright_words(frozen).encode())]
    for place, content in brought:
        (share / place).parent.mkdir(parents=True, exist_ok=True)
        (share / place).write_bytes(content)
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            is_run = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if is_run else 0o644)


def copyright_words(frozen: Path) -> str:
    """Return whose the contents of the package are, with the licence of a network in it."""
    licences = sorted(networks_folder(frozen).glob("*licence*"))
    return "\n".join([_COPYRIGHT, *(path.read_text("utf-8") for path in licences)])


def packages_needed(frozen: Path) -> list[str]:
    """Return the packages of the system's libraries that a frozen irgo links to, sorted."""
    libraries = [path for path in frozen.rglob("*.so*") if not path.is_symlink()]
    environment = {**os.environ, "LD_LIBRARY_PATH": f"{frozen}/_internal"}
    told = subprocess.run(["ldd", str(frozen / "irgo"), *map(str, libraries)], env=environment,
                          capture_output=True, text=True, check=False).stdout
    found = {path for path in _LINKED.findall(told) if not path.startswith(str(frozen))}
    names = set()
    for path in found:
        # The loader and dpkg may name a library's folder with and without /usr.
        for name in (path, str(Path(path).resolve()), path.removeprefix("/usr")):
            asked = subprocess.run(["dpkg-query", "--search", name], capture_output=True,
                                   text=True, check=False)
            if asked.returncode == 0:
                names.add(asked.stdout.partition(":")[0])
                break
    names.discard("libc6")
    return [f"libc6 (>= {platform.libc_ver()[1]})", *sorted(names)]


def installed_kib(root: Path) -> int:
    """Return how much room the files take, in KiB."""
    return sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir()) // 1024


def architecture() -> str:
    """Return Debian's name of this machine's kind."""
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True,
                          check=True).stdout.strip()


def maintainer() -> str:
    """Return who makes the package."""
    name = os.environ.get("DEBFULLNAME", "irgo maintainers")
    address = os.environ.get("DEBEMAIL")
    return f"{name} <{address}>" if address else name


def try_package(package: Path) -> None:
    """Install a package, put the installed irgo through everything, and see that all of it goes."""
    subprocess.run(["dpkg", "--install", str(package)], check=True)
    listed = subprocess.run(["dpkg", "--listfiles", "irgo"], capture_output=True, text=True,
                            check=True).stdout.splitlines()
    files = [Path(line) for line in listed if not Path(line).is_dir() or Path(line).is_symlink()]
    try:
        told = subprocess.run(["/usr/bin/irgo", "--version"], capture_output=True, text=True,
                              check=True).stdout
        print(f"  installed: {told.strip()}, {len(files)} files")
        try_out(Path("/") / HOME, CHECKOUT / "build")
    finally:
        subprocess.run(["dpkg", "--purge", "irgo"], check=True)
    left = [path for path in [*files, Path("/") / HOME] if os.path.lexists(path)]
    if left:
        raise FreezeError(f"{left[0]} is still there after the package was removed.")
    print("  removed: nothing of it is left")


if __name__ == "__main__":
    sys.exit(main())
