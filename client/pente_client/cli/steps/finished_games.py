"""The finished games of a server: listed, shown, and exported to files."""

import argparse
import json
import re
import sys
import time
from collections.abc import AsyncIterator, Sequence

from pente_client.addresses.typed_server import looks_like_server
from pente_client.cli.steps.connect import with_client
from pente_client.cli.steps.recorded_game import fail_on_record
from pente_client.cli.steps.shown_review import known_review, show_review
from pente_client.connection import Client
from pente_client.drawing.diagram import diagram_of, diagram_text
from pente_client.files.conversion_progress import ConversionProgress
from pente_client.files.record_files import RecordFormat, UnusableRecord, format_of, open_output
from pente_client.files.stdout import say
from pente_client.options.charset_options import charset_of
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.positions import InvalidFilter, position_of
from pente_client.options.values import read_room_id
from pente_client.stream.jsonl.fields import game_fields
from pente_client.words.lists.game_list import game_lines
from pente_client.words.lists.local_time import local_moment
from pente_client.words.lists.record import record_heading
from pente_core.clock.instant import Instant
from pente_core.drawing import NoSuchTurn
from pente_core.identity import RoomId
from pente_core.notation import format_position
from pente_core.records import DayTime, Record, Unplayable, replay_record
from pente_core.records.model.calendar_day import instant_of, parse_day, parse_day_time
from pente_core.records.model.review_notes import with_review
from pente_core.rules.game import format_turn
from pente_core.value import replace
from pente_protocol.choices.game_result import GameResult
from pente_protocol.codec import event_to_wire
from pente_protocol.logs.game_records import record_in
from pente_protocol.logs.json_lines import EventLog, format_log
from pente_protocol.messages.archive import GameFilter
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean


def run_action(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    try:
        match args.action:
            case "show":
                return with_client(args, lambda client: _show(args, client))
            case "export":
                _sort_words(args)
                which, form = filter_of(args), format_of(args.output, args.to, "--to")
                return with_client(args, lambda client: _export(args, client, which, form))
            case _:
                which = filter_of(args)
                return with_client(args, lambda client: _list(args, client, which))
    except InvalidFilter as bad:
        return fail(args, bad, ExitStatus.USAGE)
    except UnusableRecord as problem:
        return fail_on_record(args, problem)


def _sort_words(args: argparse.Namespace) -> None:
    """Tell the server among the words from the game, and name the file of one game after it.

    Raises InvalidFilter.
    """
    words = [word for word in (args.first, args.second) if word is not None]
    servers = [word for word in words if looks_like_server(word)]
    games = [word for word in words if word not in servers]
    if len(servers) > 1 or len(games) > 1:
        raise InvalidFilter(tell("steps.name-one-server-and-one"))
    if not games and args.output is None:
        raise InvalidFilter(tell("steps.name-a-file-as-in"))
    args.url = servers[0] if servers else args.url
    try:
        args.id = read_room_id(games[0]) if games else None
    except argparse.ArgumentTypeError as bad:
        raise InvalidFilter(str(bad)) from None
    if args.id and any((args.player, args.ruleset, args.since, args.until, args.result, args.position)):
        raise InvalidFilter(tell("steps.is-one-game-leave-out", id=args.id))
    if args.output is None:
        args.output = f"{args.id}.{args.to or 'sgf'}"


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
        say(tell("steps.for-more-games-add-from", cursor=cursor))
    elif not count:
        say(tell("steps.no-games-found"))
    return 0


async def _show(args: argparse.Namespace, client: Client) -> int:
    async for log in client.archive.logs([args.id]):
        if args.json:
            for event in log.events:
                say(json.dumps(event_to_wire(event)))
            status = ExitStatus.SUCCESS
        else:
            status = _show_text(args, log)
        return await show_review(args, client, log) if args.review and not status else status
    raise AssertionError


def _show_text(args: argparse.Namespace, log: EventLog) -> ExitStatus:
    charset = charset_of(args)
    try:
        record = record_in(log)
        picture = diagram_of(record, args.at)
    except (Unplayable, NoSuchTurn, ValueError) as problem:
        return fail(args, f"game {args.id}: {problem}")
    heading = record_heading(record, charset.stone, zone="UTC")
    for line in (*heading, *_moves(record), diagram_text(picture, charset)):
        say(line)
    return ExitStatus.SUCCESS


def _moves(record: Record) -> list[str]:
    """The turns, ten a line, with the number of the first."""
    turns = [format_turn(turn, record.ruleset.size) for turn in record.turns]
    return [f"{start + 1:>4}. {' '.join(turns[start : start + 10])}" for start in range(0, len(turns), 10)]


async def _export(args: argparse.Namespace, client: Client, which: GameFilter, form: RecordFormat) -> int:
    progress, done, status = ConversionProgress(sys.stderr, time.monotonic), 0, ExitStatus.SUCCESS
    with open_output(args.output) as out:
        async for ids in _exported(args, client, which):
            async for log in client.archive.logs(ids):
                try:
                    text = await _text(log, form, client.public_url or args.url, client)
                except (Unplayable, ValueError) as problem:
                    progress.clear()
                    status = fail(args, tell("steps.game-is-skipped", room=log.room, problem=problem))
                    continue
                out.write(form.between * (done > 0) + text)
                done += 1
                progress.show(done)
    progress.clear()
    if args.output != "-":
        print(f"Exported {done} game{'' if done == 1 else 's'} to {args.output}.", file=sys.stderr)
    return status


async def _exported(
    args: argparse.Namespace, client: Client, which: GameFilter
) -> AsyncIterator[Sequence[RoomId]]:
    """The games to export, page by page."""
    if args.id:
        yield [args.id]
        return
    async for page, _ in client.archive.games(which):
        yield [game.id for game in page]


async def _text(log: EventLog, form: RecordFormat, url: str, client: Client) -> str:
    """The text of a game, in a record with its review. Raises Unplayable, or ValueError for a log without a
    game.
    """
    if form.name == "jsonl":
        return format_log(log)
    record = record_in(log)
    review = await known_review(client, RoomId(log.room or ""), replay_record(record))
    return form.write(_with_tags(with_review(record, review) if review else record, log.room, url))


def _with_tags(record: Record, room: RoomId | None, url: str) -> Record:
    return replace(record, tags=(("Site", url), ("Room", room or "?")))


def filter_of(args: argparse.Namespace) -> GameFilter:
    """The filter that the options describe. Raises InvalidFilter."""
    position = None if args.position is None else position_of(args.position.split(), args.ruleset)
    return GameFilter(
        player=args.player,
        ruleset="" if args.ruleset is None else args.ruleset.spec,
        since=None if args.since is None else _moment(args.since),
        until=None if args.until is None else _moment(args.until, whole_day=1),
        result=None if args.result is None else GameResult(args.result),
        position="" if position is None else format_position(position),
    )


def _moment(text: str, whole_day: int = 0) -> Instant:
    """A day, or a time on a day, local but for a time that ends with Z; ``whole_day``: days added to one
    without a time.

    Raises InvalidFilter.
    """
    typed = text.strip().upper()
    day, _, time = re.sub("[T ]", " ", typed.removesuffix("Z")).partition(" ")
    try:
        if not time:
            return local_moment(parse_day(day), DayTime(0, 0), days_later=whole_day)
        return (instant_of if typed.endswith("Z") else local_moment)(parse_day(day), parse_day_time(time))
    except ValueError:
        raise InvalidFilter(tell("steps.is-not-a-day-write", text=repr(clean(text, 40)))) from None
