"""The game itself in plain Python: points, positions, rules. No numpy, no files, no window."""
