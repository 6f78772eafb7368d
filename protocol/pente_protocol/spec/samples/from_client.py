"""A sample of every message of a client."""

from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_core.rating import Speed
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.setup import Setup
from pente_protocol.choices.game_result import GameResult
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.choices.tv_channel import BOTS
from pente_protocol.messages import ClientMessage
from pente_protocol.messages.account import (
    AddDevice,
    AllowDevice,
    ChooseNotifications,
    DeviceName,
    Devices,
    Guest,
    KeyText,
    OfferLink,
    RevokeDevice,
    TakeVacation,
)
from pente_protocol.messages.archive import Explore, GameFilter, Games, Logs
from pente_protocol.messages.base import RequestId, Right
from pente_protocol.messages.direct_messages import Messages, ReadMessages, SendMessage, SetMessagePolicy
from pente_protocol.messages.friends import Befriend, Friends, Unfriend
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import (
    Browse,
    BrowsePlayers,
    Online,
    RoomFilter,
    Rooms,
    Unbrowse,
    UnbrowsePlayers,
)
from pente_protocol.messages.people import (
    Block,
    Blocked,
    DeleteAccount,
    Leaders,
    PersonalData,
    Profile,
    Rename,
    Report,
    Unblock,
)
from pente_protocol.messages.ping import Ping
from pente_protocol.messages.post_mortem import Look
from pente_protocol.messages.reviews import (
    DeclineReview,
    FindReview,
    NextReview,
    Puzzles,
    RequestReview,
    StorePuzzle,
    StoreReview,
)
from pente_protocol.messages.rooms import Act, Create, FindCode, ShareCode, Unwatch, Watch
from pente_protocol.messages.tv import Follow, Unfollow
from pente_protocol.spec.samples.made_up import with_made_up
from pente_protocol.spec.samples.room import COMMANDS
from pente_protocol.spec.samples.sign_ins import hello_of
from pente_protocol.spec.samples.values import (
    BOT,
    DO,
    NOW,
    OTHER,
    PHONE,
    POSITION,
    PUZZLE,
    REVIEW,
    ROOM,
    SEEN,
)

