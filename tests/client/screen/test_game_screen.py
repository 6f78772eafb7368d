"""The whole screen, with keys in and characters out."""

import dataclasses
from collections.abc import Sequence

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input

from pente_client.connection import (
    ClientStopped,
    Disconnected,
    PresenceChanged,
    RequestRejected,
    RoomAdvanced,
)
from pente_client.input.commands import COMMANDS
from pente_client.input.completion import ONLY_LOCAL
from pente_client.screen.game_screen import farewell_of, run_screen
from pente_client.screen.model.screen_model import ScreenModel
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import OfferKind, Options, opening, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import parse_point
from pente_core.value import replace
from pente_protocol.messages.rooms import RoomPresence
from tests.support.client.fake_client import ADA, BOB, CYD, EVE, ROOM, START, FakeClient, room_of
from tests.support.client.piped_terminal import SizedOutput, on_stage

UP, DOWN, RIGHT, LEFT, ESC, F1 = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b", "\x1bOP"
NEXT = RoomId("room-0001-next")
PAGE_UP, CTRL_PAGE_UP, CTRL_C, CTRL_Q, TAB = "\x1b[5~", "\x1b[5;5~", "\x03", "\x11", "\t"


def click(x: int, y: int) -> str:
    """A mouse click at a column and a row of the screen, both from 0."""
    return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"


async def test_the_usual_screen() -> None:
    host = FakeClient(room_of(turns="K10 L10 G10 M10 N10"))
    host.happen(cmd.Say("good luck"), BOB)
    async with on_stage(host) as stage:
        host.tell(PresenceChanged(ROOM, RoomPresence(ROOM, (True, True), 3)))
        await stage.until("3 viewers")
        rows = stage.rows
        assert rows[0] == " pente · 5+3 · room room-0001" + " " * 39 + "bob to move"
        assert rows[1] == "   A B C D E F G H J K L M N O P Q R S T    ○ ada you                      5:09"
        assert rows[2] == "19 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐      ●● ·· ·· ·· ··                1/5"
        assert rows[3] == "18 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤  ▸ ● bob                          5:06"
        assert rows[4] == "17 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤      ·· ·· ·· ·· ··                0/5"
        assert rows[5].endswith("┤  ── moves ─────────────────────────────")
        assert rows[6].endswith("┤    1 ○ K10            2 ● L10")
        assert rows[11].startswith("10 ├─┼─┼─╋─┼─┼─○─┼─┼─○─×─×(○)┼─┼─╋─┼─┼─┤")
        assert rows[12].endswith("┤  ── chat ────────────────── 3 viewers ─")
        assert rows[13].endswith("┤  ● bob: good luck")
        assert rows[20].startswith(" 1 └─┴─┴")
        assert rows[21] == "   A B C D E F G H J K L M N O P Q R S T"
        assert rows[22] == "You captured a pair at N10. It is bob's turn."
        assert rows[23] == ">" + "[draw] [takeback] [resign] [rules] [flip] [quit] ? help".rjust(79)


@pytest.mark.parametrize(
    ("spec", "columns", "rows", "players"),
    [
        ("pente", 80, 24, (ADA, BOB)),
        ("pente", 41, 23, (ADA, BOB)),
        ("pente", 41, 40, (ADA, BOB)),
        ("pente", 120, 40, (ADA, BOB)),
        ({"base": "pente", "size": 13}, 80, 24, (ADA, BOB)),
        ({"base": "keryo-pente", "size": 25}, 80, 30, (ADA, BOB)),
        ({"base": "keryo-pente", "size": 25}, 53, 29, (ADA, BOB)),
        ({"base": "pente", "sides": 3}, 80, 24, (ADA, BOB, CYD)),
        ({"base": "pente", "sides": 4, "teams": True}, 80, 24, (ADA, BOB, CYD, EVE)),
        ({"base": "pente", "sides": 4}, 41, 23, (ADA, BOB, CYD, EVE)),
    ],
)
@pytest.mark.parametrize("ascii_", ["0", "1"])
async def test_every_size_shows_the_whole_board_and_all_clocks(
    spec: object, columns: int, rows: int, players: Sequence[Identity], ascii_: str
) -> None:
    room = room_of(spec, time="7+0", players=players)
    async with on_stage(FakeClient(room), columns, rows, environ={"PENTE_ASCII": ascii_}) as stage:
        size = room.created.ruleset.size
        labels = [row[:2] for row in stage.rows if row[:2].strip().isdecimal() and row[2:3] == " "]
        assert labels[:size] == [f"{number:>2}" for number in range(size, 0, -1)]
        assert stage.text.count("7:00") == len(players)
        assert stage.prompt == ">"
        assert "Your move" in stage.text
        assert stage.text.isascii() or ascii_ == "0"


