"""What is seen: the frame, the board, panels, bars and dialogs; a view reads the models it is given."""
