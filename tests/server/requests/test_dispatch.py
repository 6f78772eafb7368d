"""Each request has exactly one handler, which returns the reply that the request names."""

from typing import get_args

import pytest

from pente_core.clock.instant import Instant
from pente_protocol.messages import ClientMessage
from pente_protocol.messages.base import Ok
from pente_protocol.messages.ping import Ping, Pong
from pente_server.node import Node
from pente_server.requests.connection import ConnectionRequests
from pente_server.requests.costs import FREE
from pente_server.requests.dispatch import answers, handlers_of
from pente_server.requests.requester import Requester
from pente_server.store.memory.store import MemoryStore


class Echo:
    """A second handler of pings."""

    @answers(Ping, cost=FREE)
    def ping(self, _: Requester, request: Ping) -> Pong:
        return Pong(request.id, Instant(0))


async def test_a_node_has_a_handler_of_each_request() -> None:
    assert set(Node(MemoryStore()).handlers) == set(get_args(ClientMessage))


def test_a_request_without_a_handler_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Rooms, .* must have a handler"):
        handlers_of(ConnectionRequests(lambda: Instant(0)))


def test_a_request_with_two_handlers_is_refused() -> None:
    with pytest.raises(TypeError, match="Ping has more than one handler"):
        handlers_of(ConnectionRequests(lambda: Instant(0)), Echo())


def test_a_handler_of_another_reply_is_refused() -> None:
    with pytest.raises(TypeError, match="ping must return Pong"):

        @answers(Ping, cost=FREE)
        def ping(_: object, requester: Requester, request: Ping) -> Ok:
            return Ok(request.id)


def test_a_handler_that_sends_its_reply_itself_and_awaits_nothing_is_refused() -> None:
    with pytest.raises(TypeError, match="ping must return Pong"):

        @answers(Ping, cost=FREE)
        def ping(_: object, requester: Requester, request: Ping) -> None:
            requester.send_message(Pong(request.id, Instant(0)))
