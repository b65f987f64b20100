"""Report a bug: gathers what the window knows of its display, and shows all that belongs to it."""

from __future__ import annotations

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from irgo_app.diagnosis.machine import Facts
from irgo_app.diagnosis.report import as_text, diagnosis
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.help_menu import show_page
from irgo_app.gui.views.dialogs.bug_report import BugReport
from irgo_app.resource_files import document_path
from irgo_app.service.request import KernelState

_PAGE = "reporting_bugs.md"


def report_bug(context: Context) -> None:
    """Show what a report needs; there is at most one such dialog."""
    for old in context.window.findChildren(BugReport):
        old.close()
        old.deleteLater()
    settings = context.models.preferences.settings

    def told(kernels: KernelState | None) -> str:
        return as_text(diagnosis(settings, kernels, screens()))

    BugReport(context.models.service, told,
              lambda: show_page(context, document_path(_PAGE)), context.window).show()


def screens() -> Facts:
    """Return what Qt says of the display."""
    return {"Qt": qVersion(), "platform": QGuiApplication.platformName(),
            "screens": [
                f"{found.size().width()}x{found.size().height()}, scale "
                f"{found.devicePixelRatio():g}, {found.logicalDotsPerInch():.0f} dpi"
                for found in QGuiApplication.screens()]}
