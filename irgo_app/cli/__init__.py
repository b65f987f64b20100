"""The command line: what the window can show, it can print."""
