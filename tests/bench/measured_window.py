"""Opens irgo's window as `irgo FILE` does, with a clock in it.

The clock writes its figures to the file that IRGO_MEASURE names, and ends the window.
"""

import gc
import sys


def main(words: list[str]) -> int:
    """Open the window; returns the exit code."""
    # As `irgo_app.start` begins: the worker first, and Qt no sooner than `load_pyside`.
    gc.disable()
    from irgo_app.service.executors import start_worker

    worker = start_worker()
    try:
        from irgo_app.gui.shell import launch

        load_pyside = launch.load_pyside

        def load() -> None:
            load_pyside()
            from irgo_app.gui.shell import start_report
            from tests.bench.window_clock import WindowClock

            start_report.StartReport = WindowClock  # type: ignore[misc,assignment]

        launch.load_pyside = load
        return launch.open_window(words, worker)
    finally:
        worker.close()
        gc.enable()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
