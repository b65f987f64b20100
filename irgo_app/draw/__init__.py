"""What can be drawn on a board, and painters that need no Qt: SVG, PNG, PDF, terminal."""
