"""Every library that the product is built on has a tested upper bound, and is explained in the README."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.structure.newest import newest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "pyproject.toml").read_text()
PROJECT = tomllib.loads(TEXT)["project"]
PRODUCT = [
    *map(Requirement, PROJECT["dependencies"]),
    *map(Requirement, PROJECT["optional-dependencies"]["server"]),
    *map(Requirement, PROJECT["optional-dependencies"]["ssh"]),
    *map(Requirement, PROJECT["optional-dependencies"]["bench"]),
]


@pytest.mark.parametrize("requirement", PRODUCT, ids=str)
def test_each_has_a_lower_and_an_upper_bound(requirement: Requirement) -> None:
    assert {specifier.operator for specifier in requirement.specifier} == {">=", "<"}


@pytest.mark.parametrize("name", sorted({requirement.name for requirement in PRODUCT}))
def test_each_is_in_the_table_of_the_readme(name: str) -> None:
    assert re.search(rf"^\| {name}\b", (ROOT / "README.md").read_text(), re.MULTILINE)


def test_core_stands_on_msgspec_alone() -> None:
    assert set(libraries_of(ROOT / "core" / "pente_core")) == {"msgspec"}


def libraries_of(package: Path) -> Iterator[str]:
    """The libraries that a package imports, apart from itself and the standard library."""
    for file in package.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Import(names=names):
                    found = {alias.name.split(".")[0] for alias in names}
                case ast.ImportFrom(module=str() as module):
                    found = {module.split(".")[0]}
                case _:
                    continue
            yield from found - sys.stdlib_module_names - {package.name}


def test_the_newest_are_asked_for_without_bounds_but_tools_with_theirs() -> None:
    lines = newest(TEXT)
    assert "websockets" in lines
    assert "redis[hiredis]" in lines
    assert any(line.startswith("pytest>=") for line in lines)
    assert {Requirement(line).name for line in lines} >= {requirement.name for requirement in PRODUCT}
