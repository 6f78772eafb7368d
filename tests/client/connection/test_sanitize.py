import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pente_client.connection.replica.sanitize import clean_message, clean_name
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.rating import Speed
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Invited, ListedRoom, RoomList
from pente_protocol.messages.people import Leader, Leaderboard, LeaderList, PoolScore, ProfileFound
from pente_protocol.messages.rooms import Happened, Synced
from pente_protocol.untrusted_text import BadName, check_name
from tests.support.client.scripted_room import ANN, START, ServerRoom
from tests.support.client.scripted_server import welcome
from tests.support.games.checkpoints import made_up_mark

NASTY = Identity(PlayerId("f" * 32), "a\x1b[2J\u202eb\n")

NASTY_LEADER = Leader(NASTY, PoolScore("\x1b[2J", Speed.BLITZ))


@given(st.text())
def test_a_name_is_made_of_letters_and_a_proper_one_stays(name: str) -> None:
    cleaned = clean_name(name)
    assert 1 <= len(cleaned) <= 20
    assert cleaned.isascii()
    assert clean_name(cleaned) == cleaned
    try:
        check_name(name)
    except BadName:
        return
    assert cleaned == name


@given(st.text())
def test_chat_steers_no_terminal(text: str) -> None:
    said = clean_event(ev.Said(START, NASTY, text))
    assert isinstance(said, ev.Said)
    for shown in (said.text, said.player.name):
        assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co"} for char in shown)


def clean_event(event: ev.Event) -> ev.Event:
    """The event as a client gets it."""
    cleaned = clean_message(Happened(RoomId("room-0001"), 1, made_up_mark(1), event))
    assert isinstance(cleaned, Happened)
    return cleaned.event


def test_every_message_with_text_is_cleaned() -> None:
    table = ServerRoom()
    table.do(cmd.Say("hi"), NASTY)
    messages: list[ServerMessage] = [
        table.synced(),
        Invited(table.summary()),
        RoomList(RequestId(1), (ListedRoom(table.summary()),)),
        ProfileFound(RequestId(1), NASTY, (PoolScore("\x1b[2J", Speed.BLITZ),)),
        LeaderList(RequestId(1), (Leaderboard("\x1b", Speed.BLITZ, (NASTY_LEADER,)),)),
        Error(RequestId(1), "\x1b", "\x1b[2J"),
        welcome(Hello(RequestId(1), ""), player=NASTY, server="\x1b]0;x\x07"),
    ]
    for message in messages:
        assert "\\x1b" not in repr(clean_message(message))
    synced = clean_message(table.synced())
    assert isinstance(synced, Synced)
    assert synced.snapshot.chat[0].player.name == "a_2Jb"


def test_events_with_players_are_cleaned() -> None:
    for event in (ev.Joined(START, 0, NASTY), ev.Declined(START, NASTY)):
        cleaned = clean_event(event)
        assert isinstance(cleaned, ev.Joined | ev.Declined)
        assert cleaned.player.name == "a_2Jb"
    assert clean_event(ev.Joined(START, 0, ANN)) == ev.Joined(START, 0, ANN)
