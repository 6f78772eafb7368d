"""The form of a new game on the screen of the lobby."""

import pytest

from pente_client.lobby import LeaveLobby, OpenGame
from pente_core.identity import PlayerId
from pente_core.value import replace
from tests.client.lobby.test_lobby_model import ROBOT
from tests.client.lobby.test_lobby_screen import Server, Stage, at
from tests.support.client.mouse import click_on

UP, DOWN, RIGHT, LEFT, TAB = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\t"
HOME, END, DELETE = "\x1b[H", "\x1b[F", "\x1b[3~"


def click(stage: Stage, text: str) -> None:
    stage.type(click_on(stage.text, text))


async def test_arrows_and_text_describe_a_game() -> None:
    async with at(Server(bots=(ROBOT,))) as stage:
        stage.type("n" + DOWN + RIGHT * 2 + DOWN + "0:30+0" + DOWN * 2 + RIGHT)
        await stage.until("hexa")
        await stage.until("pente play --ruleset=keryo-pente --time=0:30+0 --against=hexa")
        stage.type("\r")
        words = {"ruleset": "keryo-pente", "time": "0:30+0", "against": "hexa"}
        assert await stage.chosen() == OpenGame(words)


async def test_opponents_say_how_strong_they_are_in_the_form_and_in_the_list() -> None:
    bots = [replace(ROBOT, id=PlayerId(f"{n:032x}"), name=f"{n}-bot") for n in (7, 8)]
    strong, weak = replace(bots[0], name="strong-bot"), replace(bots[1], name="easy-bot")
    async with at(Server(bots=(strong, weak))) as stage:
        await stage.until("▸ easy-bot             easy, level 2 of 12, beginner: sees one")
        stage.type("n" + DOWN * 4 + " ")
        await stage.until("strong-bot  strong, level 8 of 12, tournament player: is sometimes hasty")
        stage.type(DOWN + "\r\r")
        assert await stage.chosen() == OpenGame({"against": "easy-bot"})


async def test_a_game_with_the_selected_bot_is_described_before_it_is_asked() -> None:
    bots = tuple(replace(ROBOT, id=PlayerId(f"{n:032x}"), name=f"{n}-bot") for n in (7, 8))
    async with at(Server(bots=bots)) as stage:
        await stage.until("▸ 7-bot")
        stage.type(DOWN + "c" + DOWN + RIGHT * 2 + DOWN + "5+3")
        await stage.until("pente play --ruleset=keryo-pente --time=5+3 --against=8-bot")
        stage.type("\r")
        words = {"against": "8-bot", "ruleset": "keryo-pente", "time": "5+3"}
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
        stage.type("n" + TAB * 6 + "99\r")
        await stage.until("! 'Board size' must be from 3 to 25, not 99.")
        stage.type("\x7f\x7f13\r")
        assert await stage.chosen() == OpenGame({"size": "13"})


@pytest.mark.parametrize("key", ["\x03", "\x1b"])
async def test_ctrl_c_and_esc_go_back_to_the_lobby(key: str) -> None:
    async with at(Server()) as stage:
        stage.type("nq" + key)
        await stage.until("No games are open")
        stage.type("q")
        assert await stage.chosen() == LeaveLobby()


async def test_a_text_is_edited_in_its_middle() -> None:
    async with at(Server()) as stage:
        stage.type("npente 5+3")
        await stage.until("pente 5+3_")
        stage.type(HOME + "keryo-" + END + LEFT * 3 + DELETE + "15" + END + "0")
        await stage.until("keryo-pente 15+30_")
        stage.type("\r")
        assert await stage.chosen() == OpenGame({"ruleset": "keryo-pente", "time": "15+30"})


async def test_a_field_with_words_on_offer_is_edited_too() -> None:
    async with at(Server()) as stage:
        stage.type("n" + TAB * 2 + RIGHT * 2)
        await stage.until("3+2_")
        stage.type("5" + LEFT * 2 + DELETE + "1\x7f0")
        await stage.until("--time=3+05")
        stage.type("\x15" + RIGHT)
        await stage.until("--time=1+0")
        stage.type(HOME)
        await stage.until("▸ In one line")


async def test_a_password_is_not_shown() -> None:
    async with at(Server()) as stage:
        stage.type("nprivate" + DOWN * 10 + "secret")
        await stage.until("******")
        assert "secret" not in stage.text
        await stage.until("--private --room-password")
        stage.type("\r")
        assert await stage.chosen() == OpenGame({"private": "yes", "room_password": "secret"})
