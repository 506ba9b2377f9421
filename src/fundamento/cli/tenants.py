"""The key under which tenants go into events."""

from pathlib import Path

from fundamento.errors import ConfigurationError


def load_tenant_key(file: Path | None) -> bytes | None:
    """Return the key in a file, without white space at its ends; None: no file. Raises `ConfigurationError`."""
    if file is None:
        return None
    try:
        key = file.read_bytes().strip()
    except OSError as error:
        raise ConfigurationError(
            f"The file with the tenants' key cannot be read ({type(error).__name__}).", hint="Name one that holds it."
        ) from None
    if not key:
        raise ConfigurationError("The file with the tenants' key is empty.", hint="Put some random bytes into it.")
    return key
