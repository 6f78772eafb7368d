"""Replaying a recorded game: step by step on the screen or in lines, or as text."""

import argparse
import asyncio
import sys
from pathlib import Path

from pente_client.cli.steps.computer_players import ComputerAdvisor
from pente_client.cli.steps.connect import is_interactive, stdin_lines, with_client, write_line
from pente_client.cli.steps.recorded_game import fail_on_record, game_asked_for
from pente_client.cli.steps.recorded_steps import step_through
from pente_client.cli.steps.shown_review import known_review, wanted_review
from pente_client.connection import Client
from pente_client.drawing.text_board import Charset, board_lines
from pente_client.files.record_files import PIPE, UnusableRecord, problem_text
from pente_client.files.stdout import say, say_folded, stdout_columns
from pente_client.local.recorded_game import RecordedGame
from pente_client.options.charset_options import charset_of
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import wants_boards, wants_screen
from pente_client.options.values import read_room_id
from pente_client.play.shown.guidance import Guidance
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_client.words.lists.game_review import NO_REVIEWER
from pente_client.words.lists.record import (
    RecordedTurn,
    captures_text,
    record_heading,
    recorded_outcome,
    recorded_turns,
)
from pente_core.identity import RoomId
from pente_core.records import Comment, Record, Unplayable
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice
from pente_protocol.logs.game_records import record_in
from pente_protocol.sentences import tell


def replay(args: argparse.Namespace) -> int:
    """Show the game; the exit status."""
    args.json = False
    if (found := _archived(args)) is not None:
        args.url, room = found
        return with_client(args, lambda client: _replay_archived(args, client, room))
    if args.id is not None:
        told = tell("steps.is-a-file-type-pente", file=args.file)
        return fail(args, told, ExitStatus.USAGE)
    try:
        entry = game_asked_for(args)
    except UnusableRecord as problem:
        return fail_on_record(args, problem)
    assert isinstance(entry.content, Record)
    try:
        if _is_stepped(args):
            return asyncio.run(_step(args, RecordedGame.of_record(entry.content)))
        return _write(args, entry.content)
    except Unplayable as unplayable:
        return fail(args, problem_text(args.file, args.game, unplayable.problem, entry))


def _is_stepped(args: argparse.Namespace) -> bool:
    """Whether a person steps through the game, on the screen or in lines; else it is written."""
    if args.moves or args.file == PIPE:
        return False
    if args.learn is not None:
        return True
    return wants_screen(args) or (is_interactive(args) and sys.stdout.isatty())


def _archived(args: argparse.Namespace) -> tuple[str, RoomId] | None:
    """The server and the id of the finished game that is meant; None: a file is."""
    if args.id is not None:
        return None if Path(args.file).exists() else (args.file, args.id)
    if Path(args.file).exists() or "." in args.file or args.file == PIPE:
        return None
    try:
        return args.url, read_room_id(args.file)
    except argparse.ArgumentTypeError:
        return None


# Step by step -------------------------------------------------------------------------------------------


async def _replay_archived(args: argparse.Namespace, client: Client, room: RoomId) -> int:
    async for log in client.archive.logs([room]):
        try:
            if _is_stepped(args):
                game = RecordedGame.of_log(log)
                review = known_review if args.learn is None else wanted_review
                game.review = await review(client, room, game.rooms[game.id].room.game)
                if args.learn is not None and game.review is None:
                    return fail(args, NO_REVIEWER)
                return await _step(args, game)
            return _write(args, record_in(log), zone="UTC")
        except ValueError as problem:  # of which Unplayable is one
            return fail(args, f"game {room}: {problem}")
    raise AssertionError


async def _step(args: argparse.Namespace, game: RecordedGame) -> int:
    if wants_screen(args):
        return await _show(game, args.at, args.learn)
    form = PlainForm(charset=charset_of(args), with_boards=wants_boards(args), columns=stdout_columns)
    node = _node_after(game.rooms[game.id].room.game, args.at or 0)
    return await step_through(game, Plain(write_line, form), stdin_lines(), node, args.learn)


async def _show(game: RecordedGame, at: int | None, learn: str | None) -> int:
    from pente_client.screen import run_screen

    node = _node_after(game.rooms[game.id].room.game, at or 0)
    guidance = Guidance(ComputerAdvisor())
    return await run_screen(game, game.id, guidance=guidance, review=game.review, at=node, learn=learn)


def _node_after(game: Game, stones: int) -> int:
    """The number of turns after which so many stones were placed, or all of them."""
    count = 0
    for node, turn in enumerate(game.turns):
        if count == stones:
            return node
        count += not isinstance(turn, Choice | Retirement)
    return len(game.turns)


# As text ------------------------------------------------------------------------------------------------


def _write(args: argparse.Namespace, record: Record, *, zone: str = "") -> int:
    """Write the game up to ``--at``, its time as one in ``zone``. Raises Unplayable behind the last turn."""
    charset = charset_of(args)
    with_boards = wants_boards(args) and not args.moves
    for line in record_heading(record, charset.stone if with_boards else None, zone=zone):
        say_folded(line)
    ply = 0
    comments = list(record.comments)
    _say_comments(comments, ply)
    for step in recorded_turns(record):
        ply = step.game.stones
        if args.at is not None and ply > args.at:
            return 0
        _write_turn(step, charset, with_board=with_boards)
        _say_comments(comments, ply)
    if args.at is not None and args.at > ply:
        return fail(args, tell("steps.the-game-has-only-stones", ply=ply))
    for line in recorded_outcome(record):
        say_folded(line)
    return 0


def _write_turn(step: RecordedTurn, charset: Charset, *, with_board: bool) -> None:
    say_folded(step.line)
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
        say_folded(f"  {{{comments.pop(0).text}}}")
