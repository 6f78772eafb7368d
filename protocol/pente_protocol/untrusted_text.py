"""Cleaning of untrusted text, so that it can't control a terminal or mislead a reader."""

import re
import unicodedata
from typing import Final

LONGEST_CHAT: Final = 200
RESERVED_NAMES: Final = frozenset({
    "admin", "administrator", "anonymous", "anybody", "everybody", "everyone", "host", "mod", "moderator",
    "nobody", "official", "pente", "root", "server", "staff", "support", "system",
})  # fmt: skip
"""The names that nobody can take."""

_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{2,20}")
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and symbols that are invisible, although their category is not."""
_MARKS_KEPT: Final = 2


class BadName(ValueError):
    """The name is not allowed for an account; the message says why."""


def quoted(text: str, longest: int = LONGEST_CHAT) -> str:
    r"""Text of others as a part of a sentence: clean, and whole, or it ends with an ellipsis.

    >>> quoted("wathc\x1b"), quoted("a long name", 6)
    ('wathc', 'a long…')
    """
    whole = clean(text, 2 * longest)
    return whole if len(whole) <= longest else f"{clean(text, longest)}…"


def clean(text: str, longest: int = LONGEST_CHAT) -> str:
    r"""Return text that is safe to display: one line, no control or format characters, at most ``longest``.

    White space is reduced to single spaces, invisible characters are removed, and of combining marks in a row
    only two are kept. Cleaning is idempotent.

    >>> clean("a\x1b[2Jb\u202ec\n d")
    'a[2Jbc d'
    """
    kept: list[str] = []
    marks = 0
    for char in " ".join(text[: 4 * longest].split()):
        category = unicodedata.category(char)
        if category in _UNSAFE or char in _BLANK:
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= _MARKS_KEPT:
            kept.append(char)
    return " ".join("".join(kept).split())[:longest].strip()


def check_name(name: str) -> str:
    """Return the name if it has the form of one. Raises BadName."""
    if _NAME.fullmatch(name) is None:
        raise BadName("a name must have 2 to 20 letters, digits, - or _")
    return name
