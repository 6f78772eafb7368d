"""A sample of every message of a server."""

from typing import Final

from pente_core.clock.clock import Delay, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, RoomId
from pente_core.rating import Speed
from pente_core.room import (
    Absence,
    Analysis,
    Conditions,
    FirstMoves,
    NodeComment,
    NodeMarks,
    OfferKind,
    OpenOffer,
    Reason,
    Snapshot,
    Variation,
    restore,
    turn_due,
)
from pente_core.room import events as ev
from pente_core.room.refusals import ErrorClass
from pente_core.room.snapshot import drawn_board
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.choices.server_limit import Per, ServerLimit, TimeUnit
from pente_protocol.choices.tv_channel import BOTS
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.account import DeviceList, LinkOffered, NotificationsFound, VacationFound
from pente_protocol.messages.archive import Explored, ExploredTurn, GameList, LogList, LogPage
from pente_protocol.messages.base import Error, Ok, RequestId
from pente_protocol.messages.direct_messages import DirectMessage, MessageList, MessageReceived, MessageSent
from pente_protocol.messages.friends import FriendArrived, FriendList
from pente_protocol.messages.hello import Greeting, Welcome
from pente_protocol.messages.lists import (
    InvitationEnded,
    Invited,
    ListedPlayer,
    LobbyUpdate,
    OnlineList,
    PlayerActivity,
    PlayerList,
    PlayersUpdate,
    RoomList,
)
from pente_protocol.messages.people import (
    CountedGame,
    HeadToHead,
    Leader,
    Leaderboard,
    LeaderList,
    PersonalDataFound,
    PlannedMoves,
    PlayerFound,
    PoolScore,
    ProfileFound,
    RatingPoint,
    Streaks,
    VacationSpan,
)
from pente_protocol.messages.ping import Pong
from pente_protocol.messages.post_mortem import Looks, PlayerLook
from pente_protocol.messages.reviews import PuzzleList, ReviewFound, ReviewJob, ReviewStored
from pente_protocol.messages.rooms import (
    Acted,
    CodeFound,
    Dismissed,
    Happened,
    Missed,
    Replaced,
    RoomCreated,
    RoomPresence,
    Synced,
    Watching,
)
from pente_protocol.messages.tv import Featured, Following
from pente_protocol.spec.samples.made_up import with_made_up
from pente_protocol.spec.samples.room import EVENTS
from pente_protocol.spec.samples.sign_ins import (
    ADDRESS,
    GREETING_SIGNATURE,
    HANDSHAKE,
    ROTATED_SIGNATURE,
    SERVER_ID,
    SUCCEEDS,
)
from pente_protocol.spec.samples.values import (
    ANN,
    BOT,
    CREATED,
    GAME,
    LAPTOP,
    LEFT,
    LISTED,
    LISTED_WAITING,
    MARK,
    NOW,
    OTHER,
    PHONE,
    PUZZLE,
    REVIEW,
    ROOM,
    SCORE,
    WAITING,
    WISHES,
)

MESSAGE: Final = DirectMessage(NOW, ANN, "Shall we play?")


def _synced(room: RoomId, shot: Snapshot) -> Synced:
    known = restore(shot)
    return Synced(room, shot, MARK, *drawn_board(known.game), **turn_due(known)._asdict())


_LIMITS: Final = (
    ServerLimit("frame_bytes", 8192, Per.CONNECTION),
    ServerLimit("messages", 10, Per.CONNECTION, TimeUnit.SECOND, burst=30),
    ServerLimit("rooms", 10, Per.PLAYER),
)
_GREETING: Final = Greeting(
    SERVER_ID,
    "Café Central",
    "pente/0.1.0",
    (),
    _LIMITS,
    HANDSHAKE.server_nonce,
    NOW,
    "strict",
    HANDSHAKE.server_key,
    ADDRESS,
    GREETING_SIGNATURE,
    "https://pente.example.org",
)

