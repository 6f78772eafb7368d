"""A sample of every command of a player, and of every event; made up from its type where none is written."""

from typing import Final

from pente_core.clock.clock import ByoYomi, Delay, Odds, PerMove, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_core.rating import RatingChange
from pente_core.room import BotPolicy, OfferKind, Options, ViewerDelay, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.spec.samples.made_up import with_made_up
from pente_protocol.spec.samples.values import ANN, BLITZ, BOT, CREATED, LEFT, NOW, ROOM, TEAMS, WISHES

_COMMANDS: Final[dict[str, cmd.PlayerCommand]] = {
    "join": cmd.Join(),
    "join a seat": cmd.Join(1),
    "leave": cmd.Leave(),
    "decline": cmd.Decline(),
    "play": cmd.Play(Point(180)),
    "choose": cmd.Choose(Choice.SWAP),
    "resign": cmd.Resign(),
    "decline a draw": cmd.Decline(OfferKind.DRAW),
    "offer": cmd.Offer(OfferKind.PAUSE),
    "accept": cmd.Accept(OfferKind.DRAW),
    "give time": cmd.GiveTime(),
    "resume": cmd.Resume(),
    "say": cmd.Say("good luck, Ærø 🎲"),
    "say among watchers": cmd.Say("black is lost", ev.ChatAudience.WATCHERS),
    "join with a password": cmd.Join(1, "made-up"),
    "ready": cmd.Ready(),
    "abort": cmd.Abort(),
    "claim": cmd.Claim(cmd.ClaimKind.WIN),
    "mute": cmd.Mute(BOT.id),
    "unmute": cmd.Unmute(BOT.id),
    "kick": cmd.Kick(BOT.id),
    "ban": cmd.Ban(BOT.id),
    "unban": cmd.Unban(BOT.id),
    "add a variation": cmd.AddVariation(14, (Point(180), Point(181))),
    "add a comment": cmd.AddComment(14, "Why not here?"),
    "mark points": cmd.MarkPoints(14, (Point(180),)),
    "remove an annotation": cmd.RemoveAnnotation(57),
    "set conditional moves": cmd.SetConditions(
        ((Point(181), Point(200)), (Point(182), Point(202), Point(1), Point(2)))
    ),
    "withdraw conditional moves": cmd.SetConditions(),
    "set the watch policy": cmd.SetWatchPolicy(WatchPolicy.INVITED),
}


