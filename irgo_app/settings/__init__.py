"""Settings as plain data: one list of rows, loaded from and saved to TOML."""
