"""All Redis keys of the server, with their types and contents.

All keys that one commit touches share a partition tag, ``{p00}`` to ``{p63}``, so that they lie in one
cluster slot. A room's partition is the CRC-32 of its id, modulo 64.

==================================  ==========  ===========================================================
key                                 type        content
==================================  ==========  ===========================================================
``pente:{pNN}:room:ID:log``         list        encoded events; the version of an event is its index + 1
``pente:{pNN}:room:ID:commands``    sorted set  the last 256 command ids; score: the version they led to,
                                                less a digest of the command as a fraction
``pente:{pNN}:room:ID:mark``        string      version and mark of the log after the last commit: ``3 MARK``
``pente:{pNN}:live``                hash        room id to encoded summary, for rooms not over
``pente:{pNN}:activity``            hash        room id to its version and activity, for rooms not over
``pente:{pNN}:listed``              hash        room id to the record of its lists (see `room_list_store`)
``pente:{pNN}:rooms:NAME``          sorted set  the rooms of a list, newest first; all scores are 0, a member
                                                is 6 bytes (2^48 - 1 - creation in ms) and the room id
``pente:{pNN}:deadlines``           sorted set  room ids; score: when a tick is due, ms since the epoch
``pente:{pNN}:finished``            sorted set  room ids; score: when it ended, ms since the epoch
``pente:{pNN}:passing``             sorted set  the same, for rooms whose logs expire
``pente:{pNN}:unfiled``             sorted set  ids of finished rooms to be filed in the archive; score: when
                                                they ended, or when filing is tried again
``pente:{pNN}:sequels``             hash        room id of a sequel that may not be open yet, to the id of the
                                                room that names it
``pente:{pNN}:turns``               hash        room id to a turn that its player may have to be notified of:
                                                player id, which turn of the room, when it began (ms)
``pente:{pNN}:game:ID``             string      the archive's encoded entry of a finished game
``pente:{pNN}:review:ID``           string      the encoded review of a finished game; expires with its log
``pente:{reviews}:queue``           sorted set  games that wait for a review; score: free from then on (ms)
``pente:{reviews}:entries``         hash        game in the queue to ``tries asker/origin reviewer``
``pente:{reviews}:attended``        string      there while a reviewer asks for work, or works
``pente:{reviews}:puzzles``         hash        the key of a position and its images to when its puzzle was
                                                stored (ms), a space, and the puzzle
``pente:{archive}:games``           sorted set  all games, newest end first; all scores are 0, a member is
                                                6 bytes (2^48 - 1 - end in ms) and the room id
``pente:{pNN}:games:of:ID``         sorted set  the same for one player
``pente:{pNN}:games:in:RULES``      sorted set  the same for one ruleset; RULES: 16 hex digits of its SHA-256
``pente:{pNN}:games:at:XXXX``       sorted set  the same by position: each member begins with the 8 bytes of
                                                its position; positions with the same first two bytes (XXXX
                                                in hex) share a key
``pente:{pNN}:played:XXXX``         hash        8 bytes of a position and a tally (turn and result) to how
                                                often it was counted; keys are shared in the same way
``pente:{pNN}:lobby:DB``            channel     one msgpack list per new summary and per end of a room:
                                                origin, room, version, summary ('': it is over). All nodes
                                                subscribe. The database number is in the name because all
                                                databases share their channels
``pente:{pNN}:room:ID:news:DB``     channel     one msgpack list per commit: origin, room, first version,
                                                events. The origin is the node's ID, a colon and the mark
                                                after the commit; from programs that knew no marks only the
                                                ID. The nodes subscribe that have the room open
``pente:{pNN}:room:ID:news:DB:ID``  channel     nothing: being subscribed shows that the node with this ID
                                                is subscribed to the channel of the room
``pente:origin:ID``                 channel     nothing: being subscribed shows that the node is connected
``pente:{pNN}:player:ID``           hash        an account: name, kind, token_sha256, renamed (time of the
                                                last rename, ms); ``rated`` if it never expires;
                                                ``device:ID`` with a msgpack list of name, stored key,
                                                server key, and when it was added and last used (ms);
                                                ``messages_from`` if only friends may write;
                                                ``notify`` if the webhook of the host is to name the player
                                                when it is their turn;
                                                ``vacations``: the beginning and the end of each (ms);
                                                ``roles`` that the host has given it
                                                Only ``deleted``, for ever, if the player has deleted it
``pente:{pNN}:player:ID:names``     sorted set  previous names of the player; score: until when they are
                                                reserved, ms since the epoch
``pente:{pNN}:player:ID:standings`` hash        pool to encoded standing (results and rating)
``pente:{pNN}:player:ID:ledger``    hash        room id to encoded ledger entry, for every counted game
``pente:{pNN}:player:ID:blocked``   set         ids of the players whom this player has blocked
``pente:{pNN}:player:ID:friends``   set         ids of the player's friends
``pente:{pNN}:player:ID:messages``  hash        direct messages to the player: ``sent:COMMAND`` to the time
                                                (ms), a space, and a msgpack list of the sender's id, name and
                                                kind and the text; ``read`` (ms): up to when they were read.
                                                Expires 30 days after the last one
``pente:{reports}:open``            hash        number to encoded report to the host; ``last``: the highest
                                                number so far
``pente:{reports}:commands``        hash        command of an open report to its number
``pente:{pNN}:player:ID:link``      string      the first part of the player's last code that adds a device
``pente:{pNN}:player:ID:reset``     string      the same of the host's code that replaces all devices
``pente:{links}:offer:PART``        hash        the offer with that first part of a code: ``player``,
                                                ``digest`` of the code, ``all`` ('1': replaces all
                                                devices), ``device`` that has used it, count of ``wrong``
                                                codes; expires soon
``pente:{pNN}:vacations``           sorted set  ids of this partition's players whose rooms may not know of a
                                                vacation or its end; score: when it ends, ms since the epoch
``pente:{pNN}:leaders:POOL``        sorted set  ids of this partition's players; score: rating
``pente:{pNN}:newcomers:POOL``      sorted set  the same of those whose ratings are provisional
``pente:{pNN}:name:NAME``           string      case-folded name to player id
``pente:{pNN}:alike:SKELETON``      string      skeleton of a name to player id (see `pente_protocol.names`)
``pente:{names}:indexed``           string      there once all old names have claimed their skeletons
``pente:{pulse}:beats``             hash        node to ``since last doubt run``: ms since the epoch, and the
                                                run id of the Redis server (see `outage_detector`)
``pente:{pulse}:formats``           hash        node to the newest log format that it knows
``pente:{pulse}:store``             hash        the store's ``id``, when it was ``drawn``, when the host
                                                ``adopted`` it in place of another store (both in ms), and the
                                                log ``format`` that all nodes know (see `log_formats`)
``pente:{pulse}:losses``            hash        room id of a room that has gone back, to when that was noticed
                                                (ms), a space, and its moves, or only the first if it is gone;
                                                there until the host has read it
``pente:{pulse}:outages``           list        ``start end`` of outages still to be credited
``pente:{here}:renewals``           sorted set  node names; score: when its page was renewed, in ms
``pente:{here}:editions``           hash        node name to the edition of its page
``pente:{here}:page:NODE``          hash        a presence page: the players connected there and their rooms
``pente:{here}:changes:NODE``       sorted set  the fields of the page that have changed lately; score: the
                                                edition. The empty member has the first edition
``pente:{TAG}:damaged:MS:REST``     any         what `pente admin check --repair` has set aside of the key
                                                ``pente:{TAG}:REST``, and when, in ms
``pente:{codes}:room:CODE``         string      the id of the room with that join code; expires after a week
                                                in which nobody has asked for the code
``pente:{codes}:code:ID``           string      the join code of a room; expires with the other key
``pente:{server}:key``              string      the server's secret key and another secret, in hex, and the
                                                keys before: ``KEY:MS:SIGNATURE`` each, the oldest first. It
                                                moves with an export, unlike the store's own id
``pente:{webhook}:queue``           list        encoded notifications that wait to be sent to the host
``pente:{webhook}:lease``           string      the node that sends them; expires as that of the house
``pente:{webhook}:waited:ID``       string      there for a while after the host was told of the player
``pente:{house}:lease``             string      the node that runs the house bots; expires unless renewed
==================================  ==========  ===========================================================
"""

