"""From options to a connected client, and from what goes wrong to an exit status."""

import argparse
import asyncio
import io
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from pente_client.connection import CannotConnect, Client, ConnectionEnded, CredentialStore, RequestRejected
from pente_client.drawing.text_board import ASCII, UNICODE, Charset
from pente_client.input.stdin_lines import typed_lines
from pente_client.options.shared_options import url_for_friends
from pente_client.stream.jsonl import JsonLines
from pente_client.stream.output_port import Output
from pente_client.stream.plain import Plain
from pente_protocol.errors import ErrorCode

Work = Callable[[Client], Coroutine[Any, Any, int]]


def with_client(args: argparse.Namespace, work: Work) -> int:
    """Connect as the options say and do the work: its status, or that of what went wrong."""
    try:
        try:
            return asyncio.run(_connected(args, work))
        except RequestRejected as problem:
            password = _asked_for(args, problem)
            if not password:
                raise
            return asyncio.run(_connected(args, work, password))
    except CannotConnect as problem:
        return fail(args, problem, 3)
    except RequestRejected as problem:
        return fail(args, problem, 4)
    except ConnectionEnded as problem:
        return fail(args, problem, 1)


def fail(args: argparse.Namespace, problem: Exception, status: int) -> int:
    """Say what is wrong, in one sentence."""
    print(f"pente {args.command}: {problem}", file=sys.stderr)
    return status


def output_for(args: argparse.Namespace) -> Output:
    """What writes to stdout as the options say."""
    if args.json:
        return JsonLines(_write)
    return Plain(_write, charset=_charset(), url=url_for_friends(args.url))


def stdin_lines() -> AsyncIterator[str]:
    """What comes from stdin."""
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, ValueError, OSError):  # closed, or none from the beginning
        descriptor = -1
    return typed_lines(descriptor)


def is_interactive(args: argparse.Namespace) -> bool:
    """Whether there is a person who can be asked something."""
    return not args.json and sys.stdin is not None and sys.stdin.isatty()


def _asked_for(args: argparse.Namespace, problem: RequestRejected) -> str:
    """The password of a server that wants one, if there is somebody who can be asked; else nothing."""
    if problem.code != ErrorCode.PASSWORD_NEEDED or not is_interactive(args):
        return ""
    from getpass import getpass

    return getpass("the password of this server: ", sys.stderr)


async def _connected(args: argparse.Namespace, work: Work, password: str = "") -> int:
    client = Client(
        args.url,
        name=args.name or "",
        identities=CredentialStore.default(),
        insecure=args.insecure,
        retry_first=args.wait,
        aside=args.command not in {"play", "lobby"},
        server_password=password,
    )
    async with client:
        return await work(client)


def _write(line: str) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # a name from elsewhere must not end the game
    print(line, flush=True)


def _charset() -> Charset:
    wish = os.environ.get("PENTE_ASCII", "")
    if wish:
        return UNICODE if wish == "0" else ASCII
    encoding = (sys.stdout.encoding or "").lower().replace("-", "").replace("_", "")
    return UNICODE if encoding == "utf8" else ASCII
