"""Conditional moves in words, as their owner reads them."""

from collections.abc import Iterator, Sequence

from pente_client.words.phrases import points_text
from pente_core.identity import PlayerId
from pente_core.room import PlannedLine, Room, allows_conditions, lines_of
from pente_core.room import events as ev
from pente_protocol.sentences import tell


def planned_lines(room: Room, me: PlayerId | None) -> Iterator[str]:
    """What a player has planned in a room, a sentence for each line."""
    lines = () if me is None else lines_of(room.conditions, me)
    for line in lines:
        yield tell("conditions.line", line=line_text(line, room))
    if not lines:
        how = f" {tell('conditions.how')}" if allows_conditions(room) else ""
        yield f"{tell('conditions.none')}{how}"


def conditions_text(event: ev.ConditionsSet, room: Room) -> str:
    """What was planned, as told to its owner; nobody else gets the event."""
    if not event.lines:
        return tell("conditions.withdrawn")
    return tell("conditions.planned", lines=lines_text(event.lines, room))


def lines_text(lines: Sequence[PlannedLine], room: Room) -> str:
    return ", ".join(line_text(line, room) for line in lines)


def line_text(line: PlannedLine, room: Room) -> str:
    """The points of a line in the order of play: ``L11 M12``."""
    size = room.created.ruleset.size
    return " ".join(points_text([point], size) for point in line)


def end_of_plan_text(event: ev.Event, before: Room, after: Room, me: PlayerId | None) -> str | None:
    """A sentence for the owner when a turn has ended all that was planned; None when it has not.

    None also for the last of the player's answers: what was planned has been played.
    """
    lines = () if me is None else lines_of(before.conditions, me)
    if me is None or not lines or isinstance(event, ev.ConditionsSet) or lines_of(after.conditions, me):
        return None
    if isinstance(event, ev.Moved) and event.point in {line[0] for line in lines}:
        return None
    return tell("conditions.ended")
