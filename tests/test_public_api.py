"""The names that users import; a change here is a change for them."""

import pytest

import fundamento


def test_the_public_names() -> None:
    assert sorted(fundamento.__all__) == [
        "Abstention",
        "Action",
        "CheckId",
        "Claim",
        "Conflict",
        "Document",
        "Finding",
        "Fragment",
        "FundamentoError",
        "Gap",
        "GroundedAnswer",
        "Grounder",
        "Mode",
        "Outcome",
        "OwnCheck",
        "Reader",
        "Result",
        "Settings",
        "StreamedClaim",
        "StreamedNotice",
        "Support",
        "Verdict",
    ]


def test_every_public_name_loads_and_an_unknown_one_does_not() -> None:
    assert {name for name in fundamento.__all__ if not hasattr(fundamento, name)} == set()
    assert set(fundamento.__all__) <= set(dir(fundamento))
    with pytest.raises(AttributeError, match="has no attribute 'Nope'"):
        fundamento.Nope  # noqa: B018 - looking is the test
