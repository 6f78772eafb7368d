"""The lines of an export about friends, direct messages and reports."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pente_core.identity import NO_ROOM, Identity, PlayerId, PlayerKind, RoomId
from pente_server.admin.line_fields import ExportTag, Line, moment, player_id, whole
from pente_server.store.people.message_store import FRIENDS_ONLY, Mailbox, StoredMessage
from pente_server.store.people.report_store import OpenReport, PlayerReport


@dataclass(frozen=True, slots=True)
class ExportedFriends:
    """The friends of a player, sorted."""

    player: PlayerId
    friends: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class ExportedMailbox:
    """The messages to a player, and from whom the player takes them."""

    player: PlayerId
    mailbox: Mailbox
    policy: str = ""


PeopleItem = ExportedFriends | ExportedMailbox | OpenReport


def people_to_line(item: PeopleItem) -> Line:
    """Encode an item as a JSON object; the inverse of `PEOPLE_READERS`."""
    match item:
        case ExportedFriends(player, friends):
            return {"t": ExportTag.FRIENDS, "player": player, "players": list(friends)}
        case ExportedMailbox(player, mailbox, policy):
            messages = [
                [message.at, *_player_to_list(message.sender), message.text] for message in mailbox.messages
            ]
            return {"t": ExportTag.MESSAGES, "player": player, "from": policy, "read": mailbox.read} | {
                "messages": messages
            }
        case OpenReport(number, report):
            players = {"by": _player_to_list(report.sender), "about": _player_to_list(report.about)}
            told = {"at": report.at, "text": report.text, "room": report.room}
            return {"t": ExportTag.REPORT, "number": number, **players, **told}


def _player_to_list(player: Identity) -> list[str]:
    return [player.id, player.name, player.kind.value]


def _friends(line: Line) -> ExportedFriends:
    return ExportedFriends(player_id(line["player"]), tuple(player_id(player) for player in line["players"]))


def _mailbox(line: Line) -> ExportedMailbox:
    messages = tuple(
        StoredMessage(moment(at), _player([id_, name, kind]), str(text))
        for at, id_, name, kind, text in line["messages"]
    )
    policy = FRIENDS_ONLY if line["from"] == FRIENDS_ONLY else ""
    return ExportedMailbox(player_id(line["player"]), Mailbox(messages, moment(line["read"])), policy)


def _report(line: Line) -> OpenReport:
    room = RoomId(str(line["room"])) if line["room"] else NO_ROOM
    report = PlayerReport(
        moment(line["at"]), _player(line["by"]), _player(line["about"]), str(line["text"]), room
    )
    return OpenReport(whole(line["number"]), report)


def _player(parts: Any) -> Identity:
    id_, name, kind = parts
    return Identity(player_id(id_), str(name), PlayerKind(kind))


PEOPLE_READERS: Final[Mapping[str, Callable[[Line], PeopleItem]]] = {
    ExportTag.FRIENDS: _friends,
    ExportTag.MESSAGES: _mailbox,
    ExportTag.REPORT: _report,
}
"""The reader of each kind of line. Raises KeyError, TypeError or ValueError for an invalid one."""
