"""The scripted server's side of a connection: handshake, sign-in, and one reply to each request."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pente_client.client_check.stage.answers import answer
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.made_up import STRANGE_MESSAGES
from pente_client.client_check.stage.peer import Peer, error, request_id
from pente_client.client_check.stage.rooms import answer_room
from pente_client.client_check.stage.sign_in import greeting, has_signed, sign_in
from pente_client.client_check.stage.stage import LostPart, Proof, Stage
from pente_protocol.errors import CloseCode, ProtocolError
from pente_protocol.forms import FORMS, form_offered
from pente_protocol.frames import CLIENT_FRAME_MAX
from pente_protocol.messages import ClientMessage
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.rooms import Act

_HOST: Final = "127.0.0.1"
_PAUSE: Final = 0.2
"""Seconds before the first greeting, in which a client should be silent."""


@asynccontextmanager
async def listening(stage: Stage, port: int) -> AsyncIterator[str]:
    """Listen on this machine; the address. Raises OSError if the port is taken."""

    async def accept(connection: ServerConnection) -> None:
        await _accept(stage, connection)

    server = await serve(
        accept,
        _HOST,
        port,
        select_subprotocol=_select,
        compression=None,
        ping_interval=None,
        max_size=CLIENT_FRAME_MAX,
    )
    async with server:
        yield f"ws://{_HOST}:{next(iter(server.sockets)).getsockname()[1]}"


def _select(_: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """The one that is spoken, or else the first, so that the close code reaches the client."""
    form = form_offered(offered)
    return Subprotocol(form.subprotocol) if form is not None else next(iter(offered), None)


async def _accept(stage: Stage, connection: ServerConnection) -> None:
    form = next((form for form in FORMS if form.subprotocol == connection.subprotocol), None)
    if form is None:
        stage.findings.missed(
            Part.HANDSHAKE,
            f"It offers the subprotocol {connection.subprotocol or '(none)'}. Offer one of "
            f"{', '.join(form.subprotocol for form in FORMS)}.",
        )
        await connection.close(CloseCode.BAD_SUBPROTOCOL, "Offer a subprotocol of this server.")
        return
    peer = Peer(connection, form)
    stage.peers.append(peer)
    stage.changed()
    with suppress(ConnectionClosed):
        await _serve(stage, peer)
    peer.is_open = False
    stage.changed()


async def _serve(stage: Stage, peer: Peer) -> None:
    if not stage.hellos and await peer.speaks_within(_PAUSE):
        stage.findings.missed(
            Part.HANDSHAKE,
            "It sent something before the greeting had come. Wait for the greeting: it says which server "
            "this is, and has the nonce for the sign-in.",
        )
    await peer.send(greeting(stage, peer))
    if stage.proof is not Proof.TRUE:
        await _send_away(stage, peer)
        return
    while not await _sign_in(stage, peer):
        pass
    while True:
        request = await _receive(stage, peer)
        if request is not None:
            await _reply(stage, peer, request)
            stage.requests.append(request)
            stage.changed()


async def _send_away(stage: Stage, peer: Peer) -> None:
    """Note whether the client believes a server that has proven nothing. Raises ConnectionClosed."""
    _, hello = await peer.raw()
    if isinstance(hello, Hello) and (has_signed(hello) or hello.password or hello.passwords):
        stage.believed.add(stage.proof)
    await peer.close(CloseCode.REFUSED_HELLO, "This server has proven nothing.")


async def _sign_in(stage: Stage, peer: Peer) -> bool:
    hello = await _receive(stage, peer)
    if hello is None:
        return False
    if not isinstance(hello, Hello):
        stage.findings.missed(
            Part.HANDSHAKE, "Its first message is no hello. Send hello, and wait for the welcome."
        )
        await peer.send(error(hello.id, "bad-message", "The first message of a client is hello."))
        return False
    is_in = await sign_in(stage, peer, hello, peer.form.unpack(peer.frame))
    if is_in:
        stage.hellos.append(hello)
        stage.changed()
    return is_in


async def _receive(stage: Stage, peer: Peer) -> ClientMessage | None:
    """The next message of the client; None if it is none, which is answered. Raises ConnectionClosed."""
    frame, message = await peer.raw()
    if isinstance(message, ProtocolError):
        stage.findings.missed(Part.HANDSHAKE, f"It sent a frame that is no message: {message}")
        await peer.send(error(request_id(peer.form, frame), "bad-message", str(message)))
        return None
    if message.id in peer.ids:
        stage.findings.missed(
            Part.HANDSHAKE, f"It used the id {message.id} twice on one connection. Count up."
        )
    peer.ids.add(message.id)
    return message


async def _reply(stage: Stage, peer: Peer, request: ClientMessage) -> None:
    """Reply to a request, mostly after something that has its id and is no reply."""
    if not (isinstance(request, Act) and stage.loses is LostPart.COMMAND):
        await peer.send({**STRANGE_MESSAGES[0], "id": request.id})
    reply = answer(stage, request)
    if reply is not None:
        await peer.send(reply)
    else:
        await answer_room(stage, peer, request)
