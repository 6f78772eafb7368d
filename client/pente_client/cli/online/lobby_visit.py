"""What `pente lobby` does."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from pente_client.cli.offline.lessons import learn_for_lobby
from pente_client.cli.online.chosen_room import RoomChoice, enter_chosen
from pente_client.cli.online.connect import is_interactive, with_client
from pente_client.cli.online.game_session import UnusableRequest, find_and_play
from pente_client.cli.online.lobby_lines import LobbyLines
from pente_client.cli.online.lobby_pages import visit_boards, visit_pages
from pente_client.cli.online.matchmaking import GameRequest, challenge_request, find_game
from pente_client.cli.players.computer_players import ComputerAdvisor, engine_is_compiled
from pente_client.cli.work import watch
from pente_client.connection import Client, LobbyChanged, RequestRejected
from pente_client.files.stdout import say_folded
from pente_client.input.people_orders import ChallengeOrder
from pente_client.lobby.choice import (
    LeaveLobby,
    LobbyChoice,
    OpenGame,
    PageToShow,
    ShowOnline,
    TakeTutorial,
    WatchBoards,
    WatchFeatured,
)
from pente_client.options.connection_options import url_for_friends
from pente_client.options.exit_status import ExitStatus
from pente_client.options.output_options import wants_screen
from pente_client.play.people.challenge_terms import challenge_terms
from pente_client.play.shown.guidance import Guidance
from pente_client.teaching.puzzles.solved import TUTORIAL, SolvedPuzzles, solved_file
from pente_client.words.bots.house_bots import bot_order, bot_text, playing_bots
from pente_client.words.bots.levels import UNCOMPILED
from pente_client.words.lists.activity import activity_text, is_host_present, option_notes
from pente_client.words.lists.own_games import opponents_text
from pente_client.words.phrases import name_of, rules_name, seated_name
from pente_client.words.sentences import sentence
from pente_client.words.viewer_delay import delay_fields
from pente_client.words.waiting import kept_text, play_command, start_notes
from pente_core.clock.clock import format_time_control
from pente_core.identity import Identity, PlayerKind
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import ListedRoom, LobbyUpdate, RoomSummary


def run(args: argparse.Namespace) -> int:
    """Show the lobby; the exit status."""
    if wants_screen(args):
        friends, solved = url_for_friends(args.url), SolvedPuzzles(solved_file())
        return with_client(args, lambda client: visit_lobby(client, args.url, friends, solved=solved))
    if not engine_is_compiled():
        print(UNCOMPILED, file=sys.stderr, flush=True)
    if is_interactive(args) and sys.stdout.isatty() and not args.follow:
        return _stay_in_lobby(args)
    return with_client(args, lambda client: _print_lobby(client, as_json=args.json, follow=args.follow))


async def visit_lobby(
    client: Client,
    server: str,
    friends: str,
    farewell: Callable[[str], None] = print,
    first: LobbyChoice | None = None,
    *,
    solved: SolvedPuzzles | None = None,
) -> int:
    """Show the lobby, then what is chosen there, until the person leaves; the exit status.

    ``friends`` type this to come. ``farewell`` takes lines that are good to know once the screen is gone.
    ``first`` is done before the lobby is shown. ``solved`` knows who needs no tutorial; None: who comes from
    elsewhere has no place for that on this machine.
    """
    from pente_client.lobby import run_lobby
    from pente_client.lobby.people_page import run_people

    is_new = solved is None or TUTORIAL not in solved
    notice, news, refused = "", [UNCOMPILED] * (not engine_is_compiled()), None
    left: LeaveLobby | None = None
    while True:
        choice = first or await run_lobby(
            client,
            server,
            notice or " ".join(news),
            is_error=bool(notice),
            refused=refused,
            is_new=is_new,
            is_leaving=left is not None,
        )
        first, left = None, None
        if isinstance(choice, LeaveLobby):
            _tell_of_rooms(client, choice.running, friends, farewell)
            return choice.status
        notice, news = "", []
        try:
            if isinstance(choice, ShowOnline):
                people = await run_people(client)
                if isinstance(people, LeaveLobby):
                    left = people
                elif isinstance(people, ChallengeOrder):
                    await _challenge(client, people, friends, news.append)
            elif isinstance(choice, PageToShow):
                left = await visit_pages(client, choice)
            elif isinstance(choice, WatchBoards):
                left = await visit_boards(client)
            elif isinstance(choice, TakeTutorial):
                text, is_learned = await learn_for_lobby(name_of(client.me))
                news.append(text)
                is_new = is_new and not is_learned
                if solved is not None and is_learned:
                    solved.add(TUTORIAL)
            else:
                await _follow(client, choice, friends, news.append)
        except RequestRejected as denied:
            notice = sentence(denied.text)
        except UnusableRequest as bad:
            notice = sentence(str(bad))
        if left is not None and (left.status or not client.is_connected):
            return left.status
        refused = choice.words if notice and isinstance(choice, OpenGame) else None
        await _unwatch_others(client)


async def _challenge(client: Client, order: ChallengeOrder, url: str, say: Callable[[str], None]) -> None:
    """Invite a player, and wait in the room for the answer."""
    from pente_client.screen import run_screen

    terms = await challenge_terms(order, client.archive, client.me.id)
    try:
        room = await find_game(client, challenge_request(order.name, terms))
    except RequestRejected as rejected:
        if rejected.code != ErrorCode.NOT_RATED or not terms.may_be_casual:
            raise
        room = await find_game(client, challenge_request(order.name, terms, may_rate=False))
    await run_screen(client, room, url=url, say=say, guidance=Guidance(ComputerAdvisor()))


async def _unwatch_others(client: Client) -> None:
    """Watch no rooms any more but the player's own live ones."""
    for room_id, replica in tuple(client.rooms.items()):
        if replica.seat_of_me is None or replica.room.status in (ev.Status.FINISHED, ev.Status.CLOSED):
            await client.unwatch(room_id)


