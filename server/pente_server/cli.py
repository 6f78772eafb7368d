"""`pente serve`: run a server."""

import argparse
import asyncio
import errno
import gc
import os
import resource
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from pente_core.clock.instant import Millis
from pente_server import store_address
from pente_server.access import access_options
from pente_server.access.host_files import UnusableFile
from pente_server.diagnostics.disk_space import blame_full_disk
from pente_server.diagnostics.log_format import LogFormat, set_up_log
from pente_server.embedded import EmbeddedError, EmbeddedStore, start_embedded
from pente_server.house_bots.former_accounts import former_accounts
from pente_server.house_bots.house import House
from pente_server.limits.limits import Allowance
from pente_server.node import Node
from pente_server.options import add_arguments
from pente_server.store import Store, StoreUnavailable
from pente_server.store.memory.store import MemoryStore
from pente_server.store.redis.store import RedisStore

__all__ = ["add_arguments", "run"]

FILES: Final = (65_536, 16_384, 10_240, 4096)
"""Limits on open files to try, until the system grants one."""
FILES_OF_OUR_OWN: Final = 100
"""Open files for other things than clients: the store, logs, bots."""
DAY: Final = 24 * 60 * 60 * 1000
"""Milliseconds."""


class CannotServe(Exception):
    """The server can't run; the message is one sentence that says what to do."""


_REFUSALS: Final = (
    CannotServe,
    access_options.InvalidAccessOptions,
    store_address.InvalidStoreAddress,
    UnusableFile,
)
"""Options that can't be carried out."""


def run(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM, and return the exit status."""
    set_up_log(args.log_level, LogFormat(args.log_format))
    try:
        _tune_garbage_collector()
        _run(_serve(args))
    except (*_REFUSALS, EmbeddedError, StoreUnavailable) as error:
        print(f"pente serve: {error}", file=sys.stderr)
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
    password = access_options.server_password(args)
    access_control = access_options.access_control_from(args, password)
    with _ending_on_signals() as is_signalled:
        async with AsyncExitStack() as parts:
            listener = parts.enter_context(_listener(args.host, args.port))
            store, until_gone = await parts.enter_async_context(_store(args))
            _check_durability(store, args.durability)
            node = Node(
                store,
                _allowance(args),
                is_behind_proxy=args.behind_proxy,
                keeps_bot_games=args.keep_bot_games,
                rates_bots=args.rate_bots,
                access_control=access_control,
                idle=Millis(args.idle_days * DAY),
                explain=_explain(args),
            )
            house = House(store, node.house_tokens, former_accounts(args.data)) if args.house else None
            if house is not None:
                await house.prepare()
            await parts.enter_async_context(node.serving(listener))
            host, port = listener.getsockname()[:2]
            if house is not None:
                await parts.enter_async_context(house.running(_url(host, port)))
            opponent = house.name_of("priorities-bot") if house else ""
            _say(_greeting(host, port, store, args, opponent))
            try:
                if not is_signalled():  # redis-py swallows some cancellations while it connects
                    await until_gone()
            finally:
                _say("stopping")


@contextmanager
def _ending_on_signals() -> Iterator[Callable[[], bool]]:
    """Cancel the block at the first SIGINT or SIGTERM; later signals are ignored, so that it can clean up.

    Yields a function that returns whether there was a signal.
    """
    main, loop = asyncio.current_task(), asyncio.get_running_loop()
    signalled = False

    def end() -> None:
        nonlocal signalled
        if not signalled and main is not None:
            signalled = True
            main.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end)
    try:
        yield lambda: signalled
    except asyncio.CancelledError:
        if not signalled:
            raise


def _allowance(args: argparse.Namespace) -> Allowance:
    rate = args.messages_per_second
    return Allowance(
        connections=max(FILES_OF_OUR_OWN, _open_files() - FILES_OF_OUR_OWN),
        messages=rate,
        messages_burst=3 * rate,
        makes_up_for_lag=not args.no_lag_compensation,
    )


def _open_files() -> int:
    """Raise the limit on open files and sockets of this process, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (*FILES, hard):  # some systems refuse even what the hard limit allows
        if 0 <= soft < wanted and (wanted <= hard or hard == resource.RLIM_INFINITY):
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return min(wanted, FILES[0])
    return FILES[0] if soft == resource.RLIM_INFINITY else soft


def _listener(host: str, port: int) -> socket.socket:
    """A socket that listens on the host's first address. Raises CannotServe."""
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=1024)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = f"port {port} is in use; stop the other program or choose another port with --port"
            raise CannotServe(text) from None
        raise CannotServe(
            f"can't listen on {host} port {port} ({error.strerror or error}); check --host and --port"
        ) from None
    except UnicodeError:
        raise CannotServe(f"{host!r} is not a valid host name; give another with --host") from None


