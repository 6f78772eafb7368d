"""Every message can be made up from its type: it is valid, and always the same."""

from typing import Any, get_args

import pytest

from pente_core.value import tag_of
from pente_protocol.codec import decode_client, decode_server, encode
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.rooms import Unwatch, Watch
from pente_protocol.spec.samples.made_up import made_up, with_made_up
from pente_protocol.spec.samples.values import ROOM, SEEN

DECODERS = dict.fromkeys(get_args(ClientMessage), decode_client) | dict.fromkeys(
    get_args(ServerMessage), decode_server
)


@pytest.mark.parametrize("kind", DECODERS, ids=lambda kind: kind.__name__)
def test_a_message_of_each_kind_can_be_made_up(kind: Any) -> None:
    message = made_up(kind)
    assert type(message) is kind
    assert DECODERS[kind](encode(message)) == message == made_up(kind)


def test_only_what_has_no_sample_gets_one() -> None:
    written = {"watch on": Watch(made_up(Unwatch).id, ROOM, SEEN)}
    samples = with_made_up(written, Watch | Unwatch)
    assert samples == {**written, tag_of(Unwatch): made_up(Unwatch)}
