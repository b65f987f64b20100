"""Game records: reading any SGF as far as it goes, the tree, its edits, writing it back."""
