"""The lobby in lines, in which a person can stay: a numbered list, news as they come, and what is typed."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from pente_client.cli.online.connect import stdin_lines
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
from pente_client.words.personal_news import news_text
from pente_core.identity import Identity
from pente_core.room import events as ev
from pente_protocol.messages import ListedRoom

HOW: Final = "Type a number to join, watch or play, p to play anybody, Enter for the list, or q to leave."
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
            say_folded("Nobody is here to play. p opens a game, in which others can join you.", flush=True)
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
