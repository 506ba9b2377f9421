"""What is rendered is inert: no tag, link or image comes of any text, and the text itself stays as it is."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from fundamento import Grounder
from fundamento.errors import InputError
from fundamento.fragments import Fragment
from fundamento.rendering import escape_html, escape_markdown, render
from fundamento.testing import answer_json, claim

MARKDOWN = [MarkdownIt("commonmark"), MarkdownIt("gfm-like", {"linkify": False})]
MADE = re.compile(r"<(?!/?p>)[^>]*>")
HOSTILE = [
    "![x](https://evil.test/p.png)",
    "[here](javascript:alert(1))",
    "[here][1]\n\n[1]: https://evil.test",
    "<script>alert(1)</script>",
    "<https://evil.test>",
    "&lt;script&gt; &#60;b&#62;",
    "# Title\n\n> quote\n\n- item\n1. one\n2) two\n\n---\n\n    code\n\n```\ncode\n```",
    "~~struck~~ **bold** __bold__ *it* _it_ `code`",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "Title\n===\n",
    "\\<b\\>",
    "cuesta 20 € [1].",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("markdown", MARKDOWN)
def test_markdown_makes_nothing_of_it(text: str, markdown: MarkdownIt) -> None:
    assert MADE.findall(markdown.render(escape_markdown(text))) == []


@given(st.text(alphabet="ab1 .\n\t`*_[](){}<>#+-=!|&;~:/\\\"'@^$wé", max_size=60))
def test_markdown_shows_the_text_as_it_is(text: str) -> None:
    for markdown in MARKDOWN:
        made = markdown.render(escape_markdown(text))
        assert MADE.findall(made) == []
        shown = re.sub(r"</?p>", " ", made)
        for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
            shown = shown.replace(entity, sign)
        assert shown.split() == text.split()


@given(st.text(max_size=60))
def test_html_holds_no_tag_and_no_quotation_mark(text: str) -> None:
    assert not set("<>\"'") & set(escape_html(text))


def test_a_result_has_each_form() -> None:
    text = "The gym <b>opens</b> at 7"
    result = Grounder(sinks=()).check(answer_json(claim(f"{text}.", ("f", text))), [Fragment("f", f"{text}.")])
    assert result.text() == f"{text} [1]."
    assert result.text("html") == "The gym &lt;b&gt;opens&lt;/b&gt; at 7 [1]."
    assert result.text("markdown") == r"The gym \<b\>opens\</b\> at 7 \[1\]."


def test_another_form_is_refused() -> None:
    with pytest.raises(InputError, match="plain, html, markdown"):
        render("x", "pdf")  # type: ignore[arg-type]  # a form that there is none of
