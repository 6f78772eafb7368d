"""A server from its options: all its parts, started, run until a signal, and stopped."""

import argparse
import asyncio
import gc
import logging
import os
import platform
import resource
import shlex
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from pente_core.clock.instant import Millis
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.login.signatures import MissingLibrary
from pente_server import store_address
from pente_server.access.access_control import AccessControl
from pente_server.access.chosen_access import InvalidAccessOptions, access_control_from, server_password
from pente_server.access.host_files import UnusableFile
from pente_server.access.house_accounts import HouseDevices
from pente_server.access.server_key import KeyFile
from pente_server.diagnostics.disk_space import blame_full_disk
from pente_server.diagnostics.log_format import LogFormat, log_event, set_up_log
from pente_server.embedded import ENGINE_PATIENCE, EmbeddedError, EmbeddedStore, start_embedded
from pente_server.house_bots.house import House
from pente_server.house_bots.house_bot import LEVELS, engine_is_compiled, house_bots
from pente_server.limits import limit_options
from pente_server.limits.limits import Allowance
from pente_server.limits.networks import parse_address
from pente_server.net.addresses.public_url import PublicUrl
from pente_server.net.endpoint import Endpoint, network_url
from pente_server.net.http.chosen_sites import site_policy_from, trusted_proxies
from pente_server.net.listeners import CannotListen, open_listeners
from pente_server.node import Node
from pente_server.reloading import Reloader
from pente_server.required_durability import NotDurable, needs_strict
from pente_server.required_durability import check as check_durability
from pente_server.signals import obeying_signals
from pente_server.ssh_door import FOLDER, DoorProgram, NoSshDoor
from pente_server.ssh_door import check as check_ssh_door
from pente_server.start_message import StartMessage, qr_code, url_from_here
from pente_server.store import DamagedKey, Durability, DurabilityLevel, Store, StoreUnavailable
from pente_server.store.memory.store import MemoryStore
from pente_server.store.redis.store import RedisStore
from pente_server.store.server_identity import KEY_NEEDS
from pente_server.webhook.chosen_webhook import InvalidWebhookOptions, webhook_from
from pente_server.webhook.sender import Webhook

FILES: Final = (65_536, 16_384, 10_240, 4096)
"""Limits on open files to try, until the system grants one."""
FILES_OF_OUR_OWN: Final = 100
"""Open files for other things than clients: the store, logs, bots."""
DAY: Final = 24 * 60 * 60 * 1000
"""Milliseconds."""


_log = logging.getLogger(__name__)

LOOPBACK: Final = ("127.0.0.1", "::1")


class CannotServe(Exception):
    """The server can't run; the message is one sentence that says what to do."""


_REFUSALS: Final = (
    CannotServe,
    CannotListen,
    InvalidAccessOptions,
    NoSshDoor,
    NotDurable,
    store_address.InvalidStoreAddress,
    UnusableFile,
    InvalidWebhookOptions,
)
"""Options that can't be carried out."""


