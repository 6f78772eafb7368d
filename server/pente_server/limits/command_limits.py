"""What a server asks of commands beyond the rules of rooms: a row for each class of them."""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, Final, NamedTuple, get_args

from pente_core.clock.instant import Instant
from pente_core.room import OfferKind, WatchPolicy
from pente_core.room import commands as cmd
from pente_server.limits.limits import LIMITS


class Check(Enum):
    """What is looked at before a room decides on a command, which has to wait for the store then."""

    REPLY = auto()
    """Nothing but the reply: a host without a seat may see the room later, and it must not tell how late."""
    WRITER = auto()
    """Whether its player still has the account, and may watch the room."""
    SEAT = auto()
    """Whether its player may have a seat, with these players."""
    REMATCH = auto()
    """Whether there may be another game of the same players: it is a new room, with seats for all."""


class CommandRate(NamedTuple):
    """How fast a player may send commands; others of the same limit count as well."""

    limit: str
    """The field of `Allowance`."""
    doing: str
    """What a player does who sends too many, in the sentence that says so."""


class LogBound(NamedTuple):
    """The log that is too long for a command. One without goes on always, as the game must.

    What one player could do alone, again and again, leaves room for chat and moderation.
    """

    remedy: str
    """What a player can do instead."""
    logs: float = 1
    """The length, in units of `ROOM_EVENTS`."""
    only: Callable[[Any, Instant], bool] = lambda _command, _now: True
    """Which commands of the class it is for."""


class CommandLimits(NamedTuple):
    """The limits of a class of commands."""

    check: Check | None = None
    """What is checked before; None: nothing, so that it is handed to the keeper at once."""
    rate: CommandRate | None = None
    bound: LogBound | None = None
    free_if_listening: bool = True
    """Whether it is no question of a connection that listens to the room, as that is loaded."""
    free_if_expected: bool = True
    """Whether it is no question of a player with a seat or an invitation there."""
    only: Callable[[Any], bool] | None = None
    """Which commands of the class have limits, if not all; the others have those of moves."""


_OF_MOVES: Final = CommandLimits()
_TO_CHAT: Final = LogBound("Open another room to chat.")
_MODERATION: Final = CommandLimits(Check.REPLY, bound=_TO_CHAT)
_CHAT: Final = CommandLimits(Check.WRITER, CommandRate("chat", "write messages"), _TO_CHAT)
_NOTES: Final = CommandLimits(
    Check.WRITER,
    CommandRate("annotations", "change your notes"),
    LogBound("Write a comment instead.", 0.5),
)
_REMATCH: Final = CommandLimits(
    Check.REMATCH,  # in the store, before the room can refuse it
    free_if_listening=False,
    free_if_expected=False,
    only=lambda command: command.kind is OfferKind.REMATCH,
)


def for_all_commands(
    rows: Mapping[type[cmd.Command], CommandLimits],
) -> Mapping[type[cmd.Command], CommandLimits]:
    """The rows, of which each command needs one, with rates that exist. Raises TypeError."""
    if missing := [command.__name__ for command in get_args(cmd.Command) if command not in rows]:
        raise TypeError(f"{', '.join(missing)} must have a row of limits")
    if unknown := {row.rate.limit for row in rows.values() if row.rate is not None} - LIMITS.keys():
        raise TypeError(f"{', '.join(unknown)} must be a limit")
    return rows


_PLAYING: Final = (cmd.Play, cmd.Choose, cmd.Resign, cmd.Abort, cmd.Claim)
_AGREEING: Final = (cmd.Decline, cmd.GiveTime, cmd.Resume)
_SEATED: Final = (cmd.Leave, cmd.Ready)
_KEEPING: Final = (cmd.Tick, cmd.CreditOutage, cmd.MarkAbsent, cmd.MarkPresent, cmd.Rate)
COMMAND_LIMITS: Final = for_all_commands(
    {
        **dict.fromkeys((*_PLAYING, *_AGREEING, *_SEATED, *_KEEPING), _OF_MOVES),
        **dict.fromkeys((cmd.Mute, cmd.Unmute, cmd.Kick, cmd.Ban, cmd.Unban), _MODERATION),
        cmd.Join: CommandLimits(
            Check.SEAT,  # in the store, before the room can refuse it
            bound=LogBound("Open another room to play."),  # so nobody can leave again and again either
            free_if_listening=False,
        ),
        cmd.Offer: _REMATCH,
        cmd.Accept: _REMATCH,
        cmd.SetConditions: CommandLimits(
            Check.REPLY,
            CommandRate("annotations", "change your plans"),
            LogBound("Make your moves without planning them.", 0.5, lambda command, _: command.lines != ()),
        ),
        cmd.Say: _CHAT,
        cmd.AddVariation: _NOTES,
        cmd.AddComment: _CHAT,
        cmd.MarkPoints: _NOTES,
        cmd.RemoveAnnotation: _NOTES._replace(bound=None),
        # A host may end watching at any time, but not open it again and again.
        cmd.SetWatchPolicy: CommandLimits(
            Check.REPLY, bound=_TO_CHAT._replace(only=lambda command, _: command.watch is WatchPolicy.ANYBODY)
        ),
        # More than others, as the opponent could fill the log with chat to have a flag fall.
        cmd.MarkVacation: CommandLimits(
            bound=_TO_CHAT._replace(logs=2, only=lambda command, now: command.until > now)
        ),
    }
)


def limits_of(command: cmd.Command) -> CommandLimits:
    """The limits of a command."""
    limits = COMMAND_LIMITS[type(command)]
    return limits if limits.only is None or limits.only(command) else _OF_MOVES