def _tell_of_rooms(
    client: Client, running: Sequence[RoomSummary], url: str, farewell: Callable[[str], None]
) -> None:
    """Say what becomes of games that run and rooms that wait, after a player has left the lobby."""
    for summary in running:
        way_in = play_command(url, summary.id)
        farewell(f"Your game with {opponents_text(summary, client.me.id)} goes on. To come back: {way_in}")
    for room_id, replica in client.rooms.items():
        text = kept_text(replica.room, client.me.id, play_command(url, room_id))
        if text:
            farewell(text)


async def _follow(
    client: Client, choice: RoomChoice | WatchFeatured, url: str, say: Callable[[str], None]
) -> None:
    """Do what was chosen, until the person returns to the lobby; ``say`` takes what to tell them there."""
    from pente_client.screen import run_screen

    if isinstance(choice, WatchFeatured):
        await run_screen(client, None, say=say, guidance=Guidance(ComputerAdvisor()))
        return
    room = await enter_chosen(client, choice)
    if room is not None:
        await run_screen(client, room, url=url, say=say, guidance=Guidance(ComputerAdvisor()))


def _stay_in_lobby(args: argparse.Namespace) -> int:
    """Show the lobby in lines, and what is chosen there, until the person leaves; the exit status."""
    unasked = {"room_password": False, "room_password_file": None, "accept_rating": False, "stay": False}
    while True:
        stays: list[LobbyLines] = []

        async def stay(client: Client, stays: list[LobbyLines] = stays) -> int:
            stays.append(LobbyLines(client, lambda: _listing(client), _row))
            return await stays[0].run()

        status = with_client(args, stay)
        chosen = stays[0].chosen if stays else None
        if status or (chosen is None and not stays[0].plays_anybody):
            return status
        wanted = {**vars(args), **unasked, "room": chosen.room.id if isinstance(chosen, ListedRoom) else None}
        if isinstance(chosen, ListedRoom) and not _may_play(chosen, args):
            unwatched = {"first": args.url, "channel": None, "once": False, "open": False, "grid": False}
            status = watch.run(argparse.Namespace(**{**wanted, **unwatched, "command": "watch"}))
        else:
            against = chosen.name if isinstance(chosen, Identity) else ""
            request = GameRequest(room=wanted["room"], against=against)
            status = find_and_play(argparse.Namespace(**{**wanted, "command": "play"}), request)
        if status == ExitStatus.UNREACHABLE:
            return status


