"""Reports of games: what a review found, in sentences and pictures, on paper or on a page."""
