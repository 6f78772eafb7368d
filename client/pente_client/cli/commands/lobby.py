"""`pente lobby`: who is here, what is played, and the way to a game."""

import argparse
import json
from typing import Any, Final, assert_never

from pente_client.cli.online.connect import with_client
from pente_client.cli.online.matchmaking import GameRequest, find_game
from pente_client.cli.online.room_password import RoomLocked, watch_with_password
from pente_client.connection import Client, LobbyChanged, RequestRejected
from pente_client.lobby.choice import (
    ChallengePlayer,
    JoinRoom,
    LeaveLobby,
    LobbyChoice,
    OpenRoom,
    WatchFeatured,
    WatchRoom,
)
from pente_client.lobby.lobby_text import rules_name
from pente_client.options.shared_options import (
    add_connection,
    add_output,
    default_url,
    url_for_friends,
    wants_screen,
)
from pente_client.words.phrases import name_of, seated_name
from pente_core.clock.clock import format_time_control
from pente_core.identity import Identity, PlayerKind
from pente_core.room import Status
from pente_protocol.messages import LobbyUpdate, RoomSummary

DESCRIPTION: Final = """
The lobby of a server: free seats, bots to play, games to watch. `pente` alone opens it too.
"""
EXAMPLES: Final = """
examples:
  pente lobby                            at a server on this machine
  pente lobby wss://pente.example.org    at a friend's server
  pente lobby --plain                    the list once, as text
  pente lobby --json --follow            the list and what becomes of it, for programs

environment: PENTE_URL and PENTE_NAME stand in for the options, PENTE_STATE is where identities are kept,
PENTE_ASCII=1 draws with letters.
exit status: 0 done, 1 when it can't go on, 2 for a wrong command line, 3 when the server can't be reached,
4 when it refuses, 130 after Ctrl-C.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente lobby`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    url = default_url()
    parser.add_argument("url", nargs="?", metavar="URL", default=url, help="the server (%(default)s)")
    parser.add_argument("--follow", action="store_true", help="with --plain or --json: go on until Ctrl-C")
    add_connection(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Show the lobby; the exit status."""
    if wants_screen(args):
        return with_client(args, lambda client: _visit(client, args.url, url_for_friends(args.url)))
    return with_client(args, lambda client: _tell(client, as_json=args.json, follow=args.follow))


async def _visit(client: Client, server: str, friends: str) -> int:
    """One game after the other, from the lobby and back to it; ``friends`` have to type this to come."""
    from pente_client.lobby import run_lobby

    notice = ""
    while True:
        choice = await run_lobby(client, server, notice)
        if isinstance(choice, LeaveLobby):
            return choice.status
        notice = ""
        try:
            await _follow(client, choice, friends)
        except RoomLocked:
            notice = f"it has a password; type {_way_to(choice, friends)}"
        except RequestRejected as denied:
            notice = denied.text


async def _follow(
    client: Client, choice: JoinRoom | ChallengePlayer | OpenRoom | WatchRoom | WatchFeatured, url: str
) -> None:
    """Do what was chosen, until the person comes back."""
    from pente_client.screen import run_screen

    match choice:
        case JoinRoom(room):
            await run_screen(client, await find_game(client, GameRequest(room=room)), url=url)
        case ChallengePlayer(name):
            await run_screen(client, await find_game(client, GameRequest(against=name)), url=url)
        case OpenRoom(rules, time):
            wish = GameRequest(ruleset=rules.spec, time=time, is_new=True)
            await run_screen(client, await find_game(client, wish), url=url)
        case WatchRoom(room):
            await watch_with_password(client, room)
            await run_screen(client, room, url=url)
        case WatchFeatured():
            await run_screen(client, None, follow=True)
        case _ as unreachable:
            assert_never(unreachable)
    for room_id, replica in tuple(client.rooms.items()):
        if replica.seat_of_me is None or replica.room.status in (Status.FINISHED, Status.CLOSED):
            await client.unwatch(room_id)


def _way_to(choice: LobbyChoice, url: str) -> str:
    """What to type to come to what was chosen in the lobby."""
    server = f" {url}" if url else ""
    match choice:
        case JoinRoom(room):
            return f"pente play{server} --room {room}"
        case WatchRoom(room):
            return f"pente watch{server} {room}"
        case _:
            return f"pente play{server}"


async def _tell(client: Client, *, as_json: bool, follow: bool) -> int:
    """The list, and with ``follow`` what becomes of it."""
    rooms = await (client.browse() if follow else client.list_rooms())
    bots = await client.online(PlayerKind.BOT)
    if as_json:
        for room in rooms:
            print(json.dumps(_fields(room)), flush=True)
        print(json.dumps({"t": "bots", "names": [name_of(bot) for bot in bots]}), flush=True)
    else:
        print(_table(rooms, bots), flush=True)
    if follow:
        async for update in client.updates():
            if isinstance(update, LobbyChanged):
                _tell_news(update.news, as_json=as_json)
    return 0


def _tell_news(news: LobbyUpdate, *, as_json: bool) -> None:
    for room in news.rooms:
        print(json.dumps(_fields(room)) if as_json else _row(room), flush=True)
    for id_ in news.gone:
        print(json.dumps({"t": "gone", "room": id_}) if as_json else f"{id_}  over", flush=True)
    if as_json:
        print(json.dumps({"t": "online", "players": news.online}), flush=True)


def _table(rooms: tuple[RoomSummary, ...], bots: tuple[Identity, ...]) -> str:
    lines = [_row(room) for room in rooms] or ["no room is open; open one with: pente play --new"]
    if bots:
        lines.append(f"bots to play: {', '.join(map(name_of, bots))}")
    return "\n".join(lines)


def _row(room: RoomSummary) -> str:
    who = " - ".join("free seat" if player is None else seated_name(player) for player in room.seats)
    rules, time = rules_name(room.ruleset), format_time_control(room.time)
    return f"{room.id}  {room.status.value:<8} {rules:<18} {time:<10} {who}"


def _fields(room: RoomSummary) -> dict[str, Any]:
    return {
        "t": "room",
        "room": room.id,
        "status": room.status.value,
        "ruleset": room.ruleset.spec,
        "time": format_time_control(room.time),
        "seats": [None if player is None else _player(player) for player in room.seats],
        "host": name_of(room.host),
        "invited": [name_of(player) for player in room.invited],
        "rated": room.options.rated,
        "private": room.options.private,
        "password": bool(room.options.lock),
    }


def _player(player: Identity) -> dict[str, Any]:
    return {
        "name": name_of(player),
        "kind": player.kind.value,
        "id": player.id,
        "rating": player.rating,
        "provisional": player.provisional,
    }
