"""The room: what all its events so far add up to."""

from typing import Final

from pente_core.clock.clock import NO_LAG, Clock, Lag
from pente_core.clock.instant import Instant
from pente_core.identity import NO_ROOM, Identity, PlayerId, RoomId
from pente_core.rating import RatingChange
from pente_core.room import events as ev
from pente_core.room.absence import Absences
from pente_core.room.analysis import NO_ANALYSIS, Analysis
from pente_core.room.conditions import AllConditions
from pente_core.room.first_moves import FirstMoves
from pente_core.room.offers import Offers
from pente_core.room.options import Options, WatchPolicy
from pente_core.room.takeback import Costs
from pente_core.rules.game import Game
from pente_core.value import Value, replace

CHAT_KEPT: Final = 50
"""How many lines of chat a room remembers for those who come later; the log has them all."""
MOST_BARRED: Final = 100
"""So many can be muted in a room, and as many banned."""


class Room(Value):
    """A room after ``version`` events."""

    version: int
    created: ev.Created
    status: ev.Status
    seats: tuple[Identity | None, ...]
    invited: tuple[Identity, ...]
    """Who is invited and has neither sat down nor declined."""
    game: Game
    clock: Clock
    changed: int
    """The version of the last event that changed the game or who sits where."""
    active: Instant
    """When that was, or in a waiting room the end of the last outage that it was credited for."""
    watch: WatchPolicy
    """The people who may watch now; the host may have changed that since the room was created."""
    chat: tuple[ev.Said, ...] = ()
    """The last lines of chat, oldest first."""
    lag: Lag = NO_LAG
    paused: Instant | None = None
    """Since when the game is paused."""
    offers: Offers = ()
    asked: tuple[int, ...] = ()
    """The seats that have made an offer since the last turn, one for each offer."""
    rated: tuple[RatingChange, ...] = ()
    """What the game, which is over, did to the players' ratings."""
    ready: tuple[int, ...] = ()
    """The seats that are ready for the game to begin."""
    absent: Absences = ()
    """Who is not connected, in a game or a waiting room that waits for that."""
    muted: tuple[PlayerId, ...] = ()
    banned: tuple[PlayerId, ...] = ()
    sequel: RoomId = NO_ROOM
    """The id of the room in which the players go on; empty: there is none."""
    costs: Costs = b""
    """What each turn has cost its player's clock; nothing where no turn can be taken back."""
    charged: int = 0
    """What the running turn has cost before ``clock.since``."""
    takebacks: int = 0
    """How often turns were taken back."""
    analysis: Analysis = NO_ANALYSIS
    """What players and viewers have added to the game, which is over."""
    conditions: AllConditions = ()
    """The answers that players have planned. A viewer knows only their own."""
    starting: Instant | None = None
    """When the clocks begin to run at the latest, while they wait for the players of a game."""
    first_moves: FirstMoves | None = None
    """The first moves that players must make in time; None: all have, or need not."""

    def seat_of(self, player: PlayerId) -> int | None:
        """The seat of a player, or None."""
        for seat, taker in enumerate(self.seats):
            if taker is not None and taker.id == player:
                return seat
        return None

    @property
    def options(self) -> Options:
        """The options in effect now."""
        options = self.created.options
        return options if options.watch is self.watch else replace(options, watch=self.watch)

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None while nobody may act."""
        return self.game.position.to_act if self.status is ev.Status.PLAYING and self.paused is None else None


def opened(created: ev.Created) -> Room:
    """The room after its first event."""
    rules = created.ruleset
    return Room(
        version=1,
        created=created,
        status=ev.Status.WAITING,
        seats=(None,) * rules.sides,
        invited=created.invited,
        game=Game.new(rules, created.setup),
        clock=Clock.new(created.time, rules.sides),
        changed=1,
        active=created.at,
        watch=created.options.watch,
    )
