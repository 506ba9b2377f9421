"""Telephone numbers, e-mail addresses and links: one that a claim gives stands in what it cites, as it is."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from fundamento.checks.hints import Hinted, has_any
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_LINK: Final = Hinted(
    r"(?<![\w@])(?:[a-z][a-z\d+.-]{1,12}://|www\.)[^\s<>\"'«»“”]+"
    r"|(?<![\w@.-])(?:[a-z\d](?:[a-z\d-]{0,30}[a-z\d])?\.){1,4}"
    r"(?-i:com|org|net|edu|gov|gob|info|io|eu|es|cat|mx|ar|cl|pe|uk|fr|de|pt|example|test)"
    r"(?:/[^\s<>\"'«»“”]*|(?![\w-]|\.\w))",
    re.compile(r"[^\W_]\.[^\W\d_]{2}|://").search,
    _I,
)
_ADDRESS: Final = Hinted(r"(?<![\w@.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}", has_any("@"))
_TRAILING: Final = ".,;:!?)]}»\"'*_`"
_GROUPED: Final = r"\(?\d{1,4}\)?(?:[ .-]{1,2}\(?\d{2,5}\)?){1,5}"
_PHONES: Final = (
    re.compile(r"(?<![\w.])(?:\+|00 ?)\d{1,3}(?:[ .-]{0,2}\(?\d{1,9}\)?){1,6}(?![\w%])"),
    re.compile(r"(?<![\w.,-])(?:1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?![\w-])"),
    re.compile(r"(?<![\w.,-])0(?:\d{2,4}[ -])(?:\d{3,4}[ -]?){1,2}\d{3,4}(?![\w-]|[.,]\d)"),
)
# Bare groups may be an amount too: 600 000 000.
_BARE: Final = re.compile(
    r"(?<![\w.,-])[6-9](?:\d{2}(?:[ .-]\d{3}){2}|\d{2}(?:[ .-]\d{2}){3}|\d(?:[ .-]\d{2,3}){3})(?![\w-]|[.,]\d| \d)"
)
_AMOUNT: Final = WordPattern(
    r" ?(?:[€$£%]|«contacts.amount»\b)",
    _I,
)
_CUED: Final = re.compile(rf"(?<![\w.,-])\+?(?:{_GROUPED}|\d{{7,15}})(?![\w%-]|[.,]\d)")
_CUE: Final = WordPattern(
    r"(?:\b«contacts.cue»\b[^\d\n.;]{0,30}|[☎☏📞] ?)\Z",
    _I,
)
_CUE_BACK: Final = 48
_SHORTEST: Final = 7  # digits of a telephone number
_LONGEST: Final = 15
_MORE: Final = WordPattern(r" ?(?:,|/|«contacts.more-and»)«contacts.more-al»? «contacts.more-the»?\Z", _I)


@dataclass(frozen=True, slots=True)
class Contact:
    """Where somebody or something is reached; `written` as it stands there."""

    start: int
    end: int
    kind: str
    written: str


def read_contacts(text: str) -> tuple[Contact, ...]:
    """Read the links, the e-mail addresses and the telephone numbers of an evened text, in order."""
    found: list[Contact] = []
    for kind, places in (("address", _ADDRESS.finditer(text)), ("link", _LINK.finditer(text))):
        for each in places:
            written = each[0].rstrip(_TRAILING)
            if not _is_taken(found, each.start(), each.end()) and len(written) > _MIN_WRITTEN:
                found.append(Contact(each.start(), each.start() + len(written), kind, written))
    for start, end in _find_phones(text) if _FIGURES.search(text) else ():
        if not _is_taken(found, start, end):
            found.append(Contact(start, end, "phone", text[start:end]))
    return tuple(sorted(found, key=lambda each: each.start))


_MIN_WRITTEN: Final = 3
_FIGURES: Final = re.compile(r"\d[ ().-]{0,3}\d[ ().-]{0,3}\d[ ().-]{0,3}\d[ ().-]{0,3}\d")


def _is_taken(found: Iterable[Contact], start: int, end: int) -> bool:
    return any(start < each.end and each.start < end for each in found)


def _find_phones(text: str) -> Iterator[tuple[int, int]]:
    for pattern in _PHONES:
        yield from (each.span() for each in pattern.finditer(text) if _is_long_enough(each[0]))
    last = -1
    for found in _CUED.finditer(text):
        start, end = found.span()
        cued = _CUE.search(text, max(0, start - _CUE_BACK), start) is not None
        goes_on = last >= 0 and _MORE.fullmatch(text, last, start) is not None
        if (cued or goes_on) and _is_long_enough(found[0]) and not _AMOUNT.match(text, end):
            last = end
            yield start, end
    for found in _BARE.finditer(text):
        if not found[0].endswith("000") and not _AMOUNT.match(text, found.end()):
            yield found.span()


def _is_long_enough(written: str) -> bool:
    return _SHORTEST <= len(_digits(written)) <= _LONGEST


def _digits(written: str) -> str:
    return "".join(c for c in written if c.isdigit())


def is_given(contact: Contact, text: str) -> bool:
    """Say whether an evened text gives a contact: a number in any grouping, an address or a link to the letter."""
    if contact.kind == "phone":
        return any(_has_digits(text, digits) for digits in _spellings(contact.written))
    wanted = _bare_link(contact.written) if contact.kind == "link" else contact.written.casefold()
    return any(
        wanted == (_bare_link(each.written) if contact.kind == "link" else each.written.casefold())
        or (contact.kind == "link" and "/" not in wanted and _bare_link(each.written).startswith(f"{wanted}/"))
        for each in read_contacts(text)
        if each.kind == contact.kind
    ) or _stands_alone(wanted, text)


def _stands_alone(wanted: str, text: str) -> bool:
    return re.search(rf"(?<![\w@./-]){re.escape(wanted)}(?![\w@/-]|\.\w)", text, _I) is not None


def _bare_link(written: str) -> str:
    bare = re.sub(r"\A[a-z][a-z\d+.-]*://", "", written.casefold())
    return bare.removeprefix("www.").rstrip("/")


_COUNTRY: Final = re.compile(r"(?:\+|00 ?)(\d{1,3})(?!\d)")
_TRUNK: Final = re.compile(r"\(0\)")


def _spellings(written: str) -> Iterator[str]:
    """Yield the digits by which a number may be told: all of them, and those without the code of a country."""
    written = _TRUNK.sub(" ", written)
    digits = _digits(written)
    international = written.startswith(("+", "00"))
    yield digits.removeprefix("00") if international else digits
    country = _COUNTRY.match(written)
    if country is not None:
        national = _digits(written[country.end() :])
        yield from (national, f"0{national}")
    elif international:
        bare = digits.removeprefix("00")
        yield from (bare[size:] for size in (1, 2, 3) if len(bare) - size >= _NATIONAL)
    elif re.match(r"1[-. (]", written) or digits.startswith("0"):
        yield digits[1:]


_NATIONAL: Final = 8


def _has_digits(text: str, digits: str) -> bool:
    if len(digits) < _SHORTEST:
        return False
    body = r"(?:\(0\))?[ ().\-/]{0,3}".join(digits)
    return re.search(rf"(?<!\d)(?:(?:\+|00 ?)\d{{1,3}})?{body}(?![\d])", text) is not None
