"""Numbers in figures and in words, Spanish and English: which values they may stand for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from fundamento.checks.hints import Anchored
from fundamento.checks.wording import plain_letters
from fundamento.text.language import Lang
from fundamento.text.stems import strip_accents
from fundamento.text.vocabulary import WordPattern, WordSet, WordTable, lru_cache

_MAX_DIGITS: Final = 24
_MAX_VALUE: Final = 1e24


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number where it stands. `values` are all that it may mean: 1.234 is 1234 in Spanish, 1.234 in English.

    `step` is the last place that is written out, for what was rounded to it. `mark` stands in figures of two readings:
    the first of `values` takes it to group thousands, the second for a decimal mark. `scale` is what its last word
    multiplies: a million.
    """

    start: int
    end: int
    values: tuple[float, ...]
    kind: Literal["figures", "words", "ordinal", "rank", "fraction", "one", "century", "multiple"] = "figures"
    step: float = 1.0
    mark: str = ""
    scale: float = 1.0


_NUMBERS: Final = WordTable("figures.numbers", float)
_SCALES: Final = WordTable("figures.scales", float)
ORDINALS: Final = WordTable("figures.ordinals", int)
_PARTS: Final = WordTable("figures.parts", int)
_VULGAR: Final = {
    "½": 0.5,
    "¼": 0.25,
    "¾": 0.75,
    "⅓": 1 / 3,
    "⅔": 2 / 3,
    "⅕": 0.2,
    "⅖": 0.4,
    "⅗": 0.6,
    "⅘": 0.8,
    "⅛": 0.125,
}

_DIGITS: Final = re.compile(r"\d+")


def _find_figures(text: str) -> Iterator[int]:
    """Return where a number in figures may begin: at its sign, its point, or at what follows a dash that is no sign."""
    for found in _DIGITS.finditer(text):
        first = start = found.start()
        if text[first - 1 : first] == ".":
            first -= 1
        if text[first - 1 : first] in ("-", "+"):
            first -= 1
        yield from range(first, start + 1)


_FIGURES: Final = Anchored(
    r"(?<![\w.,/])(?<!\d')(?P<sign>[-+](?=[\d.]))?"
    r"(?P<number>\d{1,3}(?:[ '.]\d{3})+(?:,\d+)?(?![\d])|\d{1,3}(?:[, ']\d{3})+(?:\.\d+)?(?![\d])"
    r"|\d+(?:[.,']\d+)?|(?<!\d)\.\d+)"
    r"(?P<vulgar>[½¼¾⅓⅔⅕⅖⅗⅘⅛])?"
    r"(?:(?P<ordinal>\.?[ºª](?![cfCF])|«figures.ordinal-endings»)|(?: ?(?P<scale>«figures.scale-words»"
    r"|M(?=[€$£])|k(?![\w])|K(?![\w]))(?!\w)))?",
    _find_figures,
)  # fmt: skip
_SCALE_MARKS: Final = WordTable("figures.scale-marks", float)
_SIGNS: Final = {"m": 1e6, "k": 1e3}
_VULGAR_ALONE: Final = re.compile(r"[½¼¾⅓⅔⅕⅖⅗⅘⅛](?<!\w.)")
_RATIO: Final = re.compile(r"(?<![\w./,:-])([1-9]\d?)/([2-9]|10)(?![\w/.,]\d|[\w/])")
_HUNDRED: Final = WordSet("figures.hundred")
_HUNDREDS: Final = WordSet("figures.hundreds")
_DOZEN: Final = WordSet("figures.dozen")
NUMBER_WORDS: Final = WordSet(lambda _: frozenset((*_NUMBERS, *_SCALES, *ORDINALS, *_PARTS, *_HUNDRED, *_HUNDREDS)))
_LONG_BILLION: Final = WordSet("figures.long-billion")
COUNTING_WORDS: Final = WordSet(lambda _: frozenset((*_NUMBERS, *_SCALES, *_LONG_BILLION, *_HUNDRED)))
DIVIDING_WORDS: Final = WordSet(lambda _: frozenset((*_PARTS, *ORDINALS)))
_TOKEN: Final = re.compile(r"[^\W\d_]+")


_POINT_DECIMAL: Final = re.compile(r"\d\.\d{1,2}(?!\d)|\d,\d{3}(?!\d)")


