"""`pente watch`: look on."""

import argparse
from typing import Final

from pente_client.cli.online.connect import fail, output_for, stdin_lines
from pente_client.cli.online.room_password import add_password_file, watch_with_password, with_room_password
from pente_client.connection import Client, RequestRejected
from pente_client.options.shared_options import (
    add_connection,
    add_output,
    default_url,
    room_id,
    url_for_friends,
    wants_screen,
)
from pente_client.stream.line_session import LineSession
from pente_client.stream.output_port import Output
from pente_protocol.messages import RoomId

DESCRIPTION = """
Watch a game. Without ROOM: the featured game, and the next one after it.
"""
EXAMPLES = """
examples:
  pente watch                            at a server on this machine
  pente watch wss://pente.example.org    at a friend's server
  pente watch ROOM --plain | tee game.txt
  pente watch ROOM --plain --stay        the game, and the rematch
  pente watch --json --once              one game, for programs: the fields are in the README of the client

typed while watching with --plain or --json:
  'TEXT, /say TEXT      talk; /watchers TEXT talks among those who only watch
  /who                  who is here
  /board, /moves        show them again
  /mute, /kick, /ban NAME  in your own room: silence or send away who watches; /unmute and /unban undo it
  /quit                 leave

environment: PENTE_URL and PENTE_NAME stand in for the options, PENTE_STATE is where identities are kept,
PENTE_ROOM_PASSWORD is told to a room that has a password, PENTE_ASCII=1 draws boards with letters.
exit status: 0 after the game or /quit, 1 when it can't go on, 2 for a wrong command line, 3 when the server
can't be reached, 4 when it refuses, 130 after Ctrl-C.
"""


_PROGRAMS: Final = "with --plain or --json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente watch`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    url = default_url()
    parser.add_argument("url", nargs="?", metavar="URL", help=f"the server ({url})")
    parser.add_argument("room", nargs="?", metavar="ROOM", help="the room (the featured game)")
    parser.add_argument("--once", action="store_true", help=f"{_PROGRAMS}: stop after one game")
    parser.add_argument(
        "--stay", action="store_true", help=f"{_PROGRAMS}: stay after the end of ROOM, for a rematch"
    )
    add_password_file(parser)
    parser.set_defaults(default_url=url)
    add_connection(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Watch; the exit status."""
    if args.url is not None and args.room is None and "://" not in args.url:
        args.url, args.room = None, args.url  # only a room was named
    args.url = args.url or args.default_url
    try:
        room = None if args.room is None else room_id(args.room)
    except argparse.ArgumentTypeError as bad:
        return fail(args, bad, 2)
    for flag, is_given in (("--stay", args.stay), ("--room-password-file", args.room_password_file)):
        if room is None and is_given:
            return fail(args, ValueError(f"{flag} is about a room; name it: pente watch ROOM {flag}"), 2)
    if args.stay and args.once:
        return fail(args, ValueError("--once leaves after one game and --stay does not; give one of them"), 2)
    return with_room_password(args, lambda client, password: _watch(args, client, room, password))


async def _watch(args: argparse.Namespace, client: Client, room: RoomId | None, password: str) -> int:
    if wants_screen(args):
        from pente_client.screen import run_screen

        if room is not None:
            await watch_with_password(client, room, password)
        return await run_screen(client, room, follow=room is None, url=url_for_friends(args.url))
    output = output_for(args)
    sitting = LineSession(client, output, stdin_lines(), is_playing=False, asks=False)
    if room is None:
        return await sitting.run(lambda: _featured(client, sitting, output, once=args.once))
    return await sitting.run(lambda: _series(args, client, sitting, room, password))


async def _series(
    args: argparse.Namespace, client: Client, sitting: LineSession, first: RoomId, password: str
) -> int:
    """A game, and those that its players play after it."""
    await watch_with_password(client, first, password)
    room = first
    while True:
        await sitting.follow(room)
        following = None if args.once else await sitting.next_room(stays=args.stay)
        if following is None:
            return 0
        await sitting.enter(following)
        await client.unwatch(room)
        room = following


async def _featured(client: Client, sitting: LineSession, output: Output, *, once: bool) -> int:
    """One featured game after the other."""
    room = await client.follow()
    while True:
        if room is None:
            output.notice("no game is on; waiting for one")
            room = await sitting.until_featured()
        if await _shown(client, sitting, room) and once:
            return 0
        room = sitting.featured if sitting.featured != room else None


async def _shown(client: Client, sitting: LineSession, room: RoomId) -> bool:
    """Show a game to its end, if it is still there."""
    try:
        await sitting.enter(room)
    except RequestRejected:
        return False
    await sitting.follow(room)
    await client.unwatch(room)
    return True
