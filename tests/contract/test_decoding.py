import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.schemas import written
from fundamento.answers import Abstention, Claim, Conflict, Draft, Flaw, Gap, GroundedAnswer, Support
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode, says_something
from fundamento.contract.dialects import DIALECTS
from fundamento.contract.outputs import MAX_ATTEMPTS
from fundamento.contract.wire import wire_schema
from fundamento.fragments import Fragment

ALIASES = Aliases.of(
    [
        Fragment("tarifas:0-40", "El plan Básico cuesta 9 € al mes."),
        Fragment("terms:0-50", "Backups are kept for 14 days."),
        Fragment("S3", "El soporte responde en 24 horas."),
    ]
)
REAL = Aliases.identity(
    [Fragment("1", "uno"), Fragment("S1", "dos"), Fragment("[S2]", "tres"), Fragment("1.5", "cuatro")]
)

BASIC = Claim("El plan Básico cuesta 9 €.", (Support("tarifas:0-40", "cuesta 9 € al mes"),))
BACKUPS = Claim("Backups last 14 days.", (Support("terms:0-50", "kept for 14 days"),))
CLAIMS: list[dict[str, Any]] = [
    {"support": [{"fragment": "F1", "quote": "cuesta 9 € al mes"}], "text": "El plan Básico cuesta 9 €."},
    {"support": [{"fragment": "F2", "quote": "kept for 14 days"}], "text": "Backups last 14 days."},
]
GROUNDED = {"answer": {"kind": "grounded", "claims": CLAIMS, "gaps": [{"text": "el precio del plan Pro"}]}}
READ = GroundedAnswer((BASIC, BACKUPS), (Gap("el precio del plan Pro"),))
ABSTAINED = {"answer": {"kind": "abstention", "missing": "El precio del plan Pro."}}
NOTHING = Abstention("El precio del plan Pro.")


def grounded(*claims: object, **rest: object) -> dict[str, Any]:
    return {"answer": {"kind": "grounded", "claims": list(claims), **rest}}


def supports(support: object, aliases: Aliases = ALIASES) -> tuple[Support, ...]:
    """The support that is read for the one claim of an answer that has no flaw."""
    draft = decode(grounded({"support": support, "text": "x"}), aliases)
    assert isinstance(draft.answer, GroundedAnswer)
    assert draft.flaws == ()
    return draft.answer.claims[0].support


def test_an_object_is_read() -> None:
    assert decode(GROUNDED, ALIASES) == Draft(READ)
    assert decode(ABSTAINED, ALIASES) == Draft(NOTHING)


def test_a_text_is_read_and_kept() -> None:
    text = json.dumps(GROUNDED)

    assert decode(text, ALIASES) == Draft(READ, raw=text)


ES, EN = json.dumps(GROUNDED, ensure_ascii=False), json.dumps(GROUNDED, indent=2)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"```json\n{ES}\n```", id="fence"),
        pytest.param(f"```\n{EN}```", id="fence-without-language"),
        pytest.param(f"~~~json\n{EN}\n~~~", id="fence-of-tildes"),
        pytest.param(f"Aquí tiene la respuesta:\n```json\n{ES}\n```\n¡Un saludo!", id="fence-in-prose"),
        pytest.param(f"Here is the answer: {EN} Let me know if you need more.", id="prose"),
        pytest.param(f"Según {{las fuentes}}, la respuesta es {ES}", id="braces-in-prose"),
        pytest.param(f'Una llave "{{" abre el objeto: {ES}', id="a-brace-in-quotes"),
        pytest.param(f"The answer is `{EN}`.", id="inline-code"),
        pytest.param(f'"{ES}"', id="quoted-but-not-escaped"),
        pytest.param(f'El formato es {{"answer": ...}} y queda así: {ES}', id="a-form-in-prose"),
        pytest.param(f"<think>Quizá {json.dumps(ABSTAINED)}... no.</think>\n{ES}", id="thoughts"),
        pytest.param(f"I should cite F1.\n</think>\n\n```json\n{EN}\n```", id="thoughts-without-beginning"),
        pytest.param(f"<thinking>{{</thinking>{ES}", id="brace-in-thoughts"),
        pytest.param(f"Draft: {json.dumps(ABSTAINED)}\nFinal: {EN}", id="the-last-counts"),
        pytest.param(f'{ES}\n{{"done": true}}', id="another-object-after-it"),
        pytest.param(f"{ES}\n{ES[:40]}", id="repeated-until-cut-off"),
        pytest.param(f"\ufeff{ES}", id="byte-order-mark"),
        pytest.param(f"\n\n  {EN}  \n", id="white-space"),
        pytest.param(json.dumps(ES), id="json-in-a-string"),
        pytest.param(json.dumps(json.dumps(EN)), id="json-in-a-string-in-a-string"),
        pytest.param(f"[{ES}]", id="list-of-one"),
        pytest.param(json.dumps(READ_BARE := GROUNDED["answer"]), id="no-wrapper"),
        pytest.param(json.dumps({"answer": json.dumps(READ_BARE)}), id="answer-as-a-string"),
        pytest.param(json.dumps({"name": "GroundedAnswer", "arguments": GROUNDED}), id="tool-call"),
        pytest.param(json.dumps({"name": "GroundedAnswer", "parameters": ES}), id="tool-call-in-a-string"),
        pytest.param(json.dumps({"name": "GroundedAnswer", "arguments": READ_BARE}), id="tool-call-without-wrapper"),
        pytest.param(json.dumps({"function_call": {"name": "answer", "arguments": ES}}), id="function-call"),
        pytest.param(json.dumps({"type": "function", "function": {"name": "answer", "arguments": ES}}), id="function"),
        pytest.param(
            json.dumps({"choices": [{"message": {"content": None, "tool_calls": [{"function": {"arguments": ES}}]}}]}),
            id="completion",
        ),
        pytest.param(
            json.dumps({"content": [{"type": "text", "text": "{"}, {"type": "tool_use", "input": GROUNDED}]}),
            id="content-blocks",
        ),
        pytest.param(f'<tool_call>{{"name": "GroundedAnswer", "arguments": {EN}}}</tool_call>', id="tool-call-in-tags"),
    ],
)
def test_form_is_tolerated_round_the_answer(text: str) -> None:
    assert decode(text, ALIASES) == Draft(READ, raw=text)


@pytest.mark.parametrize(
    "text",
    [
        f"{json.dumps(ABSTAINED)}{ES}",
        f"{json.dumps(ABSTAINED)}\n\n```json\n{ES}\n```",
        f'{{"answer": {json.dumps(ABSTAINED["answer"])}, {ES[1:]}',
        ES.replace('"text"', '"text": "otra cosa", "text"', 1),
        ES.replace('"kind"', '"kind": "abstention", "kind"', 1),
    ],
)
def test_who_says_two_things_in_one_output_has_said_it_twice(text: str) -> None:
    assert [flaw.reason for flaw in decode(text, ALIASES).flaws] == ["said-twice"]


def test_a_key_given_twice_with_one_value_is_read() -> None:
    assert decode(ES.replace('"kind"', '"kind": "grounded", "kind"', 1), ALIASES).flaws == ()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("grounded", READ), ("GROUNDED", READ), (" Grounded\n", READ), (None, READ)],
)
def test_the_kind_is_read_in_any_case_or_told_from_the_rest(kind: str | None, expected: GroundedAnswer) -> None:
    answer = {**GROUNDED["answer"], "kind": kind}

    assert decode({"answer": answer}, ALIASES).answer == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"missing": "El precio."}, Abstention("El precio.")),
        ({"missing": None}, Abstention("")),
        ({"missing": "El precio.", "claims": []}, Abstention("El precio.")),
        ({"claims": CLAIMS[:1], "missing": "el resto"}, GroundedAnswer((BASIC,))),
        ({"claims": []}, GroundedAnswer()),
        ({"gaps": ["the price"]}, GroundedAnswer(gaps=(Gap("the price"),))),
        ({"conflicts": ["v2 y v3 difieren"]}, GroundedAnswer(conflicts=(Conflict("v2 y v3 difieren"),))),
    ],
)
def test_a_missing_kind_is_told_from_the_rest(answer: object, expected: object) -> None:
    assert decode({"answer": answer}, ALIASES) == Draft(expected)  # type: ignore[arg-type]  # a table of both kinds


@pytest.mark.parametrize(
    ("support", "expected"),
    [
        pytest.param([{"fragment": "F1", "quote": "9 €"}], [Support("tarifas:0-40", "9 €")], id="as-asked"),
        pytest.param({"fragment": "F1", "quote": "9 €"}, [Support("tarifas:0-40", "9 €")], id="one-object"),
        pytest.param('[{"fragment": "F1", "quote": "9 €"}]', [Support("tarifas:0-40", "9 €")], id="list-in-a-string"),
        pytest.param(['{"fragment": "F1", "quote": "9 €"}'], [Support("tarifas:0-40", "9 €")], id="objects-in-strings"),
        pytest.param(["F1", "f2"], [Support("tarifas:0-40"), Support("terms:0-50")], id="plain-ids"),
        pytest.param(["[F1]", " (F2) "], [Support("tarifas:0-40"), Support("terms:0-50")], id="plain-ids-in-brackets"),
        pytest.param('["F1"]', [Support("tarifas:0-40")], id="plain-ids-in-a-string"),
        pytest.param("F1", [Support("tarifas:0-40")], id="one-plain-id"),
        pytest.param([{"fragment": " [F1] ", "quote": "9 €"}], [Support("tarifas:0-40", "9 €")], id="brackets"),
        pytest.param([{"fragment": "F1"}], [Support("tarifas:0-40")], id="no-quote"),
        pytest.param([{"fragment": "F1", "quote": None}], [Support("tarifas:0-40")], id="null-quote"),
        pytest.param([{"fragment": "F1", "quote": ""}], [Support("tarifas:0-40", "")], id="empty-quote"),
        pytest.param([{"fragment": "F1", "quote": 9}], [Support("tarifas:0-40", "9")], id="number-quoted"),
        pytest.param([{"fragment": "F1", "quote": 9.5}], [Support("tarifas:0-40", "9.5")], id="decimal-quoted"),
        pytest.param([{"fragment": "F1", "quote": ["9 €"]}], [Support("tarifas:0-40")], id="list-for-a-quote"),
        pytest.param([{"fragment": "F1", "quote": "9 €", "page": 3}], [Support("tarifas:0-40", "9 €")], id="extra-key"),
        pytest.param([{"fragment": "F1", "quote": "9 €"}] * 3, [Support("tarifas:0-40", "9 €")], id="duplicates"),
        pytest.param(
            [{"fragment": "F1", "quote": "9 €"}, {"fragment": "F2"}, {"fragment": "[f1]", "quote": "9 €"}],
            [Support("tarifas:0-40", "9 €"), Support("terms:0-50")],
            id="duplicates-in-another-form",
        ),
        pytest.param(
            [{"fragment": "F1", "quote": "9 €"}, {"fragment": "F1", "quote": "al mes"}],
            [Support("tarifas:0-40", "9 €"), Support("tarifas:0-40", "al mes")],
            id="two-quotes-of-one-fragment",
        ),
        pytest.param([{"fragment": " F9 "}], [Support("F9", retrieved=False)], id="unknown"),
        pytest.param([{"fragment": "S3"}], [Support("S3", retrieved=False)], id="a-real-id-is-no-alias"),
        pytest.param([{"fragment": 1}], [Support("1", retrieved=False)], id="a-number-is-no-alias"),
        pytest.param(None, [], id="null"),
        pytest.param([], [], id="empty"),
        pytest.param([None], [], id="list-of-null"),
        pytest.param([{}], [], id="empty-object"),
        pytest.param([{"quote": "9 €"}], [], id="only-a-quote"),
        pytest.param([{"fragment": " ", "quote": "9 €"}], [], id="blank-id"),
        pytest.param([{"fragment": True}], [], id="a-boolean-is-no-id"),
        pytest.param([{"fragment": ["F1"]}], [], id="a-list-is-no-id"),
        pytest.param([[]], [], id="list-in-a-list"),
        pytest.param("", [], id="empty-string"),
        pytest.param(True, [], id="true"),
    ],
)
def test_support_is_tolerant_of_form_and_strict_of_substance(support: object, expected: list[Support]) -> None:
    assert supports(support) == tuple(expected)


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        (1, Support("1")),
        (1.0, Support("1")),
        ("1", Support("1")),
        ("[1]", Support("1")),
        (1.5, Support("1.5")),
        (2, Support("2", retrieved=False)),
        ("S1", Support("S1")),
        ("«S1»", Support("S1")),
        ("s1", Support("s1", retrieved=False)),
        ("[S2]", Support("[S2]")),
        ("S2", Support("S2", retrieved=False)),
        ("", None),
        (10**30, None),
        (float("nan"), None),
        (float("inf"), None),
    ],
)
def test_real_ids_are_read_in_any_form(fragment: object, expected: Support | None) -> None:
    assert supports([{"fragment": fragment}], REAL) == (() if expected is None else (expected,))


