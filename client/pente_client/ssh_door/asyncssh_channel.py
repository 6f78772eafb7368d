"""What asyncssh has no public way for."""

from typing import Final

import asyncssh

_HANDLER: Final = "_process_env_request"


def refuse_environment(channel: "asyncssh.SSHServerChannel[bytes]") -> None:
    """Have a channel refuse variables of the environment.

    asyncssh keeps every one that a client sends, without a bound. Where it calls its handler by another name,
    variables are kept, and ignored all the same.
    """
    if hasattr(channel, _HANDLER):
        setattr(channel, _HANDLER, lambda _packet: False)
