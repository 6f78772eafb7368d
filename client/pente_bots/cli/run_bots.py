"""What `pente bots` does."""

import argparse
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from pente_bots.cli.bot_service import service_of
from pente_bots.cli.bots_file import DescribedBot, read_bots
from pente_bots.cli.stdin_end import until_stdin_ends
from pente_bots.play.program.service import BotService, BotUsageError, run_until_signal
from pente_bots.play.program.supervisor import BotNameFilter, keep_playing
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.thinking.workers import Workers
from pente_client.options.exit_status import ExitStatus, report

_PROGRAM: Final = "pente bots"
_FORMAT: Final = "%(asctime)s %(levelname)s %(message)s"
_LONGEST: Final = 1 << 20
"""Characters of a description."""


def run(args: argparse.Namespace) -> int:
    """Play until a signal arrives, or standard input ends; the exit status."""
    _log_with_names(args)
    try:
        bots = described_bots(args)  # not in the event loop, where a signal could not interrupt it
        introduce_engines(bots)
    except BotUsageError as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    return run_until_signal(lambda: _play(bots, args), _PROGRAM)


def _log_with_names(args: argparse.Namespace) -> None:
    """Log to stderr; without the time for a program, which has a log of its own."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s" if args.until_eof else _FORMAT))
    handler.addFilter(BotNameFilter())
    logging.basicConfig(handlers=[handler])
    logging.getLogger("pente").setLevel(args.log_level.upper())


async def _play(bots: Sequence[DescribedBot], args: argparse.Namespace) -> None:
    """Play until cancelled or, if so wanted, the end of standard input. Raises BotUsageError."""
    with closing(Workers(args.workers)) as workers:
        work = keep_playing([service_of_described(bot, workers) for bot in bots])
        await (until_stdin_ends(work) if args.until_eof else work)


def introduce_engines(bots: Sequence[DescribedBot]) -> None:
    """Ask foreign engines for their names, for which a signal could not interrupt an event loop either.

    Raises BotUsageError.
    """
    for bot in bots:
        if bot.options.engine:
            from pente_bots.cli.foreign_engines.chosen_engine import introduce_engine

            with _named(bot):
                introduce_engine(bot.options)


@contextmanager
def _named(bot: DescribedBot) -> Iterator[None]:
    """Say of which bot an error is. Raises BotUsageError."""
    try:
        yield
    except (BotUsageError, InvalidPlayerOption) as error:
        raise BotUsageError(f"{bot.options.name}: {error}") from None


def service_of_described(bot: DescribedBot, workers: Workers) -> BotService:
    """A bot of a description, whose slow players think in ``workers``. Raises BotUsageError."""
    with _named(bot):
        return service_of(bot.options, workers=workers, credential=bot.credential)


def described_bots(args: argparse.Namespace) -> list[DescribedBot]:
    """The described bots. Raises BotUsageError."""
    common = {
        name: getattr(args, name) for name in ("url", "identities", "insecure", "wait", "accept_address")
    }
    is_json = args.file == "-" or args.file.endswith(".json")
    try:
        return read_bots(_text(args), common | {"challenge": None}, is_json=is_json)
    except BotUsageError as error:
        where = "standard input" if args.file == "-" else args.file
        raise BotUsageError(f"{where}: {error}") from None


def _text(args: argparse.Namespace) -> str:
    """The text of the description. Raises BotUsageError."""
    if args.until_eof and args.file != "-":
        raise BotUsageError("--until-eof needs - as the FILE")
    try:
        if args.until_eof:
            return sys.stdin.readline(_LONGEST)
        return sys.stdin.read(_LONGEST) if args.file == "-" else Path(args.file).read_text("utf-8")
    except OSError as error:
        raise BotUsageError(f"can't be read ({error.strerror}); check the path") from None
    except UnicodeDecodeError:
        raise BotUsageError("is not valid UTF-8; save it as UTF-8 text") from None
