"""The commands for recorded games: convert, check, replay, show, rulesets and judge."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pente_client.cli import main
from pente_client.files.conversion_progress import ConversionProgress
from pente_client.words.ruleset import SUMMARIES
from pente_core.records import Contestant, End, Record, format_pgn, format_sgf, read_pgn, read_sgf
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS
from pente_protocol.logs.game_records import read_gamelog
from tests.support.games.real_games import RealGame, load_real_games

PENTE = (sys.executable, "-m", "pente_client")
Typed = Callable[[str], None]


def recorded(real: RealGame) -> Record:
    return Record(
        ruleset=real.rules,
        players=(Contestant("ann"), Contestant("bob")),
        turns=tuple(parse_point(name, 19) for name in real.moves),
        end=End((real.winner,)),
        rated=real.ruleset == "pente",
    )


GAMES = [recorded(real) for real in load_real_games()]
FIVE = '[Game "Pente"]\n[Rated "N"]\n[Player 1 Name "ann"]\n1. A1 A3 2. B1 B3 3. C1 C3 4. D1 D3 5. E1 1-0\n'
BROKEN = "1. K10 L10 2. I8 ?\n"
ILLEGAL = "\n1. K10 L10\n2. K11 ?\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of our own, with the ten real games in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PENTE_ASCII", raising=False)
    (tmp_path / "games.pgn").write_text("\n".join(map(format_pgn, GAMES)))
    (tmp_path / "bad.pgn").write_text(f"{FIVE}\n{BROKEN}\n{FIVE}\n{ILLEGAL}")
    (tmp_path / "five.pgn").write_text(FIVE)
    return tmp_path


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Puts text into stdin."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_games_go_through_all_formats_and_back(files: Path) -> None:
    for source, target in (("games.pgn", "g.sgf"), ("g.sgf", "g.jsonl"), ("g.jsonl", "g.PGN")):
        assert main(["convert", source, target]) == 0
    assert (files / "g.PGN").read_text() == (files / "games.pgn").read_text()
    assert list(read_sgf((files / "g.sgf").read_text().splitlines())) == GAMES
    assert list(read_gamelog((files / "g.jsonl").read_text().splitlines())) == GAMES


SETUP = "(;FF[4]GM[4]SZ[19]RU[pente]AW[jj][ki]AB[as]PL[B]C[from a book];B[br];W[cq])"


def test_a_game_with_setup_stones_goes_everywhere(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "setup.sgf").write_text(SETUP)
    for source, target in (("setup.sgf", "s.pgn"), ("s.pgn", "s.jsonl"), ("s.jsonl", "s.sgf")):
        assert main(["convert", source, target]) == 0
    (one,), (other,) = (
        list(read_sgf((files / name).read_text().splitlines())) for name in ("setup.sgf", "s.sgf")
    )
    assert (one.setup, one.turns, one.comments) == (other.setup, other.turns, other.comments)
    assert main(["check", "setup.sgf", "s.pgn", "s.jsonl"]) == 0
    capsys.readouterr()
    assert main(["show", "setup.sgf", "--at", "1", "--unicode"]) == 0
    shown = capsys.readouterr().out
    assert (shown.count("○"), shown.count("●")) == (2, 2)
    assert main(["show", "setup.sgf", "--at", "3"]) == 1
    assert "the game has only 2 stones" in capsys.readouterr().err
    assert main(["replay", "setup.sgf"]) == 0
    told = capsys.readouterr().out
    assert "The game begins from a position: 2 white and 1 black stones; black to move." in told
    assert "1. black B2." in told
    assert "2. white C3." in told


def test_pipes_need_a_format(files: Path, typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed(FIVE)
    assert main(["convert", "-", "-"]) == 2
    assert (
        "The format of stdin and stdout is unknown; add --from with one of pgn, sgf, jsonl"
        in capsys.readouterr().err
    )
    assert main(["convert", "-", "-", "--from", "pgn", "--to", "sgf"]) == 0
    assert capsys.readouterr().out == format_sgf(next(read_pgn(FIVE.splitlines())))
    assert main(["convert", "games.pgn", "games"]) == 2
    assert "The format of 'games' is unknown; add --to" in capsys.readouterr().err


def test_a_game_that_can_not_be_read_leaves_everything_as_it_was(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "out.sgf").write_text("before")
    assert main(["convert", "bad.pgn", "out.sgf"]) == 1
    assert capsys.readouterr().err.startswith("pente convert: bad.pgn:6: game 2: column 15: expected a point")
    assert (files / "out.sgf").read_text() == "before"
    assert sorted(path.name for path in files.iterdir()) == ["bad.pgn", "five.pgn", "games.pgn", "out.sgf"]


def test_keeping_going_leaves_it_out(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--keep-going", "bad.pgn", "out.jsonl"]) == 1
    assert len(list(read_gamelog((files / "out.jsonl").read_text().splitlines()))) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "bad.pgn:6: game 2: column" in first
    assert "bad.pgn:15: game 4: turn 3, K11, is illegal" in second
    assert main(["convert", "--keep-going", "bad.pgn", "out.pgn"]) == 1
    assert len(list(read_pgn((files / "out.pgn").read_text().splitlines()))) == 3


@pytest.mark.parametrize(
    "arguments", [["nix.pgn", "out.sgf"], ["games.pgn", "nix/out.sgf"], [".pgn", "."], ["\0.pgn", "-"]]
)
def test_a_file_that_is_not_there_is_one_sentence(
    arguments: list[str], files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", *arguments, "--to", "sgf"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("pente convert: ")


def test_a_pipe_or_device_is_written_as_it_is(files: Path) -> None:
    assert main(["convert", "games.pgn", os.devnull, "--to", "sgf"]) == 0
    assert Path(os.devnull).exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_after_a_second_and_cleared() -> None:
    seconds = iter([0.0, 0.5, 1.2, 1.2, 1.25, 1.4, 1.4])
    out = Terminal()
    progress = ConversionProgress(out, lambda: next(seconds))
    for games in (1, 20, 300, 4000):
        progress.show(games)
    progress.clear()
    assert out.getvalue() == "\r20 games\r4000 games\r          \r"
    quiet = io.StringIO()
    ConversionProgress(quiet, lambda: 99.0).show(5)
    assert quiet.getvalue() == ""


def test_real_games_are_all_right(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "games.pgn", "five.pgn"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "11 games, 0 with errors\n")


def test_each_problem_is_a_line_with_its_place(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "wrong.sgf").write_text("(;RU[pente]RE[B+];W[jj])\n(;RU[pente]RE[B+]END[line]\n;W[jj])")
    assert main(["check", "--quiet", "bad.pgn", "nix.pgn", "wrong.sgf"]) == 1
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["bad.pgn:6", "game 2"],
        ["bad.pgn:15", "game 4"],
        ["wrong.sgf:2", "game 2"],
    ]
    assert lines[1].endswith(
        "turn 3, K11, is illegal: the second stone of the first side must be further from the centre"
    )
    assert lines[2].endswith("the recorded end is 0-1 (line), but the last turn does not end the game")
    assert said.err == "pente check: nix.pgn: No such file or directory\n"


def test_stdin_is_checked_too(files: Path, typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed(FIVE.replace("1-0", "0-1"))
    assert main(["check", "-", "--from", "pgn"]) == 1
    said = capsys.readouterr()
    assert said.out == "stdin:1: game 1: the recorded end is 0-1, but the game ended 1-0 (line)\n"
    assert said.err == "1 game, 1 with errors\n"
    assert main(["check", "-"]) == 2


def test_a_game_is_replayed_move_by_move(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "five.pgn", "--boards", "--ascii"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "pente-casual, 19x19, 5 in a row or 5 captured pairs win; unrated",
        "  white X: ann",
        "  black O: unknown",
    ]
    assert sum(line.endswith("A B C D E F G H J K L M N O P Q R S T") for line in lines) == 18
    assert "5. ann C1, tria." in lines
    assert "7. ann D1, tessera." in lines
    assert " 1*X*X*X*X(X). . . . . . . . . . . . . . 1" in lines
    assert lines[-2:] == ["ann won: five in a row (A1 B1 C1 D1 E1).", "Result: 1-0 (line)"]


def test_replaying_stops_at_a_stone(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "games.pgn", "--game", "2", "--at", "2", "--moves"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == ["1. ann K10.", "2. bob H9."]
    assert main(["replay", "five.pgn", "--at", "10"]) == 1
    assert capsys.readouterr().err == "pente replay: The game has only 9 stones; give a smaller --at\n"


def test_captures_comments_choices_and_clocks_are_told(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "swap.pgn").write_text(
        '[Game "D-Pente"]\n[Player 1 Name "ann"]\n[Player 2 Name "bob"]\n[Player 2 Type "Computer"]\n'
        '[TimeControl "5"]\n[Date "04/08/2016"]\n[Site "here"]\n[Round "-"]\n[Opening "4:swap"]\n'
        '[Clocks "300 300 300 300 290 9.5 1"]\n\n{a start} A1 B1 {x} T19 C1 D1 E1 Resign 0-1'
    )
    assert main(["replay", "swap.pgn", "--moves"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:7] == [
        "  white: ann",
        "  black: bob (a bot)",
        "  2016-04-08",
        "  Site: here",
        "  {a start}",
        "1. bob A1, white, clock 5:00.",
    ]
    assert lines[8] == "  {x}"
    assert "ann swaps: the players change colours, clock 4:50." in lines
    assert "5. ann D1, captures a pair, B1 C1, 1 of 5, clock 0:09.5." in lines
    assert lines[-2:] == ["bob won: ann resigned.", "Result: 0-1 (resignation)"]


@pytest.mark.parametrize("command", ["replay", "show"])
def test_what_can_not_be_shown_is_one_sentence(
    command: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, status, reason in (
        (["bad.pgn", "--game", "2"], 1, "bad.pgn:6: game 2: column 15"),
        (["bad.pgn", "--game", "4"], 1, "bad.pgn:15: game 4: turn 3, K11, is illegal"),
        (["bad.pgn", "--game", "5"], 1, "bad.pgn has only 4 games"),
        (["five.pgn", "--game", "2"], 1, "five.pgn has only 1 game"),
        (["nix.pgn"], 1, "nix.pgn: No such file"),
        (["five"], 2, "The format of 'five' is unknown"),
        (["five.pgn", "--game", "0"], 2, "'0' is not a whole number of at least 1"),
        (["five.pgn", "--at", "x"], 2, "'x' is not a whole number"),
    ):
        assert main([command, *arguments]) == status
        assert reason in capsys.readouterr().err


def test_a_moment_is_drawn_as_text(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["show", "five.pgn", "--at", "3", "--ascii"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("ann - black (pente-casual)\n")
    assert " 1 X(X). " in shown
    assert "3. ann B1." in shown
    assert main(["show", "five.pgn", "--unicode"]) == 0
    assert "○" in capsys.readouterr().out
    monkeypatch.setenv("PENTE_ASCII", "1")
    assert main(["show", "five.pgn"]) == 0
    assert "○" not in capsys.readouterr().out
    assert main(["show", "five.pgn", "--at", "10"]) == 1
    assert main(["show", "five.pgn", "--ascii", "--unicode"]) == 2


def test_a_moment_is_drawn_as_svg(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "five.pgn", "--svg", "five.svg"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["show", "five.pgn", "--svg", "-"]) == 0
    assert capsys.readouterr().out == (files / "five.svg").read_text()
    assert main(["show", "five.pgn", "--svg", "nix/five.svg"]) == 1


def test_rulesets_are_listed_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(RULESETS)
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_is_explained_with_all_parameters(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{name}: {SUMMARIES[name]}"
    assert len(lines) == 19
    assert all(line.endswith(".") for line in lines[2:])


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ('{"sides": 3}', "Runs of exactly 2 of one opponent's stones between two of your own are captured."),
        ('{"sides": 4, "teams": true}', "10 captured stones of a team together win."),
        ('{"base": "gomoku"}', "Nobody wins by captures."),
        ('{"announce": false}', "Nothing is announced."),
        ('{"captures": [1, 2, 3]}', "Runs of exactly 1, 2 or 3 of the opponents' stones"),
    ],
)
def test_parameters_of_your_own_are_explained(
    spec: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rulesets", spec]) == 0
    assert sentence in capsys.readouterr().out


def test_a_ruleset_in_a_file_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "keryo-pente"\ngoal = 12\n')
    assert main(["rulesets", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("keryo-pente with changes: 12 captured stones win.")
    assert "12 captured stones win." in said
    file.write_text("size = 5")
    assert main(["rulesets", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"pente rulesets: {file}: second_move leaves ")


@pytest.mark.parametrize("spec", ["chess", "{", '{"size": 5}', '{"size": ' + "[" * 99_999])
def test_a_ruleset_that_is_none_is_refused(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets", spec]) == 1
    assert capsys.readouterr().err.startswith("pente rulesets: ")


def test_rulesets_are_objects_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets", "--json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["ruleset"] for each in objects] == list(RULESETS)
    assert objects[0]["parameters"]["captures"] == [2]
    assert set(objects[0]["parameters"]) == set(objects[0]["meanings"])


def test_tasks_are_judged_line_by_line(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed('{"ruleset": "pente", "tokens": ["K10", "K10"]}\n\n{"ruleset": {"size": 13}, "tokens": []}')
    assert main(["judge"]) == 0
    assert capsys.readouterr().out == (
        '{"ruleset":"pente","steps":[["K10",1,0,0,2],["K10",0]],"winner":0,"white":["K10"],"black":[]}\n'
        '{"ruleset":{"size":13},"steps":[],"winner":0,"white":[],"black":[]}\n'
    )


def test_a_line_that_is_no_task_is_answered_with_why(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks = [
        "{",
        "[]",
        '{"ruleset": "chess", "tokens": []}',
        "[" * 99_999,
        "1" * 9999,
        '{"ruleset": "pente", "tokens": []}',
    ]
    typed("\n".join(tasks))
    assert main(["judge"]) == 1
    *errors, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [error["line"] for error in errors] == [1, 2, 3, 4, 5]
    assert all(error["error"] for error in errors)
    assert last["winner"] == 0


def test_a_reader_who_goes_away_is_no_error(files: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as out:
        done = subprocess.run(
            [*PENTE, "convert", "games.pgn", "-", "--to", "sgf"],
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"")


def test_ctrl_c_ends_it_with_130_and_without_a_word() -> None:
    with subprocess.Popen(
        [*PENTE, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"ruleset": "pente", "tokens": []}\n')
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"ruleset"')
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        assert (process.returncode, errors) == (130, b"")