async def test_a_typed_point_is_played_and_the_prompt_is_empty_again() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("k10\r")
        await stage.until(lambda text: "(○)" in text and "bob to move" in text)
        assert stage.prompt == ">"


async def test_an_error_is_one_sentence_and_what_was_typed_stays() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("k9\r")
        await stage.until("The first stone goes on the centre.")
        assert stage.prompt == "> k9"
        stage.type("\x1b[F9")  # End
        await stage.until("> k99")
        assert "goes on the centre" not in stage.rows[-2]


async def test_a_point_takes_the_place_of_one_that_was_refused() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("k9\r")
        await stage.until("The first stone goes on the centre.")
        stage.type("k")
        await stage.until(lambda _: stage.prompt == "> k")
        stage.type("10\r")
        await stage.until("bob to move")


async def test_a_sentence_that_was_refused_is_gone_on_with() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("good luck\r")
        await stage.until('Not a move. Say "good luck" to all? y/n')
        stage.type("n")
        await stage.until(lambda _: stage.prompt == "> good luck")
        stage.type("!")
        await stage.until(lambda _: stage.prompt == "> good luck!")


async def test_what_the_server_denies_comes_back_into_the_prompt() -> None:
    host = FakeClient(room_of())
    host.denials.append(RequestRejected("rate-limited", "not so fast"))
    async with on_stage(host) as stage:
        stage.type("'good luck\r")
        await stage.until("Not so fast.")
        assert stage.prompt == "> 'good luck"


async def test_arrows_move_a_cursor_while_nothing_is_typed_and_enter_plays() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type(UP)
        await stage.until("[◌]")
        stage.type(RIGHT + RIGHT + LEFT + UP + DOWN)
        await stage.until("╋[┼]")
        stage.type(LEFT + "\r")
        await stage.until("[○]")
        await stage.until("bob to move")
        stage.type(ESC)
        await stage.until("(○)")


async def test_arrows_move_in_the_line_while_something_is_typed() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("10" + LEFT + LEFT + "K")
        await stage.until("> K10")
        assert "[" not in "".join(stage.rows[:-1])


async def test_a_click_selects_and_a_second_one_plays() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type(click(21, 11))
        await stage.until("[◌]")
        stage.type(click(21, 11))
        await stage.until("[○]")


async def test_escape_clears_the_line_first() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type(UP + "abc")
        await stage.until("> abc")
        stage.type(ESC)
        await stage.until(lambda _: stage.prompt == ">")
        assert "[◌]" in stage.text
        stage.type(ESC)
        await stage.until(lambda text: "[◌]" not in text)


async def test_escape_clears_the_answer_to_the_line_with_it() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("k9\r")
        await stage.until("goes on the centre")
        stage.type(ESC)
        await stage.until(lambda text: "goes on the centre" not in text)
        assert stage.prompt == ">"


async def test_tab_completes_commands() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("/resi" + TAB)
        await stage.until("> /resign")
        stage.type(ESC)
        await stage.until(lambda _: stage.prompt == ">")
        stage.type("/leav" + TAB)
        await stage.until("> /leave")
        stage.type(ESC)
        await stage.until(lambda _: stage.prompt == ">")
        stage.type("/" + TAB)
        await stage.until(lambda text: all(word in text for word in COMMANDS.keys() - ONLY_LOCAL))
        stage.type(TAB + TAB)
        await stage.until("> /watchers")


async def test_the_choices_that_are_due_are_completed() -> None:
    async with on_stage(FakeClient(room_of("swap2-pente", turns="K10 K11 L12"), me=BOB)) as stage:
        stage.type("p" + TAB + "\r")
        await stage.until("bob passes and will place two more")


async def test_help_is_put_away_by_any_key() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        for asks in ("?", F1, "/help\r"):
            stage.type(asks)
            await stage.until("any key closes")
            stage.type("x")
            await stage.until(lambda text: "any key closes" not in text)
        assert stage.prompt == ">"


