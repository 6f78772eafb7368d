"""The lobby's pages of finished games, openings, leaders and profiles, one behind the other."""

from contextlib import suppress
from typing import Final, assert_never

from pente_client.cli.steps.shown_review import known_review
from pente_client.connection import Client, RequestRejected
from pente_client.lobby.choice import (
    LeaveLobby,
    PageToShow,
    ReplayGame,
    ReturnToLobby,
    ShowExplorer,
    ShowGames,
    ShowLeaders,
    ShowProfile,
    WatchRoom,
)
from pente_client.lobby.pages.boards_page import run_boards
from pente_client.lobby.pages.explorer_page import ExplorerContent
from pente_client.lobby.pages.games_page import GamesContent
from pente_client.lobby.pages.list_page import run_page
from pente_client.lobby.pages.page_content import PageContent
from pente_client.lobby.pages.players_pages import LeadersContent, ProfileContent
from pente_client.local.recorded_game import RecordedGame
from pente_client.words.sentences import sentence
from pente_core.identity import RoomId
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

_DEEPEST: Final = 20
"""How many pages one can go back."""


async def visit_pages(client: Client, first: PageToShow) -> LeaveLobby | None:
    """Show a page, and those to which it leads, until the person leaves (or returns to the lobby: None)."""
    pages, notice = [content_of(client, first)], ""
    while pages:
        choice = await run_page(client, pages[-1], notice)
        notice = ""
        match choice:
            case LeaveLobby():
                return choice
            case ReturnToLobby():
                pages.pop()
            case ReplayGame(room):
                notice = await _replay(client, room)
            case ShowGames() | ShowExplorer() | ShowLeaders() | ShowProfile():
                pages = [*pages[1 - _DEEPEST :], content_of(client, choice)]
            case _ as unreachable:
                assert_never(unreachable)
    return None


async def visit_boards(client: Client) -> LeaveLobby | None:
    """Show several live games, and the one that is chosen, until the person leaves (None: to the lobby)."""
    from pente_client.screen import run_screen

    while True:
        choice = await run_boards(client, client.me.id)
        match choice:
            case LeaveLobby():
                return choice
            case ReturnToLobby():
                return None
            case WatchRoom(room):
                with suppress(RequestRejected):  # it is over and gone by now
                    await run_screen(client, room, say=lambda _: None)
                    await client.unwatch(room)
            case _ as unreachable:
                assert_never(unreachable)


def content_of(client: Client, page: PageToShow) -> PageContent:
    """What a page shows at first."""
    match page:
        case ShowGames(which):
            return GamesContent(client.archive, client.me, which)
        case ShowExplorer():
            return ExplorerContent(client.archive)
        case ShowLeaders():
            return LeadersContent(client)
        case ShowProfile(name):
            return ProfileContent(client, name)
        case _ as unreachable:
            assert_never(unreachable)


async def _replay(client: Client, room: RoomId) -> str:
    """Show a finished game; why that was not possible, else empty."""
    from pente_client.screen import run_screen

    try:
        async for log in client.archive.logs([room]):
            game = RecordedGame.of_log(log)
            review = await known_review(client, room, game.rooms[game.id].room.game)
            await run_screen(game, game.id, review=review, at=0, say=lambda _: None)
    except RequestRejected as rejected:
        return sentence(clean(str(rejected)))
    except ValueError as problem:
        return tell("steps.this-game-cant-be-shown", problem=clean(str(problem)))
    return ""
