"""The tutorial on the screen or in lines, and what follows it."""

import argparse
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pente_client.cli.steps.computer_players import local_players
from pente_client.cli.steps.connect import stdin_lines, write_line
from pente_client.cli.steps.lesson_front import teach_in_lines, teach_on_screen
from pente_client.cli.steps.local_session import play_local
from pente_client.connection import RequestRejected
from pente_client.local.local_client import LocalClient
from pente_client.local.local_room import NOT_SAVED, not_saved_text
from pente_client.local.new_game import LocalGame, LocalPlayer
from pente_client.local.saved_game import games_directory
from pente_client.options.output_options import wants_screen
from pente_client.teaching.puzzles.solved import TUTORIAL, SolvedPuzzles, solved_file
from pente_client.teaching.tutorial.tutor import CourseTutor
from pente_core.identity import RoomId
from pente_core.rules.ruleset import RULESETS
from pente_protocol.sentences import tell

FIRST_OPPONENT: Final = "level-1"
LEARNER: Final = "you"
_TO_FIRST_GAME: Final = tell("steps.to-first-game")
_TO_LOBBY: Final = tell("steps.to-lobby")
_AND_THEN: Final = tell("steps.and-then")
_LEARNED: Final = tell("steps.learned")
_BROKEN_OFF: Final = tell("steps.broken-off")

Lessons = Callable[[CourseTutor, RoomId], Awaitable[int]]
"""Gives the lessons, from the first one's room on, until the learner leaves; gives the exit status."""


async def learn(args: argparse.Namespace) -> int:
    """Give the lessons, then the first game if the learner goes on to it; the exit status.

    Raises RequestRejected where nothing can be saved, and ConnectionEnded when a game can't go on.
    """
    name, typed = args.name or LEARNER, stdin_lines()
    lessons = (
        teach_on_screen
        if wants_screen(args)
        else lambda tutor, room: teach_in_lines(args, tutor, room, typed)
    )
    status, is_finished = await _taught(name, _TO_FIRST_GAME, lessons)
    if not is_finished:
        return status
    SolvedPuzzles(solved_file()).add(TUTORIAL)
    return await _first_game(args, name, typed)


async def learn_for_lobby(name: str) -> tuple[str, bool]:
    """Give the lessons on the screen; a sentence for the lobby, to which the learner returns, and whether
    they were taken to the end.

    Raises RequestRejected where nothing can be saved.
    """
    _, is_finished = await _taught(name, _TO_LOBBY, teach_on_screen)
    return _LEARNED if is_finished else _BROKEN_OFF, is_finished


async def _taught(name: str, farewell: str, lessons: Lessons) -> tuple[int, bool]:
    """The exit status of the lessons, and whether the learner went on after the last one."""
    try:
        with TemporaryDirectory(prefix="pente-tutorial-") as directory:
            tutor = CourseTutor(Path(directory), name, farewell)
            async with tutor.client:
                room = await tutor.begin()
                assert room is not None
                return await lessons(tutor, room), tutor.is_finished
    except OSError as error:
        raise RequestRejected(NOT_SAVED, not_saved_text(error)) from None


async def _first_game(args: argparse.Namespace, name: str, typed: AsyncIterator[str]) -> int:
    """A game against the weakest player, saved as all local games are; ``typed`` goes on with its lines."""
    with closing(local_players()) as players:
        opponent = players.opponent(FIRST_OPPONENT)
        sides = (LocalPlayer(name), LocalPlayer(opponent.name, is_computer=True))
        async with LocalClient(games_directory(), players) as client:
            room = client.begin(LocalGame(RULESETS["pente"], sides))
            status = await play_local(args, client, room, always_warns=True, typed=typed)
    if not args.json:
        write_line(_AND_THEN)
    return status
