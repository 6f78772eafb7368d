"""The pages of finished games, openings, leaders and profiles, at a real server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from pente_client.cli.steps.lobby_pages import content_of, visit_pages
from pente_client.connection import Client, CredentialStore, RequestRejected
from pente_client.connection.played_turns import PlayedTurns
from pente_client.lobby.choice import (
    LeaveLobby,
    PageChoice,
    PageToShow,
    ReplayGame,
    ReturnToLobby,
    ShowExplorer,
    ShowGames,
    ShowLeaders,
    ShowProfile,
)
from pente_client.lobby.pages import list_page
from pente_client.lobby.pages.list_page import STILL_READING, ListPage
from pente_client.lobby.pages.page_content import PageContent
from pente_client.screen.game_screen import GameScreen
from pente_core.clock.instant import Instant
from pente_core.rules.game import Game
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.messages.archive import GameFilter
from pente_server.store.memory.store import MemoryStore
from tests.client.cli.commands.test_games import ANN, BOB, DAY, FIRST, GOMOKU, SECOND, game_of, keep
from tests.support.client.mouse import click, click_on, wheel
from tests.support.client.page_stage import PageStage
from tests.support.client.piped_terminal import SizedOutput
from tests.support.games.finished_games import NOON, finished_room
from tests.support.peer import serving
from tests.support.waiting import until

CTRL_P = "\x10"
ENTER, ESC, DOWN, RIGHT, LEFT, BACK = "\r", "\x1b", "\x1b[B", "\x1b[C", "\x1b[D", "\x7f"
MIRRORED = finished_room(
    game_of("K10", "L11", "N13"), 0, players=(ANN, BOB), at=Instant(NOON + 4 * DAY)
)  # L11 is an image of J9
MANY = [
    finished_room(game_of("K10", "L11", "N13"), 0, players=(ANN, BOB), at=Instant(NOON - DAY * count))
    for count in range(1, 25)
]


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    store = MemoryStore()
    await keep(store, FIRST, SECOND, GOMOKU, MIRRORED, *MANY)
    async with serving(store) as served:
        names = CredentialStore(tmp_path / "names.json")
        async with Client(served.url, name="anna", identities=names) as client:
            await keep(store, finished_room(game_of("K10", "L11", "N13"), 1, players=(client.me, BOB)))
            yield client


@asynccontextmanager
async def showing(
    client: Client, page: PageToShow, columns: int = 80, rows: int = 24, *, ascii_: str = "0"
) -> AsyncIterator[PageStage[ListPage]]:
    with create_pipe_input() as keys, create_app_session(keys, output := SizedOutput(columns, rows)):
        shown = ListPage(client, content_of(client, page), {"PENTE_ASCII": ascii_})
        stage = PageStage(shown, keys, output)
        try:
            await stage.until("pente")
            yield stage
        finally:
            if not stage.choice.done():
                shown.shell.app.exit(result=ReturnToLobby())
            await asyncio.wait([stage.choice])


class TestGames:
    async def test_search_pages_and_the_way_to_a_replay(self, client: Client) -> None:
        async with showing(client, ShowGames()) as stage:
            await stage.until("all games, page 1")
            await stage.until("gomoku")
            stage.type(RIGHT)
            await stage.until("page 2")
            stage.type(RIGHT + LEFT)
            await stage.until("page 1")
            stage.type("/ann gomoku draw" + ENTER)
            await stage.until("ann, gomoku, draw")
            await stage.until(lambda text: text.count("2025-06-17") == 1)
            stage.type(ENTER)
            assert await stage.choice == ReplayGame(GOMOKU.id)

    async def test_what_can_not_be_searched_for_is_said_in_a_sentence(self, client: Client) -> None:
        async with showing(client, ShowGames()) as stage:
            stage.type("/won" + ENTER)
            await stage.until("Type also whose games: a player who has won.")
            stage.type(" ann" + ENTER)
            await stage.until("ann, won")
            stage.type("/2025-02-30" + ENTER)
            await stage.until("Write days as 2026-01-31.")
            stage.type(ESC)
            await stage.until(lambda text: "Write days" not in text)
            stage.type("/2025-06-15" + ENTER)
            await stage.until("from 2025-06-15, until 2025-06-15")
            stage.type("/mallory" + ENTER)
            await stage.until(lambda text: "no player mallory" in text and "pente -" not in text)

    async def test_ones_own_games_and_profiles(self, client: Client) -> None:
        async with showing(client, ShowGames()) as stage:
            await stage.until("gomoku")
            stage.type("m")
            await stage.until("anna")
            stage.type(ESC)
            assert await stage.choice == ReturnToLobby()
        async with showing(client, ShowGames(GameFilter(player="bob"))) as stage:
            await stage.until("bob")
            await stage.until("ann - bob")
            stage.type("u")
            assert await stage.choice == ShowProfile("ann")

    async def test_a_server_that_takes_long_is_said_to_search(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answer = asyncio.Event()
        monkeypatch.setattr(list_page, "SLOW", 0.0)
        async with showing(client, ShowGames()) as stage:
            load = stage.page.content.load

            async def slowly() -> None:
                await answer.wait()
                await load()

            monkeypatch.setattr(stage.page.content, "load", slowly)
            stage.type("m")
            await stage.until(STILL_READING)
            answer.set()
            await stage.until(lambda text: STILL_READING not in text)

    async def test_a_rejection_is_a_sentence(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        async with showing(client, ShowGames()) as stage:

            async def rejected() -> None:
                raise RequestRejected("rate-limited", "not so fast")

            monkeypatch.setattr(stage.page.content, "load", rejected)
            stage.type("m")
            await stage.until("Not so fast.")


class TestExplorer:
    async def test_the_point_is_one_that_was_played(self, client: Client) -> None:
        position = game_of("K10").position
        explored = await client.archive.explored(position)
        assert explored.turns[0].notations[0] != "L11"  # the smallest of the images
        played = await PlayedTurns.read(client.archive, position)
        assert played.turns[0] == "L11"
        assert sorted(played.explored.turns[0].notations) == sorted(explored.turns[0].notations)

    async def test_a_position_without_games(self, client: Client) -> None:
        played = await PlayedTurns.read(client.archive, Game.new(ruleset_from("boat-pente")).position)
        assert played.turns == []

    async def test_moves_are_played_and_taken_back_on_the_board(self, client: Client) -> None:
        async with showing(client, ShowExplorer()) as stage:
            await stage.until("[╋]")
            stage.type(ENTER)
            await stage.until("L11")
            await stage.until("[┼]")
            stage.type(BACK)
            await stage.until("the start")
            stage.type("/K10 L11" + ENTER)
            await stage.until("N13")
            stage.type("/K10 K10" + ENTER)
            await stage.until("There is a stone already.")
            stage.type(ESC)
            await stage.until(lambda text: "a stone already" not in text)
            stage.type("/gomoku" + ENTER)
            await stage.until("explorer: gomoku")
            stage.type("g")
            choice = await stage.choice
            assert isinstance(choice, ShowGames)
            assert "gomoku" in choice.which.position


class TestPlayers:
    async def test_a_profile_has_results_and_games(self, client: Client) -> None:
        async with showing(client, ShowProfile()) as stage:
            await stage.until("anna (id")
            await stage.until("Latest games:")
            assert "0-1  anna - bob" in stage.text
            stage.type("/nobody-here" + ENTER)
            await stage.until("There is no player nobody-here.")
            stage.type("/" + ENTER)
            await stage.until("Latest games:")
            stage.type("g")
            assert await stage.choice == ShowGames(GameFilter(player="anna"))

    async def test_leaders_of_a_ruleset(self, client: Client) -> None:
        async with showing(client, ShowLeaders()) as stage:
            await stage.until("No ratings in pente yet.")
            stage.type("/keryo-pente" + ENTER)
            await stage.until("No ratings in keryo-pente yet.")
            stage.type("/chess" + ENTER)
            await stage.until("There is no ruleset chess.")


class TestEmptyLists:
    @pytest.mark.parametrize(
        ("page", "seen"),
        [
            (ShowGames(), "No games are finished yet. Every finished game stands here"),
            (ShowGames(GameFilter(player="anna")), "No finished game is like that."),
            (ShowExplorer(), "No games of pente are finished yet."),
            (ShowLeaders(), "Players stand here by their ratings"),
            (ShowProfile(), "Finished games stand here, to step through."),
        ],
    )
    async def test_what_would_stand_there_and_what_to_do(
        self, tmp_path: Path, page: PageToShow, seen: str
    ) -> None:
        async with serving(MemoryStore()) as served:
            names = CredentialStore(tmp_path / "names.json")
            async with (
                Client(served.url, name="anna", identities=names) as client,
                showing(client, page, 120, 40) as stage,
            ):
                await stage.until(seen)
                assert "Enter replay" not in stage.text


class TestMouse:
    async def test_rows_the_wheel_and_the_bar(self, client: Client) -> None:
        async with showing(client, ShowGames()) as stage:
            await stage.until("gomoku")
            rows = stage.text.split("\n")
            assert rows[2].startswith("▸")
            stage.type(wheel(5, 5, down=True))
            await stage.until(lambda text: text.split("\n")[3].startswith("▸"))
            stage.type(click(5, 6))
            await stage.until(lambda text: text.split("\n")[6].startswith("▸"))
            stage.type(click_on(stage.text, "Right older"))
            await stage.until("page 2")
            stage.type(click_on(stage.text, "Left newer"))
            await stage.until("page 1")
            stage.type(click(5, 2) + click(5, 2))
            assert isinstance(await stage.choice, ReplayGame)

    async def test_the_board_of_the_explorer_has_its_turn_in_a_narrow_window(self, client: Client) -> None:
        async with showing(client, ShowExplorer(), 60, 24) as stage:
            await stage.until("b board")
            assert "┬" not in stage.text
            stage.type("b")
            await stage.until("[╋]")
            await stage.until(lambda text: "K10" in text.split("\n")[-2])
            stage.type(ENTER)
            await stage.until(lambda text: "L11" in text.split("\n")[-2])
            stage.type("b")
            await stage.until("games  white")
            assert "┬" not in stage.text
        async with showing(client, ShowExplorer(), 80, 24) as stage:
            await stage.until("[╋]")
            assert "b board" not in stage.text
        async with showing(client, ShowExplorer(), 41, 23) as stage:
            await stage.until("b board")
            await stage.until("drawn 0")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (60, 24), (41, 23)])
@pytest.mark.parametrize("page", [ShowGames(), ShowExplorer(), ShowLeaders(), ShowProfile("ann")])
async def test_every_page_at_every_size(client: Client, page: PageToShow, columns: int, rows: int) -> None:
    async with showing(client, page, columns, rows, ascii_="1") as stage:
        await stage.until(lambda text: "Esc lobby" in text and len(text.split("\n")) == rows)
        assert stage.text.isascii()
        stage.type("jjkk" + DOWN + RIGHT + LEFT + "?")
        await stage.until("any key closes")
        stage.type("x" + CTRL_P)
        await stage.until("Enter chooses")
        stage.type("settin")
        await stage.until("search: settin_")
        stage.type(ESC)
        await stage.until(lambda text: "search:" not in text)


async def test_one_page_leads_to_another_and_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    choices: list[PageChoice] = [
        ReplayGame(FIRST.id),
        ShowExplorer(),
        ReturnToLobby(),
        ShowProfile("ann"),
        ReturnToLobby(),
        ReturnToLobby(),
    ]
    shown, replayed = list[str](), list[str]()

    async def run_page(_: Client, content: PageContent, notice: str = "") -> PageChoice:
        shown.append(f"{content.title}{notice}")
        return choices.pop(0)

    async def run(screen: GameScreen) -> int:
        replayed.append(screen.controller.model.room_id or "")
        return 0

    monkeypatch.setattr("pente_client.cli.steps.lobby_pages.run_page", run_page)
    monkeypatch.setattr(GameScreen, "run", run)
    with create_pipe_input() as keys, create_app_session(keys, SizedOutput(80, 24)):
        assert await visit_pages(client, ShowGames()) is None
    games, profile = "finished games", "profile"
    assert shown == [games, games, "explorer: pente", games, profile, games]
    assert replayed == [FIRST.id]

    choices[:] = [LeaveLobby(3)]
    assert await visit_pages(client, ShowLeaders()) == LeaveLobby(3)


async def test_the_page_ends_with_the_connection(client: Client) -> None:
    async with showing(client, ShowGames()) as stage:
        await stage.until("gomoku")
        await client.close()
        await until(stage.choice.done)
