"""Sample messages for the golden vectors: at least one of every kind.

Their ids, times and keys are made up. Adding a sample is harmless; changing one changes the vectors that
other implementations are tested with.
"""

from dataclasses import replace
from typing import Final

from pente_core.clock.clock import ByoYomi, Delay, Fischer, PerMove, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.rating import RatingChange, Speed
from pente_core.room import (
    Abort,
    Absence,
    Accept,
    Accepted,
    Ban,
    Banned,
    BotPolicy,
    ChatAudience,
    ChatPolicy,
    Choose,
    Chosen,
    Claim,
    ClaimKind,
    Closed,
    Closing,
    Continued,
    Created,
    Decline,
    Declined,
    Event,
    Finished,
    GiveTime,
    Gone,
    Hidden,
    Join,
    Joined,
    Kick,
    Kicked,
    Leave,
    Left,
    Moved,
    Mute,
    Muted,
    Offer,
    Offered,
    OfferKind,
    OpenOffer,
    Options,
    OutageCredited,
    Paused,
    Play,
    PlayerCommand,
    Rated,
    RatingRange,
    Readied,
    Ready,
    Reason,
    Rejected,
    Resign,
    Resume,
    Resumed,
    Retired,
    Returned,
    Said,
    Say,
    Snapshot,
    Started,
    Status,
    TakenBack,
    TimeGiven,
    Unban,
    Unbanned,
    Unmute,
    Unmuted,
    WatchPolicy,
)
from pente_core.room.values.options import LOCKED
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import (
    Act,
    Browse,
    ClientMessage,
    CommandId,
    Create,
    Dismissed,
    Error,
    Explore,
    Explored,
    ExploredTurn,
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
    Leader,
    Leaderboard,
    Leaders,
    LeadersFound,
    Limits,
    LobbyUpdate,
    LogPage,
    Logs,
    LogsFound,
    Ok,
    Online,
    PoolScore,
    Profile,
    ProfileFound,
    Rename,
    Replaced,
    RequestId,
    RoomFilter,
    RoomPresence,
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
ANN: Final = Identity(PlayerId("0123456789abcdef0123456789abcdef"), "Ann")
BOT: Final = Identity(PlayerId("fedcba9876543210fedcba9876543210"), "hexa-bot", PlayerKind.BOT)
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
WISHES: Final = Options(
    rated=True,
    takebacks=False,
    watch=WatchPolicy.INVITED,
    chat=ChatPolicy.PLAYERS,
    private=True,
    lock=LOCKED,
    ratings=RatingRange(1200, 1800),
    ready=True,
    games=2,
)
SCORE: Final = PoolScore("pente", Speed.BLITZ, 12, 7, 1, 18, NOW, 1512, 61)

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
    "say among watchers": Say("black is lost", ChatAudience.WATCHERS),
    "join with a password": Join(1, "made-up"),
    "ready": Ready(),
    "abort": Abort(),
    "claim": Claim(ClaimKind.WIN),
    "mute": Mute(BOT.id),
    "unmute": Unmute(BOT.id),
    "kick": Kick(BOT.id),
    "ban": Ban(BOT.id),
    "unban": Unban(BOT.id),
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
    "said among watchers": Said(NOW, ANN, "hello", ChatAudience.WATCHERS),
    "forgiven": OutageCredited(NOW, Instant(NOW - 5000), Instant(NOW + 2000)),
    "finished": Finished(NOW, Termination.LINE, (0,), ((Point(0), Point(1), Point(2)),), LEFT),
    "finished, drawn": Finished(NOW, Termination.NO_MOVES),
    "rated": Rated(NOW, (RatingChange(0, 1500, 1662, provisional=True), RatingChange(1, 1500, 1492))),
    "readied": Readied(NOW, 1),
    "taken back": TakenBack(NOW, 1, 3, LEFT),
    "gone": Gone(NOW, 0, Instant(NOW + 60_000)),
    "returned": Returned(NOW, 0),
    "muted": Muted(NOW, BOT.id),
    "unmuted": Unmuted(NOW, BOT.id),
    "kicked": Kicked(NOW, BOT.id),
    "banned": Banned(NOW, BOT.id),
    "unbanned": Unbanned(NOW, BOT.id),
    "continued": Continued(NOW, RoomId("Vd3xK9_s-w2a-2")),
    "created with options": Created(
        NOW, ANN, RULESETS["pente"], BLITZ, options=WISHES, follows=ROOM, number=2
    ),
    "created for named players": Created(
        NOW,
        ANN,
        RULESETS["pente"],
        Unlimited(),
        options=Options(bots=BotPolicy.INVITED, named_only=True),
        idle=Millis(2_592_000_000),
    ),
    "closed": Closed(NOW, Closing.EXPIRED),
    "hidden": Hidden(NOW),
}

