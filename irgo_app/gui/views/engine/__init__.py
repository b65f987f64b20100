"""The Engine panel and the dialogs about engines."""
