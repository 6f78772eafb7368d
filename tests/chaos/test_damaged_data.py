"""What `pente serve` does with stored data that a power cut, a bad disk or a bad hand has damaged."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
import pytest_asyncio

from pente_core.identity import RoomId
from tests.chaos.peers.light_connection import LightConnection
from tests.chaos.peers.playing_pair import PlayingPair
from tests.support.processes import Process, ServerProcess, serving

SERVE = ("serve", "--port", "0")
MOVES = 12


@dataclass(frozen=True, slots=True)
class Kept:
    """The data directory of a server that was killed in the middle of a game."""

    directory: Path
    room: RoomId
    credential: str
    """Of the first player."""

    @property
    def newest(self) -> Path:
        """The file that grows with every move."""
        return max((self.directory / "store" / "appendonlydir").glob("*.incr.aof"))

    def files(self) -> dict[Path, bytes]:
        """All that is stored."""
        return {path: path.read_bytes() for path in (self.directory / "store" / "appendonlydir").iterdir()}

    async def moves(self, server: ServerProcess) -> int:
        """How many moves the game has on a server."""
        player = await LightConnection.connect(server.port)
        await player.greet(credential=self.credential, rooms={self.room: 0})
        player.close()
        return len(player.shown[self.room]["turns"])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def killed_in_the_middle(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """What all tests of this module take a copy of."""
    data = tmp_path_factory.mktemp("killed") / "d"
    async with serving(data) as server:
        pair = await PlayingPair.seated(server.port)
        for _ in range(MOVES):
            await pair.move()
        await server.kill()
    pair.close()
    return Kept(data, pair.room, pair.players[0].credential)


@pytest.fixture
def kept(killed_in_the_middle: Kept, tmp_path: Path) -> Kept:
    """A copy of what was stored, without what sockets and engines left behind."""
    copy, room = tmp_path / "d", killed_in_the_middle.room
    copytree(killed_in_the_middle.directory, copy, ignore=ignore_patterns("*.sock"))
    return Kept(copy, room, killed_in_the_middle.credential)


async def test_a_torn_end_is_cut_off_and_told_of(kept: Kept, tmp_path: Path) -> None:
    size = kept.newest.stat().st_size
    with kept.newest.open("ab") as aof:
        aof.write(b"*3\r\n$5\r\nRPUSH\r\n$3\r\nlog\r\n$8\r\neve")

    async with serving(kept.directory, log=tmp_path / "log") as server:
        assert await kept.moves(server) == MOVES
    said = (tmp_path / "log").read_text()
    assert f"the end of {kept.newest} was torn" in said
    assert f"from byte {size} on" in said


async def test_so_is_the_end_of_a_commit_that_was_never_acknowledged(kept: Kept, tmp_path: Path) -> None:
    data = kept.newest.read_bytes()
    commit = data[data.rindex(b"*1\r\n$5\r\nMULTI") : data.rindex(b"EXEC\r\n")]
    kept.newest.write_bytes(data + commit)

    async with serving(kept.directory, log=tmp_path / "log") as server:
        assert await kept.moves(server) == MOVES
    assert f"from byte {len(data)} on" in (tmp_path / "log").read_text()


def overwritten(data: bytes) -> bytes:
    """Some bytes in the middle are others, also where something begins: within it nobody would tell."""
    middle = data.index(b"\r\n$", len(data) // 2)
    return data[:middle] + b"X" * 40 + data[middle + 40 :]


def misjudged(data: bytes) -> bytes:
    """A length in the middle reaches past the end, as in a file whose end was torn."""
    length = data.index(b"\r\n$", len(data) // 2) + 3
    return data[:length] + b"99999999" + data[data.index(b"\r\n", length) :]


def later(data: bytes) -> bytes:
    """The same in the very last commit."""
    length = data.rindex(b"\r\n$", 0, data.rindex(b"\r\n$4\r\nEXEC")) + 3
    return data[:length] + b"99999999" + data[data.index(b"\r\n", length) :]


@pytest.mark.parametrize("damage", [overwritten, misjudged, later])
async def test_damage_is_refused_with_a_remedy_and_left_as_it_is(
    kept: Kept, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    # given data that was damaged, and a backup
    backup = kept.newest.read_bytes()
    kept.newest.write_bytes(damage(backup))
    before = kept.files()

    # when the server is started
    async with Process(*SERVE, "--data", str(kept.directory), state=tmp_path) as process:
        assert await process.ended() == 1
    said = "\n".join(process.said)

    # then it says which file it is and what to do, and has changed nothing
    assert f"{kept.newest} is damaged" in said
    assert f"restore a backup of {kept.directory / 'store'}" in said
    assert f"check-aof --fix {kept.newest}" in said
    assert "Traceback" not in said
    assert kept.files() == before

    # and with the backup everything is there again
    kept.newest.write_bytes(backup)
    async with serving(kept.directory) as server:
        assert await kept.moves(server) == MOVES
