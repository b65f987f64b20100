"""The game as curves below the board, and the list of the moves that lost most."""
