"""The program of a bot of your own: its options, and playing."""

import argparse
import inspect
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

from pente_bots.cli.bot_options import OWN_OPTIONS
from pente_bots.cli.chosen_behaviour import behaviour_of, policy_of
from pente_bots.cli.program_options import EXIT_STATUS
from pente_bots.play.program.service import BotService, BotUsageError, serve
from pente_bots.players.player import Player
from pente_bots.players.player_options import SEED
from pente_bots.thinking.thinker import Thinker
from pente_client.connection.logged_run import CannotLog, run_logged
from pente_client.options.connection_options import LOG_FILE, NAME, add_url, variables
from pente_client.options.exit_status import report
from pente_client.options.given_key import given_key
from pente_core.value import replace
from pente_protocol.option_arguments import add_options, add_sections
from pente_protocol.sentences import tell

_LONGEST_NAME = 20


def run_own_bot(player: type[Player], arguments: Sequence[str] | None) -> NoReturn:
    """Play until a signal arrives, as the arguments say (None: those of the program); exits the program."""
    args = _parser(player).parse_args(arguments)
    sys.exit(_served(player, args, Path(sys.argv[0]).name))


def _served(player: type[Player], args: argparse.Namespace, program: str) -> int:
    """Play, with a log if one is asked for; the exit status."""

    def play() -> int:
        return serve(lambda: _service(player, args), program, args.log_level)

    if args.log_file is None:
        return play()
    try:
        return run_logged(args.log_file, program, play)
    except CannotLog as problem:
        return report(program, problem)


def _parser(player: type[Player]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=inspect.cleandoc(player.__doc__ or ""),
        epilog=EXIT_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_url(parser)
    add_options(parser, [SEED])
    rows = (replace(row, usual=name_of(player)) if row.name == NAME.name else row for row in OWN_OPTIONS)
    add_sections(parser, tuple(rows), variables(LOG_FILE))
    return parser


def _service(player: type[Player], args: argparse.Namespace) -> BotService:
    """The bot that the options describe. Raises BotUsageError."""
    if player.__qualname__ != player.__name__:
        raise BotUsageError(tell("cli-bot.is-not-at-the-top", name=player.__name__))
    key = given_key(args)
    return BotService(
        url=args.url,
        credential=key,
        name=args.name or name_of(player),
        identities=args.identities,
        insecure=args.insecure,
        accepts_address=args.accept_address,
        wait=args.wait or 0.0,
        thinker=Thinker(player, args.seed),
        behaviour=behaviour_of(args, policy_of(args, player(Random(args.seed)))),
        seed=args.seed,
    )


def name_of(player: type[Player]) -> str:
    """The default name of a bot.

    >>> class NearestStone(Player): ...
    >>> name_of(NearestStone)
    'nearest-stone-bot'
    """
    words = re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", player.__name__)
    return "-".join([*words, "bot"]).lower()[-_LONGEST_NAME:].lstrip("-")
