"""What is seen: the board, docks, bars and dialogs; a view reads the models it is given."""
