"""Reports of games: what a review found, told in sentences and pictures on pages of paper or web."""
