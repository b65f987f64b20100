"""Makes irgo a folder that needs no Python, and tries it out: python3 packaging/freeze.py

    python3 packaging/freeze.py              make `dist/irgo`, then try it out
    python3 packaging/freeze.py --only-test  try out the one that is there
    python3 packaging/freeze.py --deb        the same, and a Debian package (debian_package.py)
    python3 packaging/freeze.py --network FILE.bin.gz     the same, with a network of KataGo's in it

The program and its libraries come from packages of their own, `build/freeze-venv`, installed by
`requirements-freeze.lock`; `irgo.spec` says what goes in. The kernels are compiled beforehand, into
one library, and each is tried against itself in plain Python (`compile_kernels.py`, which wants a C
compiler): neither numba nor LLVM goes in, and the very first start on a machine compiles nothing.
What trying out means is in `try_frozen.py`.

Made on Linux for the Linux it is made on and newer ones (its C library is the system's), and tried
there. For Windows and macOS the same command is prepared - icons in their formats, on Windows a
program with a console (`irgo.exe`) and one without (`irgo-window.exe`), on macOS a bundle
(`dist/irgo.app`) that opens SGF files - but it has been run on neither: there, look at the paths
of libraries and of a bundle's folders in `frozen_parts.py`, and at signing, which is not done.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from frozen_parts import frozen_folder, internal_folder, networks_folder
from try_frozen import FreezeError, try_out

CHECKOUT = Path(__file__).resolve().parent.parent
BUILD = CHECKOUT / "build"
VENV = BUILD / "freeze-venv"
KERNELS = BUILD / "kernels"
LOCK = CHECKOUT / "packaging" / "requirements-freeze.lock"
DIST = CHECKOUT / "dist"
FROZEN = frozen_folder(DIST, sys.platform)
LICENCE = CHECKOUT / "packaging" / "katago_licence.txt"
NETWORK_ENDINGS = (".bin.gz", ".txt.gz")
_ELF = b"\x7fELF"


def main(words: list[str] | None = None) -> int:
    """Make it and try it out; returns the exit code."""
    parser = argparse.ArgumentParser(description="Make irgo a folder that needs no Python.")
    parser.add_argument("--only-test", action="store_true", help="try out the one that is there")
    parser.add_argument("--deb", action="store_true", help="make a Debian package of it too")
    parser.add_argument("--network", type=Path, metavar="FILE",
                        help="a network of KataGo's that goes in, and that irgo then reads with")
    arguments = parser.parse_args(words)
    network: Path | None = arguments.network
    if network is not None and arguments.only_test:
        parser.error("--network goes into an irgo that is made, not with --only-test")
    try:
        if network is not None:
            check_network(network)
        if not arguments.only_test:
            for step in (install, compile_kernels, freeze, strip):
                start = time.monotonic()
                step()
                print(f"{step.__name__}: {time.monotonic() - start:.0f} s", flush=True)
        if network is not None:
            bring_network(network, FROZEN)
        try_out(FROZEN, BUILD)
        if arguments.deb:
            call([venv_python(), CHECKOUT / "packaging" / "debian_package.py"])
    except FreezeError as error:
        print(f"freeze: {error}", file=sys.stderr)
        return 1
    return 0


def install() -> None:
    """Install the locked packages, unless that has been done."""
    stamp = VENV / "installed.stamp"
    wanted = f"{sys.version} {hashlib.sha256(LOCK.read_bytes()).hexdigest()}"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    call([sys.executable, "-m", "venv", "--clear", VENV])
    call([venv_python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
          "--require-hashes", "-r", LOCK])
    stamp.write_text(wanted)


def compile_kernels() -> None:
    """Compile the kernels into a library, and try each of them."""
    shutil.rmtree(KERNELS, ignore_errors=True)
    program = CHECKOUT / "packaging" / "compile_kernels.py"
    call([venv_python(), program, KERNELS])
    call([venv_python(), program, KERNELS, "--try"])


def freeze() -> None:
    """Have PyInstaller make the folder."""
    call([venv_python(), "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR",
          "--distpath", DIST, "--workpath", BUILD / "pyinstaller",
          CHECKOUT / "packaging" / "irgo.spec"])


def strip() -> None:
    """Take the names of debuggers out of libraries, on Linux: 60 MB.

    Not out of those that a wheel brought along in a folder `*.libs`: these were moved about after
    they were linked, and come out broken.
    """
    program = shutil.which("strip")
    if sys.platform != "linux" or program is None:
        return
    for path in internal_folder(FROZEN).rglob("*.so*"):
        is_moved = any(parent.name.endswith(".libs") for parent in path.parents)
        if path.is_symlink() or is_moved or path.read_bytes()[:4] != _ELF:
            continue
        call([program, "--strip-unneeded", path])


def check_network(network: Path) -> None:
    """Raise FreezeError for a file that cannot be a network, before minutes are spent."""
    if not network.is_file() or not network.name.endswith(NETWORK_ENDINGS):
        raise FreezeError(f"{network} is no network of KataGo's; they end in .bin.gz.")


def bring_network(network: Path, frozen: Path) -> None:
    """Copy a network and its licence to where a frozen irgo looks for what it brings along."""
    folder = networks_folder(frozen)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(network, folder / network.name)
    shutil.copyfile(LICENCE, folder / LICENCE.name)
    print(f"network: {network.name}, {network.stat().st_size / 1e6:.0f} MB", flush=True)


def venv_python() -> Path:
    """Return the Python that has PyInstaller."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def call(words: list[object], environment: dict[str, str] | None = None) -> None:
    """Run a program; raises FreezeError if it fails."""
    done = subprocess.run([str(word) for word in words], env=environment, check=False)
    if done.returncode:
        raise FreezeError(f"{Path(str(words[0])).name} failed; what it said is above.")


if __name__ == "__main__":
    sys.exit(main())
