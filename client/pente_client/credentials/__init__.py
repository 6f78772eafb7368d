"""A person's accounts at servers, the secrets of this device for them, and where these servers are."""

from pente_client.credentials.accounts import Credentials, KnownServer
from pente_client.credentials.credential_file import (
    FileContents,
    InvalidCredentials,
    format_credentials,
    parse_credentials,
)
from pente_client.credentials.credential_store import CredentialStore

__all__ = [
    "CredentialStore",
    "Credentials",
    "FileContents",
    "InvalidCredentials",
    "KnownServer",
    "format_credentials",
    "parse_credentials",
]
