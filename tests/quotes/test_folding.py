import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.quotes.folding import (
    BREAK,
    DASH,
    FoldedText,
    FoldedTexts,
    fold,
    is_blank,
    is_ignorable,
    strip_blank,
)
from fundamento.quotes.markup import hide_markup
from fundamento.spans import Span

TYPOGRAPHY = st.text(
    alphabet=st.one_of(
        st.sampled_from("aeoñzAZß 0195._*%`-–—'’\"«»…\n\t\r\xa0\xad\u200b\u202f\u2028ﬁﬃé\u0301\u0327\u0323²º€"),
        st.characters(),
    ),
    max_size=80,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("Plan PRO", "plan pro"),
        ("a \t\n\xa0\u2009\u3000b", "a b"),
        ("días", "di\u0301as"),
        ("di\u0301as", "di\u0301as"),
        ("oﬁcina ﬂujo eﬃcaz ﬅ ﬆ", "oficina flujo efficaz st st"),
        ("Straße", "strasse"),
        ("“a” «b» „c‟ ‹d› 'e' `f´", '"a" "b" "c" "d" "e" "f"'),
        ("5' 5’ 5″ 5\"", "5' 5' 5\" 5\""),
        ("a - b – c — d − e ‑ f", "a - b - c - d - e - f"),
        ("si\u00adla\u200bba\u2060 \ufeff\u202eb", "silaba b"),
        ("uno… dos", "uno... dos"),
        ("conserva-\n  cio\u0301n", f"conserva{BREAK}cio\u0301n"),
        ("conserva‐\r\ncion", f"conserva{BREAK}cion"),
        ("conserva\xad\ncion", f"conserva{BREAK}cion"),
        ("decisio\u0301-\nn", f"decisio\u0301{BREAK}n"),
        ("covid-\n19", f"covid{DASH}19"),
        ("sí—\nno", f"si\u0301{DASH}no"),
        ("uno -\n dos", "uno - dos"),
        ("uno-\n\n- dos", "uno- - dos"),
        ("50 % 80\xa0°C $ 5 10 €", "50% 80°c $5 10€"),
        ("un **plan** *pro* y __otro__ `x`", "un plan pro y otro x"),
        ("5 * 3 * 2 a*b*c snake_case __init__.py * item", "5 * 3 * 2 a*b*c snake_case init.py * item"),
        ("**abierto y ** cerrado**", "**abierto y ** cerrado**"),
        ("m² 10² ½ ５ ①", "m² 10² ½ ５ ①"),
    ],
)
def test_typography_is_evened_out(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_markers_in_the_text_itself_mean_nothing() -> None:
    assert fold(f"a{BREAK}b{DASH}c") == "a\ufffdb\ufffdc"


@given(TYPOGRAPHY)
def test_digits_stay_as_they_are(text: str) -> None:
    digits = [character for character in hide_markup(text) if character.isdigit()]
    assert [character for character in fold(text) if character.isdigit()] == digits


@given(TYPOGRAPHY.filter(lambda text: set("~[<&\\").isdisjoint(text)))
def test_without_markup_only_raised_digits_may_be_hidden(text: str) -> None:
    digits = [character for character in text if character.isdecimal()]
    assert [character for character in fold(text) if character.isdecimal()] == digits


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_canonical_forms_fold_alike(form: str, text: str) -> None:
    # An invisible character between a letter and its mark keeps them from composing before it is taken out.
    visible = "".join(character for character in text if not is_ignorable(character))
    assert fold(unicodedata.normalize(form, visible)) == fold(visible)  # type: ignore[arg-type] # a table of names


@given(st.lists(TYPOGRAPHY, max_size=30).map("".join), st.integers(1, 20))
def test_chunks_fold_as_the_whole_does(text: str, repeats: int) -> None:
    text *= repeats
    assert FoldedText(text).folded == fold(text)


@given(TYPOGRAPHY, st.data())
def test_the_way_back_is_exact(text: str, data: st.DataObject) -> None:
    folded = FoldedText(text)
    if not folded.folded:
        return
    start = data.draw(st.integers(0, len(folded.folded) - 1))
    end = data.draw(st.integers(start + 1, len(folded.folded)))
    span = folded.resolve(start, end)
    whole = folded.resolve(0, len(folded.folded))
    assert whole is not None
    if span is not None:
        assert whole.start <= span.start < span.end <= whole.end
        back = fold(text[span.start : span.end])
        # A span cut out of its line no longer shows that a hyphen in it ends one.
        plain = folded.folded[start:end].replace(BREAK, "-").replace(DASH, "-").replace("'", '"')
        assert back.replace(BREAK, "-").replace(DASH, "-").replace("'", '"').strip(" ") == plain.strip(" ")


@pytest.mark.parametrize(
    ("text", "start", "end", "span"),
    [
        ("conservacio\u0301n", 10, 12, Span(10, 12)),
        ("conservacio\u0301n", 10, 11, None),
        ("la oﬁcina", 3, 10, Span(3, 9)),
        ("la oﬁcina", 4, 5, None),
        ("la oﬁcina", 5, 7, None),
        ("a\u200b \u200b\u200bb", 0, 1, Span(0, 1)),
        ("a\u200b \u200b\u200bb", 2, 3, Span(5, 6)),
        ("\ufeff\u200bal\u00adto\u00ad", 0, 4, Span(2, 7)),
        ("el   fin", 3, 6, Span(5, 8)),
    ],
)
def test_resolve(text: str, start: int, end: int, span: Span | None) -> None:
    assert FoldedText(text).resolve(start, end) == span


def test_resolve_far_into_a_long_text() -> None:
    text = "Cláusula — de\u00ad ﬁanza.  " * 1_000 + "FIN"
    folded = FoldedText(text)
    assert folded.resolve(len(folded.folded) - 3, len(folded.folded)) == Span(len(text) - 3, len(text))


@pytest.mark.parametrize("run", [1, 63, 64, 65, 300])
def test_long_runs_of_marks_get_the_canonical_order(run: int) -> None:
    marks = ("\u0315\u0300\u05ae\u0323\u0327" * run)[:run]
    assert fold("e" + marks) == unicodedata.normalize("NFD", "e" + marks)


@pytest.mark.parametrize(
    ("text", "blank"),
    [("", True), (" \n\xa0", True), ("\u200b\ufeff\u00ad", True), ("\u2060 .", False), ("0", False)],
)
def test_is_blank(text: str, blank: bool) -> None:
    assert is_blank(text) is blank


def test_strip_blank_leaves_the_middle() -> None:
    assert strip_blank("\ufeff\n a \u200b b\u00ad ") == "a \u200b b"


class TestFoldedTexts:
    def test_one_text_is_folded_once(self) -> None:
        texts = FoldedTexts()
        assert texts.get("uno") is texts.get("uno")

    def test_the_oldest_goes_first(self) -> None:
        texts = FoldedTexts(2)
        first, second = texts.get("uno"), texts.get("dos")
        assert texts.get("uno") is first
        texts.get("tres")
        assert (len(texts), texts.get("uno") is first, texts.get("dos") is second) == (2, True, False)

    def test_the_size_is_bounded_too(self) -> None:
        texts = FoldedTexts(size=10)
        texts.get("a" * 6)
        texts.get("b" * 6)
        assert len(texts) == 1

    def test_a_text_above_the_size_is_not_kept(self) -> None:
        texts = FoldedTexts(size=10)
        assert (texts.get("a" * 11).folded, len(texts)) == ("a" * 11, 0)
