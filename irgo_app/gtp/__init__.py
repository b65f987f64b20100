"""The Go Text Protocol without any knowledge of Go: its text form, engine and client."""
