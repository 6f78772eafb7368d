from dataclasses import replace
from typing import Any

import pytest

from pente_client.play.question import PendingQuestion
from pente_client.screen.model.screen_model import Notice, ScreenModel
from pente_client.screen.text.heading import turn_of
from pente_client.screen.text.status import hint, status_lines
from pente_client.terminal.glyphs import ASCII
from pente_client.terminal.styled_text import line_width, plain
from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.room import Accept, Leave, Offer, OfferKind, Resign, Room
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, START, done, room_of


def model_of(room: Room, me: Identity = ADA, **changes: Any) -> ScreenModel:
    return replace(ScreenModel(me=me).showing(room), room_id=ROOM, **changes)


@pytest.mark.parametrize(
    ("room", "me", "text"),
    [
        (room_of(), ADA, "your turn: only K10 is open"),
        (room_of(), BOB, "ada to move"),
        (room_of(turns="K10"), ADA, "○ K10; bob to move"),
        (room_of(turns="K10"), BOB, "○ K10; your turn: type a point like L11 or use the arrows"),
        (room_of(turns="K10 L10 G10 M10 N10"), BOB, "○ N10x2; your turn"),
        (room_of("pente-casual", turns="K10 A1 L10 A2 M10"), EVE, "○ M10, open tria; bob to move"),
        (room_of("d-pente", turns="K10 K11 L12 L13"), BOB, "● L13; your turn: swap or stay?"),
        (room_of("swap2-pente", turns="K10 K11 L12"), BOB, "○ L12; your turn: swap, stay or pass?"),
        (room_of("connect6", turns="K10"), BOB, "○ K10; your turn: two stones"),
        (room_of("connect6", turns="K10 A1"), BOB, "● A1; your turn: one more stone"),
        (room_of(players=(ADA,)), ADA, "waiting for another player: they type pente play --room room-0001"),
        (
            room_of({"base": "pente", "sides": 4}, players=(ADA,)),
            ADA,
            "waiting for 3 more players: they type",
        ),
        (room_of(players=(ADA,)), EVE, "waiting for players; /join takes a free seat"),
        (done(room_of(), Resign(), BOB), ADA, "you won: bob resigned; r asks for a rematch, /quit leaves"),
        (done(room_of(players=(ADA,)), Leave(), ADA), ADA, "the room is closed; /quit leaves"),
    ],
)
def test_the_hint_says_what_can_be_done(room: Room, me: Identity, text: str) -> None:
    assert hint(model_of(room, me), START).startswith(text)


def test_without_a_room() -> None:
    assert hint(ScreenModel(me=EVE, follows=True), START) == (
        "no game is being played now; the next one comes by itself"
    )
    assert hint(ScreenModel(me=EVE), START) == "no game"


def test_what_comes_after_a_game_that_is_followed() -> None:
    room = done(room_of(), Resign(), BOB)
    assert hint(model_of(room, EVE, follows=True), START).endswith("; the next game comes by itself")
    soon = model_of(room, EVE, follows=True, moves_on_at=Instant(START + 3500))
    assert hint(soon, START).endswith("; the next game comes in 4 s")


def test_what_matters_most_comes_first() -> None:
    model = model_of(room_of(), sending="K10")
    assert plain(status_lines(model, START, 80)[0]) == "sending K10"
    model = replace(model, lost="the server went away")
    assert plain(status_lines(model, START, 80)[0]) == (
        "reconnecting: the server went away; K10 will be sent then"
    )
    model = replace(model, notice=Notice("it is not your turn", is_error=True))
    assert status_lines(model, START, 80)[0][0] == (
        "class:status.error",
        "it is not your turn (no connection)",
    )
    model = replace(model, is_over=True)
    assert plain(status_lines(model, START, 80)[0]) == (
        "the connection is over: the server went away; /quit leaves"
    )
    model = replace(model, question=PendingQuestion.LEAVE)
    assert plain(status_lines(model, START, 80)[0]).endswith("y/n")


def test_a_long_sentence_takes_more_lines() -> None:
    lines = status_lines(model_of(room_of(), notice=Notice("word " * 20)), START, 41)
    assert len(lines) == 3
    assert all(line_width(line) < 41 for line in lines)


def test_ascii_is_ascii() -> None:
    lines = status_lines(model_of(room_of(turns="K10"), glyphs=ASCII), START, 80)
    assert all(plain(line).isascii() for line in lines)


def test_an_offer_and_a_pause_are_what_matters_most() -> None:
    room = done(room_of(), Offer(OfferKind.PAUSE), ADA)
    asked = ScreenModel(me=BOB).showing(room)
    assert hint(asked, START) == "ada offers a pause: /accept or /decline"
    assert "offers" not in hint(ScreenModel(me=ADA).showing(room), START)
    paused = ScreenModel(me=BOB).showing(done(room, Accept(OfferKind.PAUSE), BOB))
    assert hint(paused, START) == "the game is paused; /resume goes on"
    assert turn_of(paused) == "paused"
