import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.offers import Answer
from pente_client.screen.order import (
    COMMANDS,
    BadOrder,
    Order,
    Quit,
    ShowHelp,
    completions,
    label_of,
    read_order,
)
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
    ("text", "order"),
    [
        ("K10", Play(Point(180))),
        (" k10", Say("k10")),
        ("t19", Play(Point(360))),
        ("swap", Choose(Choice.SWAP)),
        ("Stay", Choose(Choice.STAY)),
        ("/pass", Choose(Choice.PASS)),
        ("'good game", Say("good game")),
        ("/say  good   game ", Say("good game")),
        ("/watchers psst", Say("psst", Audience.WATCHERS)),
        ("/resign", Resign()),
        ("/RESIGN", Resign()),
        ("/join", Join()),
        ("/join 2", Join(1)),
        ("/leave", Leave()),
        ("/decline", Answer(False)),
        ("/decline pause", Answer(False, OfferKind.PAUSE)),
        ("/accept", Answer(True)),
        ("/ACCEPT Draw", Answer(True, OfferKind.DRAW)),
        ("/draw", Offer(OfferKind.DRAW)),
        ("/pause", Offer(OfferKind.PAUSE)),
        ("/resume", Resume()),
        ("/more", GiveTime()),
        ("/help", ShowHelp()),
        ("?", ShowHelp()),
        ("/quit", Quit()),
        ("/q", Quit()),
    ],
)
def test_what_can_be_asked_for(text: str, order: Order) -> None:
    assert read_order(text, 19) == order


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "'hello' is no point like K10; to talk, begin with '"),
        ("K20", "'K20' is off the board: the rows go from 1 to 19"),
        ("I5", "'I5': there is no column I; the columns go from H to J"),
        ("/dance", "there is no command /dance; /help shows what there is"),
        ("/resign now", "write just /resign"),
        ("/join 9", "write just /join"),
        ("/join x", "write just /join"),
        ("/say", "say something of 1 to 200 characters"),
        ("'\u202e", "say something of 1 to 200 characters"),
        ("'" + "x" * 201, "say it in at most 200 characters"),
    ],
)
def test_what_else_to_write(text: str, sentence: str) -> None:
    with pytest.raises(BadOrder) as error:
        read_order(text, 19)
    assert str(error.value) == sentence


@given(st.text(max_size=300), st.integers(3, 25))
def test_any_line_is_an_order_or_a_sentence_that_is_safe_to_show(text: str, size: int) -> None:
    try:
        shown = read_order(text, size)
    except BadOrder as error:
        shown = Say(str(error))
    if isinstance(shown, Say):
        assert 1 <= len(shown.text) <= 200
        assert shown.text.isprintable()


def test_completions() -> None:
    assert completions("/", ()) == tuple(
        f"{word} " if " " in usage else word for word, (usage, _) in COMMANDS.items()
    )
    assert completions("/w", ()) == ("/watchers ",)
    assert completions("s", (Choice.SWAP, Choice.STAY)) == ("swap", "stay")
    assert completions("", (Choice.SWAP,)) == ()
    assert completions("K1", ()) == ()
    assert completions("/resign", ()) == ()


def test_labels_of_what_is_on_its_way() -> None:
    assert label_of(Play(Point(180)), 19) == "K10"
    assert label_of(Choose(Choice.SWAP), 19) == "swap"
    assert label_of(Say("hi"), 19) == "what you said"
    assert label_of(Resign(), 19) == "resign"