import re
from functools import cache
from hashlib import sha256
from typing import Final
from zlib import crc32

from pente_core.identity import PlayerId, RoomId
from pente_protocol.join_codes import JoinCode
from pente_protocol.names import skeleton
from pente_server.store.accounts.device_store import LinkOffer
from pente_server.store.presence_store import NodeName

PARTITIONS: Final = 64
ALL_TAGS: Final = tuple(f"{{p{number:02}}}" for number in range(PARTITIONS))
ALL_GAMES: Final = "pente:{archive}:games"
BEATS: Final = "pente:{pulse}:beats"
FORMATS: Final = "pente:{pulse}:formats"
NAMES_INDEXED: Final = "pente:{names}:indexed"
LOSSES: Final = "pente:{pulse}:losses"
OUTAGES: Final = "pente:{pulse}:outages"
STORE: Final = "pente:{pulse}:store"
PRESENCE_RENEWALS: Final = "pente:{here}:renewals"
PRESENCE_EDITIONS: Final = "pente:{here}:editions"
HOUSE_LEASE: Final = "pente:{house}:lease"
WEBHOOK_LEASE: Final = "pente:{webhook}:lease"
WEBHOOK_QUEUE: Final = "pente:{webhook}:queue"
SERVER_IDENTITY: Final = "pente:{server}:key"
REPORTS: Final = "pente:{reports}:open"
REPORT_COMMANDS: Final = "pente:{reports}:commands"
REVIEW_QUEUE: Final = "pente:{reviews}:queue"
QUEUED_REVIEWS: Final = "pente:{reviews}:entries"
REVIEWS_ATTENDED: Final = "pente:{reviews}:attended"
PUZZLES: Final = "pente:{reviews}:puzzles"

