"""The analysis of one position, which is shown while it goes on."""

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import wait
from contextlib import closing
from functools import partial
from typing import Final

from pente_bots.cli.analysis.analysed_source import CannotAnalyse
from pente_bots.cli.analysis.chosen_analyst import POSITION_SECONDS, chosen_analyst
from pente_bots.cli.analysis.interruption import Interruption
from pente_bots.cli.analysis.position_lines import RewrittenLines, TimedReport, report_json, report_lines
from pente_bots.review.reviewer import Reviewer
from pente_bots.search.request import SearchReport, report_nothing
from pente_bots.thinking.work_link import WorkLink
from pente_bots.thinking.workers import Workers
from pente_client.files.stdout import say, stdout_columns
from pente_client.options.exit_status import ExitStatus
from pente_core.rules.game import Game
from pente_protocol.sentences import tell

_POLL: Final = 0.1
"""Seconds after which Ctrl-C is looked for."""
_GRACE: Final = 3.0
"""Seconds in which a player that is stopped has to answer; those that can't stop have nothing to say then."""


def analyse_position(args: argparse.Namespace, game: Game) -> int:
    """Print the best lines of a position; the exit status.

    Raises InvalidPlayerOption, CannotReview, CannotAnalyse, and what the player raises.
    """
    analyst, position = chosen_analyst(args, POSITION_SECONDS), game.position
    analyst.check(position.rules)
    if game.is_over or position.choices or not position.legal_points:
        raise CannotAnalyse(tell("cli-analyse.no-stone-is-due-in"))
    screen, stopped, begun = RewrittenLines(), Interruption(), time.monotonic()
    is_live = sys.stdout.isatty() and not args.json

    def show(report: SearchReport) -> None:
        screen.show([*report_lines(position, timed(report), stdout_columns())])

    def timed(report: SearchReport) -> TimedReport:
        return TimedReport(report, time.monotonic() - begun)

    with closing(Workers(1)) as workers, stopped.listening():
        search = partial(_search, analyst, game, args.lines)
        report = _searched(workers, search, stopped, show if is_live else report_nothing)
    if report is None:
        return ExitStatus.INTERRUPTED
    if args.json:
        say(report_json(position, timed(report)))
    elif is_live:
        show(report)
    else:
        for line in report_lines(position, timed(report), stdout_columns()):
            say(line)
    return ExitStatus.INTERRUPTED if stopped.is_set() else ExitStatus.SUCCESS


def _searched(
    workers: Workers,
    search: Callable[[WorkLink], SearchReport],
    stopped: Interruption,
    report: Callable[[SearchReport], None],
) -> SearchReport | None:
    """What the search found; None if it was interrupted before it knew anything."""
    latest: list[SearchReport] = []

    def note(found: SearchReport) -> None:
        latest[:] = [found]
        report(found)

    work = workers.begin(search, report=note)
    while not stopped.is_set():
        if wait([work.future], timeout=_POLL).done:
            return work.future.result()
    work.stop()
    if wait([work.future], timeout=_GRACE).done:
        return work.future.result()
    return latest[0] if latest else None


def _search(analyst: Reviewer, game: Game, lines: int, link: WorkLink) -> SearchReport:
    return analyst.search(game, lines, link, link.report)
