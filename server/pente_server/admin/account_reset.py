"""`pente admin account reset`: a new way into an account for a player who has lost every device."""

import argparse
import sys

from pente_protocol.login.fingerprints import fingerprint_of, with_fingerprint
from pente_protocol.untrusted_text import clean
from pente_server.access.link_codes import RESET_KEPT, offer_link
from pente_server.admin.opened_store import AdminError, opened_store


async def run(args: argparse.Namespace) -> int:
    """Print a code; the exit status."""
    async with opened_store(args, may_be_running=True) as store:
        account = await store.accounts.find(args.name)
        if account is None or account.is_of_house:
            raise AdminError(f"there is no player {clean(args.name, 20)}; check the name")
        code = await offer_link(store.devices, account.id, RESET_KEPT, replaces_all=True)
        identity = await store.server_identity.find()
    address = with_fingerprint("ADDRESS", fingerprint_of(identity.server_id) if identity else "")
    print(code)
    print(
        f"{account.name} can use it for a day, with: pente account link {code} {address}\n"
        f"It removes all other devices of {account.name}. Whoever has the code can take the account.",
        file=sys.stderr,
    )
    return 0
