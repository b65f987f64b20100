"""What window and command line both make of a game, above the single layer."""
