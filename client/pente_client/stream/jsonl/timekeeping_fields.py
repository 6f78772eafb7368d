"""What `pente why` does."""

import argparse
import json
from typing import Any

from pente_client.addresses.typed_server import looks_like_server
from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.values import read_room_id
from pente_client.stream.jsonl.fields import player_fields
from pente_client.words.lists.timekeeping import timekeeping_lines
from pente_core.clock.time_control import format_time_control
from pente_core.records import Timekeeping, timekeeping_of
from pente_core.records.timekeeping import FlagFall, TimedTurn, Uncharged
from pente_core.room import events as ev
from pente_core.rules.point import format_point
from pente_protocol.logs.json_lines import EventLog


def run(args: argparse.Namespace) -> int:
    """Show the times; the exit status."""
    if looks_like_server(args.game):  # in the order of earlier versions
        args.url, args.game = args.game, args.url
    try:
        args.game = read_room_id(args.game)
    except argparse.ArgumentTypeError as bad:
        return fail(args, bad, ExitStatus.USAGE)
    return with_client(args, lambda client: _show(args, client))


async def _show(args: argparse.Namespace, client: Client) -> int:
    async for log in client.archive.logs([args.game]):
        try:
            times = timekeeping_of(log.events)
        except ValueError as problem:
            return fail(args, f"game {args.game}: {problem}")
        if args.json:
            say(json.dumps(fields_of(args.game, times, _size(log))))
        else:
            for line in timekeeping_lines(times, _size(log)):
                say(line)
    return ExitStatus.SUCCESS


def _size(log: EventLog) -> int:
    created = log.events[0]
    assert isinstance(created, ev.Created)
    return created.ruleset.size


def fields_of(game: str, times: Timekeeping, size: int) -> dict[str, Any]:
    """The times as JSON: instants in ms since 1970, spans in ms."""
    return {
        "t": "why",
        "game": game,
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
