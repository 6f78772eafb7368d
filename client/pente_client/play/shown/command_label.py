"""The names of commands that are on their way to the server."""

from pente_core.room import commands as cmd
from pente_core.rules.point import format_point
from pente_core.value import tag_of


def command_label(command: cmd.PlayerCommand, size: int) -> str:
    """The name of a command that is on its way."""
    match command:
        case cmd.Play(point):
            return format_point(point, size)
        case cmd.Choose(choice):
            return choice.value
        case cmd.Say():
            return "your message"
        case cmd.GiveTime():
            return "more time"
        case cmd.Offer(kind):
            return kind.value
        case cmd.Accept() | cmd.Decline():
            return "your answer"
        case cmd.SetConditions():
            return "your conditional moves"
        case cmd.SetWatchPolicy():
            return "who may watch"
        case cmd.AddVariation(_, points):
            return " ".join(format_point(point, size) for point in points)
        case cmd.AddComment():
            return "your comment"
        case cmd.MarkPoints():
            return "your marks"
        case cmd.RemoveAnnotation():
            return "the removal"
        case _:
            return tag_of(type(command))
