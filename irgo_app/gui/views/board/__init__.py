"""The board in the window: the shared picture on a Qt canvas, and the widget around it."""
