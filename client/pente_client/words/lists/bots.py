"""The bots that a server brings with it: how strong they are, in words."""

from collections.abc import Mapping
from typing import Final

from pente_client.words.phrases import name_of, seated_name
from pente_core.identity import Identity, PlayerKind

HOUSE_BOTS: Final[Mapping[str, str]] = {
    "easy-bot": "easy: for your first games",
    "medium-bot": "medium: takes what you leave open",
    "strong-bot": "strong: looks ahead",
    "expert-bot": "expert: the best one here",
    "show-black": "looks two stones ahead; also plays games to watch",
    "show-white": "sees captures too; also plays games to watch",
    "priorities-bot": "answers threats",
    "patterns-bot": "looks three stones ahead",
    "random-bot": "plays anywhere, to try things out",
    "review-bot": "analyses finished games, and plays none",
}
"""The strength of each by its name, in the order in which they are offered. Another player may have such a
name, so that nothing depends on it.
"""
_PLACES: Final = {name: place for place, name in enumerate(HOUSE_BOTS)}


def is_called_bot(player: Identity | None) -> bool:
    """Whether it has to be said that a player is a bot: its name does not say so."""
    return player is not None and player.kind is PlayerKind.BOT and "bot" not in player.name


def bot_order(bot: Identity) -> tuple[int, str]:
    """What to sort bots by: those of the house first, the weakest at the top, but for the random one."""
    return _PLACES.get(bot.name, len(_PLACES)), name_of(bot).casefold()


def strength_text(name: str) -> str:
    """How strong a bot of the house is; empty where that is not known.

    >>> strength_text("strong-bot"), strength_text("hexa")
    ('strong: looks ahead', '')
    """
    return HOUSE_BOTS.get(name, "")


def bot_text(bot: Identity) -> str:
    """A bot with its rating, and how strong it is, as far as that is known."""
    strength = strength_text(bot.name)
    return f"{seated_name(bot)} ({strength})" if strength else seated_name(bot)
