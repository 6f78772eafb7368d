"""The walls of the page: which of its folders know which, what none of its modules may do, and its size."""

import json
import re
from hashlib import sha256
from pathlib import Path
from zlib import compress

import pytest

from pente_server.net.http.page.assets import GAME_ROWS, SENTENCES, load_assets
from tests.structure.page_sources import VENDOR, WEB, page_modules

MODULES = page_modules()
MAY_USE = {
    "client": {"vendor"},
    "rules": {"client"},
    "words": {"rules", "client"},
    "dom": {"words"},
    "board": {"dom", "words", "rules", "client"},
    "room": {"board", "dom", "words", "rules", "client"},
    "lobby": {"archive", "board", "dom", "words", "rules", "client"},
    "archive": {"board", "dom", "words", "rules", "client"},
    "puzzles": {"board", "dom", "words", "rules", "client"},
    "play": {"board", "dom", "words", "rules", "client"},
}
"""The folders that modules of a folder may import, besides their own; `app` may import all."""
FORBIDDEN = (
    r"\.(inner|outer)HTML\b",
    r"insertAdjacentHTML",
    r"document\.write",
    r"\beval\(",
    r"\bnew Function\b",
    r"srcdoc",
    r"setHTMLUnsafe",
    r"\bDOMParser\b",
    r"createContextualFragment",
    r"https?://(?!www\.w3\.org/)",
)
TESTS = Path(__file__).parents[1]
SCRIPTS = (*MODULES, *sorted(TESTS.rglob("*.mjs")), *sorted(TESTS.rglob("page/*.js")))
"""The modules of the page, and those of its tests."""
MOST_BYTES = 212_000
"""Of all files of the page together, compressed as they are in the wheel and on the wire. The last
thousands are for the smallest phones, for links whose game has begun, for links that say which server is
meant, for a hint at each option of a new game, for why a point takes no stone, for the
keys of positions, and for games that only a later server knows."""
NOT_SERVED = {".md", ".ts"}
_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*"(\.[^"]+)\"""")


_EXPORT = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
_NAMES = re.compile(r"(?:import|export) \{([^}]*)\}|\{([^{}]*)\} = await (?:import|loadSignatures\(\))")
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_CLASS = re.compile(r"\.([a-z][\w-]*)")


def _name(module: Path) -> str:
    return str(module.relative_to(WEB))


def _code(path: Path) -> str:
    return _COMMENT.sub("", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", MODULES, ids=_name)
def test_a_module_makes_no_markup_of_text_and_names_no_other_host(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert [found for pattern in FORBIDDEN for found in re.findall(pattern, text)] == []


@pytest.mark.parametrize("module", MODULES, ids=_name)
def test_a_module_imports_what_is_there_and_only_what_its_folder_may_use(module: Path) -> None:
    folder = _name(module).partition("/")[0]
    for path in _IMPORT.findall(module.read_text(encoding="utf-8")):
        target = (module.parent / path).resolve()
        assert target.is_file() or target in {WEB / SENTENCES, WEB / GAME_ROWS}, path
        other = target.relative_to(WEB).parts[0]
        assert folder not in MAY_USE or other in {folder, *MAY_USE[folder]}, path


@pytest.mark.parametrize("folder", sorted({module.parent for module in MODULES}), ids=_name)
def test_no_folder_has_more_than_sixteen_modules(folder: Path) -> None:
    assert len(list(folder.glob("*.js"))) <= 16


def test_the_page_is_small() -> None:
    files = [path for path in WEB.rglob("*.*") if VENDOR not in path.parents]
    bodies = [path.read_bytes() for path in files if path.suffix not in NOT_SERVED] + [
        load_assets().by_path[made].body.plain for made in (SENTENCES, GAME_ROWS)
    ]
    assert sum(map(len, map(compress, bodies))) <= MOST_BYTES


def test_the_files_of_others_are_unchanged_and_each_has_its_licence() -> None:
    packages = json.loads((VENDOR / "packages.json").read_text(encoding="utf-8"))
    assert {folder.name for folder in VENDOR.iterdir() if folder.is_dir()} == set(packages)
    for folder, package in packages.items():
        digests = {path.name: sha256(path.read_bytes()).hexdigest() for path in (VENDOR / folder).iterdir()}
        assert digests == package["files"]
        assert "LICENSE" in digests


def test_nothing_but_the_module_of_signatures_knows_the_files_of_others() -> None:
    users = {_name(path) for path in MODULES if "/vendor/" in _code(path)}
    assert users == {"client/signatures.js"}
    importers = [path for path in MODULES if re.search(r'from "[^"]*/signatures\.js"', _code(path))]
    assert importers == []


def test_every_export_is_imported_by_another_module() -> None:
    code = "\n".join(map(_code, SCRIPTS))
    named = [name for found in _NAMES.findall(code) for name in "".join(found).split(",")]
    used = {name.split(" as ")[0].strip() for name in named} | set(re.findall(r"\bmodule\.(\w+)", code))
    exports = [(_name(path), name) for path in MODULES for name in _EXPORT.findall(_code(path))]
    assert [(module, name) for module, name in exports if name not in used] == []


def test_every_class_and_property_of_the_style_sheets_is_used() -> None:
    sheets = "\n".join(map(_code, sorted((WEB / "style").glob("*.css"))))
    code = "\n".join([*map(_code, MODULES), (WEB / "index.html").read_text(encoding="utf-8")])
    begun = tuple(re.findall(r"([a-z][\w-]*-)\$\{", code))
    numbered = {f"{word}{number}" for word in re.findall(r"`([a-z]+)\$\{", code) for number in range(4)}
    selectors = " ".join(re.findall(r"[^{};]+(?=\{)", sheets))
    classes = {name for name in _CLASS.findall(selectors) if not name.startswith(begun)} - numbered
    assert {name for name in classes if not re.search(rf"(?<![\w-]){name}(?![\w-])", code)} == set()
    properties = set(re.findall(r"^\s*(--[\w-]+):", sheets, re.MULTILINE))
    assert {name for name in properties if f"var({name}" not in sheets + code} == set()


@pytest.mark.parametrize("module", MODULES, ids=_name)
def test_every_name_that_a_module_imports_is_exported_there_and_used_here(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    for names, path in re.findall(r'^import \{([^}]*)\} from "([^"]+)"', text, re.MULTILINE):
        there = load_assets().text(str((module.parent / path).resolve().relative_to(WEB)))
        for name, _, alias in (each.strip().partition(" as ") for each in names.split(",") if each.strip()):
            assert re.search(rf"^export [^;=(]*\b{name}\b", there, re.MULTILINE), (name, path)
            assert len(re.findall(rf"\b{alias or name}\b", text)) > 1, name
