"""One message of every kind, and more where they differ: the golden vectors are made of these.

Their ids, times and keys are made up. Adding one is harmless; changing one changes what other programs are
tested against.
"""

from dataclasses import replace
from typing import Final

from pente_core.clock import ByoYomi, Delay, Fischer, PerMove, Unlimited
from pente_core.instant import Instant, Millis
from pente_core.move import Call, Capture, Choice
from pente_core.outcome import Outcome, Termination
from pente_core.player import Kind, Player, PlayerId
from pente_core.point import Point
from pente_core.rating import Change
from pente_core.room import (
    Accept,
    Accepted,
    Audience,
    Choose,
    Chosen,
    Closed,
    Closing,
    Created,
    Decline,
    Declined,
    Event,
    Finished,
    Forgiven,
    GiveTime,
    Hidden,
    Join,
    Joined,
    Leave,
    Left,
    Moved,
    Offer,
    Offered,
    OfferKind,
    Paused,
    Play,
    PlayerCommand,
    Rated,
    Reason,
    Rejected,
    Resign,
    Resume,
    Resumed,
    Retired,
    Said,
    Say,
    Snapshot,
    Standing,
    Started,
    Status,
    TimeGiven,
)
from pente_core.ruleset import RULESETS, ruleset_from
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import (
    Act,
    Browse,
    ClientMessage,
    CommandId,
    Create,
    Error,
    Explore,
    Explored,
    Featured,
    Follow,
    GameFilter,
    GameResult,
    Games,
    GamesFound,
    GameSummary,
    Happened,
    Hello,
    Invited,
    Limits,
    Lobby,
    Logged,
    LogPage,
    Logs,
    Ok,
    Online,
    Played,
    Presence,
    Replaced,
    RequestId,
    RoomFilter,
    RoomId,
    Rooms,
    RoomSummary,
    RulesetSpec,
    ServerMessage,
    Synced,
    Unbrowse,
    Unwatch,
    Watch,
    Welcome,
)

NOW: Final = Instant(1_700_000_000_000)
ROOM: Final = RoomId("Vd3xK9_s-w2a")
OTHER: Final = RoomId("room0002")
DO: Final = CommandId("c-0000000001")
ANN: Final = Player(PlayerId("0123456789abcdef0123456789abcdef"), "Ann")
BOT: Final = Player(PlayerId("fedcba9876543210fedcba9876543210"), "hexa-bot", Kind.BOT)
LEFT: Final = (Millis(299_000), Millis(303_000))
BLITZ: Final = Fischer(Millis(300_000), Millis(3000))
TEAMS: Final = ruleset_from({"base": "keryo-pente", "sides": 4, "teams": True, "size": 13})
CREATED: Final = Created(NOW, ANN, RULESETS["pente"], BLITZ, (BOT,))
SUMMARY: Final = RoomSummary(ROOM, RULESETS["pente"], BLITZ, Status.PLAYING, (ANN, BOT), NOW, ANN)
WAITING: Final = RoomSummary(
    OTHER, TEAMS, Unlimited(), Status.WAITING, (ANN, None, None, None), NOW, ANN, invited=(BOT,)
)
GAME: Final = GameSummary(
    ROOM, RULESETS["pente"], BLITZ, (ANN, BOT), Termination.CAPTURES, (0,), 31, NOW, Instant(NOW + 400_000)
)
POSITION: Final = "19/19/19/19/19/19/19/19/19/9X9/19/19/19/19/19/19/19/19/19 0,0 1O1 - - 1 pente"

COMMANDS: Final[dict[str, PlayerCommand]] = {
    "join": Join(),
    "join a seat": Join(1),
    "leave": Leave(),
    "decline": Decline(),
    "play": Play(Point(180)),
    "choose": Choose(Choice.SWAP),
    "resign": Resign(),
    "decline a draw": Decline(OfferKind.DRAW),
    "offer": Offer(OfferKind.PAUSE),
    "accept": Accept(OfferKind.DRAW),
    "give time": GiveTime(),
    "resume": Resume(),
    "say": Say("good luck, Ærø 🎲"),
    "say among watchers": Say("black is lost", Audience.WATCHERS),
}

