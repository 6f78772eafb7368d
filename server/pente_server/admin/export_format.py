"""The export format: JSON lines, independent of the store, with readers and writers.

Each line is an object with its kind in ``t``. The kinds come in this order:

==============  ======================================================================================
``t``           fields
==============  ======================================================================================
``export``      ``format`` (1), ``program``, ``at``: the header
``identity``    ``key`` and ``secret`` (hex): with the key the server proves to clients who it is;
                ``succeeds``, if it had others before: a list of ``key``, ``at`` and ``signature``;
                of a key in a file of the host's there is only ``@`` and the public one (base64url)
``served``      ``until`` (when the server last served), ``outages`` still to be credited: start and end
``account``     ``id``, ``name``, ``kind``, ``renamed``, ``devices``: a list of ``name``,
                ``key`` (base64url), ``added``, ``used`` and ``right``;
                ``vacations``, if there are any: a list of the beginning and the end of each;
                ``notify``: true, if the webhook is to name the player when it is their turn;
                ``roles``, if the host has given it any: a list of names;
                ``house``: true, if it belongs to a house bot
``deleted``     ``id`` of an account that its player has deleted
``name``        ``name`` that belongs to ``player`` for ``left`` more ms (null: forever)
``blocked``     ``player`` and the ``players`` whom this player has blocked
``friends``     ``player`` and the ``players`` who are friends of this player
``messages``    ``player``, from whom they take messages (``from``), up to when they were ``read``, and
                ``messages``: lists of time, sender's id, name and kind, and text
``standing``    ``player``, ``pool``, ``wins``, ``losses``, ``draws``, ``rated``, ``rating``, ``last``
``result``      ``player``, ``room``, ``pool``, ``end``, ``result``, ``before``, ``after`` (null: unrated)
``report``      ``number``, ``at``, ``by`` and ``about`` (lists of id, name and kind), ``text``, ``room``
``room``        ``room``, ``left`` as above, ``commands`` (ids, the versions they led to, digests),
                ``events``
``review``      ``room``, whose line comes before, and the ``review`` of its game
``puzzle``      ``at``, when it was stored, and the ``puzzle`` as a line of text that names its room
``end``         ``lines``: the number of lines before this one
==============  ======================================================================================

Times are milliseconds since the epoch; a rating is a list of value, deviation, volatility and time; events
are written by `pente_protocol.codec.event_to_wire`. Finished rooms come first, in the order in which they
ended. Whatever can be derived from the logs is left out: the import rebuilds indices, deadlines, lists and
the queue of rooms that are named but not open yet.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from msgspec import structs

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.room import events as ev
from pente_protocol.codec import event_from_wire, event_to_wire
from pente_protocol.errors import ProtocolError
from pente_protocol.login.keys import key_from_text, key_to_text
from pente_protocol.logs.format_versions import format_of, upgraded
from pente_protocol.messages.base import Right
from pente_protocol.messages.hello import FormerKey
from pente_protocol.untrusted_text import clean
from pente_server.admin.line_fields import (
    ExportTag,
    Line,
    moment,
    optional,
    player_id,
    text,
    text_or_empty,
    whole,
)
from pente_server.admin.people_lines import (
    PEOPLE_READERS,
    ExportedFriends,
    ExportedMailbox,
    PeopleItem,
    people_to_line,
)
from pente_server.admin.result_lines import (
    RESULT_READERS,
    ExportedLedgerEntry,
    ExportedResults,
    ResultItem,
    result_to_line,
)
from pente_server.admin.review_lines import (
    REVIEW_READERS,
    ExportedPuzzle,
    ExportedReview,
    ReviewItem,
    review_to_line,
)
from pente_server.store import Account, Outage, ServerIdentity
from pente_server.store.accounts.account import Device
from pente_server.store.accounts.role import roles_of
from pente_server.store.accounts.vacation import Vacation
from pente_server.store.people.report_store import OpenReport
from pente_server.store.redis.export_scan import KnownCommand, NameClaim, ServiceHistory, StoredRoom
from pente_server.store.server_identity import parse_server_identity

FORMAT: Final = 1
"""The version of the format that is written."""


UPGRADES: Final[Mapping[int, Callable[[Line], Line]]] = {}
"""The upgrade of a line from each format to the next; there has been only one so far."""


class InvalidExport(Exception):
    """A file that is not an export, or incomplete or damaged. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class ExportedBlocks:
    """The players whom a player has blocked, sorted."""

    player: PlayerId
    blocked: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class DeletedAccount:
    """The id of an account that its player has deleted, so that its games do not count again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ExportedRoom:
    """A room with its log."""

    held: StoredRoom
    events: tuple[ev.Event, ...]


Item = (
    ServerIdentity
    | ServiceHistory
    | Account
    | DeletedAccount
    | NameClaim
    | ExportedBlocks
    | PeopleItem
    | ResultItem
    | ExportedRoom
    | ReviewItem
)


def header(program: str, now: Instant) -> Line:
    return {"t": ExportTag.HEADER, "format": FORMAT, "program": program, "at": now}


def item_to_line(item: Item) -> Line:
    """Encode an item as a JSON object; the inverse of `item_from_line`."""
    match item:
        case ServerIdentity(succeeds=former):
            key, secret, *_ = item.encode().split(" ")
            succeeds = {"succeeds": [structs.asdict(one) for one in former]} if former else {}
            return {"t": ExportTag.IDENTITY, "key": key, "secret": secret, **succeeds}
        case ServiceHistory(until, outages):
            spans = [[outage.start, outage.end] for outage in outages]
            return {"t": ExportTag.SERVED, "until": until, "outages": spans}
        case Account(id_, name, kind, renamed, devices, vacations, notify, roles, of_house):
            return {"t": ExportTag.ACCOUNT, "id": id_, "name": name, "kind": kind, "renamed": renamed} | {
                "devices": [_device_to_line(device) for device in devices],
                **({"vacations": [[v.start, v.until] for v in vacations]} if vacations else {}),
                **({"notify": True} if notify else {}),
                **({"roles": sorted(roles)} if roles else {}),
                **({"house": True} if of_house else {}),
            }
        case DeletedAccount(player):
            return {"t": ExportTag.DELETED, "id": player}
        case NameClaim(name, player, left):
            return {"t": ExportTag.NAME, "name": name, "player": player, "left": left}
        case ExportedBlocks(player, blocked):
            return {"t": ExportTag.BLOCKED, "player": player, "players": list(blocked)}
        case ExportedFriends() | ExportedMailbox() | OpenReport():
            return people_to_line(item)
        case ExportedResults() | ExportedLedgerEntry():
            return result_to_line(item)
        case ExportedReview() | ExportedPuzzle():
            return review_to_line(item)
        case ExportedRoom(held, events):
            return {
                "t": ExportTag.ROOM,
                "room": held.id,
                "left": held.left,
                "commands": [list(command) for command in held.commands],
                "events": [event_to_wire(event) for event in events],
            }


def item_from_line(line: Line) -> Item:
    """Decode an item. Raises KeyError, TypeError, ValueError or ProtocolError for an invalid one."""
    return _READERS[line["t"]](line)


def read(path: Path, at: Callable[[int, int], None] = lambda _done, _of: None) -> Iterator[Item]:
    """Read the items of an export lazily; ``at`` is called with the bytes read so far, and those of the file.

    Raises InvalidExport at the first invalid line, or at the end if lines are missing; and OSError.
    """
    with path.open("rb") as lines:
        size, done = os.fstat(lines.fileno()).st_size, 0
        number, line, format_ = 0, Line(), FORMAT
        for number, raw in enumerate(lines, start=1):
            at(done := done + len(raw), size)
            line = _object(number, raw)
            if number == 1:
                format_ = _format_of(line)
            elif line.get("t") == ExportTag.END:
                break
            else:
                try:
                    yield item_from_line(_upgraded(line, format_))
                except (KeyError, TypeError, ValueError, ProtocolError) as error:
                    why = clean(f"{type(error).__name__}: {error}")
                    raise InvalidExport(f"line {number} can't be read: {why}") from None
        if line.get("t") != ExportTag.END or line.get("lines") != number - 1:
            raise InvalidExport("the file is incomplete; export it again")


def _object(number: int, raw: bytes) -> Line:
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict):
        raise InvalidExport(f"line {number} is not a JSON object; this is not an export, or a damaged one")
    return line


def _upgraded(line: Line, format_: int) -> Line:
    """A line of an export of the given format, in the newest format."""
    for each in range(format_, FORMAT):
        line = UPGRADES[each](line)
    return line


def _format_of(line: Line) -> int:
    """The format that the header names. Raises InvalidExport."""
    if line.get("t") != ExportTag.HEADER:
        raise InvalidExport("this is not an export of a server; it does not begin with a header")
    found = line.get("format")
    if type(found) is not int or not 1 <= found <= FORMAT:
        raise InvalidExport(
            f"this export has format {clean(str(found), 20)}, and formats up to {FORMAT} can be read;"
            " use a newer pente"
        )
    return found


def _identity(line: Line) -> ServerIdentity:
    identity = parse_server_identity(f"{text(line['key'])} {text(line['secret'])}")
    return replace(identity, succeeds=tuple(map(_former_key, line.get("succeeds", ()))))


def _former_key(line: Line) -> FormerKey:
    return FormerKey(text(line["key"]), moment(line["at"]), text(line["signature"]))


def _served(line: Line) -> ServiceHistory:
    outages = (Outage(moment(start), moment(end)) for start, end in line["outages"])
    return ServiceHistory(optional(Instant, line["until"]), tuple(outages))


def _account(line: Line) -> Account:
    name, kind = text(line["name"]), PlayerKind(line["kind"])
    renamed, devices = optional(Instant, line["renamed"]), tuple(_device(each) for each in line["devices"])
    vacations = tuple(Vacation(moment(start), moment(until)) for start, until in line.get("vacations", ()))
    notify, of_house = line.get("notify") is True, line.get("house") is True
    roles = roles_of(" ".join(map(text, line.get("roles", ()))))
    player = player_id(line["id"])
    return Account(player, name, kind, renamed, devices, vacations, notify, roles, of_house)


def _device_to_line(device: Device) -> Line:
    key = key_to_text(device.key)
    used = {"added": device.added, "used": device.used, "right": device.right.value}
    return {"name": device.name, "key": key} | used


def _device(line: Line) -> Device:
    key, name = key_from_text(text(line["key"])), text_or_empty(line["name"])
    return Device(key, name, moment(line["added"]), moment(line["used"]), Right(text(line["right"])))


def _deleted(line: Line) -> DeletedAccount:
    return DeletedAccount(player_id(line["id"]))


def _claimed(line: Line) -> NameClaim:
    return NameClaim(text(line["name"]), player_id(line["player"]), optional(Millis, line["left"]))


def _blocks(line: Line) -> ExportedBlocks:
    return ExportedBlocks(player_id(line["player"]), tuple(player_id(player) for player in line["players"]))


def _command(id_: object, version: object, digest: object) -> KnownCommand:
    return KnownCommand(text(id_), whole(version), whole(digest))


def _room(line: Line) -> ExportedRoom:
    commands = tuple(_command(*command) for command in line["commands"])
    left = optional(Millis, line["left"])
    held = StoredRoom(RoomId(text(line["room"])), left=left, commands=commands)
    events = line["events"]
    format_ = format_of(events[0]) if events and isinstance(events[0], dict) else ev.LOG_FORMAT
    return ExportedRoom(held, tuple(event_from_wire(upgraded(event, format_)) for event in events))


_READERS: Final[Mapping[str, Callable[[Line], Item]]] = {
    ExportTag.IDENTITY: _identity,
    ExportTag.SERVED: _served,
    ExportTag.ACCOUNT: _account,
    ExportTag.DELETED: _deleted,
    ExportTag.NAME: _claimed,
    ExportTag.BLOCKED: _blocks,
    ExportTag.ROOM: _room,
    **REVIEW_READERS,
    **PEOPLE_READERS,
    **RESULT_READERS,
}
