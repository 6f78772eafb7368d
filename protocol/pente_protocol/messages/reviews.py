"""Reviews of finished games by computers, and puzzles from such games."""

from typing import Annotated, Final

from msgspec import Meta

from pente_core.identity import NO_ROOM, RoomId
from pente_core.puzzles.puzzle import WrittenPuzzle
from pente_core.review.review import GameReview, StoneReview
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_core.value import Tagged
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.messages.base import Ok, Request, RequestId, Right

MOST_REVIEWED: Final = 16
"""The maximum stones in one part of a review."""
LONGEST_PUZZLE: Final = 2000
"""The maximum characters of a puzzle from a game, as a line of a file of puzzles."""


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
    puzzle: WrittenPuzzle
    """Its position has to be one of the game, and its solution a proof with one first stone; what it says
    about where it is from is replaced."""


class PuzzleList(Tagged, tag="puzzle_list"):
    """The reply to `Puzzles`."""

    id: RequestId
    puzzles: tuple[WrittenPuzzle, ...] = ()
    """The newest first, each with the ``game`` it is from. There is a limit to how many are kept."""


class Puzzles(Request, tag="puzzles"):
    """Get the puzzles from the server's own games. The reply is `PuzzleList`."""

    reply = PuzzleList
    needs = Right.PLAY

    id: RequestId


ReviewRequest = FindReview | RequestReview | NextReview | StoreReview | DeclineReview | StorePuzzle | Puzzles
ReviewAnswer = ReviewFound | ReviewJob | ReviewStored | PuzzleList
