"""The marks of a text that a reader of its rendered form never sees, hidden where they stand.

Hidden are Markdown's escapes, the brackets and targets of its links, its note references, the tags of HTML and the
rest of its character references, note marks raised after a word, text that was struck out, the escapes of JSON in a
text that was encoded twice, and a space that an extractor left after a ligature. Each is replaced by characters that
take no place, so that every offset stays what it was. What may be a power (m², 10<sup>2</sup>) is left as it stands.
"""

import html
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

INVISIBLE: Final = "\u200b"

_TARGET: Final = (
    r"\((?:[^()\s\\]|\\.|\([^()\s]{0,100}\)){1,2000}(?:\s{1,3}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?\s?\)"
)
_LABEL: Final = r"\[[^\[\]\n]{1,200}\]"
_ATTRIBUTES: Final = r"(?:\s[^<>]{0,500})?"
_STRUCK: Final = (
    r"~~(?=\S)[^~\n]{1,300}(?<=\S)~~"
    rf"|(?i:<(?P<striking>del|strike|s){_ATTRIBUTES}>[^<>]{{0,300}}</(?P=striking)\s?>)"
)
_INLINE: Final = (
    "a|abbr|acronym|b|bdi|bdo|big|cite|code|dfn|em|font|i|ins|kbd|label|mark|nobr|q|samp|small|span|strong|time|tt|u"
    "|var|wbr"
)
_BLOCK: Final = (
    "article|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section"
    "|table|tbody|td|tfoot|th|thead|tr|ul"
)
_RAISED: Final = "¹²³⁰⁴-⁹"
_LETTER: Final = r"(?:[^\W\d_]|[\u0300-\u036f])"
_CLOSING: Final = r"[.,;:!?)»”\"]"
_AFTER_WORD: Final = rf"(?:(?<={_LETTER})|(?<={_LETTER}{_CLOSING}))"
_MARKS: Final = re.compile(
    # No mark begins with another sign: nearly every place of a text is passed over by this alone.
    rf"(?=[~\[!\\&<>†‡ \u00a0{_RAISED}])(?:(?P<struck>{_STRUCK})"
    r"|(?P<note>\[\^[^\]\s]{1,40}\](?!:)|(?<=[\w.,;:!?)»”])[†‡]{1,3})"
    rf"|(?P<open>!?\[)(?P<shown>[^\[\]\n]{{1,300}})(?P<rest>\](?:{_TARGET}|{_LABEL}))"
    r"|(?P<escape>\\)(?=[!-/:-@\[-`{-~])"
    r"|(?P<break>(?<![A-Za-z]:)\\[nrt](?=[\s\"'«¿¡]|\\[nrt]|[-*•–] |[A-Z0-9][\s\w])|(?<=[.,;!?])\\[nrt])"
    r"|(?P<coded>\\u[0-9A-Fa-f]{4})"
    r"|(?P<order>(?:[<>]|&[lg]t;)=)"
    r"|(?P<reference>&(?:amp;){0,3}(?:[A-Za-z][A-Za-z0-9]{1,30}|\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6});)"
    rf"|(?P<raised>{_AFTER_WORD}[{_RAISED}]{{1,3}}"
    rf"(?:[, ]{{1,2}}[{_RAISED}]{{1,3}}){{0,4}}(?![\w{_RAISED}⁺⁻ⁿ]))"
    rf"|(?P<sup>{_AFTER_WORD}<sup{_ATTRIBUTES}>\s?(?:\[?\w{{1,3}}\]?|[*†‡]{{1,3}})\s?</sup>)"
    r"|(?P<comment><!--(?:[^<-]|-(?!->)){0,2000}-->)"
    rf"|(?P<tag>(?i:</?(?:{_INLINE}){_ATTRIBUTES}/?>))"
    rf"|(?P<block>(?i:</?(?:{_BLOCK}){_ATTRIBUTES}/?>))"
    r"|(?P<left><)(?P<address>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})(?P<auto>>)"
    r"|(?P<ligature>(?<=[ﬁﬂﬃﬄ])[ \u00a0](?=[^\W\d_A-Z])))"
)
_SIGNS: Final = re.compile(rf"[~\[\\&<>†‡ﬁﬂﬃﬄ{_RAISED}]")
_STRUCK_OUT: Final = re.compile(_STRUCK)
_SOFT_BREAK: Final = re.compile(r"(?<=[\w,;])\\n(?=[^\W\d_])")
_BREAKS: Final = MappingProxyType({"n": "\n", "r": "\n", "t": "\t"})
_ENCODED: Final = re.compile(r"\\{1,3}(?:([nrt])|u([0-9A-Fa-f]{4})|([\"/]))")
_WORD_BEFORE: Final = re.compile(rf"({_LETTER}{{1,24}})({_CLOSING}?)\Z")
_ACCENTS: Final = re.compile("[\u0300-\u036f]")
# What a raised 2 or 3 squares or cubes, in words.
_MEASURE: Final = re.compile(
    r"\w*met(?:ro|re|er)s?|pies?|pulgadas?|yardas?|millas?|varas?|feet|foot|inch(?:es)?|yards?|miles?"
    r"|segundos?|seconds?|horas?|hours?|minut[eo]s?",
    re.IGNORECASE,
)
_POWERS: Final = frozenset("²³")


