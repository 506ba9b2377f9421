"""Markup of a claim that would do something where it is rendered: tags, links, images, code, other schemes.

A picture or a link that no source has can carry a reader's data away; it needs no word that any rule would compare.
"""

import html
import re
from collections.abc import Iterable, Iterator
from typing import Final

from fundamento.quotes.markup import INVISIBLE, hide_markup

_SHORT: Final = r"[^\[\]\n]{0,300}"
_SITE: Final = r"[^\W_A-Z][\w-]{1,62}"
_PATH: Final = r"[^\s<>\"'«»“”`]{0,500}"
_MARKUP: Final = re.compile(
    r"<(?P<uri>[A-Za-z][\w+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>"
    r"|(?P<tag><(?:!--|!\[|\?|/?[A-Za-z][\w:-]{0,60}(?=[\s/>]|$))[^<>]{0,2000}>?)"
    r"|\]\(\s{0,10}(?:<(?P<angled>[^<>\n]{1,500})>|(?P<link>[^\s<>]{1,500}))"
    rf"|^[ >]{{0,8}}\[{_SHORT}\]:\s{{0,10}}<?(?P<aim>[^\s<>]{{1,500}})"
    rf"|!?\[{_SHORT}\]\[(?P<label>{_SHORT})\]"
    r"|(?P<fence>```[^`]{0,20000}(?:```|\Z)|~~~[^~]{0,20000}(?:~~~|\Z))"
    r"|`(?P<code>[^`\n]{1,1000})`"
    r"|(?P<scheme>(?<![\w.])(?:javascript|vbscript|data|file|blob|about|mailto|tel|sms|intent):(?=\S)[^\s<>\"')]{1,2000})"
    # A name with a point in it: what makes links of bare addresses makes one of it.
    rf"|(?P<site>(?<![\w@.+-])(?:(?-i:{_SITE}\.){{1,5}}(?-i:[^\W\d_A-Z]{{2,24}})(?![\w-])(?:[:/?#@]{_PATH})?"
    rf"|(?:[\w-]{{1,63}}\.){{1,5}}[^\W\d_]{{2,24}}/{_PATH}))"
    r"|(?P<control>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f])",
    re.IGNORECASE | re.MULTILINE,
)
_POINT: Final = re.compile(r"\w\.[^\W\d_]")
_NAMES: Final = frozenset(("uri", "link", "angled", "aim", "site"))
_SCHEME: Final = re.compile(r"\A(?:ht{2}ps?:)?//(?:w{3}\.)?")
_AFTER: Final = ".,;:!?)]}»\"'*_`/ "
_SIGNS: Final = frozenset("<[`~:&") | frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0)))) - set("\n\t\r\x85")


def find_markup(text: str, sources: Iterable[str], named: Iterable[str] = ()) -> Iterator[str]:
    """Yield each piece of markup of a claim whose content none of the sources has.

    A tag is had as it stands, a link by its target, code by what it holds. References such as `&lt;` are read first.
    What is `named` elsewhere, by the question or a title, may be named as a bare site.
    """
    if _SIGNS.isdisjoint(text) and not _POINT.search(text):
        return
    known: list[str] | None = None
    plain = _unescape(text)
    closed = plain.rfind(")")
    for found in _MARKUP.finditer(plain):
        kind = found.lastgroup or "tag"
        if kind == "link" and closed < found.start():
            continue
        if known is None:
            known = [_squeeze(form) for source in sources for form in _forms(source)]
        also = map(_squeeze, named) if kind == "site" else ()
        if kind == "control" or not any(_has(source, _content(found, kind)) for source in (*known, *also)):
            yield found[0]


def _forms(source: str) -> Iterator[str]:
    """Yield a source as it stands, its references read, and without the marks that it does not show."""
    yield _unescape(source)
    hidden = hide_markup(source, links=False)
    if hidden != source:
        yield hidden.replace(INVISIBLE, "")


def _content(found: re.Match[str], kind: str) -> str:
    content = _squeeze(found[kind])
    if kind in _NAMES:
        return _SCHEME.sub("", content).rstrip(_AFTER)
    return content.strip("`~\n ") if kind == "fence" else content


def _unescape(text: str) -> str:
    """Return a text with its references read, those of references too."""
    for _ in range(4 if "&" in text else 0):
        text = html.unescape(text)
    return text


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
