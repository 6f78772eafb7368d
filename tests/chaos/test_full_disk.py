"""A full disk under the private store: the server says so, stays up, and goes on with space again."""

import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.chaos.peers.playing_pair import PlayingPair
from tests.support.forked.popen import PENTE
from tests.support.ports import HeldPort
from tests.support.processes import Process
from tests.support.waiting import until

MOUNT = ("unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=6m tmpfs "$0" && exec "$@"')
"""Runs a command with a small disk of its own, which no other process sees."""
MOVES = 3


def _may_mount() -> bool:
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    return subprocess.run((*MOUNT, "/mnt", "true"), capture_output=True, check=False).returncode == 0


class SmallDisk:
    """A server with its data on a disk that can be filled."""

    def __init__(self, port: int, disk: Path, pid: int) -> None:
        self.port = port
        self._server = Path(f"/proc/{pid}")
        # The view of the server's process: the disk is not mounted for others.
        self._fill = Path(f"{self._server}/root{disk}/fill")

    def fill(self) -> None:
        with suppress(OSError), self._fill.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def fill_without_engine(self) -> None:
        """Fill it while the engine writes nothing, and then kill that: the disk is full when it starts."""
        engine = self._engine()
        os.kill(engine, signal.SIGSTOP)
        self.fill()
        os.kill(engine, signal.SIGKILL)

    def _engine(self) -> int:
        children = (self._server / "task" / self._server.name / "children").read_text().split()
        return next(int(pid) for pid in children if "engine.sock" in Path(f"/proc/{pid}/cmdline").read_text())

    def free(self) -> None:
        self._fill.unlink()

    def health(self) -> dict[str, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz") as answer:
                body = answer.read()
        except urllib.error.HTTPError as refused:
            body = refused.read()
        report: dict[str, str] = json.loads(body)
        return report

    def status(self) -> str:
        return self.health()["status"]


@asynccontextmanager
async def on_a_small_disk(tmp_path: Path) -> AsyncIterator[SmallDisk]:
    disk, held = tmp_path / "disk", HeldPort()
    disk.mkdir()
    arguments = ("serve", "--port", str(held.number), "--data", str(disk / "d"))
    server = Process(*arguments, state=tmp_path, log=tmp_path / "log")
    server.command = (*MOUNT, str(disk), *PENTE)
    async with server:
        await server.line_with("pente is serving")
        yield SmallDisk(held.number, disk, server.process.pid)


@pytest.mark.skipif(not _may_mount(), reason="no disks can be mounted here")
@pytest.mark.parametrize("fill", [SmallDisk.fill, SmallDisk.fill_without_engine], ids=["alive", "dead"])
async def test_a_full_disk_is_named_and_survived(tmp_path: Path, fill: Callable[[SmallDisk], None]) -> None:
    log = tmp_path / "log"
    async with on_a_small_disk(tmp_path) as server:
        pair = await PlayingPair.seated(server.port)
        for _ in range(MOVES):
            await pair.move()

        fill(server)
        await until(lambda: server.status() == "disk-full")
        assert "bytes free" in server.health()["reason"]

        server.free()
        await until(lambda: server.status() == "ok")
        for _ in range(MOVES):
            await pair.move()
        pair.close()

    told = [line for line in log.read_text().splitlines() if "disk-full" in line]
    assert "bytes free" in told[0]
    assert os.fspath(tmp_path / "disk") in told[0]