FROM_CLIENT: Final[dict[str, ClientMessage]] = {
    "hello, a new guest": Hello(RequestId(1), (1,), "pente/0.1.0"),
    "hello again": Hello(
        RequestId(1), (1, 2), "hexa/3", "hexa-bot", PlayerKind.BOT, "made-up-token", {ROOM: 17, OTHER: 0}
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
    "rooms of somebody": Rooms(RequestId(6), RoomFilter("pente", Status.PLAYING, "anna", PlayerKind.PERSON)),
    "browse": Browse(RequestId(9)),
    "browse, free seats": Browse(RequestId(9), RoomFilter(status=Status.WAITING)),
    "unbrowse": Unbrowse(RequestId(10)),
    "online": Online(RequestId(11)),
    "online, bots": Online(RequestId(11), PlayerKind.BOT),
    "follow": Follow(RequestId(7)),
    "games": Games(RequestId(12)),
    "games, all that can be asked": Games(
        RequestId(12),
        GameFilter("anna", RulesetSpec("pente"), NOW, Instant(NOW + 86_400_000), GameResult.WON, POSITION),
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
    "logged": LogsFound(RequestId(13), (LogPage(ROOM, (CREATED, Joined(NOW, 0, ANN)), is_whole=False),)),
    "explored": Explored(
        RequestId(14), 3, (2, 0), 1, (ExploredTurn(("L10", "K11", "J10", "K9"), 2, (1, 0), 1),)
    ),
    "explored, nothing": Explored(RequestId(14)),
    "profilefound": ProfileFound(RequestId(15), ANN, (SCORE, PoolScore("custom", Speed.SLOW, losses=1))),
    "leadersfound": LeadersFound(RequestId(16), (Leaderboard("pente", Speed.BLITZ, (Leader(ANN, SCORE),)),)),
    "error": Error(RequestId(3), Reason.NOT_YOUR_TURN.value, "It is not your turn."),
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
            offers=(OpenOffer(OfferKind.DRAW, 0),),
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
    "synced, with somebody gone": Synced(
        ROOM,
        Snapshot(
            12,
            replace(CREATED, options=WISHES),
            Status.PLAYING,
            (replace(ANN, rating=1512), replace(BOT, rating=1500, provisional=True)),
            ("K10", "L11"),
            7,
            NOW,
            left=LEFT,
            running=0,
            since=NOW,
            absent=(Absence(1, Instant(NOW + 60_000)),),
            muted=(PlayerId("00000000000000000000000000000003"),),
            banned=(PlayerId("00000000000000000000000000000004"),),
            costs=(1000, -2000),
            charged=300,
        ),
    ),
    "presence": RoomPresence(ROOM, (True, False), 3),
    "presence, with names": RoomPresence(ROOM, (True, True), 2, ("carol", "dave")),
    "lobby": LobbyUpdate((WAITING,), (ROOM,), 12),
    "replaced": Replaced(ROOM),
    "dismissed": Dismissed(ROOM, "kicked", "the host of this room has sent you away"),
    "invited": Invited(WAITING),
    "featured": Featured(ROOM),
}

MESSAGES: Final[dict[str, ClientMessage | ServerMessage]] = {**FROM_CLIENT, **FROM_SERVER}
