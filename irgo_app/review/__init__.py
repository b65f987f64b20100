"""What is said of a whole game: every move's loss, fates of groups, turning points, problems."""
