"""`pente games`: find, show and export the finished games of a server."""

import argparse
import json
import sys
import time
from dataclasses import replace
from typing import Final

from pente_client.cli.commands.convert import ConversionProgress
from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.drawing.diagram import NoSuchTurn, diagram_of, diagram_text
from pente_client.files.record_files import (
    HELP,
    RecordFormat,
    UnusableRecord,
    add_format,
    fail,
    format_of,
    open_output,
    say,
)
from pente_client.options.game_filters import InvalidFilter, add_filters, filter_asked_for
from pente_client.options.record_options import add_charset, charset_asked_for, whole_number
from pente_client.options.shared_options import add_connection, default_url, room_id
from pente_client.words.game_list import game_fields, game_lines
from pente_client.words.record import record_heading
from pente_core.records import Record, Unplayable
from pente_core.rules.game import format_turn
from pente_protocol.codec import event_to_wire
from pente_protocol.logs.game_records import record_in
from pente_protocol.logs.json_lines import EventLog, format_log
from pente_protocol.messages import GameFilter, RoomId

DESCRIPTION: Final = """
The finished games of a server: list them, show one, or write them to a file. Private games are found by those
who played them. Games in which only bots played are not kept, unless the host wants it.
"""
EXAMPLES: Final = """
examples:
  pente games                                     the last ones, at a server on this machine
  pente games wss://pente.example.org --player ann --result won
  pente games --position 'K10 L11 N13' --ruleset pente
  pente games show ID --at 12
  pente games export --player ann -o ann.pgn      also .sgf, and .jsonl with every event
  pente explore K10                               what was played then, with what result

exit status: 0 done, 1 when a game can't be shown or written, 2 for a wrong command line, 3 when the server
can't be reached, 4 when it refuses, 130 after Ctrl-C.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente games`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_list(
        actions.add_parser("list", help="list games, the newest first (what happens without an action)")
    )
    _add_show(actions.add_parser("show", help="show one game"))
    _add_export(actions.add_parser("export", help="write games to a file", epilog=HELP))


def _add_list(parser: argparse.ArgumentParser) -> None:
    _add_server(parser)
    add_filters(parser)
    parser.add_argument(
        "--count", metavar="N", type=whole_number(1), default=20, help="how many at most (%(default)s)"
    )
    parser.add_argument(
        "--from", dest="cursor", metavar="CURSOR", default="", help="go on where a list ended"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", type=room_id, help="the game, as it is listed")
    _add_server(parser)
    parser.add_argument("--at", metavar="PLY", type=whole_number(0), help="after so many stones (in the end)")
    add_charset(parser)
    parser.add_argument("--json", action="store_true", help="every event as one JSON object a line")


def _add_export(parser: argparse.ArgumentParser) -> None:
    _add_server(parser)
    add_filters(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="the file to write; - for stdout"
    )
    add_format(parser, "--to", "FILE")
    parser.add_argument(
        "--json", action="store_const", dest="to", const="jsonl", help="the same as --to jsonl"
    )
    parser.set_defaults(json=False)


def _add_server(parser: argparse.ArgumentParser) -> None:
    url = default_url()
    parser.add_argument("url", nargs="?", metavar="URL", default=url, help="the server (%(default)s)")
    add_connection(parser)


def run(args: argparse.Namespace) -> int:
    """Do what is asked; the exit status."""
    try:
        match args.action:
            case "show":
                return with_client(args, lambda client: _show(args, client))
            case "export":
                which, form = filter_asked_for(args), format_of(args.output, args.to, "--to")
                return with_client(args, lambda client: _export(args, client, which, form))
            case _:
                which = filter_asked_for(args)
                return with_client(args, lambda client: _list(args, client, which))
    except InvalidFilter as bad:
        fail(args, bad)
        return 2
    except UnusableRecord as problem:
        return fail(args, problem)


async def _list(args: argparse.Namespace, client: Client, which: GameFilter) -> int:
    cursor = args.cursor
    count = 0
    async for page, cursor in client.archive.games(which, args.cursor, args.count):  # noqa: B007 -- the last
        count += len(page)
        for line in (json.dumps(game_fields(game)) for game in page) if args.json else game_lines(page):
            say(line)
    if args.json:
        say(json.dumps({"t": "more", "cursor": cursor} if cursor else {"t": "end"}))
    elif cursor:
        say(f"more with --from {cursor}")
    elif not count:
        say("no such game")
    return 0


async def _show(args: argparse.Namespace, client: Client) -> int:
    async for log in client.archive.logs([args.id]):
        if args.json:
            for event in log.events:
                say(json.dumps(event_to_wire(event)))
            return 0
        return _show_text(args, log)
    raise AssertionError


def _show_text(args: argparse.Namespace, log: EventLog) -> int:
    charset = charset_asked_for(args)
    try:
        record = record_in(log)
        picture = diagram_of(record, args.at)
    except (Unplayable, NoSuchTurn, ValueError) as problem:
        return fail(args, f"game {args.id}: {problem}")
    for line in (*record_heading(record, charset), *_moves(record), diagram_text(picture, charset)):
        say(line)
    return 0


def _moves(record: Record) -> list[str]:
    """The turns, ten a line, with the number of the first."""
    turns = [format_turn(turn, record.ruleset.size) for turn in record.turns]
    return [f"{start + 1:>4}. {' '.join(turns[start : start + 10])}" for start in range(0, len(turns), 10)]


async def _export(args: argparse.Namespace, client: Client, which: GameFilter, form: RecordFormat) -> int:
    progress, done, status = ConversionProgress(sys.stderr, time.monotonic), 0, 0
    with open_output(args.output) as out:
        async for page, _ in client.archive.games(which):
            async for log in client.archive.logs([game.id for game in page]):
                try:
                    text = _text(log, form, args.url)
                except (Unplayable, ValueError) as problem:
                    progress.clear()
                    status = fail(args, f"game {log.room} is left out: {problem}")
                    continue
                out.write(form.between * (done > 0) + text)
                done += 1
                progress.show(done)
    progress.clear()
    if args.output != "-":
        print(f"{done} game{'' if done == 1 else 's'} written to {args.output}", file=sys.stderr)
    return status


def _text(log: EventLog, form: RecordFormat, url: str) -> str:
    """A game as it is written. Raises Unplayable, or ValueError for a log of no game."""
    if form.name == "jsonl":
        return format_log(log)
    return form.write(_with_tags(record_in(log), log.room, url))


def _with_tags(record: Record, room: RoomId | None, url: str) -> Record:
    return replace(record, tags=(("Site", url), ("Room", room or "?")))
