"""Values that the samples have in common. Their ids, times and keys are made up."""

from typing import Final

from pente_core.clock.clock import Fischer, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.puzzles.puzzle_text import written_in
from pente_core.rating import Speed
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.room import ChatPolicy, Options, RatingRange, WatchPolicy
from pente_core.room import events as ev
from pente_core.room.options import LOCKED
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_protocol.messages.account import DeviceId, DeviceInfo
from pente_protocol.messages.archive import GameSummary
from pente_protocol.messages.base import CommandId, Right
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.lists import ListedRoom, RoomActivity, RoomSummary
from pente_protocol.messages.people import PoolScore

NOW: Final = Instant(1_700_000_000_000)
ROOM: Final = RoomId("Vd3xK9_s-w2a")
OTHER: Final = RoomId("room0002")
MARK: Final = Mark("5f1d7a84e2c3960b")
SEEN: Final = Checkpoint(17, MARK)
DO: Final = CommandId("c-0000000001")
ANN: Final = Identity(PlayerId("0123456789abcdef0123456789abcdef"), "Ann")
BOT: Final = Identity(PlayerId("fedcba9876543210fedcba9876543210"), "hexa-bot", PlayerKind.BOT)
LEFT: Final = (Millis(299_000), Millis(303_000))
BLITZ: Final = Fischer(Millis(300_000), Millis(3000))
TEAMS: Final = ruleset_from({"base": "keryo-pente", "sides": 4, "teams": True, "size": 13})
CREATED: Final = ev.Created(NOW, ANN, RULESETS["pente"], BLITZ, (BOT,))
SUMMARY: Final = RoomSummary(ROOM, RULESETS["pente"], BLITZ, ev.Status.PLAYING, (ANN, BOT), NOW, ANN)
WAITING: Final = RoomSummary(
    OTHER, TEAMS, Unlimited(), ev.Status.WAITING, (ANN, None, None, None), NOW, ANN, invited=(BOT,)
)
LISTED: Final = ListedRoom(SUMMARY, RoomActivity(1, 7, Instant(NOW + 90_000), NOW, (True, False), (0,)))
LISTED_WAITING: Final = ListedRoom(WAITING, RoomActivity(deadline=Instant(NOW + 600_000), last_activity=NOW))
GAME: Final = GameSummary(
    ROOM, RULESETS["pente"], BLITZ, (ANN, BOT), Termination.CAPTURES, (0,), 31, NOW, Instant(NOW + 400_000)
)
REVIEW: Final = GameReview(
    "engine:nodes=30000",
    (
        StoneReview(Expectation(500), Expectation(500)),
        StoneReview(
            Expectation(310),
            Expectation(1000, 7),
            (Point(181), Point(161), Point(200)),
            Judgement.MISSED_WIN,
        ),
        StoneReview(Expectation(0, -6), Expectation(450), (Point(199),), Judgement.BLUNDER),
    ),
)
POSITION: Final = "19/19/19/19/19/19/19/19/19/9X9/19/19/19/19/19/19/19/19/19 0,0 1O1 - - 1 pente"
PUZZLE: Final = written_in(
    '{"position":"19/19/19/19/19/19/19/9X9/6X12/6XO1OO8/6X1O1X8/9OXO7/6OX2X8/10X8/10O8/19/19/19/19'
    ' 2,2 1O1 - - 21 pente","win_in":5,"solution":{"wins":{"H8":{"J10":{"wins":{"M10":{}}}}},'
    '"slower":["J10","M10"],"fails":{"F6":"H8","L11":"H8"}},'
    '"source":"game Vd3xK9_s-w2a, after stone 21","game":"Vd3xK9_s-w2a"}'
)
WISHES: Final = Options(
    rated=True,
    takebacks=False,
    watch=WatchPolicy.INVITED,
    chat=ChatPolicy.PLAYERS,
    private=True,
    password_hash=LOCKED,
    ratings=RatingRange(1200, 1800),
    ready_check=True,
    games=2,
)
LAPTOP: Final = DeviceInfo(
    DeviceId("8kS0yFzq3mTnQ1v_cXbA5w"), "laptop", NOW, Instant(NOW + 86_400_000), Right.ACCOUNT
)
PHONE: Final = DeviceInfo(DeviceId("3f-9Zc0aLhVtY7eRkPjWqg"), "", NOW, NOW, Right.PLAY)
SCORE: Final = PoolScore("pente", Speed.BLITZ, 12, 7, 1, 18, NOW, 1512, 61)
