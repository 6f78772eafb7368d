from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.input.board_views import (
    DescribeAround,
    DescribeColumn,
    DescribeRow,
    DescribeStones,
    ShowClocks,
)
from pente_client.input.commands import COMMANDS, ModerationAction
from pente_client.input.completion import completed, completions
from pente_client.input.inputs import Input, QuitInput, ShowBoard, ShowCode, ShowHelp, ShowMoves, ShowWho
from pente_client.input.invalid_input import InvalidInput
from pente_client.input.moderation import ModerationOrder
from pente_client.input.offer_answers import OfferAnswer
from pente_client.input.parse import parse_input
from pente_client.play.shown.command_label import command_label
from pente_core.room import OfferKind, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.value import tag_of
from pente_protocol.sentences import ENGLISH, sections


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("K10", cmd.Play(Point(180))),
        (" a1 ", cmd.Play(Point(0))),
        ("t19", cmd.Play(Point(360))),
        ("swap", cmd.Choose(Choice.SWAP)),
        ("Stay", cmd.Choose(Choice.STAY)),
        ("/pass", cmd.Choose(Choice.PASS)),
        ("'good game", cmd.Say("good game")),
        ("/say  good   game ", cmd.Say("good game")),
        ("/watchers psst", cmd.Say("psst", ev.ChatAudience.WATCHERS)),
        ("/watchers invited", cmd.SetWatchPolicy(WatchPolicy.INVITED)),
        ("/watchers Anybody", cmd.SetWatchPolicy(WatchPolicy.ANYBODY)),
        ("/watchers anybody there?", cmd.Say("anybody there?", ev.ChatAudience.WATCHERS)),
        ("/RESIGN", cmd.Resign()),
        ("/abort", cmd.Abort()),
        ("/join", cmd.Join()),
        ("/join 2", cmd.Join(1)),
        ("/join accept", cmd.Join(accepts_rating=True)),
        ("/join 2 accept", cmd.Join(1, accepts_rating=True)),
        ("/leave", cmd.Leave()),
        ("/ready", cmd.Ready()),
        ("/decline", OfferAnswer(False)),
        ("/decline pause", OfferAnswer(False, OfferKind.PAUSE)),
        ("/accept", OfferAnswer(True)),
        ("/ACCEPT Draw", OfferAnswer(True, OfferKind.DRAW)),
        ("/draw", cmd.Offer(OfferKind.DRAW)),
        ("/pause", cmd.Offer(OfferKind.PAUSE)),
        ("/takeback", cmd.Offer(OfferKind.TAKEBACK)),
        ("/cancel", cmd.Offer(OfferKind.CANCEL)),
        ("/rematch", cmd.Offer(OfferKind.REMATCH)),
        ("/claim win", cmd.Claim(cmd.ClaimKind.WIN)),
        ("/claim Cancel", cmd.Claim(cmd.ClaimKind.CANCEL)),
        ("/resume", cmd.Resume()),
        ("/more", cmd.GiveTime()),
        ("/mute eve", ModerationOrder(ModerationAction.MUTE, "eve")),
        ("/unban Eve_2", ModerationOrder(ModerationAction.UNBAN, "Eve_2")),
        ("/who", ShowWho()),
        ("/code", ShowCode()),
        ("/QR", ShowCode(with_qr=True)),
        ("/board", ShowBoard()),
        ("/moves", ShowMoves()),
        ("/row 10", DescribeRow(9)),
        ("/column k", DescribeColumn(9)),
        ("/around k10", DescribeAround(Point(180))),
        ("/stones", DescribeStones()),
        ("stones", DescribeStones()),
        ("/clock", ShowClocks()),
        ("/help", ShowHelp()),
        ("?", ShowHelp()),
        ("/quit", QuitInput()),
        ("/q", QuitInput()),
    ],
)
def test_what_can_be_asked_for(line: str, order: Input) -> None:
    assert parse_input(line, 19) == order


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "Not a move. Type K10 to play, or 'hello to chat."),
        ("K20", "'K20' is off the board; rows run from 1 to 19."),
        ("I5", "'I5' is not a point: there is no column I, J follows H."),
        ("/dance", "There is no command /dance. /help lists them all."),
        ("/quti", "There is no command /quti. Did you mean /quit?"),
        ("/resign now", "Type just /resign."),
        ("/row", "Type /row 10."),
        ("/row 20", "Rows run from 1 to 19. Type /row 10."),
        ("/row ²", "Rows run from 1 to 19. Type /row 10."),
        ("/column I", "Columns run from A to T, without I. Type /column K."),
        ("/around K20", "'K20' is off the board; rows run from 1 to 19."),
        ("/board 3", "Type just /board."),
        ("/join 9", "Type /join, /join 2 for the second seat, or /join accept."),
        ("/join 1 2", "Type /join, /join 2 for the second seat, or /join accept."),
        ("/claim", "Type /claim win or cancel."),
        ("/claim all", "Type /claim win or cancel."),
        ("/kick", "Type /kick NAME."),
        ("/kick \u202e", "A name must have 2 to 20 letters, digits, - or _."),
        ("/kick a b", "A name must have 2 to 20 letters, digits, - or _."),
        (
            "/accept x",
            "A name must have 2 to 20 letters, digits, - or _.",
        ),
        ("/say", "Type a message of 1 to 200 characters."),
        ("'\u202e", "Type a message of 1 to 200 characters."),
        ("'" + "x" * 201, "A message has at most 200 characters."),
    ],
)
def test_what_else_to_write(text: str, sentence: str) -> None:
    with pytest.raises(InvalidInput) as error:
        parse_input(text, 19)
    assert str(error.value) == sentence


