import html as standard
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from fundamento.fragments import Document
from fundamento.ingest import extract, split
from fundamento.ingest.html import extract_html
from fundamento.ingest.tokens import tokenise
from fundamento.spans import EditKind
from ingest.tracing import assert_faithful

PIECES = [
    *("<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<br>", "<hr/>", "<h1>", "</h1>", "<h3>", "</h3>"),
    *("<pre>", "</pre>"),
    *("<ul>", "</ul>", "<ol start=3>", "</ol>", "<li>", "</li>", "<dl>", "<dt>", "<dd>", "</dl>"),
    *("<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<tbody>", "<caption>", "</caption>"),
    *("<nav>", "</nav>", "<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<textarea>"),
    *("<div hidden>", '<span style="display: none">', "</span>", "<!-- no -->", "<!--", "-->"),
    *("<!doctype html>", "<?x?>"),
    *("&amp;", "&eacute;", "&#241;", "&#x1F600;", "&nbsp;", "&shy;", "&lt;b&gt;", "&noexiste;", "&", "&#0;", "e&#769;"),
    *("Hola. ", "¿Qué tal? ", "Cuesta 3,5 €.", "  ", "\n", "\r\n", "\t", "a<b", "<", ">"),
    *("</", '<a title="x>y', "'", "\u0301"),
    *("n\u0303", "😀", "\u202eשלום", "\u00a0", "\u00ad", "palabra " * 30),
]  # fmt: skip
PAGES = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=100),
)


@given(PAGES)
def test_every_fragment_of_a_page_stands_in_the_file(page: str) -> None:
    assert_faithful(extract(f"<p>{page}".encode(), ".html"))


@given(PAGES)
def test_tokens_take_up_the_whole_file(page: str) -> None:
    assert "".join(page[token.start : token.end] for token in tokenise(page)) == page


SOUND = [
    *("<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<ul>", "<li>", "</ul>", "<h2>", "</h2>", "<!-- x -->", "\n"),
    *("<a href='x>y'>", "</a>", '<i class="p">', "<script>no</script>", "uno ", "dos", "&eacute;", "&lt;", "a < b"),
]


@given(st.lists(st.sampled_from(SOUND), max_size=30).map("".join))
def test_the_words_are_those_that_a_browsers_parser_finds(page: str) -> None:
    tree = LexborHTMLParser(f"<body>{page}</body>")
    tree.strip_tags(["script"])
    theirs = re.findall(r"\w+|<", tree.body.text(separator=" ") if tree.body else "")
    ours = re.findall(r"\w+|<", extract_html(f"<body>{page}</body>".encode()).text)
    # Our marks are no words, but for the number of an item.
    assert "".join(theirs) == "".join(ours)


