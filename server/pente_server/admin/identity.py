"""`pente admin identity`: by which id clients recognise a server, and a new one for a copy of its data."""

import argparse
from typing import Final

from pente_server.admin.importer import is_served
from pente_server.admin.opened_store import AdminError, add_place, opened_store
from pente_server.store.server_identity import new_server_identity

DESCRIPTION: Final = """
Show the id by which clients recognise this server, or give it a new one. The id stays the same when the
server moves to another address, port or store, so players keep their names. Two servers must not share one:
after you copy a data directory to run a second server, give the copy an id of its own.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente admin identity`."""
    parser.description = DESCRIPTION
    parser.add_argument(
        "change",
        nargs="?",
        choices=["new"],
        help="draw a new id: players are asked to open accounts there as on any new server",
    )
    add_place(parser)


async def run(args: argparse.Namespace) -> int:
    """Show or replace the identity; the exit status."""
    async with opened_store(args, may_be_running=True) as store:
        if args.change is None:
            print((await store.server_identity.load()).server_id)
            return 0
        if await is_served(store):
            raise AdminError("a server is running on that store; stop it before it gets a new identity")
        identity = new_server_identity()
        await store.server_identity.put(identity)
        print(identity.server_id)
    return 0
