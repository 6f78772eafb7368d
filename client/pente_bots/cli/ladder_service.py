"""What `pente ladder` does."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from pente_bots.cli.bots_file import DescribedBot, described_bots, introduce_engines, service_of_described
from pente_bots.ladder.ladder import Ladder, LadderPlan
from pente_bots.ladder.results_file import BadResults, ResultsFile
from pente_bots.ladder.standing import LadderStanding
from pente_bots.ladder.standing_table import format_standing
from pente_bots.play.program.service import BotUsageError, run_until_signal
from pente_bots.play.program.supervisor import FIRST_PAUSE, LONGEST_PAUSE
from pente_bots.thinking.workers import Workers
from pente_client.connection import CannotConnect, ConnectionEnded
from pente_client.options.exit_status import ExitStatus, report
from pente_core.clock.clock import format_time_control
from pente_protocol.sentences import tell

_PROGRAM: Final = "pente ladder"
_LOG: Final = logging.getLogger("pente.bot")


def keep_ladder(args: argparse.Namespace) -> int:
    """Play until a signal arrives, or print the standing; the exit status."""
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("pente").setLevel(args.log_level.upper())
    try:
        bots = described_bots(args)
        _check(args, bots)
        results = ResultsFile(args.results or Path(args.file).with_suffix(".ladder.jsonl"))
        if args.table:
            return _print_standing(results, bots)
        introduce_engines(bots)
        return run_until_signal(lambda: _play(args, bots, results), _PROGRAM)
    except BotUsageError as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    except BadResults as error:
        return report(_PROGRAM, error)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED


def _check(args: argparse.Namespace, bots: Sequence[DescribedBot]) -> None:
    """Raises BotUsageError for what can't be a ladder."""
    if len(bots) < 2:
        raise BotUsageError(tell("cli-ladder.a-ladder-needs-two-bots"))
    if args.ruleset.sides != 2:
        raise BotUsageError(tell("cli-ladder.a-ladder-plays-games-of"))
    for bot in bots:
        if bot.options.showcase:
            raise BotUsageError(tell("cli-ladder.a-bot-of-a-ladder", name=bot.options.name))


def _print_standing(results: ResultsFile, bots: Sequence[DescribedBot]) -> int:
    """Print the table, with the bots that have not played yet. Raises BadResults."""
    for line in format_standing(LadderStanding(results.read()), [bot.options.name for bot in bots]):
        print(line)
    return ExitStatus.SUCCESS


async def _play(args: argparse.Namespace, bots: Sequence[DescribedBot], results: ResultsFile) -> None:
    """Play until cancelled or all games are played. When the server is lost after a game, it is tried again.

    Raises BotUsageError, BadResults, and what connecting for the first time raises.
    """
    left, pause = args.games, FIRST_PAUSE
    with closing(Workers(args.workers)) as workers:
        while True:
            ladder = Ladder(_plan(args, bots, workers, left), results, _say)
            try:
                return await ladder.run()
            except (ConnectionEnded, CannotConnect) as lost:
                if not ladder.has_begun:
                    raise
                _LOG.error("%s; trying again in %g s", str(lost).rstrip("."), pause)
            left = None if left is None else left - ladder.played
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def _plan(
    args: argparse.Namespace, bots: Sequence[DescribedBot], workers: Workers, games: int | None
) -> LadderPlan:
    """Raises BotUsageError."""
    services = [service_of_described(bot, workers) for bot in bots]
    for service in services:
        policy = service.behaviour.policy
        if not policy.supports(args.ruleset):
            why = policy.why_not(args.ruleset) or tell(
                "cli-ladder.i-cant-play-choose-another", base=args.ruleset.base
            )
            raise BotUsageError(tell("cli-ladder.or-take-it-out", name=service.name, why=why))
    return LadderPlan(services, args.ruleset, format_time_control(args.time), args.at_once, games)


def _say(line: str) -> None:
    print(line, flush=True)
