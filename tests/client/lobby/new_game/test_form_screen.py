"""The form of a new game on the screen of the lobby."""

import pytest

from pente_client.lobby import LeaveLobby, OpenGame
from tests.client.lobby.test_lobby_model import ROBOT
from tests.client.lobby.test_lobby_screen import Server, Stage, at
from tests.support.client.mouse import click_on

UP, DOWN, RIGHT, LEFT, TAB = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\t"


def click(stage: Stage, text: str) -> None:
    stage.type(click_on(stage.text, text))


async def test_arrows_and_text_describe_a_game() -> None:
    async with at(Server(bots=(ROBOT,))) as stage:
        stage.type("n" + DOWN + RIGHT * 2 + DOWN * 2 + "0:30+0" + DOWN * 2 + RIGHT)
        await stage.until("hexa")
        await stage.until("pente play --ruleset=keryo-pente --time=0:30+0 --against=hexa")
        stage.type("\r")
        words = {"ruleset": "keryo-pente", "time": "0:30+0", "against": "hexa"}
        assert await stage.chosen() == OpenGame(words)


async def test_the_mouse_alone_describes_and_opens_a_game() -> None:
    async with at(Server()) as stage:
        stage.type("n")
        await stage.until("Rules")
        click(stage, "Rules")
        await stage.until("< pente >")
        click(stage, "Rules")
        await stage.until("six in a row")
        click(stage, "connect6")
        await stage.until("< connect6 >")
        click(stage, "Rated")
        await stage.until("< no >")
        click(stage, "Rated")
        await stage.until("< yes >")
        click(stage, "[ Open the game ]")
        assert await stage.chosen() == OpenGame({"ruleset": "connect6", "rated": "yes"})


async def test_a_mistake_stands_at_its_field_and_can_be_mended() -> None:
    async with at(Server()) as stage:
        stage.type("n" + TAB * 2 + "99\r")
        await stage.until("! size must be from 3 to 25, not 99.")
        stage.type("\x7f\x7f13\r")
        assert await stage.chosen() == OpenGame({"size": "13"})


@pytest.mark.parametrize("key", ["\x03", "\x1b"])
async def test_ctrl_c_and_esc_go_back_to_the_lobby(key: str) -> None:
    async with at(Server()) as stage:
        stage.type("nq" + key)
        await stage.until("No games are open")
        stage.type("q")
        assert await stage.chosen() == LeaveLobby()


async def test_a_password_is_not_shown() -> None:
    async with at(Server()) as stage:
        stage.type("nprivate" + DOWN * 9 + "secret")
        await stage.until("******")
        assert "secret" not in stage.text
        await stage.until("--private --room-password")
        stage.type("\r")
        assert await stage.chosen() == OpenGame({"private": "yes", "room_password": "secret"})
