"""Accounts: profiles, ratings, names, blocked players and personal data."""

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.rating import Speed
from pente_core.value import Tagged, Value
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.messages.account import DeviceInfo
from pente_protocol.messages.base import CommandId, Ok, PlayerRef, Request, RequestId, Right
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.lists import PlayerList


class Streaks(Value):
    """How many games a player has won or lost in a row."""

    won: int = 0
    """The last games that were all won."""
    lost: int = 0
    """The last games that were all lost."""
    best: int = 0
    """The most games in a row that were won."""
    games: int = 0
    """How many games were looked at, 200 at most: the newest."""


class HeadToHead(Value):
    """The results of a player against another, in games that the requester may see."""

    opponent: Identity
    wins: int = 0
    losses: int = 0
    draws: int = 0
    last_played: Instant | None = None
    """The end of the last of these games; None: there is none."""
    complete: bool = True
    """Whether all games were looked at; else only the newest 500 of the player."""


class PoolScore(Value):
    """The results of a player in one pool: a ruleset and a speed."""

    ruleset: str
    """The name of the ruleset; ``custom`` for all rulesets without a name."""
    speed: Speed
    wins: int = 0
    losses: int = 0
    draws: int = 0
    rated_games: int = 0
    """How many of these games were rated."""
    last_played: Instant = Instant(0)
    """The end of the last of these games."""
    rating: int | None = None
    """None without a rated game."""
    deviation: int = 0
    """The uncertainty of the rating: with a probability of 95 % it is off by at most twice this number."""
    provisional: bool = False
    """Whether the rating is still uncertain, or has become so after a long time without games."""


class RatingPoint(Value):
    """The rating of a player after a game."""

    ruleset: str
    """The name of the ruleset."""
    speed: Speed
    at: Instant
    """The end of the game."""
    rating: int
    provisional: bool = False


class ProfileFound(Tagged, tag="profile_found"):
    """The reply to `Profile`."""

    id: RequestId
    player: Identity
    scores: tuple[PoolScore, ...] = ()
    """The pools with the most games first."""
    history: tuple[RatingPoint, ...] = ()
    """The ratings after the last rated games, 50 at most, the oldest first."""
    streaks: Streaks = Streaks()
    against: HeadToHead | None = None
    """The results against the player who was named; None: nobody was."""


class Profile(Request, tag="profile"):
    """Look up an account and its results. The reply is `ProfileFound`."""

    reply = ProfileFound
    needs = Right.PLAY

    id: RequestId
    player: PlayerRef = ""
    """The player; empty: the player who asks."""
    against: PlayerRef = ""
    """Another player, to get the results of the two against each other; empty: of nobody."""


class Leader(Value):
    """A player on a leaderboard."""

    player: Identity
    score: PoolScore


class Leaderboard(Value):
    """The players with the highest ratings in one pool: a ruleset and a speed."""

    ruleset: str
    speed: Speed
    leaders: tuple[Leader, ...]
    """The highest rating first, without provisional ratings."""
    provisional: tuple[Leader, ...] = ()
    """Those with provisional ratings, the highest first: new players, or long without games."""


class LeaderList(Tagged, tag="leader_list"):
    """The reply to `Leaders`."""

    id: RequestId
    boards: tuple[Leaderboard, ...] = ()
    """The boards by speed, the fastest first; empty boards are left out."""


class Leaders(Request, tag="leaders"):
    """Query the players with the highest ratings. The reply is `LeaderList`."""

    reply = LeaderList
    needs = Right.PLAY

    id: RequestId
    ruleset: str = "pente"
    """The name of a ruleset."""
    speed: Speed | None = None
    """The speed of the games; None: every speed."""


class PlayerFound(Tagged, tag="player_found"):
    """The reply to `Rename`, `Block`, `Unblock`, `Befriend` and `Unfriend`."""

    id: RequestId
    player: Identity


class Rename(Request, tag="rename"):
    """Change the player's name. Games and rooms keep the name that was used in them.

    The reply is `PlayerFound`, with the new name.
    """

    reply = PlayerFound

    id: RequestId
    name: str


