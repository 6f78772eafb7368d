"""What must not be: circles, hidden imports, one name for two classes, folders without an overview."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.structure.imports import DISTRIBUTION, Imports, Module, read_imports

"""In a folder; ``__init__.py`` is not counted."""

ALLOWED_TWICE: Mapping[str, str] = {}
"""Names that two public classes may share, each with the reason."""

_Arrow = tuple[str, str]


@dataclass(frozen=True)
class Findings:
    """Everything that `python -m tests.structure` prints. Each finding is a line of text."""

    circles: tuple[str, ...]
    folder_circles: tuple[str, ...]
    hidden_imports: tuple[str, ...]
    double_names: tuple[str, ...]
    needless_exceptions: tuple[str, ...]
    arrows: Counter[str] = field(repr=False)
    """Arrows between folders by package; those from one package to another under ``between packages``."""
    rooms: Mapping[str, tuple[int, int]] = field(repr=False)
    """By package, how many folders and modules it has at its top, and the arrows between those."""
    modules: int = 0
    module_arrows: int = 0

    @property
    def problems(self) -> Mapping[str, tuple[str, ...]]:
        """What has to be empty, by the words for it."""
        return {
            "circles of modules": self.circles,
            "circles of folders": self.folder_circles,
            "hidden imports": self.hidden_imports,
            "public class names used twice": self.double_names,
            "exceptions that are not needed": self.needless_exceptions,
        }


def look(root: Path) -> Findings:
    """The findings in a repository."""
    imports = read_imports(root)
    arrows = _folder_arrows(imports)
    twice = _double_names(imports.modules.values())
    double_names = (f"{name}: {', '.join(at)}" for name, at in twice.items() if name not in ALLOWED_TWICE)
    return Findings(
        circles=_described(circles(imports.edges), "modules"),
        folder_circles=_described(circles(_by_start(arrows)), "folders"),
        hidden_imports=imports.hidden,
        double_names=tuple(double_names),
        needless_exceptions=tuple(sorted(ALLOWED_TWICE.keys() - twice.keys())),
        arrows=Counter(map(_owner, arrows)),
        rooms={package.split("/")[1]: _rooms(imports, package.split("/")[1]) for package in DISTRIBUTION},
        modules=len(imports.modules),
        module_arrows=sum(map(len, imports.edges.values())),
    )


def circles(edges: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The groups of modules that all need each other, directly or through others (Tarjan 1972)."""
    found: list[list[str]] = []
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for needed in edges.get(module, ()):
            if needed not in order:
                visit(needed)
                lowest[module] = min(lowest[module], lowest[needed])
            elif needed in path:
                lowest[module] = min(lowest[module], order[needed])
        if lowest[module] == order[module]:
            start = path.index(module)
            group = sorted(path[start:])
            del path[start:]
            if len(group) > 1:
                found.append(group)

    for module in edges:
        if module not in order:
            visit(module)
    return found


def _described(found: Iterable[list[str]], what: str) -> tuple[str, ...]:
    return tuple(f"{len(circle)} {what}: {', '.join(circle)}" for circle in found)


def _double_names(modules: Iterable[Module]) -> dict[str, list[str]]:
    at: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                at[node.name].append(module.name)
    return {name: where for name, where in sorted(at.items()) if len(where) > 1}


def _folder_arrows(imports: Imports) -> set[_Arrow]:
    folder = {name: module.folder for name, module in imports.modules.items()}
    arrows = {(folder[name], folder[needed]) for name, all_ in imports.edges.items() for needed in all_}
    return {(start, end) for start, end in arrows if start != end}


def _rooms(imports: Imports, package: str) -> tuple[int, int]:
    """The size of a package's floor plan: what a reader has to know of it to know where things are."""
    room = {name: name.split(".")[1] for name in imports.modules if name.startswith(f"{package}.")}
    needed = {(room[name], room[other]) for name in room for other in imports.edges[name] if other in room}
    return len(set(room.values())), sum(start != end for start, end in needed)


def _by_start(arrows: set[_Arrow]) -> dict[str, list[str]]:
    ends: dict[str, list[str]] = defaultdict(list)
    for start, end in sorted(arrows):
        ends[start].append(end)
    return ends


def _owner(arrow: _Arrow) -> str:
    start, end = (folder.split("/")[1] for folder in arrow)
    return start if start == end else "between packages"
