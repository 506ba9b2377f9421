import pytest

from fundamento import Fragment
from fundamento.answers import Abstention, GroundedAnswer
from fundamento.contract.aliases import Aliases
from fundamento.prose.reading import read_prose

ALIASES = Aliases.identity([Fragment(name, "x") for name in "123"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("El contrato, firmado en 2019 [1], vence en 2026 [2].", [("1",), ("2",)]),
        ("La presa, construida por Iberia [1], produce 40 MW [3].", [("1",), ("3",)]),
        ("The bridge, designed by Ann Lee [2], opened in 1902 [1].", [("2",), ("1",)]),
        ("The vaccine, which was tested in 2020 [2], lasts two years [3].", [("2",), ("3",)]),
        ("El contrato, firmado en 2019 [1], vence en 2026.", [("1",)]),
        ("El plan cuesta 20 € [1], 30 € con router [2] y 40 € con móvil [3].", [("1", "2", "3")]),
    ],
)
def test_what_is_said_of_the_subject_between_commas_is_a_claim(text: str, expected: list[tuple[str, ...]]) -> None:
    answer = read_prose(text, ALIASES).answer

    assert isinstance(answer, GroundedAnswer)
    assert [tuple(one.fragment for one in claim.support) for claim in answer.claims] == expected


@pytest.mark.parametrize(
    "text", ["El expediente no incluye ninguna cifra de ventas.", "The archive contains no annual energy estimate."]
)
def test_what_the_archive_lacks_is_no_claim(text: str) -> None:
    assert isinstance(read_prose(text, ALIASES).answer, Abstention)


@pytest.mark.parametrize("text", ["El archivo no contiene virus.", "El archivo no contiene datos personales [1]."])
def test_what_a_file_is_free_of_is_a_claim(text: str) -> None:
    assert isinstance(read_prose(text, ALIASES).answer, GroundedAnswer)