_EVENTS: Final[dict[str, ev.Event]] = {
    "created": CREATED,
    "created with a ruleset of its own": ev.Created(NOW, BOT, TEAMS, Unlimited()),
    "created with byo-yomi": ev.Created(
        NOW, ANN, RULESETS["pente"], ByoYomi(Millis(600_000), 5, Millis(30_000))
    ),
    "created with a delay": ev.Created(NOW, ANN, RULESETS["pente"], Delay(Millis(300_000), Millis(3000))),
    "created for correspondence": ev.Created(NOW, ANN, RULESETS["pente"], PerMove(Millis(259_200_000))),
    "joined": ev.Joined(NOW, 1, BOT),
    "left": ev.Left(NOW, 0),
    "declined": ev.Declined(NOW, BOT),
    "started": ev.Started(NOW),
    "started with clocks": ev.Started(NOW, LEFT),
    "started, with clocks that wait": ev.Started(NOW, LEFT, Instant(NOW + 30_000)),
    "moved": ev.Moved(NOW, 0, 0, Point(180), "0123456789abcdef"),
    "moved with everything": ev.Moved(
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
    "chosen": ev.Chosen(NOW, 1, Choice.PASS, LEFT),
    "retired": ev.Retired(NOW, 2, Termination.TIME, (Millis(1), Millis(2), Millis(0))),
    "moved with lag": ev.Moved(NOW, 0, 0, Point(180), "0123456789abcdef", remaining=LEFT, lag=Millis(120)),
    "offered": ev.Offered(NOW, 0, OfferKind.DRAW),
    "accepted": ev.Accepted(NOW, 1, OfferKind.PAUSE),
    "rejected": ev.Rejected(NOW, 1, OfferKind.DRAW),
    "time given": ev.TimeGiven(NOW, 1, Millis(15_000), LEFT),
    "paused": ev.Paused(NOW, LEFT),
    "resumed": ev.Resumed(NOW, 0, LEFT),
    "resumed by itself": ev.Resumed(NOW),
    "said": ev.Said(NOW, ANN, "hello"),
    "said among watchers": ev.Said(NOW, ANN, "hello", ev.ChatAudience.WATCHERS),
    "forgiven": ev.OutageCredited(NOW, Instant(NOW - 5000), Instant(NOW + 2000), LEFT),
    "finished": ev.Finished(NOW, Termination.LINE, (0,), ((Point(0), Point(1), Point(2)),), LEFT),
    "finished, drawn": ev.Finished(NOW, Termination.NO_MOVES),
    "finished without a first move": ev.Finished(NOW, Termination.ABORTED, remaining=LEFT, no_show=(1,)),
    "rated": ev.RatingsChanged(
        NOW, (RatingChange(0, 1500, 1662, provisional=True), RatingChange(1, 1500, 1492))
    ),
    "readied": ev.Readied(NOW, 1),
    "taken back": ev.TakenBack(NOW, 1, 3, LEFT),
    "vacation started": ev.VacationStarted(NOW, 1, Instant(NOW + 604_800_000), LEFT),
    "vacation ended": ev.VacationEnded(NOW, 1, LEFT),
    "conditions set": ev.ConditionsSet(NOW, ANN.id, ((Point(181), Point(200)),)),
    "gone": ev.Gone(NOW, 0, Instant(NOW + 60_000)),
    "returned": ev.Returned(NOW, 0),
    "muted": ev.Muted(NOW, BOT.id),
    "unmuted": ev.Unmuted(NOW, BOT.id),
    "kicked": ev.Kicked(NOW, BOT.id),
    "banned": ev.Banned(NOW, BOT.id),
    "unbanned": ev.Unbanned(NOW, BOT.id),
    "watch policy changed": ev.WatchPolicyChanged(NOW, WatchPolicy.INVITED),
    "continued": ev.Continued(NOW, RoomId("Vd3xK9_s-w2a-2")),
    "created with options": ev.Created(
        NOW, ANN, RULESETS["pente"], BLITZ, options=WISHES, continues=ROOM, number=2
    ),
    "created for named players": ev.Created(
        NOW,
        ANN,
        RULESETS["pente"],
        Unlimited(),
        options=Options(bots=BotPolicy.ANYBODY, named_only=True, hints=True),
        idle=Millis(1_209_600_000),
    ),
    "created with a delay for viewers": ev.Created(
        NOW, ANN, RULESETS["pente"], BLITZ, options=Options(viewer_delay=ViewerDelay(seconds=30))
    ),
    "variation added": ev.VariationAdded(NOW, ANN, 14, (Point(180), Point(181))),
    "comment added": ev.CommentAdded(NOW, ANN, 14, "Why not here?"),
    "points marked": ev.PointsMarked(NOW, BOT, 14, (Point(180),)),
    "annotation removed": ev.AnnotationRemoved(NOW, ANN, 57),
    "created from a position": ev.Created(
        NOW,
        ANN,
        RULESETS["pente"],
        Unlimited(),
        setup=Setup(((Point(180), Point(200)), (Point(0),)), (0, 2), colour=1),
        keeps_seats=True,
        needs_first_moves=False,
    ),
    "created with a handicap": ev.Created(
        NOW,
        ANN,
        Ruleset(goals=(10, 6)),
        Odds((Millis(300_000), Millis(120_000)), (Millis(3000), Millis(0))),
    ),
    "closed": ev.Closed(NOW, ev.Closing.EXPIRED),
    "hidden": ev.Hidden(NOW),
}

COMMANDS: Final = with_made_up(_COMMANDS, cmd.PlayerCommand)
EVENTS: Final = with_made_up(_EVENTS, ev.Event)
