"""`pente local`: play on this machine, without a server."""

import argparse
import asyncio
from collections.abc import Callable
from contextlib import closing

from pente_client.cli.offline.local_session import play_local, write_records
from pente_client.cli.offline.saved_list import list_saved, saved_game
from pente_client.cli.online.connect import with_client
from pente_client.cli.online.past_positions import position_in_game
from pente_client.cli.players.computer_players import local_players
from pente_client.connection import Client, ConnectionEnded
from pente_client.files.record_files import UnknownFormat, UnusableRecord, format_of
from pente_client.local.local_client import LocalClient
from pente_client.local.ports import OpponentFinder
from pente_client.local.saved_game import UnusableGame, games_directory
from pente_client.options.clock_options import add_time
from pente_client.options.connection_options import add_connection, default_url
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.game_start_options import InvalidStart, Moment
from pente_client.options.local_options import add_players, local_game, position_asked_for
from pente_client.options.output_options import add_output
from pente_client.options.ruleset_options import add_rules
from pente_core.identity import RoomId
from pente_core.rules.position import Position
from pente_core.rules.ruleset import InvalidRuleset

DESCRIPTION = """
Play on this machine, without a server: two to four people at one keyboard, or you against the computer. Every
move is saved at once; --continue goes on with the last game, also after a crash. New to Pente? pente tutorial
"""
EXAMPLES = """
examples:
  pente local                              two people at this keyboard
  pente local --against 2                  you against the computer, level 2 of 5
  pente local --against patterns --colour random
  pente local --names anna,boris --time 5+3
  pente local --ruleset keryo-pente --size 13
  pente local --from 'K10 L11 M10'         begin after these moves
  pente local --from games.pgn#12          begin as the first game of a file stood after 12 stones
  pente local --from ID#24                 the same with a finished game of the server
  pente local --save evening.pgn           write the record of the games when you leave
  pente local --list                       list saved games
  pente local --continue                   go on with the game played last; --continue ID: with that one

Typed while playing is what pente play --help lists, as far as it needs no other people. /takeback takes the
last move back without asking, /hint, /why and /eval advise, /setup sets up a position. A clock stands still
while a saved game is closed; /resume starts it again.

environment: PENTE_NAME is the default for --name, PENTE_STATE is the directory of your saved games, PENTE_URL
is the server of --from ID#N, PENTE_ASCII=1 draws boards in ASCII.
exit status: 0 the game is over, or /quit; 1 the game can't be read or saved; 2 usage error; 3 cannot connect
and 4 rejected by the server (--from ID#N); 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente local`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_players(parser)
    group = parser.add_argument_group("the game")
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--from",
        dest="start",
        metavar="WHAT",
        help="begin from a position: FILE or FILE#N, ID#N, moves, or a position as a line of text",
    )
    which.add_argument(
        "--continue",
        dest="game",
        metavar="ID",
        nargs="?",
        const="",
        help="go on with a saved game (default: the last one that is not over)",
    )
    which.add_argument("--list", action="store_true", help="list saved games, the last one first")
    group.add_argument("--save", metavar="FILE", help="write the record to FILE (.pgn, .sgf or .jsonl)")
    add_time(group, "no clock")
    add_rules(parser)
    add_connection(parser, needs_account=False)
    add_output(parser)
    parser.set_defaults(seat=None, url=default_url())


def run(args: argparse.Namespace) -> int:
    """Play; the exit status."""
    try:
        if args.save is not None:
            format_of(args.save, None, "an extension: --save FILE.pgn, not")
        if args.list:
            return list_saved(args)
        if args.game is not None:
            return _continue(args)
        start = position_asked_for(args)
        return _from_server(args, start) if isinstance(start, Moment) else _play(args, start)
    except (InvalidStart, InvalidRuleset, UnknownFormat) as bad:
        return fail(args, bad, ExitStatus.USAGE)


def _play(args: argparse.Namespace, start: Position | None) -> int:
    with closing(local_players()) as players:
        try:
            opponent = players.opponent(args.against) if args.against else None
        except ValueError as unknown:
            return fail(args, unknown, ExitStatus.USAGE)
        game = local_game(args, start, opponent.name if opponent else "")
        if opponent is not None and not opponent.supports(game.ruleset):
            raise InvalidStart(f"{opponent.name} does not play {game.ruleset.base} with these parameters")
        return _session(args, players, lambda client: client.begin(game))


def _continue(args: argparse.Namespace) -> int:
    with closing(local_players()) as players:
        return _session(args, players, lambda client: client.resume(saved_game(args.game)))


def _session(
    args: argparse.Namespace, players: OpponentFinder, begin: Callable[[LocalClient], RoomId]
) -> int:
    """Play the game that ``begin`` opens, and write its record if that was asked for; the exit status."""
    client = LocalClient(games_directory(), players)
    try:
        status = asyncio.run(_played(args, client, begin))
        if args.save is not None:
            write_records(args.save, client.files)
        return status
    except OSError as error:
        return fail(args, f"The game can't be saved: {error.strerror or error}.")
    except (UnusableGame, UnusableRecord, ConnectionEnded) as problem:
        return fail(args, problem)


async def _played(
    args: argparse.Namespace, client: LocalClient, begin: Callable[[LocalClient], RoomId]
) -> int:
    async with client:
        return await play_local(args, client, begin(client))


def _from_server(args: argparse.Namespace, moment: Moment) -> int:
    """Play on from a game that a server has; the exit status. Raises InvalidStart and InvalidRuleset."""
    found: list[Position] = []
    status = with_client(args, lambda client: _look_up(client, moment, found))
    return _play(args, found[0]) if found else status


async def _look_up(client: Client, moment: Moment, found: list[Position]) -> int:
    found.append(await position_in_game(client, moment))
    return ExitStatus.SUCCESS
