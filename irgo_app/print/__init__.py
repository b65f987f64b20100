"""Games and positions as books show them: numbered figures, pages, and pictures that move."""
