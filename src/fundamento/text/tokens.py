"""Cut a text into tokens, once: where each stands, what it is and, for a word, what the lexicon knows of it."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from fundamento.text.lexicon import Entry, Lexicon, fold
from fundamento.text.marks import EMPTY, Mark
from fundamento.text.stems import stem_folded

# One character for one, so that places hold: spaces of all kinds, hyphens, quotation marks, and the like.
_PLAIN: Final = str.maketrans(
    dict.fromkeys(map(chr, (0xA0, 0x202F, 0x2007, 0x2009, 0x200A, 0x2002, 0x2003, 0x3000, 9, 13)), " ")
    | {"−": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "`": "'", "´": "'", "⁄": "/", "×": "x", "～": "~"}
)
_TOKEN: Final = re.compile(
    r"(?P<address>https?://[^\s<>\"')\]]+|www\.[^\s<>\"')\]]+|(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<word>[^\W\d_]\w*(?:['&]\w+|\.(?=[a-z0-9]|[A-Z](?![a-z]))\w+)*(?:-(?=\w*[\dA-Z])\w+)*)"
    r"|(?P<number>\d{1,3}(?:[ _]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,']\d+)*)"
    r"|(?P<line>(?<![^\S\n])[^\S\n]*+\n\s*)"
    r"|(?P<other>\S)"
)
WORD: Final = 1
NUMBER: Final = 2
SIGN: Final = 3
LINE: Final = 4
ADDRESS: Final = 5
_KINDS: Final = {"address": ADDRESS, "word": WORD, "number": NUMBER, "line": LINE, "other": SIGN}
_KIND_BY_GROUP: Final = [0] * (max(_TOKEN.groupindex.values()) + 1)
for _name, _group in _TOKEN.groupindex.items():
    _KIND_BY_GROUP[_group] = _KINDS[_name]
_RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_ENDS: Final = ".,;:!?"
_LONGEST_WORD: Final = 64  # code points; what is longer is no word


@dataclass(frozen=True, slots=True)
class Word:
    """What is known of a written word: its form without case and accents, its stem ("" where it has no content)."""

    plain: str
    stem: str
    marks: int
    entry: Entry | None


class Words:
    """What a lexicon knows of written words, each looked up once while it is kept. Single words, never texts."""

    __slots__ = ("_kept", "_most", "lexicon")

    def __init__(self, lexicon: Lexicon, most: int = 50_000) -> None:
        self.lexicon = lexicon
        self._kept: dict[str, Word] = {}
        self._most = most

    def read(self, written: str) -> Word:
        """Return what is known of one word as it is written."""
        found = self._kept.get(written)
        if found is None:
            found = self._read(written)
            if len(self._kept) >= self._most:
                self._kept = {}
            self._kept[written] = found
        return found

    def _read(self, written: str) -> Word:
        if len(written) > _LONGEST_WORD:
            return Word(written, written, 0, None)
        low = written.lower()
        if low[-1] in _RAISED and len(low) > 2:  # a raised mark of a note, unless it is a unit's
            low = low.rstrip(_RAISED) if self.lexicon.find(low) is None else low
        entry = self.lexicon.find(low)
        if entry is None and low.endswith("'s"):
            low = low[:-2]
            entry = self.lexicon.find(low)
        if entry is None and low.endswith("n't"):
            entry = Entry((low,), marks=int(Mark.NEGATION | Mark.FUNCTION))
        marks = 0 if entry is None else entry.marks
        plain = fold(low)
        return Word(plain, "" if marks & EMPTY else stem_folded(plain), marks, entry)


class Tokens:
    """The tokens of one text, as arrays of one length; places are code points of `text`."""

    __slots__ = ("ends", "kinds", "lexicon", "phrases", "starts", "text", "words", "written")

    def __init__(self, text: str, words: Words) -> None:
        self.text = text
        self.lexicon = words.lexicon
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.kinds: list[int] = []
        self.written: list[str] = []
        self.words: list[Word | None] = []
        # Phrases by their first token, with the token after their last.
        self.phrases: dict[int, tuple[Entry, int]] = {}
        self._cut(words)
        self._find_phrases()

    def __len__(self) -> int:
        return len(self.starts)

    def _cut(self, words: Words) -> None:
        starts, ends, kinds, written, found = self.starts, self.ends, self.kinds, self.written, self.words
        read = words.read
        for match in _TOKEN.finditer(self.text):
            kind = _KIND_BY_GROUP[match.lastindex or 0]
            piece = match[0]
            end = match.end()
            if kind == ADDRESS:
                bare = piece.rstrip(_ENDS)
                end -= len(piece) - len(bare)
                piece = bare
            starts.append(match.start())
            ends.append(end)
            kinds.append(kind)
            written.append(piece)
            found.append(read(piece) if kind == WORD else None)

    def _find_phrases(self) -> None:
        begun = self.lexicon.phrases
        free = 0
        for index, word in enumerate(self.words):
            if word is None or index < free:
                continue
            low = self.written[index].lower()
            candidates = begun.get(low) or begun.get(word.plain)
            for entry in candidates or ():
                after = index + len(entry.words)
                if after <= len(self) and all(
                    self.is_word(index + offset, one) for offset, one in enumerate(entry.words) if offset
                ):
                    self.phrases[index] = (entry, after)
                    free = after if entry.marks & int(Mark.UNIT) else free
                    break

    def is_word(self, index: int, one: str) -> bool:
        """Say whether a token is a word of a lexicon, with or without accents."""
        if self.kinds[index] not in (WORD, SIGN):
            return False
        low = self.written[index].lower()
        return low == one or fold(low) == one

    def marks(self, index: int) -> int:
        """Return the marks of a token, with those of the phrase that it begins."""
        word = self.words[index]
        phrase = self.phrases.get(index)
        return (0 if word is None else word.marks) | (0 if phrase is None else phrase[0].marks)

    def entry(self, index: int) -> tuple[Entry, int] | None:
        """Return what the lexicon has of the phrase or word at a place, with the token after it."""
        phrase = self.phrases.get(index)
        if phrase is not None:
            return phrase
        word = self.words[index] if 0 <= index < len(self.words) else None
        if word is None:
            if 0 <= index < len(self.kinds) and self.kinds[index] == SIGN:
                sign = self.lexicon.entries.get(self.written[index])
                return None if sign is None else (sign, index + 1)
            return None
        return None if word.entry is None else (word.entry, index + 1)

    def is_capital(self, index: int) -> bool:
        """Say whether a word begins with a capital letter."""
        return self.written[index][:1].isupper()

    def touches(self, index: int) -> bool:
        """Say whether a token stands right after the one before it."""
        return index > 0 and self.ends[index - 1] == self.starts[index]


def normalise(text: str) -> str:
    """Return a text with plain spaces, hyphens and apostrophes; places hold where it is in NFC already."""
    if text.isascii():
        return text.replace("\t", " ").replace("\r", " ") if "\t" in text or "\r" in text else text
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return text.translate(_PLAIN)
