"""irgo on a fresh machine, with nothing but Python 3.11 or newer.

    python3 packaging/bootstrap.py run [FILE.sgf]    open the window
    python3 packaging/bootstrap.py test [ARGUMENTS]  run the whole test suite

Makes `.venv` in the checkout, installs the locked packages (with hashes) and irgo itself, and goes
on: the window compiles its kernels while it is open, `test` and pictures before. Run again, it
finds all that done. Standard library only.
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import system_packages

CHECKOUT = Path(__file__).resolve().parent.parent
VENV = CHECKOUT / ".venv"
BYTE_CODE = VENV / "pycache"
EXAMPLE = CHECKOUT / "resources" / "examples" / "case_study.sgf"
LOCKS = {"run": "requirements.lock", "test": "requirements-test.lock"}
LINTERS = (["-m", "ruff", "check", "."], ["-m", "mypy"],
           ["-c", "from importlinter.cli import lint_imports_command as c; c()"])
OLDEST_PYTHON = (3, 11)
INSTALLING = VENV / "irgo-installing.stamp"
MB = 1_000_000
NEEDED_BYTES = 1_800 * MB
_SAME_PYTHON = "import sys; sys.exit(tuple(sys.version_info[:2]) != {version})"
_WHOLE = """
import sys
from importlib.metadata import distributions
for found in distributions():
    files = found.files
    if files is None or not all(
            file.locate().exists() for file in files if "__pycache__" not in file.parts):
        sys.exit(str(found.metadata["Name"] or found._path.name))
"""
"""Names a package of which files are missing."""
MOST_WORKERS = 8
"""More workers than that would only wait for each other's memory."""


class BootstrapError(Exception):
    """What went wrong, as one sentence that says what to do."""


