"""`pente admin identity`: by which id clients recognise a server, and other keys than it had."""

import argparse

from pente_server.admin.importer import is_served
from pente_server.admin.opened_store import AdminError, opened_store
from pente_server.store.server_identity import new_server_identity


async def run(args: argparse.Namespace) -> int:
    """Show or replace the identity; the exit status."""
    async with opened_store(args, may_be_running=True) as store:
        if args.distrust and args.change != "rotate":
            raise AdminError("--distrust is for: pente admin identity rotate")
        if args.change is None:
            print((await store.server_identity.load()).server_id)
            return 0
        if args.change == "rotate":
            known = await store.server_identity.load()
            now = await store.inventory.now()
            identity = known.distrusted() if args.distrust else known.rotated(now)
            await store.server_identity.put(identity)
            print(identity.server_id)
            return 0
        if await is_served(store):
            raise AdminError("a server is running on that store; stop it before it gets a new identity")
        identity = new_server_identity()
        await store.server_identity.put(identity)
        print(identity.server_id)
    return 0
