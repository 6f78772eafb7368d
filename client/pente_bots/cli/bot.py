"""`pente bot`: run a bot with one of the players that ship, or with one in a file of your own."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pente_bots.cli.bot_options import BOT_OPTIONS
from pente_bots.cli.program_options import EXIT_STATUS
from pente_client.options.connection_options import LOG_FILE, add_url, variables
from pente_client.options.exit_status import ExitStatus, report
from pente_protocol.option_arguments import add_sections
from pente_protocol.sentences import tell

DESCRIPTION = tell("cli-bot.description")
EXAMPLES = tell("cli-bot.examples", exit_status=EXIT_STATUS)
_PROGRAM: Final = "pente bot"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente bot`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--list", action="store_true", help=tell("cli-bot.list"))
    parser.add_argument("--new", type=Path, metavar="FILE", help=tell("cli-bot.new"))
    add_sections(parser, BOT_OPTIONS, variables(LOG_FILE))


def run(args: argparse.Namespace) -> int:
    """Play until a signal arrives or the challenge is over; the exit status."""
    from pente_bots.cli.bot_service import service_of
    from pente_bots.cli.bot_template import CannotCreate, write_template
    from pente_bots.cli.chosen_engine import introduce_engine
    from pente_bots.cli.explain import explain_asked_for
    from pente_bots.play.program.service import BotUsageError, serve

    if args.list:
        print("\n".join(_listing()))
        return ExitStatus.SUCCESS
    if args.explain is not None or args.at is not None:
        return explain_asked_for(args)
    try:
        if args.new:
            write_template(args.new)
            print(tell("cli-bot.is-a-complete-bot-run", new=args.new))
            return ExitStatus.SUCCESS
        introduce_engine(args)  # a signal could not interrupt that in the event loop
    except CannotCreate as error:
        return report(_PROGRAM, error)
    except BotUsageError as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    return serve(lambda: service_of(args), _PROGRAM, args.log_level)


def _listing() -> Iterator[str]:
    """The players, their options and the levels, one line each."""
    from pente_bots.players.catalogue import PLAYERS
    from pente_bots.players.levels import highest_level
    from pente_client.words.bots.levels import LEVELS, NEEDS_COMPILED

    for entry in PLAYERS.values():
        yield f"{entry.name:<12} {entry.summary} ({entry.plays})"
        for option in entry.options:
            yield f"  {option.name}={option.default}: {option.help} ({option.values})"
    for number, (name, style) in enumerate(LEVELS, 1):
        yield f"level-{number:<6} {name}: {style}" + NEEDS_COMPILED * (number > highest_level())
