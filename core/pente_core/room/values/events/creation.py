"""A room is opened: the first event of its log."""

from typing import Final

from msgspec import field

from pente_core.clock.clock import Odds, TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.room.values.options import DEFAULT_OPTIONS, Options
from pente_core.room.values.time_odds import check_odds
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_core.value import Tagged

LOG_FORMAT: Final = 5
"""The newest format of logs (see `Created.format`), that of new rooms unless older servers share the store.
"""

OLDEST_WRITTEN: Final = 3
"""The oldest format that is still written, while servers of an older version share a store."""

CLOCKS_FROM: Final = 4
"""The format from which on all events that change clocks have them."""

PEOPLE_FROM: Final = 5
"""The format from which on a room knows what people need beside the game, such as hosts who are away."""

IDLE: Final = Millis(30 * 24 * 60 * 60 * 1000)
"""How long a game without a clock may stand still, unless the server's host has chosen otherwise: 30 days."""


class Created(Tagged, tag="created"):
    """A room was opened; always the first event. Seats are kept free for the invited.

    Raises BadSetup when the game can't begin from ``setup``, and BadTimeControl for time odds that do not fit
    the ruleset.
    """

    at: Instant
    by: Identity = field(name="host")
    ruleset: Ruleset
    time: TimeControl
    invited: tuple[Identity, ...] = ()
    options: Options = DEFAULT_OPTIONS
    continues: RoomId = NO_ROOM
    """The id of the room whose players go on here; empty: there is none."""
    number: int = 1
    """Which game of these players it is, counted from the first of the rooms that follow each other."""
    format: int = 1
    """The format of the room's log. Programs read older formats, and refuse newer ones."""
    idle: Millis | None = None
    """How long a game without a clock may stand still before it is aborted, and since format 5 a room for
    correspondence may wait for players. It stands here so that every server ends it at the same moment. None
    in logs from before there was a choice: a week.
    """
    setup: Setup | None = None
    """The position in which the game begins; None: on the empty board."""
    keeps_seats: bool = False
    """Whether the players keep their seats in the next game, as where stones were given to one of them."""
    needs_first_moves: bool = True
    """Whether a game is aborted when a player makes no first move in time; not where all sit at one board."""

    def __post_init__(self) -> None:
        if isinstance(self.ruleset, Ruleset):  # in its form for the wire, it is a plain map, and was checked
            _ = self.setup and self.setup.position(self.ruleset)
            check_odds(self.time, self.ruleset)

    @property
    def game_of_set(self) -> int:
        """Which game of a set of two it is, 1 or 2; 0: it is part of none."""
        return 2 - self.number % 2 if self.options.games == 2 else 0

    @property
    def is_even(self) -> bool:
        """Whether the game begins on the empty board, and no side has a handicap."""
        return self.setup is None and not self.ruleset.goals and not isinstance(self.time, Odds)
