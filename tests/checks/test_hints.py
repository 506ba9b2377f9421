"""A cheap look never keeps a pattern from what it would find."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.checks import calendar, contacts, figures, permissions, quantities
from fundamento.checks.hints import Anchored, Hinted
from fundamento.checks.wording import Vocabulary, even, read_words

CASES = Path(__file__).parents[1] / "cases"


def _patterns() -> Iterator[Hinted | Anchored]:
    for module in (quantities, calendar, contacts, figures):
        for value in vars(module).values():
            yield from (each for each in (value if isinstance(value, tuple) else (value,)) if _is_guarded(each))


def _is_guarded(value: object) -> bool:
    return isinstance(value, Hinted | Anchored)


PATTERNS = list(_patterns())
# Pieces of which each makes one of the patterns begin or go on.
PIECES = """
5 12 1.234 1,5 3.1 2024 24/7 3/4 -7 +34 ½ 80 80s '90s 1990s 10:30 10.45h 5pm P7 COVID-19 covid v2.1.0 1/2/3/4 [1] 【1】
² www.a.es a@b.es 600 123 456 art art. Artículo n.º nº No. no § # pág. página (3 ley norma iso version de del la las
los años década en a the of in to past half quarter and y media medio hora año and a half noon mediodía o'clock am
a.m. p. m. enero May mayo, marzo 3rd first tercio tercera mitad twenty veinte veintiuno ochenta eighties millones mil
hundred teléfono call us at prohibido puede may not allowed 10-12-2024 2024-05-06T10:00:00 T10:00 5º °C 20€ -€5 . , :
( ) — -
"""
TEXTS = st.lists(st.sampled_from(PIECES.split()), max_size=12).flatmap(
    lambda words: st.sampled_from((" ", "", "  ", "\n")).map(lambda gap: gap.join(words))
)


def _cases() -> list[str]:
    lines = (line for path in sorted(CASES.rglob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return [json.dumps(json.loads(line), ensure_ascii=False) for line in lines if line]


def _spans(found: Iterator[re.Match[str]]) -> list[tuple[int, int]]:
    return [each.span() for each in found]


def test_there_are_patterns_to_look_at() -> None:
    assert len(PATTERNS) >= 19


@pytest.mark.parametrize("guarded", PATTERNS, ids=lambda each: each.pattern.pattern[:40])
@pytest.mark.parametrize("form", [str, str.upper])
def test_the_cases_have_nothing_that_is_overlooked(guarded: Hinted | Anchored, form: type[str]) -> None:
    for text in map(even, map(form, _cases())):
        assert _spans(guarded.finditer(text)) == _spans(guarded.pattern.finditer(text))


@given(TEXTS)
def test_nothing_is_overlooked(text: str) -> None:
    for guarded in PATTERNS:
        assert _spans(guarded.finditer(text)) == _spans(guarded.pattern.finditer(text))


@given(TEXTS)
def test_no_half_is_overlooked(text: str) -> None:
    assert not any(pattern.search(text) for pattern, _, _ in quantities._IDIOMS.value()) or quantities._tells_half(text)


@given(TEXTS)
def test_what_permits_or_forbids_is_not_overlooked(text: str) -> None:
    found = permissions._FORBIDDEN.search(text) or permissions._ALLOWED.search(text)
    assert found is None or permissions.may_permit(text)


@given(TEXTS | st.text())
def test_a_vocabulary_needs_no_words_read_one_by_one(text: str) -> None:
    text = even(text)
    at_once, one_by_one = Vocabulary.of(text), Vocabulary(read_words(text))
    assert (at_once.stems, at_once.marks()) == (one_by_one.stems, one_by_one.marks())
