"""One output against one list of fragments."""

import json
import math
import re
from pathlib import Path

import pytest

from cli.conftest import ABSTAINED, FRAGMENTS, HELD, UNKNOWN, Command, jsonl, output_of


@pytest.fixture
def fragments(tmp_path: Path) -> Path:
    path = tmp_path / "fragments.jsonl"
    path.write_bytes(jsonl(*FRAGMENTS))
    return path


def test_it_shows_where_the_quote_stands(run: Command, fragments: Path) -> None:
    done = run("check", "-", "--fragments", fragments, "--policy", "strict", given=jsonl(HELD))
    assert (done.status, done.stdout.splitlines()) == (
        0,
        [
            "outcome answered  action allowed",
            "  El plan Pro permite hasta 10 proyectos [1].",
            "  [1] S1 20-38",
            "  El plan Pro permite «hasta 10 proyectos» activos.",
        ],
    )


def test_it_shows_what_fails_and_what_was_withheld(run: Command, fragments: Path) -> None:
    done = run(
        "check", "-", "--fragments", fragments, "--policy", "strict", given=jsonl(output_of("hasta 9 proyectos"))
    )
    assert (done.status, done.stdout.splitlines()) == (
        1,
        [
            "outcome rejected  action withheld",
            "  No he podido verificar una respuesta con estas fuentes.",
            "  findings:",
            "    quote-not-found on claim 0, fragment S1 (not-in-fragment, enforce)",
            "      nearest: «hasta 10 proyectos»",
            "    number-unsupported on claim 0 (number-in-no-quote, enforce)",
            "      number: «10»",
            "  draft, shown to nobody else: El plan Pro permite hasta 10 proyectos.",
        ],
    )


def test_json_is_for_machines(run: Command, fragments: Path) -> None:
    done = run("check", "-", "--fragments", fragments, "--json", given=jsonl(UNKNOWN))
    (row,) = done.rows
    assert (done.status, row["outcome"], row["action"]) == (1, "rejected", "allowed")
    assert row["findings"] == [
        {
            "claim": 0,
            "check": "unknown-fragment",
            "fragment": "S9",
            "mode": "warn",
            "span": None,
            "detail": {"reason": "not-retrieved"},
        }
    ]


@pytest.mark.parametrize(
    "content",
    [
        jsonl(*FRAGMENTS),
        jsonl(FRAGMENTS),
        jsonl({"fragments": FRAGMENTS}),
        json.dumps(FRAGMENTS, indent=2).encode(),
        b"\xef\xbb\xbf" + jsonl(*FRAGMENTS),
        jsonl(FRAGMENTS[0]),
        b"\n" + jsonl(FRAGMENTS[0]) + b"\n" + jsonl(FRAGMENTS[1]),
    ],
)
def test_fragments_come_in_several_forms(run: Command, tmp_path: Path, content: bytes) -> None:
    path, output = tmp_path / "fragments", tmp_path / "output.json"
    path.write_bytes(content)
    output.write_bytes(jsonl(HELD))
    assert run("check", output, "--fragments", path).status == 0
    assert run("check", output, "--fragments", "-", given=content).status == 0


def test_an_abstention_is_a_success(run: Command, fragments: Path) -> None:
    done = run("check", "-", "--fragments", fragments, "--policy", "strict", given=jsonl(ABSTAINED))
    assert (done.status, "outcome abstained" in done.stdout) == (0, True)


def test_a_question_is_taken_into_account(run: Command, fragments: Path) -> None:
    given = jsonl({"answer": {"kind": "abstention", "missing": "Si 25 proyectos caben en el plan Pro."}})
    question = "¿Caben 25 proyectos en el plan Pro?"
    assert run("check", "-", "--fragments", fragments, "--question", question, given=given).status == 0


