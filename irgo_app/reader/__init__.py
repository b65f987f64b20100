"""irgo's own reader: a small network that says what becomes of every point, and what to play.

It reads a position as `planes` show it, in worker processes only; its weights are made by the
scripts in docs/reader.
"""
