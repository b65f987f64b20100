"""Studies: what moving first is worth in a place, by whoever can judge a board."""
