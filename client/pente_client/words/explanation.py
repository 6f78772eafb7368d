"""What a computer player of a local game says before its move."""

from collections.abc import Iterator

from pente_client.connection import MoveExplained
from pente_client.words.phrases import name_of
from pente_protocol.untrusted_text import clean


def explanation_lines(explained: MoveExplained) -> Iterator[str]:
    """Who is about to move, and what they say about it."""
    yield f"{name_of(explained.player)} thinks:"
    for line in explained.lines:
        indent = len(line) - len(line.lstrip())
        yield f"  {' ' * indent}{clean(line)}"
