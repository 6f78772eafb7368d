"""All Redis keys of the server, with their types and contents.

All keys that one commit touches share the tag of a partition, such as ``{p68}``, so that they lie in one
cluster slot. A room's partition is the CRC-32 of its id, modulo the number of partitions, which lies in the
store; `tags` has the names.

==================================  ==========  ===========================================================
key                                 type        content
==================================  ==========  ===========================================================
``pente:{pN}:room:ID:log``          list        encoded events; the version of an event is its index + 1
``pente:{pN}:room:ID:commands``     sorted set  the last 256 command ids; score: the version they led to,
                                                less a digest of the command as a fraction
``pente:{pN}:room:ID:mark``         string      version and mark of the log after the last commit: ``3 MARK``
``pente:{pN}:live``                 hash        room id to encoded summary, for rooms not over
``pente:{pN}:activity``             hash        room id to its version and activity, for rooms not over
``pente:{pN}:listed``               hash        room id to the record of its lists (see `room_list_store`)
``pente:{pN}:rooms:NAME``           sorted set  the rooms of a list, newest first; all scores are 0, a member
                                                is 6 bytes (2^48 - 1 - creation in ms) and the room id
``pente:{pN}:deadlines``            sorted set  room ids; score: when a tick is due, ms since the epoch
``pente:{pN}:finished``             sorted set  room ids; score: when it ended, ms since the epoch
``pente:{pN}:passing``              sorted set  the same, for rooms whose logs expire
``pente:{pN}:unfiled``              sorted set  ids of finished rooms to be filed in the archive; score: when
                                                they ended, or when filing is tried again
``pente:{pN}:sequels``              hash        room id of a sequel that may not be open yet, to the id of the
                                                room that names it
``pente:{pN}:turns``                hash        room id to a turn that its player may have to be notified of:
                                                player id, which turn of the room, when it began (ms)
``pente:{pN}:game:ID``              string      the archive's encoded entry of a finished game
``pente:{pN}:review:ID``            string      the encoded review of a finished game; expires with its log
``pente:{reviews}:queue``           sorted set  games that wait for a review; score: free from then on (ms)
``pente:{reviews}:entries``         hash        game in the queue to ``tries asker/origin reviewer``
``pente:{reviews}:attended``        string      there while a reviewer asks for work, or works
``pente:{reviews}:puzzles``         hash        the key of a position and its images to when its puzzle was
                                                stored (ms), a space, and the puzzle
``pente:{archive}:games``           sorted set  all games, newest end first; all scores are 0, a member is
                                                6 bytes (2^48 - 1 - end in ms) and the room id
``pente:{pN}:games:of:ID``          sorted set  the same for one player
``pente:{pN}:games:in:RULES``       sorted set  the same for one ruleset; RULES: 16 hex digits of its SHA-256
``pente:{pN}:games:at:XXXX``        sorted set  the same by position: each member begins with the 8 bytes of
                                                its position; positions with the same first two bytes (XXXX
                                                in hex) share a key
``pente:{pN}:played:XXXX``          hash        8 bytes of a position and a tally (turn and result) to how
                                                often it was counted; keys are shared in the same way
``pente:lobby:DB``                  channel     one msgpack list per new summary and per end of a room:
                                                origin, room, version, summary ('': it is over). All nodes
                                                subscribe. The database number is in the name because all
                                                databases share their channels
``pente:room:ID:news:DB``           channel     one msgpack list per commit: origin, room, first version,
                                                events. The origin is the node's ID, a colon and the mark
                                                after the commit; from programs that knew no marks only the
                                                ID. The nodes subscribe that have the room open
``pente:room:ID:news:DB:ID``        channel     nothing: being subscribed shows that the node with this ID
                                                is subscribed to the channel of the room
``pente:origin:ID``                 channel     nothing: being subscribed shows that the node is connected
``pente:{pN}:player:ID``            hash        an account: name, kind, renamed (time of the last rename,
                                                ms); ``house`` if it belongs to a house bot; ``rated`` if
                                                it never expires;
                                                ``device:ID`` with a msgpack list of name, stored key,
                                                server key, and when it was added and last used (ms);
                                                ``messages_from`` if only friends may write;
                                                ``notify`` if the webhook of the host is to name the player
                                                when it is their turn;
                                                ``vacations``: the beginning and the end of each (ms);
                                                ``roles`` that the host has given it
                                                Only ``deleted``, for ever, if the player has deleted it
``pente:{pN}:player:ID:names``      sorted set  previous names of the player; score: until when they are
                                                reserved, ms since the epoch
``pente:{pN}:player:ID:standings``  hash        pool to encoded standing (results and rating)
``pente:{pN}:player:ID:ledger``     hash        room id to encoded ledger entry, for every counted game
``pente:{pN}:player:ID:blocked``    set         ids of the players whom this player has blocked
``pente:{pN}:player:ID:friends``    set         ids of the player's friends
``pente:{pN}:player:ID:messages``   hash        direct messages to the player: ``sent:COMMAND`` to the time
                                                (ms), a space, and a msgpack list of the sender's id, name and
                                                kind and the text; ``read`` (ms): up to when they were read.
                                                Expires 30 days after the last one
``pente:{reports}:open``            hash        number to encoded report to the host; ``last``: the highest
                                                number so far
``pente:{reports}:commands``        hash        command of an open report to its number
``pente:{pN}:player:ID:link``       string      the first part of the player's last code that adds a device
``pente:{pN}:player:ID:reset``      string      the same of the host's code that replaces all devices
``pente:{links}:offer:PART``        hash        the offer with that first part of a code: ``player``,
                                                ``digest`` of the code, ``all`` ('1': replaces all
                                                devices), ``device`` that has used it, count of ``wrong``
                                                codes; expires soon
``pente:{pN}:vacations``            sorted set  ids of this partition's players whose rooms may not know of a
                                                vacation or its end; score: when it ends, ms since the epoch
``pente:{pN}:leaders:POOL``         sorted set  ids of this partition's players; score: rating
``pente:{pN}:newcomers:POOL``       sorted set  the same of those whose ratings are provisional
``pente:{pN}:name:NAME``            string      case-folded name to player id
``pente:{pN}:alike:SKELETON``       string      skeleton of a name to player id (see `pente_protocol.names`)
``pente:{pulse}:beats``             hash        node to ``since last doubt run``: ms since the epoch, and the
                                                run id of the Redis server (see `outage_detector`)
``pente:{pulse}:formats``           hash        node to the newest log format that it knows
``pente:{pulse}:store``             hash        the store's ``id``, when it was ``drawn``, when the host
                                                ``adopted`` it in place of another store (both in ms), and the
                                                log ``format`` that all nodes know (see `log_formats`)
``pente:{pulse}:partitions``        string      the number of partitions, from when the store was made
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
``pente:{pN}:code:CODE``            string      the id of the room with that join code; expires after a week
                                                in which nobody has asked for the code
``pente:{pN}:room:ID:code``         string      the join code of a room; expires with the other key
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
from itertools import count
from typing import Final
from zlib import crc32

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from pente_core.identity import PlayerId, RoomId
from pente_protocol.join_codes import JoinCode
from pente_protocol.names import skeleton
from pente_server.store.accounts.device_store import LinkOffer
from pente_server.store.presence_store import NodeName

ALL_GAMES: Final = "pente:{archive}:games"
BEATS: Final = "pente:{pulse}:beats"
FORMATS: Final = "pente:{pulse}:formats"
LOSSES: Final = "pente:{pulse}:losses"
OUTAGES: Final = "pente:{pulse}:outages"
PARTITIONS: Final = "pente:{pulse}:partitions"
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
    (r"\{p\d+\}:room:[^:]+:log", "list"),
    (r"\{p\d+\}:room:[^:]+:commands", "zset"),
    (r"\{p\d+\}:room:[^:]+:(mark|code)", "string"),
    (r"\{p\d+\}:(live|activity|listed|sequels|turns)", "hash"),
    (r"\{p\d+\}:rooms:.*", "zset"),
    (r"\{p\d+\}:(deadlines|finished|passing|unfiled|vacations)", "zset"),
    (r"\{p\d+\}:(game|review|code):.*", "string"),
    (r"\{reviews\}:(entries|puzzles)", "hash"),
    (r"\{reviews\}:attended", "string"),
    (r"\{p\d+\}:games:(of|in|at):.*", "zset"),
    (r"\{p\d+\}:played:.*", "hash"),
    (r"\{p\d+\}:player:[^:]+(:standings|:ledger)?", "hash"),
    (r"\{p\d+\}:player:[^:]+:names", "zset"),
    (r"\{p\d+\}:player:[^:]+:(blocked|friends)", "set"),
    (r"\{p\d+\}:player:[^:]+:messages", "hash"),
    (r"\{reports\}:(open|commands)", "hash"),
    (r"\{p\d+\}:player:[^:]+:(link|reset)", "string"),
    (r"\{links\}:offer:.*", "hash"),
    (r"\{p\d+\}:(leaders|newcomers):.*", "zset"),
    (r"\{p\d+\}:(name|alike):.*", "string"),
    (r"\{(archive\}:games|reviews\}:queue)", "zset"),
    (r"\{pulse\}:(beats|formats|losses|store)", "hash"),
    (r"\{pulse\}:outages", "list"),
    (r"\{pulse\}:partitions", "string"),
    (r"\{here\}:(renewals|changes:.*)", "zset"),
    (r"\{here\}:(editions|page:.*)", "hash"),
    (r"\{(house|webhook)\}:lease", "string"),
    (r"\{webhook\}:queue", "list"),
    (r"\{webhook\}:waited:[^:]+", "string"),
    (r"\{server\}:key", "string"),
)


def type_of(key: str) -> str | None:
    """The type that a key of this list has, in the server's words; None for a key that is not in the list."""
    rest = key.removeprefix("pente:")
    return next((type_ for pattern, type_ in _TYPES if re.fullmatch(pattern, rest, re.DOTALL)), None)


