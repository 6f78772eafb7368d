"""Puzzles on the screen or in lines."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pente_client.cli.offline.lesson_front import teach_in_lines, teach_on_screen
from pente_client.cli.online.connect import stdin_lines, write_line
from pente_client.connection import RequestRejected
from pente_client.local.local_room import NOT_SAVED, not_saved_text
from pente_client.options.output_options import wants_screen
from pente_client.teaching.puzzles.solved import SolvedPuzzles, solved_file
from pente_client.teaching.puzzles.tutor import PuzzleTutor
from pente_core.puzzles.puzzle import Puzzle

_PERSON: Final = "you"


async def solve(args: argparse.Namespace, puzzles: Sequence[Puzzle]) -> int:
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
