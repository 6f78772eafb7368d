"""What a computer player of a local game says before its move."""

from collections.abc import Iterator
from typing import Final

from pente_client.connection import MoveExplained
from pente_client.words.phrases import name_of
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

_INDENT: Final = 2
"""Blanks for each level of what a player says."""


def explanation_lines(explained: MoveExplained) -> Iterator[str]:
    """Who is about to move, and what they say about it.

    Levels are marked with ``>``, which survives where lines are folded.
    """
    yield tell("advice.thinks", name=name_of(explained.player))
    for line in explained.lines:
        level = (len(line) - len(line.lstrip())) // _INDENT
        yield f"{'>' * level} {clean(line)}".lstrip()
