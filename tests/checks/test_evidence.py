"""The evidence checks: reasons, details, and what they never do whatever they are given."""

import sys
from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundamento.answers import Claim, Draft, GroundedAnswer, Support
from fundamento.assessments import Assessment
from fundamento.checks.context import Context
from fundamento.checks.undisclosed_conflict import find_undisclosed_conflicts
from fundamento.engine.assessment import ALL_CHECKS, assess
from fundamento.findings import CheckId, Finding
from fundamento.fragments import Fragment, Reader

TODAY = date(2026, 5, 10)


def check(claim: str, *texts: str, quotes: Sequence[str | None] = (), question: str = "") -> Assessment:
    fragments = {f"S{index}": Fragment(f"S{index}", text) for index, text in enumerate(texts)}
    given_quotes = list(quotes) or [None] * len(texts)
    support = tuple(Support(name, quote) for name, quote in zip(fragments, given_quotes, strict=True))
    context = Context(fragments, as_of=TODAY, question=question, quotes_required=bool(quotes))
    return assess(Draft(GroundedAnswer((Claim(claim, support),))), context, ALL_CHECKS)


def reasons(found: Assessment) -> list[tuple[str, str]]:
    return [(finding.check.value, finding.reason) for finding in found.findings]


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("Tarda 3 días.", "Tarda 5 días.", [("number-unsupported", "number-in-no-quote")]),
        ("Vence el 4 de mayo.", "Vence el 5 de mayo.", [("number-unsupported", "date-in-no-quote")]),
        ("Abre a las 9:15.", "Abre a las 9:30.", [("number-unsupported", "time-in-no-quote")]),
        ("Lo dice el artículo 7.", "Lo dice el artículo 8.", [("number-unsupported", "reference-in-no-fragment")]),
        ("Tarda 5 horas.", "Tarda 5 días.", [("number-misattributed", "another-unit")]),
        ("El precio subió en marzo.", "El precio bajó en marzo.", [("polarity-flipped", "opposite-word")]),
        ("Cuesta 5 € al año.", "Cuesta 5 € al mes.", [("number-misattributed", "another-horizon")]),
        ("Subió un 3 %.", "La variación fue de -3 %.", [("number-misattributed", "another-sign")]),
        ("Admite 5 usuarios.", "Admite 5 proyectos y 8 usuarios.", [("number-misattributed", "another-clause")]),
        ("El plan Pro vale 9 €.", "El plan Eco vale 9 €.", [("number-misattributed", "another-thing")]),
        ("Caben 10 personas.", "Caben hasta 10 personas.", [("qualifier-dropped", "upper-bound")]),
        ("You need 10 members.", "You need at least 10 members.", [("qualifier-dropped", "lower-bound")]),
        ("Mide exactamente 230 metros.", "Mide unos 230 metros.", [("qualifier-dropped", "rough")]),
        ("It takes 3 days.", "It takes 3 business days.", [("qualifier-dropped", "working-days")]),
        ("All users can export files.", "Some users can export files.", [("qualifier-dropped", "part")]),
        ("El cobro es inmediato.", "El cobro no es inmediato.", [("polarity-flipped", "negation-lost")]),
        ("The fee is not due at once.", "The fee is due at once.", [("polarity-flipped", "negation-added")]),
        ("Backups stay forever.", "Backups stay for a while.", [("term-unsupported", "promise-in-no-fragment")]),
        ("Se guarda para siempre.", "La copia se guarda.", [("term-unsupported", "promise-in-no-fragment")]),
        ("La copia siempre se cifra.", "La copia se cifra.", [("term-unsupported", "promise-in-no-fragment")]),
        (
            "The office stays closed during Friday afternoons.",
            "The duo rate is cheaper.",
            [("term-unsupported", "nothing-shared")],
        ),
        (
            "Además, la oficina cierra las tardes festivas señaladas.",
            "La tarifa es barata.",
            [("term-unsupported", "nothing-shared")],
        ),
        (
            "La piscina abre a las 7. El alcalde robó dinero público.",
            "La piscina abre a las 7.",
            [("term-unsupported", "nothing-shared")],
        ),
        (
            "The pool opens at 7. Everybody despises the mayor.",
            "The pool opens at 7.",
            [("term-unsupported", "nothing-shared")],
        ),
    ],
)
def test_a_finding_says_why(claim: str, text: str, expected: list[tuple[str, str]]) -> None:
    found = reasons(check(claim, text))
    assert expected[0] in found


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("El precio aumenta en marzo.", "El precio bajo demanda cambia en marzo."),
        ("Tarda unos 30 días.", "Tarda 31 días."),
        ("Cuesta 1,2 millones de euros.", "Cuesta 1.234.567 euros."),
        ("En el siglo XX hubo dos ediciones.", "Hubo una edición en 1920 y otra en 1970."),
        ("Sucedió en los años setenta.", "Sucedió en 1974."),
        ("The event took place in the 20th century.", "The event took place in 1955."),
        ("El resultado fue una pérdida de 5 €.", "El resultado fue de -5 €."),
        ("The fee is non-refundable.", "The fee is not refundable."),
        ("No cuesta más de 10 €.", "Cuesta como máximo 10 €."),
        ("Los dos socios firmaron.", "Ana y Luis, los socios, firmaron."),
        ("No solo incluye soporte.", "Incluye soporte."),
        ("La NASA lo confirmó.", "La National Aeronautics and Space Administration lo confirmó."),
        ("The annual fee is 20 EUR.", "La cuota anual es de 20 EUR."),
        ("El equipo canadiense ganó.", "Canadá ganó con su equipo."),
        ("En resumen, Duo admite hasta 6 perfiles.", "La tarifa Duo admite hasta 6 perfiles."),
        ("Sin embargo, Duo admite hasta 6 perfiles.", "La tarifa Duo admite hasta 6 perfiles."),
        ("Duo admite hasta 6 perfiles.", "En general, la tarifa Duo admite hasta 6 perfiles."),
        ("In summary, duo accounts hold up to 6 profiles.", "Every duo account holds up to 6 profiles."),
        ("You can't have more than 6 open profiles on Duo.", "The Duo rate allows up to 6 open profiles."),
        ("You cannot have more than six open profiles.", "The Duo rate allows up to 6 open profiles."),
        ("Duo nunca admite más de seis perfiles.", "La tarifa Duo admite hasta 6 perfiles."),
        ("The backups are kept forever.", "The backups are kept indefinitely."),
        ("La copia se guarda para siempre.", "La copia se guarda sin límite."),
        ("La copia siempre se cifra.", "La copia se cifra en todo momento."),
        ("La tarifa no es ilimitada.", "La tarifa es barata; no es para todos."),
        ("The backups aren't kept forever.", "The backups are kept for 30 days."),
        ("The office is closed.", "La tarifa es más barata."),
        ("It is closed.", "The duo rate is cheaper."),
        ("It costs ten euros.", "The price: 10 €."),
    ],
)
def test_the_same_in_other_words_passes(claim: str, text: str) -> None:
    assert reasons(check(claim, text)) == []


