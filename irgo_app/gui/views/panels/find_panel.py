"""The Find panel: a line to type in, and all nodes whose texts hold what is typed."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QVBoxLayout, QWidget

from irgo_app.gui.models.finding import Finding


class FindPanel(QWidget):
    """A line to type in, and what was found."""

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self._finding = finding
        self.line = QLineEdit(placeholderText=self.tr("Text, name, label or point, such as Q16"))
        self.line.setClearButtonEnabled(True)
        self.line.setAccessibleName(self.tr("Find"))
        self.results = QListWidget()
        self.results.setUniformItemSizes(True)
        self.results.setAccessibleName(self.tr("Found"))
        self._count = QLabel()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.line)
        layout.addWidget(self.results, 1)
        layout.addWidget(self._count)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(finding.search)
        self.line.returnPressed.connect(lambda: finding.step(1))
        self.results.itemActivated.connect(lambda _item: self._go())
        self.results.itemClicked.connect(lambda _item: self._go())
        finding.asked.connect(self._on_asked)
        finding.begun.connect(self.results.clear)
        finding.found.connect(self._on_found)
        finding.chosen.connect(self.results.setCurrentRow)

    def _on_asked(self) -> None:
        self.line.setFocus()
        self.line.selectAll()

    def _on_found(self, first: int) -> None:
        self.results.addItems([hit.text for hit in self._finding.hits[first:]])
        count = str(len(self._finding.hits)) + ("+" if self._finding.is_cut_off else "")
        self._count.setText(self.tr("{0} found").format(count) if self._finding.words else "")

    def _go(self) -> None:
        self._finding.choose(self.results.currentRow())
