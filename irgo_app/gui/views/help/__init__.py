"""The Help window: keys, manual, examples; and reporting a bug."""