async def test_the_code_of_the_room_lies_over_it_until_any_key() -> None:
    async with on_stage(FakeClient(room_of(players=(ADA,)))) as stage:
        stage.type("/qr\r")
        await stage.until("Tell your friend: pente join K7M2QX")
        assert "Or send this link: http://127.0.0.1:8765/j/K7M2QX" in stage.text
        assert "██ ▄▄▄▄▄ █" in stage.text
        assert {len(row) <= 80 for row in stage.rows} == {True}
        stage.type("x")
        await stage.until(lambda text: "any key closes" not in text)
        assert stage.rows[-2] == "Waiting for another player. Tell your friend: pente join K7M2QX"
        assert stage.prompt == ">"


async def test_the_code_is_a_sentence_where_a_player_asks_for_no_picture() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("/code\r")
        await stage.until("Tell your friend: pente join K7M2QX.")
        assert "any key closes" not in stage.text


async def test_a_question_mark_within_a_line_is_a_question_mark() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("'why?")
        await stage.until("> 'why?")


async def test_resigning_asks_and_takes_only_an_answer() -> None:
    host = FakeClient(room_of())
    async with on_stage(host) as stage:
        stage.type("/resign\r")
        await stage.until("Resign? y/n")
        stage.type("x")
        stage.type("n")
        await stage.until(lambda text: "y/n" not in text)
        assert stage.prompt == ">"
        stage.type("/resign\r")
        await stage.until("Resign? y/n")
        stage.type("y")
        await stage.until("You lost: you resigned. Press r for a rematch, [ to review. /quit leaves.")


@pytest.mark.parametrize("key", [CTRL_C, CTRL_Q, "/quit\r"])
async def test_leaving_a_running_game_is_asked(key: str) -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type(key)
        await stage.until("Leave? The game goes on, and so does your clock; `pente` brings you back. y/n")
        stage.type(ESC)
        await stage.until(lambda text: "y/n" not in text)
        stage.type(CTRL_C + CTRL_C)
        assert await stage.left() == 0


@pytest.mark.parametrize("key", [CTRL_C, CTRL_Q, "/quit\r"])
async def test_who_only_watches_leaves_at_once(key: str) -> None:
    async with on_stage(FakeClient(room_of(), me=EVE)) as stage:
        stage.type(key)
        assert await stage.left() == 0


async def test_a_break_of_the_connection_is_seen_and_the_line_is_kept() -> None:
    host = FakeClient(room_of())
    async with on_stage(host) as stage:
        stage.type("'half a sen")
        host.tell(Disconnected("the server went away", 0.1))
        await stage.until("Connection lost: the server went away. Trying again.")
        assert stage.rows[0].endswith("no connection")
        assert stage.prompt == "> 'half a sen"
        stage.type("tence")
        await stage.until("> 'half a sentence")


async def test_a_connection_that_is_over_can_only_be_left() -> None:
    host = FakeClient(room_of())
    async with on_stage(host) as stage:
        host.tell(ClientStopped("another client took the name"))
        host.tell(None)
        await stage.until("The connection has ended: another client took the name. /quit leaves.")
        stage.type("/quit\r")
        assert await stage.left() == 1


async def test_a_flag_that_falls_is_told_with_what_to_do_next() -> None:
    host = FakeClient(room_of(turns="K10 L10 C3 D1"))
    async with on_stage(host) as stage:
        host.now = Instant(START + 306_000)
        host.happen(cmd.Tick(), None)
        await stage.until("You lost: your time ran out. Press r for a rematch, [ to review. /quit leaves.")
        assert stage.rows[0].endswith("You lost: your time ran out")
        stage.type("'good game\r")
        await stage.until("○ ada: good game")


async def test_a_low_clock_shows_tenths() -> None:
    host = FakeClient(room_of())
    host.now = Instant(START + 295_500)
    async with on_stage(host) as stage:
        assert "0:04.5" in stage.text
        x = stage.rows[1].index("0:04.5")
        assert "class:clock.low" in stage.style_at(x, 1)


