"""Bounds on numbers: one wording for another, a negation that turns them round, and what they leave no room for."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.test_evidence import TODAY, check, reasons
from fundamento.answers import Conflict, Draft, GroundedAnswer
from fundamento.checks.bounds import Bound, in_range, read_bound
from fundamento.checks.context import Context
from fundamento.checks.qualifiers import find_other_bounds
from fundamento.checks.quantities import read_quantities
from fundamento.fragments import Fragment

AT_MOST = [
    "El grupo admite hasta 12 personas.",
    "El grupo admite como máximo 12 personas.",
    "El grupo admite 12 personas como mucho.",
    "El grupo admite a lo sumo 12 personas.",
    "El grupo admite un máximo de 12 personas.",
    "El grupo admite no más de 12 personas.",
    "El grupo no admite más de 12 personas.",
    "El grupo admite 12 personas o menos.",
    "El grupo no supera las 12 personas.",
    "El límite del grupo es de 12 personas.",
    "The group takes up to 12 people.",
    "The group takes at most 12 people.",
    "The group takes no more than 12 people.",
    "The group cannot take more than 12 people.",
    "The group takes a maximum of 12 people.",
    "The group takes 12 people or fewer.",
    "The group never exceeds 12 people.",
]
AT_LEAST = [
    "El grupo necesita al menos 12 personas.",
    "El grupo necesita por lo menos 12 personas.",
    "El grupo necesita como mínimo 12 personas.",
    "El grupo necesita un mínimo de 12 personas.",
    "El grupo necesita no menos de 12 personas.",
    "El grupo necesita 12 personas o más.",
    "El grupo se forma a partir de 12 personas.",
    "El grupo se forma desde 12 personas.",
    "The group needs at least 12 people.",
    "The group needs no fewer than 12 people.",
    "The group needs no less than 12 people.",
    "The group needs a minimum of 12 people.",
    "The group needs 12 people or more.",
    "The group cannot have fewer than 12 people.",
]
LESS = ["El grupo tiene menos de 12 personas.", "The group has fewer than 12 people."]
MORE = ["El grupo tiene más de 12 personas.", "The group has more than 12 people."]
EXACT = ["El grupo tiene 12 personas.", "The group has 12 people."]


def bound_in(text: str) -> Bound | None:
    (number,) = (each for each in read_quantities(text).numbers if 12.0 in each.values)
    return read_bound(text, number)


@pytest.mark.parametrize(
    ("texts", "side", "strict"),
    [
        (AT_MOST, "upper", False),
        (AT_LEAST, "lower", False),
        (LESS, "upper", True),
        (MORE, "lower", True),
        (["No one under 12 people.", "Nadie mayor de 12 años."], None, None),
        (["The plan cannot take up to 12 people.", "No se aplica hasta 12 personas."], "lower", True),
        (["Igual o superior a 12 €.", "Equal to or more than 12 €.", "≥ 12 €"], "lower", False),
        (["Igual o inferior a 12 €.", "Less than or equal to 12 €.", "<= 12 €"], "upper", False),
        (["No inferior a 12 €.", "Not lower than 12 €."], "lower", False),
        (["No superior a 12 €.", "Not exceeding 12 €.", "Sin rebasar los 12 €."], "upper", False),
    ],
)
def test_a_wording_is_a_side_and_strict_or_not(texts: list[str], side: str | None, strict: bool | None) -> None:
    for text in texts:
        bound = bound_in(text)
        assert bound is not None, text
        assert bound.strict == strict, text
        if side is not None:
            assert bound.side == side, text


@pytest.mark.parametrize("text", [*EXACT, "Son 12 personas más.", "Unos 12 minutos."])
def test_what_bounds_nothing(text: str) -> None:
    assert bound_in(text) is None


@pytest.mark.parametrize("kind", [AT_MOST, AT_LEAST], ids=["at most", "at least"])
def test_all_wordings_of_one_bound_support_each_other(kind: list[str]) -> None:
    wrong = [
        (claim, text)
        for claim, text in product(kind, kind)
        if any(check == "qualifier-dropped" for check, _ in reasons(check(claim, text)))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("claims", "texts"),
    [
        (AT_MOST, AT_LEAST),
        (AT_LEAST, AT_MOST),
        (LESS, AT_LEAST),
        (MORE, AT_MOST),
        (LESS, MORE),
        (MORE, LESS),
        (LESS, AT_MOST),
        (MORE, AT_LEAST),
        (LESS, EXACT),
        (MORE, EXACT),
    ],
)
def test_what_a_bound_leaves_no_room_for_fails(claims: list[str], texts: list[str]) -> None:
    wrong = [
        (claim, text)
        for claim, text in product(claims, texts)
        if ("qualifier-dropped", "another-bound") not in reasons(check(claim, text))
    ]
    assert wrong == []


@pytest.mark.parametrize(("claims", "texts"), [(AT_MOST, EXACT), (AT_LEAST, EXACT), (AT_MOST, LESS), (AT_LEAST, MORE)])
def test_a_wider_bound_passes(claims: list[str], texts: list[str]) -> None:
    wrong = [
        (claim, text)
        for claim, text in product(claims, texts)
        if any(check == "qualifier-dropped" for check, _ in reasons(check(claim, text)))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The plan cannot take up to 10 projects.", "The plan allows up to 10 projects."),
        ("The plan allows from 10 projects.", "The plan allows up to 10 projects."),
        ("Cuesta menos de 19 € al mes.", "Cuesta 19 € al mes."),
        ("El curso dura más de 3 horas.", "El curso dura 3 horas."),
        ("Files of more than 10 MB are accepted.", "Files of up to 10 MB are accepted."),
        ("La entrega tarda por lo menos 5 días.", "La entrega tarda como máximo cinco días."),
        ("La sala no tiene un mínimo de 5 butacas.", "La sala tiene un mínimo de 5 butacas."),
        ("It takes more than two hours.", "It takes at most 120 minutes."),
    ],
)
def test_another_bound_fails(claim: str, text: str) -> None:
    assert ("qualifier-dropped", "another-bound") in reasons(check(claim, text))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Cuesta más de 20 €.", "Cuesta 19 €."),
        ("It costs under 18 €.", "It costs 19 €."),
    ],
)
def test_a_round_number_keeps_to_its_side(claim: str, text: str) -> None:
    assert ("number-unsupported", "number-in-no-quote") in reasons(check(claim, text))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Cuesta menos de 20 €.", "Cuesta 19 €."),
        ("Vinieron más de 1.000 personas.", "Vinieron 1.042 personas."),
        ("Nobody under 18 may enter.", "You must be at least 18 years old to enter."),
        ("Los menores de 18 años no pueden entrar.", "Hay que tener al menos 18 años para entrar."),
        ("The park ships orders of at least 10 €.", "The park does not ship orders under 10 €."),
        ("Hay que pagar en menos de 10 días.", "Si no se paga en menos de 10 días, el pedido se cancela."),
        ("El taller es para mayores de 18 años.", "El taller es a partir de 18 años."),
        ("Tarda de 5 a 10 días.", "Tarda desde 5 hasta 10 días."),
        ("Hay 10 salas y caben al menos 10 personas.", "Hay 10 salas y en cada una caben al menos 10 personas."),
        ("La web tuvo más de 1.000 visitas.", "La web superó las 1.000 visitas."),
        ("Se aplica a pedidos de más de 10 €.", "No se aplica a pedidos de hasta 10 €."),
    ],
)
def test_the_same_in_other_words_passes(claim: str, text: str) -> None:
    found = [each for each in reasons(check(claim, text)) if each[0] != "weak-support"]
    assert found == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("de 12 a 20 €", True), ("12-20 €", True), ("entre 5 y 12 €", True), ("12 € o 5 €", False), ("12 €", False)],
)
def test_the_ends_of_a_range(text: str, expected: bool) -> None:
    number = next(each for each in read_quantities(text).numbers if 12.0 in each.values)
    assert in_range(text, number) is expected


@given(st.sampled_from(["no ", "not ", "nunca ", "never "]), st.sampled_from([*AT_MOST, *AT_LEAST, *LESS, *MORE]))
def test_a_negation_before_a_bound_turns_it_round(denial: str, text: str) -> None:
    one, other = bound_in(text), bound_in(f"Es {denial}{text[0].lower()}{text[1:]}")
    assert one is not None
    assert other is not None
    assert (other.side == one.side, other.strict == one.strict) == (False, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One source says at most 10 projects, the other 20.", []),
        ("One source says 10 projects, the other 20.", []),
        ("One source says at least 10 projects, the other 20.", ["another-bound"]),
        ("One source says more than 10 projects, the other more than 20.", ["another-bound", "another-bound"]),
    ],
)
def test_what_is_said_of_a_conflict_keeps_the_bounds_of_its_sources(text: str, expected: list[str]) -> None:
    texts = ("The plan allows up to 10 projects.", "The plan allows 20 projects.")
    fragments = {name: Fragment(name, each, document=name) for name, each in zip("ab", texts, strict=True)}
    answer = GroundedAnswer(conflicts=(Conflict(text, ("a", "b")),))
    found = find_other_bounds(Draft(answer), Context(fragments, as_of=TODAY))
    assert [finding.reason for finding in found or ()] == expected
