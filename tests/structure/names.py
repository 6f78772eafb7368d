"""The names that the code defines, for documents that mention them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.structure.imports import Imports, read_imports

ROOT = Path(__file__).parents[2]


@cache
def imports_here() -> Imports:
    """The imports of this repository, read once."""
    return read_imports(ROOT)


@cache
def defined_names() -> frozenset[str]:
    """Every module-level name of the distribution, and ``Class.member`` for what classes define."""
    trees = [module.tree for module in imports_here().modules.values()]
    return frozenset(name for tree in trees for name in _names(tree.body))


def _names(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                yield name
                yield from (f"{name}.{member}" for member in _names(node.body))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
                if name == "__init__":
                    yield from _attributes(node)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def _attributes(init: ast.AST) -> Iterator[str]:
    for node in ast.walk(init):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
