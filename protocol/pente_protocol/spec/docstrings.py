"""Docstrings of classes, fields and assigned names.

At runtime Python keeps only the docstrings of classes and modules; those below an assignment are parsed
from the source.
"""

import ast
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from inspect import cleandoc, getsource
from itertools import pairwise


def doc_of(thing: type) -> str:
    """The docstring of a class; empty if it has none."""
    return cleandoc(thing.__doc__ or "")


def docs_in(thing: type) -> Mapping[str, str]:
    """The docstrings of the fields of a class or the members of an enumeration, by name.

    Those of fields that it has from classes in the same module are among them.
    """
    classes = [base.__name__ for base in reversed(thing.__mro__) if base.__module__ == thing.__module__]
    docs = _assigned(thing.__module__)
    return {name: doc for class_ in classes for name, doc in docs.get(class_, {}).items()}


def doc_of_name(module: str, name: str) -> str:
    """The docstring below the assignment of a name in an imported module."""
    return _assigned(module)[""].get(name, "")


@cache
def _assigned(module: str) -> Mapping[str, Mapping[str, str]]:
    """The docstrings below assignments, by class and name; the class "" stands for the module."""
    tree = ast.parse(getsource(sys.modules[module]))
    classes = {node.name: _docs(node.body) for node in tree.body if isinstance(node, ast.ClassDef)}
    return {**classes, "": _docs(tree.body)}


def _docs(body: Sequence[ast.stmt]) -> dict[str, str]:
    docs: dict[str, str] = {}
    for assignment, text in pairwise(body):
        match assignment, text:
            case (
                ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(ast.Constant(str(doc))),
            ):
                docs[name] = cleandoc(doc)
            case _:
                pass
    return docs
