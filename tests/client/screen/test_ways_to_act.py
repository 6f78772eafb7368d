"""Premoves, confirmations, words without a slash, and what works after a refused move."""

from pathlib import Path

import pytest

from pente_client.connection import Superseded
from pente_client.screen.game_screen import farewell_of
from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import parse_point
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, FakeClient, room_of
from tests.support.client.mouse import click, click_on
from tests.support.client.piped_terminal import HeadlessScreen, on_stage

UP, LEFT, ESC, CTRL_D, F2 = "\x1b[A", "\x1b[D", "\x1b", "\x04", "\x1bOQ"


def with_settings(directory: Path, text: str) -> dict[str, str]:
    (directory / "settings.toml").write_text(text)
    return {"PENTE_ASCII": "0", "PENTE_CONFIG": str(directory)}


async def test_a_premove_is_shown_played_in_turn_and_can_be_cancelled() -> None:
    host = FakeClient(room_of(turns="K10"))
    async with on_stage(host) as stage:
        stage.type("n13\r")
        await stage.until("In your turn: N13. Press Esc to cancel.")
        assert "<1>" in stage.text
        row = next(y for y, line in enumerate(stage.rows) if "<1>" in line)
        assert "board.white" in stage.style_at(stage.rows[row].index("<1>") + 1, row)
        stage.type(ESC)
        await stage.until("Premove cancelled.")
        assert "<1>" not in stage.text
        stage.type("n14\r")
        await stage.until("In your turn: N14.")
        host.happen(cmd.Play(parse_point("L10", 19)), BOB)
        await stage.until("You played N14.")
        assert host.room().game.tokens == ("K10", "L10", "N14")
        assert "In your turn" not in stage.text


async def test_the_cursor_premoves_too() -> None:
    host = FakeClient(room_of(turns="K10"))
    async with on_stage(host) as stage:
        stage.type(UP + UP + "\r")
        await stage.until("In your turn: K11.")


async def test_arrows_and_clicks_work_after_a_refused_move() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("k9\r")
        await stage.until("goes on the centre")
        stage.type(UP)
        await stage.until("[◌]")
        assert stage.prompt == ">"
        stage.type("k9\r")
        await stage.until("goes on the centre")
        stage.type(click(21, 11))
        await stage.until(lambda text: "goes on the centre" not in text)
        assert stage.prompt == ">"
        stage.type("\r")
        await stage.until("bob to move")


async def test_keys_of_one_character_work_after_a_refused_line() -> None:
    async with on_stage(FakeClient(room_of(turns="K10 L10"))) as stage:
        stage.type("hello\r")
        await stage.until('Say "hello" to all? y/n')
        stage.type("n")
        await stage.until("> hello")
        stage.type("[")
        await stage.until("1 move behind")
        assert stage.prompt == ">"


async def test_a_click_confirms_a_stone_where_that_is_wanted(tmp_path: Path) -> None:
    host = FakeClient(room_of())
    environ = with_settings(tmp_path, 'confirm = "always"\n')
    async with on_stage(host, environ=environ) as stage:
        stage.type("k10\r")
        await stage.until("Play K10? y/n")
        stage.type("\r")
        await stage.until("bob to move")
    host = FakeClient(room_of())
    async with on_stage(host, environ=environ) as stage:
        stage.type(click(21, 11) + click(21, 11))
        await stage.until("Play K10? y/n")
        stage.type(click(30, 5))
        await stage.until(lambda text: "Play K10" not in text)
        assert host.room().game.turns == ()
        stage.type(click(21, 11))
        await stage.until("Play K10? y/n")
        stage.type(click(21, 11))
        await stage.until("bob to move")


async def test_a_forced_first_stone_is_placed_if_wanted(tmp_path: Path) -> None:
    host = FakeClient(room_of())
    async with on_stage(host, environ=with_settings(tmp_path, "first_stone = true\n")) as stage:
        await stage.until("bob to move")
    assert host.room().game.tokens == ("K10",)


async def test_words_need_no_slash() -> None:
    host = FakeClient(room_of(turns="K10 L10"))
    async with on_stage(host) as stage:
        stage.type("draw\r")
        await stage.until("You offer a draw.")
        stage.type("resign\r")
        await stage.until("Resign? y/n")
        stage.type("y")
        await stage.until("resigned")


async def test_what_is_no_move_is_said_after_a_question() -> None:
    host = FakeClient(room_of())
    async with on_stage(host) as stage:
        stage.type("good luck\r")
        await stage.until('Not a move. Say "good luck" to all? y/n')
        stage.type("\r")
        await stage.until("ada: good luck")
        assert stage.prompt == ">"


async def test_ones_own_offer_stays_visible_and_a_takeback_says_what_it_takes_back() -> None:
    host = FakeClient(room_of(turns="K10 L10"))
    async with on_stage(host) as stage:
        stage.type("/takeback\r")
        await stage.until("You ask to take back K10 and L10.")
        stage.type(UP)
        await stage.until(lambda text: "[" in text)
        assert "You ask to take back K10 and L10." in stage.text
    host = FakeClient(room_of(turns="K10 L10"))
    async with on_stage(host) as stage:
        host.happen(cmd.Offer(OfferKind.TAKEBACK), BOB)
        await stage.until("bob wants to take back L10. Allow? y/n")


