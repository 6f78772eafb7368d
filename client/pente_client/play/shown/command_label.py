"""The names of commands that are on their way to the server."""

from pente_core.room import (
    Accept,
    AddComment,
    AddVariation,
    Choose,
    Decline,
    GiveTime,
    MarkPoints,
    Offer,
    Play,
    PlayerCommand,
    RemoveAnnotation,
    Say,
    SetConditions,
    SetWatchPolicy,
)
from pente_core.rules.point import format_point
from pente_core.value import tag_of


def command_label(command: PlayerCommand, size: int) -> str:
    """The name of a command that is on its way."""
    match command:
        case Play(point):
            return format_point(point, size)
        case Choose(choice):
            return choice.value
        case Say():
            return "your message"
        case GiveTime():
            return "more time"
        case Offer(kind):
            return kind.value
        case Accept() | Decline():
            return "your answer"
        case SetConditions():
            return "your conditional moves"
        case SetWatchPolicy():
            return "who may watch"
        case AddVariation(_, points):
            return " ".join(format_point(point, size) for point in points)
        case AddComment():
            return "your comment"
        case MarkPoints():
            return "your marks"
        case RemoveAnnotation():
            return "the removal"
        case _:
            return tag_of(type(command))
