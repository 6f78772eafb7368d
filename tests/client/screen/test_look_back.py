"""Looking back on the full screen: steps, autoplay, branches of one's own, and how far behind one is."""

import pytest

from pente_core.clock.instant import Instant
from pente_core.room import ChatPolicy, Room
from pente_core.room import commands as cmd
from pente_core.rules.point import parse_point
from pente_core.value import replace
from tests.support.client.fake_client import ADA, BOB, EVE, START, FakeClient, done, room_of
from tests.support.client.mouse import click, click_on, wheel
from tests.support.client.piped_terminal import on_stage
from tests.support.waiting import until

UP, DOWN, RIGHT, LEFT, ESC = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b"
HOME, END, CTRL_F = "\x1b[H", "\x1b[F", "\x06"
GAME = "K10 L10 G10 M10 N10 L11"
SIZES = [(80, 24), (120, 40), (60, 24), (41, 23)]


def silent(room: Room) -> Room:
    """The room with a chat for nobody, where nothing can be added to the game."""
    wanted = replace(room.created.options, chat=ChatPolicy.NOBODY)
    return replace(room, created=replace(room.created, options=wanted))


def labels_of(text: str) -> list[str]:
    """The numbers of the rows, from the top."""
    starts = (row.split(maxsplit=1)[0] for row in text.splitlines() if row.strip())
    return [start for start in starts if start.isdecimal()]


async def test_a_viewer_steps_with_arrows_and_sees_how_far_behind_they_are() -> None:
    host = FakeClient(room_of(turns=GAME), me=EVE)
    async with on_stage(host) as stage:
        await stage.until("[LIVE] ada to move")
        stage.type(LEFT + LEFT)
        await stage.until("[2 moves behind]")
        assert "Move 4 of 6, 2 moves behind." in stage.text
        host.happen(cmd.Play(parse_point("A1", 19)), ADA)
        await stage.until("[3 moves behind]")
        stage.type(HOME)
        await stage.until("The start, 7 moves behind.")
        stage.type(DOWN)
        await stage.until("[LIVE]")
        stage.type(UP)
        await stage.until("[7 moves behind]")
        stage.type(END)
        await stage.until("[LIVE]")
        stage.type("[" + ESC)
        await stage.until(lambda text: "[LIVE]" in text)
        assert not host.looked


async def test_a_click_on_a_move_goes_there_and_the_wheel_scrolls() -> None:
    turns = " ".join(f"{column}{row}" for row in (2, 5, 8, 14, 17) for column in "ABCDEFGHJ")
    async with on_stage(FakeClient(room_of(turns=f"K10 {turns}"), me=EVE)) as stage:
        await stage.until("[LIVE]")
        stage.type(click_on(stage.text, "44 "))
        await stage.until("[2 moves behind]")
        assert "44▸" in stage.text
        stage.type(click_on(stage.text, " 46 ●"))
        await stage.until("[LIVE]")
        y = next(y for y, row in enumerate(stage.rows) if " moves " in row)
        stage.type(wheel(45, y + 2, down=False) * 9)
        await stage.until(lambda text: "  1 ○ K10" in text)
        stage.type(click_on(stage.text, "K10"))
        await stage.until("45 moves behind")
        stage.type(click(45, y))  # the rule above the moves
        stage.type(click_on(stage.text, "  5 "))
        await stage.until("[41 moves behind]")


async def test_a_click_goes_to_the_end_of_a_turn_of_two_stones() -> None:
    async with on_stage(FakeClient(room_of("connect6", turns="K10 A1 B1 C5 D5 E9 F9"), me=EVE)) as stage:
        stage.type(click_on(stage.text, "A1 B1"))
        await stage.until("[4 moves behind]")
        stage.type(click_on(stage.text, "C5 D5"))
        await stage.until("[2 moves behind]")


async def test_captures_and_moves_are_those_of_the_place_that_is_shown() -> None:
    async with on_stage(FakeClient(room_of(turns=GAME), me=EVE)) as stage:
        assert "1/5" in stage.text
        stage.type("[[")
        await stage.until(lambda text: "1/5" not in text)
        assert "4▸● M10" in stage.text
        assert "5 ○ N10x2" in stage.text  # what follows can be read on


async def test_the_arrows_of_a_player_are_the_cursor_and_brackets_look_back() -> None:
    async with on_stage(FakeClient(room_of(turns=GAME))) as stage:
        assert "LIVE" not in stage.text
        stage.type("[")
        await stage.until("[1 move behind]")
        assert "Your move" in stage.text or "Your turn" in stage.text
        stage.type(LEFT)
        await stage.until("[┼]" if "[┼]" in stage.text else "[")
        stage.type("n11\r")
        await stage.until("This is the game now. Press Enter to play n11.")
        assert stage.prompt == "> n11"
        stage.type("\r")
        await stage.until("bob to move")


