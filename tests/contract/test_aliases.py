import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.contract.aliases import Aliases
from fundamento.errors import InputError
from fundamento.fragments import Fragment

BRACKETS = ["[]", "()", "{}", "<>", "【】", "「」", "«»", "⟨⟩", '""', "''", "``", "“”", "**"]


def of(*ids: str) -> Aliases:
    return Aliases.of([Fragment(each, f"texto de {each}") for each in ids])


def identity(*ids: str) -> Aliases:
    return Aliases.identity([Fragment(each, f"texto de {each}") for each in ids])


def test_fragments_are_named_in_order() -> None:
    aliases = of("tarifas-2025:0-40", "b", "a")

    assert {alias: each.id for alias, each in aliases.fragments.items()} == {
        "F1": "tarifas-2025:0-40",
        "F2": "b",
        "F3": "a",
    }
    assert len(aliases) == 3
    assert {name: aliases.names().get(name) for name in ("a", "b", "c")} == {"a": "F3", "b": "F2", "c": None}


def test_no_fragments_have_no_names() -> None:
    assert of().resolve("F1") is None
    assert len(of()) == 0


@pytest.mark.parametrize(
    "token", ["F2", "f2", " F2 ", "F2\n", "\tf2", "[F2]", "[ F2 ]", "[[F2]]", "([f2])", "[F2", "F2]"]
)
def test_an_alias_is_read_in_any_form(token: str) -> None:
    assert of("a", "b").resolve(token) == "b"


@pytest.mark.parametrize("pair", BRACKETS)
def test_brackets_and_quotes_of_all_kinds_are_tolerated(pair: str) -> None:
    assert of("a", "b").resolve(f" {pair[0]} F2{pair[1]}") == "b"
    assert identity("S1").resolve(f"{pair[0]}S1 {pair[1]}") == "S1"


@pytest.mark.parametrize(
    "token", ["", " ", "[]", "F0", "F3", "F02", "2", "F", "F1 F2", "F1,F2", "F-1", "a", "b", "FF1"]
)
def test_what_is_no_alias_resolves_to_nothing(token: str) -> None:
    assert of("a", "b").resolve(token) is None


def test_a_real_id_is_no_alias() -> None:
    assert of("doc-1").resolve("doc-1") is None


@pytest.mark.parametrize(
    ("ids", "token", "expected"),
    [
        (["pol-3:0-42"], "[pol-3:0-42]", "pol-3:0-42"),
        (["[S1]"], "[S1]", "[S1]"),
        (["[S1]", "S1"], "[S1]", "[S1]"),
        (["[S1]", "S1"], "[[S1]]", "[S1]"),
        (["[S1]", "S1"], "(S1)", "S1"),
        (["anexo (b)"], "[anexo (b)]", "anexo (b)"),
        (["anexo (b)"], " anexo (b) ", "anexo (b)"),
        ([" a ", "a"], " a ", " a "),
        ([" a ", "a"], "a", "a"),
        (["S1"], "s1", None),
        (["S1", "s1"], "s1", "s1"),
        (["título 4º"], "«título 4º»", "título 4º"),
        (["1"], "1", "1"),
    ],
)
def test_real_ids_match_exactly_first(ids: list[str], token: str, expected: str | None) -> None:
    assert identity(*ids).resolve(token) == expected


@pytest.mark.parametrize("make", [Aliases.of, Aliases.identity])
def test_a_fragment_that_comes_twice_counts_once(make: type) -> None:
    twice = [Fragment("a", "uno"), Fragment("b", "dos"), Fragment("a", "uno")]

    assert [each.id for each in make(twice).fragments.values()] == ["a", "b"]


@pytest.mark.parametrize("make", [Aliases.of, Aliases.identity])
def test_an_id_with_two_texts_is_refused_by_its_position(make: type) -> None:
    with pytest.raises(InputError, match=r"fragments\[2\]") as caught:
        make([Fragment("a", "texto secreto"), Fragment("b", "dos"), Fragment("a", "otro texto")])

    assert "secreto" not in str(caught.value)
    assert "otro texto" not in str(caught.value)


def test_something_else_than_a_fragment_is_refused() -> None:
    with pytest.raises(InputError, match=r"fragments\[0\] is a dict"):
        Aliases.of([{"id": "a"}])  # type: ignore[list-item]  # what an untyped caller may hand over


@given(
    number=st.integers(1, 400),
    pair=st.sampled_from(BRACKETS),
    space=st.sampled_from(["", " ", "\n", "\u00a0"]),
    lower=st.booleans(),
)
def test_every_alias_of_a_request_comes_back(number: int, pair: str, space: str, lower: bool) -> None:
    aliases = Aliases.of([Fragment(f"id-{each}", str(each)) for each in range(1, 401)])
    token = f"f{number}" if lower else f"F{number}"

    assert aliases.resolve(f"{space}{pair[0]}{space}{token}{space}{pair[1]}{space}") == f"id-{number}"


@given(st.lists(st.text(min_size=1).filter(lambda each: bool(each.strip())), unique=True, max_size=6))
def test_a_real_id_always_resolves_to_itself(ids: list[str]) -> None:
    aliases = identity(*ids)

    assert [aliases.resolve(each) for each in ids] == ids


@given(st.text())
def test_any_token_gets_an_answer(token: str) -> None:
    assert of("a", "b").resolve(token) in {"a", "b", None}


def test_a_huge_token_is_no_trouble() -> None:
    assert of("a").resolve("[" * 1_000_000 + "F1" + "]" * 1_000_000) == "a"
