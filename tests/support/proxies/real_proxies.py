"""Caddy and nginx as they are deployed, but on this machine, with a certificate that is made for it."""

import asyncio
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.support.ports import HeldPort
from tests.support.waiting import patience

DEPLOY: Final = Path(__file__).parents[3] / "deploy"
_BESIDE: Final = str(Path(sys.executable).parent)


def _program(name: str) -> str | None:
    """A program on PATH, beside Python or among those of the system."""
    return shutil.which(name) or shutil.which(name, path=f"{_BESIDE}:/usr/sbin")


CADDY: Final = _program("caddy")
NGINX: Final = _program("nginx")
OPENSSL: Final = _program("openssl")
_NGINX: Final = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {more}
    include {folder}/site.conf;
}}
"""
_KEEPALIVE: Final = """
    upstream pente {{ server 127.0.0.1:{server}; keepalive 8; }}
    map $http_upgrade $to_server {{ default upgrade; "" ""; }}
"""


class RealProxy:
    """A reverse proxy that runs, with TLS."""

    def __init__(self, port: int, certificate: Path) -> None:
        self.port = port
        self.host = f"localhost:{port}"
        self.url = f"wss://{self.host}"
        self.tls = ssl.create_default_context(cafile=certificate)


@asynccontextmanager
async def caddy(server: int, folder: Path) -> AsyncIterator[RealProxy]:
    """Caddy as in deploy/Caddyfile, in front of a port; it keeps connections to the server if it may."""
    assert CADDY is not None
    site, certificate = HeldPort(), _certificate(folder)
    text = (DEPLOY / "Caddyfile").read_text().replace(":8765", f":{server}")
    tls = f"tls {certificate} {folder}/key.pem"
    text = text.replace("pente.example.org {", f"https://localhost:{site.number} {{\n\t{tls}")
    options = "admin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1"
    (folder / "Caddyfile").write_text(f"{{\n\t{options}\n}}\n{text}")
    async with _running((CADDY, "run", "--config", str(folder / "Caddyfile")), folder, site.number):
        yield RealProxy(site.number, certificate)


@asynccontextmanager
async def nginx(server: int, folder: Path, *, keeps_connections: bool = False) -> AsyncIterator[RealProxy]:
    """nginx as in deploy/nginx.conf, in front of a port."""
    assert NGINX is not None
    site, certificate = HeldPort(), _certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text().replace("    listen [::]:443 ssl;\n", "")
    for deployed, here in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{site.number} ssl;"),
        ("server_name pente.example.org;", "server_name localhost;"),
        ("/etc/letsencrypt/live/pente.example.org/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/pente.example.org/privkey.pem", f"{folder}/key.pem"),
        ("http://127.0.0.1:8765", "http://pente" if keeps_connections else f"http://127.0.0.1:{server}"),
        ("Connection upgrade;", "Connection $to_server;" if keeps_connections else "Connection upgrade;"),
    ):
        assert deployed in text
        text = text.replace(deployed, here)
    (folder / "site.conf").write_text(text)
    more = _KEEPALIVE.format(server=server) if keeps_connections else ""
    (folder / "nginx.conf").write_text(_NGINX.format(folder=folder, more=more))
    command = (NGINX, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf"))
    async with _running(command, folder, site.number):
        yield RealProxy(site.number, certificate)


def _certificate(folder: Path) -> Path:
    """A certificate for localhost, and its key beside it."""
    assert OPENSSL is not None
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    files = ("-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem"))
    subprocess.run((OPENSSL, "req", "-x509", *curve, *name, *files), check=True, capture_output=True)
    return folder / "certificate.pem"


@asynccontextmanager
async def _running(command: Sequence[str], home: Path, port: int) -> AsyncIterator[None]:
    """A program that listens on a port of this machine."""
    log = home / "proxy.log"
    with log.open("wb") as stderr:
        process = await asyncio.create_subprocess_exec(
            *command, env={"HOME": str(home)}, stdout=stderr, stderr=stderr
        )
    try:
        async with patience(command[0], lambda: log.read_text().splitlines()):
            while not _answers(port):
                assert process.returncode is None, log.read_text()
                await asyncio.sleep(0.02)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
