"""From bytes to text, in whatever encoding they are; never by halves."""

import codecs
import re
from typing import Final, NamedTuple

from fundamento.errors import IngestError, MissingExtraError

_MARKS: Final = (  # UTF-32 first: its mark begins like that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SIGNATURES: Final = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP file, as DOCX, XLSX and ODT are"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a gzip file"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z file"),
    (b"Rar!", "a RAR file"),
    (b"\x7fELF", "a program"),
    (b"{\\rtf", "an RTF file"),
)
_LEGACY: Final = ("cp1252", "cp850", "mac_roman")  # what Spanish and English files were saved in before UTF-8
_SAMPLE: Final = 200_000  # bytes
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_HIGH: Final = re.compile(rb"[\x80-\xff]")
_UTF8: Final = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}",
)
_LETTERS: Final = frozenset("áéíóúüñçàèòïÁÉÍÓÚÜÑÇÀÈÒÏ")
_SIGNS: Final = frozenset("¿¡«»ºª€“”‘’–—…·°\u00a0§©®½¼")
_WITHOUT_NUL: Final = 0.02  # share of control characters that no text has


class Decoded(NamedTuple):
    """The text of some bytes, byte order mark included, and the encoding that they were in."""

    text: str
    encoding: str


def decode(content: bytes) -> Decoded:
    """Return the text of a file: UTF-8, UTF-16, UTF-32, or an older encoding that can be told from what it holds.

    Raises `IngestError` for binary content, for more than one encoding in a file, and where none can be told;
    `MissingExtraError` where telling needs charset-normalizer (extra `encodings`).
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _decode_marked(content, encoding)
    for signature, what in _SIGNATURES:
        if content.startswith(signature):
            raise IngestError(f"It is {what}, whatever its name says.", hint="Give it the suffix of what it is.")
    if b"\0" in content[:_SAMPLE] and (wide := _tell_wide(content)) is not None:
        return _decode_marked(content, wide)
    if b"\0" in content:
        raise IngestError(
            f"It is binary: there is a NUL at byte {content.index(0)}.", hint="Give a text file, or leave it out."
        )
    sample = content[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > _WITHOUT_NUL * len(sample):
        raise IngestError("It is binary: it is full of control characters.", hint="Give a text file, or leave it out.")
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        return _decode_legacy(content, error.start)


def _decode_marked(content: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(content.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        raise IngestError(
            f"It says that it is {encoding.upper()}, and byte {error.start} is not.",
            hint="It is cut short or mixes encodings: save it anew as UTF-8.",
        ) from None


def _tell_wide(content: bytes) -> str | None:
    """Return the UTF-16 that bytes without a mark are in: one of two bytes is a zero all along, and never the other."""
    sample = content[: _SAMPLE - _SAMPLE % 2]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if len(content) % 2 == 0 and max(even, odd) > 0.7 * len(sample) / 2 and min(even, odd) == 0:
        return "utf-16-le" if odd else "utf-16-be"
    return None


def _decode_legacy(content: bytes, bad: int) -> Decoded:
    high = len(_HIGH.findall(content))
    sequences = _UTF8.findall(content)
    strays = high - sum(map(len, sequences))
    # In an older encoding, what looks like UTF-8 ("Ó»") is rare.
    if sequences and 10 * len(sequences) >= strays:
        line = content.count(b"\n", 0, bad) + 1
        raise IngestError(
            f"It mixes encodings: most of it is UTF-8, and byte {bad} (line {line}) is not.",
            hint="Find out which part came from elsewhere, and save it all as UTF-8.",
        )
    best = max(_LEGACY, key=lambda encoding: _plausibility(content, encoding))
    if _plausibility(content, best) >= 0.8:
        try:
            return Decoded(content.decode(best), best)
        except UnicodeDecodeError:
            pass
    return _guess(content, bad)


def _plausibility(content: bytes, encoding: str) -> float:
    """Return what share of the bytes outside ASCII are, in an encoding, letters in words or signs that people write."""
    found = list(_HIGH.finditer(content, 0, _SAMPLE))
    good = 0
    for match in found:
        at = match.start()
        try:
            sign = match[0].decode(encoding)
            around = content[max(0, at - 1) : at + 2].decode(encoding)
        except UnicodeDecodeError:
            return 0
        if sign in _LETTERS:
            # No accented capital stands right after a small letter.
            before = around[0] if at else " "
            good += not (sign.isupper() and before.islower()) and any(one.isalpha() and one != sign for one in around)
        else:
            good += sign in _SIGNS
    return good / max(1, len(found))


def _guess(content: bytes, bad: int) -> Decoded:
    try:
        from charset_normalizer import from_bytes  # noqa: PLC0415 - only where a file is in a rare encoding
    except ImportError:
        raise MissingExtraError("charset-normalizer", extra="encodings", purpose="Telling a rare encoding") from None
    match = from_bytes(content[:_SAMPLE]).best()
    try:
        if match is not None and match.encoding not in {"ascii", "utf_8"}:
            return Decoded(content.decode(match.encoding), match.encoding.replace("_", "-"))
    except UnicodeDecodeError:
        pass
    raise IngestError(
        f"It is not UTF-8 (byte {bad}), and no other encoding fits it.",
        hint="Save it as UTF-8; for an old Spanish file: iconv -f WINDOWS-1252 -t UTF-8.",
    )
