"""The game page without a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pente_client.local.new_game import LocalGame, LocalPlayer
from pente_client.screen.game_screen import farewell_of
from pente_core.clock.clock import parse_time_control
from tests.support.client.piped_terminal import HeadlessScreen, on_stage
from tests.support.games.local_games import ANNA, BORIS, Finder, game_of, local_client

COMPUTER = LocalPlayer("scripted", is_computer=True)


@asynccontextmanager
async def playing(
    directory: Path,
    game: LocalGame,
    size: tuple[int, int] = (80, 24),
    finder: Finder | None = None,
    **variables: str,
) -> AsyncIterator[HeadlessScreen]:
    async with (
        local_client(directory, finder) as client,
        on_stage(client, *size, room=client.begin(game), environ={"PENTE_ASCII": "0", **variables}) as stage,
    ):
        yield stage


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 24), (41, 23)])
async def test_two_people_are_called_by_their_names(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, game_of(), size) as stage:
        await stage.until("anna, your move")
        stage.type("k10\r")
        text = await stage.until("boris, your turn")
        assert "anna played K10." in text
        assert " you " not in text
        stage.type("l11\r")
        await stage.until("anna, your turn")


async def test_nobody_asks_who_leaves_a_game_that_is_saved(tmp_path: Path) -> None:
    async with playing(tmp_path, game_of()) as stage:
        stage.type("k10\r")
        await stage.until("boris, your turn.")
        stage.type("/quit\r")
        assert await stage.left() == 0
        assert farewell_of(stage.screen.controller.model, stage.screen.controller.now()) == (
            "The game is saved. To go on: pente local --continue"
        )


async def test_a_draw_is_agreed_on_at_one_keyboard(tmp_path: Path) -> None:
    async with playing(tmp_path, game_of()) as stage:
        await stage.until("anna, your move")
        stage.type("/draw\r")
        await stage.until("anna offers a draw. Accept? y/n")
        stage.type("y\r")
        await stage.until("The game is drawn by agreement.")


async def test_who_is_to_move_may_still_do_so_while_an_offer_waits(tmp_path: Path) -> None:
    async with playing(tmp_path, game_of(), PENTE_PREMOVE="yes") as stage:
        await stage.until("anna, your move")
        stage.type("/draw\r")
        await stage.until("anna offers a draw.")
        stage.type("k10\r")
        await stage.until(lambda text: "◌" not in text and "1 ○ K10" in text)


async def test_a_rematch_is_shown_at_once(tmp_path: Path) -> None:
    async with playing(tmp_path, game_of(time=parse_time_control("5+3"))) as stage:
        await stage.until("anna, your move")
        stage.type("/resign\r")
        await stage.until("Resign? y/n")
        stage.type("y")
        await stage.until("boris won: anna resigned")
        stage.type("r")
        await stage.until("boris, your move")


async def test_against_the_computer(tmp_path: Path) -> None:
    finder = Finder()
    finder.found.may_think.clear()
    async with playing(tmp_path, game_of(players=(ANNA, COMPUTER)), finder=finder) as stage:
        await stage.until("anna you")
        stage.type("k10\r")
        await stage.until("It is scripted's turn.")
        stage.type("/takeback\r")
        await stage.until("Your move: the first stone must go on K10.")
        finder.found.may_think.set()
        stage.type("k10\r")
        await stage.until("scripted played A1. Your turn.")


async def test_what_needs_a_server_is_rejected_in_a_sentence(tmp_path: Path) -> None:
    async with playing(tmp_path, game_of(players=(BORIS, ANNA))) as stage:
        await stage.until("boris, your move")
        for word in ("/people", "/code", "/friend eve", "/tv next"):
            stage.type(f"{word}\r")
            await stage.until(lambda text: "no server" in text or "not TV" in text)
