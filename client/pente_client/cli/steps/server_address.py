"""Where the server is that was named on the command line, and what is allowed there."""

import argparse
import asyncio
import os
import sys
from contextlib import suppress

from pente_client.addresses.typed_server import parse_server
from pente_client.connection import CredentialStore, parse_address
from pente_client.connection.find_server import find_server
from pente_client.options.connection_options import default_url
from pente_protocol.sentences import tell


def resolve_server(args: argparse.Namespace) -> None:
    """Put the address of the server in the place of what was typed for it.

    That may take a moment: a host in a private network is tried with encryption, and then without. The
    fingerprint of a link goes to ``args.fingerprint``. Raises BadAddress.
    """
    typed = parse_server(args.url)
    args.fingerprint = typed.fingerprint or getattr(args, "fingerprint", "")
    known = typed.addresses[0] if len(typed.addresses) == 1 else asyncio.run(find_server(typed, _known()))
    args.url = str(known)


def last_server() -> str:
    """The server that was used last, unless the environment names one, or none was used yet."""
    with suppress(OSError):
        known = CredentialStore.default().addresses()
        if known and not os.environ.get("PENTE_URL"):
            return str(parse_address(known[-1]))
    return default_url()


def may_be_unencrypted(args: argparse.Namespace) -> bool:
    """Whether the server's address may be used without encryption: it was said now, or remembered."""
    if args.insecure:
        return True
    with suppress(OSError):
        return CredentialStore.default().is_unencrypted_allowed(str(parse_address(args.url)))
    return False


def remember_unencrypted(args: argparse.Namespace) -> None:
    """Remember that the server's address may be used without encryption, and say so once."""
    address = parse_address(args.url)
    store = CredentialStore.default()
    if not args.insecure or address.is_secure or address.is_loopback:
        return
    with suppress(OSError):
        if not store.is_unencrypted_allowed(str(address)):
            store.allow_unencrypted(str(address))
            text = tell("steps.may-be-used-without-encryption", url=args.url)
            print(text, file=sys.stderr, flush=True)


def _known() -> tuple[str, ...]:
    with suppress(OSError):
        return CredentialStore.default().addresses()
    return ()