@pytest.mark.parametrize(
    ("about", "page", "expected"),
    [
        ("white space is one space", "<p>Hola \n  <b> mundo</b>\t!</p>", ["Hola mundo !"]),
        ("no space is put in words", "<p>ga<b>ran</b>tía", ["garantía"]),
        ("references", "<p>caf&eacute; &amp; t&#233; &lt;b&gt;", ["café & té <b>"]),
        ("blocks are apart", "<div>Uno<p>dos</p>tres</div>", ["Uno", "dos", "tres"]),
        ("headings", "<h2>T</h2>Texto", ["## T", "Texto"]),
        ("a list", "<ul><li>uno<li><p>dos</p></ul>", ["- uno\n- dos"]),
        ("a numbered list", "<ol start='3'><li>a</li><li>b</li></ol>", ["3. a\n4. b"]),
        ("a list in a list", "<ul><li>a<ul><li>b</ul><li>c</ul>", ["- a\n- b\n- c"]),
        ("two lists", "<ul><li>a</ul><ul><li>b</ul>", ["- a", "- b"]),
        ("an empty item", "<ul><li></li></ul><p>a", ["a"]),
        ("rows", "<table><tr><th>A<th>B<tr><td>1<td>2</table>", ["| A | B |\n| 1 | 2 |"]),
        ("empty cells keep columns", "<table><tr><td></td><td>x</td><td></td><td>y</table>", ["| | x |  | y |"]),
        ("paragraphs in a cell", "<table><tr><td><p>a</p><p>b</p></td><td>c</table>", ["| a · b | c |"]),
        ("a table that lays out", "<table><tr><td><h1>T</h1><p>a</p></td><td>b</td></table>", ["# T", "a", "b"]),
        ("a term and what it means", "<dl><dt>T<dd>d<dt>U<dd>e</dl>", ["T\nd", "U\ne"]),
        ("a line break", "<p>a<br>b", ["a\nb"]),
        ("code keeps its lines", "<pre>a  b\n  c</pre>", ["a  b\n  c"]),
        ("scripts and styles", "<style>p{}</style><p>a<script>b</script>", ["a"]),
        ("navigation", "<nav><a>x</a></nav><div class='navheader'>y</div><p>a", ["a"]),
        ("what is hidden", "<p hidden>x</p><p style='DISPLAY:none'>y</p><p aria-hidden=true>z</p>a", ["a"]),
        ("a tag in an attribute", "<p title='<b>x</b>'>a", ["a"]),
        ("a sign that opens nothing", "<p>a < b y 3<4", ["a < b y 3<4"]),
        ("a comment", "<p>a<!-- <p>x -->b", ["ab"]),
        ("the head", "<head><title>x</title></head><body>a", ["a"]),
    ],
)  # fmt: skip
def test_what_a_page_shows(about: str, page: str, expected: list[str]) -> None:
    text, origin = extract(page.encode(), ".html")
    assert [fragment.text for fragment in split(Document("d", text, origin=origin))] == expected


def test_sections_follow_headings_and_fragments_know_their_neighbours() -> None:
    page = "<h1>Guía</h1><p>Uno.</p><h2>Plazos &amp; <i>pagos</i></h2><p>Dos.</p><h1>Otra</h1><p>Tres."
    text, origin = extract(page.encode(), ".html")
    fragments = split(Document("d", text, origin=origin))
    assert [(one.text, one.section) for one in fragments] == [
        ("# Guía", ("Guía",)),
        ("Uno.", ("Guía",)),
        ("## Plazos & pagos", ("Guía", "Plazos & pagos")),
        ("Dos.", ("Guía", "Plazos & pagos")),
        ("# Otra", ("Otra",)),
        ("Tres.", ("Otra",)),
    ]
    assert [one.previous for one in fragments] == [None, *(one.id for one in fragments[:-1])]
    assert [one.following for one in fragments] == [*(one.id for one in fragments[1:]), None]


def test_what_is_left_out_says_why() -> None:
    page = "<nav>x</nav><p>a<script>b</script>&eacute;  c"
    kinds = {one.edit.removed: one.edit.kind for one in extract_html(page.encode()).origin.map.edits()}
    assert kinds == {
        "<nav>x</nav>": EditKind.NAVIGATION,
        "<p>": EditKind.MARKUP,
        "<script>b</script>": EditKind.HIDDEN,
        "&eacute;": EditKind.CHARACTER_REFERENCE,
        "  ": EditKind.WHITE_SPACE,
    }


LONG = [
    "<div>",
    "<p>",
    "<li>",
    "</p>",
    "<",
    "<!--",
    "<a ",
    '<a b="',
    "&",
    "&a",
    "<table><tr><td>",
    "<!",
    "<i><p>",
    "<b></b>",
]


@pytest.mark.parametrize("unit", LONG)
def test_a_long_page_of_anything_is_read(unit: str) -> None:
    page = f"<p>Hola.{unit * (300_000 // len(unit))}"
    assert "Hola." in standard.unescape(extract_html(page.encode()).text)
