"""A person's accounts at servers, the secrets of this device for them, and where these servers are."""

from pente_client.credentials.accounts import Credentials, KnownServer
from pente_client.credentials.credential_file import (
    DeviceKey,
    FileContents,
    InvalidCredentials,
    format_credentials,
    format_key,
    parse_credentials,
    parse_key,
)
from pente_client.credentials.credential_store import CredentialStore

__all__ = [
    "CredentialStore",
    "Credentials",
    "DeviceKey",
    "FileContents",
    "InvalidCredentials",
    "KnownServer",
    "format_credentials",
    "format_key",
    "parse_credentials",
    "parse_key",
]
