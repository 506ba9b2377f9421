"""Marks that a rendered text does not show are no part of what is quoted, and offsets stay those of the source."""

from itertools import pairwise

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
    ("El bono es de <del>15 €</del> 18 € al mes.", "El bono es de 18 € al mes"),
    ("El billete vale <STRONG>12&nbsp;€</STRONG>.", "El billete vale 12 €"),
    ('Pida el <a href="https://x.example/f?a=3">impreso</a> en la sala 2.', "Pida el impreso en la sala 2"),
    ("<p>Sale a las 9.</p><p>Llega a las 11.</p>", "Sale a las 9. Llega a las 11."),
    ("<ul><li>Adulto: 9 €</li><li>Joven: 6 €</li></ul>", "Joven: 6 €"),
    ("The ticket<sup>3</sup> costs 12 dollars.", "The ticket costs 12 dollars"),
    ("The ticket <!-- old --> costs 12 dollars.", "The ticket costs 12 dollars"),
    ("Visit <https://train.example/t> by 9.", "Visit https://train.example/t by 9"),
    ("El billete* vale 12 €.", "El billete vale 12 €"),
    ("El billete\\* vale 12 €.", "El billete vale 12 €"),
    ("El billete† vale 12 €.", "El billete vale 12 €"),
    ("Los trenes¹,² salen a las 9.", "Los trenes salen a las 9"),
    ("Los bus¹ salen a las 9.", "Los bus salen a las 9"),
    ("La estacio\u0301n² abre a las 6.", "La estación abre a las 6"),
    ("The _annual_ pass costs 90 dollars.", "The annual pass costs 90 dollars"),
    ("Bus &amp;amp; tren: 12&amp;nbsp;&amp;euro;.", "Bus & tren: 12 €"),
    ("Bultos &gt;= 20 kg.", "Bultos ≥ 20 kg"),
    ("Andenes de 3×40 metros.", "Andenes de 3 x 40 metros"),
    ("El tren sale a las 9 de la vía 2.", "El tren sale\\na las 9\\nde la vía 2"),
    ("El tren sale\\na las 9.\\nEl bus no.", "El tren sale a las 9"),
    ("La línea cuesta 15 €.", "La l\\u00ednea cuesta 15 \\u20ac"),
    ("La l\\u00ednea cuesta 15 \\u20ac.", "La línea cuesta 15 €"),
    ("The fare is 5\n% higher.", "The fare is 5 % higher"),
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
    ("El bono es de ~~15 €~~ 18 € al mes.", "~~15 €~~"),
    ("El bono es de <s>15 €</s> 18 € al mes.", "El bono es de 15 €"),
    ("El andén mide 40 metros² en total.", "El andén mide 40 metros en total"),
    ("The hall covers 40 feet² in all.", "The hall covers 40 feet in all"),
    ("La suma es (a+b)² siempre.", "La suma es (a+b) siempre"),
    ("El pozo llega a 10<sup>2</sup> metros.", "El pozo llega a 102 metros"),
    ("Ions of Calcium²⁺ in water.", "Ions of Calcium in water"),
    ("Son 3 x 40 metros.", "Son 3 40 metros"),
    ("El tren no para aquí.", "El tren para aquí"),
    ("x < 5 and b > 2 hold", "x 2 hold"),
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


@given(st.text(alphabet="abp4 €\\_*[](){}&;~#^¹²ﬁ<>/=!n\"'.,x†", max_size=80))
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


PIECES = st.sampled_from(
    [
        "sala",
        "tren",
        "42",
        "7,5",
        "€",
        ".",
        ",",
        " ",
        "\n",
        "[sala](https://x.example/9)",
        "[^2]",
        "<b>tren</b>",
        "<br/>",
        "&amp;",
        "&nbsp;",
        "&euro;",
        "~~9 €~~",
        "<del>no</del>",
        "<sup>1</sup>",
        "vestíbulo²",
        "\\_",
        "\\*",
        "\\n",
        "**",
        "≥ ",
        "×",
        "<!-- no -->",
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join), st.data())
def test_what_is_found_shows_what_the_quote_shows(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    spans = find_quote(quote, text)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    if len(spans) == 1:
        stands = text[spans[0].start : spans[0].end]
        assert figures(stands) == figures(quote)


def figures(text: str) -> list[str]:
    """Return the digits that a text shows."""
    return [one for one in hide_markup(text) if one.isascii() and one.isdigit()]


@given(st.lists(PIECES, max_size=12).map("".join))
def test_struck_text_is_never_found(text: str) -> None:
    assert find_quote("8 vagones", f"{text} ~~8 vagones~~ {text}") == ()
    assert find_quote("8 vagones", f"{text} <del>8 vagones</del> {text}") == ()


@pytest.mark.parametrize(
    ("text", "quotes", "said"),
    [
        (
            "Los perros no viajan gratis. Las bicicletas viajan gratis.",
            ["Los perros no viajan gratis", "viajan gratis"],
            "Los perros viajan gratis.",
        ),
        (
            "Seats in the front cannot be booked. Seats in the back can be booked.",
            ["Seats in the front cannot be booked", "Seats in the back can be booked"],
            "Seats in the front can be booked.",
        ),
        (
            "The lift is not open at night. The ramp is open at night.",
            ["The lift is not open at night", "is open at night"],
            "The lift is open at night.",
        ),
    ],
)
def test_no_quote_masks_the_negation_of_another(text: str, quotes: list[str], said: str) -> None:
    output = answer_json(claim(said, *(("f", quote) for quote in quotes)))
    result = Grounder(policy="strict", sinks=()).check(output, [Fragment("f", text)])
    assert result.outcome is Outcome.REJECTED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("La vía ~~Norte~~ Sur cierra a las 20.", "La vía Norte cierra a las 20."),
        ("The train ~~leaves on 3 May~~ leaves on 10 May.", "The train leaves on 3 May."),
        ("La línea <del>no</del> para en Lugo.", "La línea no para en Lugo."),
        ("The [timetable](/t/45) lists 12 trains.", "The timetable lists 45 trains."),
    ],
)
def test_what_is_not_shown_backs_nothing(text: str, said: str) -> None:
    output = answer_json(claim(said, ("f", text)))
    assert Grounder(policy="strict", sinks=()).check(output, [Fragment("f", text)]).outcome is Outcome.REJECTED


def test_struck_text_is_no_conflict() -> None:
    fragments = [
        Fragment("a", "The lift is ~~not~~ open at night.", document="one"),
        Fragment("b", "The lift is open at night.", document="two"),
    ]
    output = answer_json(claim("The lift is open at night.", ("b", "The lift is open at night")))
    assert Grounder(policy="strict", sinks=()).check(output, fragments).outcome is Outcome.ANSWERED
