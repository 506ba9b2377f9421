"""From the bytes of a file to its text, one extractor a suffix."""

import codecs
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from fundamento.errors import IngestError

Extractor: TypeAlias = Callable[[bytes], str]

_FOREIGN_MARKS: Final = (
    codecs.BOM_UTF32_LE,
    codecs.BOM_UTF32_BE,
    codecs.BOM_UTF16_LE,
    codecs.BOM_UTF16_BE,
)


def decode_text(content: bytes) -> str:
    """Return the text of a UTF-8 file as it stands, line ends included; a byte order mark is left out.

    Raises `IngestError` for another encoding and for binary content.
    """
    if content.startswith(_FOREIGN_MARKS):
        raise IngestError("It is UTF-16 or UTF-32.", hint="Save it as UTF-8.")
    if b"\0" in content:
        raise IngestError(
            f"It is binary, or not UTF-8: there is a NUL at byte {content.index(0)}.",
            hint="Give a text file saved as UTF-8.",
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise IngestError(
            f"It is not UTF-8: byte {error.start} cannot be read.",
            hint="Save it as UTF-8; for an old Spanish file: iconv -f WINDOWS-1252 -t UTF-8.",
        ) from None


EXTRACTORS: Final[Mapping[str, Extractor]] = MappingProxyType(
    {
        ".txt": decode_text,
        ".md": decode_text,
        ".markdown": decode_text,
    }
)
