"""The window without a mouse or without eyes: keys, the focus, and what a screen reader says."""
