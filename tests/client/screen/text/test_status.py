from dataclasses import replace
from typing import Any

import pytest

from pente_client.play.question import leave_question
from pente_client.screen.model.screen_model import Notice, ScreenModel
from pente_client.screen.text.heading import turn_of
from pente_client.screen.text.status import hint, status_lines
from pente_client.terminal.glyphs import ASCII
from pente_client.terminal.styled_text import line_width, plain
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import OfferKind, Room
from pente_core.room import commands as cmd
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, START, done, room_of

NEXT = RoomId("room-next")


def model_of(room: Room, me: Identity = ADA, **changes: Any) -> ScreenModel:
    return replace(ScreenModel(me=me).showing(room), room_id=ROOM, **changes)


@pytest.mark.parametrize(
    ("room", "me", "text"),
    [
        (room_of(), ADA, "Your move: the first stone must go on K10."),
        (room_of(), BOB, "It is ada's turn."),
        (room_of(turns="K10"), ADA, "You played K10. It is bob's turn."),
        (room_of(turns="K10"), BOB, "ada played K10. Your turn. Type a point like L11, or use the arrows."),
        (room_of(turns="K10 L10 G10 M10 N10"), BOB, "ada captured a pair at N10. Your turn."),
        (
            room_of("pente-casual", turns="K10 A1 L10 A2 M10"),
            EVE,
            "ada played M10: open tria. It is bob's turn.",
        ),
        (room_of("d-pente", turns="K10 K11 L12 L13"), BOB, "ada played L13. First choose: swap or stay."),
        (
            room_of("swap2-pente", turns="K10 K11 L12"),
            BOB,
            "ada played L12. First choose: swap, stay or pass.",
        ),
        (
            room_of("connect6", turns="K10"),
            BOB,
            (
                "ada played K10. Your turn. Place two stones, as in all turns but the first; so nobody has "
                "an advantage. Type a point like L11, or use the arrows."
            ),
        ),
        (room_of("connect6", turns="K10 A1"), BOB, "You played A1. Your move: one more stone."),
        (room_of(players=(ADA,)), ADA, "Waiting for another player. To join: pente play --room room-0001"),
        (
            room_of({"base": "pente", "sides": 4}, players=(ADA,)),
            ADA,
            "Waiting for 3 more players. To join:",
        ),
        (room_of(players=(ADA,)), EVE, "Waiting for another player. /join takes an open seat."),
        (
            done(room_of(), cmd.Resign(), BOB),
            ADA,
            "You won: bob resigned. Press r for a rematch, [ to review. /quit leaves.",
        ),
        (
            done(room_of(players=(ADA,)), cmd.Leave(), ADA),
            ADA,
            "This room was closed before its game began. /quit leaves.",
        ),
    ],
)
def test_the_hint_says_what_can_be_done(room: Room, me: Identity, text: str) -> None:
    assert hint(model_of(room, me), START).startswith(text)


def test_without_a_room() -> None:
    assert hint(ScreenModel(me=EVE, follows=True), START) == (
        "No game is on. The next one will be shown here."
    )
    assert hint(ScreenModel(me=EVE), START) == "No game."


def test_what_comes_after_a_game_that_is_followed() -> None:
    room = done(room_of(), cmd.Resign(), BOB)
    assert hint(model_of(room, EVE, follows=True), START).endswith(". The next game will be shown here.")
    soon = model_of(room, EVE, follows=True, next_room=NEXT, moves_on_at=Instant(START + 3500))
    assert hint(soon, START).endswith(". The next game comes in 4 s. Enter goes now, Esc stays.")


def test_what_matters_most_comes_first() -> None:
    model = model_of(room_of(), sending="K10")
    assert plain(status_lines(model, START, 80)[0]) == "Sending K10 ..."
    model = replace(model, lost="the server went away")
    assert plain(status_lines(model, START, 80)[0]) == (
        "Connection lost: the server went away. Trying again. K10 will be sent then."
    )
    model = replace(model, notice=Notice("it is not your turn", is_error=True))
    assert status_lines(model, START, 80)[0][0] == (
        "class:status.error",
        "it is not your turn (no connection)",
    )
    model = replace(model, is_over=True)
    assert plain(status_lines(model, START, 80)[0]) == (
        "The connection has ended: the server went away. /quit leaves."
    )
    model = replace(model, question=leave_question("pente"))
    assert plain(status_lines(model, START, 80)[0]).endswith("y/n")


def test_a_long_sentence_takes_more_lines() -> None:
    lines = status_lines(model_of(room_of(), notice=Notice("word " * 20)), START, 41)
    assert len(lines) == 3
    assert all(line_width(line) < 41 for line in lines)


def test_ascii_is_ascii() -> None:
    lines = status_lines(model_of(room_of(turns="K10"), glyphs=ASCII), START, 80)
    assert all(plain(line).isascii() for line in lines)


def test_an_offer_and_a_pause_are_what_matters_most() -> None:
    room = done(room_of(), cmd.Offer(OfferKind.PAUSE), ADA)
    asked = ScreenModel(me=BOB).showing(room)
    assert hint(asked, START).startswith(
        "ada wants to pause the game. Allow? y/n (It goes on once all of you"
    )
    assert "offers" not in hint(ScreenModel(me=ADA).showing(room), START)
    paused = ScreenModel(me=BOB).showing(done(room, cmd.Accept(OfferKind.PAUSE), BOB))
    assert hint(paused, START) == "The game is paused. /resume says that you want to go on."
    assert turn_of(paused) == "paused"
