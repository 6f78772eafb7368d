"""Positions of finished games."""

from pente_client.connection import Client
from pente_client.drawing.diagram import diagram_of
from pente_core.drawing import NoSuchTurn
from pente_core.records import Unplayable
from pente_core.rules.position import Position
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.game_options import Moment
from pente_protocol.logs.game_records import record_in


async def position_in_game(client: Client, moment: Moment) -> Position:
    """The position at a moment of a finished game.

    Raises InvalidOption when the game has no such moment, RequestRejected and ConnectionEnded.
    """
    async for log in client.archive.logs([moment.game]):
        try:
            return diagram_of(record_in(log), moment.stones).board.position
        except (NoSuchTurn, Unplayable, ValueError) as problem:
            sentence = "game {game}: {problem}"
            raise InvalidOption("from", sentence, game=moment.game, problem=problem) from None
    raise AssertionError("every log is sent, or the request rejected")
