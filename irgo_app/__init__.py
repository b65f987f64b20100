"""irgo: a Go board and SGF editor that shows what a strong player sees in a position."""

__version__ = "0.1.0"
