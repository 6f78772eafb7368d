"""What a room's controller needs of a connection, and what it asks of the page or program in front of it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pente_client.connection import Replica, Update
from pente_client.input.inputs import TuneInput, ViewInput
from pente_client.play.learning.practice import PracticeFront
from pente_client.play.people.people_ports import PeopleFront, PeoplePort
from pente_client.play.question import PendingQuestion
from pente_client.play.shown.advisor import GivenAdvice
from pente_client.play.shown.lesson import Lesson
from pente_client.play.shown.own_words import Seats
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.viewpoint import Viewpoint
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.lists import ListedRoom, RoomFilter
from pente_protocol.messages.people import ProfileFound
from pente_protocol.messages.rooms import RoomPresence


class CodePort(Protocol):
    """The join codes of rooms."""

    def known(self, room: RoomId) -> str:
        """The code of a room, as far as it is known; else empty."""

    async def share(self, room: RoomId) -> str: ...


class GamePort(PeoplePort, Protocol):
    """A connected client, as `pente_client.connection.Client` is one.

    All that it raises is a `pente_client.connection.ConnectionProblem`.
    """

    @property
    def is_local(self) -> bool:
        """Whether there is no server: the game is in this process, and in a file."""

    @property
    def shares_board(self) -> bool:
        """Whether several people play at this keyboard; `me` is then the one who is asked."""

    @property
    def public_url(self) -> str:
        """Where others find the server; empty: at the address by which it was reached."""

    @property
    def fingerprint(self) -> str:
        """What links say of the server's key; empty without a server."""

    def sender(self, room: RoomId, command: cmd.PlayerCommand) -> Identity:
        """The player in whose name a command is sent."""

    @property
    def rooms(self) -> Mapping[RoomId, Replica]: ...

    def updates(self) -> AsyncIterator[Update]: ...

    async def watch(self, room: RoomId) -> Replica: ...

    @property
    def may_look(self) -> bool: ...

    async def set_up(
        self, room: RoomId, setup: Setup | None, rules: Ruleset | None = None, seats: Seats = None
    ) -> RoomId:
        """Begin another game in place of a local room, from a position if one is given, by the same rules and
        of the same players if no others are; the room of that game.
        """

    async def look(self, room: RoomId, node: int | None, points: Sequence[Point] = ()) -> None: ...

    async def follow(self, channel: TvChannel = BEST) -> RoomId | None: ...

    async def tune(
        self, channel: TvChannel, beside: RoomId | None = None, *, back: bool = False
    ) -> RoomId | None: ...

    async def list_rooms(self, which: RoomFilter) -> tuple[ListedRoom, ...]: ...

    async def profile(self, name: str, against: str = "") -> ProfileFound: ...

    async def block(self, player: str) -> Identity: ...

    async def unblock(self, player: str) -> Identity: ...

    @property
    def codes(self) -> CodePort: ...

    def server_now(self) -> Instant: ...

    @property
    def latency(self) -> float | None:
        """Seconds that a message takes to the server and back; None: unknown, or there is no server."""


@dataclass(frozen=True, slots=True)
class CurrentRoom:
    """The room that input is about, at the moment that the front end shows."""

    id: RoomId
    room: Room
    presence: RoomPresence | None = None


class FrontEnd(PeopleFront, PracticeFront, Protocol):
    """What shows a room and takes input for it: a full-screen page, or lines of text or JSON.

    The question on show belongs to the front end, because it may have to put it away by itself.
    """

    @property
    def current(self) -> CurrentRoom | None:
        """The room that input is about; None while there is none."""

    @property
    def question(self) -> PendingQuestion | None:
        """The question that waits for an answer."""

    def ask(self, question: PendingQuestion | None) -> None:
        """Show a question, or none any more."""

    def show(self, view: ViewInput, current: CurrentRoom, game: Game) -> None:
        """Show a part of the room, because the player asked for it; ``game`` as it was where they look."""

    def look(self, current: CurrentRoom, view: Viewpoint) -> None:
        """Show the game from a viewpoint; one at its end shows it as it is now."""

    def flip_board(self) -> bool:
        """Turn the board round, or back again. False: it was rejected."""

    def autoplay(self, seconds: float | None) -> bool:
        """Step through the game by itself, a move every so often; None: stop. False: it was rejected."""

    def show_notes(self, current: CurrentRoom) -> None:
        """Show all annotations of the game, because the player asked for them."""

    def show_advice(self, current: CurrentRoom, given: GivenAdvice) -> None:
        """Show advice, because the player asked for it."""

    def show_lesson(self, current: CurrentRoom, lesson: Lesson) -> bool:
        """Show a lesson as it is now; the same may come again. False: its room is yet to be shown."""

    def show_setup(self, current: CurrentRoom, draft: SetupDraft | None) -> None:
        """Show a position that is being set up; None: it is over."""

    def show_code(self, room: RoomId, code: str, *, with_qr: bool) -> None:
        """Show how friends come into a room, by its join code, because the player asked for it."""

    def show_help(self) -> None:
        """Show what can be typed."""

    async def show_game(self, room: RoomId) -> None:
        """Show another game of the player's own. Raises ConnectionProblem."""

    def tune(self, order: TuneInput) -> None:
        """Watch something else on TV; rejected where it is not on."""

    def pending_changed(self) -> None:
        """React to a command that was sent or answered."""

    def give_back(self, text: str) -> None:
        """Put a line back where it was typed, so that it can be corrected."""

    def premoves_changed(self, points: Sequence[Point]) -> None:
        """Show what is to be played at the player's next turns."""

    def quit(self) -> None:
        """Leave, because the player asked for it; may ask first."""

    def leave(self) -> None:
        """Leave at once."""