async def test_hostile_chat_is_just_text() -> None:
    host = FakeClient(room_of())
    evil = replace(EVE, name="<b>\x1b[31m")
    async with on_stage(host) as stage:
        text = "\x1b[2J\x1b]0;owned\x07\u202egpj.exe <style fg='red'>&amp; {0} %s \x9b31m\u200b" + "漢" * 30
        host.step(ev.Said(START, evil, text))
        shown = await stage.until("owned")
        said = " ".join(row[43:].strip() for row in stage.rows[13:20])
        assert said.startswith("_b__31m: [2J]0;ownedgpj.exe <style fg='red'>&amp; {0} %s 31m漢")
        assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in shown.replace("\n", ""))
        assert all(char not in shown for char in "\u202e\u200b")
        assert stage.rows[2].startswith("19 ┌")


async def test_the_list_of_moves_and_the_talk_scroll() -> None:
    host = FakeClient(room_of())
    for number in range(20):
        host.happen(cmd.Say(f"line {number}"), EVE)
    async with on_stage(host) as stage:
        await stage.until("line 19")
        assert "line 3" not in stage.text
        stage.type(PAGE_UP * 9)
        await stage.until("line 0")
        stage.type(CTRL_PAGE_UP)
        stage.type("\x1b[<65;60;18M" * 9)
        await stage.until("line 19")
        stage.type("\x1b[<64;60;18M")
        await stage.until(lambda text: "line 19" not in text)
        stage.type(ESC)
        await stage.until("line 19")


async def test_a_terminal_that_is_too_small_says_what_it_needs_and_grows_back() -> None:
    async with on_stage(FakeClient(room_of()), 30, 5) as stage:
        assert stage.rows[:2] == ["This window is too small. Make", "it at least 20x6."]
        stage.type("K10")
        stage.output.size = Size(rows=24, columns=80)
        stage.screen.app._on_resize()
        await stage.until("> K10")


async def test_three_and_four_sides_and_their_results() -> None:
    host = FakeClient(room_of({"base": "pente", "sides": 3}))
    async with on_stage(host) as stage:
        host.happen(cmd.Resign(), BOB)
        await stage.until("bob resigned. The others play on.")
        assert "● bob out" in stage.text
        host.happen(cmd.Resign(), CYD)
        await stage.until("You won: cyd resigned.")


async def test_a_long_sentence_is_shown_whole_on_a_small_screen() -> None:
    async with on_stage(FakeClient(room_of()), 41, 23) as stage:
        stage.type("good luck to you\r")
        await stage.until(lambda text: 'Not a move. Say "good luck to you" to\nall? y/n' in text)


async def test_what_is_said_is_seen_even_where_there_is_no_place_for_talk() -> None:
    host = FakeClient(room_of())
    async with on_stage(host, 41, 23) as stage:
        host.happen(cmd.Say("hello there"), BOB)
        await stage.until("bob: hello there")
        stage.type("K")
        await stage.until("> K")
        assert "hello there" not in stage.text
        stage.type("10\r")
        await stage.until("You played K10. It is bob's turn.")
        host.happen(cmd.Say("hm"), BOB)
        await stage.until("bob: hm")
        host.happen(cmd.Play(parse_point("A1", 19)), BOB)
        await stage.until("bob played A1. Your turn.")


async def test_the_bell_rings_unless_it_is_unwanted() -> None:
    for environ, bells in (({}, 1), ({"PENTE_BELL": "0"}, 0)):
        host = FakeClient(room_of(), me=BOB)
        async with on_stage(host, environ=environ) as stage:
            host.happen(cmd.Play(parse_point("K10", 19)), ADA)
            await stage.until("your turn")
            assert stage.output.bells == bells


async def test_pasted_text_becomes_one_clean_line() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("\x1b[200~'two\nlines\x1b[31m\x1b[201~")
        await stage.until("> 'two lines[31m")


async def test_an_exception_leaves_the_screen_and_is_raised() -> None:
    host = FakeClient(room_of())
    async with on_stage(host) as stage:
        room = host.room()
        host.tell(RoomAdvanced(ROOM, room.version + 1, "nonsense", room, room))  # type: ignore[arg-type]
        with pytest.raises(AssertionError):
            await stage.left()


async def test_an_exception_while_drawing_leaves_the_screen_and_is_raised() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.screen.controller.model = dataclasses.replace(stage.screen.controller.model, chat=(None,))  # type: ignore[arg-type]
        stage.screen.app.invalidate()
        with pytest.raises(AttributeError):
            await stage.left()


async def test_a_closed_terminal_leaves() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage._keys.close()
        assert await stage.left() == 0


