"""Puzzles: where they come from, solving them, and making them from games."""

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pente_client.cli.steps.computer_players import puzzles_in
from pente_client.cli.steps.connect import stdin_lines, with_client, write_line
from pente_client.cli.steps.lesson_front import teach_in_lines, teach_on_screen
from pente_client.cli.steps.recorded_game import fail_on_record
from pente_client.connection import Client, ConnectionEnded, RequestRejected
from pente_client.files.conversion_progress import ConversionProgress
from pente_client.files.record_files import (
    RecordFormat,
    UnknownFormat,
    UnusableRecord,
    entries_of,
    format_of,
    open_output,
    problem_text,
)
from pente_client.local.local_room import NOT_SAVED, not_saved_text
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import wants_screen
from pente_client.teaching.puzzles.built_in import built_in_puzzles
from pente_client.teaching.puzzles.solved import SolvedPuzzles, solved_file
from pente_client.teaching.puzzles.tutor import PuzzleTutor
from pente_core.puzzles.puzzle import Puzzle
from pente_core.puzzles.puzzle_text import BadPuzzle, format_puzzle, read_puzzles
from pente_core.records import BadRecord, Record
from pente_protocol.logs.game_records import record_in
from pente_protocol.messages.archive import GameFilter
from pente_protocol.sentences import tell

_PERSON: Final = "you"


