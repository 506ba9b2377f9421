"""Marks that a rendered text does not show are no part of what is quoted, and offsets stay those of the source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento import CheckId, Grounder, Outcome
from fundamento.fragments import Fragment
from fundamento.quotes.markup import INVISIBLE, hide_markup
from fundamento.quotes.matching import find_quote
from fundamento.testing import answer_json, claim

SHOWN = [
    ("Pulse \\*Guardar\\* y espere 10 segundos.", "Pulse *Guardar* y espere 10 segundos"),
    ("The field max\\_size holds 20 items.", "The field max_size holds 20 items"),
    (
        "Consulte la [guía de riego](https://example.com/a_(b)?c=1 'Guía') antes de plantar.",
        "Consulte la guía de riego",
    ),
    ("See ![a floor plan](plan.png) on page 4.", "See a floor plan on page 4"),
    ("La [tarifa][t-2] es de 12 €.", "La tarifa es de 12 €"),
    ("El aforo[^aforo] es de 80 personas.", "El aforo es de 80 personas"),
    ("El aforo² es de 80 personas.", "El aforo es de 80 personas"),
    ("The fee is 30 dollars.³ It is due in May.", "The fee is 30 dollars. It is due in May."),
    ("Harina &amp; agua a 30&nbsp;&deg;C, 5&#8239;&#x20AC;.", "Harina & agua a 30 °C, 5 €"),
    ("La ofi cina conﬁ rma el envío.", "La ofi cina confirma el envío"),
    ("Entry is free for ages ≥ 65.", "Entry is free for ages >= 65"),
    ("Entry is free for ages <= 12.", "Entry is free for ages ≤ 12"),
    ("Un tablero de 30 × 40 cm.", "Un tablero de 30 x 40 cm"),
    ('The sign says "no entry" twice.', 'The sign says \\"no entry\\" twice'),
    ("Se abre a las 9.\nSe cierra a las 20.", "Se abre a las 9.\\nSe cierra a las 20."),
    ("El bono es de ~~15 €~~ 18 € al mes.", "El bono es de 18 € al mes"),
]
DIFFERENT = [
    ("El bono es de ~~15 €~~ 18 € al mes.", "El bono es de 15 €"),
    ("El bono es de ~~15 €~~ 18 € al mes.", "15 €"),
    ("La sala mide 20 m² y está libre.", "La sala mide 20 m y está libre"),
    ("Cabe 10³ veces en la caja.", "Cabe 10 veces en la caja"),
    ("The path is C:\\new\\items today.", "The path is C: ew\\items today"),
    ("Entry is free for ages ≥ 65.", "Entry is free for ages <= 65"),
    ("Entry is free for ages > 65.", "Entry is free for ages >= 65"),
    ("It runs oﬀ the rails.", "It runs offthe rails"),
    ("AT&T; opens at 9.", "ATT opens at 9"),
]


@pytest.mark.parametrize(("text", "quote"), SHOWN)
def test_a_quote_of_what_is_shown_stands_in_the_source(text: str, quote: str) -> None:
    [span] = find_quote(quote, text)
    assert hide_markup(text[span.start : span.end]).replace(INVISIBLE, "")[:3] == hide_markup(quote)[:3]


@pytest.mark.parametrize(("text", "quote"), DIFFERENT)
def test_a_quote_of_something_else_does_not(text: str, quote: str) -> None:
    assert find_quote(quote, text) == ()


@pytest.mark.parametrize(
    ("text", "quote", "said"),
    [
        ("La entrada cuesta ~~9 €~~ 11 € los lunes.", "La entrada cuesta ~~9 €~~", "La entrada cuesta 9 € los lunes."),
        ("Parking is ~~2 dollars~~ 4 dollars an hour.", "Parking is ~~2 dollars~~", "Parking is 2 dollars an hour."),
    ],
)
def test_struck_text_backs_nothing(text: str, quote: str, said: str) -> None:
    result = Grounder(policy="strict", sinks=()).check(answer_json(claim(said, ("f", quote))), [Fragment("f", text)])
    assert result.outcome is Outcome.REJECTED
    assert {finding.check for finding in result.findings} & {
        CheckId.NUMBER_UNSUPPORTED,
        CheckId.NUMBER_MISATTRIBUTED,
        CheckId.QUOTE_NOT_FOUND,
    }


@given(st.text(alphabet="ab4 €\\_*[](){}&;~#^¹²ﬁ<>=!n\"'.,x", max_size=80))
def test_every_offset_stays_what_it_was(text: str) -> None:
    hidden = hide_markup(text)
    assert len(hidden) == len(text)
    assert all(one in (other, INVISIBLE) or other in "&<>\\" for one, other in zip(hidden, text, strict=True))


@given(st.text(alphabet="ab4 €\\_*[](){}&;~#^¹²ﬁ<>=!n\"'.,x", max_size=60), st.data())
def test_what_is_found_is_what_was_quoted(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    for span in find_quote(quote, text):
        assert 0 <= span.start < span.end <= len(text)