_WRITTEN: Final[dict[str, ClientMessage]] = {
    "hello, a guest": Hello(RequestId(1), "me", Guest()),
    "hello, a new guest": hello_of("new guest"),
    "hello, a new account": hello_of("new account"),
    "hello, a new bot": hello_of("new bot", "hexa/3"),
    "hello, with a code": hello_of("link code"),
    "hello again": hello_of("known device", "hexa/3", rooms={ROOM: SEEN, OTHER: None}),
    "hello with features": Hello(RequestId(1), "hexa/3", watch_only=True, features=("some-feature",)),
    "create": Create(RequestId(2), DO, "pente", "5+3"),
    "create with everything": Create(
        RequestId(2**31 - 1),
        DO,
        {"announce": False, "base": "keryo-pente", "captures": [2, 3], "size": 13},
        "-",
        0,
        ("hexa-bot",),
    ),
    "create from a position": Create(
        RequestId(2),
        DO,
        {"base": "pente", "goals": [10, 6]},
        "5+3,2+0",
        0,
        setup=Setup(((Point(180),), (Point(0), Point(20))), (0, 2), colour=1),
        keeps_seats=True,
    ),
    **{f"act: {name}": Act(RequestId(3), ROOM, DO, command, SEEN) for name, command in COMMANDS.items()},
    "watch": Watch(RequestId(4), ROOM),
    "watch on": Watch(RequestId(4), ROOM, SEEN),
    "unwatch": Unwatch(RequestId(5), ROOM),
    "look": Look(RequestId(23), ROOM, 14, (Point(180), Point(181))),
    "look no more": Look(RequestId(23), ROOM, None),
    "share_code": ShareCode(RequestId(6), ROOM),
    "find_code": FindCode(RequestId(7), "k7m 2qx"),
    "rooms": Rooms(RequestId(6)),
    "rooms of somebody": Rooms(
        RequestId(6), RoomFilter("pente", ev.Status.PLAYING, "anna", PlayerKind.PERSON)
    ),
    "rooms that wait for me": Rooms(RequestId(6), RoomFilter(my_turn=True), "fe74305c2c3f", 20),
    "browse": Browse(RequestId(9)),
    "browse, free seats": Browse(RequestId(9), RoomFilter(status=ev.Status.WAITING)),
    "browse, opponents for now": Browse(
        RequestId(9),
        RoomFilter(
            status=ev.Status.WAITING, speed=Speed.BLITZ, rating_from=1500, rating_below=1700, present=True
        ),
    ),
    "unbrowse": Unbrowse(RequestId(10)),
    "online": Online(RequestId(11)),
    "online, bots": Online(RequestId(11), PlayerKind.BOT),
    "online, on": Online(RequestId(11), ruleset="keryo-pente", speed=Speed.RAPID, cursor="anna", count=50),
    "browse_players": BrowsePlayers(RequestId(11)),
    "browse_players, rated": BrowsePlayers(RequestId(11), "keryo-pente", Speed.RAPID),
    "unbrowse_players": UnbrowsePlayers(RequestId(12)),
    "follow": Follow(RequestId(7)),
    "follow, the game before another": Follow(RequestId(7), BOTS, ROOM, back=True),
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
    "game_review": FindReview(RequestId(15), ROOM),
    "request_review": RequestReview(RequestId(15), ROOM),
    "next_review": NextReview(RequestId(16)),
    "store_review": StoreReview(RequestId(17), ROOM, "engine:nodes=30000", 0, REVIEW.stones),
    "store_review, later": StoreReview(RequestId(17), ROOM, "engine:nodes=30000", 16),
    "decline_review": DeclineReview(RequestId(18), ROOM),
    "store_puzzle": StorePuzzle(RequestId(19), ROOM, PUZZLE),
    "puzzles": Puzzles(RequestId(20)),
    "profile": Profile(RequestId(15)),
    "profile of somebody": Profile(RequestId(15), "hexa-bot"),
    "profile against somebody": Profile(RequestId(15), against="hexa-bot"),
    "leaders": Leaders(RequestId(16)),
    "leaders in blitz": Leaders(RequestId(16), "keryo-pente", Speed.BLITZ),
    "rename": Rename(RequestId(17), "Anna"),
    "block": Block(RequestId(18), "hexa-bot"),
    "unblock": Unblock(RequestId(19), BOT.id),
    "blocked": Blocked(RequestId(20)),
    "befriend": Befriend(RequestId(18), "hexa-bot"),
    "unfriend": Unfriend(RequestId(19), BOT.id),
    "friends": Friends(RequestId(20)),
    "message": SendMessage(RequestId(21), DO, "hexa-bot", "Shall we play?"),
    "messages": Messages(RequestId(22)),
    "read_messages": ReadMessages(RequestId(23), NOW),
    "set_message_policy": SetMessagePolicy(RequestId(24), MessagePolicy.FRIENDS),
    "report": Report(RequestId(25), DO, "eve", "insults everybody"),
    "report, in a room": Report(RequestId(25), DO, "eve", "insults everybody", ROOM),
    "personaldata": PersonalData(RequestId(18), "3"),
    "deleteaccount": DeleteAccount(RequestId(19), "Ann"),
    "offer_link": OfferLink(RequestId(20)),
    "take_vacation": TakeVacation(RequestId(21), 7),
    "ask about vacation": TakeVacation(RequestId(22)),
    "choose_notifications": ChooseNotifications(RequestId(23), your_turn=True),
    "ask about notifications": ChooseNotifications(RequestId(24)),
    "devices": Devices(RequestId(21)),
    "revoke_device": RevokeDevice(RequestId(22), PHONE.id),
    "allow_device": AllowDevice(RequestId(23), PHONE.id, Right.ACCOUNT),
    "add_device": AddDevice(
        RequestId(24), KeyText("HeZRv5Wh2dlBSjPWcUB5WwSD4wpCiCMOPY9_uEvQhl0"), device_name=DeviceName("bot")
    ),
    "ping": Ping(RequestId(21)),
}
FROM_CLIENT: Final = with_made_up(_WRITTEN, ClientMessage)
