"""From the bytes of a file to its text and its origin, one format a suffix."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from fundamento.errors import IngestError
from fundamento.ingest.decoding import decode
from fundamento.ingest.docx import extract_docx
from fundamento.ingest.extracts import Extract, Extractor
from fundamento.ingest.html import extract_html
from fundamento.ingest.normalising import normalise
from fundamento.ingest.pdf import extract_pdf
from fundamento.origins import Block, Origin
from fundamento.spans import SourceMap

_MEGABYTE: Final = 1024 * 1024


class Format(NamedTuple):
    """How a format is read, and how many bytes a file of it may have."""

    extract: Extractor
    limit: int


def extract_text(content: bytes) -> Extract:
    """Return plain text or Markdown as it stands: marks and line ends stay. Raises `IngestError` as `decode` does."""
    decoded = decode(content)
    return Extract(decoded.text, Origin(source=decoded.text, map=SourceMap(), encoding=decoded.encoding))


_TEXT: Final = Format(extract_text, 64 * _MEGABYTE)
_HTML: Final = Format(extract_html, 32 * _MEGABYTE)

FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        ".txt": _TEXT,
        ".md": _TEXT,
        ".markdown": _TEXT,
        ".html": _HTML,
        ".htm": _HTML,
        ".xhtml": _HTML,
        ".pdf": Format(extract_pdf, 256 * _MEGABYTE),
        ".docx": Format(extract_docx, 64 * _MEGABYTE),
    }
)


def extract(content: bytes, suffix: str) -> Extract:
    """Return the text of a file in one Unicode form, with all that was done to it recorded in its origin.

    `suffix` is one of `FORMATS`. Raises `IngestError` for content that cannot be read, and `MissingExtraError` where
    its format needs a library that is not installed.
    """
    known = FORMATS.get(suffix.lower())
    if known is None:
        raise IngestError(f"no reader for {suffix or 'a file without suffix'}.", hint=f"Known: {', '.join(FORMATS)}.")
    if not content:
        raise IngestError("It is empty.", hint="Leave it out, or put its text in.")
    text, origin = known.extract(content)
    normal = normalise(text)
    if not normal.map.steps:
        return Extract(text, origin)
    groups = None if origin.groups is None else _follow(origin.groups, normal.map)
    return Extract(normal.text, replace(origin, map=origin.map.then(normal.map), groups=groups))


def _follow(groups: Sequence[Sequence[Block]], changes: SourceMap) -> list[list[Block]]:
    return [
        [replace(block, span=changes.follow(block.span), title=normalise(block.title).text) for block in group]
        for group in groups
    ]
