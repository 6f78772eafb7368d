import pytest

from pente_client.screen.model.remarks import (
    Remark,
    RemarkKind,
    chat_of,
    missed_chat,
    newly_absent,
    presence_remarks,
    present_players,
    remarks,
)
from pente_client.words.phrases import name_of
from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.room import Room, apply, decide
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.point import parse_point
from pente_core.value import replace
from pente_protocol.messages.rooms import RoomPresence
from tests.support.client.fake_client import ADA, BOB, CYD, EVE, ROOM, START, done, room_of

HOUR = Instant(START + 3_600_000)


def said_of(room: Room, command: cmd.Command, by: Identity | None, now: Instant = START) -> list[str]:
    """The texts of all remarks about what follows from a command."""
    texts: list[str] = []
    for event in decide(room, command, by=by, now=now):
        after = apply(room, event)
        texts += [f"{remark.who}: {remark.text}".removeprefix(": ") for remark in remarks(event, room, after)]
        room = after
    return texts


@pytest.mark.parametrize(
    ("room", "command", "by", "texts"),
    [
        (room_of(), cmd.Say("hi"), EVE, ["eve: hi"]),
        (room_of(players=(ADA,)), cmd.Join(), BOB, ["bob joins as black.", "The game begins."]),
        (room_of(players=(ADA,)), cmd.Leave(), ADA, ["ada leaves.", "The room is closed: everybody left."]),
        (room_of(players=(ADA,)), cmd.Tick(), None, ["The room is closed: nobody joined in time."]),
        (room_of(), cmd.Resign(), BOB, ["ada won: bob resigned."]),
        (
            room_of({"base": "pente", "sides": 3}),
            cmd.Resign(),
            CYD,
            ["cyd resigned. The others play on."],
        ),
        (
            room_of("d-pente", turns="K10 K11 L12 L13"),
            cmd.Choose(Choice.SWAP),
            BOB,
            ["bob swaps: the players change colours."],
        ),
        (
            room_of("pente-casual", turns="K10 A1 L10 A2"),
            cmd.Play(parse_point("M10", 19)),
            ADA,
            ["ada: open tria at M10"],
        ),
        (room_of(), cmd.Play(parse_point("K10", 19)), ADA, []),
        (
            room_of(),
            cmd.CreditOutage(START, Instant(START + 1000)),
            None,
            ["Clocks were stopped while the server was down."],
        ),
    ],
)
def test_what_there_is_to_say(
    room: Room, command: cmd.Command, by: Identity | None, texts: list[str]
) -> None:
    assert said_of(room, command, by, HOUR if isinstance(command, cmd.Tick) else START) == texts


def test_flags_and_invitations() -> None:
    three = room_of({"base": "pente", "sides": 3}, turns="K10 L10 C3 D1 E9 F9")
    assert said_of(three, cmd.Tick(), None, HOUR) == ["ada ran out of time. The others play on."]
    waiting = replace(room_of(players=(ADA,)), invited=(BOB,))
    assert said_of(waiting, cmd.Decline(), BOB) == [
        "bob declines the invitation.",
        "The room is closed: the invitation was declined.",
    ]


def test_what_is_hidden_is_not_spoken_of() -> None:
    assert remarks(ev.Hidden(START), room_of(), room_of()) == ()


def test_a_name_does_not_pretend_to_sit_at_the_board() -> None:
    room = done(done(room_of(), cmd.Say("really me"), ADA), cmd.Say("me too"), replace(EVE, name="ada"))
    assert [(remark.who, remark.seat) for remark in chat_of(room)] == [("ada", 0), ("ada", None)]


def test_hostile_text_is_clean() -> None:
    room = done(room_of(), cmd.Say("x"), replace(EVE, name="\x1b]0;gotcha\x07"))
    hostile = replace(room.chat[0], text="\x1b[2J\u202efall\r\nback<b>&amp;")
    (remark,) = chat_of(replace(room, chat=(hostile,)))
    assert remark == Remark(RemarkKind.SAID, "[2Jfall back<b>&amp;", "_0_gotcha", None)
    assert name_of(replace(EVE, name="\u202e")) == "_"
    assert name_of(None) == "nobody"


def test_asides_are_told_apart() -> None:
    room = done(room_of(), cmd.Say("psst", ev.ChatAudience.WATCHERS), EVE)
    assert chat_of(room)[0].kind is RemarkKind.ASIDE


def test_after_a_break_only_new_chat_is_added() -> None:
    before = done(room_of(), cmd.Say("one"), ADA)
    after = done(before, cmd.Say("two"), BOB, Instant(START + 5))
    assert [remark.text for remark in missed_chat(before, after)] == ["two"]
    assert [remark.text for remark in missed_chat(room_of(), after)] == ["one", "two"]


def test_who_went_away_and_came_back() -> None:
    both, one = RoomPresence(ROOM, (True, True), 0), RoomPresence(ROOM, (True, False), 0)
    room = room_of()
    assert newly_absent(room, both, one) == {BOB.id}
    assert newly_absent(room, one, both) == frozenset()
    assert present_players(room, one) == {ADA.id}
    assert newly_absent(room, RoomPresence(ROOM, (), 0), one) == frozenset()
    texts = [remark.text for remark in presence_remarks(room, frozenset({BOB.id}), frozenset({ADA.id}))]
    assert texts == ["ada is back.", "bob is away."]
