"""What a bot says in its games, if it was told to say anything."""

from collections import deque
from typing import Final

from pente_bots.play.behaviour import Behaviour, due_message
from pente_bots.play.ports import BotConnection
from pente_bots.play.room_requests import send_command
from pente_bots.play.room_tasks import RoomTasks
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd

_REMEMBERED: Final = 1000
"""Messages that are remembered: a room may change before it shows a message that was sent."""


class BotChat:
    """Says each thing once in a room. Mutable."""

    def __init__(self, connection: BotConnection, behaviour: Behaviour, tasks: RoomTasks) -> None:
        self._connection = connection
        self._behaviour = behaviour
        self._tasks = tasks
        self._said: deque[tuple[RoomId, str]] = deque(maxlen=_REMEMBERED)

    def speak(self, room_id: RoomId, room: Room) -> None:
        """Say what is due in a room."""
        self.say_once(room_id, due_message(self._behaviour, room, self._connection.me.id))

    def say_once(self, room_id: RoomId, text: str) -> None:
        """Say something, unless it is empty or was said in that room before."""
        if text and (room_id, text) not in self._said:
            self._said.append((room_id, text))
            self._tasks.start(send_command(self._connection, room_id, cmd.Say(text)))
