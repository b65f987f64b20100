"""What the window is made of: where each part lies, header, column, messages, preferences."""