def serve(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM, and return the exit status."""
    set_up_log(args.log_level, LogFormat(args.log_format))
    try:
        _tune_garbage_collector()
        _run(_serve(args))
    except (*_REFUSALS, EmbeddedError, StoreUnavailable, DamagedKey) as error:
        print(f"pente serve: {error}", file=sys.stderr)
        return 1
    except MissingLibrary:
        print(f"pente serve: {KEY_NEEDS}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # before the signal handler was installed
        return 130
    return 0


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run in uvloop if it is installed, which saves a seventh of the time for a move; else in asyncio."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def _tune_garbage_collector() -> None:
    """Collect garbage cycles less often, and never search the imported modules.

    A move creates many objects but no cycles. With the defaults the collector took up to 7 % of the time, and
    with 350 connections it sometimes stopped all games for 30 ms. A connection has many objects too, but
    leaves no cycles (see `pente_server.net.connection`): with a high threshold, short connections are freed
    before the collector ever visits them.
    """
    gc.freeze()
    gc.set_threshold(50_000, 10, 5)


async def _serve(args: argparse.Namespace) -> None:
    """Start all parts, serve until a signal, and stop the parts in reverse order."""
    password = server_password(args)
    allowance = _allowance(args)
    access_control = access_control_from(args, password, allowance)
    webhook = webhook_from(args)
    check_ssh_door(args)
    reloader = Reloader(args, access_control)
    with obeying_signals(reloader.reload) as is_signalled:
        async with AsyncExitStack() as parts:
            listeners = [parts.enter_context(each) for each in open_listeners(args.host, args.port)]
            endpoints = [Endpoint.of(listener) for listener in listeners]
            public = _public_url(endpoints, args)
            private = [parts.enter_context(each) for each in _open_private(endpoints, args)]
            door = _ssh_door(args, allowance, parts)
            store, until_gone = await parts.enter_async_context(_store(args))
            durability = await store.check_durability()
            check_durability(durability, args)
            node = _node(args, store, allowance, access_control, webhook, public=public)
            house = _house(args, store, node.house_devices)
            if house is not None:
                await house.prepare()
            gateways = [] if door is None else [door.gateway]
            await parts.enter_async_context(node.serving(*listeners, private=private, gateways=gateways))
            if door is not None:
                await parts.enter_async_context(door.running())
            if house is not None:
                url = url_from_here([*map(Endpoint.of, private), *endpoints])
                await parts.enter_async_context(house.running(url))
            opponent = house.name_of(next(iter(LEVELS))) if house else ""
            message = _start_message(endpoints, durability, args, opponent, door)
            _say_start(replace(message, fingerprint=fingerprint_of(node.identity.server_id)))
            _log_start(endpoints, durability, args)
            try:
                if not is_signalled():  # redis-py swallows some cancellations while it connects
                    await until_gone()
            finally:
                _say("stopping")


def _house(args: argparse.Namespace, store: Store, devices: HouseDevices) -> House | None:
    if not args.house:
        return None
    return House(store, devices, house_bots(is_compiled=engine_is_compiled()))


def _node(
    args: argparse.Namespace,
    store: Store,
    allowance: Allowance,
    access_control: AccessControl,
    webhook: Webhook | None,
    *,
    public: PublicUrl,
) -> Node:
    return Node(
        store,
        allowance,
        sites=site_policy_from(args),
        keeps_bot_games=args.keep_bot_games,
        rates_bots=args.rate_bots,
        rates_handicaps=args.rate_handicaps,
        needs_strict_store=needs_strict(args),
        access_control=access_control,
        idle=Millis(args.idle_days * DAY),
        explain=_explain(args),
        name=args.name,
        has_page=not args.no_web,
        webhook=webhook,
        public=public,
        key_file=None if args.server_key is None else KeyFile(args.server_key),
    )


def _allowance(args: argparse.Namespace) -> Allowance:
    """The limits that the options ask for. Raises CannotServe for more connections than open files."""
    most = max(FILES_OF_OUR_OWN, _open_files() - FILES_OF_OUR_OWN)
    allowance = limit_options.allowance_from(args, most)
    if allowance.connections > most:
        raise CannotServe(
            f"the system allows {most} connections, not {allowance.connections};"
            " raise its limit on open files (ulimit -n) or lower --connections"
        )
    return allowance


def _open_files() -> int:
    """Raise the limit on open files and sockets of this process, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (*FILES, hard):  # some systems refuse even what the hard limit allows
        if 0 <= soft < wanted and (wanted <= hard or hard == resource.RLIM_INFINITY):
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return min(wanted, FILES[0])
    return FILES[0] if soft == resource.RLIM_INFINITY else soft


UntilGone = Callable[[], Awaitable[object]]
"""Waits, normally for ever. Raises CannotServe when the private store has ended and can't be restarted."""


@asynccontextmanager
async def _store(args: argparse.Namespace) -> AsyncIterator[tuple[Store, UntilGone]]:
    """The store that the command line asks for, started if it is the private one."""
    url = _redis_url(args)
    if args.store == "memory" or url:
        store: Store = await _connected(url, args) if url else MemoryStore()
        async with _closing(store):
            yield store, asyncio.Event().wait
        return
    engine = await start_embedded(store_address.data_dir(args))
    try:
        async with _closing(await _connected(engine.url, args, ENGINE_PATIENCE)) as store:
            yield store, partial(_until_gone, engine, store_address.data_dir(args))
    finally:
        await engine.stop()


async def _connected(url: str, args: argparse.Namespace, patience: float = 0.0) -> Store:
    proves = needs_strict(args)
    return await RedisStore.connect(url, patience=patience, proves_commits=proves)


def _explain(args: argparse.Namespace) -> Callable[[StoreUnavailable], StoreUnavailable]:
    """Finds the reason why the store does not answer, as far as this machine knows it."""
    if args.store == "memory" or _redis_url(args):
        return lambda error: error
    return partial(blame_full_disk, store_address.data_dir(args))


def _redis_url(args: argparse.Namespace) -> str:
    """The URL of the given Redis; empty for another store. Options take precedence over the environment."""
    return store_address.redis_url(args)


async def _until_gone(engine: EmbeddedStore, data: Path) -> None:
    try:
        await engine.wait()
    finally:
        engine.announce_stop()
    raise CannotServe(f"the private store has ended and can't be restarted; see {data / 'store.log'}")


@asynccontextmanager
async def _closing(store: Store) -> AsyncIterator[Store]:
    try:
        yield store
    finally:
        with suppress(StoreUnavailable):
            await store.close()


def _open_private(endpoints: Iterable[Endpoint], args: argparse.Namespace) -> tuple[socket.socket, ...]:
    """A socket for house bots, if they can't be told from players elsewhere on the others.

    Loopback may be the address of a proxy, or may not be served at all.
    """
    is_served = any(endpoint.is_any or endpoint.is_loopback for endpoint in endpoints)
    is_proxy = any(parse_address(ip) in trusted_proxies(args) for ip in LOOPBACK)
    return open_listeners(LOOPBACK[:1], 0) if args.house and (is_proxy or not is_served) else ()


def _is_proxied(args: argparse.Namespace) -> bool:
    return bool(args.behind_proxy or args.trusted_proxy)


def _public_url(endpoints: Sequence[Endpoint], args: argparse.Namespace) -> PublicUrl:
    """Where others find the server: behind a trusted proxy only the host knows it."""
    return PublicUrl(args.public_url or "", str if _is_proxied(args) else partial(network_url, endpoints))


def _ssh_door(args: argparse.Namespace, allowance: Allowance, parts: AsyncExitStack) -> DoorProgram | None:
    """The door that the options ask for, with its sockets, which the parts close. Raises CannotListen."""
    if args.ssh is None:
        return None
    listeners = [parts.enter_context(each) for each in open_listeners(args.host, args.ssh, "--ssh")]
    (gateway,) = open_listeners(LOOPBACK[:1], 0)
    parts.enter_context(gateway)
    return DoorProgram(
        listeners,
        gateway,
        store_address.data_dir(args) / FOLDER,
        _ssh_host(args),
        keys_only=args.ssh_keys_only,
        sessions=args.ssh_sessions,
        sessions_per_address=args.ssh_sessions_per_address or allowance.connections_per_address,
    )


def _ssh_host(args: argparse.Namespace) -> str:
    """The name of this machine for people who come over SSH, as far as the options say it."""
    return args.ssh_host or urlsplit(args.public_url or "").hostname or ""


def _start_message(
    endpoints: Sequence[Endpoint],
    durability: Durability,
    args: argparse.Namespace,
    opponent: str,
    door: DoorProgram | None,
) -> StartMessage:
    """What is printed; ``opponent``: a house bot, if there is one."""
    return StartMessage(
        endpoints=endpoints,
        stored_in=_stored_in(durability, args),
        is_kept=durability.level is not DurabilityLevel.MEMORY,
        options=args.typed,
        opponent=opponent,
        is_slow=args.house and not engine_is_compiled(),
        ssh=None if door is None else door.endpoint,
        ssh_host=_ssh_host(args),
        has_page=not args.no_web,
        public_url=args.public_url or "",
        is_proxied=_is_proxied(args),
    )


def _say_start(message: StartMessage) -> None:
    """Print what is there; on a terminal with the link for phones, unless only a proxy knows that."""
    _say(str(message))
    shows_blocks = sys.stdout.isatty() and sys.stdout.encoding.lower().startswith("utf")
    if message.page_elsewhere and shows_blocks:
        _say(qr_code(message.page_elsewhere))


def _log_start(endpoints: Sequence[Endpoint], durability: Durability, args: argparse.Namespace) -> None:
    log_event(
        _log,
        logging.INFO,
        "started",
        version=version("pente"),
        python=platform.python_version(),
        store="memory" if args.store == "memory" else _place(args),
        durability=durability.level,
        addresses=", ".join(map(str, endpoints)),
        options=shlex.join(args.typed),
        variables=" ".join(sorted(name for name in os.environ if name.startswith("PENTE_"))),
    )


def _stored_in(durability: Durability, args: argparse.Namespace) -> str:
    if durability.level is DurabilityLevel.MEMORY:
        return "memory only: NOTHING IS KEPT when the server stops"
    warning = "" if durability.is_strict else f"\n  ACKNOWLEDGED MOVES CAN BE LOST: {durability.reason}"
    return f"{_place(args)} (durability: {durability.level}){warning}"


def _place(args: argparse.Namespace) -> str:
    """Where a store that outlives the server is."""
    return "the given Redis" if _redis_url(args) else str(store_address.data_dir(args))


def _say(text: str) -> None:
    """Print to stdout, and ignore that its reader may have gone."""
    try:
        print(text, flush=True)
    except OSError:  # the pipe or the terminal is closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python reports it again at exit
