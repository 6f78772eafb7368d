import dataclasses
from typing import Any

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.sides import NARROW, captures_of, sides_lines, sides_rows
from pente_client.terminal.glyphs import ASCII
from pente_client.terminal.styled_text import line_width, plain
from pente_client.words.phrases import counts_pairs
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerKind
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from pente_protocol.messages.rooms import RoomPresence
from tests.support.client.fake_client import ADA, BOB, CYD, DAN, EVE, ROOM, START, done, room_of


def shown(
    room: Room,
    *,
    me: Identity = ADA,
    now: Instant = START,
    columns: int = 38,
    height: int = 10,
    **changes: Any,
) -> list[str]:
    model = dataclasses.replace(ScreenModel(me=me).showing(room), **changes)
    lines = sides_lines(model, now, columns, height)
    assert all(line_width(line) == columns - (columns >= NARROW) for line in lines)
    assert len(lines) == sides_rows(room, columns, height)
    return [plain(line) for line in lines]


def test_whose_turn_it_is_with_clocks_and_pairs() -> None:
    assert shown(room_of(turns="K10 L10 G10 M10 N10"), now=Instant(START + 61_000)) == [
        "                        clock   pairs",
        "  ○ ada you              5:09     1/5",
        "▸ ● bob                  4:05     0/5",
    ]


def test_a_low_clock_shows_tenths_in_a_style_of_its_own() -> None:
    room = room_of(turns="K10")
    model = ScreenModel(me=ADA).showing(room)
    *_, bob = sides_lines(model, Instant(START + 295_500), 38, 10)
    assert ("class:clock.low", "0:04.5") in bob


def test_overtime_is_shown_by_the_period() -> None:
    room = room_of(time="1+3x30", turns="K10")
    assert [row[20:29].strip() for row in shown(room, now=Instant(START + 75_000))[1:]] == ["1:00", "0:15x3"]


def test_without_a_clock_and_captures_there_are_only_names() -> None:
    assert [row.rstrip() for row in shown(room_of("gomoku", time="-"))] == ["", "▸ ○ ada you", "  ● bob"]


def test_ratings_stand_beside_the_names_as_far_as_there_is_room() -> None:
    players = (replace(ADA, rating=1512), replace(BOB, rating=1500, provisional=True))
    room = room_of(players=players)
    assert [row[4:20].rstrip() for row in shown(room)[1:]] == ["ada (1512) you", "bob (1500?)"]
    assert all("(1512)" not in row for row in shown(room, columns=26))


def test_who_is_away_and_who_is_a_bot() -> None:
    bot = replace(BOB, kind=PlayerKind.BOT)
    room = room_of(players=(ADA, bot))
    rows = shown(room, presence=RoomPresence(ROOM, (True, False), 0))
    assert rows[2].startswith("  ● bob bot away ")


def test_partners_share_what_they_take() -> None:
    room = room_of({"base": "pente", "sides": 4, "teams": True}, turns="K10 A1 A5 L10 G10 C1 C5 M10 N10")
    rows = shown(room, me=EVE)
    assert [row[4:14] for row in rows[1:]] == ["ada with ▲", "bob with ■", "cyd with ○", "dan with ●"]
    assert [captures_of(room, seat) for seat in range(4)] == ["1/5", "0/5", "1/5", "0/5"]


def test_who_is_out_while_the_others_play_on() -> None:
    room = done(room_of({"base": "pente", "sides": 3}), cmd.Resign(), BOB)
    assert shown(room)[2].startswith("  ● bob out ")


def test_a_free_seat() -> None:
    room = room_of({"base": "pente", "sides": 4}, players=(ADA, CYD, DAN))
    assert shown(room)[4].startswith("  ■ open seat ")


def test_a_long_name_gives_way_to_what_else_is_to_be_known() -> None:
    room = room_of(players=(replace(ADA, name="a" * 20), BOB))
    assert shown(room, columns=29)[1] == "▸ ○ aaa you     5:00     0/5"


def test_stones_are_counted_where_not_only_pairs_are_taken() -> None:
    assert counts_pairs(ruleset_from("pente"))
    assert not counts_pairs(ruleset_from("keryo-pente"))
    assert not counts_pairs(ruleset_from("poof-pente"))
    assert captures_of(room_of("keryo-pente"), 0) == "0/15"
    assert captures_of(room_of("gomoku"), 0) == ""


def test_ascii_is_ascii() -> None:
    assert all(row.isascii() for row in shown(room_of(), glyphs=ASCII))


def test_without_a_room_there_are_no_sides() -> None:
    assert sides_lines(ScreenModel(me=ADA), START, 38, 10) == ()
