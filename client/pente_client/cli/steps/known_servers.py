"""The servers that this device knows: which there are, and forgetting one."""

import argparse
import json
from collections.abc import Iterator

from pente_client.addresses.typed_server import parse_server
from pente_client.connection import CredentialStore, parse_address
from pente_client.connection.replica.sanitize import clean_name
from pente_client.credentials import FileContents
from pente_client.options.exit_status import ExitStatus, fail
from pente_protocol.login.fingerprints import fingerprint_of, with_fingerprint
from pente_protocol.untrusted_text import clean


def show_servers(args: argparse.Namespace) -> int:
    """List the servers, the one used last at the end, or forget one; the exit status.

    Raises OSError and BadAddress.
    """
    store = CredentialStore.default()
    if args.forget is not None:
        return _forget(args, store)
    lines = list(_lines(store.contents()))
    for fields, text in lines:
        print(json.dumps(fields) if args.json else text)
    if not lines and not args.json:
        print("You have used no server yet.")
    return ExitStatus.SUCCESS


def _forget(args: argparse.Namespace, store: CredentialStore) -> int:
    addresses = [str(address) for address in parse_server(args.forget).addresses]
    forgotten = [address for address in addresses if store.forget_address(address)]
    if not forgotten:
        return fail(args, "No such server here; list them with: pente account servers")
    for address in forgotten:
        url = str(parse_address(address))
        print(json.dumps({"t": "forgotten", "server": url}) if args.json else f"Forgot {url}.")
    return ExitStatus.SUCCESS


def _lines(contents: FileContents) -> Iterator[tuple[dict[str, object], str]]:
    """Each address as JSON and as a line."""
    known = [(address, one.id) for one in contents.servers for address in one.addresses]
    known += [(address, "") for address in contents.unencrypted if address not in dict(known)]
    for address, server in known:
        names = [clean_name(one.name) for one in contents.accounts if one.server == server and one.name]
        is_allowed = address in contents.unencrypted
        fingerprint = fingerprint_of(server)
        fields: dict[str, object] = {"t": "server", "server": clean(address), "names": names}
        fields |= {"unencrypted": is_allowed, "id": clean(server), "fingerprint": fingerprint}
        notes = [f"as {', '.join(names)}"] * bool(names) + ["without encryption"] * is_allowed
        yield fields, " - ".join([with_fingerprint(clean(address), fingerprint), *notes])
