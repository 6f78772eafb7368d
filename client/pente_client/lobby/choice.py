"""What a player leaves the lobby for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pente_client.input.people_orders import ChallengeOrder
from pente_core.identity import RoomId
from pente_protocol.join_codes import JoinCode
from pente_protocol.messages.archive import GameFilter
from pente_protocol.messages.lists import RoomSummary


@dataclass(frozen=True, slots=True)
class LeaveLobby:
    """Nothing: the program ends."""

    status: int = 0
    """The exit status."""
    running: tuple[RoomSummary, ...] = ()
    """The player's games that go on meanwhile."""


@dataclass(frozen=True, slots=True)
class PlayNow:
    """To play what can be played at once: a game of one's own, an invitation, an open game, or a new one."""


@dataclass(frozen=True, slots=True)
class JoinRoom:
    """To take a seat in a room, or to return to one's own."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class JoinByCode:
    """To take a seat in the room with a join code."""

    code: JoinCode


@dataclass(frozen=True, slots=True)
class ChallengePlayer:
    """To challenge a person or a bot."""

    name: str


@dataclass(frozen=True, slots=True)
class OpenGame:
    """To open a new game, and wait there for a player."""

    words: Mapping[str, str]
    """The fields of the form that were given; see `pente_client.options.new_game`."""


@dataclass(frozen=True, slots=True)
class WatchRoom:
    """To watch a game."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class WatchFeatured:
    """To watch the featured game, and the next one after it."""


@dataclass(frozen=True, slots=True)
class WatchBoards:
    """To watch several games at once."""


@dataclass(frozen=True, slots=True)
class ShowOnline:
    """To see who is online."""


@dataclass(frozen=True, slots=True)
class TakeTutorial:
    """To learn the game."""


@dataclass(frozen=True, slots=True)
class ReturnToLobby:
    """To see the lobby again, from another page of it."""


_ALL_GAMES: Final = GameFilter()


@dataclass(frozen=True, slots=True)
class ShowGames:
    """To see finished games."""

    which: GameFilter = _ALL_GAMES


@dataclass(frozen=True, slots=True)
class ShowExplorer:
    """To see what is played in openings."""


@dataclass(frozen=True, slots=True)
class ShowLeaders:
    """To see the leaderboards."""


@dataclass(frozen=True, slots=True)
class ShowProfile:
    """To see a player's results."""

    name: str = ""
    """Empty: one's own."""


@dataclass(frozen=True, slots=True)
class ReplayGame:
    """To step through a finished game."""

    room: RoomId


PageToShow = ShowGames | ShowExplorer | ShowLeaders | ShowProfile
LobbyChoice = (
    LeaveLobby
    | PlayNow
    | JoinRoom
    | JoinByCode
    | ChallengePlayer
    | OpenGame
    | WatchRoom
    | WatchFeatured
    | WatchBoards
    | ShowOnline
    | TakeTutorial
    | PageToShow
)
PageChoice = LeaveLobby | ReturnToLobby | PageToShow | ReplayGame
"""What a player leaves a page of finished games, openings, leaders or profiles for."""
PeopleChoice = LeaveLobby | ReturnToLobby | ChallengeOrder
"""What a player leaves the page of who is online for."""
