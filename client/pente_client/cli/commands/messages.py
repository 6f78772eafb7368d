"""`pente messages`: messages between players."""

import argparse
import json
from typing import Final

from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import add_json
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-messages.description")
EXAMPLES: Final = tell("cli-messages.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente messages`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("action", nargs="?", choices=["send", "from"], help=tell("cli-messages.action"))
    parser.add_argument("words", nargs="*", metavar="WORD", help=tell("cli-messages.words"))
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
        print(sent_json if args.json else tell("cli-messages.sent-to", name_of=name_of(sent.to)))
        return 0

    async def choose(client: Client) -> int:
        await client.take_messages_from(MessagePolicy(args.words[0]))
        if not args.json:
            print(tell("cli-messages.you-take-messages-from", words=args.words[0]))
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
        return fail(args, tell("cli-messages.give-a-name-and-a"), ExitStatus.USAGE)
    if args.action == "from" and args.words not in ([each.value] for each in MessagePolicy):
        return fail(args, tell("cli-messages.type-pente-messages-from-everybody"), ExitStatus.USAGE)
    return with_client(args, {"send": send, "from": choose}.get(args.action, show))
