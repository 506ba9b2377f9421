"""Numbers in words are written in figures, in Spanish and in English."""

import pytest

from fundamento.checks.numerals import in_figures


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("unos quinientos euros", "unos 500 euros"),
        ("treinta y dos días", "32 días"),
        ("treinta y un días", "31 días"),
        ("veintiún días", "21 días"),
        ("ciento cincuenta y tres", "153"),
        ("dos mil doscientas", "2200"),
        ("mil", "1000"),
        ("un millón de euros", "1000000 de euros"),
        ("tres millones quinientos mil", "3500000"),
        ("dos y tres planes", "5 planes"),
        ("uno de los planes", "uno de los planes"),
        ("la once", "la once"),
        ("Thirty days", "30 days"),
        ("twenty-one days", "21 days"),
        ("one hundred and five seats", "105 seats"),
        ("two hundred thousand", "200000"),
        ("a thousand users", "1000 users"),
        ("one of the plans, once", "one of the plans, once"),
        ("attention to milestones", "attention to milestones"),
        ("30 días", "30 días"),
        ("hundred " * 9_000, "100 "),
        ("mil " * 9_000, "9000000 "),
    ],
)
def test_numbers_in_words(text: str, expected: str) -> None:
    assert in_figures(text) == expected