def main(words: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    arguments = parse(sys.argv[1:] if words is None else words)
    try:
        if sys.version_info < OLDEST_PYTHON:
            raise BootstrapError(
                "irgo needs Python 3.11 or newer; install one and call it by its name.")
        may_install = is_allowed_to_install(system_packages_wanted=arguments.system_packages)
        if arguments.command == "run":
            return run(arguments.file, may_install=may_install)
        return test(arguments.pytest, may_install=may_install)
    except BootstrapError as error:
        print(f"irgo: {plain(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parse(words: list[str]) -> argparse.Namespace:
    """Return the parsed command line; everything after `test` goes to pytest."""
    parser = argparse.ArgumentParser(description="Install irgo into .venv, and run or test it.")
    parser.set_defaults(system_packages=False, file=None, pytest=[])
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="open the window")
    running.add_argument("file", nargs="?", type=Path, metavar="FILE.sgf")
    running.add_argument("--system-packages", action="store_true",
                         help="install missing system packages (as root, Debian and its kin)")
    testing = commands.add_parser("test", help="run the whole test suite", add_help=False)
    testing.add_argument("--system-packages", action="store_true")
    found, rest = parser.parse_known_args(words)
    if found.command == "run" and rest:
        parser.error("run takes one file; this is too much: " + " ".join(rest))
    found.pytest = rest
    return found


def run(file: Path | None, *, may_install: bool) -> int:
    """Open the window on a file; without a display write the same review as pictures."""
    path = (file or EXAMPLE).resolve()
    if not path.is_file():
        raise BootstrapError(f"There is no file {file}; check the name.")
    prepare("run", may_install=may_install)
    missing = provide({**system_packages.OFFSCREEN, **system_packages.X11},
                      may_install=may_install)
    if has_display() and not missing:
        return call([venv_python(), "-m", "irgo_app", str(path)])
    compile_kernels()
    reason = "Qt's system libraries are missing" if missing else "there is no display"
    folder = Path("irgo-pictures") / path.stem
    print(f"The window cannot be shown: {reason}. The same review as pictures:")
    return call([venv_python(), "-m", "irgo_app", "render", str(path), "--review", str(folder)])


def test(pytest_words: list[str], *, may_install: bool) -> int:
    """Run linters and tests; with words for pytest only that."""
    prepare("test", may_install=may_install)
    compile_kernels()
    provide({**system_packages.OFFSCREEN, **system_packages.X11}, may_install=may_install)
    if may_install:
        provide_programs()
    # Hundreds of processes are started, and none compiles what another has compiled; nothing is
    # written beside the sources.
    environment = {"QT_QPA_PLATFORM": "offscreen", "OPENBLAS_NUM_THREADS": "1",
                   "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BYTE_CODE)}
    # What a file's tests share is made once, and whoever is done helps the others out. A worker
    # more than cores works while others wait for what they started.
    count = min((os.cpu_count() or 2) + 1, MOST_WORKERS)
    workers = [] if pytest_words else ["-n", str(count), "--dist", "worksteal", "-q"]
    # Linters keep one core busy and no more, so they work beside the tests.
    with ThreadPoolExecutor(max_workers=1) as beside:
        linted = [beside.submit(call, [venv_python(), *words],
                                {**environment, "PYTHONIOENCODING": "utf-8"},
                                is_told_at_the_end=True)
                  for words in LINTERS if not pytest_words]
        # The first time every worker would compile all tests for itself.
        if not (pytest_words or BYTE_CODE.exists()):
            quiet([str(venv_python()), "-m", "pytest", "--collect-only", "-q"], environment)
        codes = [call([venv_python(), "-m", "pytest", *workers, *pytest_words], environment),
                 *(found.result() for found in linted)]
    return next((code for code in codes if code), 0)


def prepare(purpose: str, *, may_install: bool) -> None:
    """Make the virtual environment ready, unless it is."""
    stamp = VENV / f"irgo-{purpose}.stamp"
    wanted = fingerprint(["pyproject.toml", f"packaging/{LOCKS[purpose]}"])
    tested = fingerprint(["pyproject.toml", f"packaging/{LOCKS['test']}"])
    is_there = is_stamped(stamp, wanted) or (
        purpose == "run" and is_stamped(VENV / "irgo-test.stamp", tested))
    # A Python that was moved or removed since leaves a link behind that points nowhere.
    if not (is_there and venv_python().is_file()):
        make_venv(may_install=may_install)
        install(purpose)
        write_stamp(stamp, wanted)


def compile_kernels() -> None:
    """Compile the kernels before anything else is done, unless that has been done."""
    kernels = [str(path.relative_to(CHECKOUT))
               for folder in ("kernels", "layers")
               for path in sorted((CHECKOUT / "irgo_app" / folder).glob("*.py"))]
    compiled, stamp = fingerprint(kernels), VENV / "irgo-kernels.stamp"
    if not is_stamped(stamp, compiled):
        print("Compiling the kernels, once ...", flush=True)
        if call([venv_python(), "-m", "irgo_app", "warm-up"]) == 0:
            write_stamp(stamp, compiled)


def make_venv(*, may_install: bool) -> None:
    """Make .venv if it is not there, does not work, or belongs to another Python."""
    if is_usable():
        return
    check_place()
    print("Making .venv ...", flush=True)
    words = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    said = said_by(words)
    if said is not None and may_install and not has_venv_module() and (
            apt_install(["python3-venv"])):
        said = said_by(words)
    if said is None:
        return
    if not has_venv_module():
        version = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        raise BootstrapError(
            f"Python cannot make a virtual environment; install its venv module "
            f"({system_packages.install_line(['python3-venv'])}, or {version}).")
    raise BootstrapError(why_not_made(said))


def is_usable() -> bool:
    """Return whether .venv works with this Python, and no installation in it was cut off."""
    with suppress(OSError):
        return (venv_python().is_file() and not os.path.lexists(INSTALLING)
                and said_by([str(venv_python()), "-m", "pip", "--version"]) is None
                and said_by([str(venv_python()), "-c", _SAME_PYTHON.format(
                    version=tuple(sys.version_info[:2]))]) is None)
    return False


def check_place() -> None:
    """Raise BootstrapError where .venv would take the place of something else, or has no room.

    What is cleared is an environment, and never what a link leads to.
    """
    if VENV.is_symlink():
        raise BootstrapError(f"{VENV} is a link that leads to no usable environment of this "
                             "Python; remove the link, then run this again.")
    if os.path.lexists(VENV) and not VENV.is_dir():
        raise BootstrapError(f"{VENV} is no folder; move it away, then run this again.")
    try:
        if VENV.is_dir() and any(VENV.iterdir()) and not (VENV / "pyvenv.cfg").is_file():
            raise BootstrapError(f"{VENV} holds something else than a virtual environment; move it "
                                 "away, then run this again.")
        VENV.mkdir(exist_ok=True)
        probe = VENV / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
        free = shutil.disk_usage(VENV).free
    except OSError as error:
        raise BootstrapError(why_not_made(error.strerror or str(error))) from None
    if free < NEEDED_BYTES:
        raise BootstrapError(f"{VENV} needs {NEEDED_BYTES // MB} MB, and the disk has "
                             f"{free // MB} MB left; make room, then run this again.")


def why_not_made(said: str) -> str:
    """Return the sentence for an environment that could not be made.

    said -- by the system, or by the program that failed
    """
    for numbers, sentence in (
            ((errno.ENOSPC, errno.EDQUOT), "the disk is full; make room"),
            ((errno.EROFS,), "the disk can only be read; copy irgo's folder to another one"),
            ((errno.EACCES, errno.EPERM), "you may not write there; copy irgo's folder to a place "
                                          "where you may")):
        if any(os.strerror(number) in said for number in numbers):
            return f"{VENV} cannot be made: {sentence}, then run this again."
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return f"{VENV} cannot be made ({lines[-1] if lines else 'Python says nothing'})."


def has_venv_module() -> bool:
    """Return whether this Python can make environments with pip; Debian ships that apart."""
    return said_by([sys.executable, "-c", "import venv, ensurepip"]) is None


def install(purpose: str) -> None:
    """Install the locked packages and irgo itself.

    While that is under way a file says so: what was cut off is made anew from the beginning.
    """
    write_stamp(INSTALLING, "")
    print("Installing the locked packages ...", flush=True)
    lock = CHECKOUT / "packaging" / LOCKS[purpose]
    pip = [str(venv_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for words in (["--require-hashes", "-r", str(lock)],
                  ["--no-deps", "--no-build-isolation", "-e", str(CHECKOUT)]):
        done = subprocess.run([*pip, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            said = done.stdout + done.stderr
            print(plain("\n".join(said.splitlines()[-15:])), file=sys.stderr)
            if os.strerror(errno.ENOSPC) in said:
                raise BootstrapError("The packages could not be installed: the disk is full; make "
                                     "room, then run this again.")
            raise BootstrapError("The packages could not be installed; check the network and the "
                                 "disk, then run this again.")
    broken = said_by([str(venv_python()), "-c", _WHOLE])
    if broken is not None:
        name = (broken.strip().splitlines() or ["a package"])[-1]
        raise BootstrapError(f"Files of {name} are missing after it was installed; run this again.")
    with suppress(OSError):
        INSTALLING.unlink()


def provide(libraries: dict[str, str], *, may_install: bool) -> list[str]:
    """Return the packages of system libraries that are missing, after installing what may be."""
    if sys.platform != "linux":
        return []
    missing = system_packages.missing_packages(libraries)
    if missing:
        print("Qt needs system libraries: " + system_packages.install_line(missing), flush=True)
        if may_install:
            apt_install(missing)
            missing = system_packages.missing_packages(libraries)
    return missing


def provide_programs() -> None:
    """Install the programs some tests need, where that may be done."""
    missing = [package for program, package in system_packages.TEST_PROGRAMS.items()
               if not shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/games")]
    if missing:
        apt_install(missing)


def apt_install(packages: list[str]) -> bool:
    """Install Debian packages; returns whether that worked."""
    if not shutil.which("apt-get"):
        return False
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    done = 0
    for words in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *packages]):
        done = subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=False,
                              stdin=subprocess.DEVNULL).returncode
    return done == 0


def is_allowed_to_install(*, system_packages_wanted: bool) -> bool:
    """Return whether system packages may be installed: as root, in CI or when told to."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return is_root and (system_packages_wanted or os.environ.get("CI") == "true")


def has_display() -> bool:
    """Return whether a window can be shown."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def venv_python() -> Path:
    """Return the Python of the virtual environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint(names: list[str]) -> str:
    """Return a text that changes when Python, the checkout's place or one of the files does."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {CHECKOUT}".encode())
    for name in names:
        digest.update((CHECKOUT / name).read_bytes())
    return digest.hexdigest()


def is_stamped(stamp: Path, wanted: str) -> bool:
    """Return whether the work a stamp stands for is done; one that is no text stands for none."""
    try:
        return stamp.read_bytes() == wanted.encode()
    except OSError:
        return False


def write_stamp(stamp: Path, text: str) -> None:
    """Note that some work is done; raises BootstrapError."""
    try:
        stamp.write_text(text)
    except OSError as error:
        raise BootstrapError(why_not_made(error.strerror or str(error))) from None


def plain(text: str) -> str:
    """Return a text without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def said_by(words: list[str]) -> str | None:
    """Run a program; return None if all went well, else what it said."""
    try:
        done = subprocess.run(words, cwd=CHECKOUT, capture_output=True, text=True,
                              errors="replace", check=False)
    except OSError as error:
        return error.strerror or str(error)
    return done.stdout + done.stderr if done.returncode else None


def quiet(words: list[str], environment: dict[str, str] | None = None) -> int:
    """Run a program without its output; returns its exit code."""
    return subprocess.run(words, env={**os.environ, **(environment or {})}, cwd=CHECKOUT,
                          capture_output=True, check=False).returncode


def call(
    words: list[object], environment: dict[str, str] | None = None, *,
    is_told_at_the_end: bool = False,
) -> int:
    """Run a program in the user's folder; returns its exit code.

    is_told_at_the_end -- what it says comes in one piece, not between what others say meanwhile
    """
    pipe = subprocess.PIPE if is_told_at_the_end else None
    done = subprocess.run([str(word) for word in words],
                          env={**os.environ, **(environment or {})}, check=False,
                          stdout=pipe, stderr=subprocess.STDOUT if pipe else None,
                          cwd=CHECKOUT if environment else None)
    if done.stdout:
        sys.stdout.flush()
        sys.stdout.buffer.write(b"\n" + done.stdout)
        sys.stdout.buffer.flush()
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
