"""A sample of every event."""

from typing import Final

from pente_core.clock.clock import ByoYomi, Delay, Odds, PerMove, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_core.rating import RatingChange
from pente_core.room import (
    Accepted,
    AnnotationRemoved,
    Banned,
    BotPolicy,
    ChatAudience,
    Chosen,
    Closed,
    Closing,
    CommentAdded,
    ConditionsSet,
    Continued,
    Created,
    Declined,
    Event,
    Finished,
    Gone,
    Hidden,
    Joined,
    Kicked,
    Left,
    Moved,
    Muted,
    Offered,
    OfferKind,
    Options,
    OutageCredited,
    Paused,
    PointsMarked,
    RatingsChanged,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Said,
    Started,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    VacationEnded,
    VacationStarted,
    VariationAdded,
    ViewerDelay,
    WatchPolicy,
    WatchPolicyChanged,
)
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.spec.samples.values import ANN, BLITZ, BOT, CREATED, LEFT, NOW, ROOM, TEAMS, WISHES

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
    "started with clocks": Started(NOW, LEFT),
    "started, with clocks that wait": Started(NOW, LEFT, Instant(NOW + 30_000)),
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
    "moved with lag": Moved(NOW, 0, 0, Point(180), "0123456789abcdef", remaining=LEFT, lag=Millis(120)),
    "offered": Offered(NOW, 0, OfferKind.DRAW),
    "accepted": Accepted(NOW, 1, OfferKind.PAUSE),
    "rejected": Rejected(NOW, 1, OfferKind.DRAW),
    "time given": TimeGiven(NOW, 1, Millis(15_000), LEFT),
    "paused": Paused(NOW, LEFT),
    "resumed": Resumed(NOW, 0, LEFT),
    "resumed by itself": Resumed(NOW),
    "said": Said(NOW, ANN, "hello"),
    "said among watchers": Said(NOW, ANN, "hello", ChatAudience.WATCHERS),
    "forgiven": OutageCredited(NOW, Instant(NOW - 5000), Instant(NOW + 2000), LEFT),
    "finished": Finished(NOW, Termination.LINE, (0,), ((Point(0), Point(1), Point(2)),), LEFT),
    "finished, drawn": Finished(NOW, Termination.NO_MOVES),
    "finished without a first move": Finished(NOW, Termination.ABORTED, remaining=LEFT, no_show=(1,)),
    "rated": RatingsChanged(
        NOW, (RatingChange(0, 1500, 1662, provisional=True), RatingChange(1, 1500, 1492))
    ),
    "readied": Readied(NOW, 1),
    "taken back": TakenBack(NOW, 1, 3, LEFT),
    "vacation started": VacationStarted(NOW, 1, Instant(NOW + 604_800_000), LEFT),
    "vacation ended": VacationEnded(NOW, 1, LEFT),
    "conditions set": ConditionsSet(NOW, ANN.id, ((Point(181), Point(200)),)),
    "gone": Gone(NOW, 0, Instant(NOW + 60_000)),
    "returned": Returned(NOW, 0),
    "muted": Muted(NOW, BOT.id),
    "unmuted": Unmuted(NOW, BOT.id),
    "kicked": Kicked(NOW, BOT.id),
    "banned": Banned(NOW, BOT.id),
    "unbanned": Unbanned(NOW, BOT.id),
    "watch policy changed": WatchPolicyChanged(NOW, WatchPolicy.INVITED),
    "continued": Continued(NOW, RoomId("Vd3xK9_s-w2a-2")),
    "created with options": Created(
        NOW, ANN, RULESETS["pente"], BLITZ, options=WISHES, continues=ROOM, number=2
    ),
    "created for named players": Created(
        NOW,
        ANN,
        RULESETS["pente"],
        Unlimited(),
        options=Options(bots=BotPolicy.INVITED, named_only=True),
        idle=Millis(2_592_000_000),
    ),
    "created with a delay for viewers": Created(
        NOW, ANN, RULESETS["pente"], BLITZ, options=Options(viewer_delay=ViewerDelay(seconds=30)), format=5
    ),
    "variation added": VariationAdded(NOW, ANN, 14, (Point(180), Point(181))),
    "comment added": CommentAdded(NOW, ANN, 14, "Why not here?"),
    "points marked": PointsMarked(NOW, BOT, 14, (Point(180),)),
    "annotation removed": AnnotationRemoved(NOW, ANN, 57),
    "created from a position": Created(
        NOW,
        ANN,
        RULESETS["pente"],
        Unlimited(),
        format=5,
        setup=Setup(((Point(180), Point(200)), (Point(0),)), (0, 2), colour=1),
        keeps_seats=True,
    ),
    "created with a handicap": Created(
        NOW,
        ANN,
        Ruleset(goals=(10, 6)),
        Odds((Millis(300_000), Millis(120_000)), (Millis(3000), Millis(0))),
        format=5,
    ),
    "closed": Closed(NOW, Closing.EXPIRED),
    "hidden": Hidden(NOW),
}
