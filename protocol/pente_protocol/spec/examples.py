"""Examples for the page, from the samples: one for every message, command and event."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pente_core.value import Value, tag_of
from pente_protocol.codec import to_wire
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.rooms import Act, Happened
from pente_protocol.spec.samples import MESSAGES


class Example(Value):
    """An example of a message."""

    name: str
    """Its name among the golden vectors."""
    message: ClientMessage | ServerMessage

    @property
    def wire(self) -> dict[str, Any]:
        """Its JSON form."""
        return to_wire(self.message)


@cache
def examples() -> Mapping[str, Example]:
    """The first sample of each kind, by the tag of the message, and also by ``act.play`` and the like."""
    found: dict[str, Example] = {}
    for name, message in MESSAGES.items():
        for kind in _kinds(message):
            found.setdefault(kind, Example(name, message))
    return found


def _kinds(message: ClientMessage | ServerMessage) -> Iterator[str]:
    tag = tag_of(type(message))
    yield tag
    match message:
        case Act(command=held) | Happened(event=held):
            yield f"{tag}.{tag_of(type(held))}"
        case _:
            pass
