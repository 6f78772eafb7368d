"""The strengths that the house of a server offers by name, each an account of its own."""

import argparse
from collections.abc import Mapping
from typing import Final

from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

HOUSE_LEVELS: Final[Mapping[str, str]] = {
    "easy": "easy-bot",
    "medium": "medium-bot",
    "strong": "strong-bot",
    "master": "master-bot",
    "expert": "expert-bot",
}
"""The bots by their level, the weakest first."""
HOUSE_LEVELS_HELP: Final = tell("flag.house-levels-help")
"""The same for the help of an option."""


def read_level(text: str) -> str:
    """The bot of a level."""
    if text not in HOUSE_LEVELS:
        levels = ", ".join(HOUSE_LEVELS)
        raise argparse.ArgumentTypeError(
            tell("flag.is-no-level-choose", text=repr(clean(text, 20)), levels=levels)
        )
    return HOUSE_LEVELS[text]
