"""What a position is about: places and reasons, what moving first changes, and why."""
