"""What is absent on the wire is nil, but in the fields that are listed here."""

from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from pente_core.clock.instant import Instant
from pente_core.value import Value
from pente_protocol.messages import ClientMessage, ServerMessage
from tests.protocol.test_spelling import types_in

EMPTY = [
    "AddDevice.device_name",
    "Create.password",
    "Created.continues",
    "Error.at",
    "GameFilter.player",
    "GameFilter.position",
    "GameFilter.ruleset",
    "GameList.cursor",
    "GameSummary.continues",
    "Games.cursor",
    "Greeting.address",
    "Greeting.public_url",
    "Greeting.server_key",
    "Greeting.signature",
    "Hello.address",
    "Hello.password",
    "Join.password",
    "LinkCode.device_name",
    "NewAccount.device_name",
    "NewAccount.name",
    "Online.cursor",
    "OnlineList.cursor",
    "Options.password_hash",
    "PersonalData.cursor",
    "PersonalDataFound.cursor",
    "Profile.against",
    "Profile.player",
    "ReviewJob.game",
    "RoomCreated.code",
    "RoomFilter.player",
    "RoomFilter.ruleset",
    "RoomList.cursor",
    "RoomSummary.continues",
    "Rooms.cursor",
    "Snapshot.sequel",
    "Watch.password",
    "WrittenPuzzle.game",
    "WrittenPuzzle.source",
]
"""Those whose empty text says that there is none. The list only shrinks."""
NO_MOMENT = [
    "ListedPlayer.since",
    "MessageList.read",
    "PoolScore.last_played",
    "RoomActivity.last_activity",
    "Snapshot.clocks_at",
]
"""Those whose moment 0 says that there is none. The list only shrinks."""


def absent(types: Iterator[type]) -> tuple[set[str], set[str]]:
    """The fields that are an empty text where they are left out, and those that are the moment 0."""
    rows = [(type_, each) for type_ in types if issubclass(type_, Struct) for each in fields(type_)]
    texts = {f"{type_.__name__}.{each.name}" for type_, each in rows if each.default == ""}
    moments = {
        f"{type_.__name__}.{each.name}" for type_, each in rows if each.default == 0 and _is_moment(each.type)
    }
    return texts, moments


def _is_moment(hint: Any) -> bool:
    return hint is Instant or (get_origin(hint) is Annotated and get_args(hint)[0] is Instant)


def test_no_other_field_says_by_a_value_that_there_is_none() -> None:
    assert absent(types_in(ClientMessage | ServerMessage, set())) == (set(EMPTY), set(NO_MOMENT))


class Note(Value):
    """A value that says by others what is absent."""

    text: str = ""
    at: Instant = Instant(0)
    count: int = 0
    by: str | None = None


def test_one_more_is_found() -> None:
    assert absent(types_in(Note, set())) == ({"Note.text"}, {"Note.at"})
