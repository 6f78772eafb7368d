"""What is asked of the server about a room, beside commands to it."""

from typing import Final

from pente_client.connection import ConnectionProblem
from pente_client.input.blocking import BlockOrder
from pente_client.input.inputs import (
    ShowCode,
)
from pente_client.input.moderation import ModerationOrder
from pente_client.play.bot_offer import BotOffer, waits_for_anybody
from pente_client.play.command_sender import CommandSender
from pente_client.play.next_turn import NO_OTHER_TURN, next_on_turn
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.words.lists.people import block_text
from pente_client.words.waiting import NO_BOTS, not_online_text
from pente_core.identity import RoomId
from pente_core.room import (
    Reason,
    Refused,
)
from pente_protocol.sentences import tell

NOT_WAITING: Final = tell("waiting.bot-not-here")


class SideRequests:
    """Asks the server, and says what came of it."""

    def __init__(self, connection: GamePort, front: FrontEnd, sender: CommandSender) -> None:
        self._connection, self._front, self._sender = connection, front, sender
        self.bots = BotOffer(connection)

    def begin_bot_game(self, current: CurrentRoom, name: str, text: str) -> bool:
        """Play a bot instead of waiting, that with a name or the one that is offered; False: nobody waits."""
        if not waits_for_anybody(current.room, self._connection.me.id):
            return self._sender.reject("not-waiting", NOT_WAITING)
        self._front.start(self._play_bot(current, name, text))
        return True

    async def go_to_next(self, current: CurrentRoom | None) -> None:
        """Show the next game in which it is the player's turn, or say that there is none."""
        try:
            room = await next_on_turn(self._connection, None if current is None else current.id)
            if room is None:
                self._front.notice(NO_OTHER_TURN)
            else:
                await self._front.show_game(room)
        except ConnectionProblem as problem:
            self._sender.fail(problem, "")

    def moderate(self, current: CurrentRoom, order: ModerationOrder, text: str) -> bool:
        """Look up the player who is meant, and go on from there."""
        if current.room.created.by.id != self._connection.me.id:
            refused = Refused(Reason.NOT_HOST)
            return self._sender.reject(refused.reason, str(refused))
        self._front.start(self._look_up(current, order, text))
        return True

    async def show_code(self, room: RoomId, order: ShowCode, text: str) -> None:
        """Get the room's join code, and show it; when the server rejects that, say why."""
        try:
            code = await self._connection.codes.share(room)
        except ConnectionProblem as problem:
            self._sender.fail(problem, text)
        else:
            self._front.show_code(room, code, with_qr=order.with_qr)

    async def block(self, current: CurrentRoom, order: BlockOrder, text: str) -> None:
        """Block or unblock a player, and say so; when the server rejects it, say why."""
        change = self._connection.block if order.is_block else self._connection.unblock
        try:
            player = await change(order.target(current.room))
        except ConnectionProblem as problem:
            self._sender.fail(problem, text)
        else:
            self._front.notice(block_text(player, is_block=order.is_block))

    async def _play_bot(self, current: CurrentRoom, name: str, text: str) -> None:
        """Go to a game with a bot, and close the room that waits; else say why not."""
        bot = (None if name else self.bots.chosen) or await self.bots.find(name)
        if bot is None:
            self._front.notice(not_online_text(name) if name else NO_BOTS)
            return
        try:
            if why_not := await self.bots.play(current, bot, self._front.go_to):
                self._sender.reject("declined", why_not, text)
        except ConnectionProblem as problem:
            self._sender.fail(problem, text)

    async def _look_up(self, current: CurrentRoom, order: ModerationOrder, text: str) -> None:
        try:
            command = await order.to(current.room, self._connection.profile)
        except ConnectionProblem as problem:
            self._sender.fail(problem, text)
        else:
            self._sender.send(command, text)
