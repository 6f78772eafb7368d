"""Rooms that can't be replayed, in words and in JSON."""

import json

from pente_client.connection import Resynced
from pente_client.stream.jsonl.json_lines import JsonLines
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_core.notation import format_position
from tests.support.client.scripted_room import ROOM, playing
from tests.support.client.unreadable_room import stand_in

EARLIER, LATER = stand_in(playing("K10").room), stand_in(playing("K10", "A1").room)


def seen(*rooms: object) -> list[Resynced]:
    return [Resynced(ROOM, room, is_read_only=True) for room in rooms]  # type: ignore[arg-type]


def test_in_words_the_board_is_shown_and_what_to_do() -> None:
    lines: list[str] = []
    plain = Plain(lines.append, PlainForm(with_boards=True, columns=lambda: 200))
    for update in seen(EARLIER):
        plain.show(update)
    assert lines[0] == (
        f"Room {ROOM}: ann and bob. This game needs a newer version of pente."
        " You can see its board here; update pente to play or chat."
    )
    assert lines[11].split()[1][18] == "○"


def test_without_boards_the_stones_are_named() -> None:
    lines: list[str] = []
    plain = Plain(lines.append)
    for update in seen(LATER):
        plain.show(update)
    assert lines[-2:] == ["ann, 1 stone: K10.", "bob, 1 stone: A1."]


def test_in_words_a_board_that_is_the_same_is_not_shown_again() -> None:
    lines: list[str] = []
    plain = Plain(lines.append)
    for update in seen(EARLIER, EARLIER, LATER):
        plain.show(update)
    assert sum(line.startswith("Room ") for line in lines) == 2


def test_in_json_there_is_the_position() -> None:
    lines: list[str] = []
    output = JsonLines(lines.append)
    for update in seen(EARLIER, LATER, LATER):
        output.show(update)
    assert [json.loads(line) for line in lines] == [
        {
            "t": "read-only",
            "room": ROOM,
            "version": room.version,
            "position": format_position(room.game.position),
        }
        for room in (EARLIER, LATER)
    ]