def read_figures(text: str, *, lang: Lang | None = None) -> Iterator[Numeral]:
    """Read the numbers in figures of an evened text, with the scale word or the ordinal mark that follows.

    `lang`: what the text is surely in. 1.234 is 1234 in Spanish and 1,234 is 1234 in English; without it each may be
    either, as in a Spanish text that writes decimals with a point.
    """
    grouping = "," if lang == "en" else "." if lang == "es" and not _POINT_DECIMAL.search(text) else ""
    for found in _FIGURES.finditer(text):
        written = found["number"]
        if len(written) > _MAX_DIGITS and sum(c.isdigit() for c in written) > _MAX_DIGITS:
            continue
        values = parse_figures(written, grouping=grouping)
        mark = next(c for c in written if not c.isdigit()) if len(values) > 1 else ""
        if found["vulgar"]:
            values = tuple(value + _VULGAR[found["vulgar"]] for value in values)
        scale = found["scale"]
        factor = _scale_of(scale) if scale else 1.0
        places = None if written.isdigit() else re.search(r"[.,'](\d{1,2})$", written)
        if scale and places and sum(not c.isdigit() for c in written) == 1:  # 1,25 millones
            values = (float(re.sub("[,']", ".", written)),)
        if found["sign"] == "-":
            values = tuple(-value for value in values)
        step = (10.0 ** -len(places[1]) if places else 1.0) * factor
        kind: Literal["ordinal", "figures"] = "ordinal" if found["ordinal"] else "figures"
        yield Numeral(found.start(), found.end(), tuple(value * factor for value in values), kind, step, mark, factor)
    for found in _VULGAR_ALONE.finditer(text):
        yield Numeral(found.start(), found.end(), (_VULGAR[found[0]],), "fraction")


def read_ratios(text: str) -> Iterator[Numeral]:
    """Read fractions in figures: 1/2, 3/4."""
    for found in _RATIO.finditer(text) if "/" in text else ():
        above, below = int(found[1]), int(found[2])
        if above < below:
            yield Numeral(found.start(), found.end(), (above / below,), "fraction")


def _scale_of(written: str) -> float:
    plain = written.casefold()
    return _SIGNS.get(plain) or _SCALE_MARKS.get(plain) or _SCALES[strip_accents(plain)]


@lru_cache(maxsize=4096)
def parse_figures(written: str, *, grouping: str = "") -> tuple[float, ...]:
    """Return what a number in figures may mean, with points, commas, apostrophes and spaces as marks of either kind.

    `grouping`: the mark that surely groups thousands.
    """
    bare = written.replace(" ", "")
    marks = [c for c in bare if not c.isdigit()]
    digits = re.sub(r"\D", "", bare)
    if not marks:
        return (float(digits),)
    last = max(bare.rfind(mark) for mark in set(marks))
    whole, part = re.sub(r"\D", "", bare[:last]) or "0", bare[last + 1 :]
    decimal = float(f"{whole}.{part}")
    if len(set(marks)) > 1:
        return (decimal,)
    if len(marks) > 1:
        return (float(digits),)
    if len(part) != 3 or len(whole) > 3 or whole.startswith("0"):
        return (decimal,)
    # Nobody writes three zeros after a decimal mark.
    return (float(digits),) if part == "000" or marks[0] == grouping else (float(digits), decimal)


@dataclass(slots=True)
class _Run:
    """A number in words as it is being read, word by word."""

    start: int
    end: int
    total: float = 0.0
    current: float = 0.0
    words: int = 0
    last: str = ""

    def take(self, plain: str, value: float, end: int) -> bool:
        """Add a word; False where it does not go on this number."""
        if self.total > _MAX_VALUE:
            return False
        if plain in _SCALES:
            if self.words and self.current == 0:
                if not (plain in _AFTER_THOUSAND and self.total >= 1e3):
                    return False
                self.total *= value  # mil millones
            else:
                self.total += (self.current or 1.0) * value
            self.current = 0.0
        elif plain in _HUNDRED:
            if self.words and not 0 < self.current < 100:
                return False
            self.current = (self.current or 1.0) * 100
        elif plain in _DOZEN:
            self.current = (self.current or 1.0) * 12
        else:
            if self.words and not self._fits(value):
                return False
            self.current += value
        self.end, self.last, self.words = end, plain, self.words + 1
        return True

    def _fits(self, value: float) -> bool:
        if self.current == 0:
            return self.last in _SCALES and value > 0
        return (
            value > 0
            and self.current % (100 if value >= 10 else 10) == 0
            and self.current not in (10.0,)
            and value < 100
        )

    def value(self) -> float:
        return self.total + self.current


