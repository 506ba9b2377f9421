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
        ("Version 1.8 is lighter than version 2.4.", "Version 2.4 is lighter than version 1.8."),
        ("La versión 1.8 pesa menos que la versión 2.4.", "La versión 2.4 pesa menos que la versión 1.8."),
        ("La casa cubre incendios, pero no inundaciones.", "La casa cubre inundaciones, pero no incendios."),
        ("It is rated for dust, not for water.", "It is rated for water, not for dust."),
        ("Oslo has the oldest port.", "Bergen has the oldest port and Oslo the newest."),
        ("Toledo es la capital de la zona.", "Burgos es la capital de la zona y Toledo su puerto."),
    ],
)
def test_swapped_roles_are_found(claim: str, text: str) -> None:
    assert ("term-unsupported", "roles-swapped") in found(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Northgate bought Southgate.", "Northgate bought Southgate."),
        ("Luis se casó con Ana.", "Ana se casó con Luis."),
        ("Olaf is the king.", "Olaf, son of Harald, is the king."),
        ("Version 1.8 is heavier than version 2.4.", "Version 2.4 is lighter than version 1.8."),
        ("Tea and coffee are served.", "Coffee and tea are served."),
        ("Southgate was bought by Northgate.", "Northgate bought Southgate."),
        ("Al notario avisa el banco.", "El banco avisa al notario."),
        ("Gas heats water.", "Water heats gas. Gas heats water."),
    ],
)
def test_what_may_stand_either_way_is_not(claim: str, text: str) -> None:
    assert find_swapped_roles(even(claim), even(text)) is None
