"""The devices of a player's account: adding, listing and revoking them."""

import argparse
import json
import secrets
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from pente_client.addresses.typed_server import looks_like_server
from pente_client.cli.steps.connect import with_client
from pente_client.connection import Client, RequestRejected
from pente_client.credentials import DeviceKey, format_key
from pente_client.files.private_file import new_private_file
from pente_client.options.exit_status import ExitStatus
from pente_client.words.lists.local_time import local_day_text
from pente_client.words.phrases import how_to_allow
from pente_protocol.address import parse_address
from pente_protocol.errors import ErrorCode
from pente_protocol.login.fingerprints import with_fingerprint
from pente_protocol.login.keys import KEY_BYTES, device_of, device_words
from pente_protocol.login.signatures import public_key
from pente_protocol.messages.account import DeviceInfo, LinkOffered
from pente_protocol.messages.base import Right
from pente_protocol.sentences import tell

_SHORTEST_PREFIX: Final = 4
_STDOUT: Final = "-"


def link(args: argparse.Namespace) -> int:
    """Get a code for another device, or add this one with a code; the exit status."""
    args.url, args.code = _url_and_code(args.words, args.url)
    if args.code:
        return with_client(args, lambda client: _report_linked(client, args))
    return with_client(args, lambda client: _offer(client, args))


def list_devices(args: argparse.Namespace) -> int:
    """List the devices of the account; the exit status."""

    async def work(client: Client) -> int:
        _print_devices(await client.devices(), args)
        return ExitStatus.SUCCESS

    return with_client(args, work)


def revoke(args: argparse.Namespace) -> int:
    """Remove a device from the account; the exit status."""

    async def work(client: Client) -> int:
        device = _chosen(await client.devices(), args.device)
        _print_devices(await client.revoke_device(device.id), args)
        print(tell("steps.revoked-it-can-no-longer", name=_name(device)), file=sys.stderr)
        return ExitStatus.SUCCESS

    return with_client(args, work)


def allow(args: argparse.Namespace) -> int:
    """Say what a device of the account may do; the exit status."""

    async def work(client: Client) -> int:
        device = _chosen(await client.devices(), args.device)
        _print_devices(await client.allow_device(device.id, Right(args.rights)), args)
        may = (
            tell("steps.manage-your-account")
            if args.rights == Right.ACCOUNT
            else tell("steps.play-as-you-and-no")
        )
        print(f"{_name(device).capitalize()} ({device_words(device.id)}) may {may}.", file=sys.stderr)
        return ExitStatus.SUCCESS

    return with_client(args, work)


def make_key(args: argparse.Namespace) -> int:
    """Add a device to the account, and write its key for a program; the exit status. Raises OSError."""

    async def work(client: Client) -> int:
        key = DeviceKey(
            client.server_id,
            str(parse_address(args.url)),
            client.me.id,
            Right(args.rights),
            secrets.token_bytes(KEY_BYTES),
        )
        public = public_key(key.secret)
        add = partial(client.add_device, public, args.device, key.right)
        if args.file == _STDOUT:
            await add()
            print(format_key(key))
        else:
            with new_private_file(args.file) as file:  # kept before the server hears of it
                file.write(format_key(key) + "\n")
                file.flush()
                await add()
        may = tell("steps.manage-your-account") if key.right is Right.ACCOUNT else tell("steps.play-as-you")
        words = device_words(device_of(public))
        text = tell("steps.whoever-has-this-key-may", may=may, words=words)
        print(text, file=sys.stderr)
        return ExitStatus.SUCCESS

    return with_client(args, work)


def _url_and_code(words: Sequence[str], default: str) -> tuple[str, str]:
    """The address and the code among the words of a command line, in any order."""
    urls = [word for word in words if looks_like_server(word)]
    codes = [word for word in words if word not in urls]
    return (urls or [default])[-1], (codes or [""])[-1]


async def _offer(client: Client, args: argparse.Namespace) -> int:
    offered = await client.offer_link()
    url = with_fingerprint(client.public_url or args.url, client.fingerprint)
    print(json.dumps(_offer_fields(offered, url)) if args.json else _offer_text(offered, url))
    return ExitStatus.SUCCESS


def _offer_fields(offered: LinkOffered, url: str) -> dict[str, Any]:
    return {"t": "link_code", "code": offered.code, "remaining": offered.remaining, "server": url}


def _offer_text(offered: LinkOffered, url: str) -> str:
    command = f"pente account link {offered.code} {url}"
    when = f"within {offered.remaining // 60_000} minutes"
    return tell("steps.on-the-other-device-type", when=when, command=command)


async def _report_linked(client: Client, args: argparse.Namespace) -> int:
    name, server = client.me.name, str(parse_address(args.url))
    if args.json:
        print(json.dumps({"t": "account", "server": server, "name": name, "id": client.me.id}))
    else:
        print(tell("steps.you-are-at-also-on", name=name, server=server))
        if client.welcome.right is not Right.ACCOUNT:
            print(how_to_allow(client.device))
    return ExitStatus.SUCCESS


def _chosen(devices: Sequence[DeviceInfo], text: str) -> DeviceInfo:
    """The device with a name, with these words, or with an id that begins so. Raises RequestRejected."""
    names = [(device, {device.name.casefold(), device_words(device.id)}) for device in devices]
    found = [device for device, known in names if text.casefold() in known]
    if not found and len(text) >= _SHORTEST_PREFIX:
        found = [device for device in devices if device.id.startswith(text)]
    if len(found) == 1:
        return found[0]
    reason = (
        tell("steps.there-is-no-such-device")
        if not found
        else tell("steps.devices-are-called-that", count=len(found))
    )
    text = tell("steps.give-the-id-that-pente", reason=reason)
    raise RequestRejected(ErrorCode.UNKNOWN_DEVICE, text)


def _print_devices(devices: Sequence[DeviceInfo], args: argparse.Namespace) -> None:
    for device in devices:
        print(json.dumps(device_fields(device)) if args.json else _line(device))


def device_fields(device: DeviceInfo) -> dict[str, Any]:
    """A device as JSON."""
    return {"t": "device", "id": device.id, "name": device.name} | {
        "added_at": device.added_at,
        "used_at": device.used_at,
        "right": device.right.value,
        "words": device_words(device.id),
        "current": device.current,
    }


def _line(device: DeviceInfo) -> str:
    here = tell("steps.this-one") if device.current else ""
    added, used = local_day_text(device.added_at), local_day_text(device.used_at)
    may = tell("steps.manages-the-account") if device.right is Right.ACCOUNT else tell("steps.may-play")
    words = device_words(device.id)
    return f"{device.id}  {words}  {_name(device)}, {may}, added {added}, used {used}{here}"


def _name(device: DeviceInfo) -> str:
    return device.name or tell("steps.a-device-without-a-name")
