"""Each value of a claim stands in the clause that says of it what the claim says."""

import pytest

from fundamento.checks.binding import find_exchanges
from fundamento.checks.segments import read_segments

TABLE = "| | dura |\n|---|---|\n| El curso | 90 min |\n| El taller | 45 min |"


def reasons(claim: str, *sentences: str) -> set[str]:
    return {each.reason for each in find_exchanges(claim, sentences, sentences)}


@pytest.mark.parametrize(
    ("claim", "evidence", "reason"),
    [
        (
            "La sauna cierra a las 21:00.",
            "La sauna cierra a las 20:00. El gimnasio cierra a las 21:00.",
            "another-clause",
        ),
        ("The kayak costs $30.", "The kayak costs $18 and the canoe costs $30.", "another-clause"),
        ("Los jueves abre a las 17:00.", "De lunes a miércoles abre a las 17:00.", "another-day"),
        ("The attic sensor weighs 40 g.", "The cellar sensor weighs 40 g.", "another-thing"),
        (
            "Cinco: el taller dura 90 min.",
            "| | dura |\n|---|---|\n| El curso | 90 min |\n| El taller | 45 min |",
            "another-clause",
        ),
        (
            "The cellar holds 12 and the attic 30.",
            "The attic and the cellar hold 12 and 30, respectively.",
            "another-clause",
        ),
    ],
)
def test_an_exchanged_value_is_found(claim: str, evidence: str, reason: str) -> None:
    assert reasons(claim, evidence) == {reason}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("El gimnasio cierra a las 21:00.", "La sauna cierra a las 20:00. El gimnasio cierra a las 21:00."),
        ("The canoe is $30.", "The kayak costs $18 and the canoe costs $30."),
        ("Los martes abre a las 17:00.", "De lunes a miércoles abre a las 17:00."),
        ("The attic holds 12 and the cellar 30.", "The attic and the cellar hold 12 and 30, respectively."),
        ("The workshop lasts 45 min.", "El taller dura 45 min."),
    ],
)
def test_a_value_in_its_own_clause_is_none(claim: str, evidence: str) -> None:
    assert reasons(claim, evidence) == set()


def test_a_cell_has_the_heads_of_its_row_and_column() -> None:
    cells = [each for each in read_segments("| Sala | Aforo |\n|---|---|\n| Norte | 40 |\n| Sur | 25 |") if each.values]
    assert [(each.own, each.context) for each in cells] == [(("nort",), ("afor",)), (("sur",), ("afor",))]


def test_days_between_are_read() -> None:
    (clause,) = read_segments("Monday to Thursday 9:00")
    assert clause.days == {0, 1, 2, 3}
