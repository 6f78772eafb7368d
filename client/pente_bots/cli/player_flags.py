"""The options of the players that ship, each as a flag too."""

import argparse
from typing import Final

from pente_bots.cli.bot_options import add_seed
from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.player_options import PLAYER_HELP, PlayerOption
from pente_client.options.connection_options import Group
from pente_client.options.values import read_seconds, whole_number

_SWITCH_VALUES: Final = "on, off"


def add_player(parser: argparse.ArgumentParser) -> None:
    """Add the player and its options."""
    group = parser.add_argument_group("player")
    group.add_argument(
        "--player",
        metavar="PLAYER",
        help=PLAYER_HELP,
    )
    add_seed(group)
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the player; --list shows them, and each is also a flag:",
    )
    for name, options in own_flags().items():
        texts = (f"{player}: {option.help} ({option.values})" for player, option in options.items())
        help_ = "; ".join(texts).replace("%", "%%")
        if all(option.values == _SWITCH_VALUES for option in options.values()):
            switch = argparse.BooleanOptionalAction
            group.add_argument(f"--{name}", dest=f"option_{name}", action=switch, help=help_)
        else:
            group.add_argument(f"--{name}", dest=f"option_{name}", metavar=name[0].upper(), help=help_)


def own_flags() -> dict[str, dict[str, PlayerOption]]:
    """All options by name, each with the players that have it."""
    flags: dict[str, dict[str, PlayerOption]] = {}
    for entry in PLAYERS.values():
        for option in entry.options:
            flags.setdefault(option.name, {})[entry.name] = option
    return flags


def add_reviews(group: Group) -> None:
    """Add the work of a reviewer."""
    group.add_argument(
        "--reviews",
        type=whole_number(1),
        metavar="NODES",
        help="play no games, but analyse finished ones for players, NODES positions a stone; the host allows"
        " it: pente admin account grant NAME reviewer",
    )


def add_showcase(group: Group) -> None:
    """Add the opponent of games for people to watch, and what the bot's games with it are like."""
    group.add_argument(
        "--showcase",
        metavar="NAME",
        help="keep playing NAME, for people to watch (rated with --rated and a clock)",
    )
    group.add_argument(
        "--rest",
        type=read_seconds,
        metavar="SECONDS",
        help="wait so long before each game of a showcase (default: after each, three times the pace)",
    )
    group.add_argument(
        "--seat",
        metavar="N",
        type=int,
        choices=range(2),
        help="the bot's seat in games that it opens; 0 moves first (default: drawn)",
    )
