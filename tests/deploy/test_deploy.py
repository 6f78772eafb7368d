"""What the promise of deploy/README.md needs and no validator knows."""

import re
import shutil
import subprocess
import tomllib
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from pente_server.access.chosen_access import VARIABLE
from pente_server.net.http.chosen_sites import trusted_proxies
from pente_server.options import OPTIONS
from pente_server.serve_arguments import parse_options

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PORT = "8765"


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    compose = YAML(typ="safe").load(DEPLOY / "compose.yaml")
    found: dict[str, Any] = compose["services"]
    return found


@pytest.fixture(scope="module")
def containerfile() -> str:
    return (DEPLOY / "Containerfile").read_text()


@pytest.fixture(scope="module")
def unit() -> dict[str, str]:
    lines = (DEPLOY / "pente.service").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if re.match(r"\w+=", line))


def test_the_store_writes_every_commit_to_disk(services: dict[str, Any]) -> None:
    command = " ".join(services["valkey"]["command"])
    assert "--appendonly yes" in command
    assert "--appendfsync always" in command
    assert "--maxmemory-policy noeviction" in command
    assert services["valkey"]["volumes"] == ["valkey:/data"]


def test_the_server_insists_on_that_durability(services: dict[str, Any]) -> None:
    assert services["server"]["environment"]["PENTE_DURABILITY"] == "strict"


def test_nobody_is_believed_to_be_a_proxy_by_default(services: dict[str, Any]) -> None:
    assert services["server"]["environment"]["PENTE_BEHIND_PROXY"] == "${PENTE_BEHIND_PROXY:-0}"
    assert services["server"]["environment"]["PENTE_TRUSTED_PROXY"] == "${PENTE_TRUSTED_PROXY:-}"


def test_a_server_starts_with_what_the_compose_file_sets(
    services: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in services["server"]["environment"].items():
        monkeypatch.setenv(name, re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value))
    args = parse_options(("--host", "0.0.0.0"))
    assert ip_address("127.0.0.1") not in trusted_proxies(args)


def test_the_service_reads_its_files_again(unit: dict[str, str]) -> None:
    assert unit["ExecReload"] == "/bin/kill -HUP $MAINPID"
    assert unit["ExecStart"].endswith("pente serve $PENTE_OPTIONS")
    assert "PENTE_OPTIONS= " in unit["Environment"]


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        (
            "nginx.conf",
            [
                "proxy_pass http://127.0.0.1:8765;",
                "proxy_set_header X-Forwarded-For $remote_addr;",
                'proxy_set_header Forwarded "";',
                "proxy_set_header Upgrade $http_upgrade;",
                "proxy_set_header Connection upgrade;",
            ],
        ),
        ("Caddyfile", ["reverse_proxy 127.0.0.1:8765 {", "header_up -Forwarded", "stream_close_delay 1h"]),
    ],
)
def test_a_proxy_forwards_the_address_that_it_sees_and_nothing_else(file: str, lines: list[str]) -> None:
    text = (DEPLOY / file).read_text()
    assert set(lines) <= {line.strip() for line in text.splitlines()}
    (trusted,) = re.findall(r"PENTE_TRUSTED_PROXY=(\S+)\.$", text, re.MULTILINE)
    networks = trusted_proxies(parse_options(("--trusted-proxy", trusted)))
    assert all(ip_address(ip) in networks for ip in ("127.0.0.1", "::1"))


def test_the_settings_that_the_documents_name_exist() -> None:
    texts = [path.read_text() for path in DEPLOY.iterdir() if path.is_file()]
    named = {name for text in texts for name in re.findall(r"PENTE_\w+", text)}
    elsewhere = {"PENTE_LISTEN", "PENTE_OPTIONS", "PENTE_COMPILE"}  # of the compose file, the unit, the build
    assert named - elsewhere - {row.variable for row in OPTIONS} - {VARIABLE} == set()


def test_the_server_waits_for_a_healthy_store(services: dict[str, Any]) -> None:
    assert services["server"]["depends_on"] == {"valkey": {"condition": "service_healthy"}}
    assert "healthcheck" in services["valkey"]


def test_only_this_machine_can_connect_by_default(services: dict[str, Any]) -> None:
    assert services["server"]["ports"] == [f"${{PENTE_LISTEN:-127.0.0.1}}:${{PENTE_PORT:-{PORT}}}:{PORT}"]
    assert "ports" not in services["valkey"]


@pytest.mark.parametrize("name", ["server", "valkey"])
def test_each_container_is_confined(services: dict[str, Any], name: str) -> None:
    service = services[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["user"] not in {"0", "root", "0:0"}
    assert service["restart"] == "unless-stopped"


def test_the_image_is_of_this_version(services: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert services["server"]["image"] == f"pente:{project['version']}"


def test_the_image_does_not_run_as_root(containerfile: str) -> None:
    users = re.findall(r"^USER (\S+)", containerfile, re.MULTILINE)
    assert users == ["10001:10001"]
    assert containerfile.index("USER 10001") < containerfile.index("ENTRYPOINT")


def test_the_image_tells_its_health(containerfile: str) -> None:
    assert f"EXPOSE {PORT}" in containerfile
    assert f"http://127.0.0.1:{PORT}/healthz" in containerfile


def test_all_that_the_wheel_is_made_of_reaches_the_image_build() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    needed = {path.split("/")[0] for path in packages} | {
        "hatch_build.py",
        "pyproject.toml",
        "README.md",
        "LICENSE",
    }
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    assert needed == {line[1:] for line in allowed if line.startswith("!")}


def test_a_stop_of_the_service_reaches_the_server_first_and_takes_ten_seconds_at_most(
    unit: dict[str, str], services: dict[str, Any]
) -> None:
    assert unit["KillMode"] == "mixed"
    assert unit["TimeoutStopSec"] == "10"
    assert services["server"]["stop_grace_period"] == "10s"


def test_the_service_always_comes_back(unit: dict[str, str]) -> None:
    assert unit["Restart"] == "always"
    assert unit["StartLimitIntervalSec"] == "0"


def test_the_service_keeps_its_data_where_it_may_write(unit: dict[str, str]) -> None:
    assert unit["ProtectSystem"] == "strict"
    assert f"PENTE_DATA=/var/lib/{unit['StateDirectory']}" in unit["Environment"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
def test_systemd_finds_the_service_little_exposed() -> None:
    answer = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", "pente.service"],
        cwd=DEPLOY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
