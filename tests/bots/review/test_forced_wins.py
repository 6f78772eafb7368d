"""`pente analyse` finds every forced win of ten real games that the tactical suite knows."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pente_bots.engine.kernel import IS_COMPILED
from pente_client.cli import main
from pente_core.records import format_pgn, record_of
from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from tests.support.games.real_games import RealGame, load_real_games
from tests.support.tactics.forced_wins import ForcedWin, load_forced_wins

FORCED_WINS = [win for win in load_forced_wins() if win.real is not None]


def text_of(real: RealGame) -> str:
    game = Game.new(real.rules)
    for move in real.moves:
        game = game.play(parse_point(move, real.rules.size))[1]
    return format_pgn(record_of(game))


def reviews_of(
    games: list[RealGame], nodes: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> Iterator[tuple[str, list[Any]]]:
    """The id of each game, and what is said about its stones."""
    path = folder / "games.pgn"
    path.write_text("\n".join(map(text_of, games)), encoding="utf-8")
    assert main(["analyse", str(path), "--json", "--nodes", str(nodes)]) == 0
    said = capsys.readouterr().out.splitlines()
    return zip((real.id for real in games), (json.loads(line)["stones"] for line in said), strict=True)


def missed(reviews: dict[str, list[Any]], wins: list[ForcedWin]) -> list[str]:
    """The forced wins that the reviews say nothing about."""
    sources = []
    for win in wins:
        assert win.real is not None
        id_, placed = win.real
        if (reviews[id_][placed]["best"]["win_in"] or 0) <= 0:
            sources.append(win.source)
    return sources


@pytest.mark.skipif(not IS_COMPILED, reason="would take minutes without a compiler")
def test_every_forced_win_of_ten_real_games_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = load_real_games()
    assert (len(games), len(FORCED_WINS)) == (10, 27)
    reviews = dict(reviews_of(games, 1000, tmp_path, capsys))
    assert missed(reviews, FORCED_WINS) == []


def test_a_forced_win_is_found_that_a_short_search_does_not_see(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game,) = (real for real in load_real_games() if real.id == "50000000057908")
    wins = [win for win in FORCED_WINS if win.real is not None and win.real[0] == game.id]
    reviews = dict(reviews_of([game], 20, tmp_path, capsys))
    assert len(wins) == 1
    assert missed(reviews, wins) == []


@pytest.mark.long
def test_every_forced_win_is_found_by_longer_searches_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reviews = dict(reviews_of(load_real_games(), 20_000, tmp_path, capsys))
    assert missed(reviews, FORCED_WINS) == []
