"""The Go Text Protocol without any knowledge of Go: its text form, client and dispatcher."""
