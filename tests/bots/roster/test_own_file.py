"""Players of one's own, in files."""

import subprocess
import sys
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.roster.own_file import own_player
from pente_bots.roster.player_text import parse_player
from pente_bots.thinking.workers import Workers
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS

TEN_LINES = """\
from pente_bots import NO_LIMIT, Player, run


class Corner(Player):
    def choose(self, position, limit=NO_LIMIT):
        return min(position.legal_points)


run(Corner)
"""
PLAYER = "class {name}(Player):\n    def choose(self, position, limit=None):\n        {body}\n"
START = Position.initial(RULESETS["freestyle"])


def written(folder: Path, *parts: str, name: str = "mybot.py") -> str:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("\n".join(["from pente_bots import Player, run", *parts]))
    return str(folder / name)


def player(name: str, body: str = "return min(position.legal_points)") -> str:
    return PLAYER.format(name=name, body=body)


def test_a_bot_of_ten_lines_plays_here_and_in_another_process(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(TEN_LINES)
    named = parse_player(str(file))
    assert (named.label, named.is_heavy, named.is_ours) == (str(file), True, False)
    assert named.player("").choose(START) == 0
    with closing(Workers(1)) as workers:
        there: Future[Point] = workers.submit(_chosen_there, named.make.__call__)
        assert there.result() == 0


def _chosen_there(make: object) -> Point:
    assert callable(make)
    return Point(make(Random(1)).choose(START))


def test_the_file_is_named_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mybot.py").write_text(TEN_LINES)
    monkeypatch.chdir(tmp_path)
    named = parse_player("./mybot.py")
    monkeypatch.chdir("/")
    assert named.label == "./mybot.py"
    assert named.player("").choose(START) == 0


def test_of_several_the_class_is_named_or_given_to_run(tmp_path: Path) -> None:
    both = (player("Fast"), player("Slow"))
    file = written(tmp_path, *both)
    assert own_player(file, "Slow").class_name == "Slow"
    assert parse_player(f"{file}:Fast").label == f"{file}:Fast"
    with pytest.raises(InvalidPlayerOption, match=r"several players; choose one of .*py:Fast, .*py:Slow"):
        own_player(file)
    with pytest.raises(InvalidPlayerOption, match="has no player 'Quick'; it has Fast, Slow"):
        parse_player(f"{file}:Quick")
    assert own_player(written(tmp_path / "b", *both, "run(Slow)")).class_name == "Slow"


def test_what_only_helps_is_no_choice(tmp_path: Path) -> None:
    helpers = ("from pente_bots.players.random_player import RandomPlayer", "class Base(Player): pass")
    file = written(tmp_path, *helpers, player("Mine"), "Other = Mine")
    assert own_player(file).class_name == "Mine"


@pytest.mark.parametrize("end", ["run(Mine)", "import sys; sys.exit(run(Mine))", "raise SystemExit"])
def test_the_end_of_a_program_is_not_run(end: str, tmp_path: Path) -> None:
    assert own_player(written(tmp_path, player("Mine"), end)).class_name == "Mine"


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ("", "mybot.py has no player: a class at its top level, derived from pente_bots.Player"),
        ("class Lazy(Player): pass", "has no player"),
        ("x = 1 / 0", "mybot.py can't be loaded: ZeroDivisionError: division by zero .line 2 of mybot.py"),
        ("def (", "mybot.py can't be loaded: SyntaxError: .*line 2 of mybot.py"),
        ("import nowhere_at_all", "can't be loaded: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        (player("Odd") + "    def __init__(self): pass", "can't make a Odd: TypeError"),
    ],
)
def test_what_does_not_work_is_said_in_a_sentence(part: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidPlayerOption, match=says) as problem:
        own_player(written(tmp_path, part))
    assert "\n" not in str(problem.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").mkdir()
    with pytest.raises(InvalidPlayerOption, match=r"can't be read \(Is a directory\); write the path"):
        own_player(str(tmp_path / "mybot.py"))


def test_two_versions_have_equally_named_modules_beside_them(tmp_path: Path) -> None:
    uses = "from weighing_of_my_bot import POINT\n" + player("Mine", "return POINT")
    for number in (1, 2):
        folder = tmp_path / f"v{number}"
        folder.mkdir()
        (folder / "weighing_of_my_bot.py").write_text(f"POINT = {number}")
        written(folder, uses)
    made = [own_player(str(tmp_path / f"v{number}" / "mybot.py"))(Random(0)) for number in (1, 2)]
    assert [each.choose(START) for each in made] == [1, 2]


def test_an_error_of_the_file_comes_out_of_another_process(tmp_path: Path) -> None:
    file = written(tmp_path, "class Lost(Exception): pass", player("Mine", "raise Lost('where?')"))
    maker = own_player(file)
    with closing(Workers(1)) as workers:
        there: Future[Point] = workers.submit(_chosen_there, maker)
        error = there.exception()
    assert (type(error).__name__, str(error)) == ("Lost", "where?")


def test_to_load_a_file_starts_no_client(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(TEN_LINES)
    code = (
        "import sys; from pente_bots.roster.own_file import own_player; own_player('mybot.py');"
        "print(*sorted(name for name in sys.modules if 'websockets' in name or 'pente_client' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == []
