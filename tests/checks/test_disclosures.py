"""A declared conflict may state no more than the fragments that it names."""

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
        ("Los documentos se contradicen sobre el importe de la cuota.", FEE),
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
