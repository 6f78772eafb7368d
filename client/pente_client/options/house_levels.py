"""The strengths that the house of a server offers by name, each an account of its own."""

import argparse
from collections.abc import Mapping
from typing import Final

from pente_protocol.untrusted_text import clean

HOUSE_LEVELS: Final[Mapping[str, str]] = {
    "easy": "easy-bot",
    "medium": "medium-bot",
    "strong": "strong-bot",
    "master": "master-bot",
    "expert": "expert-bot",
}
"""The bots by their level, the weakest first."""
HOUSE_LEVELS_HELP: Final = (
    "easy, medium, strong or expert, which are the levels 2, 5, 8 and 12 of 12; where the engine is not "
    "compiled, master (level 10) in place of expert"
)
"""The same for the help of an option."""


def read_level(text: str) -> str:
    """The bot of a level."""
    if text not in HOUSE_LEVELS:
        levels = ", ".join(HOUSE_LEVELS)
        raise argparse.ArgumentTypeError(f"{clean(text, 20)!r} is no level; choose {levels}")
    return HOUSE_LEVELS[text]
