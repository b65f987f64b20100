"""What the window knows while one practises, and while it gathers cards."""
