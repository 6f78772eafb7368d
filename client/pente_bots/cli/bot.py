"""`pente bot`: run a bot with one of the players that ship."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pente_bots.cli import explain
from pente_bots.cli.bot_options import EXIT_STATUS, add_behaviour, add_bot_connection, add_policy
from pente_bots.cli.bot_service import (
    add_player_or_engine,
    add_showcase,
    introduce_engine,
    player_of,
    service_of,
)
from pente_bots.cli.bot_template import CannotCreate, write_template
from pente_bots.play.program.service import BotUsageError, serve
from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.player_options import InvalidOption
from pente_client.options.clock_options import add_time
from pente_client.options.connection_options import add_url
from pente_client.options.exit_status import ExitStatus, report
from pente_client.options.ruleset_options import add_ruleset
from pente_client.options.values import whole_number

_PROGRAM: Final = "pente bot"
DESCRIPTION = """
Run a bot on a server. It accepts invitations, plays many games at a time, and returns to all of them after a
break of the connection.
"""
EXAMPLES = f"""
examples:
  pente bot --list                                        the players
  pente bot --player priorities                           run one until Ctrl-C
  pente bot --player patterns --level 3 wss://play.example.org
  pente bot --player patterns --accept-rulesets pente --slowest 15+10
  pente bot --player random --challenge priorities-bot --games 10
  pente bot --player patterns --explain games.pgn --at 12 explain a position
  pente bot --engine "./pbrain-one" --protocol piskvork   an engine of others, in games of lines
  pente bot --new mine.py && python mine.py               your own bot
{EXIT_STATUS}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente bot`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--list", action="store_true", help="list the players and their options")
    parser.add_argument("--new", type=Path, metavar="FILE", help="write a template for a bot of your own")
    add_player_or_engine(parser)
    add_bot_connection(parser, "PLAYER-bot")
    add_policy(parser)
    add_behaviour(parser)
    _add_challenge(parser)
    explain.add_arguments(parser)


def _add_challenge(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("challenges")
    add_showcase(group)
    group.add_argument(
        "--challenge",
        metavar="NAME",
        help="play --games with NAME (rated with --rated), print the results, and exit",
    )
    group.add_argument(
        "--games", type=whole_number(1), default=1, metavar="N", help="games to play (default: %(default)s)"
    )
    group.add_argument(
        "--concurrency",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="games to play at a time (default: %(default)s)",
    )
    add_ruleset(group, default="pente")
    add_time(group, "-", default="-")


def run(args: argparse.Namespace) -> int:
    """Play until a signal arrives or the challenge is over; the exit status."""
    if args.list:
        print("\n".join(_listing()))
        return ExitStatus.SUCCESS
    if args.new:
        return _write_template(args.new)
    if args.explain is not None or args.at is not None:
        return _explain(args)
    try:
        introduce_engine(args)  # not in the event loop, where a signal could not interrupt it
    except BotUsageError as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    return serve(lambda: service_of(args), _PROGRAM, args.log_level)


def _explain(args: argparse.Namespace) -> int:
    """Explain a position as the player sees it."""
    try:
        player = player_of(args)
    except (BotUsageError, InvalidOption) as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    return explain.run(player, args)


def _write_template(path: Path) -> int:
    try:
        write_template(path)
    except CannotCreate as error:
        return report(_PROGRAM, error)
    print(f"{path} is a complete bot. Run it with: python {path} URL")
    return ExitStatus.SUCCESS


def _listing() -> Iterator[str]:
    """The players and their options, one line each."""
    for entry in PLAYERS.values():
        yield f"{entry.name:<12} {entry.summary} ({entry.plays})"
        for option in entry.options:
            yield f"  {option.name}={option.default}: {option.help} ({option.values})"
