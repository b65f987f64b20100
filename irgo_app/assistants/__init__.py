"""irgo for assistants: its facts as tools of the Model Context Protocol."""
