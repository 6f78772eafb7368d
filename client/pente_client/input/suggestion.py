"""What a person has probably meant by a word that there is not."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from pente_protocol.sentences import tell

_ALIKE: Final = 0.8
"""How alike words have to be, from 0 to 1."""


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """A question to put behind a complaint; empty where no known word is like the one that was typed.

    >>> did_you_mean("wach", ["watch", "play"]), did_you_mean("xyz", ["watch", "play"])
    ('did you mean watch?', '')
    """
    found = get_close_matches(typed.casefold(), list(known), 1, _ALIKE)
    return tell("cli.did-you-mean", same=found[0]) if found else ""
