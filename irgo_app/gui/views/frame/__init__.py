"""The frame of the window: which part lies where, the header, the right column and the bars."""
