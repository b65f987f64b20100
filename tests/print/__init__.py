"""Tests of what is printed: figures, pages, moving pictures."""