EVENTS: Final[dict[str, Event]] = {
    "created": CREATED,
    "created with a ruleset of its own": Created(NOW, BOT, TEAMS, Unlimited()),
    "created with byo-yomi": Created(
        NOW, ANN, RULESETS["pente"], ByoYomi(Millis(600_000), 5, Millis(30_000))
    ),
    "created with a delay": Created(NOW, ANN, RULESETS["pente"], Delay(Millis(300_000), Millis(3000))),
    "created for correspondence": Created(NOW, ANN, RULESETS["pente"], PerMove(Millis(259_200_000))),
    "joined": Joined(NOW, 1, BOT),
    "left": Left(NOW, 0),
    "declined": Declined(NOW, BOT),
    "started": Started(NOW),
    "moved": Moved(NOW, 0, 0, Point(180), "0123456789abcdef"),
    "moved with everything": Moved(
        NOW,
        1,
        0,
        Point(24),
        "fedcba9876543210",
        (Capture(1, (Point(42), Point(60))),),
        (Point(24), Point(25)),
        (Call.OPEN_TRIA, Call.TESSERA),
        LEFT,
    ),
    "chosen": Chosen(NOW, 1, Choice.PASS, LEFT),
    "retired": Retired(NOW, 2, Termination.TIME, (Millis(1), Millis(2), Millis(0))),
    "moved with lag": Moved(NOW, 0, 0, Point(180), "0123456789abcdef", left=LEFT, lag=Millis(120)),
    "offered": Offered(NOW, 0, OfferKind.DRAW),
    "accepted": Accepted(NOW, 1, OfferKind.PAUSE),
    "rejected": Rejected(NOW, 1, OfferKind.DRAW),
    "time given": TimeGiven(NOW, 1, Millis(15_000), LEFT),
    "paused": Paused(NOW),
    "resumed": Resumed(NOW, 0),
    "resumed by itself": Resumed(NOW),
    "said": Said(NOW, ANN, "hello"),
    "said among watchers": Said(NOW, ANN, "hello", Audience.WATCHERS),
    "forgiven": Forgiven(NOW, Instant(NOW - 5000), Instant(NOW + 2000)),
    "finished": Finished(NOW, Termination.LINE, (0,), ((Point(0), Point(1), Point(2)),), LEFT),
    "finished, drawn": Finished(NOW, Termination.NO_MOVES),
    "rated": Rated(NOW, (Change(0, 1500, 1662, provisional=True), Change(1, 1500, 1492))),
    "closed": Closed(NOW, Closing.EXPIRED),
    "hidden": Hidden(NOW),
}

FROM_CLIENT: Final[dict[str, ClientMessage]] = {
    "hello, a new guest": Hello(RequestId(1), (1,), "pente/0.1.0"),
    "hello again": Hello(
        RequestId(1), (1, 2), "hexa/3", "hexa-bot", Kind.BOT, "made-up-token", {ROOM: 17, OTHER: 0}
    ),
    "create": Create(RequestId(2), DO, RulesetSpec("pente"), "5+3"),
    "create with everything": Create(
        RequestId(2**31 - 1),
        DO,
        RulesetSpec({"base": "keryo-pente", "size": 13, "captures": [2, 3], "announce": False}),
        "-",
        0,
        ("hexa-bot",),
    ),
    **{f"act: {name}": Act(RequestId(3), ROOM, 17, DO, command) for name, command in COMMANDS.items()},
    "watch": Watch(RequestId(4), ROOM),
    "watch since": Watch(RequestId(4), ROOM, 17),
    "unwatch": Unwatch(RequestId(5), ROOM),
    "rooms": Rooms(RequestId(6)),
    "rooms of somebody": Rooms(RequestId(6), RoomFilter("pente", Status.PLAYING, "anna", Kind.PERSON)),
    "browse": Browse(RequestId(9)),
    "browse, free seats": Browse(RequestId(9), RoomFilter(status=Status.WAITING)),
    "unbrowse": Unbrowse(RequestId(10)),
    "online": Online(RequestId(11)),
    "online, bots": Online(RequestId(11), Kind.BOT),
    "follow": Follow(RequestId(7)),
    "games": Games(RequestId(12)),
    "games, all that can be asked": Games(
        RequestId(12),
        GameFilter("anna", RulesetSpec("pente"), NOW, Instant(NOW + 86_400_000), GameResult.WON, POSITION),
        "fe6a1c0e5bff",
    ),
    "logs": Logs(RequestId(13), (ROOM, OTHER)),
    "logs, going on": Logs(RequestId(13), (OTHER,), 1000),
    "explore": Explore(RequestId(14), POSITION),
}

