"""`pente messages`: messages between players."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import add_json

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

environment: PENTE_URL and PENTE_NAME are the defaults for --server and --name, PENTE_STATE is the directory
of your names and secrets.
exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente messages`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("action", nargs="?", choices=["send", "from"], help="write, or choose who may write")
    parser.add_argument("words", nargs="*", metavar="WORD", help="NAME TEXT; or everybody or friends")
    add_server(parser)
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show or send messages; the exit status."""
    from pente_client.cli.steps.connect import with_client
    from pente_client.connection import Client
    from pente_client.stream.jsonl.fields import message_fields, player_fields
    from pente_client.words.lists.who_is_here import message_lines
    from pente_client.words.phrases import name_of
    from pente_protocol.choices.message_policy import MessagePolicy

    async def send(client: Client) -> int:
        sent = await client.write(args.words[0], " ".join(args.words[1:]))
        sent_json = json.dumps({"t": "sent", "to": player_fields(sent.to)})
        print(sent_json if args.json else f"Sent to {name_of(sent.to)}.")
        return 0

    async def choose(client: Client) -> int:
        await client.take_messages_from(MessagePolicy(args.words[0]))
        if not args.json:
            print(f"You take messages from {args.words[0]}.")
        return 0

    async def show(client: Client) -> int:
        """Print the messages, which are read then."""
        found = await client.messages()
        for each in found.messages if args.json else ():
            print(json.dumps({"t": "message", **message_fields(each), "new": each.at > found.read}))
        if not args.json:
            print("\n".join(message_lines(found.messages)))
        if found.messages:
            await client.read_messages(found.messages[-1].at)
        return 0

    if args.action == "send" and len(args.words) < 2:
        return fail(args, "Give a name and a text: pente messages send NAME TEXT", ExitStatus.USAGE)
    if args.action == "from" and args.words not in ([each.value] for each in MessagePolicy):
        return fail(args, "Type pente messages from everybody, or from friends", ExitStatus.USAGE)
    return with_client(args, {"send": send, "from": choose}.get(args.action, show))
