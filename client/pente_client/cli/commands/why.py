"""`pente why`: the times of a finished game, from its log."""

import argparse
import json
from typing import Final

from pente_client.files.stdout import say
from pente_client.options.connection_options import add_connection, add_url
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import add_json
from pente_client.options.values import read_room_id
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-why.description")
EXAMPLES: Final = tell("cli-why.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente why`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help=tell("cli-why.game"))
    add_url(parser)
    add_json(parser, tell("cli-why.write-one-json-object-for"))
    add_connection(parser, needs_account=False)


def run(args: argparse.Namespace) -> int:
    """Show the times; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client
    from pente_client.stream.jsonl.timekeeping_fields import timekeeping_fields
    from pente_client.words.lists.timekeeping import timekeeping_lines
    from pente_core.records import timekeeping_of
    from pente_core.room import events as ev

    try:
        args.game = read_room_id(args.game)
    except argparse.ArgumentTypeError as bad:
        return fail(args, bad, ExitStatus.USAGE)

    async def show(client: Client) -> int:
        async for log in client.archive.logs([args.game]):
            try:
                times = timekeeping_of(log.events)
            except ValueError as problem:
                return fail(args, f"game {args.game}: {problem}")
            created = log.events[0]
            assert isinstance(created, ev.Created)
            size = created.ruleset.size
            if args.json:
                say(json.dumps({"t": "why", "game": args.game, **timekeeping_fields(times, size)}))
            else:
                for line in timekeeping_lines(times, size):
                    say(line)
        return ExitStatus.SUCCESS

    return with_client(args, show)
