"""Results, standing and pairings of a ladder."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from pente_bots.ladder.ladder_result import LadderResult, format_result, parse_result
from pente_bots.ladder.pairing import next_pair
from pente_bots.ladder.results_file import BadResults, ResultsFile
from pente_bots.ladder.standing import LadderStanding
from pente_bots.ladder.standing_table import format_standing
from pente_core.rating import NEW

NAMES = ("ann-bot", "bob-bot", "cat-bot", "dan-bot")


def won(number: int, first: str, second: str, winner: str | None = None) -> LadderResult:
    return LadderResult(1_000 * number, (first, second), winner, "line", 20, f"room-{number:04}")


def played(*games: tuple[str, str, str | None]) -> LadderStanding:
    return LadderStanding(won(number, *game) for number, game in enumerate(games))


def test_ratings_follow_the_results_and_a_room_counts_once() -> None:
    standing = played(("a", "b", "a"), ("b", "a", "a"), ("a", "c", None))
    standing.add(won(0, "a", "b", "b"))
    assert standing.ranking(["d"])[0] == "a"
    assert (standing.score("a").games, standing.score("a").wins, standing.score("a").draws) == (3, 2, 1)
    assert standing.score("b").losses == 2
    assert standing.score("b").rating.value < NEW.value < standing.score("a").rating.value
    assert (standing.met("a", "b"), standing.met("b", "a")) == (1, 1)
    assert "room-0001" in standing


def test_the_table_has_who_has_not_played_too() -> None:
    heading, *rows = format_standing(played(("a", "b", "a")), ["new-bot"])
    assert heading.split() == ["bot", "rating", "±95%", "games", "wins", "draws", "losses"]
    assert [row.split()[1:3] for row in rows] == [["a", "1662?"], ["new-bot", "1500?"], ["b", "1338?"]]
    assert len({len(row) for row in [heading, *rows]}) == 1


def test_a_file_has_every_result_and_forgets_half_a_line(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "bots.ladder.jsonl")
    assert file.read() == []
    games = [won(1, "a", "b", "a"), won(2, "b", "a")]
    for game in games:
        file.add(game)
    whole = file.path.read_bytes()
    file.path.write_bytes(whole + b'{"at":7,"pl')
    assert file.read() == games
    file.add(won(3, "a", "c", "c"))
    assert file.path.read_bytes() == whole + format_result(won(3, "a", "c", "c")) + b"\n"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b'{"at":1}',
        b'{"at":1,"players":["a","a"],"winner":"a","termination":"line","stones":9,"room":"r"}',
        b'{"at":1,"players":["a","b"],"winner":"c","termination":"line","stones":9,"room":"r"}',
        b'{"at":-1,"players":["a","b"],"winner":"a","termination":"line","stones":9,"room":"r"}',
        b'{"at":1,"players":["a","b"],"winner":"a","termination":"line","stones":9,"room":"r","x":1}',
        b"\xff\xfe",
        b"[" * 10_000,
    ],
)
def test_what_is_no_result_is_said_with_its_line(line: bytes, tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "x")
    file.path.write_bytes(format_result(won(1, "a", "b")) + b"\n" + line + b"\n")
    with pytest.raises(BadResults, match=r"x: line 2 is no result of a ladder"):
        file.read()


def test_a_file_that_can_not_be_read_or_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match="can't be read: Is a directory"):
        ResultsFile(tmp_path).read()
    with pytest.raises(BadResults, match="can't be written: No such file"):
        ResultsFile(tmp_path / "no" / "x").add(won(1, "a", "b"))


def test_a_result_is_read_as_it_was_written() -> None:
    for winner in ("a", None):
        assert parse_result(format_result(won(5, "a", "b", winner))) == won(5, "a", "b", winner)


def simulated(games: int, strengths: Sequence[float], at_once: int = 1) -> LadderStanding:
    """A ladder of bots with these strengths, one game after another."""
    chance, standing, current = Random(1), LadderStanding(), list[tuple[str, str]]()
    worth = dict(zip(NAMES, strengths, strict=True))
    for number in range(games):
        while len(current) < at_once and (pair := next_pair(NAMES, standing, current)):
            current.append(pair)
        first, second = current.pop(0)
        expected = 1 / (1 + 10 ** ((worth[second] - worth[first]) / 400))
        winner = first if chance.random() < expected else second
        standing.add(won(number, first, second, winner))
    return standing


def test_all_play_equally_often_and_sit_first_equally_often() -> None:
    standing = simulated(200, (1500, 1500, 1500, 1500), at_once=2)
    games = [standing.score(name).games for name in NAMES]
    assert max(games) - min(games) <= 3
    for one in NAMES:
        for other in NAMES:
            assert abs(standing.met(one, other) - standing.met(other, one)) <= 1


def test_equals_meet_most_and_all_meet_at_times() -> None:
    standing = simulated(300, (1000, 1100, 1900, 2000))
    assert list(standing.ranking()) == ["dan-bot", "cat-bot", "bob-bot", "ann-bot"]

    def met(one: str, other: str) -> int:
        return standing.met(one, other) + standing.met(other, one)

    assert min(met("ann-bot", "bob-bot"), met("cat-bot", "dan-bot")) > met("ann-bot", "dan-bot") > 0


def test_no_two_bots_play_two_games_at_a_time() -> None:
    standing, current = LadderStanding(), list[tuple[str, str]]()
    while pair := next_pair(NAMES, standing, current):
        current.append(pair)
    assert len(current) == len({frozenset(pair) for pair in current}) == 6
