"""The front ends of the tutorial and of puzzles: the screen, or lines."""

import argparse
from collections.abc import AsyncIterator, Awaitable
from typing import Protocol

from pente_client.cli.steps.connect import is_interactive, write_line
from pente_client.files.stdout import stdout_columns
from pente_client.local.local_client import LocalClient
from pente_client.options.charset_options import stdout_charset
from pente_client.options.output_options import wants_boards
from pente_client.play.shown.advisor import Advisor
from pente_client.play.shown.guidance import Guidance
from pente_client.play.shown.lesson import Tutor
from pente_client.stream.jsonl.json_lines import JsonLines
from pente_client.stream.line_session import LineSession
from pente_client.stream.output_port import Output
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_core.identity import RoomId


class TutorWithRooms(Tutor, Protocol):
    """A tutor, and the local rooms of its lessons."""

    @property
    def client(self) -> LocalClient: ...
    @property
    def advisor(self) -> Advisor: ...
    def settled(self) -> Awaitable[None]:
        """Wait until the computer's answer has come."""


async def teach_on_screen(tutor: TutorWithRooms, room: RoomId) -> int:
    """Give lessons on the screen, from the room of the first one on; the exit status."""
    from pente_client.screen import run_screen

    return await run_screen(tutor.client, room, guidance=Guidance(tutor.advisor, tutor))


async def teach_in_lines(
    args: argparse.Namespace, tutor: TutorWithRooms, room: RoomId, typed: AsyncIterator[str]
) -> int:
    """The same in lines, or in JSON."""
    lines = LineSession(
        tutor.client,
        _output(args, tutor.client),
        typed,
        is_playing=True,
        asks=is_interactive(args),
        at_end_of_input=tutor.settled,
        guidance=Guidance(tutor.advisor, tutor),
    )
    return await lines.run(lambda: lines.rooms.follow_lessons(room))


def _output(args: argparse.Namespace, client: LocalClient) -> Output:
    if args.json:
        return JsonLines(write_line, me=lambda: client.me.id)
    form = PlainForm(
        charset=stdout_charset(), with_boards=wants_boards(args), teaches=True, columns=stdout_columns
    )
    return Plain(write_line, form, me=lambda: client.me.id)
