"""Documents name only what there is: code in the glossary, files in the architecture."""

import re
from pathlib import Path

import pytest

from tests.structure.names import ROOT, defined_names, imports_here

ENTRIES = re.findall(r"^\*\*([^*]+)\*\*: (.+)$", (ROOT / "GLOSSARY.md").read_text(), re.MULTILINE)
TOPS = ["client", "core", "deploy", "docs", "protocol", "server", "tests"]
QUOTED = re.compile(r"`([^`\s]+)`")
NO_NAMES = {"K10"}
"""What stands in code style and is typed by people."""
WITH_PATHS = ["GLOSSARY.md", "CONTRIBUTING.md", "README.md", "docs/architecture.md"]


def quoted(text: str) -> list[str]:
    return [quote for quote in QUOTED.findall(text) if quote not in NO_NAMES]


def test_the_glossary_has_some_sixty_words_or_more_in_their_order() -> None:
    words = [word for word, _ in ENTRIES]
    assert len(words) >= 60
    assert words == sorted(words)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(("word", "text"), ENTRIES, ids=[word for word, _ in ENTRIES])
def test_what_the_glossary_names_exists(word: str, text: str) -> None:
    names = [quote for quote in quoted(text) if "/" not in quote]
    assert [name for name in names if name not in defined_names()] == []
    assert paths_in(text), f"{word}: where does it live?"


@pytest.mark.parametrize("document", WITH_PATHS)
def test_the_paths_in_a_document_exist(document: str) -> None:
    text = (ROOT / document).read_text()
    assert [path for path in paths_in(text) if not list(ROOT.glob(path))] == []


SIGN_IN = (ROOT / "docs" / "protocol" / "sign-in.md").read_text()
ATTACKS = re.findall(r"^\| (.+?) \| .+? \| (.+?) \|$", SIGN_IN.partition("## Attacks")[2], re.MULTILINE)[2:]


def test_each_attack_on_signing_in_has_a_test() -> None:
    assert len(ATTACKS) >= 15
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    for attack, named in ATTACKS:
        assert quoted(named), attack
        for name in quoted(named):
            assert re.search(rf"^ *(?:async )?def {name}\(", tests, re.MULTILINE), f"{attack}: {name}"


def paths_in(text: str) -> set[str]:
    """What looks like a path of this repository: a folder at its top, and something below that."""
    found = re.findall(rf"(?<![\w/.-])((?:{'|'.join(TOPS)})/[\w*./-]*[\w*/])", text)
    return {path.rstrip("/") for path in found}


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
HOW_TO_ADD = re.findall(r"^### ([^:\n]+): (`[^\n]+`)\n(.+?)(?=^#|\Z)", ARCHITECTURE, re.MULTILINE | re.DOTALL)


def test_each_list_of_files_names_all_that_its_example_touches() -> None:
    """From above: a list may name more, such as what only some need."""
    paths = [module.path for module in imports_here().modules.values()]
    texts = {str(path): (ROOT / path).read_text() for path in paths}
    forgotten = []
    for what, examples, text in HOW_TO_ADD:
        named = set(re.findall(r"^\| `([^`]+)`", text, re.MULTILINE))
        word = re.compile(rf"\b(?:{'|'.join(map(re.escape, QUOTED.findall(examples)))})\b")
        forgotten += [(what, path) for path in sorted(texts.keys() - named) if word.search(texts[path])]
    assert forgotten == []


def test_the_paths_in_the_picture_exist() -> None:
    client, server = ARCHITECTURE.split("```")[1].split("= wire:")
    for picture, base in ((client, "client/pente_client"), (server, "server/pente_server")):
        paths = re.findall(r"[\w.]+/[\w/.]*\w", picture)
        assert len(paths) > 10
        assert [path for path in paths if not ((ROOT / path).exists() or (ROOT / base / path).exists())] == []


READMES = sorted(
    path for top in TOPS for path in (ROOT / top).rglob("README.md") if "node_modules" not in path.parts
)


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_files_that_a_readme_names_exist(readme: Path) -> None:
    """Beside it or below it; from the folder of its package; or from the top."""
    bases = [*readme.parents, *(folder for folder in readme.parent.rglob("*") if folder.is_dir())]
    names = set(re.findall(r"`([\w./]+(?:\.py|\.lua))`", readme.read_text()))
    assert [name for name in sorted(names) if not any((base / name).exists() for base in bases)] == []


def test_paths_are_found_in_text() -> None:
    text = "see core/README.md, (`tests/structure/`), and server/pente_server/*.py. Not https://x/docs/y"
    assert paths_in(text) == {"core/README.md", "tests/structure", "server/pente_server/*.py"}


def test_no_file_has_the_marks_of_an_unfinished_merge() -> None:
    texts = (
        path for path in ROOT.rglob("*") if path.suffix in {".md", ".py", ".js", ".css", ".toml", ".yml"}
    )
    ours = (
        path
        for path in texts
        if not path.relative_to(ROOT).parts[0].startswith((".", "build", "node_modules"))
    )
    marks = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
    assert [path for path in ours if marks.search(path.read_text(encoding="utf-8"))] == []
