"""Makes Qt's application; where no window can be shown, one sentence says why and what to do.

Qt itself then prints several lines and aborts.
"""

import os
import sys

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from irgo_app.words import Message, message, translated, visible


def made_application(file: os.PathLike[str] | None) -> QApplication:
    """Return Qt's application; where there is no display the process ends with 1.

    file -- what was to be shown
    """
    told: list[str] = []

    def on_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind is not QtMsgType.QtFatalMsg:
            told.append(text)
            return
        # Qt aborts when this returns, so nothing can be left to the caller.
        print(f"irgo: {visible(str(_cannot_be_shown(told, file)))}", file=sys.stderr, flush=True)
        os._exit(1)

    before = qInstallMessageHandler(on_message)
    try:
        # Named here the style is Qt's own affair; `setStyle` would make all its names known to
        # Python.
        application = QApplication([*sys.argv[:1], "-style", "Fusion"])
    finally:
        qInstallMessageHandler(before)
    for text in told:
        print(text, file=sys.stderr)
    return application


def _cannot_be_shown(told: list[str], file: os.PathLike[str] | None) -> Message:
    has_display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    # The last lines are about plugins; the first one says what is missing.
    reason = told[0] if told and has_display else translated("there is no display")
    return message("The window cannot be shown: {reason}. `irgo render {file} --review FOLDER` "
                   "draws the same game as pictures, `irgo report {file} -o review.html` writes a "
                   "page.", reason=reason.rstrip(". "), file=file or "FILE.sgf")
