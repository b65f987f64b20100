"""The parent of an engine on POSIX: it adopts whatever the engine starts, and ends all of it.

irgo starts this script with the folder of psutil, a socket and the engine's command line. It says
over the socket what became of the start (`+PID` or `-ERRNO`), and then waits: for the engine to
end, for `t` (ask the engine to end), or for the end of the socket, which means that irgo wants the
engine gone or is gone itself. Then it ends every process below it and ends the way the engine did.

On Linux it is a "child subreaper" (prctl(2)): a process whose parent has ended becomes its child,
even one that made a session of its own, so that nothing the engine started can leave the family.
Elsewhere that tree and the engine's process group are what can be reached. There the engine is also
killed with the guardian, should it kill that, and a guardian that it stopped is woken when irgo
ends. The script imports next to nothing.
"""

import os
import select
import signal
import sys
import time
from contextlib import suppress

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_ROUNDS = 500
_ROUND_S = 0.002


def guard(control: int, command: list[str]) -> None:
    """Start the engine, wait, end its family, and end as it did."""
    os.set_inheritable(control, False)
    _adopt_orphans()
    news, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    # One that an engine stopped is woken when irgo ends, and then sees that irgo is gone.
    _at_end_of_parent(signal.SIGCONT)
    try:
        engine = _started(command)
    except OSError as error:
        os.write(control, b"-%d" % (error.errno or 0))
        return
    os.write(control, b"+%d" % engine)
    # The pipes are the engine's: while one is open here, irgo would not see it end.
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in (0, 1, 2):
        os.dup2(nothing, pipe)
    status = _wait(engine, control, news)
    status = _end_family(engine, status)
    _end_as(status)


def _started(command: list[str]) -> int:
    """Start the engine in a group of its own; it ends with its parent. Raises OSError."""
    parent = os.getpid()
    failed, failure = os.pipe()
    engine = os.fork()
    if engine == 0:
        try:
            os.setpgid(0, 0)
            _at_end_of_parent(signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            os.execvp(command[0], command)
        except OSError as error:
            os.write(failure, b"%d" % (error.errno or 1))
        finally:
            os._exit(127)
    os.close(failure)
    # Closed when another program takes this one's place, which has then been found.
    said = os.read(failed, 32)
    os.close(failed)
    if said:
        os.waitpid(engine, 0)
        raise OSError(int(said), os.strerror(int(said)))
    return engine


def _wait(engine: int, control: int, news: int) -> int | None:
    """Return the engine's status when it has ended; None when irgo wants it ended or is gone."""
    while True:
        ready, _, _ = select.select([control, news], [], [])
        if news in ready:
            os.read(news, 4096)
            status = _reap(engine)
            if status is not None:
                return status
        if control in ready:
            try:
                word = os.read(control, 1)
            except OSError:
                word = b""
            if not word:
                return None
            os.kill(engine, signal.SIGTERM)


def _reap(engine: int) -> int | None:
    """Take note of children that have ended; returns the engine's status if it is among them."""
    status = None
    while True:
        try:
            child, ended = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if child == 0:
            return status
        if child == engine:
            status = ended


def _end_family(engine: int, status: int | None) -> int | None:
    # Only now, so that an engine starts at once.
    import psutil

    for _ in range(_ROUNDS):
        if status is None:
            # Not yet waited for, so that the number is still the engine's.
            _kill_group(engine)
        family = psutil.Process().children(recursive=True)
        for process in family:
            with suppress(psutil.Error):
                process.kill()
        found = _reap(engine)
        status = found if status is None else status
        if status is not None and not family:
            break
        time.sleep(_ROUND_S)
    return status


def _kill_group(group: int) -> None:
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def _adopt_orphans() -> None:
    _ask_linux(_PR_SET_CHILD_SUBREAPER, 1)


def _at_end_of_parent(number: int) -> None:
    """Have this process sent a signal when its parent ends, also one that is killed."""
    _ask_linux(_PR_SET_PDEATHSIG, number)


def _ask_linux(option: int, value: int) -> None:
    if sys.platform != "linux":
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        # Without it the process group and the tree of processes are still ended.
        return


def _end_as(status: int | None) -> None:
    code = 1 if status is None else os.waitstatus_to_exitcode(status)
    if code < 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(max(0, code))


if __name__ == "__main__":
    # Started without packages: where psutil lies comes first.
    sys.path.append(sys.argv[1])
    guard(int(sys.argv[2]), sys.argv[3:])