def test_bracketed_numbers_in_a_list_are_ids() -> None:
    assert supports(["[1]", 1], REAL) == (Support("1"),)


@pytest.mark.parametrize(
    ("claim", "expected", "flaws"),
    [
        pytest.param({"support": ["F1"]}, Claim("", (Support("tarifas:0-40"),)), ["claim-without-text"], id="no-text"),
        pytest.param({"support": [], "text": None}, Claim(""), ["claim-without-text"], id="null-text"),
        pytest.param({"support": [], "text": " \n"}, Claim(""), ["claim-without-text"], id="blank-text"),
        pytest.param({"support": [], "text": 9}, Claim(""), ["claim-without-text"], id="number-for-a-text"),
        pytest.param({"support": [], "text": ["x"]}, Claim(""), ["claim-without-text"], id="list-for-a-text"),
        pytest.param("El plan cuesta 9 €.", Claim(""), ["claim-not-an-object"], id="plain-text"),
        pytest.param(None, Claim(""), ["claim-not-an-object"], id="null"),
        pytest.param(["x"], Claim(""), ["claim-not-an-object"], id="list"),
        pytest.param(
            {"support": ["F1", {"quote": "9 €"}], "text": "x"},
            Claim("x", (Support("tarifas:0-40"),)),
            ["support-without-fragment"],
            id="one-support-without-fragment",
        ),
        pytest.param({"support": [{"quote": "9 €"}], "text": "x"}, Claim("x"), [], id="no-support-left"),
        pytest.param({"text": "x"}, Claim("x"), [], id="no-support-at-all"),
        pytest.param(json.dumps(CLAIMS[0]), BASIC, [], id="claim-in-a-string"),
        pytest.param({**CLAIMS[0], "confidence": 0.9}, BASIC, [], id="extra-key"),
        pytest.param({"support": ["F1"], "text": " [x] "}, Claim("[x]", (Support("tarifas:0-40"),)), [], id="brackets"),
    ],
)
def test_a_claim_keeps_its_place_whatever_it_is(claim: object, expected: Claim, flaws: list[str]) -> None:
    draft = decode(grounded(CLAIMS[1], claim, CLAIMS[0]), ALIASES)

    assert draft.answer == GroundedAnswer((BACKUPS, expected, BASIC))
    assert draft.flaws == tuple(Flaw(reason, 1) for reason in flaws)


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ({"text": "Los archivos duran 30 días."}, "claims-not-a-list"),
        ("El plan cuesta 9 €.", "claims-not-a-list"),
        (7, "claims-not-a-list"),
        (False, "claims-not-a-list"),
    ],
)
def test_claims_are_a_list(claims: object, expected: str) -> None:
    assert decode({"answer": {"kind": "grounded", "claims": claims}}, ALIASES) == Draft(None, (Flaw(expected),))