_WRITTEN: Final[dict[str, ServerMessage]] = {
    "greeting": _GREETING,
    "greeting with former keys": replace(_GREETING, signature=ROTATED_SIGNATURE, succeeds=SUCCEEDS),
    "welcome, a new guest": Welcome(
        RequestId(1),
        "pente/0.1.0",
        ANN,
        NOW,
        "strict",
    ),
    "welcome back": Welcome(
        RequestId(1),
        "pente/0.1.0",
        BOT,
        NOW,
        "memory",
        (
            ServerLimit("messages", 200, Per.CONNECTION, TimeUnit.SECOND, burst=600),
            ServerLimit("rooms", 200, Per.PLAYER),
        ),
        rooms=(LISTED, LISTED_WAITING),
    ),
    "welcome with a blocked player": Welcome(
        RequestId(1),
        "pente/0.1.0",
        ANN,
        NOW,
        "strict",
        blocked=(BOT.id,),
    ),
    "welcome with a friend": Welcome(
        RequestId(1),
        "pente/0.1.0",
        ANN,
        NOW,
        "strict",
        friends=(BOT.id,),
        unread_messages=2,
    ),
    "error, a bad message": Error(
        RequestId(7),
        ErrorCode.BAD_MESSAGE.value,
        "This is not a valid message: Missing key point.",
        ErrorClass.INVALID,
        at="/command/point",
    ),
    "ok": Ok(RequestId(4)),
    "room_created": RoomCreated(RequestId(2), ROOM, 2),
    "room_created, with a code": RoomCreated(RequestId(2), ROOM, 2, "K7M2QX"),
    "code_found": CodeFound(RequestId(7), ROOM, "K7M2QX"),
    "code_found, with an invitation": CodeFound(RequestId(7), ROOM, "K7M2QX", LISTED.room),
    "acted": Acted(RequestId(3), ROOM, 18),
    "watching": Watching(RequestId(5), ROOM, 18),
    "room_list": RoomList(RequestId(6), (LISTED,), "fe74305c2c3f"),
    "online_list": OnlineList(
        RequestId(11),
        (ListedPlayer(replace(ANN, rating=1612), PlayerActivity.PLAYING), ListedPlayer(BOT)),
        12,
        "robot",
    ),
    "online_list, who plays whom": OnlineList(
        RequestId(11), (ListedPlayer(ANN, PlayerActivity.PLAYING, ROOM, ("hexa-bot",), NOW),), 1
    ),
    "player_list": PlayerList(RequestId(7), (ANN, BOT)),
    "following": Following(RequestId(8), ROOM),
    "following, no game": Following(RequestId(8)),
    "player_found": PlayerFound(RequestId(9), BOT),
    "friend_list": FriendList(RequestId(20), (ANN, BOT), (ListedPlayer(BOT, since=NOW),)),
    "message_sent": MessageSent(RequestId(21), BOT, NOW),
    "message_list": MessageList(RequestId(22), (MESSAGE,), NOW, MessagePolicy.FRIENDS),
    "game_list": GameList(RequestId(12), (GAME,), "fe74305c2c3f"),
    "game_list, a private one": GameList(
        RequestId(12),
        (replace(GAME, termination=Termination.ABORTED, winners=(), rated=True, private=True),),
    ),
    "log_list": LogList(RequestId(13), (LogPage(ROOM, (CREATED, ev.Joined(NOW, 0, ANN)), complete=False),)),
    "explored": Explored(
        RequestId(14), 3, (2, 0), 1, (ExploredTurn(("L10", "K11", "J10", "K9"), 2, (1, 0), 1),)
    ),
    "explored, nothing": Explored(RequestId(14)),
    "review_found": ReviewFound(RequestId(15), ROOM, ReviewState.DONE, REVIEW),
    "review_found, none yet": ReviewFound(RequestId(15), ROOM, ReviewState.WAITING),
    "review_job": ReviewJob(RequestId(16), ROOM, RULESETS["pente"], turns=("K10", "L9", "N10")),
    "review_job, wants puzzles": ReviewJob(
        RequestId(16), ROOM, RULESETS["pente"], turns=("K10", "L9", "N10"), wants_puzzles=True
    ),
    "review_job, none": ReviewJob(RequestId(16)),
    "review_stored": ReviewStored(RequestId(17), 16),
    "puzzle_list": PuzzleList(RequestId(20), (PUZZLE,)),
    "puzzle_list, none": PuzzleList(RequestId(20)),
    "profile_found": ProfileFound(RequestId(15), ANN, (SCORE, PoolScore("custom", Speed.SLOW, losses=1))),
    "profile_found, against another": ProfileFound(
        RequestId(15),
        ANN,
        (SCORE,),
        (RatingPoint("pente", Speed.BLITZ, NOW, 1662, provisional=True),),
        Streaks(won=3, best=5, games=20),
        HeadToHead(BOT, 3, 1, 1, NOW, complete=False),
    ),
    "personal_data_found": PersonalDataFound(
        RequestId(18),
        ANN,
        NOW,
        ("anne",),
        (SCORE,),
        (CountedGame(ROOM, "pente", Speed.BLITZ, NOW, "win", 1500, 1512),),
        cursor="7",
        blocked=(BOT,),
        devices=(LAPTOP,),
        friends=(BOT,),
        messages=(MESSAGE,),
        message_policy=MessagePolicy.FRIENDS,
        notify=True,
        vacations=(VacationSpan(NOW, Instant(NOW + 604_800_000)),),
        planned=(PlannedMoves(ROOM, (("K10", "L10"),)),),
    ),
    "vacation_found": VacationFound(RequestId(21), Instant(NOW + 604_800_000), 13),
    "notifications_found": NotificationsFound(RequestId(23), your_turn=True, are_sent=True),
    "link_offered": LinkOffered(RequestId(19), "K7QF-2M9XTR", Millis(300_000)),
    "device_list": DeviceList(RequestId(20), (LAPTOP, replace(PHONE, current=True))),
    "pong": Pong(RequestId(21), NOW),
    "leader_list": LeaderList(
        RequestId(16),
        (Leaderboard("pente", Speed.BLITZ, (Leader(ANN, SCORE),), (Leader(BOT, SCORE),)),),
    ),
    "error": Error(RequestId(3), Reason.NOT_YOUR_TURN.value, "It is not your turn."),
    "error, try again": Error(
        RequestId(3),
        ErrorCode.UNAVAILABLE.value,
        "the store is away; try again",
        ErrorClass.TEMPORARY,
        Millis(500),
    ),
    "error that answers nothing": Error(
        RequestId(0), ErrorCode.RATE_LIMITED.value, "not so fast", ErrorClass.TEMPORARY
    ),
    "happened, with two stones to place": Happened(ROOM, 17, MARK, EVENTS["moved"], to_act=1, left=2),
    "happened, with a choice to make": Happened(
        ROOM, 17, MARK, EVENTS["moved"], to_act=1, choices=(Choice.SWAP, Choice.STAY, Choice.PASS)
    ),
    **{f"happened: {name}": Happened(ROOM, 17, MARK, event) for name, event in EVENTS.items()},
    "missed": Missed(ROOM, 17, MARK, (EVENTS["moved"], EVENTS["said"]), to_act=0, left=1),
    "synced, waiting": _synced(
        OTHER,
        Snapshot(1, CREATED, ev.Status.WAITING, (None, None), (), 1, NOW, (BOT,), None, LEFT),
    ),
    "synced, playing": _synced(
        ROOM,
        Snapshot(
            7,
            CREATED,
            ev.Status.PLAYING,
            (ANN, BOT),
            ("K10", "L11", "A1"),
            6,
            NOW,
            (),
            None,
            LEFT,
            1,
            NOW,
            (ev.Said(NOW, ANN, "hello"),),
        ),
    ),
    "synced, paused": _synced(
        ROOM,
        Snapshot(
            9,
            ev.Created(NOW, ANN, RULESETS["pente"], Delay(Millis(300_000), Millis(3000))),
            ev.Status.PLAYING,
            (ANN, BOT),
            ("K10",),
            4,
            NOW,
            remaining=LEFT,
            clocks_at=NOW,
            free=Millis(1000),
            paused=NOW,
            offers=(OpenOffer(OfferKind.DRAW, 0),),
            asked=(1, 0),
        ),
    ),
    "synced, finished": _synced(
        ROOM,
        Snapshot(
            9,
            ev.Created(NOW, ANN, RULESETS["swap2-pente"], Unlimited()),
            ev.Status.FINISHED,
            (BOT, ANN),
            ("K10", "L11", "A1", "swap"),
            9,
            NOW,
            outcome=Outcome(Termination.RESIGNATION, (1,)),
            clocks_at=NOW,
        ),
    ),
    "synced, with annotations": _synced(
        ROOM,
        Snapshot(
            12,
            CREATED,
            ev.Status.FINISHED,
            (ANN, BOT),
            ("K10", "L11"),
            8,
            NOW,
            outcome=Outcome(Termination.RESIGNATION, (1,)),
            remaining=LEFT,
            clocks_at=NOW,
            analysis=Analysis(
                (Variation(9, ANN, 1, 3, (Point(200), Point(0))),),
                (NodeComment(10, BOT, 4, "Why not here?"),),
                (NodeMarks(11, ANN, 2, (Point(180),)),),
                2,
            ),
        ),
    ),
    "synced, with somebody gone": _synced(
        ROOM,
        Snapshot(
            12,
            replace(CREATED, options=WISHES),
            ev.Status.PLAYING,
            (replace(ANN, rating=1512), replace(BOT, rating=1500, provisional=True)),
            ("K10", "L11"),
            7,
            NOW,
            remaining=LEFT,
            running=0,
            clocks_at=NOW,
            absent=(Absence(1, Instant(NOW + 60_000)),),
            muted=(PlayerId("00000000000000000000000000000003"),),
            banned=(PlayerId("00000000000000000000000000000004"),),
            conditions=(Conditions(ANN.id, ((Point(181), Point(200)),)),),
            first_moves=FirstMoves((1,), Instant(NOW + 60_000)),
        ),
    ),
    "presence": RoomPresence(ROOM, (True, False), 3),
    "presence, with names": RoomPresence(ROOM, (True, True), 2, ("carol", "dave")),
    "looks": Looks(ROOM, (PlayerLook(ANN, 14, (Point(180),)), PlayerLook(BOT, 3))),
    "lobby": LobbyUpdate((LISTED_WAITING,), (ROOM,), 12),
    "replaced": Replaced(ROOM),
    "dismissed": Dismissed(ROOM, "kicked", "the host of this room has sent you away"),
    "invited": Invited(WAITING),
    "invitation_ended": InvitationEnded(ROOM, ANN),
    "players_update": PlayersUpdate((ListedPlayer(BOT, since=NOW),), (ANN.id,), 12),
    "friend_arrived": FriendArrived(BOT),
    "message_received": MessageReceived(MESSAGE),
    "featured": Featured(ROOM),
    "featured in a channel": Featured(ROOM, BOTS),
}
FROM_SERVER: Final = with_made_up(_WRITTEN, ServerMessage)
