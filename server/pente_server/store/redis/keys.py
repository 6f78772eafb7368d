"""Every key that the server keeps in Redis, and what is in it.

All that one commit touches shares a partition tag, ``{p00}`` to ``{p63}``, so that it lies in one slot of a
cluster. A room's partition is the CRC-32 of its id, modulo 64.

==================================  ==========  ===========================================================
key                                 type        content
==================================  ==========  ===========================================================
``pente:{pNN}:room:ID:log``         list        encoded events; the version of an event is its index + 1
``pente:{pNN}:room:ID:commands``    sorted set  the last 256 command ids; score: the version they led to
``pente:{pNN}:live``                hash        room id to encoded summary, for rooms not over
``pente:{pNN}:deadlines``           sorted set  room ids; score: when a tick is owed, ms since the epoch
``pente:{pNN}:finished``            sorted set  room ids; score: when it ended, ms since the epoch
``pente:{pNN}:passing``             sorted set  the same, for rooms whose logs expire
``pente:{pNN}:unfiled``             sorted set  those finished that are not in the archive yet; score:
                                                since when, or when it is tried again
``pente:{pNN}:game:ID``             string      the archive's encoded entry of a finished game
``pente:{archive}:games``           sorted set  all games by their end, the newest first; scores are 0, and
                                                members 6 bytes (2^48 - 1 - end in ms) and the room id
``pente:{pNN}:games:of:ID``         sorted set  the same of one player
``pente:{pNN}:games:in:RULES``      sorted set  the same of one ruleset, named by a SHA-256 of it
``pente:{pNN}:games:at:XXXX``       sorted set  the same by position: 8 bytes for it in front of each member;
                                                positions whose first two bytes agree share a key
``pente:{pNN}:played:XXXX``         hash        8 bytes for a position and what was played there with what
                                                result, to how often; shared in the same way
``pente:{pNN}:wakeups:DB``          channel     a msgpack list a commit: origin, room, first version,
                                                summary, whether it is over, events; databases share channels
``pente:origin:ID``                 channel     nothing: that a node listens is all there is to know
``pente:{pNN}:player:ID``           hash        an account: name, kind, token_sha256; when it was renamed;
                                                ``rated`` if it is never to be forgotten
``pente:{pNN}:player:ID:standings`` hash        pool to encoded results and rating
``pente:{pNN}:player:ID:ledger``    hash        room id to what its game did to them, of every game counted
``pente:{pNN}:leaders:POOL``        sorted set  ids of this partition's players; score: rating
``pente:{pNN}:name:NAME``           string      case-folded name to player id
``pente:{pulse}:beats``             hash        node to ``since last doubt run``: ms since the epoch, and the
                                                run id of the server (see `beats`)
``pente:{pulse}:outages``           list        ``start end`` of spans still to be credited
``pente:{here}:renewals``           sorted set  node names; score: when its page was renewed, in ms
``pente:{here}:editions``           hash        node name to the edition of its page
``pente:{here}:page:NODE``          hash        who is connected there and in which rooms, in few bytes each
==================================  ==========  ===========================================================
"""

from functools import cache
from hashlib import sha256
from typing import Final
from zlib import crc32

from pente_core.identity import PlayerId
from pente_protocol.messages import RoomId
from pente_server.store.presence_store import NodeName

PARTITIONS: Final = 64
ALL_TAGS: Final = tuple(f"{{p{number:02}}}" for number in range(PARTITIONS))
ALL_GAMES: Final = "pente:{archive}:games"
BEATS: Final = "pente:{pulse}:beats"
OUTAGES: Final = "pente:{pulse}:outages"
PRESENCE_RENEWALS: Final = "pente:{here}:renewals"
PRESENCE_EDITIONS: Final = "pente:{here}:editions"


def tag(name: str) -> str:
    """The partition tag of a room or player id, or a name."""
    return ALL_TAGS[crc32(name.encode()) % PARTITIONS]


def of_commit(room: RoomId) -> tuple[str, ...]:
    """The keys that one commit touches, in the order in which its script takes them."""
    tag_ = tag(room)
    own = _of_room(tag_, room)
    return (f"{own}:log", f"{own}:commands", *_of_partition(tag_))


@cache
def _of_partition(tag_: str) -> tuple[str, ...]:
    return live(tag_), deadlines(tag_), finished(tag_), passing(tag_), unfiled(tag_)


def log(room: RoomId) -> str:
    return f"{_of_room(tag(room), room)}:log"


def commands(room: RoomId) -> str:
    return f"{_of_room(tag(room), room)}:commands"


def _of_room(tag_: str, room: RoomId) -> str:
    return f"pente:{tag_}:room:{room}"


def live(tag_: str) -> str:
    return f"pente:{tag_}:live"


def deadlines(tag_: str) -> str:
    return f"pente:{tag_}:deadlines"


def finished(tag_: str) -> str:
    return f"pente:{tag_}:finished"


def passing(tag_: str) -> str:
    return f"pente:{tag_}:passing"


def unfiled(tag_: str) -> str:
    return f"pente:{tag_}:unfiled"


def game(room: RoomId) -> str:
    return f"pente:{tag(room)}:game:{room}"


def games_of_player(player_id: str) -> str:
    return f"pente:{tag(player_id)}:games:of:{player_id}"


def games_of_ruleset(ruleset: str) -> str:
    """``ruleset`` is any text that stands for one."""
    digest = sha256(ruleset.encode()).hexdigest()[:16]
    return f"pente:{tag(digest)}:games:in:{digest}"


def games_at(position: bytes) -> str:
    return f"pente:{_tag_of_position(position)}:games:at:{position[:2].hex()}"


def played_at(position: bytes) -> str:
    return f"pente:{_tag_of_position(position)}:played:{position[:2].hex()}"


def _tag_of_position(position: bytes) -> str:
    return ALL_TAGS[int.from_bytes(position[:2], "big") % PARTITIONS]


def wakeups(tag_: str, database: int) -> str:
    return f"pente:{tag_}:wakeups:{database}"


def origin(node: str) -> str:
    return f"pente:origin:{node}"


def player(player_id: PlayerId) -> str:
    return f"pente:{tag(player_id)}:player:{player_id}"


def standings(player_id: PlayerId) -> str:
    return f"{player(player_id)}:standings"


def ledger(player_id: PlayerId) -> str:
    return f"{player(player_id)}:ledger"


def leaders(tag_: str, pool: str) -> str:
    return f"pente:{tag_}:leaders:{pool}"


def name(name_: str) -> str:
    folded = name_.casefold()
    return f"pente:{tag(folded)}:name:{folded}"


def presence(node: NodeName) -> str:
    return f"pente:{{here}}:page:{node}"
