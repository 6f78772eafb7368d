import asyncio
import os
from pathlib import Path

from pente_client.files.stdin_lines import LONGEST, typed_lines


async def lines_of(descriptor: int) -> list[str]:
    return [line async for line in typed_lines(descriptor)]


async def test_lines_of_a_pipe_come_as_they_are_written() -> None:
    reading, writing = os.pipe()
    lines = typed_lines(reading)
    os.write(writing, b"K1")
    first = asyncio.ensure_future(anext(lines))
    await asyncio.sleep(0)
    os.write(writing, "0\r\ngrüße\nlast".encode())
    assert await first == "K10"
    os.close(writing)
    assert [line async for line in lines] == ["grüße", "last"]
    os.close(reading)


async def test_a_pipe_stays_blocking() -> None:
    reading, writing = os.pipe()
    os.close(writing)
    assert await lines_of(reading) == []
    assert os.get_blocking(reading)
    os.close(reading)


async def test_files_and_nothing_at_all(tmp_path: Path) -> None:
    path = tmp_path / "moves"
    path.write_bytes(b"K10\n\xff\n")
    descriptor = os.open(path, os.O_RDONLY)
    assert await lines_of(descriptor) == ["K10", "\ufffd"]
    os.close(descriptor)
    null = os.open(os.devnull, os.O_RDONLY)
    assert await lines_of(null) == []
    os.close(null)
    assert await lines_of(-1) == []


async def test_a_line_without_end_is_cut() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"x" * 10_000 + b"\nK10\n")
    os.close(writing)
    first, second = await lines_of(reading)
    assert len(first) <= 2 * LONGEST
    assert second == "K10"
    os.close(reading)


async def test_cancelling_leaves_the_descriptor_alone() -> None:
    reading, writing = os.pipe()
    waiting = asyncio.ensure_future(lines_of(reading))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not asyncio.get_running_loop().remove_reader(reading)
    os.close(reading)
    os.close(writing)
