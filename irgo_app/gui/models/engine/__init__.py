"""The engine at the window: what it does, what it said, what that puts on the board."""
