"""What the window knows, without a widget: the game, what is shown, engines, searches."""