async def test_the_screen_runs_until_it_is_left_and_says_goodbye(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=SizedOutput(80, 24)):
        keys.send_text(CTRL_Q + "y")
        assert await run_screen(FakeClient(room_of()), ROOM) == 0
    assert (
        capsys.readouterr().out
        == "Your game goes on; you have 5:00. To come back: pente play --room room-0001\n"
    )


async def test_a_room_that_can_not_be_watched_is_denied_before_anything_is_drawn() -> None:
    output = SizedOutput(80, 24)
    with (
        create_pipe_input() as keys,
        create_app_session(input=keys, output=output),
        pytest.raises(RequestRejected, match="no such room"),
    ):
        await run_screen(FakeClient(), ROOM)


def test_what_is_said_after_the_screen_is_gone() -> None:
    model = dataclasses.replace(ScreenModel(me=ADA).showing(room_of()), room_id=ROOM)
    assert farewell_of(model, START) == (
        "Your game goes on; you have 5:00. To come back: pente play --room room-0001"
    )
    assert farewell_of(dataclasses.replace(model, me=EVE), START) == ""
    assert farewell_of(ScreenModel(me=ADA), START) == ""
    host = FakeClient(room_of())
    host.happen(cmd.Resign(), BOB)
    assert farewell_of(model.showing(host.room()), START) == "You won: bob resigned."


async def test_after_the_end_one_key_asks_for_a_rematch_and_agrees_to_one() -> None:
    host = FakeClient(room_of(turns="K10"))
    host.happen(cmd.Resign(), BOB)
    async with on_stage(host) as stage:
        await stage.until("Press r for a rematch, [ to review. /quit leaves.")
        stage.type("r")
        await stage.until("Waiting for an answer to the rematch")
        stage.type("r")
        await stage.until("> r")
    host = FakeClient(room_of(turns="K10"))
    host.happen(cmd.Resign(), BOB)
    host.happen(cmd.Offer(OfferKind.REMATCH), BOB)
    host.hidden[NEXT] = replay(opening(host.room(), ROOM, START))
    async with on_stage(host) as stage:
        await stage.until("bob wants a rematch. Play? y/n (or press r)")
        stage.type("r")
        await stage.until("The next game comes in")
        assert host.room().sequel == NEXT


async def test_letters_are_letters_while_a_game_is_on() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type("r1")
        await stage.until("> r1")


async def test_who_is_gone_is_waited_for_and_then_claimed_against() -> None:
    host = FakeClient(room_of(turns="K10 L10 C3"))
    async with on_stage(host) as stage:
        host.happen(cmd.MarkAbsent(1), None)
        await stage.until("bob disconnected and has 60 s to come back.")
        assert "● bob gone" in stage.text
        stage.type("/claim win\r")
        await stage.until("No opponent has been away long enough. Wait, or play on.")
        host.now = Instant(START + 60_000)
        stage.type(ESC)
        await stage.until("bob did not come back. Type /claim win or /claim cancel, or wait.")
        stage.type("/claim w" + TAB + "\r")
        await stage.until("You won: bob did not come back.")


async def test_players_are_ready_before_the_game_where_that_is_wanted() -> None:
    room = room_of(players=(ADA,))
    host = FakeClient(
        replace(room, created=replace(room.created, options=Options(ready_check=True, games=2)))
    )
    async with on_stage(host) as stage:
        assert "game 1 of 2" in stage.rows[0]
        host.happen(cmd.Join(), BOB)
        await stage.until("Everybody is here. /ready starts the game, /leave gives up your seat.")
        stage.type("/ready\r")
        await stage.until("Waiting for bob to be ready.")
        assert "○ ada you ready" in stage.text
        host.happen(cmd.Ready(), BOB)
        await stage.until("your turn")


async def test_who_watches_is_named_where_there_is_room() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.screen.controller.model = dataclasses.replace(
            stage.screen.controller.model, presence=RoomPresence(ROOM, (True, True), 2, ("dan", "eve"))
        )
        assert "2 viewers: dan, eve" in await stage.drawn()
        names = tuple(f"somebody-{number}" for number in range(2))
        stage.screen.controller.model = dataclasses.replace(
            stage.screen.controller.model, presence=RoomPresence(ROOM, (True, True), 2, names)
        )
        assert " 2 viewers ─" in await stage.drawn()
        stage.type("/kick somebody-1" + TAB)
        await stage.until("> /kick somebody-1")
