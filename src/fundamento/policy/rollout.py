"""Who is in at a percentage: a fixed share of the values of a key, the same everywhere and growing only."""

import hashlib
from typing import Final

from fundamento.findings import CheckId
from fundamento.policy.scopes import Attributes
from fundamento.policy.wording import Setting

BUCKETS: Final = 10_000
DEFAULT_KEYS: Final = ("conversation", "tenant")


def keys_of(setting: Setting) -> tuple[str, ...]:
    """Return the attributes that may hold the key of a percentage; the first that a request has counts."""
    return DEFAULT_KEYS if setting.key is None else (setting.key,)


def key_in(setting: Setting, attributes: Attributes) -> tuple[str, str] | None:
    """Return the name and value of the key that a request has; None: it has none, or an empty one."""
    for name in keys_of(setting):
        if value := attributes.get(name):
            return name, value
    return None


def bucket_of(check: CheckId, value: str) -> int:
    """Return the bucket, from 0 to 9,999, of a key's value for a check.

    It depends on these two alone: not on the bundle, its version, the process or the machine. Each check has its own
    order, so that the same few do not meet every new check first.
    """
    content = f"{check.value}\0{value}".encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(content).digest()[:8], "big") % BUCKETS


def is_in(percent: float, bucket: int) -> bool:
    """Say whether a bucket is in at a percentage (of which two decimals count): whoever is in stays in as it grows."""
    return bucket < round(percent * BUCKETS / 100)