def test_numbers_are_compared_with_the_quote_and_not_with_the_rest_of_the_fragment() -> None:
    text = "El alta cuesta 30 €. La baja cuesta 90 €."
    assert reasons(check("El alta cuesta 90 €.", text, quotes=["El alta cuesta 30 €"])) == [
        ("number-unsupported", "number-in-no-quote")
    ]


def test_several_fragments_count_together() -> None:
    texts = ("Ana Ruiz dirige el centro.", "El centro abrió en 2010 en Cuenca.")
    assert reasons(check("Ana Ruiz dirige el centro, que abrió en 2010 en Cuenca.", *texts)) == []


def test_the_subject_asked_about_may_be_named_and_its_numbers_still_need_a_quote() -> None:
    text = "El mantenimiento se hace cada seis meses."
    claim = "El mantenimiento de la bomba Velasco se hace cada seis meses."
    asked = "¿Cada cuánto se hace el mantenimiento de la Velasco?"
    assert reasons(check(claim, text, question=asked)) == []
    assert reasons(check(claim, text)) == [("term-unsupported", "name-in-no-fragment")]
    leading = check("Se hace cada 9 meses.", text, question="¿Se hace cada 9 meses?")
    assert ("number-unsupported", "number-in-no-quote") in reasons(leading)


def test_the_detail_holds_the_words_and_the_reason_never_does() -> None:
    finding = check("Cuesta 90 €.", "Cuesta 30 €.").findings[0]
    assert finding.detail == {"number": "90 €"}
    assert finding.reason == "number-in-no-quote"


def conflicts(reader: Reader | None = None, **kinds: str | None) -> Sequence[Finding]:
    readers = frozenset({"group:a"})
    one = Fragment("S1", "Files are kept for 30 days.", document="one", readers=readers)
    other = Fragment("S2", "Files are kept for 90 days.", document=kinds.get("document", "two"), readers=None)
    context = Context({"S1": one, "S2": other}, as_of=TODAY, reader=reader)
    claim = Claim("Files are kept for 30 days.", (Support("S1", "kept for 30 days"),))
    return list(find_undisclosed_conflicts(Draft(GroundedAnswer((claim,))), context) or ())


def test_a_conflict_names_both_fragments() -> None:
    (finding,) = conflicts()
    assert (finding.check, finding.claim, finding.fragment, finding.detail) == (
        CheckId.UNDISCLOSED_CONFLICT,
        0,
        "S1",
        {"other": "S2"},
    )


def test_versions_of_one_document_and_what_the_reader_may_not_see_are_no_conflict() -> None:
    assert conflicts(document="one") == []
    assert conflicts(document=None) == []
    assert conflicts(reader=Reader("u1", {"a"})) == []


