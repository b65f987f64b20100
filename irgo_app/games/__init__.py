"""One's own games in one place: how they come in, what is in them, what keeps going wrong."""
