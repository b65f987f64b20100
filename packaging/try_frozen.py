"""What a frozen irgo is put through before anybody gets it; `freeze.py` runs this.

Everything runs with an empty home and without any Python on the PATH, as on a machine that has just
got irgo. The window is opened on a screen of its own (Xvfb, on Linux) by a start that measures
itself: the first overlay counts when a painted board shows it. In the end nothing may have been
compiled, and no process may be left.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from frozen_parts import internal_folder, networks_folder, program_path

LARGEST_MB = 250
OVERLAY_S = 2.0
_TIMEOUT_S = 300
_LOOK_AFTER_S = 12
_PATIENCE_S = 30
_PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)")
_NOT_BROUGHT = {"PySide6-Addons", "numba", "llvmlite", "distributed", "pyarrow"}
"""Of the libraries irgo knows, those for compiling, for sound and for batches."""
_UNWANTED = ("numba", "llvmlite", "torch", "pytest", "hypothesis", "Qt6Qml", "Qt6Quick",
             "Qt6Designer", "gtk-3")


class FreezeError(Exception):
    """What is wrong with a frozen irgo, as one sentence."""


class _Trial:
    """A frozen irgo with an empty home.

    program -- what is started
    home -- where it finds and leaves what belongs to its user
    """

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.program = program_path(folder)
        self.game = internal_folder(folder) / "resources" / "examples" / "selfplay01.sgf"
        empty = home / "no programs"
        empty.mkdir()
        kept = ("SYSTEMROOT", "TEMP", "TMP", "DISPLAY", "XAUTHORITY")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ}
        self.environment |= {"HOME": str(home), "USERPROFILE": str(home), "PATH": str(empty),
                             "LC_ALL": "C.UTF-8"}

    def run(self, *words: str, typed: str = "", **more: str) -> str:
        """Run irgo in the empty home and return what it prints; raises FreezeError."""
        try:
            done = subprocess.run(
                [str(self.program), *words], input=typed, env={**self.environment, **more},
                cwd=self.home, capture_output=True, text=True, encoding="utf-8",
                timeout=_TIMEOUT_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise FreezeError(f"irgo {' '.join(words)}: {error}") from None
        if done.returncode or "Traceback" in done.stderr:
            raise FreezeError(f"irgo {' '.join(words)}: {done.returncode}, {done.stderr[-2000:]}")
        return done.stdout


def try_out(folder: Path, pictures: Path) -> None:
    """Put a frozen irgo through everything; raises FreezeError at what does not work.

    pictures -- a folder for a picture of the window, where ImageMagick can take one
    """
    if not folder.is_dir():
        raise FreezeError(f"{folder} is not there; python3 packaging/freeze.py makes it.")
    steps: tuple[Callable[[_Trial], str], ...] = (
        _size, _contents, _has_the_guide, _says_who_it_is, _speaks_another_language, _analyses,
        _reads_life_and_death, _draws, _reports, _answers_gtp, _drives_an_engine,
        _reads_with_its_network, lambda trial: _shows_the_window(trial, pictures),
        _compiled_nothing, _leaves_no_process)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        trial = _Trial(folder.resolve(), Path(home))
        for step in steps:
            start = time.monotonic()
            told = step(trial)
            print(f"  {told} ({time.monotonic() - start:.1f} s)", flush=True)


def _size(trial: _Trial) -> str:
    brought = networks_folder(trial.folder)
    files = [path.stat().st_size for path in trial.folder.rglob("*")
             if path.is_file() and not path.is_symlink() and brought not in path.parents]
    size = sum(files) / 1e6
    if size > LARGEST_MB:
        raise FreezeError(f"it takes {size:.0f} MB, more than {LARGEST_MB}.")
    return f"size: {size:.0f} MB in {len(files)} files"


def _contents(trial: _Trial) -> str:
    names = [str(path.relative_to(trial.folder)) for path in trial.folder.rglob("*")]
    unwanted = [name for name in names if any(word in name for word in _UNWANTED)]
    if unwanted:
        raise FreezeError(f"{unwanted[0]} went in, which irgo does not need.")
    code = list(internal_folder(trial.folder).glob("irgo_kernels*"))
    if not code:
        raise FreezeError("it carries no machine code.")
    return f"contents: nothing unwanted, {code[0].stat().st_size / 1e6:.1f} MB of compiled kernels"


def _has_the_guide(trial: _Trial) -> str:
    """See that every picture is there which a page of the guide shows, in each of its languages."""
    pages = list((internal_folder(trial.folder) / "resources" / "docs" / "manual").rglob("*.md"))
    pictures = {(page.parent / name).resolve() for page in pages
                for name in _PICTURE.findall(page.read_text("utf-8"))}
    missing = [path.name for path in pictures if not path.is_file()]
    if missing or not pictures:
        raise FreezeError(f"the guide has {len(pictures)} pictures, without {missing}.")
    return f"guide: {len(pages)} pages, {len(pictures)} pictures"


def _says_who_it_is(trial: _Trial) -> str:
    """Have it tell its version, and of itself what a report of a bug needs to know."""
    told = json.loads(trial.run("diagnose", "--json"))
    kernels, versions = told["kernels"], told["versions"]
    if any(kernels[kind] != "{0} of {0} ready".format(kernels[kind].partition(" ")[0])
           for kind in ("of maps", "of searches")):
        raise FreezeError(f"not all of its kernels are ready: {kernels}")
    unknown = {name for name, version in versions.items() if version == "-"} - _NOT_BROUGHT
    if unknown:
        raise FreezeError(f"it knows no version of {', '.join(sorted(unknown))}.")
    return "version: " + trial.run("--version").strip()


def _speaks_another_language(trial: _Trial) -> str:
    told = trial.run("layers", "--language", "ja")
    if "\u77f3" not in told:  # The word for a stone.
        raise FreezeError("it speaks no Japanese.")
    return "language: it speaks Japanese"


def _analyses(trial: _Trial) -> str:
    """Have it show every layer that needs no engine, the candidates of its reader among them."""
    layers = json.loads(trial.run("layers", "--json"))["layers"]
    names = [layer["name"] for layer in layers if not layer["needs_engine"]]
    asked = [word for name in names for word in ("--layer", name)]
    told = json.loads(trial.run("analyze", str(trial.game), "--move", "80", "--json", *asked))
    missing = set(names) - set(told["nodes"][0]["layers"])
    if missing or "estimate" not in names:
        raise FreezeError(f"irgo analyze tells nothing of {', '.join(sorted(missing))}.")
    return f"analyze: JSON of {len(names)} layers"


def _reads_life_and_death(trial: _Trial) -> str:
    told = json.loads(trial.run("lifedeath", str(trial.game), "--move", "80", "--json",
                                "--group", "B5", "--seconds", "60"))
    if [group["name"] for group in told["groups"]] != ["B5"]:
        raise FreezeError(f"irgo lifedeath does not read the group asked for: {told['groups']}")
    return "lifedeath: reads a group"


def _reads_with_its_network(trial: _Trial) -> str:
    """See that a network which it brings along is the one it reads with, with its licence."""
    brought = networks_folder(trial.folder)
    files = sorted(path.name for path in brought.glob("*.gz"))
    networks = json.loads(trial.run("network", "--json"))["networks"]
    used = [Path(network["file"]).name for network in networks
            if network["in_use"] and network["origin"] == "brought along"]
    if files and (len(used) != 1 or used[0] not in files):
        raise FreezeError(f"it does not read with {files[0]}, which it brings along.")
    if files and not list(brought.glob("*licence*")):
        raise FreezeError(f"the licence of {files[0]} is not there.")
    return f"network: reads with {used[0]}" if files else "network: brings none along"


def _draws(trial: _Trial) -> str:
    for suffix, start in ((".png", b"\x89PNG"), (".svg", b"<"), (".pdf", b"%PDF")):
        path = trial.home / f"board{suffix}"
        trial.run("render", str(trial.game), "--move", "80", "--ishida", "-o", str(path))
        if not path.read_bytes().startswith(start):
            raise FreezeError(f"irgo render writes no {suffix}.")
    return "render: PNG, SVG and PDF"


def _reports(trial: _Trial) -> str:
    for suffix in (".html", ".pdf"):
        path = trial.home / f"report{suffix}"
        trial.run("report", str(trial.game), "--turning-points", "1", "-o", str(path))
        if path.stat().st_size < 10_000:
            raise FreezeError(f"irgo report writes a {suffix} with next to nothing in it.")
    return "report: HTML and PDF"


def _answers_gtp(trial: _Trial) -> str:
    told = trial.run("gtp", "--level", "intuition",
                     typed="boardsize 9\nplay b e5\ngenmove w\nquit\n")
    answers = [line for line in told.splitlines() if line.startswith("=")]
    move = answers[2].removeprefix("=").strip() if len(answers) > 2 else ""
    if not move[1:].isdigit():
        raise FreezeError(f"irgo gtp finds no move: {told!r}")
    return f"gtp: answers the centre of a small board at {move}"


def _drives_an_engine(trial: _Trial) -> str:
    """Have irgo start itself as an engine, by way of the guardian."""
    trial.run("engines", "add", "frozen", f'"{trial.program}" gtp --level intuition')
    told = trial.run("engines", "test", "frozen").strip()
    trial.run("engines", "remove", "frozen")
    if "the engine works" not in told:
        raise FreezeError(f"irgo cannot be its own engine: {told}")
    return "engines: irgo starts itself as an engine, which works"


def _shows_the_window(trial: _Trial, pictures: Path) -> str:
    """Open the window on a game and see when its first overlay is there.

    On a machine where others work the clock says nothing of irgo, and is told but not judged. The
    processor time is that of all processes until every layer is there, and then for closing.
    """
    is_busy = hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1)
    report = trial.home / "times.json"
    with _screen() as screen:
        before = _processor_seconds()
        trial.run(str(trial.game), IRGO_MEASURE=str(report),
                  IRGO_STARTED_AT=str(time.time()), **screen)
        processor = _processor_seconds() - before
        _photograph(trial, screen, pictures)
    times = {name: values[0] for name, values in json.loads(report.read_text()).items()}
    is_late = times["first_overlay"] > OVERLAY_S
    if is_late and not is_busy:
        raise FreezeError(f"the first overlay takes {times['first_overlay']:.1f} s, more than "
                          f"{OVERLAY_S:.0f}; the start takes {processor:.1f} s of processor time.")
    told = [f"{name.replace('_', ' ')} {seconds:.2f} s" for name, seconds in times.items()]
    told.append(f"processor {processor:.2f} s")
    if is_late:
        told.append(f"more than {OVERLAY_S:.0f} s, but others work on this machine")
    return "window: " + ", ".join(told)


def _processor_seconds() -> float:
    """Return the processor time of all processes that were started from here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _compiled_nothing(trial: _Trial) -> str:
    made = [path for path in trial.home.rglob("kernels*/*") if not path.name.startswith(".")]
    if made:
        raise FreezeError(f"{len(made)} kernels were compiled, such as {made[0].name}.")
    return "kernels: nothing was compiled"


