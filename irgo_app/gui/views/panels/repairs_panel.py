"""The Repairs panel: what was wrong with the file, in words; a row goes to the node it is about."""

from __future__ import annotations

from PySide6.QtWidgets import QListWidget

from irgo_app.gui.models.review import Review


class RepairsPanel(QListWidget):
    """A row for everything the reader had to repair."""

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self._shown: object = None
        self.setUniformItemSizes(True)
        self.setWordWrap(False)
        self.setAccessibleName(self.tr("Repairs"))
        self.itemClicked.connect(lambda _item: self._go())
        self.itemActivated.connect(lambda _item: self._go())
        review.game_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what was repaired in the file that is open."""
        found = self._review.file.game_file.diagnostics
        if found is self._shown:
            return
        self._shown = found
        self.clear()
        self.addItems([str(diagnostic) for diagnostic in found]
                      or [self.tr("Nothing had to be repaired.")])

    def _go(self) -> None:
        review = self._review
        found = review.file.game_file.diagnostics
        row = self.currentRow()
        if not 0 <= row < len(found) or found[row].game < 0:
            return
        game = review.file.games[found[row].game]
        if game is not review.game:
            review.show_file(review.file, found[row].game)
        node = game.node_by_id(found[row].node_id)
        if node.parent is not None or node is game.root:
            review.go_to(node)