def test_claims_may_come_as_a_string_of_json_or_not_at_all() -> None:
    assert decode({"answer": {"claims": json.dumps(CLAIMS)}}, ALIASES).answer == GroundedAnswer((BASIC, BACKUPS))
    assert decode({"answer": {"kind": "grounded", "claims": None}}, ALIASES) == Draft(GroundedAnswer())
    assert decode({"answer": {"kind": "grounded"}}, ALIASES) == Draft(GroundedAnswer())


@pytest.mark.parametrize(
    ("gaps", "expected", "flaws"),
    [
        (None, [], []),
        ([], [], []),
        ("el precio", ["el precio"], []),
        (["el precio", " the term "], ["el precio", "the term"], []),
        ({"text": "el precio"}, ["el precio"], []),
        ('[{"text": "el precio"}]', ["el precio"], []),
        (["[sin datos]"], ["[sin datos]"], []),
        ([None, "", {"text": "  "}, {}, {"text": None}], [], []),
        ([{"topic": "el precio"}, {"text": "x"}], ["x"], ["gap-without-text"]),
        ([{"text": 9}], [], ["gap-without-text"]),
        (9, [], ["gap-without-text"]),
    ],
)
def test_gaps_are_read_in_any_form(gaps: object, expected: list[str], flaws: list[str]) -> None:
    draft = decode(grounded(gaps=gaps), ALIASES)

    assert draft == Draft(GroundedAnswer(gaps=tuple(map(Gap, expected))), tuple(map(Flaw, flaws)))


@pytest.mark.parametrize(
    ("conflicts", "expected", "flaws"),
    [
        (None, [], []),
        ("v2 y v3 difieren", [Conflict("v2 y v3 difieren")], []),
        ([{"fragments": ["F1", "[f2]", "F1"], "text": "x"}], [Conflict("x", ("tarifas:0-40", "terms:0-50"))], []),
        ([{"fragments": ["F1", " F9 ", 8], "text": "x"}], [Conflict("x", ("tarifas:0-40",), ("F9", "8"))], []),
        ([{"fragments": "F1", "text": "x"}], [Conflict("x", ("tarifas:0-40",))], []),
        ([{"fragments": [{"fragment": "F1"}], "text": "x"}], [Conflict("x", ("tarifas:0-40",))], []),
        ([{"fragments": None, "text": "x"}], [Conflict("x")], []),
        ([{"fragments": [], "text": ""}], [], []),
        ([{"fragments": ["F1"], "text": ""}], [], ["conflict-without-text"]),
    ],
)
def test_conflicts_are_read_in_any_form(conflicts: object, expected: list[Conflict], flaws: list[str]) -> None:
    draft = decode(grounded(conflicts=conflicts), ALIASES)

    assert draft == Draft(GroundedAnswer(conflicts=tuple(expected)), tuple(map(Flaw, flaws)))


@pytest.mark.parametrize(
    ("missing", "expected", "flaws"),
    [
        ("No price given.", "No price given.", []),
        ("  ", "", []),
        (None, "", []),
        (["el precio", " el plazo"], "el precio; el plazo", []),
        ({"claim": "costaba 500 €"}, "", ["missing-not-text"]),
        (9, "", ["missing-not-text"]),
    ],
)
def test_what_is_missing_is_a_text(missing: object, expected: str, flaws: list[str]) -> None:
    draft = decode({"answer": {"kind": "abstention", "missing": missing}}, ALIASES)

    assert draft == Draft(Abstention(expected), tuple(map(Flaw, flaws)))


@pytest.mark.parametrize(
    ("beside", "stray"),
    [
        ({}, 0),
        ({"claims": []}, 0),
        ({"claims": None}, 0),
        ({"claims": CLAIMS}, 2),
        ({"claims": json.dumps(CLAIMS)}, 2),
        ({"claims": CLAIMS[0]}, 1),
        ({"claims": "costaba 500 €"}, 1),
    ],
)
def test_claims_beside_an_abstention_are_counted(beside: Mapping[str, object], stray: int) -> None:
    within = {"answer": {**ABSTAINED["answer"], **beside}}
    outside = {**ABSTAINED, **beside}
    bare = {**ABSTAINED["answer"], **beside}

    for output in (within, outside, bare):
        assert decode(output, ALIASES) == Draft(NOTHING, stray_claims=stray)


CUT = (
    '{"answer": {"kind": "grounded", "claims": [{"support": [{"fragment": "F1", "quote": "9 \\u20ac"}], "text": "x"}],'
    ' "gaps": [], "done": true, "score": -1.5}}'
)


@pytest.mark.parametrize("length", range(1, len(CUT)))
def test_an_output_that_is_cut_anywhere_is_truncated(length: int) -> None:
    assert decode(CUT[:length], ALIASES) == Draft(None, (Flaw("truncated"),), raw=CUT[:length])
    assert decode(f"Claro:\n```json\n{CUT[:length]}", ALIASES).flaws == (Flaw("truncated"),)


def test_an_output_that_is_cut_in_its_thoughts_is_truncated() -> None:
    text = f"<think>La fuente dice {CUT}"

    assert decode(text, ALIASES) == Draft(None, (Flaw("truncated"),), raw=text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not-json"),
        (" \n", "not-json"),
        ("El plan Básico cuesta 9 €.", "not-json"),
        ("No encuentro la respuesta en estas fuentes.", "not-json"),
        ("Usa {llaves} y } o {", "truncated"),
        ("{'answer': {'kind': 'abstention'}}", "not-json"),
        ('{"answer" = 1}', "not-json"),
        ('He leído {"a": 1} y {"b": 2}.', "not-json"),
        ("null", "not-the-schema"),
        ("true", "not-the-schema"),
        ("3", "not-the-schema"),
        ("NaN", "not-the-schema"),
        ('"El plan cuesta 9 €."', "not-the-schema"),
        ("[]", "not-the-schema"),
        ("{}", "not-the-schema"),
        ('{"answer": null}', "not-the-schema"),
        ('{"answer": "El plan cuesta 9 €."}', "not-the-schema"),
        ('{"answer": []}', "not-the-schema"),
        ('{"answer": {}}', "not-the-schema"),
        ('{"answer": {"text": "x"}}', "not-the-schema"),
        ('{"answer": {"kind": "refusal", "claims": []}}', "not-the-schema"),
        ('{"answer": {"kind": 1, "claims": []}}', "not-the-schema"),
        ('{"kind": {}, "missing": "x"}', "not-the-schema"),
        (json.dumps([GROUNDED, GROUNDED]), "not-the-schema"),
        pytest.param(json.dumps(json.dumps(json.dumps(json.dumps(ES)))), "not-the-schema", id="strings-in-strings"),
        ('{"answer": ' + "9" * 5_000 + "}", "not-json"),
    ],
)
def test_what_is_no_answer_is_a_flaw(text: str, reason: str) -> None:
    assert decode(text, ALIASES) == Draft(None, (Flaw(reason),), raw=text)


def test_line_breaks_and_tabs_may_stand_in_strings_as_they_are() -> None:
    text = '{"answer": {"kind": "abstention", "missing": "el precio\n\ty el plazo"}}'

    assert decode(text, ALIASES).answer == Abstention("el precio\n\ty el plazo")


