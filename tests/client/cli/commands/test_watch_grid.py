"""`pente watch --grid`: several live games at once, at a real server."""

import argparse
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from pente_client.cli.steps import watching
from pente_client.connection import Client, CredentialStore
from pente_client.lobby.pages import boards_page
from pente_client.lobby.pages.boards_page import BoardsChoice, BoardsPage
from pente_client.screen.game_screen import GameScreen
from pente_core.identity import PlayerId
from pente_core.room import commands as cmd
from tests.client.conftest import Start
from tests.support.client.page_stage import PageStage
from tests.support.client.piped_terminal import SizedOutput
from tests.support.peer import peers, serving


@pytest.mark.parametrize("others", [("--plain",), ("--json",), ("--channel", "bots")])
async def test_it_is_for_a_terminal_and_for_all_games(start: Start, others: tuple[str, ...]) -> None:
    program = start("watch", "ws://127.0.0.1:9", "--grid", *others)
    assert await program.ended() == 2
    assert (
        "--grid is for a terminal, without a room and a channel, --plain and --json" in program.err.getvalue()
    )


async def test_the_command_shows_the_games_and_the_one_that_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = list[str]()

    async def run_boards(client: boards_page.BoardsPort, me: PlayerId) -> BoardsChoice:
        page = BoardsPage(client, me, {"PENTE_ASCII": "0"})
        stage = PageStage(page, keys, output)
        await stage.until("live games")
        await stage.until("A B C D")
        assert "19 ┌" in stage.text
        stage.type("\x1b" if watched else "\r")
        choice: BoardsChoice = await stage.choice
        return choice

    async def run(screen: GameScreen) -> int:
        watched.append(screen.controller.model.room_id or "")
        return 0

    monkeypatch.setattr("pente_client.cli.steps.lobby_pages.run_boards", run_boards)
    monkeypatch.setattr(GameScreen, "run", run)
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        game = await alice.create("pente", "5+3")
        await bob.act(game, cmd.Join())
        names = CredentialStore(tmp_path / "names.json")
        with create_pipe_input() as keys, create_app_session(keys, output := SizedOutput(80, 24)):
            async with Client(served.url, name="eve", identities=names) as client:
                assert await watching._watch(argparse.Namespace(grid=True), client, None, "") == 0
    assert watched == [game]
