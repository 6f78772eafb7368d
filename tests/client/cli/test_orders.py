from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.cli.orders import BadOrder, Quit, ShowBoard, ShowHelp, ShowMoves, read_order
from pente_client.offers import Answer
from pente_core.move import Choice
from pente_core.point import Point
from pente_core.room import (
    Audience,
    Choose,
    GiveTime,
    Join,
    Leave,
    Offer,
    OfferKind,
    Play,
    Resign,
    Resume,
    Say,
)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("K10", Play(Point(180))),
        (" a1 ", Play(Point(0))),
        ("swap", Choose(Choice.SWAP)),
        ("Stay", Choose(Choice.STAY)),
        ("pass", Choose(Choice.PASS)),
        ("/say hello  you", Say("hello you")),
        ("/watchers look", Say("look", Audience.WATCHERS)),
        ("/RESIGN", Resign()),
        ("/join", Join()),
        ("/leave", Leave()),
        ("/decline", Answer(False)),
        ("/decline pause", Answer(False, OfferKind.PAUSE)),
        ("/accept", Answer(True)),
        ("/ACCEPT Draw", Answer(True, OfferKind.DRAW)),
        ("/draw", Offer(OfferKind.DRAW)),
        ("/pause", Offer(OfferKind.PAUSE)),
        ("/resume", Resume()),
        ("/more", GiveTime()),
        ("/board", ShowBoard()),
        ("/moves", ShowMoves()),
        ("/help", ShowHelp()),
        ("/quit", Quit()),
    ],
)
def test_lines_and_what_they_ask_for(line: str, order: object) -> None:
    assert read_order(line, 19) == order


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("I5", "no column I"),
        ("U5", "off the board"),
        ("hello", "not a point"),
        ("/dance", "/help shows"),
        ("/accept all", "/accept pause or /accept draw"),
        ("/resign now", "/help shows"),
        ("/say", "1 to 200"),
        ("/say \u202e", "1 to 200"),
        ("/say " + "x" * 201, "1 to 200"),
    ],
)
def test_lines_that_ask_for_nothing_say_what_to_write(line: str, words: str) -> None:
    with pytest.raises(BadOrder, match=words):
        read_order(line, 19)


@given(st.text(), st.integers(3, 25))
def test_any_line_asks_for_something_or_is_bad(line: str, size: int) -> None:
    for text in (line, "/" + line, "/say " + line):
        with suppress(BadOrder):
            read_order(text, size)
