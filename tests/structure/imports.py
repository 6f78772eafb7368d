"""Which module imports which, read from the source without running it.

A package that re-exports names is looked through: ``from pente_core.room import Event`` is an import of the
module that defines `Event`. If the package itself counted, every module that imports one name from it would
seem to need all of its modules, and a circle through it could hide.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

DISTRIBUTION = (
    "core/pente_core",
    "protocol/pente_protocol",
    "server/pente_server",
    "client/pente_client",
    "client/pente_bots",
)
"""The packages that are installed, as folders of the repository."""


@dataclass(frozen=True)
class Module:
    """A source file with what it imports and defines."""

    name: str
    path: Path
    """From the root of the repository."""
    tree: ast.Module
    is_package: bool

    @property
    def folder(self) -> str:
        return str(self.path.parent)


@dataclass(frozen=True)
class Imports:
    """All modules of a source tree, and the imports among them: at the top, inside functions, and hidden."""

    modules: Mapping[str, Module]
    edges: Mapping[str, frozenset[str]] = field(repr=False)
    """By the name of a module, the names of the modules of the tree that it needs."""
    hidden: tuple[str, ...] = field(repr=False)
    """Blocks of imports of the tree below ``if TYPE_CHECKING``, as ``path:line``."""


def read_imports(root: Path) -> Imports:
    """The imports of the distribution in a repository."""
    modules = {module.name: module for package in DISTRIBUTION for module in _read_package(root, package)}
    edges = {name: frozenset(_needed(module, modules)) - {name} for name, module in modules.items()}
    hidden = tuple(place for module in modules.values() for place in _hidden(module))
    return Imports(modules, edges, hidden)


def _read_package(root: Path, package: str) -> Iterator[Module]:
    source = (root / package).parent
    for file in sorted((root / package).rglob("*.py")):
        parts = file.relative_to(source).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        yield Module(name, file.relative_to(root), ast.parse(file.read_text()), is_package)


def _needed(module: Module, modules: Mapping[str, Module]) -> Iterator[str]:
    for node in ast.walk(module.tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in modules)
            case ast.ImportFrom(module=str() as source, names=names):
                for alias in names:
                    yield from _definer(source, alias.name, modules)
            case ast.Constant(value=str() as text) if "." in text and text in modules:
                yield text  # a table of modules that are loaded by name
            case _:
                pass


def _definer(source: str, name: str, modules: Mapping[str, Module]) -> Iterator[str]:
    """The module in which a name is defined that is imported from a module or package."""
    if f"{source}.{name}" in modules:
        yield f"{source}.{name}"
    elif source in modules:
        again = _exported_from(modules[source], name) if modules[source].is_package else None
        if again is None:
            yield source
        else:
            yield from _definer(*again, modules)


def _exported_from(package: Module, name: str) -> tuple[str, str] | None:
    """Where a package has a name from that it does not define itself: a module, and the name there."""
    for node in ast.walk(package.tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return node.module, alias.name
    return None


def _hidden(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            imports = [each for each in ast.walk(node) if _is_import_of_ours(each)]
            if imports:
                yield f"{module.path}:{imports[0].lineno}"


def _is_import_of_ours(node: ast.AST) -> TypeGuard[ast.Import | ast.ImportFrom]:
    match node:
        case ast.Import(names=names):
            return any(_is_ours(alias.name) for alias in names)
        case ast.ImportFrom(module=str() as source):
            return _is_ours(source)
        case _:
            return False


def _is_ours(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] in {package.split("/")[1] for package in DISTRIBUTION}