def test_of_two_equal_keys_the_last_counts() -> None:
    text = '{"answer": {"kind": "abstention", "missing": "a", "missing": "b"}}'

    assert decode(text, ALIASES).answer == Abstention("b")


def test_lone_surrogates_pass_through() -> None:
    text = '{"answer": {"kind": "abstention", "missing": "\\ud83d"}}'

    assert decode(text, ALIASES).answer == Abstention("\ud83d")


@pytest.mark.parametrize(
    ("bomb", "reason"),
    [
        ("[" * 5_000_000, "not-json"),
        ("{" * 5_000_000, "not-json"),
        ('{"a":' * 1_000_000, "not-json"),
        ('{"answer":' * 500_000, "not-json"),
        ('{"a": 1}' * 500_000, "not-json"),
        ('{"kind": "' * 500_000, "not-json"),
        ('"' * 5_000_000, "not-json"),
        ("\\" * 5_000_000, "not-json"),
        ("<think>" * 500_000, "truncated"),
        ("</think>{" * 500_000, "truncated"),
        ("{" + " " * 5_000_000 + "x", "not-json"),
        (json.dumps({"answer": "[" * 1_000_000}), "not-the-schema"),
        (json.dumps(json.dumps({"answer": '{"a":' * 500_000})), "not-the-schema"),
    ],
    ids=lambda value: value[:24],
)
def test_a_bomb_is_no_more_than_a_flaw(bomb: str, reason: str) -> None:
    assert decode(bomb, ALIASES) == Draft(None, (Flaw(reason),), raw=bomb)


def test_a_bomb_inside_a_claim_is_no_more_than_an_unknown_id() -> None:
    bomb = "[" * 1_000_000

    assert supports(bomb) == (Support(bomb, retrieved=False),)
    assert decode(grounded(bomb), ALIASES).flaws == (Flaw("claim-not-an-object", 0),)


def test_the_search_in_prose_gives_up_after_so_many_attempts() -> None:
    near = "{} " * (MAX_ATTEMPTS - 1) + ES
    far = "{} " * MAX_ATTEMPTS + ES

    assert decode(near, ALIASES).answer == READ
    assert decode(far, ALIASES).flaws == (Flaw("not-json"),)


class Awkward(Mapping[str, Any]):
    """A mapping that is no dict, as client libraries have them."""

    def __init__(self, inner: dict[str, Any]) -> None:
        self.inner = inner

    def __getitem__(self, key: str) -> Any:
        value = self.inner[key]
        return Awkward(value) if isinstance(value, dict) else value

    def __iter__(self) -> Any:
        return iter(self.inner)

    def __len__(self) -> int:
        return len(self.inner)


def test_a_mapping_need_not_be_a_dict() -> None:
    claims = [Awkward({**claim, "support": [Awkward(each) for each in claim["support"]]}) for claim in CLAIMS]
    output = Awkward(
        {"answer": {"kind": "grounded", "claims": claims, "gaps": [Awkward({"text": "el precio del plan Pro"})]}}
    )

    assert decode(output, ALIASES) == Draft(READ)


@pytest.mark.parametrize("output", [None, 3, [], b"{}", object(), [GROUNDED, 1], {1: 2}, {"answer": b"{}"}])
def test_what_is_neither_text_nor_object_is_a_flaw(output: Any) -> None:
    assert decode(output, ALIASES) == Draft(None, (Flaw("not-the-schema"),))


NAMES = "answer kind claims support more_support fragment quote text gaps conflicts fragments missing arguments"
KEYS = st.sampled_from(NAMES.split())
WORDS = st.one_of(
    st.sampled_from(
        ["grounded", "abstention", "F1", "[F2]", "F9", "", '[{"fragment": "F1"}]', '{"text": "x"}', "[1]", "[" * 9]
    ),
    st.text(max_size=8),
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=6)),
    max_leaves=30,
)


