"""The SSH door: what people see behind it, and keeping it open until a signal."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from socket import socket
from typing import Final

from platformdirs import user_state_path

from pente_client.cli.steps.lobby_visit import visit_lobby
from pente_client.connection import BadAddress, Client
from pente_client.lobby.choice import JoinByCode
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.screen import run_screen
from pente_client.ssh_door.door_limits import DoorLimits
from pente_client.ssh_door.door_sockets import CannotOpenDoor, handed_over, open_sockets
from pente_client.ssh_door.entrance import Entrance
from pente_client.ssh_door.host_key import UnusableHostKey
from pente_client.ssh_door.session_thread import new_loop
from pente_client.ssh_door.ssh_door import SshDoor, open_door
from pente_client.ssh_door.visit import Visits
from pente_client.ssh_door.visitor import Visitor
from pente_protocol.address import parse_address
from pente_protocol.sentences import tell

_FORMAT: Final = "%(asctime)s %(levelname)s %(message)s"


def keep_door_open(args: argparse.Namespace) -> int:
    """Keep the door open until a signal arrives, or standard input ends; the exit status."""
    _log_to_stderr(is_child=args.until_eof)
    try:
        _ = parse_address(args.url)
        sockets = (
            handed_over(args.sockets)
            if args.sockets
            else open_sockets(args.hosts or ["127.0.0.1"], args.port)
        )
        with asyncio.Runner(loop_factory=new_loop) as runner:
            return runner.run(_keep_open(args, sockets))
    except BadAddress as bad:
        return fail(args, bad, ExitStatus.USAGE)
    except (CannotOpenDoor, UnusableHostKey) as problem:
        return fail(args, problem)


def _log_to_stderr(*, is_child: bool) -> None:
    """Log to stderr; without the time for a server, which has a log of its own."""
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(message)s" if is_child else _FORMAT)
    logging.getLogger("pente").setLevel(logging.INFO)


async def _keep_open(args: argparse.Namespace, sockets: Sequence[socket]) -> int:
    limits = DoorLimits(args.sessions, args.sessions_per_address, 60.0 * args.idle_minutes)
    visits = Visits(args.url, _show, args.insecure)
    data = args.data or _default_data()
    async with open_door(
        sockets, visits, data, limits, takes_guests=not args.keys_only, public_host=args.public_host
    ) as door:
        print(_start_message(door, sockets, args.url), flush=True)
        return await _until_stopped(is_child=args.until_eof)


async def _show(client: Client, visitor: Visitor) -> int:
    """What people see: the lobby, a room and then the lobby, or TV."""
    door = visitor.door.at(client.public_url)
    if visitor.entrance is Entrance.WATCH:
        return await run_screen(client, None, follow=True, url=str(door), say=visitor.say)
    first = JoinByCode(visitor.code) if visitor.code else None
    return await visit_lobby(client, door.host, str(door), visitor.say, first)


def _default_data() -> Path:
    state = os.environ.get("PENTE_STATE")
    if state:
        return Path(state) / "ssh-door"
    return user_state_path("pente") / "ssh-door"


def _start_message(door: SshDoor, sockets: Sequence[socket], url: str) -> str:
    host, port = sockets[0].getsockname()[:2]
    option = "" if port == 22 else f" -p {port}"
    here = host if host not in ("0.0.0.0", "::") else "HOST"  # noqa: S104 -- compared, not listened on
    lines = [
        tell("steps.the-ssh-door-to-is", url=url, host=host, port=port, fingerprint=door.fingerprint),
        f"  play:   ssh{option} play@{here}",
        f"  watch:  ssh{option} watch@{here}",
        tell("steps.ctrl-c-closes-the-door"),
    ]
    return "\n".join(lines)


async def _until_stopped(*, is_child: bool) -> int:
    """Wait for a signal, or for the end of standard input where a server holds its other end."""
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[int] = loop.create_future()

    def stop(status: ExitStatus) -> None:
        if not stopped.done():
            stopped.set_result(status)

    loop.add_signal_handler(signal.SIGTERM, stop, ExitStatus.SUCCESS)
    loop.add_signal_handler(signal.SIGINT, stop, ExitStatus.INTERRUPTED)

    def read_stdin() -> None:
        if not os.read(sys.stdin.fileno(), 4096):
            loop.remove_reader(sys.stdin.fileno())
            stop(ExitStatus.SUCCESS)

    if is_child:
        loop.add_reader(sys.stdin.fileno(), read_stdin)
    return await stopped
