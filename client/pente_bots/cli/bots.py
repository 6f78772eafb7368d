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

DESCRIPTION = """
Run many bots in one process, which takes far less memory than one process for each. A bot that fails is
started again, and disturbs no other. FILE describes the bots, in TOML or (if its name ends in .json) in JSON.
Each has options of pente bot, with _ for -:

  [[bots]]
  player = "patterns"
  level = 3
  accept_rulesets = ["pente", "keryo-pente"]

  [[bots]]
  player = "./mybot.py"

  [[bots]]
  name = "quick"
  player = "level-1"
  rated = true
  resign_after = 3
  answer_why = true
"""
EXAMPLES = """
examples:
  pente bots bots.toml                                    run them until Ctrl-C
  pente bots bots.toml wss://play.example.org
  pente bots - < bots.json                                a description in JSON from standard input

A bot may have any option for the player, invitations, behaviour and a showcase, and as key a file that pente
account key has made; without it, the bot has the account kept in --identities for its name, or a new one.
environment: PENTE_URL is the default for URL, PENTE_STATE is the directory of your names and secrets.
exit status: 0 stopped by SIGTERM or the end of the input; 2 usage error; 130 interrupted.
"""
_PROGRAM: Final = "pente bots"
_FORMAT: Final = "%(asctime)s %(levelname)s %(message)s"
_FORMAT_OF_CHILD: Final = "%(levelname)s %(message)s"
"""For a program that has a log of its own."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente bots`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="the description; -: in JSON, on standard input")
    add_url(parser)
    add_options(parser, [WORKERS])
    parser.add_argument(
        "--until-eof",
        action="store_true",
        help="with -: read one line, and stop when standard input ends; for programs that run bots",
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
