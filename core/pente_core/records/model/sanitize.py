"""Sanitizing of text in records, so that it can't control a terminal or break a format."""

from collections.abc import Iterable, Iterator


def tidy(text: str) -> str:
    r"""Return text as one line: unprintable characters count as white space, which becomes single spaces.

    >>> tidy("  Ann\x1b[2J\n  and\u202eBob ")
    'Ann [2J and Bob'
    """
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(text.split())


def is_tidy(text: str) -> bool:
    """Whether `tidy` leaves the text unchanged."""
    return text == tidy(text)


def quoted(text: str, longest: int = 40) -> str:
    """Quote untrusted text for an error message: shortened and safe to display."""
    short = tidy(text[: 4 * longest])
    return repr(short if len(short) <= longest else short[: longest - 1] + "…")


def wrapped(words: Iterable[str], width: int) -> Iterator[str]:
    """Join words to lines of at most ``width`` characters; a longer word gets a line of its own.

    >>> list(wrapped(["1.", "K10", "L10", "2."], 8))
    ['1. K10', 'L10 2.']
    """
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