def read_number_words(text: str, *, spanish: bool) -> Iterator[Numeral]:
    """Read the numbers in words of an evened text; `spanish`: `once` is eleven, and `billón` a million millions."""
    text = plain_letters(text)
    run: _Run | None = None
    link = False
    for token in _TOKEN.finditer(text):
        plain = token[0]
        if run is None and plain not in COUNTING_WORDS:  # most words
            continue
        value = _value_of(plain, spanish=spanish)
        gap = text[run.end : token.start()] if run else ""
        near = bool(run) and (link or gap in (" ", "-"))
        if run and near and value is not None and run.take(plain, value, token.end()):
            link = False
            continue
        if run and not link and gap == " " and _links(run, plain):
            link = True
            continue
        if run:
            yield from _close(run)
        run, link = None, False
        if value is not None and _begins_number(text, token):
            run = _Run(token.start(), token.end())
            run.take(plain, value, token.end())
    if run:
        yield from _close(run)


def _links(run: _Run, plain: str) -> bool:
    if plain in _AFTER_TENS and 30 <= run.current % 100 <= 90 and run.current % 10 == 0:
        return True
    return plain in _AFTER_HUNDREDS and run.last in _LARGE


# What joins tens and ones, and what joins hundreds and more with what follows them.
_AFTER_TENS: Final = WordSet("figures.after-tens")
_AFTER_HUNDREDS: Final = WordSet("figures.after-hundreds")
_LARGE: Final = WordSet("figures.large")
_AFTER_THOUSAND: Final = WordSet("figures.after-thousand")
_HUNDRED_BEFORE: Final = WordPattern(r"«!figures.not-before-hundred»\b«figures.before-hundred» \Z")
_SOME: Final = WordPattern(r"\b«figures.some» \Z")


def _begins_number(text: str, token: re.Match[str]) -> bool:
    """Say whether a word may begin a number: a hundred does, and several thousand are no number."""
    plain, start = token[0], token.start()
    if plain in _SCALES and _SOME.search(text, max(0, start - 16), start) is not None:
        return False
    if plain in _HUNDRED:
        return _HUNDRED_BEFORE.search(text, max(0, start - 8), start) is not None
    return plain not in _HUNDREDS and _stands_free(text, token)


_PER_HUNDRED: Final = WordSet("figures.per-hundred")
_PER_BEFORE: Final = WordPattern(r"«figures.per» \Z")


def _stands_free(text: str, token: re.Match[str]) -> bool:
    before = text[token.start() - 1 : token.start()]
    if token[0] in _PER_HUNDRED and _PER_BEFORE.search(text, max(0, token.start() - 8), token.start()):
        return False  # a unit: 12 por ciento
    return not (
        before.isdigit()
        or (before == " " and text[token.start() - 2 : token.start() - 1].isdigit() and token[0] in _SCALES)
    )


# Numbers of one language that are other words in another.
_OTHER_WORDS: Final = WordSet("figures.other-words")


def _value_of(plain: str, *, spanish: bool) -> float | None:
    if plain in _OTHER_WORDS and not spanish:
        return None
    if plain in _LONG_BILLION:
        return 1e12
    if plain in _HUNDRED:
        return 100.0
    if plain in _SCALES:
        return _SCALES[plain]
    return _NUMBERS.get(plain)


def _close(run: _Run) -> Iterator[Numeral]:
    value = run.value()
    one = run.words == 1 and value == 1
    scale = _SCALES.get(run.last, 1.0) if run.words > 1 else 1.0
    yield Numeral(run.start, run.end, (value,), "one" if one else "words", 1.0, scale=scale)


def read_parts_and_ranks(text: str) -> Iterator[Numeral]:
    """Read fractions (`dos tercios`, `la mitad`, `three quarters`) and ordinals (`tercer`, `fifth`) in words.

    A word that may be either, as `third`, has both values.
    """
    text = plain_letters(text)
    words = list(_TOKEN.finditer(text))
    for index, found in enumerate(words):
        plain = found[0]
        if plain not in DIVIDING_WORDS:
            continue
        part, rank = _PARTS.get(plain), ORDINALS.get(plain)
        start, above = found.start(), 1
        if part is not None and index:
            before = words[index - 1][0]
            above = int(_NUMBERS.get(before, 1))
            if 1 < above < 10 and text[words[index - 1].end() : found.start()] in (" ", "-"):
                start = words[index - 1].start()
        values = [above / part] if part is not None else []
        if rank is not None and start == found.start():
            values.append(float(rank))
        if part in (2, 4) and rank is None and index and words[index - 1][0] in ORDINALS:
            continue  # the second half of a match, the third quarter of a year
        yield Numeral(
            start, found.end(), tuple(values), "fraction" if rank is None or start < found.start() else "rank"
        )
