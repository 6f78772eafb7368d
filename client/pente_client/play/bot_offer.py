"""A bot to play instead of waiting for a person."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing, suppress
from typing import Final

from pente_client.connection import ClientStopped, ConnectionProblem, Resynced, RoomAdvanced, Update
from pente_client.play.ports import CurrentRoom, GamePort
from pente_client.words.bots.house_bots import bot_order, playing_bots
from pente_client.words.phrases import name_of
from pente_core.clock.clock import format_time_control
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import expects_guests, is_correspondence
from pente_protocol.messages.archive import GameFilter
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

_PATIENCE: Final = 10.0
"""Seconds in which a bot answers an invitation, if it ever does."""
_RECENT: Final = 50
"""Games of the player among which the latest one against a bot is looked for."""


def waits_for_anybody(room: Room, me: PlayerId) -> bool:
    """Whether a player is alone in a room for two that is open to all, and is not meant to wait for days."""
    created, taken = room.created, sum(player is not None for player in room.seats)
    is_open = not expects_guests(created.options, room.invited) and not is_correspondence(created.time)
    is_mine = room.seat_of(me) is not None and len(room.seats) == 2 and taken == 1
    return room.status is ev.Status.WAITING and is_mine and is_open


class BotOffer:
    """The bots that may be played instead, and which of them is offered. Mutable.

    That is the bot against which the player has played last, else the easiest: who is new here is not sent to
    the strongest because others play the rest, and every bot plays many games at once.
    """

    def __init__(self, connection: GamePort) -> None:
        self.chosen: Identity | None = None
        """The bot that is offered; None: not looked for yet, or none is there."""
        self._bots: tuple[Identity, ...] = ()
        self._connection = connection
        self._changed = asyncio.Event()

    async def find(self, name: str = "") -> Identity | None:
        """Look for the bots that are online, and offer one: that with a name, whose ``-bot`` may be left out.

        None: there is no such bot, or the server does not answer; then the offer stays as it was.
        """
        try:
            online = (await self._connection.online(PlayerKind.BOT)).players
        except ConnectionProblem:
            return None
        bots = playing_bots(row.player for row in online if row.player.id != self._connection.me.id)
        self._bots = tuple(sorted(bots, key=bot_order))
        named = name.casefold()
        if named:
            found = next((bot for bot in self._bots if bot.name.casefold() in {named, f"{named}-bot"}), None)
        else:
            last = await self._last_played()
            found = next((bot for bot in self._bots if bot.id == last), next(iter(self._bots), None))
        self.chosen = found or self.chosen
        return found

    def choose(self, steps: int) -> None:
        """Offer another bot: the one so many places stronger, or weaker with fewer than none."""
        if self.chosen in self._bots:
            place = self._bots.index(self.chosen) + steps
            self.chosen = self._bots[min(max(0, place), len(self._bots) - 1)]

    async def _last_played(self) -> PlayerId | None:
        """Against which bot the latest game of the player was; None: none, or that is not known."""
        which = GameFilter(player=self._connection.me.id)
        with suppress(ConnectionProblem):
            async with aclosing(self._connection.archive.games(which, most=_RECENT)) as pages:  # type: ignore[type-var]
                async for games, _ in pages:
                    players = (player for game in games for player in game.players)
                    bots = (player.id for player in players if player.kind is PlayerKind.BOT)
                    return next((bot for bot in bots if bot != self._connection.me.id), None)
        return None

    def notice(self, update: Update) -> None:
        """Take note of an update of any room: it may be the answer of a bot."""
        if isinstance(update, RoomAdvanced | Resynced | ClientStopped):
            self._changed.set()

    async def play(self, waiting: CurrentRoom, bot: Identity, go_to: Callable[[RoomId], None]) -> str:
        """Play a bot by all terms of a room that waits, which is closed then; why that is not so, or nothing.

        The room is kept until the bot has taken its seat: it may decline, and says why. Raises
        ConnectionProblem; if somebody has joined meanwhile, the bot's room is given up instead.
        """
        challenged = await self._challenge(waiting, bot)
        answer = await self._answer(challenged)
        if answer is None or None in answer.seats:
            await self._give_up(challenged, cmd.Leave())
            await self._connection.unwatch(challenged)
            return _declined_text(bot, answer)
        go_to(challenged)
        try:
            await self._connection.act(waiting.id, cmd.Leave())
        except ConnectionProblem:
            await self._give_up(challenged, cmd.Leave(), cmd.Abort())
            go_to(waiting.id)
            raise
        return ""

    async def _challenge(self, waiting: CurrentRoom, bot: Identity) -> RoomId:
        """Open a room like the one that waits, for the bot alone."""
        created = waiting.room.created
        return await self._connection.create(
            created.ruleset.spec,
            format_time_control(created.time),
            seat=waiting.room.seat_of(self._connection.me.id),
            invite=[bot.name],
            options=created.options,
            accepts_rating=created.options.rated,
            setup=created.setup,
            keeps_seats=created.keeps_seats,
        )

    async def _answer(self, room: RoomId) -> Room | None:
        """The room of a challenge once the bot has answered; None: it does not answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while True:
                    self._changed.clear()
                    replica = self._connection.rooms.get(room)
                    if replica is None or _is_answered(replica.room):
                        return None if replica is None else replica.room
                    await self._changed.wait()
        return None

    async def _give_up(self, room: RoomId, *commands: cmd.PlayerCommand) -> None:
        for command in commands:
            with suppress(ConnectionProblem):
                await self._connection.act(room, command)


def _is_answered(room: Room) -> bool:
    return room.status is not ev.Status.WAITING or None not in room.seats


def _declined_text(bot: Identity, answer: Room | None) -> str:
    """That a bot does not play by the terms of a room; ``answer``: its room then, None without an answer."""
    if answer is None:
        return tell("waiting.bot-silent", name=name_of(bot))
    said = " ".join(clean(line.text) for line in answer.chat if line.player.id == bot.id)
    if not said:
        return tell("waiting.bot-declines", name=name_of(bot))
    return tell("waiting.bot-declines-saying", name=name_of(bot), text=said)