@given(JSON)
def test_any_json_is_read_without_an_exception(value: Any) -> None:
    whole = decode(value, ALIASES)
    text = json.dumps(value)
    wrapped = decode({"answer": {"kind": "grounded", "claims": [value], "gaps": value, "conflicts": value}}, ALIASES)

    assert isinstance(whole, Draft)
    assert decode(text, ALIASES).raw == text
    assert isinstance(wrapped.answer, GroundedAnswer)
    assert len(wrapped.answer.claims) == 1


@given(
    st.text() | st.binary().map(lambda each: each.decode("latin-1")) | st.text(alphabet='{}[]":,\\ntrue01` <>/think')
)
def test_any_text_is_read_without_an_exception(text: str) -> None:
    draft = decode(text, ALIASES)

    assert draft.raw == text
    assert (draft.answer is None) == any(flaw.claim is None for flaw in draft.flaws)


@pytest.mark.parametrize("text", ["\u2800", "\u200b", "\u3164", "...", "\x08"])
def test_a_claim_without_a_letter_or_digit_says_nothing(text: str) -> None:
    claim = {"support": [{"fragment": "F1", "quote": "x"}], "text": text}
    draft = decode({"answer": {"kind": "grounded", "claims": [claim]}}, ALIASES)
    assert [flaw.reason for flaw in draft.flaws] == ["claim-without-text"]


def texts() -> st.SearchStrategy[str]:
    return st.text(min_size=1, max_size=30).map(str.strip).filter(bool)


def answers(n: int, *, quotes: bool) -> st.SearchStrategy[GroundedAnswer | Abstention]:
    ids = st.integers(1, n).map(lambda number: f"F{number}")
    support = st.builds(Support, ids, texts() if quotes else st.none(), st.just(True))
    claim = st.builds(
        Claim, texts().filter(says_something), st.lists(support, min_size=1, max_size=4, unique=True).map(tuple)
    )
    conflict = st.builds(Conflict, texts(), st.lists(ids, max_size=3, unique=True).map(tuple))
    grounded_answer = st.builds(
        GroundedAnswer,
        claims=st.lists(claim, max_size=5).map(tuple),
        gaps=st.lists(st.builds(Gap, texts()), max_size=3).map(tuple),
        conflicts=st.lists(conflict, max_size=2).map(tuple),
    )
    return st.one_of(grounded_answer, st.builds(Abstention, texts()))


@given(data=st.data(), dialect=st.sampled_from(list(DIALECTS.values())), strict=st.booleans(), quotes=st.booleans())
def test_what_a_schema_lets_a_model_write_is_read_back(
    data: st.DataObject, dialect: Any, strict: bool, quotes: bool
) -> None:
    # The fragments' real IDs are their aliases here, so that an answer can be compared as it is.
    aliases = Aliases.of([Fragment(f"F{number}", str(number)) for number in range(1, 21)])
    answer = data.draw(answers(20, quotes=quotes))
    output = written(answer, wire_schema(20, dialect=dialect, strict=strict, quotes=quotes))

    assert decode(output, aliases) == Draft(answer)
    assert decode(json.dumps(output), aliases).answer == answer
    assert decode(f"```json\n{json.dumps(output, ensure_ascii=False, indent=1)}\n```", aliases).answer == answer


def test_one_call_made_twice_is_one_answer_and_two_calls_are_none() -> None:
    def call(missing: str) -> dict[str, object]:
        return {"function": {"name": "answer", "arguments": {"answer": {"kind": "abstention", "missing": missing}}}}

    same = decode({"tool_calls": [call("the fare"), call("the fare")]}, Aliases.identity(()))
    other = decode({"tool_calls": [call("the fare"), call("the tide")]}, Aliases.identity(()))
    assert (same.answer, other.answer) == (Abstention("the fare"), None)
