"""A program with one's own player: a class, and `run`."""

import argparse
import inspect
import multiprocessing
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from pente_bots.cli.shared_options import (
    EXIT_STATUS,
    add_behaviour,
    add_connection,
    add_policy,
    add_url,
    behaviour_of,
    policy_of,
)
from pente_bots.play.service import BotService, BotUsageError, serve
from pente_bots.players.player import Player
from pente_bots.thinking.thinker import Thinker

_LONGEST_NAME = 20


def run(player: type[Player], arguments: Sequence[str] | None = None) -> None:
    """Let a player of one's own play at a server, as the command line says; ends the program.

    ``player`` is a class at the top of a file, since it thinks in other processes, which import that file
    (there, `run` does nothing). ``arguments`` None: those of the program.
    """
    if multiprocessing.current_process().name != "MainProcess":  # its parent is not known yet
        return
    args = _parser(player).parse_args(arguments)
    sys.exit(serve(lambda: _service(player, args), Path(sys.argv[0]).name, args.log_level))


def _parser(player: type[Player]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=inspect.cleandoc(player.__doc__ or ""),
        epilog=EXIT_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_url(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="decides all chance; without, games differ")
    add_connection(parser, name_of(player))
    add_policy(parser)
    add_behaviour(parser)
    return parser


def _service(player: type[Player], args: argparse.Namespace) -> BotService:
    """What was asked for. Raises WrongUse."""
    if player.__qualname__ != player.__name__:
        raise BotUsageError(
            f"{player.__name__} is defined inside of something else, where the processes in which it thinks "
            "can't find it; move the class to the top of its file"
        )
    return BotService(
        url=args.url,
        name=args.name or name_of(player),
        identities=args.identities,
        insecure=args.insecure,
        wait=args.wait,
        thinker=Thinker(player, args.seed),
        manners=behaviour_of(args, policy_of(args, player(Random(args.seed)))),
        seed=args.seed,
    )


def name_of(player: type[Player]) -> str:
    """A name to play under.

    >>> class NearestStone(Player): ...
    >>> name_of(NearestStone)
    'nearest-stone-bot'
    """
    words = re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", player.__name__)
    return "-".join([*words, "bot"]).lower()[-_LONGEST_NAME:].lstrip("-")
