"""Computer players by strength."""

from collections.abc import Mapping
from typing import Final

LEVELS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "level-1": ("priorities", {"captures": "on"}),
    "level-2": ("weights", {}),
    "level-3": ("patterns", {"level": "1"}),
    "level-4": ("patterns", {"level": "2"}),
    "level-5": ("patterns", {"level": "5"}),
}
"""The players for people who want one of a strength, the weakest first, with their options."""
