"""The port to an output that is only ever appended."""

from collections.abc import Collection, Sequence
from typing import Protocol

from pente_client.connection import Update
from pente_client.play.shown.advisor import GivenAdvice
from pente_client.play.shown.lesson import Lesson
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.viewpoint import Viewpoint
from pente_client.words.series import SeriesScore
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import OnlineList
from pente_protocol.messages.people import HeadToHead
from pente_protocol.messages.rooms import RoomPresence


class Output(Protocol):
    """Shows what happens, as text for people or as objects for programs. Mutable: it knows what it has shown.

    Updates of one room at a time; everything is written at once, and nothing twice.
    """

    def show(self, update: Update) -> None:
        """Show what has happened."""

    def error(self, code: str, text: str) -> None:
        """Say why something that was typed was not done."""

    def notice(self, text: str) -> None:
        """Show a sentence that is not part of the game."""

    def warning(self, text: str) -> None:
        """Show a sentence for a person who sees no clock."""

    def board(self, id_: RoomId, room: Room, game: Game) -> None:
        """Show the room once more, because the player asked for it; ``game`` as it was where they look."""

    def moves(self, id_: RoomId, room: Room) -> None:
        """Show the moves, because the player asked for them."""

    def clocks(self, id_: RoomId, room: Room, remaining: Sequence[Millis]) -> None:
        """Show all clocks as they are now, because the player asked for them."""

    def rules(self, id_: RoomId, room: Room) -> None:
        """Show the rules of the game, because the player asked for them."""

    def who(self, id_: RoomId, room: Room, presence: RoomPresence | None) -> None:
        """Show who is here, because the player asked for it."""

    def latency(self, seconds: float) -> None:
        """Say how long a message takes to the server and back, because the player asked who is here."""

    def look(self, id_: RoomId, room: Room, view: Viewpoint) -> None:
        """Show a game that is over from a viewpoint, because the player went there."""

    def advice(self, id_: RoomId, given: GivenAdvice) -> None:
        """Show advice, because the player asked for it."""

    def lesson(self, id_: RoomId, room: Room, lesson: Lesson) -> None:
        """Show what a learner is told now in the tutorial."""

    def setup(self, id_: RoomId, room: Room, draft: SetupDraft | None) -> None:
        """Show a position that the player sets up; None: it is over."""

    def notes(self, id_: RoomId, room: Room) -> None:
        """Show all annotations of a game, because the player asked for them."""

    def join_code(self, id_: RoomId, code: str, *, with_qr: bool) -> None:
        """Show how friends come into the room, because the player asked for it."""

    def people(self, found: OnlineList, friends: Collection[PlayerId]) -> None:
        """Show who is online, because the player asked for it."""

    def friends(self, found: FriendList) -> None:
        """Show the friends of the player, because they asked for it."""

    def messages(self, messages: Sequence[DirectMessage]) -> None:
        """Show messages to the player, because they asked for them."""

    def conditions(self, id_: RoomId, room: Room) -> None:
        """Show the conditional moves, because the player asked for them."""

    def claims_available(self, id_: RoomId, room: Room, claims: Sequence[cmd.ClaimKind]) -> None:
        """Show what may be claimed now, because an opponent has been away for too long."""

    def head_to_head(self, id_: RoomId, score: HeadToHead) -> None:
        """Show how the player stands against the opponent in a room."""

    def series_score(self, id_: RoomId, room: Room, series: SeriesScore) -> None:
        """Show the score of the series that the room's game belongs to."""

    def finished(self, id_: RoomId, room: Room) -> None:
        """Close the record of a game, whose end was shown."""


def is_decisive(event: ev.Moved, before: Room) -> bool:
    """Whether a move ends the game, as the event after it will say."""
    _, game = before.game.play(event.point)
    return game.is_over
