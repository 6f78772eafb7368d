"""The scripts that tune the engine: what self-play writes, and that the fits find what lies in it."""

from pathlib import Path
from random import Random

import pytest

from pente_bots.engine.opening_book import book_moves, read_book
from pente_core.rules.ruleset import RULESETS
from tests.support.tuning import fit_evaluation, fit_ordering, make_opening_book, self_play
from tests.support.tuning.positions_file import read_positions

pytestmark = pytest.mark.usefixtures("untraced")


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The positions of one short game, and of some beside it."""
    path = tmp_path_factory.mktemp("tuning") / "positions.txt"
    self_play.main([str(path), "1", "60", "3"])
    return path


def test_self_play_writes_positions_in_which_a_stone_is_due(positions: Path) -> None:
    found = list(read_positions(positions))

    assert {judged.result is None for judged in found} == {True, False}
    for judged in found:
        assert judged.best in judged.position.legal_points
        assert 0 <= judged.chance <= 1


def test_equal_arguments_write_equal_lines(positions: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.txt"
    self_play.main([str(again), "1", "60", "3"])

    assert again.read_text() == positions.read_text()


def test_the_terms_of_every_position_have_names(positions: Path) -> None:
    found = list(fit_evaluation.examples(positions))

    assert found
    assert {len(example.terms) for example in found} == {len(fit_evaluation.TERMS)}
    assert fit_evaluation.surprise(found) > 0


def test_a_fit_finds_the_worth_of_the_only_term_that_matters() -> None:
    chance, count = Random(1), len(fit_evaluation.TERMS)
    found = []
    for _ in range(400):
        terms = tuple(float(chance.randint(-2, 2)) for _ in range(count))
        found.append(fit_evaluation.Example(terms, float(terms[5] > 0), 0))

    worths = fit_evaluation.fitted(found, 40)

    assert worths.index(max(worths)) == 5
    assert fit_evaluation.surprise(found, worths) < fit_evaluation.surprise(found)


def test_a_fit_of_the_order_brings_the_best_stones_forward() -> None:
    """The best stone is always the only one that takes, and is listed last."""
    takes = fit_ordering.TERMS.index("takes")
    found = [fit_ordering.Choice((((0, 1),), ((1, 2),), ((takes, 2),)), (3.0, 2.0, 1.0), 2)] * 20

    worths = fit_ordering.fitted(found, 40)

    assert fit_ordering.places(found) == [3] * 20
    assert fit_ordering.places(found, worths) == [1] * 20


def test_the_candidates_of_a_position_have_the_ranks_of_the_engine(positions: Path) -> None:
    found = fit_ordering.choices(read_positions(positions))

    assert found
    for choice in found:
        assert len(choice.candidates) == len(choice.ranks) > choice.best


def test_a_book_has_moves_for_positions_that_came_up_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"LINE_NODES": 60, "GAME_NODES": 40, "ENOUGH": 3, "LINES": {1: 1, 2: 2}}.items():
        monkeypatch.setattr(make_opening_book, name, value)
    tree = make_opening_book.OpeningTree(RULESETS["pente"], 1)
    for _ in range(12):
        tree.play_game()

    entries = list(tree.entries())
    book = read_book((entry.text(key, 19) for key, entry in entries), 19)

    assert entries
    assert set(book) == {key for key, _ in entries}
    for key, entry in entries:
        position = tree._nodes[key].position
        assert position.ply >= make_opening_book.LEAST_PLY
        assert len(book_moves(book, position, 0)) == len(entry.moves)
