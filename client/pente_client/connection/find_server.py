"""Finding out at which of several addresses a server is."""

from collections.abc import Collection

from pente_client.addresses.typed_server import TypedServer
from pente_client.connection.link.errors import LinkLost, PermanentFailure
from pente_client.connection.link.link import Link
from pente_client.connection.link.timeouts import DEFAULT_TIMEOUTS, Timeouts
from pente_protocol.address import Address


async def find_server(
    typed: TypedServer, known: Collection[str] = (), pace: Timeouts = DEFAULT_TIMEOUTS
) -> Address:
    """The address of a server, the first one where something answers as a server does.

    ``known`` are addresses, the last used last, where servers were found before: one of these is taken
    without asking, so that nobody who disturbs the network turns a known encrypted address into one that is
    not. If nothing answers anywhere, it is the last address: connecting to it says why.
    """
    *others, last = typed.addresses
    spelled = {str(address): address for address in typed.addresses}
    for text in reversed(list(known)):
        if text in spelled:
            return spelled[text]
    for address in others:
        if await _answers(address, pace):
            return address
    return last


async def _answers(address: Address, pace: Timeouts) -> bool:
    try:
        link = await Link.open(address, pace)
    except (LinkLost, PermanentFailure):
        return False
    await link.close()
    return True
