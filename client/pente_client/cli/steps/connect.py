"""A connected client from the options, and an exit status from what goes wrong."""

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from pente_client.cli.steps.server_address import (
    may_be_unencrypted,
    remember_unencrypted,
    resolve_server,
)
from pente_client.connection import (
    BadAddress,
    CannotConnect,
    Client,
    ConnectionEnded,
    CredentialStore,
    RequestRejected,
    UnconfirmedServer,
    Unencrypted,
)
from pente_client.files.stdin_lines import typed_lines
from pente_client.files.stdout import say, stdout_columns
from pente_client.options.charset_options import stdout_charset
from pente_client.options.connection_options import url_for_friends
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.given_key import given_key
from pente_client.options.output_options import wants_boards
from pente_client.settings.settings import Settings
from pente_client.settings.settings_store import SettingsStore
from pente_client.stream.jsonl.json_lines import JsonLines
from pente_client.stream.output_port import Output
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_client.words.connection import waiting_text
from pente_client.words.sentences import clause
from pente_core.identity import PlayerKind
from pente_protocol.errors import ErrorCode
from pente_protocol.login.fingerprints import with_fingerprint
from pente_protocol.login.signatures import MissingLibrary
from pente_protocol.sentences import tell

Work = Callable[[Client], Coroutine[Any, Any, int]]


def with_client(
    args: argparse.Namespace, work: Work, instead: Mapping[str, Callable[[], int]] = MappingProxyType({})
) -> int:
    """Connect as the options say, and do the work; the exit status.

    ``instead`` has what is done in place of a failure, when the server rejects something with such a code.
    """
    try:
        credential = given_key(args)
        resolve_server(args)
        return _with_answers(args, partial(_connected, args, work, credential))
    except BadAddress as problem:
        return fail(args, problem, ExitStatus.UNREACHABLE)
    except CannotConnect as problem:
        return fail(args, _with_hint(args, problem), ExitStatus.UNREACHABLE)
    except RequestRejected as problem:
        if problem.code in instead:
            return instead[problem.code]()
        return fail(args, problem, ExitStatus.REJECTED)
    except ConnectionEnded as problem:
        return fail(args, problem)
    except MissingLibrary as problem:
        return fail(args, problem, ExitStatus.UNREACHABLE)


def _with_hint(args: argparse.Namespace, problem: CannotConnect) -> str:
    """Why there is no connection; a person is told what finds out more."""
    hint = tell("steps.to-find-out-more-pente", url=args.url) if sys.stderr.isatty() else ""
    return f"{clause(str(problem))}{hint}"


def _with_answers(args: argparse.Namespace, connected: Callable[[str], Coroutine[Any, Any, int]]) -> int:
    """Do the work, with answers to what a person is asked before; the exit status."""
    password = ""
    while True:
        try:
            return asyncio.run(connected(password))
        except UnconfirmedServer as unconfirmed:
            if not _is_confirmed(args, unconfirmed.question):
                raise
            args.accept_address = True
        except Unencrypted as unencrypted:
            if not _is_confirmed(args, unencrypted.question):
                raise
            args.insecure = True
        except RequestRejected as problem:
            if problem.code == ErrorCode.ACCOUNT_NEEDED and not args.needs_account:
                args.needs_account = True
                continue
            password = "" if password else _server_password(args, problem)
            if not password:
                raise


def _is_confirmed(args: argparse.Namespace, question: str) -> bool:
    """Whether a person says yes, such as that a known server is where it was found."""
    if not is_interactive(args):
        return False
    print(question, end=" ", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def output_for(args: argparse.Namespace, client: Client) -> Output:
    """The output to stdout that the options choose."""
    url, code_of = url_for_friends(args.url), client.codes.known
    if args.json:
        return JsonLines(
            write_line,
            url=url,
            public_url=client.public_url,
            fingerprint=client.fingerprint,
            code_of=code_of,
        )
    form = PlainForm(
        charset=stdout_charset(),
        url=url,
        public_url=client.public_url,
        fingerprint=client.fingerprint,
        code_of=code_of,
        with_qr=getattr(args, "qr", False),
        with_boards=wants_boards(args),
        columns=stdout_columns,
    )
    return Plain(write_line, form, now=client.server_now)


def stdin_lines() -> AsyncIterator[str]:
    """The lines of stdin."""
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, ValueError, OSError):  # closed, or it never existed
        descriptor = -1
    return typed_lines(descriptor)


def is_interactive(args: argparse.Namespace) -> bool:
    """Whether a person can be asked something."""
    return not args.json and sys.stdin is not None and sys.stdin.isatty()


def line_settings(args: argparse.Namespace) -> Settings:
    """The settings by which typed lines are taken now: those of a person; a program has the usual ones."""
    return SettingsStore.default(os.environ).load().settings if is_interactive(args) else Settings()


def _server_password(args: argparse.Namespace, problem: RequestRejected) -> str:
    """The password of a server that requires one, typed by a person; empty without a person."""
    if problem.code != ErrorCode.PASSWORD_NEEDED or not is_interactive(args):
        return ""
    return getpass.getpass(tell("steps.server-password"), sys.stderr)


async def _connected(args: argparse.Namespace, work: Work, credential: str, password: str = "") -> int:
    client = Client(
        with_fingerprint(args.url, args.fingerprint),
        name=args.name or "",
        kind=PlayerKind.BOT if getattr(args, "bot", False) else PlayerKind.PERSON,
        identities=CredentialStore.default(),
        insecure=may_be_unencrypted(args),
        retry_first=args.wait or 0.0,
        aside=args.command not in {"play", "join", "lobby", "challenge"},
        server_password=password or None,
        credential=credential,
        accepts_address=args.accept_address,
        needs_account=args.needs_account,
        code=getattr(args, "code", ""),
        on_notice=lambda text: print(text, file=sys.stderr, flush=True),
        on_waiting=lambda reason: print(waiting_text(reason), file=sys.stderr, flush=True),
    )
    async with client:
        remember_unencrypted(args)
        return await work(client)


def write_line(line: str) -> None:
    """Write a line to stdout at once."""
    say(line, flush=True)
