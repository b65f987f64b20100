"""The record at the window: opened in the background, edited, saved."""
