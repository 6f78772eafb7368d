"""What `pente local` does."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from contextlib import closing

from pente_client.cli.offline.local_game import (
    computers_asked_for,
    local_game,
    manner_asked_for,
    position_asked_for,
    profile_asked_for,
)
from pente_client.cli.offline.local_session import play_local, write_records
from pente_client.cli.offline.saved_list import list_saved, saved_game
from pente_client.cli.online.connect import with_client
from pente_client.cli.online.past_positions import position_in_game
from pente_client.cli.players.computer_players import engine_is_compiled, local_players
from pente_client.connection import Client, ConnectionEnded
from pente_client.files.record_files import UnknownFormat, UnusableRecord, format_of
from pente_client.local.local_client import LocalClient
from pente_client.local.ports import OpponentFinder
from pente_client.local.saved_game import UnusableGame, games_directory
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.game_start_options import InvalidStart, Moment
from pente_client.words.bots.levels import UNCOMPILED
from pente_core.identity import RoomId
from pente_core.rules.position import Position
from pente_core.rules.ruleset import InvalidRuleset


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
            opponents = [players.opponent(name) for name in computers_asked_for(args)]
        except ValueError as unknown:
            return fail(args, unknown, ExitStatus.USAGE)
        game = local_game(args, start, [opponent.name for opponent in opponents])
        for opponent in opponents:
            if not opponent.supports(game.ruleset):
                raise InvalidStart(f"{opponent.name} does not play {game.ruleset.base} with these parameters")
        if opponents and not engine_is_compiled():
            print(UNCOMPILED, file=sys.stderr, flush=True)
        return _session(args, players, lambda client: client.begin(game))


def _continue(args: argparse.Namespace) -> int:
    with closing(local_players()) as players:
        return _session(args, players, lambda client: client.resume(saved_game(args.game)))


def _session(
    args: argparse.Namespace, players: OpponentFinder, begin: Callable[[LocalClient], RoomId]
) -> int:
    """Play the game that ``begin`` opens, and write its record if that was asked for; the exit status."""
    client = LocalClient(games_directory(), players, manner=manner_asked_for(args))
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
    profile = profile_asked_for(args)
    async with client:
        room = begin(client)
        if profile is None:
            return await play_local(args, client, room)
        player = next(iter(profile.players.values()))
        return await play_local(args, client, room, own_words=profile.words, player=player)


def _from_server(args: argparse.Namespace, moment: Moment) -> int:
    """Play on from a game that a server has; the exit status. Raises InvalidStart and InvalidRuleset."""
    found: list[Position] = []
    status = with_client(args, lambda client: _look_up(client, moment, found))
    return _play(args, found[0]) if found else status


async def _look_up(client: Client, moment: Moment, found: list[Position]) -> int:
    found.append(await position_in_game(client, moment))
    return ExitStatus.SUCCESS
