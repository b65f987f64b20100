"""A process that irgo starts for itself: Ctrl-C leaves it to irgo, and it leaves nothing behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess


def start_quietly(process: BaseProcess) -> None:
    """Start a process that no Ctrl-C at the terminal reaches, from its first moment on.

    Signals that are held back where a process is started are held back in it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    # When it starts itself it lets the signals go.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_quietly(niceness: int) -> None:
    """Do what every process of irgo does first.

    niceness -- how far it stands behind the window where cores are few
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        # numba makes a lock that only processes started from here would share; none is. By "spawn"
        # it would have a name, which outlives a process that is killed.
        multiprocessing.set_start_method("fork", force=True)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if hasattr(os, "nice"):
        os.nice(niceness)
