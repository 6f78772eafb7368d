"""A condition as a person wrote it, and the values of its parts: for the error when it never came to hold."""

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType


def described(condition: Callable[..., object]) -> tuple[str, Callable[[], list[str]]]:
    """The text of a condition, and a function for what its parts are worth now.

    A lambda is described by its source, with both sides of its comparisons; anything else by its name and the
    variables around it.
    """
    function = condition.func if isinstance(condition, partial) else condition
    code = getattr(function, "__code__", None)
    body = _lambda_body(code) if isinstance(code, CodeType) else None
    if body is None:
        return getattr(function, "__qualname__", repr(function)), lambda: _variables_text(function)
    return ast.unparse(body), lambda: [_worth(part, function) for part in _parts(body)]


def _lambda_body(code: CodeType) -> ast.expr | None:
    """The only lambda on the line where a function begins, read from its file."""
    if code.co_name != "<lambda>" or not Path(code.co_filename).is_file():
        return None
    try:
        tree = ast.parse(Path(code.co_filename).read_text())
    except SystemError:  # of Python 3.11, if the garbage collector parses something in the middle of it
        return None
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    there = [node for node in lambdas if node.lineno == code.co_firstlineno]
    return there[0].body if len(there) == 1 else None


def _parts(body: ast.expr) -> Iterator[str]:
    """The expressions whose values say how far from holding a condition is, the largest ones only."""
    match body:
        case ast.Compare(left=left, comparators=others):
            sides = [side for side in (left, *others) if not isinstance(side, ast.Constant)]
            yield from map(ast.unparse, sides)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _parts(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _parts(operand)
        case ast.Call(func=ast.Name(id="bool"), args=[operand]):
            yield from _parts(operand)
        case _:
            yield ast.unparse(body)


def _worth(expression: str, function: Callable[..., object]) -> str:
    try:
        value = eval(expression, _variables(function))
    except Exception as error:  # noqa: BLE001 -- whatever it is: it is what the condition would say
        value = error
    return f"{expression} = {value!r}"


def _variables(function: Callable[..., object]) -> dict[str, object]:
    """What a function sees: its module, the variables around it, and its defaults."""
    defaults = {
        name: parameter.default
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.default is not inspect.Parameter.empty
    }
    return {**getattr(function, "__globals__", {}), **_around(function), **defaults}


def _around(function: Callable[..., object]) -> dict[str, object]:
    return dict(inspect.getclosurevars(function).nonlocals) if inspect.isfunction(function) else {}


def _variables_text(function: Callable[..., object]) -> list[str]:
    return [f"{name} = {value!r}" for name, value in _around(function).items()]
