"""Stands in for Qt's OpenGL in a frozen irgo, which runs this before all else (irgo.spec): 10 MB.

pyqtgraph derives classes of its own from these while it is loaded, and irgo draws with none.
"""

from __future__ import annotations

import sys
from types import ModuleType


class QOpenGLWidget:
    """What no widget of irgo's is."""


for _name in ("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets"):
    sys.modules[_name] = ModuleType(_name)
    sys.modules[_name].QOpenGLWidget = QOpenGLWidget  # type: ignore[attr-defined]
