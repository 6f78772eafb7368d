"""`pente analyse`, from its command line to its exit status."""

import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pente_bots.cli.analyse import EXAMPLES
from pente_bots.cli.analysis.position_lines import RewrittenLines
from pente_bots.cli.analysis.review_progress import ReviewBar
from pente_client.cli import main
from pente_core.notation import format_position, parse_position
from pente_core.records import Comment, Record, format_pgn, format_sgf, read_pgn, read_sgf
from pente_core.records.model.review_notes import with_review, without_review_notes
from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import replace
from tests.support.games.record_strategies import plain_record
from tests.support.waiting import LONG_PATIENCE

PENTE = (sys.executable, "-m", "pente_client")
QUICK = ("--player", "patterns-1", "--workers", "2")
REPEATABLE = (*QUICK, "--nodes", "2000")
"""Without a limit of time, which a busy machine reaches sooner."""
MOVES = ("K10", "L9", "G10", "J9", "J11", "H12")


def record_of(*moves: str, rules: Ruleset = RULESETS["pente"], **fields: Any) -> Record:
    return plain_record(rules, turns=tuple(parse_point(move, rules.size) for move in moves), **fields)


FIRST = record_of(*MOVES, comments=(Comment(2, "Hello: [you]."),))
SECOND = record_of("K10", "A1", "G10", "A2")
STAR = """from pente_bots import Player, SearchRequest

class Stuck(Player):
    def choose(self, position, limit=None):
        return next(iter(position.legal_points))

    def search(self, request):
        if request.position.ply >= 3:
            print("stuck", flush=True, file=__import__("sys").stderr)
            while not request.stop.is_set():
                pass
        return super().search(request)
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.sgf"
    path.write_text(format_sgf(FIRST) + "\n" + format_sgf(SECOND), encoding="utf-8")
    return path


@pytest.fixture
def folder(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder has some games, and nothing comes from stdin."""
    assert games.parent == tmp_path
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    (tmp_path / "six.sgf").write_text(format_sgf(record_of("K10", rules=RULESETS["connect6"])))
    unchosen = record_of("K10", "L9", "G10", "J9", rules=RULESETS["d-pente"])
    (tmp_path / "choice.sgf").write_text(format_sgf(unchosen))


def read(path: Path) -> list[Record]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list((read_sgf if path.suffix == ".sgf" else read_pgn)(lines))


def test_a_review_for_people(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(games), *QUICK]) == 0
    said = capsys.readouterr()
    shown = said.out.splitlines()
    assert shown[0] == "Game 1: ? and ?, pente"
    assert shown[1] == "What white can expect after each stone:"
    assert shown[2].startswith("100 % ")
    assert shown[6] == "      1"
    assert [[*line.split()[:2], line.split()[2].rstrip("?!")] for line in shown[8:14]] == [
        [f"{number}.", colour, move]
        for number, colour, move in zip(range(1, 7), ("white", "black") * 3, MOVES, strict=True)
    ]
    assert "reviewed by patterns-1" in shown
    assert "Game 2: ? and ?, pente" in shown
    assert all(len(line) <= 80 for line in shown)
    assert said.err == ""


def test_json_has_a_line_for_each_game(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(games), "--json", *QUICK]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["game"], first["by"], first["complete"], second["game"]) == (1, "patterns-1", True, 2)
    assert [stone["point"] for stone in first["stones"]] == list(MOVES)
    assert len(first["graph"]) == 6
    assert first["graph"][1] == 1000 - round(1000 * first["stones"][1]["played"]["chance"])


def test_the_review_is_written_into_the_file_and_nothing_is_lost(games: Path, tmp_path: Path) -> None:
    assert main(["analyse", str(games), "--game", "2", "--write", str(games), *REPEATABLE]) == 0
    one, two = read(games)
    assert one == FIRST
    assert two.review is not None
    assert replace(without_review_notes(two), review=None) == SECOND
    again = tmp_path / "again.sgf"
    assert main(["analyse", str(games), "--write", str(again), *REPEATABLE]) == 0
    reviewed, same = read(again)
    assert same == two
    assert reviewed.review is not None
    assert FIRST.comments[0] in reviewed.comments
    assert reviewed == with_review(FIRST, reviewed.review)


