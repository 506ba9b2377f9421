"""The names that users import; a change here is a change for them."""

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
        "Reader",
        "Result",
        "Settings",
        "Support",
        "Verdict",
    ]
    assert all(hasattr(fundamento, name) for name in fundamento.__all__)
