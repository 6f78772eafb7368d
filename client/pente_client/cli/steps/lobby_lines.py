"""The lobby in lines, in which a person can stay: a numbered list, news as they come, and what is typed."""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from pente_client.cli.steps.connect import stdin_lines, with_client
from pente_client.cli.steps.game_session import find_and_play
from pente_client.cli.steps.matchmaking import GameRequest
from pente_client.cli.steps.watching import watch
from pente_client.connection import (
    Client,
    ClientStopped,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    MessageArrived,
    Update,
)
from pente_client.files.stdout import say_folded
from pente_client.options.exit_status import ExitStatus
from pente_client.words.bots.house_bots import bot_order, bot_text, playing_bots
from pente_client.words.lists.activity import activity_text, is_host_present, option_notes
from pente_client.words.personal_news import news_text
from pente_client.words.phrases import name_of, rules_name, seated_name
from pente_client.words.viewer_delay import delay_fields, viewers_text
from pente_client.words.waiting import start_notes
from pente_core.clock.clock import format_time_control
from pente_core.identity import Identity, PlayerKind
from pente_core.room import events as ev
from pente_protocol.messages.lists import ListedRoom, LobbyUpdate
from pente_protocol.sentences import tell

HOW: Final = tell("steps.how")
_LEAVING: Final = frozenset({"q", "quit", "/quit", "/q"})

Entry = ListedRoom | Identity
"""A room, or a bot to play."""
Listing = Callable[[], Awaitable[tuple[Sequence[Entry], Sequence[str]]]]
"""Asks the server for the list: its entries, and each as a line."""


class LobbyLines:
    """One stay in the lobby. Mutable: knows which numbers the list has shown."""

    def __init__(self, client: Client, listing: Listing, row: Callable[[ListedRoom], str]) -> None:
        self.chosen: Entry | None = None
        self.plays_anybody = False
        self._client, self._listing, self._row = client, listing, row
        self._entries: Sequence[Entry] = ()
        self._known: set[str] = set()
        """The rooms that were listed or named."""

    async def run(self) -> int:
        """Show the list and the news, and read, until something is chosen; the exit status."""
        await self._client.receive_messages()
        self._known.update(row.room.id for row in await self._client.browse())
        await self._show()
        reading, news = asyncio.create_task(self._read()), asyncio.create_task(self._tell_news())
        done, _ = await asyncio.wait({reading, news}, return_when=asyncio.FIRST_COMPLETED)
        for task in (reading, news):
            task.cancel()
        await asyncio.gather(reading, news, return_exceptions=True)
        return reading.result() if reading in done else news.result()

    async def _show(self) -> None:
        self._entries, lines = await self._listing()
        for number, line in enumerate(lines, 1):
            say_folded(f"{number}  {line}", flush=True)
        if not lines:
            say_folded(tell("steps.nobody-is-here-to-play"), flush=True)
        say_folded(HOW, flush=True)

    async def _read(self) -> int:
        async for line in stdin_lines():
            word = line.strip().lower()
            if word in _LEAVING:
                return 0
            if not word:
                await self._show()
            elif word == "p":
                self.plays_anybody = True
                return 0
            elif word.isdecimal() and 1 <= int(word) <= len(self._entries):
                self.chosen = self._entries[int(word) - 1]
                return 0
            else:
                say_folded(HOW, flush=True)
        return 0

    async def _tell_news(self) -> int:
        async for update in self._client.updates():
            for text in self._news(update):
                say_folded(text, flush=True)
        return 1

    def _news(self, update: Update) -> Sequence[str]:
        match update:
            case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
                return (news_text(update),)
            case LobbyChanged(news=news):
                opened = [row for row in news.rooms if row.room.id not in self._known]
                self._known.update(row.room.id for row in opened)
                return [f"New: {self._row(row)}" for row in opened if row.room.status is ev.Status.WAITING]
            case ClientStopped(reason=reason):
                return (reason,)
            case _:
                return ()


def stay_in_lobby(args: argparse.Namespace) -> int:
    """Show the lobby in lines, and what is chosen there, until the person leaves; the exit status."""
    unasked = {"room_password": False, "room_password_file": None, "accepts_rating": False, "stay": False}
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
            status = watch(argparse.Namespace(**{**wanted, **unwatched, "command": "watch"}))
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


async def print_lobby(client: Client, *, as_json: bool, follow: bool) -> int:
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
    lines = [_row(row) for row in _ordered(rows)] or [tell("steps.no-open-rooms-open-one")]
    if bots:
        lines.append(tell("steps.bots-to-play", bots=", ".join(map(bot_text, sorted(bots, key=bot_order)))))
    return lines


def _ordered(rows: Sequence[ListedRoom]) -> Sequence[ListedRoom]:
    """The rows of a list, the newest last; open rooms whose host is away come before all others."""
    oldest_first = rows[::-1]
    return sorted(oldest_first, key=lambda row: not _is_deserted(row))


def _is_deserted(row: ListedRoom) -> bool:
    return row.room.status is ev.Status.WAITING and not is_host_present(row.room, row.activity)


def _row(row: ListedRoom) -> str:
    room, going_on = row.room, activity_text(row.room, row.activity)
    kept = (tell("steps.kept-for", name_of=name_of(player)) for player in room.invited)
    who = " - ".join(
        seated_name(player) if player else next(kept, tell("steps.open-seat")) for player in room.seats
    )
    rules, time = rules_name(room.ruleset), format_time_control(room.time)
    told = ", ".join(filter(None, (going_on, *start_notes(room), *option_notes(room.options, viewers_text))))
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
