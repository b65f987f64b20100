"""Practice: exercises from one's own games, a deck of them, and the judging of every answer."""
