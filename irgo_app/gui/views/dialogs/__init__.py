"""Dialogs: only where a message bar or a panel would not do."""
