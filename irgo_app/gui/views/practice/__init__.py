"""What is seen while one practises: the card with its board, what was learnt, the choices."""
