"""The bearer token, and what is refused without one."""

import hmac
import ipaddress
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fundamento.errors import ConfigurationError
from fundamento.service.refusals import Refusal

VARIABLE: Final = "FUNDAMENTO_TOKEN"
_HINT: Final = f"Set {VARIABLE}, or give --token-file."


def load_token(file: Path | None = None) -> str | None:
    """Return the token of a file, or else of the environment; None: there is none. Raises `ConfigurationError`."""
    if file is None:
        token, where = os.environ.get(VARIABLE), VARIABLE
        if token is None:
            return None
    else:
        where = "The token file"
        try:
            token = file.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigurationError(
                f"The token file cannot be read ({type(error).__name__}).", hint="Name a file that holds the token."
            ) from None
    token = token.strip()
    if not token and file is None:
        hint = "Unset it to serve loopback without a token, or set it to one word of ASCII characters."
        raise ConfigurationError(f"{VARIABLE} is set, and empty.", hint=hint)
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise ConfigurationError(f"{where} holds no token.", hint="It is one word of ASCII characters.")
    return token


def is_loopback(host: str) -> bool:
    """Say whether a host is only reached from this machine; a name other than localhost is not taken for one."""
    name = host.strip("[]").lower()
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def refuse_open_door(host: str, token: str | None) -> None:
    """Raise `ConfigurationError` where others could get in without a token."""
    if token is None and not is_loopback(host):
        raise ConfigurationError(f"Without a token, it listens on loopback only, and {host} is not.", hint=_HINT)


def check_caller(headers: Iterable[tuple[bytes, bytes]], token: str | None) -> None:
    """Raise `Refusal` for a caller who has no right to be answered.

    Without a token, the name that was called has to be one of loopback: a page in a browser could else reach the
    service by a name of its own.
    """
    given = dict(headers)
    if token is None:
        host, _, port = given.get(b"host", b"").decode("latin-1").rpartition(":")
        if not is_loopback(host if host and port.isdecimal() else f"{host}:{port}".lstrip(":")):
            raise Refusal(403, "forbidden", "Without a token, it is called as localhost only.", hint=_HINT)
        return
    scheme, _, word = given.get(b"authorization", b"").partition(b" ")
    if scheme.lower() != b"bearer" or not hmac.compare_digest(word.strip(), token.encode("ascii")):
        raise Refusal(
            401,
            "unauthorized",
            "The bearer token is missing or another.",
            hint="Send the header Authorization: Bearer TOKEN.",
            headers={"www-authenticate": "Bearer"},
        )
