"""The page of finished games: a search, pages, and the way to a replay."""

from collections.abc import AsyncIterator, Sequence
from typing import Final, Protocol

from pente_client.input.game_search import HOW_TO_SEARCH, parse_game_search
from pente_client.lobby.choice import PageChoice, ReplayGame, ShowExplorer, ShowProfile
from pente_client.lobby.pages.page_content import ContentAction
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Line
from pente_client.words.lists.game_list import search_text, short_game_lines
from pente_core.identity import Identity
from pente_core.value import replace
from pente_protocol.messages.archive import GameFilter, GameSummary
from pente_protocol.sentences import tell

GAMES_OF_PAGE: Final = 20
NO_GAMES: Final = tell("browse.none-finished")


class GamesPort(Protocol):
    """The finished games of a server."""

    def games(
        self, which: GameFilter, cursor: str = "", most: int | None = None
    ) -> AsyncIterator[tuple[Sequence[GameSummary], str]]: ...


class GamesContent:
    """A search, and the page of its games that is shown. Mutable."""

    question: Final = HOW_TO_SEARCH
    choosing: Final = "replay", tell("action.replay")
    asking: Final = "search", tell("action.search-games")
    turning: Final = (("older", tell("action.older")), ("newer", tell("action.newer")))

    def __init__(self, archive: GamesPort, me: Identity, which: GameFilter | None = None) -> None:
        self._archive, self._me = archive, me
        self.which = which or GameFilter()
        self.place = 0
        self._games: Sequence[GameSummary] = ()
        self._cursors = [""]
        """Where the pages begin, up to the one that is shown."""
        self._next = ""

    @property
    def title(self) -> str:
        return tell("browse.finished-games")

    @property
    def actions(self) -> Sequence[ContentAction]:
        return (
            ContentAction("mine", tell("action.own-games"), "m", self._mine),
            ContentAction("player", tell("action.profile-of-opponent"), "u", self._profile),
            ContentAction("explore", tell("action.explorer"), "e", self._explore),
        )

    def head(self, columns: int) -> Sequence[str]:
        del columns
        search, number = search_text(self.which), len(self._cursors)
        return [tell("browse.page", search=search, n=number) if number > 1 or self._next else search]

    def rows(self) -> Sequence[str]:
        return list(short_game_lines(self._games)) if self._games else []

    def empty(self) -> str:
        if self.which == GameFilter():
            return NO_GAMES
        return tell("browse.no-such-game")

    def board(self, glyphs: Glyphs) -> Sequence[Line]:
        del glyphs
        return ()

    async def load(self) -> None:
        which, cursors, found = self.which, tuple(self._cursors), list[GameSummary]()
        cursor = cursors[-1]
        async for page, cursor in self._archive.games(which, cursor, GAMES_OF_PAGE):  # noqa: B007, B020
            found += page
        if (which, cursors) == (self.which, tuple(self._cursors)):  # else others were asked for meanwhile
            self._games, self._next = found, cursor

    def choose(self) -> PageChoice | None:
        return ReplayGame(self._games[self.place].id)

    def may_turn(self, pages: int) -> bool:
        return bool(self._next) if pages > 0 else len(self._cursors) > 1

    def turn(self, pages: int) -> None:
        if pages > 0:
            self._cursors.append(self._next)
            self._next = ""  # not known before the page is there
        else:
            self._cursors.pop()
        self.place = 0

    def enter(self, text: str) -> None:
        self._search(parse_game_search(text))

    def _search(self, which: GameFilter) -> None:
        self.which, self.place, self._cursors = which, 0, [""]
        self._games, self._next = (), ""

    def _mine(self) -> PageChoice | None:
        self._search(replace(self.which, player=self._me.name))
        return None

    def _profile(self) -> PageChoice | None:
        """The profile of the selected game's player: the opponent, in a game of one's own."""
        if not self._games:
            return ShowProfile("")
        players = self._games[self.place].players
        return ShowProfile(next((each.name for each in players if each.id != self._me.id), ""))

    def _explore(self) -> PageChoice | None:
        return ShowExplorer()