def _leaves_no_process(trial: _Trial) -> str:
    """See that all workers and guardians have ended, on Linux, where /proc names their program."""
    end = time.monotonic() + _PATIENCE_S
    while left := list(_processes_of(trial.program)):
        if time.monotonic() > end:
            raise FreezeError(f"{len(left)} processes of it have not ended, such as {left[0]}.")
        time.sleep(0.2)
    return "processes: none is left"


def _processes_of(program: Path) -> Iterator[str]:
    """Yield the numbers of the processes that run a program."""
    for link in Path("/proc").glob("[0-9]*/exe"):
        with suppress(OSError):
            if link.readlink() == program:
                yield link.parent.name


@contextmanager
def _screen() -> Iterator[dict[str, str]]:
    """A virtual screen on Linux, elsewhere the one that is there; gives what finds it."""
    if sys.platform != "linux":
        yield {}
        return
    if not shutil.which("Xvfb"):
        raise FreezeError("there is no Xvfb; apt-get install xvfb.")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-noreset",
         "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answers:
            number = answers.readline().strip()
        yield {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        server.terminate()
        server.wait()


def _photograph(trial: _Trial, screen: dict[str, str], pictures: Path) -> None:
    """Leave a picture of the open window, to be looked at."""
    camera = shutil.which("import")
    if camera is None or not screen:
        return
    pictures.mkdir(parents=True, exist_ok=True)
    window = subprocess.Popen([str(trial.program), str(trial.game), "--move", "80"],
                              env={**trial.environment, **screen}, cwd=trial.home)
    try:
        time.sleep(_LOOK_AFTER_S)
        subprocess.run([camera, "-window", "root", str(pictures / "frozen_window.png")],
                       env={**os.environ, **screen}, check=False)
    finally:
        window.terminate()
        window.wait()