FROM_SERVER: Final[dict[str, ServerMessage]] = {
    "welcome, a new guest": Welcome(
        RequestId(1),
        1,
        "pente/0.1.0",
        ANN,
        NOW,
        "strict",
        Limits(8192, 10, 200, 20),
        ("follow",),
        "made-up-token",
    ),
    "welcome back": Welcome(
        RequestId(1),
        1,
        "pente/0.1.0",
        BOT,
        NOW,
        "memory",
        Limits(8192, 10, 200, 20),
        rooms=(SUMMARY, WAITING),
    ),
    "ok": Ok(RequestId(4)),
    "ok, a room": Ok(RequestId(3), ROOM, 18),
    "ok, rooms": Ok(RequestId(6), rooms=(SUMMARY,)),
    "gamesfound": GamesFound(RequestId(12), (GAME,), "fe74305c2c3f"),
    "gamesfound, a private one": GamesFound(
        RequestId(12),
        (replace(GAME, termination=Termination.ABORTED, winners=(), rated=True, private=True),),
    ),
    "logged": Logged(RequestId(13), (LogPage(ROOM, (CREATED, Joined(NOW, 0, ANN)), is_whole=False),)),
    "explored": Explored(RequestId(14), 3, (2, 0), 1, (Played(("L10", "K11", "J10", "K9"), 2, (1, 0), 1),)),
    "explored, nothing": Explored(RequestId(14)),
    "error": Error(RequestId(3), Reason.NOT_YOUR_TURN.value, "it is not your turn"),
    "error, try again": Error(
        RequestId(3), ErrorCode.UNAVAILABLE.value, "the store is away; try again", Millis(500)
    ),
    "error that answers nothing": Error(RequestId(0), ErrorCode.RATE_LIMITED.value, "not so fast"),
    **{f"happened: {name}": Happened(ROOM, 17, event) for name, event in EVENTS.items()},
    "synced, waiting": Synced(
        OTHER,
        Snapshot(1, CREATED, Status.WAITING, (None, None), (), 1, NOW, (BOT,), None, LEFT),
    ),
    "synced, playing": Synced(
        ROOM,
        Snapshot(
            7,
            CREATED,
            Status.PLAYING,
            (ANN, BOT),
            ("K10", "L11", "A1"),
            6,
            NOW,
            (),
            None,
            LEFT,
            1,
            NOW,
            (Said(NOW, ANN, "hello"),),
        ),
    ),
    "synced, paused": Synced(
        ROOM,
        Snapshot(
            9,
            Created(NOW, ANN, RULESETS["pente"], Delay(Millis(300_000), Millis(3000))),
            Status.PLAYING,
            (ANN, BOT),
            ("K10",),
            4,
            NOW,
            left=LEFT,
            since=NOW,
            free=Millis(1000),
            lag=(Millis(0), Millis(200)),
            paused=NOW,
            offers=(Standing(OfferKind.DRAW, 0),),
            asked=(1, 0),
        ),
    ),
    "synced, finished": Synced(
        ROOM,
        Snapshot(
            9,
            Created(NOW, ANN, RULESETS["swap2-pente"], Unlimited()),
            Status.FINISHED,
            (BOT, ANN),
            ("K10", "L11", "A1", "swap"),
            9,
            NOW,
            outcome=Outcome(Termination.RESIGNATION, (1,)),
            since=NOW,
        ),
    ),
    "presence": Presence(ROOM, (True, False), 3),
    "presence, with names": Presence(ROOM, (True, True), 2, ("carol", "dave")),
    "lobby": Lobby((WAITING,), (ROOM,), 12),
    "replaced": Replaced(ROOM),
    "invited": Invited(WAITING),
    "featured": Featured(ROOM),
}

MESSAGES: Final[dict[str, ClientMessage | ServerMessage]] = {**FROM_CLIENT, **FROM_SERVER}
