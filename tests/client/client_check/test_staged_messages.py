"""What the scripted server sends is valid, but for what it makes up."""

import msgspec
import pytest

from pente_client.client_check.stage.accounts import Accounts
from pente_client.client_check.stage.answers import answer
from pente_client.client_check.stage.cast import ANNA, BORIS, FINISHED, WATCHED, finished_game, game_to_watch
from pente_client.client_check.stage.findings import Findings
from pente_client.client_check.stage.made_up import with_made_up_keys
from pente_client.client_check.stage.stage import Stage, now
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.codec import decode_server
from pente_protocol.messages import ClientMessage, Message, Wire
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.rooms import Act, Create, Synced, Unwatch, Watch
from pente_protocol.spec.samples.from_client import FROM_CLIENT


def read(wire: Wire) -> Message:
    """The message in a map. Raises ProtocolError."""
    return decode_server(msgspec.msgpack.encode(wire))


OF_ROOMS = Hello | Create | Act | Watch | Unwatch
LISTS = {name: request for name, request in FROM_CLIENT.items() if not isinstance(request, OF_ROOMS)}


@pytest.mark.parametrize("request_", LISTS.values(), ids=LISTS)
def test_every_answer_is_a_valid_message(request_: ClientMessage) -> None:
    wire = answer(Stage(Findings()), request_)
    assert wire is not None
    read(wire)  # or it raises


def test_rooms_are_told_with_valid_messages() -> None:
    room = game_to_watch(now())
    told = room.add(room.decide(cmd.Say("hello"), ANNA, now()))
    known = room.checkpoint
    more = room.add(room.decide(cmd.Say("hello, anna"), BORIS, now()))
    for wire in (*told, *more, room.synced(), *room.after(known), *room.after(None)):
        read(wire)  # or it raises
    assert isinstance(read(room.after(None)[0]), Synced)
    assert room.after(room.checkpoint) == []


def test_another_history_has_other_marks_and_is_told_as_a_snapshot() -> None:
    room = game_to_watch(now())
    room.add(room.decide(cmd.Say("hello"), ANNA, now()))
    known = room.checkpoint
    room.restore_backup()
    assert room.version == known.version - 1
    room.add(room.decide(cmd.Say("hello"), ANNA, now()))
    assert room.version == known.version
    assert room.mark_at(known.version) != known.mark
    assert isinstance(read(room.after(known)[0]), Synced)


def test_the_cast_is_as_it_says() -> None:
    assert game_to_watch(now()).room.status is ev.Status.PLAYING
    assert finished_game(now()).room.status is ev.Status.FINISHED
    assert len({WATCHED, FINISHED}) == 2


def test_keys_are_made_up_everywhere_but_in_the_rules() -> None:
    grown = with_made_up_keys({"t": "x", "inside": [{"a": 1}], "ruleset": {"size": 9}})
    assert set(grown) == {"t", "inside", "ruleset", "made_up"}
    assert set(grown["inside"][0]) == {"a", "made_up"}
    assert grown["ruleset"] == {"size": 9}


def test_each_check_is_another_server() -> None:
    assert Accounts().server_id != Accounts().server_id
