"""`pente messages`: messages between players."""

import argparse
import json
from typing import Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.options.connection_options import add_connection, default_url
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import add_json
from pente_client.stream.jsonl.fields import message_fields, player_fields
from pente_client.words.lists.who_is_here import message_lines
from pente_client.words.phrases import name_of
from pente_protocol.messages import MessagePolicy

DESCRIPTION: Final = """
Show the messages to you at a server: the latest 20 of the last 30 days. Or write to a player, who may be
away; or choose whether all players with a name of their own may write to you, or only your friends.
"""
EXAMPLES: Final = """
examples:
  pente messages
  pente messages send anna Shall we play tonight?
  pente messages from friends          only friends may write to you; from everybody undoes it
  pente messages --json                one JSON object per message

environment: PENTE_URL and PENTE_NAME are the defaults for --url and --name, PENTE_STATE is the directory of
your names and secrets.
exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente messages`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("action", nargs="?", choices=["send", "from"], help="write, or choose who may write")
    parser.add_argument("words", nargs="*", metavar="WORD", help="NAME TEXT; or everybody or friends")
    url = default_url()
    parser.add_argument("--url", default=url, help=f"the server (default: {url})")
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show or send messages; the exit status."""
    if args.action == "send" and len(args.words) < 2:
        return fail(args, "Give a name and a text: pente messages send NAME TEXT", ExitStatus.USAGE)
    if args.action == "from" and args.words not in ([each.value] for each in MessagePolicy):
        return fail(args, "Type pente messages from everybody, or from friends", ExitStatus.USAGE)

    async def work(client: Client) -> int:
        match args.action:
            case "send":
                await _send(client, args.words[0], " ".join(args.words[1:]), as_json=args.json)
            case "from":
                await client.take_messages_from(MessagePolicy(args.words[0]))
                if not args.json:
                    print(f"You take messages from {args.words[0]}.")
            case _:
                await _show(client, as_json=args.json)
        return 0

    return with_client(args, work)


async def _send(client: Client, name: str, text: str, *, as_json: bool) -> None:
    sent = await client.write(name, text)
    if as_json:
        print(json.dumps({"t": "sent", "to": player_fields(sent.to)}))
    else:
        print(f"Sent to {name_of(sent.to)}.")


async def _show(client: Client, *, as_json: bool) -> None:
    """Print the messages, which are read then."""
    found = await client.messages()
    if as_json:
        for message in found.messages:
            print(json.dumps({"t": "message", **message_fields(message), "new": message.at > found.read}))
    else:
        print("\n".join(message_lines(found.messages)))
    if found.messages:
        await client.read_messages(found.messages[-1].at)
