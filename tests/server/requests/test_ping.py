"""A ping is answered at once, in every form and whatever else the peer does."""

import pytest

from pente_protocol.forms import FORMS, Form
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.ping import Ping, Pong
from tests.support.peer import Peer, Served, frame_of


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)
class TestPing:
    async def test_the_reply_has_the_clock_of_the_server(self, served: Served, form: Form) -> None:
        async with Peer(served.url, form) as peer:
            welcome = await peer.hello()
            first, second = await peer.told(Pong, Ping), await peer.told(Pong, Ping)
            assert welcome.now <= first.now <= second.now <= served.node.heartbeat.now()

    async def test_the_first_message_is_hello(self, served: Served, form: Form) -> None:
        async with Peer(served.url, form) as peer:
            await peer.send(frame_of(Ping(RequestId(1)), form))
            await peer.closed()
            assert not any(isinstance(message, Pong) for message in peer.said)
