"""What a marker names."""

import pytest

from prose.samples import labels, named

NUMBERS = ("1", "2", "3")


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("D1", ["D1"]),
        (" D1 ", ["D1"]),
        ("D1, D3", ["D1", "D3"]),
        ("D1; D1", ["D1"]),
        ("D1 y D3", ["D1", "D3"]),
        ("D1 and D3", ["D1", "D3"]),
        ("D1-D3", ["D1", "D2", "D3"]),
        ("D1–3", ["D1", "D2", "D3"]),
        ("1", ["D1"]),
        ("01", ["D1"]),
        ("1,3", ["D1", "D3"]),
        ("1-3", ["D1", "D2", "D3"]),
        ("^2", ["D2"]),
        ("#2", ["D2"]),
        ("Fuente 2", ["D2"]),
        ("doc1", ["D1"]),
        ("citation:3", ["D3"]),
        ("ver D2", ["D2"]),
        ("D2, pág. 14", ["D2"]),
        ("D2, p. 3-4", ["D2"]),
        ("1†manual", ["D1"]),
        ("8†D2", ["D2"]),
        ("D9", ["?D9"]),
        ("4", ["?4"]),
        ("0", ["?0"]),
        ("2-4", ["D2", "D3", "?2-4"]),
        ("1-999999999", ["?1-999999999"]),
        ("3-1", ["?3-1"]),
        ("9" * 150, [f"?{'9' * 150}"]),
        ("9†x", ["?9"]),
        ("ref-12", ["?12"]),
        ("S9", ["?S9"]),
        ("CONTEXT 2", ["D2"]),
        ("Contexto 3", ["D3"]),
        ("Snippet 1", ["D1"]),
        ("search result 2", ["D2"]),
        ("Resultado: 2", ["D2"]),
        ("Extracto 9", ["?9"]),
        ("guide.md@00ab12cd:10-90", ["?guide.md@00ab12cd:10-90"]),
        ("1b2c3d4e-0000-4a4a-8b8b-112233445566_chunk_7", ["?1b2c3d4e-0000-4a4a-8b8b-112233445566_chunk_7"]),
        ("guide_chunk_12", ["?guide_chunk_12"]),
        ("sic", None),
        ("result of the vote", None),
        ("2024-05-01", None),
        ("…", None),
        ("", None),
        ("x", None),
        ("el cliente", None),
        ("2021", None),
        ("30 días", None),
        ("3.1", None),
        ("50%", None),
        (",;", None),
    ],
)
def test_square_brackets(inside: str, expected: list[str] | None) -> None:
    assert named(labels().read(inside)) == expected


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("2", ["2"]),
        ("1-3", ["1", "2", "3"]),
        ("5", ["?5"]),
        ("2-5", ["2", "3", "?2-5"]),
    ],
)
def test_numbers_that_are_ids(inside: str, expected: list[str]) -> None:
    assert named(labels(NUMBERS).read(inside)) == expected


LONG_IDS = ("plans-3", "files@2:0-40", "3f6c")


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("D1", ["plans-3"]),
        ("d2", ["files@2:0-40"]),
        ("F1", ["plans-3"]),
        ("S3", ["3f6c"]),
        ("Doc. 1", ["plans-3"]),
        ("Doc 2", ["files@2:0-40"]),
        ("Fuente 1", ["plans-3"]),
        ("Fragmento 3", ["3f6c"]),
        ("D1, D3", ["plans-3", "3f6c"]),
        ("D1-D2", ["plans-3", "files@2:0-40"]),
        ("D4", ["?D4"]),
        ("D0", ["?D0"]),
        ("X1", ["?X1"]),
        ("plans-9", ["?plans-9"]),
    ],
)
def test_a_letter_and_a_number_mean_a_place_where_no_id_looks_like_that(inside: str, expected: list[str]) -> None:
    assert named(labels(LONG_IDS).read(inside)) == expected


def test_a_letter_and_a_number_are_an_id_where_ids_look_like_that() -> None:
    assert named(labels(("D7", "D9")).read("D1")) == ["?D1"]
    assert named(labels(("D7", "D9")).read("F1")) == ["D7"]
    assert named(labels(LONG_IDS).read_strictly("D1")) == ["plans-3"]
    assert named(labels(LONG_IDS).read_strictly("D4")) is None
    assert named(labels(LONG_IDS).read_strictly("F1")) is None
    assert named(labels(("F1", "F2")).read_strictly("F1")) == ["F1"]


def test_a_number_is_no_place_where_ids_are_numbers() -> None:
    assert named(labels(("7", "9")).read("1")) == ["?1"]
    assert named(labels(("7", "Z")).read("2")) == ["?2"]


def test_an_id_wins_over_what_else_it_could_mean() -> None:
    names = ("doc-2", "doc-7", "1-3", "plan a, b", "2021")
    assert [named(labels(names).read(name)) for name in names] == [[name] for name in names]


def test_an_id_of_the_same_shape_is_no_place() -> None:
    assert named(labels(("doc-10", "doc-11")).read("doc-2")) == ["?doc-2"]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("D1", ["D1"]),
        ("D1, D2", ["D1", "D2"]),
        ("[1], [2]", ["D1", "D2"]),
        ("fuente: D3", ["D3"]),
        ("D9", ["?D9"]),
        ("P7", None),
        ("1", None),
        ("1 y 3", None),
        ("30 días", None),
        ("véase el apartado 3", None),
    ],
)
def test_round_brackets(inside: str, expected: list[str] | None) -> None:
    assert named(labels().read_strictly(inside)) == expected


@pytest.mark.parametrize(
    ("digits", "expected"),
    [("1", ["D1"]), ("12", ["D1", "D2"]), ("19", ["?19"]), ("4", ["?4"]), ("1" * 5, ["?11111"])],
)
def test_superscripts(digits: str, expected: list[str]) -> None:
    assert named(labels().read_number(digits)) == expected


def test_a_superscript_of_two_digits_is_one_number_where_there_are_as_many() -> None:
    assert named(labels([f"N{number}" for number in range(1, 13)]).read_number("12")) == ["N12"]
