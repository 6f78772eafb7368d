"""The pages of leaders and of a player's profile."""

from collections.abc import Sequence
from typing import Final, Protocol

from pente_client.input.invalid_input import InvalidInput
from pente_client.lobby.choice import PageChoice, ReplayGame, ShowGames, ShowProfile
from pente_client.lobby.pages.games_page import GamesPort
from pente_client.lobby.pages.page_content import ContentAction, Named
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Line
from pente_client.words.lists.game_list import short_game_lines
from pente_client.words.lists.leaders import leader_line, leaders_title
from pente_client.words.lists.profile import profile_lines
from pente_core.rules.ruleset import RULESETS
from pente_protocol.messages.archive import GameFilter, GameSummary
from pente_protocol.messages.people import Leader, Leaderboard, ProfileFound
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import BadName, check_name, clean

LATEST_GAMES: Final = 20


class PlayersPort(Protocol):
    """The connection, as these pages see it."""

    @property
    def archive(self) -> GamesPort: ...

    async def leaders(self, ruleset: str = "pente") -> Sequence[Leaderboard]: ...

    async def profile(self, name: str) -> ProfileFound: ...


class LeadersContent:
    """The leaderboard of a ruleset and a speed. Mutable."""

    question: Final = tell("browse.type-ruleset")
    choosing: Final = "profile", tell("action.profile")
    asking: Final = "ruleset", tell("action.other-leaders")
    turning: Final = (
        ("slower", tell("action.slower-games")),
        ("faster", tell("action.faster-games")),
    )
    actions: Final[Sequence[ContentAction]] = ()

    def __init__(self, client: PlayersPort) -> None:
        self._client = client
        self._ruleset, self._speed = "pente", 0
        self._boards: Sequence[Leaderboard] = ()
        self.place = 0

    @property
    def title(self) -> str:
        return tell("browse.leaders", rules=self._ruleset)

    def head(self, columns: int) -> Sequence[str]:
        del columns
        return [leaders_title(self._boards, self._speed, self._ruleset)]

    def rows(self) -> Sequence[str]:
        return [leader_line(place, leader) for place, leader in self._leaders()]

    def empty(self) -> str:
        return tell("browse.no-leaders")

    def board(self, glyphs: Glyphs) -> Sequence[Line]:
        del glyphs
        return ()

    async def load(self) -> None:
        self._boards = await self._client.leaders(self._ruleset)
        self._speed = min(self._speed, max(0, len(self._boards) - 1))

    def choose(self) -> PageChoice | None:
        return ShowProfile(self._leaders()[self.place][1].player.name)

    def may_turn(self, pages: int) -> bool:
        return 0 <= self._speed + pages < len(self._boards)

    def turn(self, pages: int) -> None:
        self._speed, self.place = self._speed + pages, 0

    def enter(self, text: str) -> None:
        word = text.strip().lower() or "pente"
        if word not in RULESETS:
            text = tell("browse.no-ruleset", word=clean(word, 20), names=", ".join(RULESETS))
            raise InvalidInput(text)
        self._ruleset, self._speed, self.place = word, 0, 0

    def _leaders(self) -> Sequence[tuple[str, Leader]]:
        """Those that are shown, with their places; provisional ratings have none."""
        if not self._boards:
            return []
        board = self._boards[self._speed]
        placed = [(str(place), leader) for place, leader in enumerate(board.leaders, 1)]
        return [*placed, *(("", leader) for leader in board.provisional)]


class ProfileContent:
    """A player's results and latest games. Mutable."""

    question: Final = tell("browse.type-player")
    choosing: Final = "replay", tell("action.replay")
    asking: Final = "player", tell("action.other-profile")
    turning: Final[tuple[Named, ...]] = ()

    def __init__(self, client: PlayersPort, name: str = "") -> None:
        self._client = client
        self._name = name
        self._found: ProfileFound | None = None
        self._games: Sequence[GameSummary] = ()
        self.place = 0

    @property
    def title(self) -> str:
        return tell("browse.profile")

    @property
    def actions(self) -> Sequence[ContentAction]:
        return (ContentAction("games", tell("action.games-of-player"), "g", self._all_games),)

    def head(self, columns: int) -> Sequence[str]:
        del columns
        if self._found is None:
            return []
        return [*profile_lines(self._found), *([tell("browse.latest-games")] if self._games else [])]

    def rows(self) -> Sequence[str]:
        return list(short_game_lines(self._games)) if self._games else []

    def empty(self) -> str:
        return tell("browse.no-own-games")

    def board(self, glyphs: Glyphs) -> Sequence[Line]:
        del glyphs
        return ()

    async def load(self) -> None:
        found, games = await self._client.profile(self._name), list[GameSummary]()
        which = GameFilter(player=found.player.id)
        async for page, _ in self._client.archive.games(which, most=LATEST_GAMES):
            games += page
        self._found, self._games = found, games

    def choose(self) -> PageChoice | None:
        return ReplayGame(self._games[self.place].id)

    def may_turn(self, pages: int) -> bool:
        del pages
        return False

    def turn(self, pages: int) -> None:
        """Nowhere: there is one page."""

    def enter(self, text: str) -> None:
        try:
            self._name = check_name(text.strip()) if text.strip() else ""
        except BadName as bad:
            raise InvalidInput(clean(str(bad))) from None
        self.place = 0

    def _all_games(self) -> PageChoice | None:
        return ShowGames(GameFilter(player=self._found.player.name)) if self._found is not None else None
