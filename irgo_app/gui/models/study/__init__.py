"""Studies at the window: what is asked of a place, who reads it, what came out."""