UntilGone = Callable[[], Awaitable[object]]
"""Waits, normally for ever. Raises CannotServe when the private store has ended and can't be restarted."""


@asynccontextmanager
async def _store(args: argparse.Namespace) -> AsyncIterator[tuple[Store, UntilGone]]:
    """The store that the command line asks for, started if it is the private one."""
    url = _redis_url(args)
    if args.store == "memory" or url:
        store: Store = await RedisStore.connect(url) if url else MemoryStore()
        async with _closing(store):
            yield store, asyncio.Event().wait
        return
    engine = await start_embedded(args.data)
    try:
        async with _closing(await RedisStore.connect(engine.url)) as store:
            yield store, partial(_until_gone, engine, args.data)
    finally:
        await engine.stop()


def _explain(args: argparse.Namespace) -> Callable[[StoreUnavailable], StoreUnavailable]:
    """Finds the reason why the store does not answer, as far as this machine knows it."""
    if args.store == "memory" or _redis_url(args):
        return lambda error: error
    return partial(blame_full_disk, args.data)


def _redis_url(args: argparse.Namespace) -> str:
    """The URL of the given Redis; empty for another store. Options take precedence over the environment."""
    return store_address.redis_url(args, is_elsewhere=args.store is not None)


async def _until_gone(engine: EmbeddedStore, data: Path) -> None:
    await engine.wait()
    raise CannotServe(f"the private store has ended and can't be restarted; see {data / 'store.log'}")


@asynccontextmanager
async def _closing(store: Store) -> AsyncIterator[Store]:
    try:
        yield store
    finally:
        with suppress(StoreUnavailable):
            await store.close()


def _check_durability(store: Store, wanted: str) -> None:
    """Check that the store has the durability that was asked for. Raises CannotServe."""
    if wanted != "strict" or store.durability == "strict":
        return
    if store.durability == "memory":
        raise CannotServe("a store in memory is not durable; omit --store memory or --durability strict")
    raise CannotServe(
        f"the store's durability is {store.durability}, not strict;"
        " set appendonly yes and appendfsync always in its configuration, or start with --durability any"
    )


def _greeting(host: str, port: int, store: Store, args: argparse.Namespace, opponent: str) -> str:
    """The commands to join, from this machine and from others; ``opponent``: a house bot, if there is one."""
    url = _url(host, port)
    pente, option = _program(), "" if (host, port) == ("127.0.0.1", 8765) else f" {url}"
    lines = [
        f"pente is serving on {url}; games are stored in {_stored_in(store, args)}",
        f"  play  on this machine:   {pente} play{option}",
        f"  watch on this machine:   {pente} watch{option}",
    ]
    if _is_any(host):
        lines.append(f"  play on your network:    pente play {_url(_lan_address(), port)} --insecure")
    elif host.startswith("127.") or host == "::1":
        house = " --house" if args.house else ""
        lines.append(f"  for your network start:  {pente} serve --host 0.0.0.0{house}")
    else:
        lines.append(f"  play from elsewhere:     pente play {url} --insecure")
    if opponent:
        lines.append(f"  play against a bot:      {pente} play{option} --against {opponent}")
    if store.durability == "memory":
        lines.append("  Ctrl-C stops the server")
    else:
        lines.append("  Ctrl-C stops the server; games continue when it is started again")
    return "\n".join(lines)


def _program() -> str:
    """The command that starts this program: its path as typed, if its name is not in the search path."""
    typed = sys.argv[0]
    return "pente" if shutil.which("pente") or Path(typed).name != "pente" else typed


def _stored_in(store: Store, args: argparse.Namespace) -> str:
    if store.durability == "memory":
        return "memory only: NOTHING IS KEPT when the server stops"
    place = "the given Redis" if _redis_url(args) else str(args.data)
    return f"{place} (durability: {store.durability})"


def _url(host: str, port: int) -> str:
    if _is_any(host):
        host = "127.0.0.1"
    return f"ws://[{host}]:{port}" if ":" in host else f"ws://{host}:{port}"


def _is_any(host: str) -> bool:
    return host in ("0.0.0.0", "::")  # noqa: S104 -- compared, not listened on


def _lan_address() -> str:
    """This machine's address in its network. Connecting a UDP socket chooses it without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "ADDRESS-OF-THIS-MACHINE"


def _say(text: str) -> None:
    """Print to stdout, and ignore that its reader may have gone."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python reports it again at exit
