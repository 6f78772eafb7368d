"""Into how many partitions a store is divided: that is written into it when it is made."""

from typing import Final

from pente_server.store.errors import DamagedKey, StoreUnavailable
from pente_server.store.problem_code import ProblemCode
from pente_server.store.redis.export_scan import Inventory
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer

USUAL: Final = 64
"""The number of a new store whose host asks for no other. ``server/README.md`` has the reasons."""
MOST: Final = 1024
"""More than a cluster can use, while each sweep costs ten times as much as with the usual number."""
_UNKNOWN: Final = (
    f"it has data, but no number of partitions in {keys.PARTITIONS}, so no release of pente has made it,"
    " or it is damaged; use an empty database, or restore a backup"
)


async def divide(server: RedisServer, inventory: Inventory, *, makes: bool = True) -> None:
    """Take the number of partitions from the store.

    ``makes``: an empty one gets the number that the server has; else it is left as it is.
    Raises StoreUnavailable for a store with data and without a number, as nothing could be found in it.
    """
    ask, client = server.ask_now, server.client
    try:
        if not await ask(lambda: client.exists(keys.PARTITIONS)) and await inventory.is_empty():
            if not makes:
                return
            await ask(lambda: client.set(keys.PARTITIONS, len(server.keys.tags), nx=True))
        found: bytes | None = await ask(lambda: client.get(keys.PARTITIONS))
    except DamagedKey:
        found = None
    if found is None or not found.isdigit() or not 1 <= int(found) <= MOST:
        raise StoreUnavailable(_UNKNOWN, ProblemCode.DAMAGED)
    server.keys.divide(int(found))
