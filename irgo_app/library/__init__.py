"""irgo for programmers: what `import irgo_app` offers a notebook or a script."""
