"""The marks of a text that a reader of its rendered form never sees, hidden where they stand.

Hidden are Markdown's escapes, the brackets and targets of its links, its struck text and its note references, note
numbers raised after a word, the rest of a character reference of HTML, and a space that an extractor left after a
ligature. Each is replaced by characters that take no place, so that every offset stays what it was.
"""

import html
import re
from typing import Final

INVISIBLE: Final = "\u200b"

_TARGET: Final = (
    r"\((?:[^()\s\\]|\\.|\([^()\s]{0,100}\)){1,2000}(?:\s{1,3}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?\s?\)"
)
_LABEL: Final = r"\[[^\[\]\n]{1,200}\]"
_MARKS: Final = re.compile(
    r"(?P<struck>~~(?=\S)[^~\n]{1,300}(?<=\S)~~)"
    r"|(?P<note>\[\^[^\]\s]{1,40}\](?!:))"
    rf"|(?P<open>!?\[)(?P<shown>[^\[\]\n]{{1,300}})(?P<rest>\](?:{_TARGET}|{_LABEL}))"
    r"|(?P<escape>\\)(?=[!-/:-@\[-`{-~])"
    r"|(?P<break>(?<![A-Za-z]:)\\[nrt](?=[\s\"'«¿¡]|[A-Z0-9][\s\w])|(?<=[.,;!?])\\[nrt])"
    r"|(?P<reference>&(?:[A-Za-z][A-Za-z0-9]{1,30}|\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6});)"
    r"|(?P<raised>(?:(?<=[^\W\d_]{4})|(?<=[.,;:!?)»”\"]))[¹²³⁰⁴-⁹]{1,3}(?![\w¹²³⁰⁴-⁹]))"
    r"|(?P<ligature>(?<=[ﬁﬂﬃﬄ])[ \u00a0](?=[^\W\d_A-Z]))"
    r"|(?P<order>[<>]=)"
)
_ORDERS: Final = {"<=": "≤", ">=": "≥"}
# Text that was struck out, for what may not be read as evidence.
STRUCK: Final = re.compile(r"~~(?=\S)[^~\n]{1,300}(?<=\S)~~")


def hide_markup(text: str, *, links: bool = True) -> str:
    """Return a text of the same length whose marks take no place; without `links`, those of links stay as they are."""
    if not _MARKS.search(text):
        return text
    return _MARKS.sub(_hide if links else _hide_but_links, text)


def _hide(found: re.Match[str]) -> str:
    kind, whole = found.lastgroup, found[0]
    if kind == "rest":
        shown = hide_markup(found["shown"])
        return INVISIBLE * len(found["open"]) + shown + INVISIBLE * len(found["rest"])
    if kind == "reference":
        character = html.unescape(whole)
        return whole if len(character) != 1 else character + INVISIBLE * (len(whole) - 1)
    if kind == "break":
        return " " + INVISIBLE
    if kind == "order":
        return _ORDERS[whole] + INVISIBLE
    return INVISIBLE * len(whole)


def _hide_but_links(found: re.Match[str]) -> str:
    return found[0] if found.lastgroup == "rest" else _hide(found)
