"""Each short cut gives what the long way gives: over texts full of odd typography, quotes cut from them included."""

import re
import unicodedata
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from fundamento.answers import Claim, Support
from fundamento.checks import CHECKS, wording
from fundamento.checks.context import Context
from fundamento.evidence import Evidence
from fundamento.fragments import Fragment
from fundamento.quotes.boundaries import _drops_denial, _drops_sign, _splits, on_word_boundary
from fundamento.quotes.citations import is_trivial, locate_quote
from fundamento.quotes.folding import fold, is_ignorable, strip_blank
from fundamento.quotes.matching import _find_folded, find_quote
from fundamento.spans import Span
from fundamento.text.language import content_words

_NOISE = " \u00a0\u202f\u200b\u00ad\n\t\r-\u2010\u2011–—−'’`´\"«»“”.,:;!?¿¡()…/^_·~±€$%º²½٣\u0301\ufdd0"
_PIECES = (
    *("plan", "Plan", "PLAN", "archivo", "días", "año", "niño", "caf\u0065\u0301", "Straße", "ŒUVRE", "ﬁn", "İ", "Σ"),
    *(
        "no",
        "non",
        "un",
        "ex",
        "la",
        "de",
        "the",
        "of",
        "muy",
        "you're",
        "10",
        "10 000",
        "1.5",
        "-5",
        "P7",
        "2025-03-01",
    ),
    *_NOISE,
    *(" ",) * 30,
)
TEXTS = st.lists(st.sampled_from(_PIECES), max_size=40).map("".join)


@st.composite
def cut(draw: st.DrawFn) -> tuple[str, int, int]:
    """A text and a span of it."""
    text = draw(TEXTS.filter(bool))
    start = draw(st.integers(0, len(text) - 1))
    return text, start, draw(st.integers(start + 1, len(text)))


@given(cut())
def test_a_span_is_on_word_boundaries_as_the_full_look_says(span: tuple[str, int, int]) -> None:
    text, start, end = span
    begins = not start or not (_splits(text, start) or _drops_sign(text, start) or _drops_denial(text, start))
    ends = end >= len(text) or not _splits(text, end)

    assert on_word_boundary(text, start, end) is (begins and ends)


@given(cut(), st.booleans())
def test_what_is_found_as_it_stands_is_found_when_folded(span: tuple[str, int, int], other: bool) -> None:
    text, start, end = span
    quote = text[start:end].upper() if other else text[start:end]
    found, folded = find_quote(quote, text), _find_folded(strip_blank(quote), text)

    assert bool(found) is bool(folded)
    if fold(text).count(fold(strip_blank(quote))) == 1:
        assert [fold(text[span.start : span.end]) for span in found] == [
            fold(text[span.start : span.end]) for span in folded
        ]


@given(TEXTS)
def test_a_quote_is_trivial_as_all_of_its_words_say(quote: str) -> None:
    tokens = [unicodedata.normalize("NFC", token) for token in fold(quote).replace('"', "'").split()]
    telling = any(character.isnumeric() for character in quote) or any(map(content_words, tokens))

    assert is_trivial(quote) is not telling


@given(TEXTS.filter(lambda text: not text.isascii()))
def test_a_text_is_evened_character_by_character(text: str) -> None:
    odd = {"−": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "`": "'", "´": "'", "⁄": "/"}
    whole = "".join(odd.get(character, character) for character in unicodedata.normalize("NFC", text))
    seen = "".join(character for character in whole if not is_ignorable(character))

    assert wording.even(text) == re.sub(r"[^\S\n]", " ", seen)


@given(TEXTS)
def test_letters_are_plain_one_by_one(text: str) -> None:
    accents = str.maketrans("áéíóúüàèìòùÁÉÍÓÚÜ", "aeiouuaeiouaeiouu")
    bare = text.translate(accents)
    small = bare.lower()

    assert wording.plain_letters(text) == (
        small if len(small) == len(bare) else "".join(c.lower() if len(c.lower()) == 1 else c for c in bare)
    )


@given(st.lists(cut(), min_size=1, max_size=3))
def test_no_rule_is_left_out_that_would_find_something(stretches: list[tuple[str, int, int]]) -> None:
    fragments = {str(number): Fragment(str(number), text) for number, (text, _, _) in enumerate(stretches)}
    support = [Support(str(number), text[start:end]) for number, (text, start, end) in enumerate(stretches)]
    context = Context(fragments, date(2026, 1, 1))
    claim = Claim("El plan conserva 10 archivos.", tuple(support))
    evidence = Evidence.of([locate_quote(each, fragments[each.fragment]) for each in support])

    for check in CHECKS.values():
        in_vain = (check.citations and evidence.sound) or (check.needs is not None and check.needs(context) is None)
        if check.claim is not None and in_vain:
            assert list(check.claim(claim, evidence, context) or ()) == []


def test_a_span_is_as_long_as_its_stretch() -> None:
    assert (len(Span(3, 8)), bool(Span(3, 3)), Span(3, 8) < Span(4, 5)) == (5, False, True)
