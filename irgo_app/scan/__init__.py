"""A position from a picture: finds the lines, the stones and what is written on them."""
