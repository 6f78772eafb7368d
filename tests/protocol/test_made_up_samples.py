"""Every message can be made up from its type: it is valid, and always the same."""

from typing import Any, get_args

import pytest

from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.value import tag_of
from pente_protocol.codec import decode_client, decode_event, decode_server, encode, encode_event
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.rooms import Act, Unwatch, Watch
from pente_protocol.spec.samples.made_up import made_up, with_made_up
from pente_protocol.spec.samples.values import DO, ROOM, SEEN

DECODERS = dict.fromkeys(get_args(ClientMessage), decode_client) | dict.fromkeys(
    get_args(ServerMessage), decode_server
)


@pytest.mark.parametrize("kind", DECODERS, ids=lambda kind: kind.__name__)
def test_a_message_of_each_kind_can_be_made_up(kind: Any) -> None:
    message = made_up(kind)
    assert type(message) is kind
    assert DECODERS[kind](encode(message)) == message == made_up(kind)


@pytest.mark.parametrize("kind", get_args(cmd.PlayerCommand), ids=lambda kind: kind.__name__)
def test_a_command_of_each_kind_can_be_made_up(kind: Any) -> None:
    act = Act(made_up(Unwatch).id, ROOM, DO, made_up(kind), SEEN)
    assert type(act.command) is kind
    assert decode_client(encode(act)) == act


@pytest.mark.parametrize("kind", get_args(ev.Event), ids=lambda kind: kind.__name__)
def test_an_event_of_each_kind_can_be_made_up(kind: Any) -> None:
    event = made_up(kind)
    assert type(event) is kind
    assert decode_event(encode_event(event)) == event == made_up(kind)


def test_only_what_has_no_sample_gets_one() -> None:
    written = {"watch on": Watch(made_up(Unwatch).id, ROOM, SEEN)}
    samples = with_made_up(written, Watch | Unwatch)
    assert samples == {**written, tag_of(Unwatch): made_up(Unwatch)}