async def test_a_branch_of_ones_own_is_marked_and_sent_to_nobody() -> None:
    host = FakeClient(room_of(turns=GAME), me=EVE)
    version = host.room().version
    async with on_stage(host) as stage:
        stage.type("[[a1\r")
        await stage.until("[own branch]")
        assert "Only you see this: A1 after move 4." in stage.text
        assert "(A1)" in stage.text
        assert "(only you see these)" in stage.text
        stage.type(ESC)
        await stage.until("[LIVE]")
        assert host.room().version == version
        assert not host.looked


async def test_a_click_of_a_viewer_tries_a_move() -> None:
    host = FakeClient(room_of(turns=GAME), me=EVE)
    press = "\x1b[<0;4;21M\x1b[<0;4;21m"  # on A1
    async with on_stage(host) as stage:
        await stage.until("[LIVE]")
        stage.type(press)
        await stage.until(lambda text: "[" in text.splitlines()[20])
        stage.type(press)
        await stage.until("[own branch]")


async def test_a_finished_game_that_nobody_may_annotate_has_branches_too() -> None:
    room = done(silent(room_of(turns=GAME)), cmd.Resign(), BOB)
    async with on_stage(FakeClient(room, me=EVE)) as stage:
        stage.type(LEFT)
        await stage.until("Move 5 of 6.")
        stage.type("a1\r")
        await stage.until("[own branch]")
        stage.type("/game\r")
        await stage.until("Move 5 of 6.")


async def test_autoplay_goes_from_the_start_to_the_end_and_any_step_stops_it() -> None:
    room = done(room_of(turns=GAME), cmd.Resign(), BOB)
    async with on_stage(FakeClient(room, me=EVE)) as stage:
        stage.type("/autoplay 0.2\r")
        await stage.until("A move every 0.2 s; < slower, > faster. The start.")
        await stage.until("Move 6 of 6.")
        await stage.until(lambda text: "A move every" not in text)
        stage.type(">")
        await stage.until("A move every 1.5 s")
        stage.type("<<<")
        await stage.until(lambda text: "A move every" not in text)
        stage.type(">")
        await stage.until("A move every 1.5 s")
        stage.type(">")
        await stage.until("A move every 0.8 s")
        stage.type(HOME)
        await stage.until(lambda text: "The start." in text and "A move every" not in text)


async def test_autoplay_of_a_running_game_ends_where_it_is_now() -> None:
    async with on_stage(FakeClient(room_of(turns=GAME), me=EVE)) as stage:
        stage.type("/autoplay 0.2\r")
        await stage.until("[6 moves behind]")
        await stage.until("[LIVE]")
        await stage.until(lambda text: "A move every" not in text)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("ascii_", ["0", "1"])
async def test_every_size_says_where_one_looks(columns: int, rows: int, ascii_: str) -> None:
    host = FakeClient(room_of(turns=GAME), me=EVE)
    async with on_stage(host, columns, rows, environ={"PENTE_ASCII": ascii_}) as stage:
        stage.type("[[[")
        await stage.until(lambda text: "Move 3 of 6, 3 moves behind." in text)
        stage.type("b2\r")
        await stage.until(lambda text: "Only you see this: B2 after move 3." in " ".join(text.split()))
        assert stage.text.isascii() or ascii_ == "0"


async def test_the_clock_of_a_running_game_goes_on_while_one_looks_back() -> None:
    host = FakeClient(room_of(turns=GAME), me=EVE)
    async with on_stage(host) as stage:
        stage.type("[")
        await stage.until("[1 move behind]")
        host.now = Instant(START + 60_000)
        await stage.drawn()
        await until(lambda: "4:1" in stage.text or "4:0" in stage.text)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
async def test_a_board_that_is_turned_round(columns: int, rows: int) -> None:
    async with on_stage(FakeClient(room_of(turns="K10 L11")), columns, rows) as stage:
        before = stage.text
        stage.type(CTRL_F)
        await stage.until(lambda text: labels_of(text)[:2] == ["1", "2"])
        stage.type(RIGHT)
        await stage.until("[")
        cursor = stage.screen.controller.model.cursor
        stage.type(RIGHT + UP)
        await stage.until(lambda _: stage.screen.controller.model.cursor != cursor)
        await until(lambda: stage.screen.controller.model.cursor == parse_point("K10", 19))
        stage.type("/flip\r")
        await stage.until(lambda _: not stage.screen.controller.model.is_turned)
        assert before.splitlines()[5][:20] == stage.rows[5][:20]


async def test_a_click_on_a_turned_board_is_on_the_point_that_is_seen() -> None:
    async with on_stage(FakeClient(room_of(turns="K10 L11"))) as stage:
        stage.type(CTRL_F)
        await stage.until("T S R Q")
        stage.type("\x1b[<0;4;21M\x1b[<0;4;21m")  # the lower left corner
        await stage.until(lambda _: stage.screen.controller.model.cursor == parse_point("T19", 19))