_TYPES: Final = (
    (r"\{p\d\d\}:room:[^:]+:log", "list"),
    (r"\{p\d\d\}:room:[^:]+:commands", "zset"),
    (r"\{p\d\d\}:room:[^:]+:mark", "string"),
    (r"\{p\d\d\}:(live|activity|listed|sequels|turns)", "hash"),
    (r"\{p\d\d\}:rooms:.*", "zset"),
    (r"\{p\d\d\}:(deadlines|finished|passing|unfiled|vacations)", "zset"),
    (r"\{p\d\d\}:(game|review):.*", "string"),
    (r"\{reviews\}:(entries|puzzles)", "hash"),
    (r"\{reviews\}:attended", "string"),
    (r"\{p\d\d\}:games:(of|in|at):.*", "zset"),
    (r"\{p\d\d\}:played:.*", "hash"),
    (r"\{p\d\d\}:player:[^:]+(:standings|:ledger)?", "hash"),
    (r"\{p\d\d\}:player:[^:]+:names", "zset"),
    (r"\{p\d\d\}:player:[^:]+:(blocked|friends)", "set"),
    (r"\{p\d\d\}:player:[^:]+:messages", "hash"),
    (r"\{reports\}:(open|commands)", "hash"),
    (r"\{p\d\d\}:player:[^:]+:(link|reset)", "string"),
    (r"\{links\}:offer:.*", "hash"),
    (r"\{p\d\d\}:(leaders|newcomers):.*", "zset"),
    (r"\{p\d\d\}:(name|alike):.*", "string"),
    (r"\{names\}:indexed", "string"),
    (r"\{(archive\}:games|reviews\}:queue)", "zset"),
    (r"\{pulse\}:(beats|formats|losses|store)", "hash"),
    (r"\{pulse\}:outages", "list"),
    (r"\{here\}:(renewals|changes:.*)", "zset"),
    (r"\{here\}:(editions|page:.*)", "hash"),
    (r"\{(house|webhook)\}:lease", "string"),
    (r"\{webhook\}:queue", "list"),
    (r"\{webhook\}:waited:[^:]+", "string"),
    (r"\{codes\}:(room|code):[^:]+", "string"),
    (r"\{server\}:key", "string"),
)


def type_of(key: str) -> str | None:
    """The type that a key of this list has, in the server's words; None for a key that is not in the list."""
    rest = key.removeprefix("pente:")
    return next((type_ for pattern, type_ in _TYPES if re.fullmatch(pattern, rest, re.DOTALL)), None)


def set_aside(key: str, now: int) -> str:
    """The name under which something damaged is kept; in the same cluster slot. ``now`` is in ms.

    >>> set_aside("pente:{p07}:live", 1234)
    'pente:{p07}:damaged:1234:live'
    """
    head, _, rest = key.partition("}:")
    return f"{head}}}:damaged:{now}:{rest}"


def tag(name: str) -> str:
    """The partition tag for a room id, player id or name."""
    return ALL_TAGS[crc32(name.encode()) % PARTITIONS]


def of_commit(room: RoomId) -> tuple[str, ...]:
    """The keys that one commit touches, in the order that ``commit.lua`` expects."""
    tag_ = tag(room)
    own = _of_room(tag_, room)
    return (f"{own}:log", f"{own}:commands", *_of_partition(tag_), f"{own}:mark")


@cache
def _of_partition(tag_: str) -> tuple[str, ...]:
    lists = live(tag_), deadlines(tag_), finished(tag_), passing(tag_), unfiled(tag_), sequels(tag_)
    return (*lists, activity(tag_), listed(tag_), room_list(tag_, ""), turns(tag_))


def log(room: RoomId) -> str:
    return f"{_of_room(tag(room), room)}:log"


def commands(room: RoomId) -> str:
    return f"{_of_room(tag(room), room)}:commands"


