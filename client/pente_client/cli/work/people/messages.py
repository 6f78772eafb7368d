"""What `pente messages` does."""

import argparse
import json

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.stream.jsonl.fields import message_fields, player_fields
from pente_client.words.lists.who_is_here import message_lines
from pente_client.words.phrases import name_of
from pente_protocol.messages import MessagePolicy


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
