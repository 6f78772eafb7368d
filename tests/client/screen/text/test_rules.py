"""The rules of the game in play on one key of the full screen."""

import pytest

from tests.support.client.fake_client import FakeClient, room_of
from tests.support.client.piped_terminal import on_stage

DOWN = "\x1b[B"
F4 = "\x1bOS"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 24), (41, 23)])
async def test_one_key_shows_the_rules_of_the_game_in_play(size: tuple[int, int]) -> None:
    async with on_stage(FakeClient(room_of("keryo-pente")), *size) as stage:
        stage.type(F4)
        await stage.until("How to win")
        assert "keryo-pente" in stage.text
        stage.type(DOWN * 10)
        await stage.until("Three captured.")
        stage.type("x")
        await stage.until(lambda text: "any key closes" not in text)


async def test_the_rules_can_be_asked_for_in_words_and_drawn_in_ascii() -> None:
    async with on_stage(FakeClient(room_of()), environ={"PENTE_ASCII": "yes"}) as stage:
        stage.type("/rules\r")
        await stage.until(".*X*X(X)X*X*.")
