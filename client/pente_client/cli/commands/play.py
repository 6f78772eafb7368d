"""`pente play`: sit down at a table."""

import argparse
from dataclasses import replace

from pente_client.cli.online.connect import fail, is_interactive, output_for, stdin_lines, with_client
from pente_client.cli.online.matchmaking import GameRequest, find_game
from pente_client.cli.online.room_password import (
    InvalidPassword,
    add_password_file,
    new_password,
    with_room_password,
)
from pente_client.connection import Client
from pente_client.input.parse import HELP
from pente_client.options.room_options import (
    InvalidRoomOptions,
    add_room_options,
    check_room_options,
    room_options_of,
)
from pente_client.options.ruleset_options import add_rules, ruleset_asked_for
from pente_client.options.shared_options import (
    add_connection,
    add_output,
    add_time,
    default_url,
    room_id,
    time_asked_for,
    url_for_friends,
    wants_screen,
)
from pente_client.stream.line_session import LineSession
from pente_core.room import Status
from pente_core.rules.ruleset import InvalidRuleset

DESCRIPTION = """
Play a game. Without --room, --against or --new: go on with a game of yours, else accept an invitation, else
take the first free seat, else open a room and wait for somebody.
"""
EXAMPLES = f"""
examples:
  pente play                                     at a server on this machine
  pente play wss://pente.example.org --name ann  as ann at a friend's server
  pente play --against priorities-bot            challenge somebody, person or bot
  pente play --new --ruleset keryo-pente --time 5+3
  pente play --rated --time 5+3                  a rated game, with whoever wants one too
  pente play --new --private                     in no list: whoever is told its name may come
  pente play --new --room-password --watchers invited
  pente play --against ann --set --time 3+2      two games, each begins one
  pente play --room ID                           asks for the password, if the room has one
  pente play --new --ruleset freestyle --size 13 --line 4
  pente play --new --sides 3 --size 13           three players; --sides 4 --teams: two teams
  pente play --new --ruleset house.toml          base = "keryo-pente", size = 13, ... in a file
  pente play --json                              for programs: the fields are in the README of the client

typed while playing with --plain or --json:
  {(chr(10) + "  ").join(HELP)}

After the end somebody at a terminal stays for a rematch, until /quit; a program does with --stay. The next
game of a set, or of those who have agreed on a rematch, is shown without being asked for.

environment: PENTE_URL and PENTE_NAME stand in for the options, PENTE_STATE is where identities are kept,
PENTE_ROOM_PASSWORD is told to a room that has a password, PENTE_ASCII=1 draws boards with letters.
exit status: 0 after the game or /quit, 1 when it can't go on or no game came about, 2 for a wrong command
line, 3 when the server can't be reached, 4 when it refuses, 130 after Ctrl-C.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente play`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    url = default_url()
    parser.add_argument("url", nargs="?", metavar="URL", default=url, help="the server (%(default)s)")
    _add_table(parser)
    add_room_options(parser)
    add_rules(parser)
    add_time(parser)
    add_connection(parser)
    add_output(parser)


def _add_table(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("table")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--room", metavar="ID", type=room_id, help="this room")
    where.add_argument("--against", metavar="NAME", default="", help="challenge somebody")
    where.add_argument("--new", action="store_true", help="open a room and wait for somebody")
    add_password_file(group)
    group.add_argument(
        "--stay", action="store_true", help="stay for a rematch after the end, until /quit or no more input"
    )
    group.add_argument("--seat", metavar="N", type=int, choices=range(4), help="0 moves first (drawn by lot)")


def run(args: argparse.Namespace) -> int:
    """Play a game; the exit status."""
    try:
        ruleset = ruleset_asked_for(args)
        options, time = room_options_of(args), time_asked_for(args)
        check_room_options(args, options, ruleset, time)
        password = new_password(args)
    except (InvalidRuleset, InvalidRoomOptions, InvalidPassword) as bad:
        return fail(args, bad, 2)
    wish = GameRequest(ruleset, time, args.seat, args.room, args.against, args.new, options, password)
    if args.room is None:
        return with_client(args, lambda client: _play(args, client, wish))
    return with_room_password(
        args, lambda client, password: _play(args, client, replace(wish, password=password))
    )


async def _play(args: argparse.Namespace, client: Client, wish: GameRequest) -> int:
    if wants_screen(args):
        from pente_client.screen import run_screen

        table = await find_game(client, wish)
        return await run_screen(client, table, follow=False, url=url_for_friends(args.url))
    sitting = LineSession(client, output_for(args), stdin_lines(), is_playing=True, asks=is_interactive(args))
    stays = args.stay or is_interactive(args)
    return await sitting.run(lambda: _games(client, sitting, wish, stays=stays))


async def _games(client: Client, sitting: LineSession, wish: GameRequest, *, stays: bool) -> int:
    """A game, and those that follow it."""
    room = await find_game(client, wish)
    while True:
        after = await sitting.follow(room)
        if after.status is not Status.FINISHED:
            return 1
        following = await sitting.next_room(stays=stays)
        if following is None:
            return 0
        await sitting.enter(following)
        await client.unwatch(room)
        room = following
