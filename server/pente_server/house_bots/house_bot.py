"""The house bots, and their description for the program that runs them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import zip_longest
from typing import Any, Final

from pente_core.identity import Identity

LEVELS: Final[Mapping[str, str]] = {
    "easy-bot": "level-2",
    "medium-bot": "level-5",
    "strong-bot": "level-8",
    "master-bot": "level-10",
    "expert-bot": "level-12",
}
"""The bots for people who want an opponent of a strength, the weakest first, with the level that each plays
at. An account keeps its level for ever, as its rating is about that: for another level, take another name.
"""
IN_PLACE_OF_EXPERT: Final = "master-bot"
"""The bot that plays where the engine is not compiled, and `NEEDS_COMPILED` does not."""
NEEDS_COMPILED: Final = "expert-bot"
ENGINE_KERNEL: Final = "pente_bots.engine.kernel"
"""The module that knows whether the engine is compiled. A server imports no bots, so only by name."""
_RESIGN: Final = frozenset({"strong-bot", "master-bot", "expert-bot"})
"""Those that resign hopeless games. Weaker ones play on: to win a won game is worth learning."""
_BETWEEN_RATED_GAMES: Final = 3 * 60 * 60
"""Seconds. Each level plays the next one so often, which gives them all ratings: some 24 games a day."""
_WITH_PEOPLE: Final[Mapping[str, Any]] = {"max_each": 4, "claim_after": 120, "answer_why": True}
"""How all of them treat people, who have one process of bots in common."""
_SERIOUS: Final[Mapping[str, Any]] = {"rated": True, "greet": "Good luck!"}


REVIEWER: Final = "review-bot"
"""The bot that reviews finished games, and plays none."""


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A house bot: the name that it has unless another player has it, and its options for `pente bots`."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    showcase: str = ""
    """The house bot that it keeps playing, for people to watch or for a rating; empty: none."""


def _of_level(name: str, stronger: str) -> HouseBot:
    """A level, which now and then plays a rated game with the next stronger one, if there is one."""
    resigns = {"resign_after": 3} if name in _RESIGN else {}
    rated_games = {"time": "10+5", "rest": _BETWEEN_RATED_GAMES} if stronger else {}
    return HouseBot(
        name, {"player": LEVELS[name], **_WITH_PEOPLE, **_SERIOUS, **resigns, **rated_games}, stronger
    )


_OTHERS: Final = (
    HouseBot("random-bot", {"player": "random", **_WITH_PEOPLE}),
    HouseBot("show-black", {"player": "alphabeta", "pace": 1.5, **_WITH_PEOPLE}),
    HouseBot(
        "show-white",
        {"player": "patterns", "level": 1, "pace": 1.5, "seat": 0, **_WITH_PEOPLE},  # white moves first
        showcase="show-black",
    ),
    HouseBot(REVIEWER, {"player": "engine", "hash": 8, "reviews": 20_000}),
)


def engine_is_compiled() -> bool:
    """Whether the engine of bots on this machine runs as machine code."""
    return bool(import_module(ENGINE_KERNEL).IS_COMPILED)


def house_bots(*, is_compiled: bool) -> tuple[HouseBot, ...]:
    """The bots of a house; uncompiled, without the level that would think for minutes about a stone."""
    left_out = IN_PLACE_OF_EXPERT if is_compiled else NEEDS_COMPILED
    levels = [name for name in LEVELS if name != left_out]
    return (
        *(_of_level(name, stronger) for name, stronger in zip_longest(levels, levels[1:], fillvalue="")),
        *_OTHERS,
    )


def describe_bots(
    bots: Sequence[HouseBot], accounts: Mapping[str, Identity], credentials: Mapping[str, str]
) -> bytes:
    """The house bots that have an account, as a line of JSON for `pente bots`.

    ``accounts`` are by the wanted name, ``credentials`` by that of the account.
    """
    described = [_described(bot, accounts, credentials) for bot in bots if bot.name in accounts]
    return json.dumps({"bots": described}).encode() + b"\n"


def _described(
    bot: HouseBot, accounts: Mapping[str, Identity], credentials: Mapping[str, str]
) -> dict[str, Any]:
    name = accounts[bot.name].name
    opponent = accounts.get(bot.showcase)
    showcase = {"showcase": opponent.name} if opponent else {}
    return {"name": name, "credential": credentials[name], **bot.options, **showcase}
