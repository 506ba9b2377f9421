"""HTML as a row of tokens, each with the code points of the file that it takes up."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

_NAME: Final = re.compile(r"[A-Za-z][^\t\n\f\r />]*")
_ATTRIBUTE: Final = re.compile(
    r"[\t\n\f\r /]*(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*)"
    r"(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"(?P<double>[^\"]*)(?P<close1>\")?|'(?P<single>[^']*)(?P<close2>')?"
    r"|(?P<bare>[^\t\n\f\r >]*)))?"
)
_BLANK: Final = re.compile(r"[\t\n\f\r /]*")
_COMMENT_END: Final = re.compile(r"--!?>")
_RAW: Final = frozenset({"script", "style", "iframe", "noembed", "noframes", "xmp"})  # no tags inside
_RAW_WITH_REFERENCES: Final = frozenset({"title", "textarea"})


class TokenKind(StrEnum):
    """What a token is. `RAW` is text in which tags and references mean nothing."""

    TEXT = "text"
    RAW = "raw"
    START = "start"
    END = "end"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an HTML file: `source[start:end]`; tags have a name in lower case, start tags their attributes."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)


def tokenise(source: str) -> Iterator[Token]:
    """Yield the tokens of an HTML file in order; together they take up the whole of it.

    Follows the tokeniser of the HTML standard, so that what a browser shows as text is text here; every file has
    tokens. Character references are left as they stand.
    """
    cursor = 0
    while cursor < len(source):
        mark = source.find("<", cursor)
        while mark >= 0 and not _opens(source, mark):
            mark = source.find("<", mark + 1)
        end = len(source) if mark < 0 else mark
        if end > cursor:
            yield Token(TokenKind.TEXT, cursor, end)
        if mark < 0:
            return
        token = _read_markup(source, mark)
        yield token
        cursor = token.end
        if token.kind is TokenKind.START and token.name in _RAW | _RAW_WITH_REFERENCES:
            end = _end_of_raw(source, cursor, token.name)
            if end > cursor:
                yield Token(TokenKind.RAW if token.name in _RAW else TokenKind.TEXT, cursor, end)
            cursor = end


def _opens(source: str, mark: int) -> bool:
    following = source[mark + 1 : mark + 2]
    if following == "/":
        return mark + 2 < len(source)
    return following in {"!", "?"} or (following.isascii() and following.isalpha())


def _read_markup(source: str, mark: int) -> Token:
    if source.startswith("<!--", mark):
        return _read_comment(source, mark)
    closing = source.startswith("/", mark + 1)
    name = _NAME.match(source, mark + 1 + closing)
    if name is None:  # a doctype, a processing instruction or nonsense
        end = source.find(">", mark)
        return Token(TokenKind.COMMENT, mark, len(source) if end < 0 else end + 1)
    attributes, end = _read_attributes(source, name.end())
    kind = TokenKind.END if closing else TokenKind.START
    if end < 0:  # the file ends inside the tag, and so never shows it
        return Token(TokenKind.COMMENT, mark, len(source))
    return Token(kind, mark, end, name[0].lower(), {} if closing else attributes)


def _read_comment(source: str, mark: int) -> Token:
    for short in ("<!-->", "<!--->"):
        if source.startswith(short, mark):
            return Token(TokenKind.COMMENT, mark, mark + len(short))
    close = _COMMENT_END.search(source, mark + 4)
    return Token(TokenKind.COMMENT, mark, close.end() if close else len(source))


def _read_attributes(source: str, cursor: int) -> tuple[dict[str, str], int]:
    """Return the attributes from a position on and the end of the tag; -1 where the file ends before it does."""
    attributes: dict[str, str] = {}
    while True:
        blank = _BLANK.match(source, cursor)
        cursor = blank.end() if blank else cursor
        if cursor >= len(source):
            return attributes, -1
        if source[cursor] == ">":
            return attributes, cursor + 1
        match = _ATTRIBUTE.match(source, cursor)
        if match is None:
            return attributes, -1
        if (match["double"] is not None and not match["close1"]) or (
            match["single"] is not None and not match["close2"]
        ):
            return attributes, -1
        value = match["double"] or match["single"] or match["bare"] or ""
        attributes.setdefault(match["name"].lower(), value)
        cursor = match.end()


def _end_of_raw(source: str, cursor: int, name: str) -> int:
    close = re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE).search(source, cursor)
    return close.start() if close else len(source)