async def test_abort_asks_and_enter_does_not_say_yes() -> None:
    host = FakeClient(room_of())
    async with on_stage(host) as stage:
        stage.type("/abort\r")
        await stage.until("End the game without a result? y/n")
        stage.type("\r")
        await stage.until(lambda text: "without a result? y/n" not in text)
        assert host.room().status is ev.Status.PLAYING


async def test_control_d_asks_in_ones_own_game_and_deletes_in_a_line() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("k10" + LEFT + CTRL_D)
        await stage.until(lambda _: stage.prompt == "> k1")
        stage.type(ESC + CTRL_D)
        await stage.until("Leave? The game goes on")
        stage.type("n")
        await stage.until(lambda text: "Leave?" not in text)
    async with on_stage(FakeClient(room_of(), me=EVE)) as stage:
        stage.type(CTRL_D)
        assert await stage.left() == 0


async def test_two_offers_are_asked_about_one_after_the_other() -> None:
    host = FakeClient(room_of(turns="K10 L10"))
    host.happen(cmd.Offer(OfferKind.DRAW), BOB)
    host.happen(cmd.Offer(OfferKind.PAUSE), BOB)
    async with on_stage(host) as stage:
        await stage.until("bob offers a draw. Accept? y/n (1 more offer waits)")
        stage.type("n\r")
        await stage.until("bob wants to pause the game. Allow? y/n")
        stage.type("y\r")
        await stage.until("The game is paused")


async def test_one_key_takes_a_room_back_that_was_opened_elsewhere() -> None:
    host = FakeClient(room_of(turns="K10"))
    async with on_stage(host) as stage:
        for text in ("\r", click_on_here):
            host.hidden[ROOM] = host.rooms.pop(ROOM).room
            host.tell(Superseded(ROOM))
            await stage.until("You opened this room on another connection. Enter goes on here")
            assert stage.rows[-1].strip("> ") == "[here] [rules] [flip] [quit] ? help"
            stage.type(text if isinstance(text, str) else text(stage))
            await stage.until("It is bob's turn.")
        host.happen(cmd.Play(parse_point("L10", 19)), BOB)
        await stage.until("bob played L10.")


def click_on_here(stage: HeadlessScreen) -> str:
    return click(stage.rows[-1].index("[here]") + 2, len(stage.rows) - 1)


async def test_a_room_that_is_gone_is_not_taken_back() -> None:
    host = FakeClient(room_of(turns="K10"))
    async with on_stage(host) as stage:
        del host.rooms[ROOM]
        host.tell(Superseded(ROOM))
        await stage.until("Enter goes on here")
        stage.type("\r")
        await stage.until("There is no such room.")


async def test_whoever_leaves_a_waiting_room_leaves_its_page() -> None:
    host = FakeClient(room_of(players=(ADA,)))
    async with on_stage(host) as stage:
        await stage.until("Waiting for another player.")
        stage.type("/leave\r")
        assert await stage.left() == 0
        controller = stage.screen.controller
    assert controller.leaving.has_left_to_go_on
    assert farewell_of(controller.model, controller.now()) == "You left the room, and it is closed."


async def test_to_leave_a_game_that_is_over_is_to_quit() -> None:
    async with on_stage(FakeClient(room_of(turns="K10"))) as stage:
        stage.type("/resign\ry")
        await stage.until("/quit leaves.")
        stage.type("/leave\r")
        assert await stage.left() == 0


async def test_to_leave_a_running_game_is_asked_as_to_quit_is() -> None:
    async with on_stage(FakeClient(room_of(turns="K10"))) as stage:
        stage.type("/leave\r")
        await stage.until("Leave? The game goes on")


async def test_whoever_quits_in_a_waiting_room_quits() -> None:
    host = FakeClient(room_of(players=(ADA,)))
    async with on_stage(host) as stage:
        stage.type("/quit\r")
        assert await stage.left() == 0
        assert not stage.screen.controller.leaving.has_left_to_go_on
    assert host.room().status is ev.Status.CLOSED


@pytest.mark.parametrize("opening", ["?", "/rules\r", "\x10", "/resign\r", "\x04", "/draw"])
async def test_the_settings_open_over_everything_and_take_its_keys(opening: str) -> None:
    async with on_stage(FakeClient(room_of(turns="K10 L10"))) as stage:
        before = stage.text
        stage.type(opening)
        await stage.until(lambda text: text != before)
        stage.type(F2)
        await stage.until("── settings")
        stage.type(UP + "y" + ESC)
        await stage.until(lambda text: "── settings" not in text)
        assert stage.text != before  # what was there is there again
        assert not stage.screen.controller.model.is_after_the_game


async def test_the_palette_folds_what_is_long_and_takes_clicks() -> None:
    async with on_stage(FakeClient(room_of(turns="K10 L10")), 41, 23) as stage:
        stage.type("\x10take back")
        await stage.until("Ask to take back your")
        rows = [row.strip(" │") for row in stage.rows]
        first = next(place for place, row in enumerate(rows) if "Ask to take back your" in row)
        assert rows[first + 1] == "last turn."
        stage.type(click_on(stage.text, "last turn."))
        await stage.until("take back K10 and L10.")
