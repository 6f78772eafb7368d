"""A sample of every message of a client."""

from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_core.rating import Speed
from pente_core.room import Status
from pente_core.rules.point import Point
from pente_protocol.messages import (
    Act,
    Block,
    Blocked,
    Browse,
    ClientMessage,
    Create,
    DeleteAccount,
    Devices,
    Explore,
    Follow,
    GameFilter,
    GameResult,
    Games,
    Guest,
    Hello,
    Leaders,
    Logs,
    Look,
    OfferLink,
    Online,
    PersonalData,
    Ping,
    Profile,
    Rename,
    RequestId,
    RevokeDevice,
    RoomFilter,
    Rooms,
    Unblock,
    Unbrowse,
    Unfollow,
    Unwatch,
    Watch,
)
from pente_protocol.spec.samples.commands import COMMANDS
from pente_protocol.spec.samples.sign_ins import SIGN_INS
from pente_protocol.spec.samples.values import BOT, DO, NOW, OTHER, PHONE, POSITION, ROOM, SEEN

FROM_CLIENT: Final[dict[str, ClientMessage]] = {
    "hello, a guest": Hello(RequestId(1), 1, "me", Guest()),
    "hello, a new guest": Hello(RequestId(1), 1, "pente/0.1.0", SIGN_INS["new guest"]),
    "hello, a new account": Hello(RequestId(1), 1, "pente/0.1.0", SIGN_INS["new account"]),
    "hello, a new bot": Hello(RequestId(1), 1, "hexa/3", SIGN_INS["new bot"]),
    "hello, with an old token": Hello(RequestId(1), 1, "pente/0.1.0", SIGN_INS["old token"]),
    "hello, with a code": Hello(RequestId(1), 1, "pente/0.1.0", SIGN_INS["link code"]),
    "hello again": Hello(RequestId(1), 1, "hexa/3", SIGN_INS["known device"], {ROOM: SEEN, OTHER: None}),
    "hello with features": Hello(RequestId(1), 1, "hexa/3", watch_only=True, features=("some-feature",)),
    "create": Create(RequestId(2), DO, "pente", "5+3"),
    "create with everything": Create(
        RequestId(2**31 - 1),
        DO,
        {"announce": False, "base": "keryo-pente", "captures": [2, 3], "size": 13},
        "-",
        0,
        ("hexa-bot",),
    ),
    **{f"act: {name}": Act(RequestId(3), ROOM, DO, command, SEEN) for name, command in COMMANDS.items()},
    "watch": Watch(RequestId(4), ROOM),
    "watch on": Watch(RequestId(4), ROOM, SEEN),
    "unwatch": Unwatch(RequestId(5), ROOM),
    "look": Look(RequestId(23), ROOM, 14, (Point(180), Point(181))),
    "look no more": Look(RequestId(23), ROOM, None),
    "rooms": Rooms(RequestId(6)),
    "rooms of somebody": Rooms(RequestId(6), RoomFilter("pente", Status.PLAYING, "anna", PlayerKind.PERSON)),
    "rooms that wait for me": Rooms(RequestId(6), RoomFilter(my_turn=True), "fe74305c2c3f", 20),
    "browse": Browse(RequestId(9)),
    "browse, free seats": Browse(RequestId(9), RoomFilter(status=Status.WAITING)),
    "browse, opponents for now": Browse(
        RequestId(9),
        RoomFilter(
            status=Status.WAITING, speed=Speed.BLITZ, rating_from=1500, rating_below=1700, present=True
        ),
    ),
    "unbrowse": Unbrowse(RequestId(10)),
    "online": Online(RequestId(11)),
    "online, bots": Online(RequestId(11), PlayerKind.BOT),
    "online, on": Online(RequestId(11), ruleset="keryo-pente", speed=Speed.RAPID, cursor="anna", count=50),
    "follow": Follow(RequestId(7)),
    "unfollow": Unfollow(RequestId(8)),
    "games": Games(RequestId(12)),
    "games, all that can be asked": Games(
        RequestId(12),
        GameFilter("anna", "pente", NOW, Instant(NOW + 86_400_000), GameResult.WON, POSITION),
        "fe6a1c0e5bff",
        20,
    ),
    "logs": Logs(RequestId(13), (ROOM, OTHER)),
    "logs, going on": Logs(RequestId(13), (OTHER,), 1000),
    "explore": Explore(RequestId(14), POSITION),
    "profile": Profile(RequestId(15)),
    "profile of somebody": Profile(RequestId(15), "hexa-bot"),
    "leaders": Leaders(RequestId(16)),
    "leaders in blitz": Leaders(RequestId(16), "keryo-pente", Speed.BLITZ),
    "rename": Rename(RequestId(17), "Anna"),
    "block": Block(RequestId(18), "hexa-bot"),
    "unblock": Unblock(RequestId(19), BOT.id),
    "blocked": Blocked(RequestId(20)),
    "personaldata": PersonalData(RequestId(18), "3"),
    "deleteaccount": DeleteAccount(RequestId(19), "Ann"),
    "offer_link": OfferLink(RequestId(20)),
    "devices": Devices(RequestId(21)),
    "revoke_device": RevokeDevice(RequestId(22), PHONE.id),
    "ping": Ping(RequestId(21)),
}
