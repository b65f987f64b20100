"""The Study column and what it opens in the board's place: cards, why, two boards side by side."""
