"""How the time of a game was counted, as JSON: instants in ms since 1970, spans in ms."""

from typing import Any

from pente_client.stream.jsonl.fields import player_fields
from pente_core.clock.time_control import format_time_control
from pente_core.records import Timekeeping
from pente_core.records.timekeeping import FlagFall, TimedTurn, Uncharged
from pente_core.room import events as ev
from pente_core.rules.point import format_point


def timekeeping_fields(times: Timekeeping, size: int) -> dict[str, Any]:
    """The times of a finished game on a board of this size."""
    return {
        "time": format_time_control(times.control),
        "players": [player_fields(player) for player in times.players],
        "begun": times.begun,
        "ended": times.ended,
        "termination": None if times.outcome is None else times.outcome.termination.value,
        "turns": [_turn(turn, size) for turn in times.turns],
        "outages": [{"start": each.start, "end": each.end} for each in times.outages],
        "absences": [
            {"player": player_fields(each.player), "start": each.start, "end": each.end}
            for each in times.absences
        ],
        "flags": [_flag(flag) for flag in times.flags],
    }


def _turn(turn: TimedTurn, size: int) -> dict[str, Any]:
    event = turn.event
    shown = format_point(event.point, size) if isinstance(event, ev.Moved) else event.choice.value
    return {
        "number": turn.number,
        "seat": turn.seat,
        "turn": shown,
        "begun": turn.begun,
        "received": turn.received,
        "uncharged_ms": _uncharged(turn.uncharged),
        "clock_ms": turn.remaining,
    }


def _uncharged(uncharged: Uncharged) -> dict[str, int]:
    return {
        "lag": uncharged.lag,
        "outage": uncharged.outage,
        "pause": uncharged.pause,
        "wait": uncharged.wait,
        "given": uncharged.given,
    }


def _flag(flag: FlagFall) -> dict[str, Any]:
    return {
        "player": player_fields(flag.player),
        "begun": flag.begun,
        "had_ms": flag.had,
        "uncharged_ms": _uncharged(flag.uncharged),
        "fell": flag.fell,
        "noticed": flag.noticed,
        "absent_since": flag.absent_since,
    }
