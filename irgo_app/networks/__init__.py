"""KataGo's networks as files: which there are, which one irgo reads with, and how one is got."""
