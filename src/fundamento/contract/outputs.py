"""Finding the JSON in what a model wrote: alone, in a code fence, in prose, after thoughts, cut short."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fundamento.failures import is_failure

# A failed attempt costs a pass up to the place where it fails, and the next starts there: the work is linear
# but for the attempts that fail at once, and those are counted.
MAX_ATTEMPTS: Final = 64
# An output in a string in a string is seen; deeper it is no mistake of form any more.
_LAYERS: Final = 3
_KEYS: Final = frozenset(
    {"answer", "kind", "claims", "missing", "gaps", "conflicts"}
    | {"arguments", "parameters", "input", "function", "function_call", "tool_calls"}
)
# How a text begins that is meant as JSON, whole or not.
OPENINGS: Final = ("{", "[{", "```json")
THOUGHTS: Final = ("think", "thinking", "thought", "reasoning")
# A brace that stands alone in quotes is spoken of.
_QUOTES: Final = tuple("\"'`«»“”‘’")
# The longest piece that a cut leaves of what is no string: `-Infinity` without its last letter.
_TAIL: Final = 8
_WORDS: Final = re.compile(r"\w")
_FENCE: Final = re.compile(r"```\w*")
_LITERALS: Final = ("true", "false", "null", "NaN", "Infinity", "-Infinity", ".", "e+", "e-", "E+", "E-")


# Control characters stand in strings unescaped where a model writes a line break as it is.
class Repeated(dict[str, object]):
    """An object that gave a key twice, with two values; it has the last."""


def _keep_last(pairs: list[tuple[str, object]]) -> dict[str, object]:
    kept = dict(pairs)
    if len(kept) < len(pairs) and any(kept[key] != value for key, value in pairs):
        return Repeated(kept)
    return kept


_DECODER: Final = json.JSONDecoder(strict=False, object_pairs_hook=_keep_last)


@dataclass(frozen=True, slots=True)
class Unread:
    """Why no JSON could be read: `not-json`, or `truncated` where it ends early."""

    reason: str


def parse_output(text: str) -> object:
    """Return the JSON value that a text is, and nothing else; `Unread` otherwise."""
    return _parse(_trim(text))


def find_objects(text: str) -> tuple[Mapping[str, object] | None, object]:
    """Return the first and the last object of a text that have a key of the wire form, after any thoughts.

    The first is that of those that follow each other with no word between. Where there is none, the first is None and
    the last `Unread`.
    """
    spoken = _without_thoughts(_trim(text))
    return (None, Unread("truncated")) if spoken is None else _first_and_last(spoken)


def repeats_a_key(value: object) -> bool:
    """Say whether an object in a parsed value gave a key twice, with two values."""
    if isinstance(value, Repeated):
        return True
    if isinstance(value, Mapping):
        return any(map(repeats_a_key, value.values()))
    return isinstance(value, list) and any(map(repeats_a_key, value))


def unwrap(value: object) -> object:
    """Return the list or object that a string holds as JSON; anything else as it is."""
    for _ in range(_LAYERS):
        if not isinstance(value, str):
            return value
        text = value.strip()
        if not text.startswith(("[", "{", '"')):
            return value
        inner = _parse(text)
        if not isinstance(inner, dict | list | str):
            return value
        value = inner
    return value


def _trim(text: str) -> str:
    return text.strip().lstrip("\ufeff").lstrip()


def _parse(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):  # a number of thousands of digits is a plain ValueError
        return Unread("not-json")


def _without_thoughts(text: str) -> str | None:
    """Drop what a reasoning model thought aloud; None where it was cut off while it thought."""
    for tag in THOUGHTS:
        before, closing, after = text.rpartition(f"</{tag}>")
        if closing:
            return after
        if before == "" and text.startswith(f"<{tag}>"):
            return None
    return text


def _first_and_last(text: str) -> tuple[Mapping[str, object] | None, object]:
    first: Mapping[str, object] | None = None
    found: object = Unread("not-json")
    last = 0
    at = _next_brace(text, 0)
    for _ in range(MAX_ATTEMPTS):
        if at < 0:
            break
        try:
            value, end = _DECODER.raw_decode(text, at)
        except json.JSONDecodeError as error:
            if _ends_early(text, error):
                return first, Unread("truncated") if isinstance(found, Unread) else found
            end = max(error.pos, at + 1)
        except (ValueError, RecursionError):
            break
        else:
            if isinstance(value, Mapping) and not _KEYS.isdisjoint(value):
                found = value
                first = value if first is None or _WORDS.search(_FENCE.sub(" ", text[last:at])) else first
                last = end
        at = _next_brace(text, end)
    return first, found


def _next_brace(text: str, start: int) -> int:
    at = text.find("{", start)
    while (
        at > 0 and text[at - 1] in _QUOTES and text[at + 1 : at + 2] in _QUOTES and not text[at + 2 : at + 3].isalpha()
    ):
        at = text.find("{", at + 1)
    return at


def _ends_early(text: str, error: json.JSONDecodeError) -> bool:
    if error.msg.startswith("Unterminated string"):
        return True
    rest = text[error.pos : error.pos + _TAIL + 1]
    if len(rest) > _TAIL:
        return False
    return error.msg.startswith("Invalid \\") or any(literal.startswith(rest) for literal in _LITERALS)


def write_output(output: object) -> str:
    """Return an output that came parsed as the text that the model may have written; empty if there is none."""
    try:
        return json.dumps(output, ensure_ascii=False, default=str)
    except BaseException as error:  # an object of somebody else's may raise at any look at it
        if not is_failure(error):
            raise
        return ""
