"""Finished games: finding and reading them, positions of them, reviews by computers, and puzzles."""

from typing import Annotated, Final

from msgspec import Meta, field

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.review.review import GameReview, StoneReview
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_core.value import Tagged, Value
from pente_protocol.choices.game_result import GameResult
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.messages.base import MOST_ROOMS, Ok, Request, RequestId, Right, RulesetSpec

MOST_REVIEWED: Final = 16
"""The maximum stones in one part of a review."""
LONGEST_PUZZLE: Final = 2000
"""The maximum characters of a puzzle from a game."""


class GameFilter(Value):
    """A filter for finished games: all conditions that are set must hold."""

    player: str = ""
    """The name or id of a player; upper and lower case are equal."""
    ruleset: RulesetSpec = ""
    """Exactly this ruleset."""
    ended_from: Instant | None = None
    """Games that ended at this moment or later."""
    ended_before: Instant | None = None
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
    """The id of the game that this one continues with the same players; empty: none, or not known."""
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


class ReviewFound(Tagged, tag="review_found"):
    """The reply to `FindReview` and `RequestReview`."""

    id: RequestId
    game: RoomId
    state: ReviewState = ReviewState.NONE
    review: GameReview | None = None
    """The review, if the state is ``done``."""


class FindReview(Request, tag="game_review"):
    """Get a computer's review of a finished game. The reply is `ReviewFound`."""

    reply = ReviewFound
    needs = Right.PLAY

    id: RequestId
    game: RoomId


class RequestReview(Request, tag="request_review"):
    """Ask for a computer's review of a finished game, and get it if there is one. The reply is `ReviewFound`.

    Asking again while it waits changes nothing.
    """

    reply = ReviewFound
    needs = Right.PLAY

    id: RequestId
    game: RoomId


class ReviewJob(Tagged, tag="review_job"):
    """The reply to `NextReview`."""

    id: RequestId
    game: RoomId = NO_ROOM
    """Empty: none waits. Ask again in some seconds."""
    ruleset: Ruleset | None = None
    setup: Setup | None = None
    """The position in which the game began; empty: on the empty board."""
    turns: tuple[str, ...] = ()
    """All its turns as text, such as ``K10`` and ``swap``."""
    wants_puzzles: bool = False
    """Whether `StorePuzzle` is accepted for the game."""


class NextReview(Request, tag="next_review"):
    """Get a game to review; only for accounts with the role of a reviewer. The reply is `ReviewJob`.

    The game is the requester's for two minutes; each `StoreReview` extends that. While it is, the request
    gives the same game again: an account reviews one game at a time.
    """

    reply = ReviewJob
    needs = Right.PLAY

    id: RequestId


class ReviewStored(Tagged, tag="review_stored"):
    """The reply to `StoreReview`."""

    id: RequestId
    stones: int
    """How many stones the server has now: the next part begins after these."""


class StoreReview(Request, tag="store_review"):
    """Store the review of the requester's game, in parts. The reply is `ReviewStored`.

    The review is kept once the server has a part for each stone of the game; until then only the requester's
    connection has it. A part without stones says that the game is still being reviewed.
    """

    reply = ReviewStored
    needs = Right.PLAY

    id: RequestId
    game: RoomId
    by: Annotated[str, Meta(min_length=1, max_length=100)]
    """What made the review: a player with its options, such as ``engine:nodes=100000``."""
    after: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """How many stones come before this part. If the server has another number, the part is not added."""
    stones: Annotated[tuple[StoneReview, ...], Meta(max_length=MOST_REVIEWED)] = ()


class DeclineReview(Request, tag="decline_review"):
    """Give the requester's game back, as it can't be reviewed. Nobody else gets it. The reply is `Ok`."""

    reply = Ok
    needs = Right.PLAY

    id: RequestId
    game: RoomId


class StorePuzzle(Request, tag="store_puzzle"):
    """Store a puzzle from a game that everybody can find; only for accounts with the role of a reviewer.

    The reply is `Ok`, also if there is a puzzle of its position already. Send it after `ReviewJob` said that
    the game ``wants_puzzles``, and after the review, which a player waits for.
    """

    reply = Ok
    needs = Right.PLAY

    id: RequestId
    game: RoomId
    puzzle: Annotated[str, Meta(max_length=LONGEST_PUZZLE)]
    """The puzzle as a line of a file of puzzles. Its position has to be one of the game, and its solution a
    proof with one first stone; what it says about where it is from is replaced."""


class PuzzleList(Tagged, tag="puzzle_list"):
    """The reply to `Puzzles`."""

    id: RequestId
    puzzles: tuple[str, ...] = ()
    """The newest first, each as a line of a file of puzzles that names the ``game`` it is from. There is a
    limit to how many are kept."""


class Puzzles(Request, tag="puzzles"):
    """Get the puzzles from the server's own games. The reply is `PuzzleList`."""

    reply = PuzzleList
    needs = Right.PLAY

    id: RequestId


ArchiveRequest = (
    Games
    | Logs
    | Explore
    | FindReview
    | RequestReview
    | NextReview
    | StoreReview
    | DeclineReview
    | StorePuzzle
    | Puzzles
)
ArchiveAnswer = GameList | LogList | Explored | ReviewFound | ReviewJob | ReviewStored | PuzzleList