def set_aside(key: str, now: int) -> str:
    """The name under which something damaged is kept; in the same cluster slot. ``now`` is in ms.

    >>> set_aside("pente:{p7}:live", 1234)
    'pente:{p7}:damaged:1234:live'
    """
    head, _, rest = key.partition("}:")
    return f"{head}}}:damaged:{now}:{rest}"


@cache
def tags(partitions: int) -> tuple[str, ...]:
    """The tags of all partitions. Never to be changed, or stores lose what lies in them.

    Each partition has as many slots as any other, and the first number that leads to one of its own: so the
    servers of a cluster share the partitions evenly, however many servers there are.

    >>> tags(4)
    ('{p3}', '{p2}', '{p1}', '{p0}')
    """
    found: dict[int, str] = {}
    for number in count():
        tag = f"{{p{number}}}"
        found.setdefault(key_slot(tag.encode()) * partitions // REDIS_CLUSTER_HASH_SLOTS, tag)
        if len(found) == partitions:
            break
    return tuple(found[place] for place in range(partitions))


@cache
def of_partition(tag: str) -> tuple[str, ...]:
    """The keys of a partition that a commit touches, in the order that ``commit.lua`` expects."""
    lists = live(tag), deadlines(tag), finished(tag), passing(tag), unfiled(tag), sequels(tag)
    return (*lists, activity(tag), listed(tag), room_list(tag, ""), turns(tag))


def rooms(tag: str) -> str:
    """What the keys of all rooms of a partition begin with."""
    return f"pente:{tag}:room:"


def live(tag: str) -> str:
    return f"pente:{tag}:live"


def activity(tag: str) -> str:
    return f"pente:{tag}:activity"


def listed(tag: str) -> str:
    return f"pente:{tag}:listed"


def room_list(tag: str, name: str) -> str:
    """The part of a list of live rooms; an empty name gives what all lists of the partition begin with."""
    return f"pente:{tag}:rooms:{name}"


def deadlines(tag: str) -> str:
    return f"pente:{tag}:deadlines"


def finished(tag: str) -> str:
    return f"pente:{tag}:finished"


def passing(tag: str) -> str:
    return f"pente:{tag}:passing"


def unfiled(tag: str) -> str:
    return f"pente:{tag}:unfiled"


def sequels(tag: str) -> str:
    return f"pente:{tag}:sequels"


def turns(tag: str) -> str:
    return f"pente:{tag}:turns"


def vacations(tag: str) -> str:
    return f"pente:{tag}:vacations"


def leaders(tag: str, pool: str) -> str:
    return f"pente:{tag}:leaders:{pool}"


def newcomers(tag: str, pool: str) -> str:
    """The leaderboard of players with provisional ratings."""
    return f"pente:{tag}:newcomers:{pool}"


class Keys:
    """The keys of a store that is divided into partitions. Mutable: another store may be adopted."""

    def __init__(self, partitions: int) -> None:
        self.divide(partitions)

    def divide(self, partitions: int) -> None:
        """Name the keys of a store with this number of partitions from now on."""
        self.tags = tags(partitions)

    def tag(self, name: str) -> str:
        """The partition tag for a room id, player id or name."""
        return self.tags[crc32(name.encode()) % len(self.tags)]

    def of_commit(self, room: RoomId) -> tuple[str, ...]:
        """The keys that one commit touches, in the order that ``commit.lua`` expects."""
        tag = self.tag(room)
        own = rooms(tag) + room
        return (f"{own}:log", f"{own}:commands", *of_partition(tag), f"{own}:mark")

    def log(self, room: RoomId) -> str:
        return f"{rooms(self.tag(room))}{room}:log"

    def commands(self, room: RoomId) -> str:
        return f"{rooms(self.tag(room))}{room}:commands"

    def mark(self, room: RoomId) -> str:
        return f"{rooms(self.tag(room))}{room}:mark"

    def code(self, room: RoomId) -> str:
        return f"{rooms(self.tag(room))}{room}:code"

    def room_of_code(self, code: JoinCode) -> str:
        return f"pente:{self.tag(code)}:code:{code}"

    def game(self, room: RoomId) -> str:
        return f"pente:{self.tag(room)}:game:{room}"

    def review(self, room: RoomId) -> str:
        return f"pente:{self.tag(room)}:review:{room}"

    def games_of_player(self, player: str) -> str:
        return f"pente:{self.tag(player)}:games:of:{player}"

    def games_of_ruleset(self, ruleset: str) -> str:
        """The list of a ruleset's games; ``ruleset`` is any text that identifies the ruleset."""
        digest = sha256(ruleset.encode()).hexdigest()[:16]
        return f"pente:{self.tag(digest)}:games:in:{digest}"

    def games_at(self, position: bytes) -> str:
        return f"pente:{self._tag_of_position(position)}:games:at:{position[:2].hex()}"

    def played_at(self, position: bytes) -> str:
        return f"pente:{self._tag_of_position(position)}:played:{position[:2].hex()}"

    def _tag_of_position(self, position: bytes) -> str:
        return self.tags[int.from_bytes(position[:2], "big") % len(self.tags)]

    def player(self, player: PlayerId) -> str:
        return f"pente:{self.tag(player)}:player:{player}"

    def names(self, player: PlayerId) -> str:
        return f"{self.player(player)}:names"

    def standings(self, player: PlayerId) -> str:
        return f"{self.player(player)}:standings"

    def ledger(self, player: PlayerId) -> str:
        return f"{self.player(player)}:ledger"

    def blocked(self, player: PlayerId) -> str:
        return f"{self.player(player)}:blocked"

    def friends(self, player: PlayerId) -> str:
        return f"{self.player(player)}:friends"

    def messages(self, player: PlayerId) -> str:
        return f"{self.player(player)}:messages"

    def link_selector(self, offer: LinkOffer) -> str:
        return f"{self.player(offer.player)}:{'reset' if offer.replaces_all else 'link'}"

    def name(self, name: str) -> str:
        folded = name.casefold()
        return f"pente:{self.tag(folded)}:name:{folded}"

    def alike(self, name: str) -> str:
        """The key that all names share that look like this one."""
        bones = skeleton(name)
        return f"pente:{self.tag(bones)}:alike:{bones}"


def lobby(database: int) -> str:
    return f"pente:lobby:{database}"


def room_news(room: RoomId, database: int) -> str:
    return f"pente:room:{room}:news:{database}"


def origin(node: str) -> str:
    return f"pente:origin:{node}"


def webhook_waited(player: PlayerId) -> str:
    return f"pente:{{webhook}}:waited:{player}"


def link_offer(selector: str) -> str:
    return f"pente:{{links}}:offer:{selector}"


def presence(node: NodeName) -> str:
    return f"pente:{{here}}:page:{node}"


def presence_changes(node: NodeName) -> str:
    return f"pente:{{here}}:changes:{node}"
