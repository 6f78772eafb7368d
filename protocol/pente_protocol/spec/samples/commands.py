"""A sample of every command of a player."""

from typing import Final

from pente_core.room import (
    Abort,
    Accept,
    AddComment,
    AddVariation,
    Ban,
    ChatAudience,
    Choose,
    Claim,
    ClaimKind,
    Decline,
    GiveTime,
    Join,
    Kick,
    Leave,
    MarkPoints,
    Mute,
    Offer,
    OfferKind,
    Play,
    PlayerCommand,
    Ready,
    RemoveAnnotation,
    Resign,
    Resume,
    Say,
    SetConditions,
    SetWatchPolicy,
    Unban,
    Unmute,
    WatchPolicy,
)
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_protocol.spec.samples.values import BOT

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
    "add a variation": AddVariation(14, (Point(180), Point(181))),
    "add a comment": AddComment(14, "Why not here?"),
    "mark points": MarkPoints(14, (Point(180),)),
    "remove an annotation": RemoveAnnotation(57),
    "set conditional moves": SetConditions(
        ((Point(181), Point(200)), (Point(182), Point(202), Point(1), Point(2)))
    ),
    "withdraw conditional moves": SetConditions(),
    "set the watch policy": SetWatchPolicy(WatchPolicy.INVITED),
}
