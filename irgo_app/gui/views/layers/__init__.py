"""The palette at the left: quick views, a small living board for each layer, and their cards."""
