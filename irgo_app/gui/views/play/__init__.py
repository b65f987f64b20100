"""The bars under the board, and the dialog that begins a game."""