def _may_play(row: ListedRoom, args: argparse.Namespace) -> bool:
    """Whether there is a seat for a player: an open one, or one of their own."""
    names = {player.name for player in row.room.players}
    return row.room.status is ev.Status.WAITING or bool(args.name and args.name in names)


async def _listing(client: Client) -> tuple[Sequence[ListedRoom | Identity], Sequence[str]]:
    """The rooms, those that one may join at once first, and the bots; each with its line."""
    newest = tuple(_ordered(await client.list_rooms()))[::-1]
    rooms = sorted(newest, key=lambda row: row.room.status is ev.Status.PLAYING)
    online = (await client.online(PlayerKind.BOT)).players
    bots = sorted(playing_bots(bot.player for bot in online), key=bot_order)
    return (*rooms, *bots), [*map(_row, rooms), *map(bot_text, bots)]


async def _print_lobby(client: Client, *, as_json: bool, follow: bool) -> int:
    """Print the list, and with ``follow`` every change."""
    rooms = await (client.browse() if follow else client.list_rooms())
    bots = playing_bots(bot.player for bot in (await client.online(PlayerKind.BOT)).players)
    if as_json:
        for row in _ordered(rooms):
            print(json.dumps(_fields(row)), flush=True)
        print(json.dumps({"t": "bots", "names": [name_of(bot) for bot in bots]}), flush=True)
    else:
        for line in _table(rooms, bots):
            say_folded(line, flush=True)
    if follow:
        async for update in client.updates():
            if isinstance(update, LobbyChanged):
                _print_update(update.news, as_json=as_json)
    return 0


def _print_update(update: LobbyUpdate, *, as_json: bool) -> None:
    for row in update.rooms:
        if as_json:
            print(json.dumps(_fields(row)), flush=True)
        else:
            say_folded(_row(row), flush=True)
    for id_ in update.removed:
        print(json.dumps({"t": "gone", "room": id_}) if as_json else f"{id_}  closed", flush=True)
    if as_json:
        print(json.dumps({"t": "online", "players": update.players_online}), flush=True)


def _table(rows: tuple[ListedRoom, ...], bots: tuple[Identity, ...]) -> list[str]:
    """The rooms, and the bots."""
    lines = [_row(row) for row in _ordered(rows)] or ["No open rooms. Open one with: pente play --new"]
    if bots:
        lines.append(f"Bots to play: {', '.join(map(bot_text, sorted(bots, key=bot_order)))}")
    return lines


def _ordered(rows: Sequence[ListedRoom]) -> Sequence[ListedRoom]:
    """The rows of a list, the newest last; open rooms whose host is away come before all others."""
    oldest_first = rows[::-1]
    return sorted(oldest_first, key=lambda row: not _is_deserted(row))


def _is_deserted(row: ListedRoom) -> bool:
    return row.room.status is ev.Status.WAITING and not is_host_present(row.room, row.activity)


def _row(row: ListedRoom) -> str:
    room, going_on = row.room, activity_text(row.room, row.activity)
    kept = (f"kept for {name_of(player)}" for player in room.invited)
    who = " - ".join(seated_name(player) if player else next(kept, "open seat") for player in room.seats)
    rules, time = rules_name(room.ruleset), format_time_control(room.time)
    told = ", ".join(filter(None, (going_on, *start_notes(room), *option_notes(room.options))))
    notes = f"  ({told})" if told else ""
    return f"{room.id}  {room.status.value:<8} {rules:<18} {time:<10} {who}{notes}"


def _fields(row: ListedRoom) -> dict[str, Any]:
    room, activity = row.room, row.activity
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
        "password": bool(room.options.password_hash),
        "viewer_delay": delay_fields(room.options.viewer_delay),
        "from_position": room.from_position,
        "to_act": activity.to_act,
        "ply": activity.ply,
        "deadline": activity.deadline,
        "paused_at": activity.paused_at,
        "resumes_at": activity.resumes_at,
        "last_activity": activity.last_activity,
        "present": list(activity.present),
        "host_present": is_host_present(room, activity),
    }


def _player(player: Identity) -> dict[str, Any]:
    return {
        "name": name_of(player),
        "kind": player.kind.value,
        "id": player.id,
        "rating": player.rating,
        "provisional": player.provisional,
    }
