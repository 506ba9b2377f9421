"""Who does what to whom."""

import pytest

from checks.test_notations import found
from fundamento.checks.roles import find_swapped_roles
from fundamento.checks.wording import even


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Southgate bought Northgate.", "Northgate bought Southgate."),
        ("Mr. Colm Byrne examined Dr. Amelia Hart.", "Dr. Amelia Hart examined Mr. Colm Byrne."),
        ("La clínica paga a la aseguradora.", "La aseguradora paga a la clínica."),
        ("El banco avisa al notario.", "En ese caso, el notario avisa al banco."),
        ("Gas is cheaper than coal.", "Coal is cheaper than gas."),
    ],
)
def test_swapped_roles_are_found(claim: str, text: str) -> None:
    assert ("term-unsupported", "roles-swapped") in found(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Northgate bought Southgate.", "Northgate bought Southgate."),
        ("Luis se casó con Ana.", "Ana se casó con Luis."),
        ("Tea and coffee are served.", "Coffee and tea are served."),
        ("Southgate was bought by Northgate.", "Northgate bought Southgate."),
        ("Al notario avisa el banco.", "El banco avisa al notario."),
        ("Gas heats water.", "Water heats gas. Gas heats water."),
    ],
)
def test_what_may_stand_either_way_is_not(claim: str, text: str) -> None:
    assert find_swapped_roles(even(claim), even(text)) is None
