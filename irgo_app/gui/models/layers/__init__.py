"""The layers at the window: which are on, when they are computed, what lies over the board."""
