"""What `pente analyse` does."""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from typing import Final, TextIO

from pente_bots.cli.analysis.analyse_position import analyse_position
from pente_bots.cli.analysis.analysed_source import (
    AnalysedGame,
    CannotAnalyse,
    game_of_server,
    games_of_file,
    named_game_id,
    named_position,
    position_after,
)
from pente_bots.cli.analysis.chosen_analyst import REVIEW_SECONDS, chosen_analyst
from pente_bots.cli.analysis.interruption import Interruption
from pente_bots.cli.analysis.review_progress import ReviewBar
from pente_bots.cli.analysis.review_report import report_line, report_text
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.review.game_review import review_game
from pente_bots.review.reviewer import CannotReview
from pente_bots.thinking.workers import WorkerLost, Workers
from pente_client.connection import BadAddress, CannotConnect, ConnectionEnded, RequestRejected
from pente_client.files.record_files import (
    RecordFormat,
    UnknownFormat,
    UnusableRecord,
    format_of,
    open_output,
)
from pente_client.files.stdout import say, stdout_columns
from pente_client.options.exit_status import ExitStatus, fail
from pente_core.records import Record
from pente_core.records.model.review_notes import with_review
from pente_core.records.model.scanned_record import line_end_of
from pente_core.rules.game import Game
from pente_protocol.sentences import tell

_WITH_NOTES: Final = "sgf"
"""The format that gets a review as comments and variations too: pente.org can't read a game with comments."""
_WRITTEN: Final = ("sgf", "pgn")


def analyse(args: argparse.Namespace) -> int:
    """Analyse what is named; the exit status."""
    try:
        return _analyse(args)
    except (InvalidPlayerOption, UnknownFormat) as error:
        return fail(args, error, ExitStatus.USAGE)
    except (CannotAnalyse, CannotReview, UnusableRecord, ConnectionEnded, WorkerLost) as error:
        return fail(args, error)
    except (BadAddress, CannotConnect) as error:
        return fail(args, error, ExitStatus.UNREACHABLE)
    except RequestRejected as error:
        return fail(args, error, ExitStatus.REJECTED)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED


def _analyse(args: argparse.Namespace) -> int:
    position = named_position(args)
    if position is not None:
        return analyse_position(args, Game(position))
    room = named_game_id(args)
    games = games_of_file(args) if room is None else iter([game_of_server(args, room)])
    if args.at is None:
        return _GamesAnalysis(args).run(games)
    return analyse_position(args, position_after(_only_record(args, games), args.at))


def _only_record(args: argparse.Namespace, games: Iterator[AnalysedGame]) -> Record:
    """The record whose position is meant: the first one, or the one that is named."""
    if args.write is not None:
        raise CannotAnalyse(tell("cli-analyse.write-is-for-reviews-of"))
    found = next(games, None)
    if found is None or found.record is None:
        raise CannotAnalyse(found.problem if found else tell("cli-analyse.has-no-games", what=args.what[0]))
    return found.record


class _GamesAnalysis:
    """Reviews of games, one after the other. Mutable: knows what went wrong."""

    def __init__(self, args: argparse.Namespace) -> None:
        """Raises InvalidPlayerOption and UnusableRecord."""
        self._args = args
        self._form = _written_format(args)
        self._analyst = chosen_analyst(args, REVIEW_SECONDS)
        self._stopped = Interruption()
        self._status = ExitStatus.SUCCESS
        self._bar = ReviewBar(sys.stderr, time.monotonic)
        self._count = self._shown = 0

    def run(self, games: Iterable[AnalysedGame]) -> int:
        """Review the games, print and write what comes of it; the exit status. Raises UnusableRecord."""
        if self._form is not None:
            games = self._readable(list(games))
        with ExitStack() as stack:
            out = stack.enter_context(open_output(self._args.write)) if self._form else None
            workers = stack.enter_context(closing(Workers(self._args.workers)))
            stack.enter_context(self._stopped.listening())
            for game in games:
                self._take(game, workers, out)
                if self._stopped.is_set() and out is None:
                    break
        if not self._count:
            return fail(self._args, tell("cli-analyse.has-no-games", what=self._args.what[0]))
        return ExitStatus.INTERRUPTED if self._stopped.is_set() else self._status

    def _readable(self, games: list[AnalysedGame]) -> list[AnalysedGame]:
        """All games of a file, which is written anew. Raises UnusableRecord if one of them would be lost."""
        for game in games:
            if game.record is None:
                raise UnusableRecord(tell("cli-analyse.write-would-lose-this-game", problem=game.problem))
        if self._args.game is not None and self._args.game > len(games):
            raise UnusableRecord(
                tell("cli-analyse.has-no-game", what=self._args.what[0], game=self._args.game)
            )
        return games

    def _take(self, game: AnalysedGame, workers: Workers, out: TextIO | None) -> None:
        """Review a game if it is meant, print its review, and write it."""
        record, is_meant = game.record, self._args.game in (None, game.number)
        if is_meant and game.problem:
            self._fail(game.problem)
        elif is_meant and record is not None and game.game is not None and not self._stopped.is_set():
            record = self._reviewed(game.number, record, game.game, workers)
        if out is not None and record is not None and self._form is not None:
            text = self._form.write(record)
            out.write((self._form.between and line_end_of(text)) * (self._count > 0) + text)
        self._count += 1

    def _reviewed(self, number: int, record: Record, game: Game, workers: Workers) -> Record:
        """The record with its review, which is printed."""
        self._bar.begin(f"game {number}")
        try:
            review = review_game(game, self._analyst, workers, stop=self._stopped, progress=self._bar.show)
        except CannotReview as problem:
            self._fail(f"game {number}: {problem}")
            return record
        finally:
            self._bar.clear()
        if not self._args.json:
            for line in _heading(number, record, is_first=self._shown == 0):
                say(line)
            for line in report_text(record, game, review, stdout_columns(), ascii_=self._args.ascii):
                say(line)
            sys.stdout.flush()
        else:
            say(report_line(number, record, game, review), flush=True)
        self._shown += 1
        has_notes = self._form is not None and self._form.name == _WITH_NOTES
        return with_review(record, review, has_notes=has_notes)

    def _fail(self, problem: str) -> None:
        self._status = fail(self._args, problem)


def _heading(number: int, record: Record, *, is_first: bool) -> Iterator[str]:
    if not is_first:
        yield ""
    players = " and ".join(player.name for player in record.players)
    yield f"Game {number}: {players}, {record.ruleset.base}"


def _written_format(args: argparse.Namespace) -> RecordFormat | None:
    """The format of the file to write; None: none is written. Raises UnknownFormat."""
    if args.write is None:
        return None
    form = format_of(args.write, None, tell("cli-analyse.the-extension-sgf-or-pgn"))
    if form.name not in _WRITTEN:
        raise UnknownFormat(tell("cli-analyse.a-review-is-written-as"))
    return form
