"""What a position, a place or a group is worth, and who says so."""
