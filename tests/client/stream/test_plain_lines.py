"""Plain text for people who listen: a line a move, the board in words and only when asked for."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.connection import Connected, Resynced, RoomAdvanced, Update
from pente_client.drawing.text_board import ASCII
from pente_client.play.viewpoint import Viewpoint
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_client.words.folding import cells
from pente_core.clock.instant import Instant
from pente_core.room import OfferKind, Room, apply, opened
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Hello
from tests.support.client.screen_picture import scanned, terminal_with
from tests.support.client.scripted_room import ANN, BOB, EVE, ROOM, ServerRoom, playing
from tests.support.client.scripted_server import welcome

WELCOME = Connected(welcome(Hello(RequestId(1), "")))  # to Ann


def rooms_of(table: ServerRoom) -> list[Room]:
    created, *rest = table.events
    assert isinstance(created, ev.Created)
    rooms = [opened(created)]
    for event in rest:
        rooms.append(apply(rooms[-1], event))
    return rooms


def heard(
    table: ServerRoom, *, form: PlainForm | None = None, since: int = 1, until: int | None = None
) -> list[str]:
    """What Ann hears of a game from one of its versions on; ``until`` one, in which all is told at once."""
    lines: list[str] = []
    rooms = rooms_of(table)
    plain = Plain(lines.append, form or PlainForm(columns=lambda: 200))
    updates: list[Update] = [WELCOME, Resynced(ROOM, rooms[since - 1])]
    if until is not None:
        updates.append(Resynced(ROOM, rooms[until - 1]))
    updates += [
        RoomAdvanced(ROOM, number + 1, table.events[number], rooms[number - 1], rooms[number])
        for number in range(until or since, len(rooms))
    ]
    for update in updates:
        plain.show(update)
    return lines


def moves_in(lines: list[str]) -> list[str]:
    return [line for line in lines if re.match(r"\d+\. ", line)]


def test_a_move_is_one_line_with_what_it_did_and_whose_turn_it_is() -> None:
    table = playing("A1", "B1", "K10", "C1", "D1", "T19")
    assert moves_in(heard(table))[-2:] == [
        "5. ann D1, captures a pair, B1 C1, 1 of 5. bob's turn, 5:04 left.",
        "6. bob T19. Your turn, 5:06 left.",
    ]


def test_no_board_is_drawn_unless_it_is_asked_for() -> None:
    table = playing("A1", "B1", "K10", "C1", "D1")
    table.do(cmd.Offer(OfferKind.TAKEBACK), ANN)
    table.do(cmd.Accept(OfferKind.TAKEBACK), BOB)
    table.do(cmd.Resign(), BOB)
    for since in range(1, len(table.events) + 1):
        assert not [line for line in heard(table, since=since) if "┼" in line or "─" in line]
    lines: list[str] = []
    Plain(lines.append).board(ROOM, table.room, table.room.game)
    assert sum("┼" in line for line in lines) == 17


def test_with_boards_one_stands_behind_every_move() -> None:
    lines = heard(playing("A1", "B1"), form=PlainForm(with_boards=True))
    first = lines.index("1. ann A1.")
    assert lines[first + 21 + 1] == "bob's turn, 5:00 left."
    assert sum(line.startswith("   A B C") for line in lines[first:]) == 4


def test_what_a_takeback_takes_back_is_named_and_captures_are_counted_again() -> None:
    table = playing("A1", "B1", "K10", "C1", "D1")
    table.do(cmd.Offer(OfferKind.TAKEBACK), ANN)
    table.do(cmd.Accept(OfferKind.TAKEBACK), BOB)
    assert heard(table)[-2:] == ["The last turn is taken back: D1.", "Your turn, 5:04 left."]
    table.play("D1", "T19", "K11")
    table.do(cmd.Offer(OfferKind.TAKEBACK), BOB)
    table.do(cmd.Accept(OfferKind.TAKEBACK), ANN)
    assert "The last 2 turns are taken back: T19 K11." in heard(table)


def test_captures_that_change_without_a_move_are_said() -> None:
    table = playing("A1", "B1", "K10", "C1", "D1", "B5", "F1", "C5", "A5", "T19", "D5")
    table.do(cmd.Offer(OfferKind.TAKEBACK), ANN)
    table.do(cmd.Accept(OfferKind.TAKEBACK), BOB)
    assert "Captured: ann 1 pair, bob 0 pairs." in heard(table)


def test_in_an_opening_the_colour_of_each_stone_is_told_and_a_swap_says_who_is_who() -> None:
    table = playing("K10", "A1", "L11", ruleset="swap2-pente")
    table.do(cmd.Choose(Choice.SWAP), BOB)
    lines = heard(table)
    (second,) = [line for line in lines if line.startswith("2. ")]
    assert second.startswith("2. ann A1, black. Your turn, 4:58 left. Place a white stone; ")
    swap = "bob swaps: the players change colours. Now it is bob (white) against ann (black)."
    assert lines[lines.index(swap) + 1].startswith("Your turn, ")


def test_two_stones_a_turn_are_told_one_by_one() -> None:
    table = playing("K10", "A1", "B1", "C1", ruleset="connect6")
    told = [re.sub(r", [\d:]+ left", "", line) for line in moves_in(heard(table))]
    assert told == [
        "1. ann K10. bob's turn.",
        "2. bob A1. bob's turn. One more stone.",
        "3. bob B1. Your turn. Two stones. You have 60 s for your first move, else the game is aborted.",
        "4. ann C1. Your turn. One more stone.",
    ]


@given(st.data())
def test_after_a_break_every_move_is_told_and_the_turn_once(data: st.DataObject) -> None:
    table = playing("A1", "B1", "K10", "C1", "D1", "T19")
    since = data.draw(st.integers(5, len(table.events)))
    until = data.draw(st.integers(since, len(table.events)))
    lines = heard(table, since=since, until=until)
    points = list(table.room.game.tokens[rooms_of(table)[since - 1].game.stones :])
    assert [re.match(r"\d+\. \w+ (\w+)", line)[1] for line in moves_in(lines)] == points  # type: ignore[index]
    assert sum("turn, " in line for line in moves_in(lines)) == len(table.events) - until
    if until > since:
        assert re.fullmatch(r"(Your|bob's) turn, 5:0\d left\.", lines[-1 - (len(table.events) - until)])


def test_clocks_run_on_while_the_connection_is_lost() -> None:
    table = playing("A1", "B1")
    lines: list[str] = []
    later = Instant(table.now + 61_000)
    plain = Plain(lines.append, PlainForm(), now=lambda: later)
    for update in (WELCOME, Resynced(ROOM, table.room)):
        plain.show(update)
    assert lines[-1] == "Your turn, 4:01 left."


def test_a_room_that_comes_into_view_says_how_far_it_is_and_how_to_look() -> None:
    lines = heard(playing("A1", "B1", "K10", "C1", "D1"), since=9)
    told = lines[lines.index("  black: bob") + 1 :]
    assert told[0].startswith("5 moves so far, the last was ann D1. To look at it: /moves, /stones, /board")
    assert told[1:] == ["Captured: ann 1 pair, bob 0 pairs.", "bob's turn, 5:04 left."]


def test_an_earlier_move_is_told_in_words() -> None:
    table = playing("A1", "B1", "K10", "C1", "D1")
    lines: list[str] = []
    plain = Plain(lines.append)
    plain.look(ROOM, table.room, Viewpoint(4))
    plain.look(ROOM, table.room, Viewpoint(0))
    table.play("T19")
    plain.look(ROOM, table.room, Viewpoint(5))
    assert lines == [
        "Move 4 of 5, 1 move behind. 4. bob C1.",
        "The start, 5 moves behind.",
        "Move 5 of 6, 1 move behind. 5. ann D1, captures a pair, B1 C1, 1 of 5.",
    ]


def a_long_game() -> ServerRoom:
    rules = {"base": "pente-casual", "captures": [2, 3]}
    table = playing("A1", "B1", "K10", "C1", "D1", "T19", ruleset=rules)
    table.do(cmd.Say("well " * 20 + "played" * 16), EVE)
    table.do(cmd.Offer(OfferKind.DRAW), BOB)
    table.do(cmd.Resign(), ANN)
    return table


@pytest.mark.parametrize("with_boards", [False, True])
@given(columns=st.integers(12, 90), since=st.integers(1, 12))
def test_no_line_is_wider_than_the_window_and_no_word_is_lost(
    columns: int, since: int, with_boards: bool
) -> None:
    table = a_long_game()
    wide = heard(table, since=since)
    narrow = heard(table, since=since, form=PlainForm(columns=lambda: columns, with_boards=with_boards))
    assert max(map(cells, narrow)) <= columns
    if not with_boards:
        assert "".join("".join(narrow).split()) == "".join("".join(wide).split())


def test_a_board_that_does_not_fit_is_told_in_words() -> None:
    table = playing("A1", "B1")
    lines: list[str] = []
    Plain(lines.append, PlainForm(columns=lambda: 40)).board(ROOM, table.room, table.room.game)
    assert lines[:2] == ["Row 1: ann A1, bob B1, empty C to T.", "ann's turn, 5:02 left."]


def test_more_sides_are_named_one_after_the_other() -> None:
    table = ServerRoom({"base": "pente", "sides": 3, "opening": "free", "second_move": "free"})
    table.do(cmd.Join(), BOB)
    table.do(cmd.Join(), EVE)
    table.play("A1", "B2")
    table.do(cmd.Resign(), EVE)
    assert table.room.status is ev.Status.PLAYING
    told = [re.sub(r", [\d:]+ left", "", line) for line in heard(table)]
    assert told[-4:] == [
        "1. ann A1. bob's turn.",
        "2. bob B2. eve's turn.",
        "eve resigned. The others play on.",
        "Your turn.",
    ]


def test_points_that_one_points_at_are_named() -> None:
    table = playing("A1", "B1", "K10", "C1", "D1")
    lines: list[str] = []
    plain = Plain(lines.append, PlainForm(), now=lambda: table.now)
    plain.look(ROOM, table.room, Viewpoint(5, points=(Point(180), Point(181))))
    assert lines[-1] == "You point at K10 L10."


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (PlainForm(), ""),
        (PlainForm(columns=lambda: 28), "The window is too narrow for the QR code; "),
        (PlainForm(charset=ASCII), "There is no QR code in ASCII; "),
    ],
)
def test_a_qr_code_is_read_from_the_lines_or_it_is_said_why_there_is_none(form: PlainForm, said: str) -> None:
    lines: list[str] = []
    here = replace(form, public_url="https://pente.example.org", fingerprint="b5xcq2tzp4gkmn7a")
    Plain(lines.append, here).join_code(ROOM, "K7M2QX", with_qr=True)
    found = scanned(terminal_with("\r\n".join(lines)))
    assert found == ([] if said else ["https://pente.example.org/j/K7M2QX#b5xcq2tzp4gkmn7a"])
    assert not said or " ".join(lines).endswith(f"{said}the link leads to the same place.")
