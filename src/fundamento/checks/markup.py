"""Markup of a claim that would do something where it is rendered: tags, links, images, code, other schemes.

A picture or a link that no source has can carry a reader's data away; it needs no word that any rule would compare.
"""

import html
import re
from collections.abc import Iterable, Iterator
from typing import Final

_SHORT: Final = r"[^\[\]\n]{0,300}"
_MARKUP: Final = re.compile(
    r"(?P<tag><(?:!--|!\[|\?|/?[A-Za-z][\w:-]{0,60}(?=[\s/>]|$))[^<>]{0,2000}>?)"
    rf"|!?\[{_SHORT}\]\(\s?<?(?P<link>[^()\s<>]{{1,2000}})>?[^()\n]{{0,200}}\)"
    rf"|!?\[{_SHORT}\]\[(?P<label>{_SHORT})\]"
    r"|(?P<fence>```[^`]{0,20000}(?:```|\Z)|~~~[^~]{0,20000}(?:~~~|\Z))"
    r"|`(?P<code>[^`\n]{1,1000})`"
    r"|(?P<scheme>(?<![\w.])(?:javascript|vbscript|data|file|blob|about|mailto|tel|sms|intent):(?=\S)[^\s<>\"')]{1,2000})"
    r"|(?P<control>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f])",
    re.IGNORECASE,
)
_SIGNS: Final = frozenset("<[`~:&") | frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0)))) - set("\n\t\r\x85")


def find_markup(text: str, sources: Iterable[str]) -> Iterator[str]:
    """Yield each piece of markup of a claim whose content none of the sources has.

    A tag is had as it stands, a link by its target, code by what it holds. References such as `&lt;` are read first.
    """
    if _SIGNS.isdisjoint(text):
        return
    known: list[str] | None = None
    plain = html.unescape(text) if "&" in text else text
    for found in _MARKUP.finditer(plain):
        kind = found.lastgroup or "tag"
        content = _squeeze(found[kind].strip("`~\n ") if kind == "fence" else found[kind])
        if known is None:
            known = [_squeeze(html.unescape(source)) for source in sources]
        if kind == "control" or not any(_has(source, content) for source in known):
            yield found[0]


def _has(source: str, content: str) -> bool:
    """Say whether a text has a piece, not as a part of a word."""
    place = source.find(content) if content else -1
    while place >= 0:
        before, after = source[place - 1 : place], source[place + len(content) : place + len(content) + 1]
        if not (before.isalnum() and content[0].isalnum()) and not (after.isalnum() and content[-1].isalnum()):
            return True
        place = source.find(content, place + 1)
    return False


def _squeeze(text: str) -> str:
    return " ".join(text.casefold().split())