@given(st.text(max_size=300), st.integers(3, 25))
def test_any_line_is_an_order_or_a_sentence_that_is_safe_to_show(text: str, size: int) -> None:
    for line in (text, "/" + text, "'" + text):
        try:
            shown = parse_input(line, size)
        except InvalidInput as error:
            shown = cmd.Say(str(error))
        if isinstance(shown, cmd.Say):
            assert 1 <= len(shown.text) <= 200
            assert shown.text.isprintable()


def test_every_command_that_is_completed_can_be_given() -> None:
    arguments = {
        "NAME": "eve",
        "NAME TEXT": "eve hello",
        "TEXT": "hello",
        "win or cancel": "win",
        "next, back, best, people, bots or a ruleset": "next",
        "MOVE ANSWER": "K10 L10",
        "14": "14",
        "10": "10",
        "K": "K",
        "K10": "K10",
        "NUMBER": "57",
        "DAYS (1 to 20) or off": "7",
        "": "",
    }
    for word, command in COMMANDS.items():
        parse_input(f"{word} {arguments[command.argument]}", 19)


def test_completions() -> None:
    assert completions("/", ()) == tuple(
        f"{word} " if command.argument else word for word, command in COMMANDS.items()
    )
    assert completions("/w", ()) == ("/watchers ", "/who", "/why")
    assert completions("/set", ()) == ("/setup",)
    assert completions("/set", (), is_local=False) == ()
    assert completions("/watchers ", ()) == ("/watchers anybody", "/watchers invited")
    assert completions("s", (Choice.SWAP, Choice.STAY)) == ("swap", "stay")
    assert completions("", (Choice.SWAP,)) == ()
    assert completions("K1", ()) == ()
    assert completions("/resign", ()) == ()


def test_what_follows_a_command_is_completed_too() -> None:
    assert completions("/claim ", ()) == ("/claim win", "/claim cancel")
    assert completed("/accept t", ()) == "/accept takeback"
    assert completions("/ban e", (), ("ada", "eve", "emil")) == ("/ban eve", "/ban emil")
    assert completions("/say e", (), ("eve",)) == ()


def test_labels_of_what_is_on_its_way() -> None:
    assert command_label(cmd.Play(Point(180)), 19) == "K10"
    assert command_label(cmd.Choose(Choice.SWAP), 19) == "swap"
    assert command_label(cmd.Say("hi"), 19) == "your message"
    assert command_label(cmd.Offer(OfferKind.REMATCH), 19) == "rematch"
    assert command_label(cmd.Resign(), 19) == "resign"


def test_every_other_command_has_a_label_in_the_catalogue() -> None:
    named_by_fields = {cmd.Play, cmd.AddVariation, cmd.Choose, cmd.Offer}
    tags = {tag_of(command) for command in get_args(cmd.PlayerCommand) if command not in named_by_fields}
    assert tags - sections(ENGLISH)["sent"].keys() == set()
