"""Finished games: finding and reading them, and the positions that occurred in them."""

from typing import Annotated

from msgspec import Meta, field

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Ruleset
from pente_core.value import Tagged, Value
from pente_protocol.choices.game_result import GameResult
from pente_protocol.messages.base import MOST_ROOMS, PlayerRef, Request, RequestId, Right, RulesetSpec


class GameFilter(Value):
    """A filter for finished games: all conditions that are set must hold."""

    player: PlayerRef = ""
    """A player of the game."""
    ruleset: RulesetSpec = ""
    """Exactly this ruleset."""
    since: Instant | None = None
    """Games that ended at this moment or later."""
    until: Instant | None = None
    """Games that ended before this moment."""
    result: GameResult | None = None
    position: str = ""
    """A position as one line of text (see `pente_core.notation`). A game matches if it reached the position,
    or one of its images under the eight symmetries of the board."""
    unplayed: bool = False
    """Also games of the requester that were aborted before each player had completed a turn: no other search
    finds them."""


class GameSummary(Value):
    """A finished game in a list. Its id is the id of its room."""

    id: RoomId
    ruleset: Ruleset
    time: TimeControl
    players: tuple[Identity, ...]
    """By seat, after all swaps, with their ratings at the time."""
    termination: Termination
    winners: tuple[int, ...]
    """The seats that won; empty for a draw or an aborted game."""
    moves: int
    """How many stones were placed."""
    start: Instant
    end: Instant
    rated: bool = False
    private: bool = False
    """Whether only its players can find it."""
    continues: RoomId = NO_ROOM
    """The id of the game that this one continues with the same players, if that is known."""
    from_position: bool = False
    """Whether the game began from a position, not on the empty board."""
    no_show: tuple[int, ...] = ()
    """The seats whose players made no first move, for which the game was aborted."""
    unplayed: bool = False
    """Whether the game was aborted before each player had completed a turn. Only its players can find it."""


class GameList(Tagged, tag="game_list"):
    """The reply to `Games`: a page of games, which may be empty even if more follow."""

    id: RequestId
    games: tuple[GameSummary, ...] = ()
    cursor: str = ""
    """The cursor for the next page; empty: this is the last page."""


class Games(Request, tag="games"):
    """Find finished games, newest first. The reply is `GameList`."""

    reply = GameList
    needs = Right.PLAY

    id: RequestId
    which: GameFilter = field(default=GameFilter(), name="filter")
    cursor: str = ""
    """The cursor of the previous reply, to continue from there; empty: start with the newest game."""
    count: Annotated[int, Meta(ge=1, le=50)] = 50
    """The maximum number of games in the reply, 1 to 50."""


class LogPage(Value):
    """A part of the log of a game."""

    room: RoomId
    events: tuple[ev.Event, ...]
    """Contiguous events, starting after the version that the client has."""
    complete: bool
    """Whether the log ends with these events, at present; if not, request the rest with ``after``."""


class LogList(Tagged, tag="log_list"):
    """The reply to `Logs`: the logs of the first rooms in the request, at least one."""

    id: RequestId
    logs: tuple[LogPage, ...]


class Logs(Request, tag="logs"):
    """Get the events of finished games, or of games that go on and that this connection watches.

    The reply is `LogList`.
    """

    reply = LogList
    needs = Right.PLAY

    id: RequestId
    rooms: Annotated[tuple[RoomId, ...], Meta(max_length=MOST_ROOMS)]
    """One to 256 games. The reply may have room for the first of them only; request the rest again."""
    after: int = 0
    """The version of the first game that the client has already; its log starts after it."""


class ExploredTurn(Value):
    """A turn that was played in a position."""

    notations: tuple[str, ...]
    """The turn as text, followed by the turns that are equivalent by the symmetries of the position."""
    games: int
    """The number of games with this turn. Private games and games without a result are not counted."""
    wins: tuple[int, ...]
    """The games that each seat won; a team's win counts for each partner."""
    draws: int = 0


class Explored(Tagged, tag="explored"):
    """The reply to `Explore`."""

    id: RequestId
    games: int = 0
    """The number of games that reached the position or one of its images. Some may have ended there."""
    wins: tuple[int, ...] = ()
    draws: int = 0
    turns: tuple[ExploredTurn, ...] = ()
    """The turns played in the position, the most frequent first."""


class Explore(Request, tag="explore"):
    """Query which turns were played in a position, how often and with what results.

    The reply is `Explored`.
    """

    reply = Explored
    needs = Right.PLAY

    id: RequestId
    position: str
    """The position with its ruleset, as one line of text (see `pente_core.notation`)."""


ArchiveRequest = Games | Logs | Explore
ArchiveAnswer = GameList | LogList | Explored
