"""The next game in which it is the player's turn."""

from typing import Final

from pente_client.play.ports import GamePort
from pente_client.words.lists.own_games import after_current, on_turn
from pente_core.identity import RoomId
from pente_protocol.messages.lists import RoomFilter
from pente_protocol.sentences import tell

NO_OTHER_TURN: Final = tell("inbox.none-due")


async def next_on_turn(connection: GamePort, current: RoomId | None) -> RoomId | None:
    """The player's next game after the current one, in the order in which they wait; None: there is no other.

    Raises ConnectionProblem.
    """
    rows = await connection.list_rooms(RoomFilter(my_turn=True))
    return after_current(on_turn(rows, connection.me.id), current)
