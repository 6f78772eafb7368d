"""`pente bot --explain`: a position as a player sees it, from a line of text or a recorded game."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from pente_bots.cli.bot_service import named_player_of
from pente_bots.play.program.service import BotUsageError
from pente_bots.players.player import Player
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.roster.own_file import failure_text
from pente_client.options.exit_status import ExitStatus, report
from pente_core.notation import BadPosition, parse_position
from pente_core.records import Record, Unplayable, scan_pgn, scan_sgf, steps
from pente_core.records.model.scanned_record import records
from pente_core.rules.point import format_point
from pente_core.rules.position import Position
from pente_protocol.logs.game_records import scan_gamelog
from pente_protocol.sentences import tell

_PROGRAM: Final = "pente bot"
MOST_POINTS: Final = 10
"""The most points that are listed."""
_MUCH: Final = 10**6
_FIELDS: Final = 7
"""The fields of a position as a line of text."""
_SCANS: Final = {".sgf": scan_sgf, ".jsonl": scan_gamelog, ".ndjson": scan_gamelog}
"""By the extensions of files; all others are read as the text of pente.org."""


class CannotExplain(ValueError):
    """The position does not exist, or the player has nothing to decide in it; the message says why."""


def explain_asked_for(args: argparse.Namespace) -> int:
    """Explain the position that the options name, as their player sees it; the exit status."""
    try:
        named = named_player_of(args)
    except (BotUsageError, InvalidPlayerOption) as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    if args.explain is None:
        return report(_PROGRAM, tell("cli-bot.at-needs-a-file-name"), ExitStatus.USAGE)
    try:
        player = named.make(Random(args.seed))
        for line in explain(player, position_asked_for(args.explain, args.at)):
            print(line)
    except CannotExplain as error:
        return report(_PROGRAM, error)
    except Exception as error:
        if named.is_ours:
            raise
        return report(
            _PROGRAM, tell("cli-bot.failed-with", label=named.label, failure_text=failure_text(error))
        )
    return ExitStatus.SUCCESS


def explain(player: Player, position: Position) -> Iterator[str]:
    """The board, its value, the best points, and the player's own text. Raises CannotExplain."""
    if position.choices:
        raise CannotExplain(tell("cli-bot.a-choice-of-a-swap"))
    if not position.legal_points:
        raise CannotExplain(tell("cli-bot.no-stone-can-be-placed"))
    if not player.supports(position.rules):
        raise CannotExplain(tell("cli-bot.this-player-does-not-support"))
    return _explanation(player, position)


def _explanation(player: Player, position: Position) -> Iterator[str]:
    size = position.rules.size
    yield from str(position.board).splitlines()
    evaluation = player.evaluate(position)
    yield tell(
        "cli-bot.value-for-from-1-to",
        colours=position.rules.colours[position.colour],
        value=f"{evaluation.value:+.2f}",
    )
    best = evaluation.best_first
    if best:
        names = (f"{format_point(point, size)} {_brief(worth)}" for point, worth in best[:MOST_POINTS])
        yield tell(
            "cli-bot.best-points-of", min=min(MOST_POINTS, len(best)), count=len(best), names=", ".join(names)
        )
    yield from player.explain(position).splitlines()


def _brief(worth: int) -> str:
    """A number in full up to a million, above that only its magnitude."""
    return str(worth) if abs(worth) < _MUCH else f"{worth:.1e}"


def position_asked_for(source: str, at: int | None = None) -> Position:
    """A position as `pente_core.notation` writes it, or that of the first game of a file after ``at`` stones
    (None: at the end). Raises CannotExplain.
    """
    if source.count(" ") < _FIELDS - 1:
        return _recorded(Path(source), at)
    if at is not None:
        raise CannotExplain(tell("cli-bot.at-needs-a-file-with"))
    try:
        return parse_position(source)
    except BadPosition as error:
        raise CannotExplain(str(error)) from None


def _recorded(path: Path, at: int | None) -> Position:
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            return _moment(_first(path, lines), at)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotExplain(f"{path}: {reason}") from None


def _first(path: Path, lines: Iterable[str]) -> Record:
    """The first game of a file. Raises ValueError."""
    scan = _SCANS.get(path.suffix.lower(), scan_pgn)
    for record in records(scan(lines)):
        return record
    raise ValueError(tell("cli-bot.it-contains-no-game-and"))


def _moment(record: Record, at: int | None) -> Position:
    """The position of a record after ``at`` stones and the choices made then. Raises ValueError."""
    shown = record.beginning
    try:
        for game in steps(record):
            if at is not None and game.stones > at:
                break
            shown = game
    except Unplayable:
        if shown.stones != at:
            raise
    if at is not None and shown.stones != at:
        raise ValueError(tell("cli-bot.the-game-has-only-stones", stones=shown.stones))
    if shown.is_over:
        raise ValueError(tell("cli-bot.the-game-is-over-there"))
    return shown.position
