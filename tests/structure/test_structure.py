"""The distribution has no circle, hidden import or double name; and how they are counted."""

from pathlib import Path

import pytest

from tests.structure.__main__ import lines
from tests.structure.findings import Findings, circles, look

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def here() -> Findings:
    return look(ROOT)


def test_nothing_is_found_in_this_repository(here: Findings) -> None:
    assert {words: found for words, found in here.problems.items() if found} == {}


def test_the_whole_distribution_is_looked_at(here: Findings) -> None:
    assert here.modules > 300
    assert set(here.arrows) >= {"pente_core", "pente_server", "pente_client", "pente_bots"}


def test_every_figure_is_printed(here: Findings) -> None:
    text = "\n".join(lines(here))
    assert f"{sum(here.arrows.values())} arrows between folders" in text
    assert all(f"{len(found)} {words}" in text for words, found in here.problems.items())


def found_in(root: Path, **sources: str) -> Findings:
    """The findings in a made-up core: by the name of a module, with ``__`` for a dot, its source."""
    for name, source in sources.items():
        file = root / "core" / "pente_core" / f"{name.replace('__', '/', 1)}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    return look(root)


def test_an_import_inside_a_function_closes_a_circle(tmp_path: Path) -> None:
    found = found_in(
        tmp_path,
        one="from pente_core.two import Two",
        two="def two():\n    from pente_core import one\n",
        three="from pente_core.one import One",
    )
    assert found.circles == ("2 modules: pente_core.one, pente_core.two",)


def test_a_name_in_a_table_of_modules_is_an_import(tmp_path: Path) -> None:
    found = found_in(tmp_path, one="TABLE = {'two': 'pente_core.two'}", two="import pente_core.one")
    assert len(found.circles) == 1


def test_a_package_that_re_exports_makes_no_circle_of_its_modules(tmp_path: Path) -> None:
    found = found_in(
        tmp_path,
        room____init__="from pente_core.room.event import Event\nfrom pente_core.room.decide import step",
        room__event="class Event: ...",
        room__step="from pente_core.room import Event",
    )
    assert found.circles == ()


def test_a_package_that_re_exports_hides_no_circle(tmp_path: Path) -> None:
    found = found_in(
        tmp_path,
        room____init__="from pente_core.room.event import Event as RoomEvent",
        room__event="from pente_core.user import User",
        user="from pente_core.room import RoomEvent",
    )
    assert found.circles == ("2 modules: pente_core.room.event, pente_core.user",)


def test_an_import_for_the_type_checker_is_hidden_and_counts_as_one(tmp_path: Path) -> None:
    hidden = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pente_core.two import Two\n"
    found = found_in(tmp_path, one=hidden, two="import pente_core.one")
    assert found.hidden_imports == ("core/pente_core/one.py:3",)
    assert len(found.circles) == 1


def test_an_import_of_a_library_for_the_type_checker_hides_no_circle(tmp_path: Path) -> None:
    found = found_in(tmp_path, one="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import json\n")
    assert found.hidden_imports == ()


def test_two_public_classes_of_one_name_are_found(tmp_path: Path) -> None:
    found = found_in(tmp_path, one="class Both: ...\nclass _Own: ...", two="class Both: ...\nclass _Own: ...")
    assert found.double_names == ("Both: pente_core.one, pente_core.two",)


def test_folders_that_need_each_other_are_found_where_no_modules_do(tmp_path: Path) -> None:
    found = found_in(
        tmp_path,
        room__state="from pente_core.rules.point import Point",
        rules__point="",
        rules__board="from pente_core.room import names",
        room__names="",
    )
    assert found.circles == ()
    assert found.folder_circles == ("2 folders: core/pente_core/room, core/pente_core/rules",)


def test_arrows_between_folders_are_counted_once(tmp_path: Path) -> None:
    found = found_in(
        tmp_path,
        rules__point="",
        rules__board="from pente_core.rules import point",
        room__step="from pente_core.rules import point\nfrom pente_core.rules.board import Board",
    )
    assert (found.module_arrows, dict(found.arrows)) == (3, {"pente_core": 1})
    assert found.rooms["pente_core"] == (2, 1)


def test_every_circle_is_found_by_itself() -> None:
    edges = {"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["e"], "e": ["d"], "f": ["a"]}
    assert circles(edges) == [["d", "e"], ["a", "b", "c"]]
