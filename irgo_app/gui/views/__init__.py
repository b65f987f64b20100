"""What is seen: frame, board, panels, bars and dialogs; a view reads the models it is given."""
