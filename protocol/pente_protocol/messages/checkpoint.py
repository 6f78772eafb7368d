"""Checkpoints: what a client names to say up to where it knows a room."""

from typing import Annotated, Final, NewType

from msgspec import Meta

from pente_core.value import Value

Mark = NewType("Mark", Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$(?!\n)")])
"""The mark of a version of a room: 16 hex digits, made by the server from all events up to it, with a secret.

Two histories of a room have different marks from the first event on that differs, even where their versions
are equal: a store that was restored from a backup goes on from an earlier version. A mark says nothing about
the events themselves. Clients only keep it, and send it back.
"""
LAST_VERSION: Final = (1 << 31) - 1
"""Above all versions that a room reaches."""
NO_MARK: Final = Mark("")
"""The mark of a room before its first event. It is never sent."""


class Checkpoint(Value):
    """A version of a room together with its mark, which says of which history it is."""

    version: Annotated[int, Meta(ge=1, le=LAST_VERSION)]
    mark: Mark


UNSEEN: Final = Checkpoint(0, NO_MARK)
"""What a client has of a room that it does not watch. It is never sent."""
