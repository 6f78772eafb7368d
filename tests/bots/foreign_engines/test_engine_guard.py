"""Nothing of an engine outlives the program that wanted it."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from pente_bots.foreign_engines.engine_command import EngineProtocol
from tests.support.engines.programs import bad, is_gone, parent_of
from tests.support.waiting import until

if sys.platform != "linux":  # there the kernel helps less, and nothing can be looked up in /proc
    pytest.skip("needs /proc", allow_module_level=True)

OWNER = """
import sys
from pente_bots.foreign_engines.engine_command import EngineCommand, EngineProtocol
from pente_bots.foreign_engines.foreign_engine import ForeignEngine
from pente_bots.search.limit import NO_LIMIT
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from

command = EngineCommand(tuple(sys.argv[1:]), EngineProtocol.PISKVORK)
ForeignEngine(command).decide(Position.initial(ruleset_from("freestyle")), NO_LIMIT)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_a_killed_program_leaves_no_process_of_its_engine(tmp_path: Path, how: signal.Signals) -> None:
    # given an engine that thinks, with children that have left its group and do not end when asked
    file = tmp_path / "numbers"
    words = bad(EngineProtocol.PISKVORK, "children", str(file)).words
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER, *words, stderr=asyncio.subprocess.DEVNULL
    )
    await until(lambda: file.exists() or owner.returncode is not None)
    numbers = [int(word) for word in file.read_text().split()]
    assert not any(map(is_gone, numbers))
    # when the program that asked it is killed
    owner.send_signal(how)
    await owner.wait()
    # then nothing is left
    await until(lambda: all(map(is_gone, numbers)))


async def test_a_killed_guard_takes_the_engine_with_it(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    words = bad(EngineProtocol.PISKVORK, "children", str(file)).words
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER, *words, stderr=asyncio.subprocess.PIPE
    )
    await until(lambda: file.exists() or owner.returncode is not None)
    engine, *_ = numbers = [int(word) for word in file.read_text().split()]
    os.kill(parent_of(engine), signal.SIGKILL)
    await until(lambda: is_gone(engine))
    # which is told at once, though the children of the engine still hold its output open
    _, said = await owner.communicate()
    assert owner.returncode == 1
    assert b"was killed by SIGKILL" in said
    for number in numbers[1:]:  # the kernel ends the engine alone
        if not is_gone(number):
            os.kill(number, signal.SIGKILL)
