"""`pente admin account grant` and `revoke`: what the host lets an account do that others may not."""

import argparse
import sys

from pente_protocol.untrusted_text import clean
from pente_server.admin.opened_store import AdminError, opened_store
from pente_server.store.accounts.role import Role


async def run(args: argparse.Namespace) -> int:
    """Give an account a role, or take it away; the exit status."""
    async with opened_store(args, may_be_running=True) as store:
        account = await store.accounts.find(args.name)
        if account is None:
            raise AdminError(f"there is no player {clean(args.name, 20)}; check the name")
        if args.role is None:
            raise AdminError(f"name a role: {', '.join(Role)}")
        role = Role(args.role)
        roles = account.roles | {role} if args.change == "grant" else account.roles - {role}
        if not await store.accounts.set_roles(account.id, roles):
            raise AdminError(f"the account of {account.name} is gone")
    has = ", ".join(sorted(roles)) or "no role"
    print(f"{account.name}: {has}", file=sys.stderr)
    return 0