TERMS = """
el plan Pro Básico no nunca sin permite hasta 10 al menos 5,5 % € días 30 horas salvo excepto the fee is not
refundable up to at least 3 de marzo 2025 9:30 P7 art. 3.1 [1] , . ; y and treinta dos mil media 1/2 -4 ½
podría might
"""
WORDS = st.sampled_from(TERMS.split())
SENTENCES = st.lists(WORDS, max_size=14).map(" ".join)
# Half of a surrogate pair, NUL, right-to-left marks, combining marks, joiners: what no keyboard writes.
ODD = st.text(alphabet="\ud800\udfff\0\u202e\u200f\u0301\u200d\ufeffÑñaA1,. ½(", max_size=40)


@settings(max_examples=150)
@given(
    claim=st.one_of(SENTENCES, ODD, st.text(max_size=60)),
    texts=st.lists(st.one_of(SENTENCES, ODD, st.text(max_size=80)), max_size=3),
)
def test_no_rule_raises_or_depends_on_the_order_of_fragments(claim: str, texts: list[str]) -> None:
    fragments = [Fragment(f"S{index}", text, document=f"d{index}") for index, text in enumerate(texts)]
    found = []
    for order in (fragments, fragments[::-1]):
        context = Context({each.id: each for each in order}, as_of=TODAY, quotes_required=False)
        support = tuple(Support(each.id) for each in order)
        assessment = assess(Draft(GroundedAnswer((Claim(claim, support),))), context, ALL_CHECKS)
        assert assessment.faults == ()
        found.append({(each.check, each.claim) for each in assessment.findings})
    assert found[0] == found[1]


HOSTILE = [
    "1 ",
    "1.",
    "1.1.1",
    "a-",
    "no ",
    "treinta y ",
    "hasta ",
    "A b",
    "A",
    "...",
    "1/2 ",
    "[1]",
    "a@",
    "-5 ",
    "\n1. ",
    "a. ",
    "art. 3",
    "1-",
    "[1",
    "(",
    "()",
    ",",
    "no se permite ",
    "2 y medio ",
    "1 h 30 min ",
    "Ana Ruiz y ",
    "uno de cada diez ",
]


@pytest.mark.parametrize(
    "unit", [*HOSTILE, "30 días ", "El plan no permite 10 proyectos, salvo festivos. ", "P7 ", "½", "\u0301"]
)
def test_time_stays_linear_in_what_a_text_repeats(unit: str) -> None:
    # A quadratic rule takes minutes for this: the time limit of the whole suite is the assertion.
    text = unit * (12_000 // len(unit))
    fragments = {"S1": Fragment("S1", text, document="a"), "S2": Fragment("S2", f"{text} 7 días.", document="b")}
    context = Context(fragments, as_of=TODAY, quotes_required=False)
    claims = (Claim("Son 30 días y no 5. Plan Pro.", (Support("S1"),)), Claim(text, (Support("S1"),)))
    assert assess(Draft(GroundedAnswer(claims)), context, ALL_CHECKS).faults == ()


def count_calls(claim: str, text: str) -> int:
    """Count the functions that the evidence checks call, Python's and C's."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    fragment = Fragment("S1", text)
    context = Context({"S1": fragment}, as_of=TODAY, quotes_required=False)
    draft = Draft(GroundedAnswer((Claim(claim, (Support("S1"),)),)))
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        assess(draft, context, ALL_CHECKS)
    finally:
        sys.setprofile(before)
    return calls


LONG = "Tarda 30 días, no 5, y la activa Ana Ruiz salvo festivos. "


@pytest.mark.parametrize(
    "unit", ["El plan no admite 10 proyectos, salvo festivos. ", "1.234 ", "no ", "1-", "a, ", "((", "9"]
)
@pytest.mark.parametrize("where", ["evidence", "claim"])
def test_work_grows_with_the_length_of_evidence_and_claim(unit: str, where: str) -> None:
    # Of more than what is kept in memory, so that nothing is read once for both lengths; a claim is read up to that.
    size = 24_000 if where == "evidence" else 4_000
    short, long = (unit * (length // len(unit)) for length in (size, 2 * size))
    one, two = (
        count_calls(*((LONG, text + end) if where == "evidence" else (text + end, LONG)))
        for text, end in ((short, "x"), (long, "y"))
    )
    assert two < 2.5 * one + 2_000


# A million code points of negations take minutes, and are read all the same.
@pytest.mark.parametrize(
    ("unit", "size"), [("7", 1_000_000), (",", 1_000_000), ("a", 1_000_000), ("(", 1_000_000), ("no ", 60_000)]
)
def test_megabytes_of_one_thing_are_read(unit: str, size: int) -> None:
    text = unit * (size // len(unit))
    claims = (Claim(LONG, (Support("S1"),)), Claim(text, (Support("S1"),)))
    context = Context({"S1": Fragment("S1", text)}, as_of=TODAY, quotes_required=False)
    assert assess(Draft(GroundedAnswer(claims)), context, ALL_CHECKS).faults == ()
