"""`pente bots`: run many bots in one process."""

import argparse
import logging
import sys
from contextlib import closing
from typing import Final

from pente_bots.cli.program_options import WORKERS, add_bot_connection
from pente_client.options.connection_options import add_url
from pente_client.options.exit_status import ExitStatus, report
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION = tell("cli-bots.description")
EXAMPLES = tell("cli-bots.examples")
_PROGRAM: Final = "pente bots"
_FORMAT: Final = "%(asctime)s %(levelname)s %(message)s"
_FORMAT_OF_CHILD: Final = "%(levelname)s %(message)s"
"""For a program that has a log of its own."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente bots`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help=tell("cli-bots.file"))
    add_url(parser)
    add_options(parser, [WORKERS])
    parser.add_argument(
        "--until-eof",
        action="store_true",
        help=tell("cli-bots.until-eof"),
    )
    add_bot_connection(parser)


def run(args: argparse.Namespace) -> int:
    """Play until a signal arrives, or standard input ends; the exit status."""
    from pente_bots.cli.bots_file import described_bots, introduce_engines, service_of_described
    from pente_bots.cli.stdin_end import until_stdin_ends
    from pente_bots.play.program.service import BotUsageError, run_until_signal
    from pente_bots.play.program.supervisor import BotNameFilter, keep_playing
    from pente_bots.thinking.workers import Workers

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(_FORMAT_OF_CHILD if args.until_eof else _FORMAT))
    handler.addFilter(BotNameFilter())
    logging.basicConfig(handlers=[handler])
    logging.getLogger("pente").setLevel(args.log_level.upper())
    try:
        bots = described_bots(args)  # not in the event loop, where a signal could not interrupt it
        introduce_engines(bots)
    except BotUsageError as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED

    async def play() -> None:
        """Play until cancelled or, if so wanted, the end of standard input. Raises BotUsageError."""
        with closing(Workers(args.workers)) as workers:
            work = keep_playing([service_of_described(bot, workers) for bot in bots])
            await (until_stdin_ends(work) if args.until_eof else work)

    return run_until_signal(play, _PROGRAM)
