"""What asyncssh has no public way for."""

from typing import Final

import asyncssh

_HANDLER: Final = "_process_env_request"
_TRANSPORT: Final = "_transport"
_DEFERRED: Final = "_deferred_packets"


def refuse_environment(channel: "asyncssh.SSHServerChannel[bytes]") -> None:
    """Have a channel refuse variables of the environment.

    asyncssh keeps every one that a client sends, without a bound. Where it calls its handler by another name,
    variables are kept, and ignored all the same.
    """
    if hasattr(channel, _HANDLER):
        setattr(channel, _HANDLER, lambda _packet: False)


def unsent(connection: asyncssh.SSHServerConnection) -> int:
    """Bytes that wait to be sent, behind the windows of channels; 0 where asyncssh keeps them elsewhere.

    asyncssh writes on when a client does not read. A window may be 4 GB; what is due during a key exchange
    is put by, and the client may never end that.
    """
    transport, deferred = getattr(connection, _TRANSPORT, None), getattr(connection, _DEFERRED, ())
    waiting = sum(len(part) for _, parts in deferred for part in parts)
    return waiting + (transport.get_write_buffer_size() if transport is not None else 0)
