"""Claims and sources in a language that is not read here: a finding that warns, and is counted."""

import pytest

from fundamento import Action, CheckId, Fragment, Grounder, Mode, Result
from fundamento.events import AnswerEvent, Event

FRENCH = "Le forfait Pro permet jusqu'à 10 projets actifs. Les fichiers sont conservés pendant 30 jours."
SPANISH = "El plan Pro permite hasta 10 proyectos activos. Los archivos se conservan 30 días."


def check(claim: str, text: str, policy: object = "observe", events: list[Event] | None = None) -> Result:
    support = [{"fragment": "a", "quote": text.split(". ", maxsplit=1)[0]}]
    output = {"answer": {"kind": "grounded", "claims": [{"support": support, "text": claim}]}}
    sinks = () if events is None else events.append
    return Grounder(policy=policy, sinks=sinks).check(output, [Fragment("a", text)])  # type: ignore[arg-type]  # a name


def reasons(result: Result) -> list[str]:
    return [each.reason for each in result.findings if each.check is CheckId.UNSUPPORTED_LANGUAGE]


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("Le forfait Pro permet jusqu'à 10 projets actifs.", FRENCH, ["claim-language"]),
        ("Le forfait Pro permet jusqu'à 10 projets actifs.", SPANISH, ["claim-language"]),
        ("El plan Pro permite hasta 10 proyectos activos.", FRENCH, ["source-language"]),
        ("The Pro plan allows up to 10 active projects.", FRENCH, ["source-language"]),
        ("El plan Pro permite hasta 10 proyectos activos.", SPANISH, []),
        ("The Pro plan allows up to 10 active projects.", SPANISH, []),
        ("Pro: 10", SPANISH, []),
        ("PLAN PRO: 10 PROYECTOS", SPANISH, []),
        ("Pro", "Pro 10", []),
    ],
)
def test_a_text_that_is_not_read_is_a_finding(claim: str, text: str, expected: list[str]) -> None:
    assert reasons(check(claim, text)) == expected


@pytest.mark.parametrize("policy", ["observe", "standard", "strict"])
def test_it_warns_in_every_bundle_that_ships(policy: str) -> None:
    events: list[Event] = []
    claim = FRENCH.split(". ", maxsplit=1)[0]
    result = check(claim, FRENCH, policy, events)
    assert reasons(result) == ["claim-language"]
    assert result.modes[CheckId.UNSUPPORTED_LANGUAGE] is Mode.WARN
    assert result.action is Action.ALLOWED
    (answer,) = (each for each in events if isinstance(each, AnswerEvent))
    assert answer.checked["unsupported-language"] == 1


def test_a_policy_may_enforce_it() -> None:
    policy = {"name": "p", "extends": "strict", "checks": {"unsupported-language": "enforce"}}
    result = check(FRENCH.split(". ", maxsplit=1)[0], FRENCH, policy)
    assert (result.action, result.blocked_by) == (Action.WITHHELD, (CheckId.UNSUPPORTED_LANGUAGE,))


def test_an_english_claim_that_shows_no_language_keeps_its_score() -> None:
    text = "The choir of Málaga sang Händel's Messiah under José Álvarez, and the hall was full."
    (claim,) = check("José Álvarez sang Händel's Messiah, Málaga.", text).claims
    assert claim.support_score is not None
