"""What stands in a marker, and the fragments that it names."""

import re
from collections.abc import Mapping
from typing import Final

from fundamento.answers import Support
from fundamento.contract.aliases import Aliases
from fundamento.text.vocabulary import WordPattern

# A wider range is never written out: it names something that was not retrieved in any case.
MAX_RANGE: Final = 100
_MAX_DIGITS: Final = 9
_PREFIXES: Final = 3
_MAX_RAISED: Final = 4

_PREFIX: Final = WordPattern(
    r"(?:(?:«labels.prefix-sources»|cf\.?|n\.?[º°])(?![a-záéíóúñ])\s*[:=]?|[#^@])\s*[-_]?",
    re.IGNORECASE,
)
_SEPARATOR: Final = WordPattern(r"\s*[,;|/+]\s*|\s+«labels.separator»\s+|\s*&\s*|\s+", re.IGNORECASE)
_BRACKETS: Final = re.compile(r"[\[\]【】]+")
_LOCATOR: Final = WordPattern(
    r"(?:[,;:]|(?<![\s,;:]))\s*+(?<![\w.])(?:«labels.locator-pages»|(?<!§)§++)[\d.,\s–-]++$",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(r"([^\W\d]{0,12}[-_.:#]?)(\d{1,9})\s*[-–—‑]\s*([^\W\d]{0,12}[-_.:#]?)(\d{1,9})")
_CODE: Final = re.compile(r"[^\W\d_]{1,12}[-_.:#]?\d{1,6}|[0-9a-f]{8}[0-9a-f-]{0,56}", re.IGNORECASE)
# D1, F1, S1: what assistants call documents, fragments and sources whose IDs they were not given.
_LETTERED: Final = re.compile(r"[dfs][-_.:#]?(\d{1,6})", re.IGNORECASE)
# What only an ID looks like: the library's own, one that holds a UUID, one that ends in the number of a chunk.
_ID: Final = re.compile(
    r"[^\s@]{1,200}@[0-9a-f]{6,64}(?::\d{1,9}-\d{1,9})?"
    r"|[^\s@]{0,100}[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[^\s@]{4,100}"
    r"|[^\s@]{1,100}[-_#:.](?:chunk|part|fragment|fragmento|passage|snippet|node|doc)[-_#:.]?\d{1,9}",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"(?:1[89]|20)\d\d")
_DIGITS: Final = re.compile(r"\d+")
_NUMBERS: Final = WordPattern(r"(?:[\d\s,;&/|+–—-]|\b«labels.numbers»\b)+", re.IGNORECASE)


class Labels:
    """The fragments of one request by what markers call them.

    A number means the fragment that has it as its ID. Where no fragment has a number for its ID, it means the fragment
    at that place of the list, from 1. `defined` are labels that the text itself explains, with the IDs that it gives.
    """

    __slots__ = ("_aliases", "_defined", "_ids", "_known", "_numeric", "_shapes")

    def __init__(self, aliases: Aliases, defined: Mapping[str, str]) -> None:
        self._aliases = aliases
        self._defined = defined
        self._ids = tuple(aliases.ids.values())
        self._numeric = any(_is_number(name) for name in self._ids)
        self._shapes = frozenset(_shape(name) for name in self._ids)
        self._known: dict[str, tuple[Support, ...] | None] = {}

    def read(self, inside: str) -> tuple[Support, ...] | None:
        """Return what the inside of brackets names, each fragment once; None where it is no marker but text."""
        if inside not in self._known:
            self._known[inside] = self._read(inside)
        return self._known[inside]

    def read_strictly(self, inside: str) -> tuple[Support, ...] | None:
        """Return what round brackets name: only IDs, or what is shaped like them, and no bare numbers."""
        supports = self.read(inside)
        if supports is None or _NUMBERS.fullmatch(inside):
            return None
        # In round brackets F1 is a key, and a race.
        bare = inside.strip()
        if _LETTERED.fullmatch(bare) and bare[0] not in "dD" and _shape(bare) not in self._shapes:
            return None
        if all(each.retrieved or _shape(each.fragment) in self._shapes for each in supports):
            return supports
        return None

    def read_number(self, digits: str) -> tuple[Support, ...]:
        """Return what a run of superscript digits names: one number, or one number a digit where that fits better."""
        whole = self._number(digits)
        if not whole.retrieved and 1 < len(digits) <= _MAX_RAISED:
            each = [self._number(digit) for digit in digits]
            if all(one.retrieved for one in each):
                return tuple(dict.fromkeys(each))
        return (whole,)

    def _read(self, inside: str) -> tuple[Support, ...] | None:
        whole = inside.strip()
        real = self._real(whole)
        if real is not None:
            return (Support(real),)
        if _YEAR.fullmatch(whole):
            return None
        number, dagger, name = whole.partition("†")
        if dagger:
            return self._read_dagger(number.strip(), name.strip())
        bare = _LOCATOR.sub("", _BRACKETS.sub(" ", whole)).strip(" \t,;:.")
        return self._read_parts(bare)

    def _read_dagger(self, number: str, name: str) -> tuple[Support, ...]:
        real = self._real(number) or self._real(name)
        if real is not None:
            return (Support(real),)
        return (self._number(number) if _is_number(number) else Support(number or name, retrieved=False),)

    def _read_parts(self, text: str) -> tuple[Support, ...] | None:
        found: dict[Support, None] = {}
        strange = named = False
        for part in _SEPARATOR.split(self._drop_prefix(text)):
            token = self._drop_prefix(part)
            if not token:
                continue
            supports = self._read_token(token)
            strange = strange or supports is None
            named = named or (not _is_number(token) and self._real(token) is not None)
            found |= dict.fromkeys(supports or ())
        return tuple(found) if found and (named or not strange) else None

    def _read_token(self, token: str) -> tuple[Support, ...] | None:
        real = self._real(token)
        if real is not None:
            return (Support(real),)
        if _is_number(token):
            return (self._number(token),)
        lettered = _LETTERED.fullmatch(token)
        if lettered and _shape(token) not in self._shapes and (placed := self._number(lettered[1])).retrieved:
            return (placed,)
        if limits := _RANGE.fullmatch(token):
            return self._range(token, *limits.groups())
        if _CODE.fullmatch(token) or _ID.fullmatch(token) or _shape(token) in self._shapes:
            return (Support(token, retrieved=False),)
        return None

    def _range(self, token: str, prefix: str, first: str, second: str, last: str) -> tuple[Support, ...] | None:
        if second not in {"", prefix}:
            return None
        low, high = int(first), int(last)
        unknown = Support(token, retrieved=False)
        if not 0 <= high - low < MAX_RANGE:
            return (unknown,)
        members = [self._member(prefix, number) for number in range(low, high + 1)]
        known = [each for each in members if each.retrieved]
        return tuple(known) if len(known) == len(members) else (*known, unknown)

    def _member(self, prefix: str, number: int) -> Support:
        if not prefix:
            return self._number(str(number))
        found = self._read_token(f"{prefix}{number}")
        return found[0] if found else Support(f"{prefix}{number}", retrieved=False)

    def _number(self, digits: str) -> Support:
        plain = digits.lstrip("0") or "0"
        real = self._real(digits) or self._real(plain)
        if real is None and not self._numeric and len(plain) <= _MAX_DIGITS and 0 < int(plain) <= len(self._ids):
            real = self._ids[int(plain) - 1]
        return Support(real if real is not None else digits, retrieved=real is not None)

    def _drop_prefix(self, text: str) -> str:
        for _ in range(_PREFIXES):
            prefix = _PREFIX.match(text)
            if prefix is None or _shape(text) in self._shapes:
                break
            text = text[prefix.end() :].strip()
        return text

    def _real(self, token: str) -> str | None:
        return self._aliases.ids.get(token) or self._defined.get(token) or self._aliases.resolve(token)


def _is_number(token: str) -> bool:
    return token.isascii() and token.isdigit()


def _shape(name: str) -> str:
    """Return a name with its runs of digits made alike: D1 and D27 have one shape."""
    return _DIGITS.sub("0", name)
