"""The first messages on a link: the greeting of the server, our hello, and its welcome."""

import asyncio
from typing import Final

from pente_client.connection.link.errors import CannotConnect, LinkLost, PermanentFailure, RequestRejected
from pente_client.connection.link.link import Link
from pente_client.connection.link.timeouts import Timeouts
from pente_client.connection.login import Login
from pente_client.connection.replica.sanitize import clean_message
from pente_client.connection.state.notifications import Notification, notification_in
from pente_client.connection.state.resumption import Resumption
from pente_protocol.errors import ProtocolError
from pente_protocol.messages.base import Error
from pente_protocol.messages.hello import Greeting, Welcome
from pente_protocol.newer.unknown import Received, UnknownMessage, UnreadableReply
from pente_protocol.sentences import tell

_MOST_EARLY: Final = 16 * 1024 * 1024
"""Bytes before a welcome."""
_NO_GREETING: Final = tell("reach.no-greeting")
NO_WELCOME: Final = tell("reach.no-welcome")
UNREADABLE: Final = tell("reach.unreadable")


async def hear_greeting(link: Link, timeouts: Timeouts) -> Greeting:
    """The first message of the server.

    Raises LinkLost without one.
    """
    try:
        async with asyncio.timeout(timeouts.greeting):
            message = await _first_message(link)
    except TimeoutError:
        raise LinkLost(_NO_GREETING) from None
    if not isinstance(message, Greeting):
        raise ProtocolError(tell("reach.the-first-message-is-no"))
    return message


async def _first_message(link: Link) -> Received:
    """The first message that this program knows. Raises what `Link.receive` raises."""
    while isinstance(message := clean_message(await link.receive()), UnknownMessage):
        if link.received > _MOST_EARLY:
            raise LinkLost(_NO_GREETING)
    return message


async def sign_in(
    link: Link, login: Login, program: str, resumption: Resumption
) -> tuple[Welcome, list[Notification]]:
    """Say hello: the welcome, and the messages that came before it.

    Raises LinkLost, PermanentFailure and what `Login.welcomed` raises.
    """
    try:
        _ = link.post(lambda id_: login.hello(id_, program, resumption))
    except RequestRejected as rejected:
        raise PermanentFailure(rejected) from None
    early: list[Notification] = []
    while link.received < _MOST_EARLY:
        message = clean_message(await link.receive())
        if isinstance(message, Welcome):
            login.welcomed(message)
            return message, early
        if isinstance(message, Error):
            raise login.refused(message)
        if isinstance(message, UnreadableReply):
            raise PermanentFailure(CannotConnect(UNREADABLE))
        early.append(notification_in(message))
    raise LinkLost(NO_WELCOME)
