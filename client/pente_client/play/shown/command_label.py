"""The names of commands that are on their way to the server."""

from pente_core.room import commands as cmd
from pente_core.rules.point import format_point
from pente_core.value import tag_of
from pente_protocol.sentences import tell


def command_label(command: cmd.PlayerCommand, size: int) -> str:
    """The name of a command that is on its way."""
    match command:
        case cmd.Play(point):
            return format_point(point, size)
        case cmd.AddVariation(_, points):
            return " ".join(format_point(point, size) for point in points)
        case cmd.Choose(choice):
            return tell(f"room.choice-{choice}")
        case cmd.Offer(kind):
            return tell(f"offer.name-{kind}")
        case _:
            return tell(f"sent.{tag_of(type(command))}")