def run_action(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    if args.most < args.least:
        return fail(args, tell("steps.most-must-be-at-least"), ExitStatus.USAGE)
    try:
        return _make(args) if args.action == "make" else _play(args)
    except UnusableRecord as problem:
        return fail_on_record(args, problem)
    except BadPuzzle as bad:
        return fail(args, f"{args.file}: {bad}")


# Solving --------------------------------------------------------------------------------------------------


def _play(args: argparse.Namespace) -> int:
    """Get the puzzles, and have them solved. Raises UnusableRecord and BadPuzzle."""
    if args.url is not None and args.file is not None:
        return fail(args, tell("steps.choose-either-from-or-server"), ExitStatus.USAGE)
    puzzles: list[Puzzle] = []
    if args.url is not None:
        status = with_client(args, lambda client: _from_server(args, client, puzzles))
        if status:
            return status
    else:
        puzzles += built_in_puzzles() if args.file is None else _from_file(args)
    wanted = [puzzle for puzzle in puzzles if _is_wanted(args, puzzle)]
    if args.shuffle:
        random.shuffle(wanted)
    if not wanted:
        is_built_in = args.url is None and args.file is None
        return fail(
            args,
            tell("steps.there-is-no-such-puzzle") if is_built_in else tell("steps.no-such-puzzle-was-found"),
        )
    try:
        return asyncio.run(_solve(args, wanted))
    except (RequestRejected, ConnectionEnded) as problem:
        return fail(args, problem)


def _is_wanted(args: argparse.Namespace, puzzle: Puzzle) -> bool:
    return bool(args.least <= puzzle.win_in <= args.most)


def _from_file(args: argparse.Namespace) -> list[Puzzle]:
    """The puzzles of a file, or those found in its games. Raises UnusableRecord and BadPuzzle."""
    if _has_puzzles(args.file):
        with Path(args.file).open(encoding="utf-8", errors="replace") as file:
            return list(read_puzzles(file))
    try:
        form = format_of(args.file, None, "")
    except UnknownFormat:
        raise UnknownFormat(tell("steps.must-end-in-jsonl-pgn", file=repr(args.file))) from None
    records = _records([(args.file, form)], report=lambda problem: fail(args, problem))
    return _found(args, records)


def _has_puzzles(path: str) -> bool:
    """Whether a file has puzzles, not games. Raises UnusableRecord."""
    try:
        with Path(path).open(encoding="utf-8", errors="replace") as file:
            return '"solution":' in next(filter(str.strip, iter(lambda: file.readline(65_536), "")), "")
    except OSError as error:
        raise UnusableRecord(f"{path}: {error.strerror or error}") from None


async def _from_server(args: argparse.Namespace, client: Client, puzzles: list[Puzzle]) -> int:
    """Add the puzzles that a server has, or else those found in its latest games; the exit status."""
    if args.games is None:
        puzzles += [puzzle for puzzle in await client.puzzles.all() if _is_wanted(args, puzzle)]
        if puzzles:
            return ExitStatus.SUCCESS
    records: list[tuple[str, Record]] = []
    async for page, _ in client.archive.games(GameFilter(), most=args.games or args.usual_games):
        async for log in client.archive.logs([game.id for game in page]):
            try:
                records.append((f"game {log.room}", record_in(log)))
            except ValueError:
                continue  # a room without a game
    puzzles += await asyncio.to_thread(_found, args, records)
    return ExitStatus.SUCCESS


def _found(args: argparse.Namespace, records: Iterable[tuple[str, Record]]) -> list[Puzzle]:
    """The puzzles of records, with a count on a terminal meanwhile."""
    progress, found = ConversionProgress(sys.stderr, time.monotonic), list[Puzzle]()
    for number, puzzles in enumerate(puzzles_in(records, args.least, args.most, _processes(None)), start=1):
        found += puzzles
        progress.show(number)
    progress.clear()
    return found


async def _solve(args: argparse.Namespace, puzzles: Sequence[Puzzle]) -> int:
    """Give puzzles, at least one, until the person leaves; the exit status.

    Raises RequestRejected where nothing can be saved, and for a puzzle that is wrong.
    """
    solved = SolvedPuzzles(solved_file())
    in_order = sorted(puzzles, key=lambda puzzle: puzzle.id in solved)  # in each part as they came
    try:
        with TemporaryDirectory(prefix="pente-puzzles-") as directory:
            tutor = PuzzleTutor(Path(directory), args.name or _PERSON, in_order, solved.add)
            async with tutor.client:
                room = await tutor.begin()
                assert room is not None
                if wants_screen(args):
                    status = await teach_on_screen(tutor, room)
                else:
                    status = await teach_in_lines(args, tutor, room, stdin_lines())
    except OSError as error:
        raise RequestRejected(NOT_SAVED, not_saved_text(error)) from None
    if not args.json:
        write_line(f"Solved: {tutor.solved} of {tutor.begun}.")
    return status


# Making ---------------------------------------------------------------------------------------------------


def _make(args: argparse.Namespace) -> int:
    """Write the puzzles of files; the exit status. Raises UnusableRecord."""
    given = getattr(args, "from")
    sources = [(path, format_of(path, given, "--from")) for path in args.files]
    progress, games, found, problems = ConversionProgress(sys.stderr, time.monotonic), 0, 0, list[str]()
    records = _records(sources, report=problems.append)
    with open_output(args.output) as out:
        for puzzles in puzzles_in(records, args.least, args.most, _processes(args.workers)):
            games += 1
            found += len(puzzles)
            out.writelines(f"{format_puzzle(puzzle)}\n" for puzzle in puzzles)
            if not args.quiet:
                progress.show(games)
    progress.clear()
    for problem in problems:
        fail(args, problem)
    if not args.quiet:
        print(f"Found {_count(found, 'puzzle')} in {_count(games, 'game')}.", file=sys.stderr)
    return ExitStatus.FAILURE if problems else ExitStatus.SUCCESS


def _records(
    sources: Iterable[tuple[str, RecordFormat]], report: Callable[[str], object]
) -> Iterator[tuple[str, Record]]:
    """The games of files that can be read, each with where it is from. Raises UnusableRecord."""
    for path, form in sources:
        name = Path(path).name
        for number, entry in enumerate(entries_of(path, form), start=1):
            if isinstance(entry.content, BadRecord):
                report(problem_text(path, number, entry.content, entry))
            else:
                yield f"{name}, game {number}", entry.content


def _processes(given: int | None) -> int:
    return given or os.cpu_count() or 1


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