def hide_markup(text: str, *, links: bool = True) -> str:
    """Return a text of the same length whose marks take no place; without `links`, those of links stay as they are."""
    if not _SIGNS.search(text):
        return text
    return (_kept_plain if len(text) <= _KEPT_UP_TO else _read_plain)(text, links)


def _read_plain(text: str, links: bool) -> str:  # noqa: FBT001 - a key of what is kept
    hidden = _MARKS.sub(_hide if links else _hide_but_links, text)
    # Where other breaks are plainly escaped, one before a small letter is a line's end and no path.
    return _SOFT_BREAK.sub("\n" + INVISIBLE, hidden) if "\\n" in hidden and _has_break(text) else hidden


_KEPT_UP_TO: Final = 20_000
# Every claim is compared with the same few fragments.
_kept_plain = lru_cache(maxsize=512)(_read_plain)


def is_struck_out(text: str, start: int, end: int) -> bool:
    """Say whether something of `text[start:end]` was struck out."""
    if "~~" not in text and "</" not in text:
        return False
    return any(each.start() < end and start < each.end() for each in _STRUCK_OUT.finditer(text))


def decode_escapes(quote: str) -> str:
    r"""Return a quote that was encoded as JSON twice as it was meant: `\n`, `\t`, `\"` and `\u00e1` are read."""
    return _ENCODED.sub(_decode, quote)


def _decode(found: re.Match[str]) -> str:
    control, code, sign = found.groups()
    if control:
        return _BREAKS[control]
    return _character(code) if code else str(sign)


def _character(code: str) -> str:
    """Return the character of a code in hexadecimal digits; what stands for none of its own, for nothing."""
    character = chr(int(code, 16))
    return character if character.isprintable() or character.isspace() else INVISIBLE


def _has_break(text: str) -> bool:
    return any(each.lastgroup == "break" for each in _MARKS.finditer(text))


def _hide(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    if kind == "striking":  # of the text that was struck, as it stands inside
        kind = "struck"
    shown = _SHOWN[kind](found) if kind in _SHOWN else ""
    return shown + INVISIBLE * (len(found[0]) - len(shown))


def _hide_but_links(found: re.Match[str]) -> str:
    return found[0] if found.lastgroup in ("rest", "auto") else _hide(found)


def _label(found: re.Match[str]) -> str:
    return INVISIBLE * len(found["open"]) + hide_markup(found["shown"])


def _unless_power(found: re.Match[str]) -> str:
    """Return nothing, or the marks as they stand where they may be a power: x², sin², 40 metros²."""
    marks = found["raised"] or ""
    before = _WORD_BEFORE.search(found.string, max(0, found.start() - 25), found.start())
    if before is None:
        return found[0]
    word, closing = before.groups()
    enough = 2 if closing or marks.startswith("¹") else 4
    may_be_power = not closing and (not marks or marks in _POWERS) and _MEASURE.fullmatch(word) is not None
    return found[0] if may_be_power or len(_ACCENTS.sub("", word)) < enough else ""


def _referred(found: re.Match[str]) -> str:
    character = found[0]
    for _ in range(4):
        character = html.unescape(character)
    return character if len(character) == 1 else found[0]


def _ordered(found: re.Match[str]) -> str:
    return "≤" if found[0][0] == "<" or found[0][1] == "l" else "≥"


def _coded(found: re.Match[str]) -> str:
    return _character(found[0][2:])


def _broken(found: re.Match[str]) -> str:
    return _BREAKS[found[0][1]]


def _parted(found: re.Match[str]) -> str:
    return "\t" if found[0].lstrip("</")[:2].casefold() in ("td", "th") else "\n"


def _addressed(found: re.Match[str]) -> str:
    return INVISIBLE + found["address"]


# What is left of each kind of mark; of the others, nothing.
_SHOWN: Final[Mapping[str, Callable[[re.Match[str]], str]]] = MappingProxyType(
    {
        "rest": _label,
        "reference": _referred,
        "order": _ordered,
        "coded": _coded,
        "break": _broken,
        "block": _parted,
        "auto": _addressed,
        "raised": _unless_power,
        "sup": _unless_power,
    }
)
