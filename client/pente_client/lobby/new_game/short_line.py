"""A new game in one line, as people type it: ``keryo-pente 5+3 rated``."""

import re
from collections.abc import Mapping
from typing import Final

from pente_core.clock.clock import BadTimeControl, parse_time_control
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, ruleset_from
from pente_protocol.option import NO, YES
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

_MEANINGS: Final = {
    "rated": ("rated", YES),
    "casual": ("rated", NO),
    "private": ("private", YES),
    "set": ("games", "2"),
    "hints": ("hints", YES),
    "first": ("seat", "0"),
    "second": ("seat", "1"),
}
_SIZE: Final = re.compile(r"([0-9]{1,2})x\1")
KNOWN: Final = ", ".join(_MEANINGS)


class InvalidLine(ValueError):
    """A word that means nothing here, or one too many; the message is a sentence without its full stop."""


def read_line(text: str) -> Mapping[str, str]:
    """The fields that a line is about, by name, each with its word. Raises InvalidLine.

    >>> read_line("5+3 gomoku 15x15 rated")
    {'time': '5+3', 'ruleset': 'gomoku', 'size': '15', 'rated': 'yes'}
    """
    found: dict[str, str] = {}
    for typed in text.split():
        name, word = _meaning(typed.lower())
        if found.setdefault(name, word) != word:
            raise InvalidLine(tell("browse.too-much", word=clean(typed, 20), said=found[name]))
    return found


def _meaning(word: str) -> tuple[str, str]:
    if word in RULESETS:
        return "ruleset", word
    if word in _MEANINGS:
        return _MEANINGS[word]
    if size := _SIZE.fullmatch(word):
        return "size", size[1]
    try:
        if not word[0].isalpha():
            parse_time_control(word)
            return "time", word
        ruleset_from(word)
    except (BadTimeControl, InvalidRuleset) as bad:
        raise InvalidLine(clean(f"{bad}")) from None
    raise InvalidLine(tell("browse.no-word", word=clean(word, 20), words=KNOWN))
