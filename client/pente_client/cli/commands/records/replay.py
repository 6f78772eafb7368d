"""`pente replay`: replay a recorded game move by move."""

import argparse
from typing import Final

from pente_client.drawing.text_board import Charset, board_lines
from pente_client.files.record_files import HELP, UnusableRecord, problem_text
from pente_client.files.stdout import say
from pente_client.options.charset_options import add_charset, charset_of
from pente_client.options.exit_status import fail
from pente_client.options.record_options import add_game, fail_on_record, game_asked_for
from pente_client.words.lists.record import (
    RecordedTurn,
    captures_text,
    record_heading,
    recorded_outcome,
    recorded_turns,
)
from pente_core.records import Comment, Record, Unplayable

DESCRIPTION: Final = """
Replay a recorded game move by move, with the board after each stone, as plain text.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente replay games.pgn
  pente replay games.pgn --game 3 --at 12    stop after the twelfth stone
  pente replay games.sgf --moves             only the moves
  pente replay games.pgn | less

exit status: 0 success, 1 no such game, or it has an illegal move, 2 usage error, 130 interrupted.
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente replay`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_game(parser)
    parser.add_argument("--moves", action="store_true", help="show the moves only, without boards")
    add_charset(parser)


def run(args: argparse.Namespace) -> int:
    """Show the game; the exit status."""
    charset = charset_of(args)
    try:
        entry = game_asked_for(args)
    except UnusableRecord as problem:
        return fail_on_record(args, problem)
    assert isinstance(entry.content, Record)
    try:
        return _replay(args, entry.content, charset)
    except Unplayable as unplayable:
        return fail(args, problem_text(args.file, args.game, unplayable.problem, entry))


def _replay(args: argparse.Namespace, record: Record, charset: Charset) -> int:
    """Show the game up to ``--at``. Raises Unplayable behind the last legal turn."""
    for line in record_heading(record, charset.stone):
        say(line)
    ply = 0
    comments = list(record.comments)
    _say_comments(comments, ply)
    for step in recorded_turns(record):
        ply = step.game.stones
        if args.at is not None and ply > args.at:
            return 0
        _show(step, charset, with_board=not args.moves)
        _say_comments(comments, ply)
    if args.at is not None and args.at > ply:
        return fail(args, f"The game has only {ply} stones; give a smaller --at")
    for line in recorded_outcome(record):
        say(line)
    return 0


def _show(step: RecordedTurn, charset: Charset, *, with_board: bool) -> None:
    say(step.line)
    if step.move is None or not with_board:
        return
    won = [point for line in step.game.outcome.lines for point in line] if step.game.outcome else []
    for line in board_lines(step.game.position, charset, last=[step.move.point], won=won):
        say(line)
    if step.move.captured or step.move.poofed:
        say(captures_text(step.game))


def _say_comments(comments: list[Comment], ply: int) -> None:
    """Print the comments on a position, and remove them from the list."""
    while comments and comments[0].ply == ply:
        say(f"  {{{comments.pop(0).text}}}")
