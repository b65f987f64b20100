"""irgo as a GTP engine: play, score, and every layer for any controller."""
