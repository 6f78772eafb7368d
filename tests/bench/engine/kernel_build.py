"""Whether machine code is measured, and what is left out where it isn't."""

from collections.abc import Sequence
from typing import Final

from pente_bots.engine.kernel import IS_COMPILED

NOT_COMPILED: Final = "the engine is not compiled"
MOST_UNCOMPILED: Final = 1000
"""So many nodes take plain Python about as long as compiled code takes for a hundred thousand."""


def affordable(nodes: Sequence[int], is_compiled: bool = IS_COMPILED) -> list[int]:
    """The limits of nodes that can be measured. They give equal answers, compiled or not.

    >>> affordable([1000, 10_000], is_compiled=False)
    [1000]
    """
    return [count for count in nodes if is_compiled or count <= MOST_UNCOMPILED]


def noted(note: str, is_compiled: bool = IS_COMPILED) -> str:
    """A note that says so if the engine is not compiled.

    >>> noted("30 positions", is_compiled=False)
    'the engine is not compiled; 30 positions'
    """
    return note if is_compiled else f"{NOT_COMPILED}; {note}"
