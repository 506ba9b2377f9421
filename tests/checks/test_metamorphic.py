"""What may change in a text without changing a verdict, and what must change it: numbers, their notation, more text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.test_evidence import check, reasons

# A sentence with a place for one number, in both languages, and what it is of.
FRAMES = [
    "El plan Pro permite {} proyectos activos.",
    "La cuota anual es de {} euros.",
    "El almacén guarda {} cajas.",
    "The Pro plan allows {} active projects.",
    "The annual fee is {} euros.",
    "The depot stores {} boxes.",
]
IRRELEVANT = [
    "La oficina abre los lunes.",
    "El logotipo es azul y blanco.",
    "Ana Ruiz escribió el prólogo.",
    "The office opens on Mondays.",
    "The logo is blue and white.",
    "Sam Gil wrote the foreword.",
]
NUMBERS = st.integers(11, 99_999)


def spell(number: int, *, spanish: bool, notation: int) -> str:
    """Return a number as it is, in groups, or in groups with white space."""
    point = "." if spanish else ","
    return (str(number), f"{number:,}".replace(",", point), f"{number:,}".replace(",", "\u202f"))[notation]


def flagged(claim: str, text: str, quote: str | None = None) -> set[str]:
    found = reasons(check(claim, text, quotes=() if quote is None else (quote,)))
    return {name for name, _ in found if name != "weak-support"}


@settings(max_examples=120, deadline=None)
@given(
    frame=st.sampled_from(FRAMES),
    number=NUMBERS,
    before=st.lists(st.sampled_from(IRRELEVANT), max_size=2),
    after=st.lists(st.sampled_from(IRRELEVANT), max_size=2),
)
def test_more_text_round_a_quote_never_makes_it_fail(
    frame: str, number: int, before: list[str], after: list[str]
) -> None:
    claim = frame.format(number)
    assert flagged(claim, claim, claim) == set()
    assert flagged(claim, " ".join([*before, claim, *after]), claim) == set()


@settings(max_examples=120, deadline=None)
@given(
    frame=st.sampled_from(range(len(FRAMES))),
    number=NUMBERS,
    ours=st.integers(0, 2),
    theirs=st.integers(0, 2),
)
def test_another_notation_of_a_number_changes_nothing(frame: int, number: int, ours: int, theirs: int) -> None:
    spanish = frame < len(FRAMES) // 2
    claim, text = (FRAMES[frame].format(spell(number, spanish=spanish, notation=each)) for each in (ours, theirs))
    assert flagged(claim, text) == set()


@settings(max_examples=120, deadline=None)
@given(
    frame=st.sampled_from(range(len(FRAMES))),
    number=NUMBERS,
    other=NUMBERS,
    ours=st.integers(0, 2),
    beside=st.booleans(),
)
def test_another_number_always_fails(frame: int, number: int, other: int, ours: int, beside: bool) -> None:
    # What may be a year, or the same number in groups of another language, is another question.
    if number == other or number == other * 1_000 or other == number * 1_000:
        return
    spanish = frame < len(FRAMES) // 2
    text = FRAMES[frame].format(spell(number, spanish=spanish, notation=0))
    claim = FRAMES[frame].format(spell(other, spanish=spanish, notation=ours))
    # The other number stands in the fragment all the same, only not in the quote.
    fragment = f"{text} {IRRELEVANT[0][:-1]} desde hace {other} semanas." if beside else text
    assert flagged(claim, fragment, text) & {"number-unsupported", "number-misattributed"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("30 días", "treinta días"),
        ("1.234,5 kg", "1,234.5 kg"),
        ("2,5 horas", "150 minutos"),
        ("12 %", "12 por ciento"),
        ("3 millones de euros", "3.000.000 €"),
        ("25 projects", "twenty-five projects"),
        ("1 GB", "1000 MB"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_the_same_amount_in_another_notation_passes_both_ways(one: str, other: str, turned: bool) -> None:
    claim, text = (other, one) if turned else (one, other)
    spanish = "projects" not in one
    frame = "El servicio admite {} en total." if spanish else "The service takes {} in total."
    assert flagged(frame.format(claim), frame.format(text)) == set()
