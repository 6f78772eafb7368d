"""The keys of players' commands: an id and a digest, by which a store knows a command that is sent again."""

from zlib import crc32

from pente_core.room import commands as cmd
from pente_core.value import replace
from pente_protocol.codec import encode_command
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.rooms import Act, Create
from pente_server.requests.requester import Requester
from pente_server.rooms.loaded.room_log import CommandKey


def command_key_of(requester: Requester, request: Act | Create) -> CommandKey:
    """The key of a command in the store. Different players may choose equal ids."""
    return CommandKey(f"{requester.player.id}:{request.command_id}", _digest(request))


def _digest(request: Act | Create) -> int:
    """What tells a command from another one, never 0. Not by its password, of which the store keeps no trace.

    A checksum is enough: it is there to notice a mistake of the client, who gains nothing by outwitting it.
    """
    return crc32(encode_command(_without_password(request))) or 1


def _without_password(request: Act | Create) -> cmd.PlayerCommand | Create:
    match request:
        case Create():
            return replace(request, id=RequestId(1), password="")
        case Act(command=cmd.Join() as join):
            return replace(join, password="")
        case Act(command=command):
            return command
