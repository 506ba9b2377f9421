"""What the XML of Word says of a paragraph besides its text: the level of a heading, the number of an item."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree as ET

_SPACE: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_DEEPEST: Final = 20  # styles based on styles
_ROMAN: Final = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
                 (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
BULLET: Final = "- "


def w(name: str) -> str:
    """Return a name of Word's main vocabulary as the parser spells it."""
    return f"{_SPACE}{name}"


_NO_TEXT: Final = frozenset({w("del"), w("moveFrom"), w("pPr"), w("rPr"), w("txbxContent"), _FALLBACK})
_SIGNS: Final[Mapping[str, str]] = {
    w("tab"): "\t",
    w("br"): "\n",
    w("cr"): "\n",
    w("noBreakHyphen"): "\u2011",
    w("softHyphen"): "\u00ad",
}


def value(element: ET.Element | None, path: str) -> str | None:
    """Return the `w:val` of the element at a path of Word's names (`pPr/pStyle`); None: there is none."""
    found = None if element is None else element.find("/".join(w(name) for name in path.split("/")))
    return None if found is None else found.get(w("val"))


def number(text: str | None, default: int) -> int:
    """Return a small whole number as written in an attribute; `default` for anything else."""
    return int(text) if text is not None and len(text) < 6 and text.isdecimal() else default


def read_text(paragraph: ET.Element) -> str:
    """Return what a paragraph says: without what tracked changes deleted, and without the boxes anchored in it."""
    return "".join(_pieces(paragraph))


def _pieces(element: ET.Element) -> Iterator[str]:
    for child in element:
        if child.tag == w("t"):
            yield child.text or ""
        elif child.tag in _SIGNS:
            yield _SIGNS[child.tag]
        elif child.tag not in _NO_TEXT:
            yield from _pieces(child)


def find_boxes(element: ET.Element) -> Iterator[ET.Element]:
    """Yield the text boxes anchored in a paragraph, each once."""
    for child in element:
        if child.tag == w("txbxContent"):
            yield child
        elif child.tag not in {w("del"), w("moveFrom"), _FALLBACK}:
            yield from find_boxes(child)


@dataclass(frozen=True, slots=True)
class Styles:
    """The paragraph styles of a document."""

    elements: Mapping[str, ET.Element] = field(default_factory=dict)

    @classmethod
    def read(cls, part: ET.Element | None) -> "Styles":
        """Return the styles of `styles.xml`; None: there are none."""
        found = part.findall(w("style")) if part is not None else ()
        return cls({style.get(w("styleId")) or "": style for style in found})

    def level(self, paragraph: ET.Element) -> int:
        """Return the level of a heading, 1 to 6; 0: it is none."""
        outline = value(paragraph, "pPr/outlineLvl")
        for style in self._chain(paragraph):
            name = (value(style, "name") or "").lower()
            if name == "title":
                return 1
            if name.startswith("heading ") and number(name[8:], 0):
                return min(6, number(name[8:], 0))
            outline = outline or value(style, "pPr/outlineLvl")
        level = number(outline, 9)
        return min(6, level + 1) if level < 9 else 0

    def numbering(self, paragraph: ET.Element) -> tuple[str, int] | None:
        """Return the list that a paragraph is an item of, and how deep, from 0; None: it is none."""
        for element in (paragraph, *self._chain(paragraph)):
            found = value(element, "pPr/numPr/numId")
            if found is not None:
                depth = min(8, number(value(element, "pPr/numPr/ilvl"), 0))
                return None if found == "0" else (found, depth)
        return None

    def _chain(self, paragraph: ET.Element) -> Iterator[ET.Element]:
        name = value(paragraph, "pPr/pStyle")
        for _ in range(_DEEPEST):
            style = self.elements.get(name or "")
            if style is None:
                return
            yield style
            name = value(style, "basedOn")


@dataclass(slots=True)
class Numbering:
    """The lists of a document, and how far each has counted."""

    levels: Mapping[str, Mapping[int, ET.Element]] = field(default_factory=dict)  # by list
    kinds: Mapping[str, str] = field(default_factory=dict)  # lists that count together, by list
    counts: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * 9))

    @classmethod
    def read(cls, part: ET.Element | None) -> "Numbering":
        """Return the lists of `numbering.xml`; None: there are none."""
        if part is None:
            return cls()
        abstract = {
            one.get(w("abstractNumId")) or "": {
                number(level.get(w("ilvl")), 0): level for level in one.findall(w("lvl"))
            }
            for one in part.findall(w("abstractNum"))
        }
        kinds = {one.get(w("numId")) or "": value(one, "abstractNumId") or "" for one in part.findall(w("num"))}
        return cls({name: abstract.get(kind, {}) for name, kind in kinds.items()}, kinds)

    def count(self, name: str, depth: int) -> str:
        """Return the marker of the next item of a list at a depth, as Word would show it, with a space after it."""
        levels = self.levels.get(name, {})
        level = levels.get(depth)
        if level is None or value(level, "numFmt") in {None, "bullet"}:
            return BULLET
        counts = self.counts[self.kinds.get(name, name)]
        counts[depth] = counts[depth] + 1 if counts[depth] else _start(level)
        counts[depth + 1 :] = [0] * (8 - depth)
        marker = value(level, "lvlText") or ""
        for above in range(depth + 1):
            shown = counts[above] or _start(levels.get(above))
            marker = marker.replace(f"%{above + 1}", _write(shown, value(levels.get(above), "numFmt")))
        return f"{marker} " if marker else ""


def _start(level: ET.Element | None) -> int:
    return number(value(level, "start"), 1)


def _write(count: int, form: str | None) -> str:
    if form in {"lowerLetter", "upperLetter"} and count > 0:
        letter = chr(ord("a") + (count - 1) % 26) * (1 + (count - 1) // 26 % 9)
        return letter.upper() if form == "upperLetter" else letter
    if form in {"lowerRoman", "upperRoman"} and 0 < count < 4000:
        roman = ""
        for worth, sign in _ROMAN:
            roman += sign * (count // worth)
            count %= worth
        return roman.upper() if form == "upperRoman" else roman
    return str(count)
