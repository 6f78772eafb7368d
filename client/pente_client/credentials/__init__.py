"""A person's accounts at servers, the secrets of this device for them, and where these servers are."""

from pente_client.credentials.accounts import Credentials, KnownServer, OldCredentials
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
    "OldCredentials",
    "format_credentials",
    "parse_credentials",
]
