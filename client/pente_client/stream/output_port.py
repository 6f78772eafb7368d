"""What an output that is only ever appended can be told."""

from collections.abc import Sequence
from typing import Protocol

from pente_client.connection import Update
from pente_client.words.series import SeriesScore
from pente_core.room import ClaimKind, Moved, Room
from pente_protocol.messages import RoomId, RoomPresence


class Output(Protocol):
    """Says what happens, as text for people or as objects for programs. Mutable: it knows what it has said.

    Updates of one room at a time; everything is written at once, and nothing twice.
    """

    def show(self, update: Update) -> None:
        """Say what has happened."""

    def error(self, code: str, text: str) -> None:
        """Say why something that was typed was not done."""

    def notice(self, text: str) -> None:
        """Say something that is not of the game."""

    def board(self, id_: RoomId, room: Room) -> None:
        """Show the room once more, because it was asked for."""

    def moves(self, id_: RoomId, room: Room) -> None:
        """Show the moves, because they were asked for."""

    def who(self, id_: RoomId, room: Room, presence: RoomPresence | None) -> None:
        """Show who is here, because it was asked for."""

    def claims_available(self, id_: RoomId, room: Room, claims: Sequence[ClaimKind]) -> None:
        """Somebody has been away for too long; this is what may be claimed now."""

    def series_score(self, id_: RoomId, room: Room, series: SeriesScore) -> None:
        """Say how the games of a series stand, of which the room's is one."""

    def finished(self, id_: RoomId, room: Room) -> None:
        """The game, whose end was shown, is over, and all is told of it."""


def is_decisive(event: Moved, before: Room) -> bool:
    """Whether a move ends the game, as the event after it will say."""
    _, game = before.game.play(event.point)
    return game.is_over
