"""Writing to stdout, whatever it can encode."""

import io
import sys


def say(text: str, end: str = "\n", *, flush: bool = False) -> None:
    """Write to stdout; characters that it can't encode are replaced."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # a name from elsewhere must not end a game
    print(text, end=end, flush=flush)
