"""The window, in which something is edited as soon as it can be; says "edited" then.

python -m tests.edited_window FILE
"""

import sys

from irgo_app.__main__ import main

THOUGHT = "what was thought"


def _edit_soon() -> None:
    """Wait for the window in Qt's own loop, which `main` runs."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from irgo_app.gui.shell.main_window import MainWindow
    from irgo_app.sgf.edits import set_comment

    application = QApplication([])

    def edit() -> None:
        [window] = [each for each in application.topLevelWidgets() if isinstance(each, MainWindow)]
        review = window._review
        if review.journal_folder is None or review.file.path is None:
            QTimer.singleShot(50, edit)
            return
        review.apply(set_comment(review.game.root, THOUGHT))
        print("edited", flush=True)

    QTimer.singleShot(500, edit)


if __name__ == "__main__":
    _edit_soon()
    sys.exit(main(sys.argv[1:]))