def test_the_text_of_pente_org_gets_tags_only(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert main(["analyse", str(games), "--game", "2", "--write", str(out), *QUICK]) == 0
    _, two = read(out)
    assert two.review is not None
    assert replace(two, review=None) == SECOND
    assert "{" not in out.read_text(encoding="utf-8").partition("[ReviewedBy")[2]


def test_the_lines_of_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.new(RULESETS["pente"])
    for move in MOVES:
        game = game.play(parse_point(move, 19))[1]
    text = format_position(game.position)
    assert main(["analyse", text, "--lines", "2", *QUICK]) == 0
    about, *lines = capsys.readouterr().out.splitlines()
    assert about.startswith("white to move, depth 2, ")
    assert [line.split()[0] for line in lines] == ["1.", "2."]
    assert main(["analyse", *text.split(), "--lines", "2", "--json", *QUICK]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["position"], found["side"], len(found["lines"])) == (text, "white", 2)
    assert found["lines"][0]["points"][0] == lines[0].split()[3]


def test_a_position_of_a_game(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(games), "--game", "2", "--at", "3", *QUICK]) == 0
    assert capsys.readouterr().out.startswith("black to move, depth 2")


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["games.sgf", "--player", "nobody"], 2, "there is no player 'nobody'"),
        (["games.sgf", "--player", "patterns:level=9"], 2, "level"),
        (["games.sgf", "--lines", "11"], 2, "--lines"),
        (["games.sgf", "--game", "0"], 2, "--game"),
        (["games.sgf", "--write", "out.jsonl"], 2, ".sgf or .pgn"),
        (["games.sgf", "--write", "out.doc"], 2, ".sgf or .pgn"),
        (["games.sgf", "--at", "99", *QUICK], 1, "the game has only 6 stones"),
        (["games.sgf", "--at", "2", "--write", "out.sgf", *QUICK], 1, "leave --at or --write out"),
        (["games.sgf", "--game", "3", *QUICK], 1, "has no game 3"),
        (["no.sgf", *QUICK], 1, "No such file"),
        (["games.doc", *QUICK], 2, "The format of 'games.doc' is unknown"),
        (["one", "two"], 1, "name one file or game id"),
        (["19/19 0,0 0O1 - - 0 pente", *QUICK], 1, "rows"),
        (["19/19 0,0 0O1 - - 0 pente", "--at", "1", *QUICK], 1, "leave them out"),
        (["six.sgf", "--player", "alphabeta"], 1, "alphabeta does not play connect6"),
        (["choice.sgf", "--at", "4", *QUICK], 1, "no stone is due"),
        (["-", "--from", "sgf", *QUICK], 1, "has no games"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_makes_no_sense(
    words: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        ended = main(["analyse", *words])
    except SystemExit as exit_:
        ended = int(exit_.code or 0)
    said = capsys.readouterr().err
    assert says in said
    assert (ended, said.count("\n")) == (status, 1)


def test_a_game_that_cannot_be_read_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "games.sgf", tmp_path / "out.sgf"
    illegal = format_sgf(record_of("K10", "K10"))
    path.write_text(f"(;GM[4]RU[pente];W[zz])\n{illegal}\n{format_sgf(SECOND)}", encoding="utf-8")
    assert main(["analyse", str(path), "--json", *QUICK]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["game"] == 3
    assert "game 1" in said.err
    assert "game 2: turn 2, K10, is illegal" in said.err
    assert main(["analyse", str(path), "--write", str(out), *QUICK]) == 1
    assert "--write would lose this game" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal as a terminal does")
def test_ctrl_c_keeps_and_prints_what_is_done(tmp_path: Path) -> None:
    player, path, out = tmp_path / "stuck.py", tmp_path / "game.pgn", tmp_path / "out.sgf"
    player.write_text(STAR, encoding="utf-8")
    path.write_text(format_pgn(replace(FIRST, comments=())), encoding="utf-8")
    words = ("analyse", str(path), "--player", str(player), "--workers", "1", "--json", "--write", str(out))
    with subprocess.Popen(
        (*PENTE, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, bufsize=0
    ) as program:
        try:
            assert program.stderr is not None
            assert program.stderr.readline() == b"stuck\n"
            os.killpg(program.pid, signal.SIGINT)
            said, errors = program.communicate(timeout=LONG_PATIENCE)
        finally:
            program.kill()
    assert program.returncode == 130
    shown = json.loads(said)
    assert not shown["complete"]
    assert [stone["point"] for stone in shown["stones"]] == ["K10", "L9"]
    assert b"Traceback" not in errors
    (record,) = read(out)
    assert record.review is not None
    assert len(record.review.stones) == 2


def test_lines_on_a_terminal_take_the_place_of_those_before() -> None:
    out = StringIO()
    lines = RewrittenLines(out)
    lines.show(["a", "b"])
    lines.show(["c"])
    assert out.getvalue() == "a\nb\n\x1b[2F\x1b[Jc\n"


def test_the_bar_is_for_terminals_and_says_what_is_left() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    times = iter([0.0, 0.0, 0.0, 10.0, 10.05])
    out, quiet = Terminal(), StringIO()
    bar = ReviewBar(out, lambda: next(times))
    bar.begin("game 1")
    bar.show(5, 20)
    bar.show(6, 20)
    assert "game 1: 5/20 stones, 0:30 left" in out.getvalue()
    assert "6/20" not in out.getvalue()
    ReviewBar(quiet, lambda: 0.0).show(1, 2)
    assert quiet.getvalue() == ""


def test_the_position_in_the_help_is_one() -> None:
    words = next(line for line in EXAMPLES.splitlines() if "19/19" in line)
    position = parse_position(words.removeprefix("  pente analyse "))
    assert position.ply == position.board.occupied.bit_count() == 1
    assert position.legal_points