def test_a_reader_turns_access_control_on(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "fragments.json"
    path.write_bytes(jsonl([{**FRAGMENTS[0], "readers": ["group:ventas"]}]))
    arguments = ("check", "-", "--fragments", path, "--reader", "ana")
    assert run(*arguments, "--group", "ventas", given=jsonl(HELD)).status == 0
    assert run(*arguments, "--group", "compras", given=jsonl(HELD)).status == 1
    assert run("check", "-", "--fragments", path, given=jsonl(HELD)).status == 0


def test_an_output_that_cannot_be_read_is_a_finding(run: Command, fragments: Path) -> None:
    done = run("check", "-", "--fragments", fragments, given=b"El plan Pro permite 10.")
    assert (done.status, "malformed-output on answer" in done.stdout) == (1, True)
    assert 'format="prose"' in done.stdout
    broken = run("check", "-", "--fragments", fragments, given=b'{"answer": ')
    assert (broken.status, 'format="prose"' in broken.stdout) == (1, False)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b" \n", "fragments.json is empty."),
        (jsonl({**FRAGMENTS[0], "reeders": ["secreto"]}), "reeders: is no key here. Did you mean 'readers'?"),
        (b"{broken\n", "fragments.json: line 1: it is not JSON"),
        (jsonl(FRAGMENTS[0]) + b"{broken\n", "fragments.json: line 2: it is not JSON"),
        (jsonl({"id": "S1"}), "fragments.json: fragments[0].text: is missing."),
        (jsonl("secreto"), "fragments.json: fragments: should be a valid list."),
    ],
)
def test_bad_fragments_are_one_line(run: Command, tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "fragments.json"
    path.write_bytes(content)
    done = run("check", "-", "--fragments", path, given=jsonl(HELD))
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert "secreto" not in done.stderr


def test_standard_input_is_one_thing_only(run: Command) -> None:
    done = run("check", "-", "--fragments", "-", given=jsonl(HELD))
    assert (done.status, done.stderr) == (
        2,
        "fundamento: OUTPUT and --fragments cannot both be standard input. Give one of them as a file.\n",
    )


def test_an_output_in_another_encoding_is_refused(run: Command, fragments: Path) -> None:
    done = run("check", "-", "--fragments", fragments, given="límite".encode("latin-1"))
    assert (done.status, done.stderr) == (
        2,
        "fundamento: standard input is not UTF-8: byte 1 cannot be read. Save it as UTF-8.\n",
    )


def test_prose_is_checked_sentence_by_sentence(run: Command, fragments: Path) -> None:
    text = "Hola. El plan Pro permite hasta 10 proyectos [1]. Es azul."
    done = run("check", "-", "--fragments", fragments, "--format", "prose", "--json", given=text.encode())
    (row,) = done.rows
    assert [claim["text"] for claim in row["claims"]] == ["El plan Pro permite hasta 10 proyectos.", "Es azul."]
    assert [(finding["claim"], finding["check"]) for finding in row["findings"]] == [(1, "empty-support")]
    assert done.status == 1


def test_there_are_two_formats(run: Command, fragments: Path) -> None:
    assert run("check", "-", "--fragments", fragments, "--format", "html", given=b"x").status == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], ["claim 0: support score 0.9", "closest sentence: «El plan Pro permite hasta 10"]),
        (["--lang", "es"], ["afirmación 0: puntuación de apoyo 0,9", "frase más cercana: «El plan Pro"]),
    ],
)
def test_it_explains_the_support_score_in_the_language_that_it_is_told(
    run: Command, fragments: Path, options: list[str], words: list[str]
) -> None:
    shown = run("check", "-", "--fragments", fragments, "--explain", *options, given=jsonl(HELD)).stdout
    assert [word for word in words if word not in shown] == []
    lines = [line.split()[0].replace(",", ".") for line in shown.splitlines() if re.match(r" +[+-]\d", line)]
    *parts, total = map(float, lines)
    assert (len(parts) > 2, round(sum(parts), 2)) == (True, total)
    assert f"{1 / (1 + math.exp(-total)):.2f}" in shown.replace(",", ".").splitlines()[-1]


def test_a_judge_that_is_none_is_a_line(run: Command, fragments: Path) -> None:
    done = run("check", "-", "--fragments", fragments, "--judge", "nowhere", given=jsonl(HELD))
    assert (done.status, done.stderr.startswith("fundamento: There is no judge 'nowhere'.")) == (2, True)


def test_the_explanation_of_a_score_is_there_for_machines_too(run: Command, fragments: Path) -> None:
    (row,) = run("check", "-", "--fragments", fragments, "--explain", "--json", given=jsonl(HELD)).rows
    (explained,) = row["explanations"]
    assert explained["probability"] == row["claims"][0]["support_score"]
    assert explained["unmatched"] == []
    (unscored,) = run("check", "-", "--fragments", fragments, "--explain", "--json", given=jsonl(UNKNOWN)).rows
    assert unscored["explanations"] == [None]


def test_a_providers_own_citations_are_a_format(run: Command, fragments: Path) -> None:
    citation = {"type": "char_location", "cited_text": "hasta 10 proyectos", "document_index": 0}
    block = {"type": "text", "text": "El plan Pro permite hasta 10 proyectos.", "citations": [citation]}
    given = json.dumps({"content": [block]}).encode()
    done = run("check", "-", "--fragments", fragments, "--format", "anthropic", "--policy", "strict", given=given)
    assert (done.status, done.stdout.splitlines()[0]) == (0, "outcome answered  action allowed")
    other = run("check", "-", "--fragments", fragments, "--format", "cohere", given=b"[]")
    assert (other.status, other.stdout.splitlines()[0]) == (1, "outcome rejected  action allowed")
