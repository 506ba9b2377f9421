"""What states nothing, in both languages and all forms of address, and what only begins like it."""

import pytest

from fundamento.answers import Claim, GroundedAnswer
from fundamento.prose.courtesies import is_courtesy
from prose.samples import read
from prose.small_talk import CLAIMS, SMALL_TALK, sentences


@pytest.mark.parametrize("kind", SMALL_TALK)
def test_small_talk_states_nothing(kind: str) -> None:
    assert [each for each in sentences(SMALL_TALK[kind]) if not is_courtesy(each)] == []


def test_a_statement_that_begins_like_small_talk_is_a_claim() -> None:
    assert [each for each in sentences(CLAIMS) if is_courtesy(each)] == []


@pytest.mark.parametrize("kind", SMALL_TALK)
def test_small_talk_round_a_claim_leaves_that_claim_alone(kind: str) -> None:
    claim = "El plan Pro permite diez proyectos."
    for each in sentences(SMALL_TALK[kind]):
        answer = read(f"{claim} {each}").answer
        assert (each, answer) == (each, GroundedAnswer((Claim(claim),)))


@pytest.mark.parametrize("unit", ["gracias ", "si quieres, ", "claro, ", "a ti ", "let me ", "i hope ", "muy ", "so "])
def test_a_long_run_of_one_phrase_ends(unit: str) -> None:
    assert not is_courtesy(unit * (280 // len(unit)) + "zarzaparrilla")
