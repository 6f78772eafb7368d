"""`pente admin identity`: by which id clients recognise a server, and other keys than it had."""

import argparse

from pente_server.access.server_key import KeyFile
from pente_server.admin.importer import is_served
from pente_server.admin.opened_store import AdminError, opened_store
from pente_server.store.redis.store import RedisStore
from pente_server.store.server_identity import ServerIdentity, new_server_identity


async def run(args: argparse.Namespace) -> int:
    """Show or replace the identity; the exit status."""
    async with opened_store(args, may_be_running=True) as store:
        if args.distrust and args.change != "rotate":
            raise AdminError("--distrust is for: pente admin identity rotate")
        if args.change is None:
            print((await store.server_identity.load()).server_id)
            return 0
        file = None if args.server_key is None else KeyFile(args.server_key)
        if args.change == "rotate":
            known = await _known(store, file)
            identity = known.distrusted() if args.distrust else known.rotated(await store.inventory.now())
        elif await is_served(store):
            raise AdminError("a server is running on that store; stop it before it gets a new identity")
        else:
            identity = new_server_identity()
        if file is None:
            await store.server_identity.put(identity)
        else:
            await file.put(store.server_identity, identity)
        print(identity.server_id)
    return 0


async def _known(store: RedisStore, file: KeyFile | None) -> ServerIdentity:
    """The identity with its key. Raises AdminError, UnusableFile and StoreUnavailable."""
    known = await store.server_identity.load()
    if file is None and not known.key:
        raise AdminError("the server's key is in a file; name that with --server-key FILE")
    if file is not None and known.key:
        raise AdminError(
            "the server's key is in the store; leave out --server-key, or start the server with it first"
        )
    return known if file is None else await file.load(store.server_identity)
