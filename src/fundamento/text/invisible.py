"""Characters that show nothing and can hide or reorder text."""

import re
from typing import Final

# Zero-width, bidirectional controls, tags, variation selectors, soft hyphens. Quotes are compared without any of them.
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)

# What a terminal obeys, and what turns the order of what it shows.
_STEERING: Final = re.compile("[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def escape_steering(text: str) -> str:
    """Return a text whose characters that steer a terminal or reorder text are escapes, as in JSON: `\\u202e`."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def strip_invisible(text: str) -> str:
    """Return a text without the characters that show nothing and can hide or reorder it."""
    return _INVISIBLE.sub("", text)
