"""The bots that a server brings with it, and how strong bots are, in words."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from pente_client.words.bots.levels import LEVELS, level_text
from pente_client.words.phrases import name_of, seated_name
from pente_core.identity import Identity, PlayerKind
from pente_protocol.sentences import tell

_REVIEWER: Final = "review-bot"
HOUSE_BOTS: Final[Mapping[str, str]] = {
    name: tell(f"lobby.bot-{name}")
    for name in (
        *("easy-bot", "medium-bot", "strong-bot", "master-bot", "expert-bot", "show-black", "show-white"),
        *("random-bot", _REVIEWER),
    )
}
"""The strength of each by its name, in the order in which they are offered. Another player may have such a
name, so that no more depends on it than who is offered as an opponent.
"""
_LEVEL_NAMES: Final = {f"level-{number}": level_text(number) for number in range(1, len(LEVELS) + 1)}
_PLACES: Final = {name: place for place, name in enumerate(HOUSE_BOTS)}


def is_called_bot(player: Identity | None) -> bool:
    """Whether it has to be said that a player is a bot: its name does not say so."""
    return player is not None and player.kind is PlayerKind.BOT and "bot" not in player.name


def may_play(player: Identity) -> bool:
    """Whether a player may be offered as an opponent: the bot of the house that reviews games declines all.

    It has a number after its name where another player has that.
    """
    return player.kind is not PlayerKind.BOT or not re.fullmatch(f"{_REVIEWER}(-[0-9]+)?", player.name)


def playing_bots(bots: Iterable[Identity]) -> tuple[Identity, ...]:
    """The bots that may be offered as opponents."""
    return tuple(filter(may_play, bots))


def bot_order(bot: Identity) -> tuple[int, str]:
    """What to sort bots by: those of the house first, the weakest at the top, but for the random one."""
    return _PLACES.get(bot.name, len(_PLACES)), name_of(bot).casefold()


def strength_text(name: str) -> str:
    """How strong a bot of the house or a level is; empty where that is not known.

    >>> strength_text("strong-bot"), strength_text("hexa")
    ('strong, level 8 of 12, tournament player: is sometimes hasty', '')
    >>> strength_text("level-12")
    'level 12 of 12, champion: looks farthest'
    """
    return _LEVEL_NAMES.get(name) or HOUSE_BOTS.get(name, "")


def bot_text(bot: Identity) -> str:
    """A bot with its rating, and how strong it is, as far as that is known."""
    strength = strength_text(bot.name)
    return f"{seated_name(bot)} ({strength})" if strength else seated_name(bot)
