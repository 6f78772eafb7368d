"""A ladder at a real server: it plays, is stopped and goes on, and its table is its own."""

import signal
import subprocess
from pathlib import Path

import pytest

from pente_bots.ladder.results_file import ResultsFile
from pente_bots.ladder.standing import LadderStanding
from pente_client.connection import Client
from tests.support.forked.popen import PENTE
from tests.support.own_bots import own_bot
from tests.support.processes import Process, ServerProcess, serving

SMALL = ("--ruleset", '{"base": "pente", "size": 7, "line": 4}', "--time", "2+1")


def description(folder: Path) -> str:
    file = folder / "bots.toml"
    bots = ('player = "random"', 'player = "priorities"', f'player = "{own_bot(folder)}"\nname = "mine"')
    file.write_text("\n".join(f"[[bots]]\n{bot}" for bot in bots))
    return str(file)


async def test_a_ladder_goes_on_where_it_was_stopped(server: ServerProcess, tmp_path: Path) -> None:
    # given a ladder that is stopped after its first game
    file = description(tmp_path)
    words = ("ladder", file, server.url, *SMALL)
    async with Process(*words, state=tmp_path / "home") as first:
        await first.line_with("stones")
        first.process.send_signal(signal.SIGINT)
        assert await first.ended() == 130, list(first.said)
    results = ResultsFile(tmp_path / "bots.ladder.jsonl")
    before = results.read()
    assert before
    # when it is started again for some more games
    async with Process(*words, "--games", "7", "--at-once", "1", state=tmp_path / "home") as again:
        assert await again.ended() == 0, list(again.said)
    # then the file has all of them, each once, and all have played
    after = results.read()
    assert after[: len(before)] == before
    assert len({result.room for result in after}) == len(after) >= len(before) + 7
    standing = LadderStanding(after)
    assert all(standing.score(name).games for name in ("random-bot", "priorities-bot", "mine"))
    assert not [line for line in (*first.said, *again.said) if "Traceback" in line]
    # and told each end once, though two bots of its own have played
    told = [line for line in again.said if " stones, " in line or "over:" in line]
    assert [line.split()[-1] for line in told] == [result.room for result in after[-len(told) :]]
    assert len(told) >= 7
    # and the table needs no server
    async with Process("ladder", file, "--table", state=tmp_path / "home") as table:
        assert "rating" in await table.line()
        assert [(await table.line()).split()[1] for _ in range(3)] == list(standing.ranking())


async def test_no_rating_of_the_server_changes(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--rate-bots") as server:
        words = ("ladder", description(tmp_path), server.url, *SMALL, "--games", "2")
        async with Process(*words, state=tmp_path / "home") as ladder:
            assert await ladder.ended() == 0, list(ladder.said)
        async with Client(server.url) as ann:
            found = await ann.profile("random-bot")
            assert [score.rating for score in found.scores] == []


@pytest.mark.parametrize(
    ("text", "words", "status", "says"),
    [
        ('[[bots]]\nplayer = "random"', (), 2, "A ladder needs two bots"),
        ('[[bots]]\nplayer = "nobody"', (), 2, "bot 1: there is no player 'nobody'"),
        (None, (), 2, "can't be read"),
        (
            '[[bots]]\nplayer = "random"\nshowcase = "x"\n[[bots]]\nplayer = "weights"',
            (),
            2,
            "random-bot: a bot of a ladder has no showcase",
        ),
        (
            '[[bots]]\nplayer = "random"\n[[bots]]\nplayer = "patterns"',
            ("--ruleset", '{"sides": 3}'),
            2,
            "A ladder plays games of two sides",
        ),
        (
            '[[bots]]\nplayer = "random"\n[[bots]]\nplayer = "weights"',
            ("--results", "."),
            1,
            ".: can't be read: Is a directory",
        ),
        (
            '[[bots]]\nplayer = "random"\n[[bots]]\nplayer = "weights"',
            ("ws://127.0.0.1:1", "--wait", "0"),
            3,
            "pente ladder: ",
        ),
    ],
)
def test_what_is_no_ladder_is_said(
    text: str | None, words: tuple[str, ...], status: int, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "bots.toml"
    if text is not None:
        file.write_text(text)
    command = (*PENTE, "ladder", str(file), *words)
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, says in done.stderr) == (status, True), done.stderr
    assert "Traceback" not in done.stderr