class Block(Request, tag="block"):
    """Block a player: no more of their chat, their invitations, or their company in the player's own rooms.

    The reply is `PlayerFound`; the player is not told. A player can block a hundred others.
    """

    reply = PlayerFound
    needs = Right.PLAY

    id: RequestId
    player: PlayerRef


class Unblock(Request, tag="unblock"):
    """Unblock a player. The reply is `PlayerFound`."""

    reply = PlayerFound
    needs = Right.PLAY

    id: RequestId
    player: PlayerRef


class Blocked(Request, tag="blocked"):
    """List the players whom the player has blocked. The reply is `PlayerList`."""

    reply = PlayerList
    needs = Right.PLAY

    id: RequestId


class Report(Request, tag="report"):
    """Report a player to the host of the server. The player is not told. The reply is `Ok`."""

    reply = Ok

    id: RequestId
    command_id: CommandId
    player: PlayerRef
    text: str
    """What they did, for the host."""
    room: RoomId | None = None
    """The room in which they did it, if it was in one."""


class CountedGame(Value):
    """A game that was counted in a player's results."""

    room: RoomId
    ruleset: str
    """The name of the ruleset; ``custom`` for all rulesets without a name."""
    speed: Speed
    end: Instant
    result: str
    """``win``, ``loss`` or ``draw``."""
    before: int
    """The rating before the game."""
    after: int | None = None
    """The rating after it; None: it was not rated."""


class VacationSpan(Value):
    """A vacation that the player has taken."""

    start: Instant
    until: Instant


class PlannedMoves(Value):
    """The conditional moves of a player in a game."""

    room: RoomId
    lines: tuple[tuple[str, ...], ...]
    """Points by their names, such as ``K10``, in the order of play from the next turn on."""


class PersonalDataFound(Tagged, tag="personal_data_found"):
    """The reply to `PersonalData`."""

    id: RequestId
    player: Identity
    renamed: Instant | None = None
    """When the name was last changed; None: never."""
    earlier_names: tuple[str, ...] = ()
    """Earlier names that are still reserved for the player."""
    scores: tuple[PoolScore, ...] = ()
    games: tuple[CountedGame, ...] = ()
    """A page of the games that were counted, in no order. A game may be on two pages."""
    cursor: str = ""
    """The cursor for the next page; empty: this is the last page."""
    blocked: tuple[Identity, ...] = ()
    """The players whom the player has blocked."""
    devices: tuple[DeviceInfo, ...] = ()
    """The devices that may sign in to the account."""
    friends: tuple[Identity, ...] = ()
    """The player's friends."""
    messages: tuple[DirectMessage, ...] = ()
    """The messages to the player that are kept."""
    message_policy: MessagePolicy = MessagePolicy.EVERYBODY
    """From whom the player takes messages."""
    notify: bool = False
    """Whether the webhook of the host is to name the player when it is their turn."""
    vacations: tuple[VacationSpan, ...] = ()
    """The vacations that are kept, the oldest first."""
    planned: tuple[PlannedMoves, ...] = ()
    """The conditional moves of the player in games that go on. Those of finished games are in their logs."""


class PersonalData(Request, tag="personal_data"):
    """Get what the server keeps about the player, beside their games. The reply is `PersonalDataFound`.

    The games, private ones too, are found by `Games` with the player's id, and read by `Logs`.
    """

    reply = PersonalDataFound

    id: RequestId
    cursor: str = ""
    """The cursor of the previous reply, to continue from there; empty: the beginning."""


class DeleteAccount(Request, tag="delete_account"):
    """Delete the player's account with its ratings and results, for good. Refused while they have a seat.

    The name is reserved for 30 days. Games stay with the names under which they were played, as they are
    those of the opponents too, but they are not found by the deleted player's name or id any more. After the
    reply the server closes the player's connections with 4503.
    """

    reply = Ok

    id: RequestId
    name: str
    """The name of the account, to make sure that no other one is deleted."""


PeopleRequest = Profile | Leaders | Rename | Block | Unblock | Blocked | Report | PersonalData | DeleteAccount
PeopleAnswer = ProfileFound | LeaderList | PlayerFound | PersonalDataFound
