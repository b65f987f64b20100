"""Where irgo starts. Nothing is imported before Ctrl-C is looked after."""


def main(arguments: list[str] | None = None) -> int:
    """Run irgo; returns the exit code (0 done, 1 bad input, 2 wrong usage, 130 Ctrl-C)."""
    try:
        from irgo_app.start import run

        return run(arguments)
    except KeyboardInterrupt:
        # While irgo was loading; a command says so itself.
        import sys

        from irgo_app.words import message

        print(f"irgo: {message('Stopped.')}", file=sys.stderr)
        return 130


if __name__ == "__main__":
    import sys

    sys.exit(main())
