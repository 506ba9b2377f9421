"""A declared conflict may state no more than the fragments that it names."""

from datetime import date

import pytest

from checks.test_evidence import TODAY
from fundamento.answers import Claim, Conflict, Draft, Gap, GroundedAnswer, Support
from fundamento.assessments import Assessment
from fundamento.checks.context import Context
from fundamento.engine.assessment import ALL_CHECKS, assess
from fundamento.findings import Outcome
from fundamento.fragments import Fragment

FEE = ("La cuota mensual es de 20 €.", "La cuota mensual es de 25 €.")
PETS = ("Pets are allowed in the lobby.", "Pets are not allowed in the lobby.")
ID = ("El registro es obligatorio.", "El registro es obligatorio para empresas.")


def declare(text: str, texts: tuple[str, str], *, claims: bool = True) -> Assessment:
    fragments = {name: Fragment(name, each, document=name) for name, each in zip("AB", texts, strict=True)}
    context = Context(fragments, as_of=TODAY, quotes_required=False)
    claim = Claim(texts[0], (Support("A"),))
    gaps = () if claims else (Gap("the opening hours"),)
    answer = GroundedAnswer((claim,) if claims else (), gaps, conflicts=(Conflict(text, ("A", "B")),))
    return assess(Draft(answer), context, ALL_CHECKS)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("Una fuente dice que la cuota es de 20 € y otra que es de 25 €.", FEE),
        ("Las fuentes discrepan: 20 € al mes según una y 25 € según la otra.", FEE),
        ("One document allows pets in the lobby; the other forbids them.", PETS),
        ("The sources disagree on whether pets are allowed in the lobby.", PETS),
        ("Uno exige el registro a todos; otro, solo a empresas.", ID),
    ],
)
def test_a_faithful_one_passes(text: str, texts: tuple[str, str]) -> None:
    assert [(each.check.value, each.reason) for each in declare(text, texts).findings] == []


@pytest.mark.parametrize(
    ("text", "texts", "expected"),
    [
        (
            "One source allows pets and the other says the lobby is open to smokers all night.",
            PETS,
            ("term-unsupported", "conflict-states-more"),
        ),
        ("Una fuente dice 20 € y la otra 25 € al año.", FEE, ("number-misattributed", "another-horizon")),
        (
            "Los documentos se contradicen sobre el importe de la cuota.",
            FEE,
            ("undisclosed-conflict", "value-not-told"),
        ),
        (
            "Una fuente dice que el registro no es obligatorio y la otra que lo es para empresas.",
            ID,
            ("polarity-flipped", "negation-added"),
        ),
    ],
)
def test_what_it_states_beyond_is_found(text: str, texts: tuple[str, str], expected: tuple[str, str]) -> None:
    assert [(each.check.value, each.reason) for each in declare(text, texts).findings] == [expected]


def test_a_conflict_beside_a_gap_is_part_of_an_answer_and_no_abstention() -> None:
    assert declare("The sources disagree on pets in the lobby.", PETS, claims=False).outcome is Outcome.PARTIAL


# Gyms and hosting, then museums and ferries, which were not looked at before the rule was done. A conflict and its
# sources, with the day since when each holds.
DATED = ("La cuota mensual es de 20 €.", "La cuota mensual es de 25 €.")
NAMED = ("In 2023 the museum ticket costs 12 €.", "In 2024 the museum ticket costs 15 €.")
FERRY = ("En 2023 el pasaje del ferry cuesta 30 €.", "En 2024 el pasaje del ferry cuesta 34 €.")
FILES = ("Deleted files are kept for 30 days.", "Deleted files are kept for 90 days.")


def look(text: str, texts: tuple[str, str], days: tuple[date | None, date | None], claim: str = "") -> list[str]:
    fragments = {
        name: Fragment(name, each, document=name, effective_from=day)
        for name, each, day in zip("AB", texts, days, strict=True)
    }
    context = Context(fragments, as_of=TODAY, quotes_required=False)
    claims = (Claim(claim, (Support("A"),)),) if claim else ()
    conflicts = (Conflict(text, ("A", "B")),) if text else ()
    return [each.reason for each in assess(Draft(GroundedAnswer(claims, (), conflicts)), context, ALL_CHECKS).findings]


OLD, NEW, NONE = date(2023, 1, 1), date(2024, 6, 1), (None, None)


@pytest.mark.parametrize(
    ("text", "texts", "days", "expected"),
    [
        ("Una fuente de 2023 dice 20 € y otra de 2024 dice 25 €.", DATED, (OLD, NEW), []),
        ("Una fuente dice 20 € y otra dice 25 €.", DATED, (OLD, NEW), ["date-not-told"]),
        ("Una fuente dice 20 € y otra dice 25 €.", DATED, NONE, []),
        ("Las fuentes discrepan sobre la cuota.", DATED, NONE, ["value-not-told"]),
        ("One source says 30 days, another 90 days.", FILES, NONE, []),
        ("The sources disagree: 30 days.", FILES, NONE, ["value-not-told"]),
        ("One source says 30 days, another 90 days, and students pay nothing.", FILES, NONE, ["conflict-states-more"]),
        ("One says 30 days because regulators banned it, another 90 days.", FILES, NONE, ["conflict-states-more"]),
        ("The 2023 source says 12 €, the 2024 source 15 €.", NAMED, NONE, []),
        ("One source says 12 €, the other 15 €.", NAMED, NONE, ["date-not-told"]),
        ("The sources differ on the ticket.", NAMED, NONE, ["value-not-told"]),
        ("En 2023 el pasaje cuesta 30 € y en 2024 cuesta 34 €.", FERRY, NONE, []),
        ("Según una fuente son 30 € y según otra 34 €.", FERRY, NONE, ["date-not-told"]),
        ("En 2023 cuesta 30 €, en 2024 34 € y el capitán regala bebidas.", FERRY, NONE, ["conflict-states-more"]),
    ],
)
def test_a_conflict_says_both_values_and_both_years(
    text: str, texts: tuple[str, str], days: tuple[date | None, date | None], expected: list[str]
) -> None:
    assert look(text, texts, days) == expected


@pytest.mark.parametrize(
    ("claim", "texts", "expected"),
    [
        ("The museum ticket costs 12 €.", NAMED, ["another-value"]),
        ("In 2023 the museum ticket costs 12 €.", NAMED, []),
        ("El pasaje del ferry cuesta 30 €.", FERRY, ["another-value"]),
        ("En 2023 el pasaje del ferry cuesta 30 €.", FERRY, []),
        ("La cuota mensual es de 20 €.", DATED, ["another-value"]),
        ("Deleted files are kept for 30 days.", FILES, ["another-value"]),
    ],
)
def test_sources_that_name_their_year_conflict_where_the_answer_does_not(
    claim: str, texts: tuple[str, str], expected: list[str]
) -> None:
    assert look("", texts, NONE, claim) == expected


def test_the_question_may_say_which_year_is_meant() -> None:
    fragments = {name: Fragment(name, each, document=name) for name, each in zip("AB", NAMED, strict=True)}
    context = Context(fragments, as_of=TODAY, question="How much was the ticket in 2023?", quotes_required=False)
    answer = GroundedAnswer((Claim("The museum ticket costs 12 €.", (Support("A"),)),))
    assert assess(Draft(answer), context, ALL_CHECKS).findings == ()
