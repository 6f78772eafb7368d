"""What a player makes of one position, as text; and the position, from a line of text or a recorded game."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pente_bots.players.player import Player
from pente_core.notation import BadPosition, parse_position
from pente_core.records import Record, Unplayable, scan_pgn, scan_sgf, steps
from pente_core.records.model.scanned_record import records
from pente_core.rules.game import Game
from pente_core.rules.point import format_point
from pente_core.rules.position import Position
from pente_protocol.logs.game_records import scan_gamelog

MOST_POINTS: Final = 10
"""So many of the judged points are told."""
_MUCH: Final = 10**6
_FIELDS: Final = 7
"""Of a position as a line of text."""
_SCANS: Final = {".sgf": scan_sgf, ".jsonl": scan_gamelog, ".ndjson": scan_gamelog}
"""By the endings of files; all others are read as pente.org's text."""


class CannotExplain(ValueError):
    """There is no such position, or the player has nothing to decide in it; the message says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is to be explained."""
    group = parser.add_argument_group("a position explained, in place of playing")
    group.add_argument(
        "--explain",
        metavar="WHAT",
        help="what the player makes of a position: a line of seven fields, or a file of a recorded game",
    )
    group.add_argument(
        "--at", type=_natural, metavar="PLY", help="of the file, after so many stones (in the end)"
    )


def run(player: Player, args: argparse.Namespace) -> int:
    """Explain what was asked for; the exit status."""
    if args.explain is None:
        print("pente bot: --at is a moment of the file that --explain names", file=sys.stderr)
        return 2
    try:
        for line in explain(player, position_asked_for(args.explain, args.at)):
            print(line)
    except CannotExplain as error:
        print(f"pente bot: {error}", file=sys.stderr)
        return 1
    return 0


def explain(player: Player, position: Position) -> Iterator[str]:
    """The board, how it stands, the best points and the player's own words. Raises Unexplainable."""
    if position.choices:
        raise CannotExplain("a choice of a swap opening is due there, and no stone; look at another moment")
    if not position.legal_points:
        raise CannotExplain("no stone can be placed there; look at an earlier moment")
    if not player.supports(position.rules):
        raise CannotExplain("this player does not play by these rules; `pente bot --list` shows the others")
    return _told(player, position)


def _told(player: Player, position: Position) -> Iterator[str]:
    size = position.rules.size
    yield from str(position.board).splitlines()
    evaluation = player.evaluate(position)
    yield f"value for {position.rules.colours[position.colour]}, from -1 to 1: {evaluation.value:+.2f}"
    best = evaluation.best_first
    if best:
        names = (f"{format_point(point, size)} {_brief(worth)}" for point, worth in best[:MOST_POINTS])
        yield f"best points, {min(MOST_POINTS, len(best))} of {len(best)}: {', '.join(names)}"
    yield from player.explain(position).splitlines()


def _brief(worth: int) -> str:
    """All digits of a number of usual size, else its magnitude."""
    return str(worth) if abs(worth) < _MUCH else f"{worth:.1e}"


def position_asked_for(source: str, at: int | None = None) -> Position:
    """A position as `pente_core.notation` writes it, or that of the first game of a file after
    ``at`` stones, in the end where None. Raises Unexplainable.
    """
    if source.count(" ") < _FIELDS - 1:
        return _recorded(Path(source), at)
    if at is not None:
        raise CannotExplain("--at is for a file; a position is one moment already")
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
    raise ValueError("there is no game in it, and it is no position of seven fields either")


def _moment(record: Record, at: int | None) -> Position:
    """The position of a record after ``at`` stones, choices made then included. Raises ValueError."""
    shown = Game.new(record.ruleset)
    try:
        for game in steps(record):
            if at is not None and game.position.ply > at:
                break
            shown = game
    except Unplayable:
        if shown.position.ply != at:
            raise
    if at is not None and shown.position.ply != at:
        raise ValueError(f"the game has only {shown.position.ply} stones; --at counts them from 0")
    if shown.is_over:
        raise ValueError("the game is over there; look at an earlier moment with --at")
    return shown.position


def _natural(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise argparse.ArgumentTypeError("it is a whole number from 0")
    return int(text)
