"""The house bots, and their description for the program that runs them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pente_core.identity import Identity


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A house bot: the name that it has unless another player has it, and its options for `pente bots`."""

    name: str
    options: Mapping[str, Any]
    showcase: str = ""
    """The house bot that it keeps playing, for people to watch; empty: none."""


HOUSE_BOTS: Final = (
    HouseBot("random-bot", {"player": "random"}),
    HouseBot("priorities-bot", {"player": "priorities"}),
    HouseBot("patterns-bot", {"player": "patterns", "level": 2}),
    HouseBot("show-black", {"player": "alphabeta", "pace": 1.5}),
    HouseBot("show-white", {"player": "patterns", "level": 1, "pace": 1.5}, showcase="show-black"),
)


def describe_bots(accounts: Mapping[str, Identity], credentials: Mapping[str, str]) -> bytes:
    """The house bots that have an account, as a line of JSON for `pente bots`.

    ``accounts`` are by the wanted name, ``credentials`` by that of the account.
    """
    bots = [_described(bot, accounts, credentials) for bot in HOUSE_BOTS if bot.name in accounts]
    return json.dumps({"bots": bots}).encode() + b"\n"


def _described(
    bot: HouseBot, accounts: Mapping[str, Identity], credentials: Mapping[str, str]
) -> dict[str, Any]:
    name = accounts[bot.name].name
    opponent = accounts.get(bot.showcase)
    showcase = {"showcase": opponent.name} if opponent else {}
    return {"name": name, "credential": credentials[name], **bot.options, **showcase}
