"""`pente arena`, from its command line to its exit status."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pente_bots.arena.match_game import GamePlan, PlayedGame
from pente_bots.arena.processes import play_games
from pente_bots.cli import arena_match
from pente_client.cli import main
from pente_core.records import check, read_pgn, read_sgf, replay_record
from pente_core.rules.move import Choice
from tests.support.waiting import LONG_PATIENCE

PENTE = (sys.executable, "-m", "pente_client")
OWN_BOT = """\
from pente_bots import NO_LIMIT, Player, run


class Corner(Player):
    def choose(self, position, limit=NO_LIMIT):
        return min(position.legal_points)


class Late(Player):
    def choose(self, position, limit=NO_LIMIT):
        if position.ply > 4:
            return 1 / 0
        return max(position.legal_points)


run(Corner)
"""
SMALL = ("--seed", "1", "--concurrency", "1")


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_table_of_three(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "priorities", "weights", "--games", "4", *SMALL]) == 0
    said = capsys.readouterr()
    shown = said.out.splitlines()
    assert shown[0] == "pente on 19x19, seed 1: 12 of 12 games"
    assert [line.split()[:2] for line in shown[3:6]][-1] == ["3", "random"]
    assert shown[7].split() == ["wins-draws-losses", "1", "2", "3"]


def test_the_output_is_the_same_however_many_play_at_once(tmp_path: Path) -> None:
    def said(processes: int) -> tuple[bytes, bytes]:
        file = tmp_path / f"{processes}.pgn"
        words = ("arena", "random", "weights", "--games", "5", "--seed", "3", "--json", "--save", str(file))
        command = (*PENTE, *words, "--ruleset", '{"size": 9}', "--concurrency", str(processes))
        done = subprocess.run(command, check=True, capture_output=True, timeout=LONG_PATIENCE)
        return done.stdout, file.read_bytes()

    assert said(2) == said(1)


def test_json_tells_every_game_and_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "weights", "--games", "4", "--json", *SMALL]) == 0
    *games, summary = lines(capsys)
    assert [game["game"] for game in games] == [1, 2, 3, 4]
    assert games[0]["players"] == games[1]["players"][::-1]
    assert games[0]["opening"] == games[1]["opening"] == games[1]["moves"][:4]
    assert summary["games"] == 4
    wins = sum(game["winner"] == "weights" for game in games)
    best = summary["players"][0]
    assert (best["player"], best["points"], best["wins"], best["games"]) == ("weights", wins, wins, 4)


@pytest.mark.parametrize(("name", "read"), [("games.pgn", read_pgn), ("games.sgf", read_sgf)])
def test_the_games_are_saved(
    name: str, read: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    words = ("--ruleset", "d-pente", "--games", "6", "--save", str(file), "--json", *SMALL)
    assert main(["arena", "random", "priorities:captures=on", *words]) == 0
    *games, _ = lines(capsys)
    with file.open(encoding="utf-8") as text:
        records = list(read(text))
    assert len(records) == 6
    for record, game in zip(records, games, strict=True):
        assert check(record) == []
        assert [player.name for player in record.players] == game["seats"]
        assert list(replay_record(record).tokens) == game["moves"]
        assert record.players[record.end.winners[0]].name == game["winner"]
    assert any(Choice.SWAP in record.turns for record in records)


def test_a_test_ends_as_soon_as_it_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--games", "400", "--sprt", "elo0=0,elo1=300", "--json", *SMALL)
    assert main(["arena", "weights", "random", *words]) == 0
    *games, summary = lines(capsys)
    assert summary["sprt"]["verdict"] == "stronger"
    assert len(games) == summary["games"] < 60
    assert summary["sprt"]["ratio"] >= summary["sprt"]["bounds"][1]


def test_moves_have_limits_and_are_timed(capsys: pytest.CaptureFixture[str]) -> None:
    limits = ("--move-time", "250ms", "--nodes", "50", "--depth", "2", "--max-plies", "10")
    assert main(["arena", "patterns-1", "random", "--games", "2", "--sprt", *limits, *SMALL]) == 0
    said = capsys.readouterr().out
    shown = said.splitlines()
    assert shown[0] == (
        "pente on 19x19, 0.25 s a move, 50 nodes a move, 2 stones ahead, seed 1: 2 of 2 games"
    )
    heading = next(line.split() for line in shown if "time a move" in line)
    assert heading == ["time", "a", "move", "mean", "longest", "overruns", "nodes", "a", "second"]
    assert "elo1=100, after 2 games: nothing is proved yet; more --games would tell" in said
    assert main(["arena", "random", "random", "--games", "2", *limits, *SMALL, "--json"]) == 0
    summary = lines(capsys)[-1]
    assert summary["limit"] == {"time": 250, "nodes": 50, "depth": 2}
    assert {one["times"]["moves"] for one in summary["players"]} == {6}


def test_games_may_have_a_clock(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "engine:depth=1", "random", "--games", "2", "--max-plies", "8", "--time", "0:30+1")
    assert main([*words, *SMALL]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "pente on 19x19, clock 0.5+1, seed 1: 2 of 2 games"
    assert any("time a move" in line for line in shown)
    assert main([*words, *SMALL, "--json"]) == 0
    *games, summary = lines(capsys)
    assert summary["time"] == "0.5+1"
    assert {game["termination"] for game in games} <= {"most-plies", "line", "captures"}


def test_without_a_seed_one_is_drawn_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "random", "weights", "--games", "2", "--json", "--concurrency", "1")
    assert main(list(words)) == 0
    first = lines(capsys)
    assert main([*words, "--seed", str(first[-1]["seed"])]) == 0
    assert lines(capsys) == first


def test_ctrl_c_prints_what_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(
        plans: Iterator[GamePlan], processes: int, still_playing: Callable[[], None]
    ) -> Iterator[PlayedGame]:
        games = play_games(plans, processes, still_playing)
        yield from (next(games) for _ in range(3))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena_match, "play_games", interrupted)
    assert main(["arena", "random", "weights", "--games", "10", *SMALL]) == 130
    assert "seed 1: 3 of 10 games" in capsys.readouterr().out


def test_a_file_of_ones_own_plays_and_loses_what_it_spoils(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(OWN_BOT)
    words = ("arena", "./mybot.py", "priorities", "./mybot.py:Late", "--games", "2", "--json", "--seed", "1")
    command = (*PENTE, *words, "--concurrency", "2", "--max-plies", "12", "--opening-plies", "0")
    done = subprocess.run(command, check=True, capture_output=True, timeout=LONG_PATIENCE, cwd=tmp_path)
    *games, summary = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(games) == summary["games"] == 6
    late = "./mybot.py:Late failed with ZeroDivisionError: division by zero (line 12 of mybot.py)"
    assert {game.get("failure") for game in games if "./mybot.py:Late" in game["players"]} == {late}
    assert late in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal as a terminal does")
def test_ctrl_c_at_a_running_program() -> None:
    words = ("arena", "random", "weights", "--games", "100000", "--concurrency", "2", "--json", "--seed", "1")
    with subprocess.Popen(
        (*PENTE, *words),
        bufsize=0,  # what readline had read ahead, communicate would not see
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as program:
        try:
            assert program.stdout is not None
            first = program.stdout.readline()
            os.killpg(program.pid, signal.SIGINT)
            rest, errors = program.communicate(timeout=LONG_PATIENCE)
        finally:
            program.kill()
    assert program.returncode == 130
    *games, summary = [json.loads(line) for line in (first + rest).splitlines()]
    assert (summary["t"], summary["games"]) == ("summary", len(games))
    assert b"Traceback" not in errors


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["random"], "A match needs two players"),
        (["random", "nobody"], "there is no player 'nobody'; choose from random"),
        (["random", "random:depth=2"], "no option 'depth'"),
        (["random", "random", "--ruleset", "chess"], "there is no ruleset 'chess'"),
        (["random", "random", "--ruleset", "{"], "not valid JSON"),
        (["random", "random", "--ruleset", '{"sides": 3}'], "two sides"),
        (["random", "random", "random", "--sprt", "elo1=5"], "--sprt is for matches of two players"),
        (["random", "random", "--sprt", "elo1=-5"], "elo0 must be less"),
        (["random", "random", "--insecure"], "--insecure and --identities are for games on a server"),
        (
            ["random", "random", "--server", "ws://127.0.0.1:1", "--time", "soon"],
            "'soon' is not a time control",
        ),
    ],
)
def test_wrong_use_is_said_in_a_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 2
    said = capsys.readouterr().err
    assert said.startswith("pente arena: ")
    assert says in said


@pytest.mark.parametrize("time", ["soon", "0", "-1s", "nan", "1e300s", "0.1ms", ""])
def test_times_are_checked(time: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "random", f"--move-time={time}"]) == 2
    assert "is not a time from 1ms to 10d, such as 500ms, 1s or 5min" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--games", "0"], ["--openings", "-1"], ["--concurrency", "all"]])
def test_numbers_are_checked(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "random", *words]) == 2
    assert "not a whole number" in capsys.readouterr().err


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "random", "--save", str(tmp_path / "no" / "games.pgn"), *SMALL]) == 1
    assert "games.pgn can't be written: No such file" in capsys.readouterr().err