def mark(room: RoomId) -> str:
    return f"{_of_room(tag(room), room)}:mark"


def rooms(tag_: str) -> str:
    """What the keys of all rooms of a partition begin with."""
    return f"pente:{tag_}:room:"


def _of_room(tag_: str, room: RoomId) -> str:
    return rooms(tag_) + room


def live(tag_: str) -> str:
    return f"pente:{tag_}:live"


def activity(tag_: str) -> str:
    return f"pente:{tag_}:activity"


def listed(tag_: str) -> str:
    return f"pente:{tag_}:listed"


def room_list(tag_: str, name_: str) -> str:
    """The part of a list of live rooms; an empty name gives what all lists of the partition begin with."""
    return f"pente:{tag_}:rooms:{name_}"


def deadlines(tag_: str) -> str:
    return f"pente:{tag_}:deadlines"


def finished(tag_: str) -> str:
    return f"pente:{tag_}:finished"


def passing(tag_: str) -> str:
    return f"pente:{tag_}:passing"


def unfiled(tag_: str) -> str:
    return f"pente:{tag_}:unfiled"


def sequels(tag_: str) -> str:
    return f"pente:{tag_}:sequels"


def turns(tag_: str) -> str:
    return f"pente:{tag_}:turns"


def game(room: RoomId) -> str:
    return f"pente:{tag(room)}:game:{room}"


def review(room: RoomId) -> str:
    return f"pente:{tag(room)}:review:{room}"


def games_of_player(player_id: str) -> str:
    return f"pente:{tag(player_id)}:games:of:{player_id}"


def games_of_ruleset(ruleset: str) -> str:
    """The list of a ruleset's games; ``ruleset`` is any text that identifies the ruleset."""
    digest = sha256(ruleset.encode()).hexdigest()[:16]
    return f"pente:{tag(digest)}:games:in:{digest}"


def games_at(position: bytes) -> str:
    return f"pente:{_tag_of_position(position)}:games:at:{position[:2].hex()}"


def played_at(position: bytes) -> str:
    return f"pente:{_tag_of_position(position)}:played:{position[:2].hex()}"


def _tag_of_position(position: bytes) -> str:
    return ALL_TAGS[int.from_bytes(position[:2], "big") % PARTITIONS]


def lobby(tag_: str, database: int) -> str:
    return f"pente:{tag_}:lobby:{database}"


def room_news(room: RoomId, database: int) -> str:
    return f"{_of_room(tag(room), room)}:news:{database}"


def origin(node: str) -> str:
    return f"pente:origin:{node}"


def player(player_id: PlayerId) -> str:
    return f"pente:{tag(player_id)}:player:{player_id}"


def names(player_id: PlayerId) -> str:
    return f"{player(player_id)}:names"


def standings(player_id: PlayerId) -> str:
    return f"{player(player_id)}:standings"


def ledger(player_id: PlayerId) -> str:
    return f"{player(player_id)}:ledger"


def blocked(player_id: PlayerId) -> str:
    return f"{player(player_id)}:blocked"


def vacations(tag_: str) -> str:
    return f"pente:{tag_}:vacations"


def friends(player_id: PlayerId) -> str:
    return f"{player(player_id)}:friends"


def webhook_waited(player_id: PlayerId) -> str:
    return f"pente:{{webhook}}:waited:{player_id}"


def messages(player_id: PlayerId) -> str:
    return f"{player(player_id)}:messages"


def link_selector(offer: LinkOffer) -> str:
    return f"{player(offer.player)}:{'reset' if offer.replaces_all else 'link'}"


def link_offer(selector: str) -> str:
    return f"pente:{{links}}:offer:{selector}"


def room_of_code(code: JoinCode) -> str:
    return f"pente:{{codes}}:room:{code}"


def code_of_room(room: RoomId) -> str:
    return f"pente:{{codes}}:code:{room}"


def leaders(tag_: str, pool: str) -> str:
    return f"pente:{tag_}:leaders:{pool}"


def newcomers(tag_: str, pool: str) -> str:
    """The leaderboard of players with provisional ratings."""
    return f"pente:{tag_}:newcomers:{pool}"


def name(name_: str) -> str:
    folded = name_.casefold()
    return f"pente:{tag(folded)}:name:{folded}"


def alike(name_: str) -> str:
    """The key that all names share that look like this one."""
    bones = skeleton(name_)
    return f"pente:{tag(bones)}:alike:{bones}"


def presence(node: NodeName) -> str:
    return f"pente:{{here}}:page:{node}"


def presence_changes(node: NodeName) -> str:
    return f"pente:{{here}}:changes:{node}"
