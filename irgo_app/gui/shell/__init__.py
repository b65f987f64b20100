"""The top floor of the window: the application, the main window, and the one place that builds."""
