"""The page: it stands alone, it is well-formed, it says what the report says, and nothing in a log can speak in it."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fundamento.rates.measuring import Question, measure
from fundamento.rates.page import write_page
from fundamento.rates.report import Report
from fundamento.rates.words import WORDS, count, percent
from fundamento.text.language import LANGUAGES, Lang
from rates.lines import answer, fault, finding, make_service, rejected, write

ATTACK = '"><script>alert(1)</script><img src="https://evil.test/x" onerror="x">&\u202e'
VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Reads a page, and keeps what it is made of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def attacked(folder: Path) -> Report:
    lines = [
        rejected("a", tenant=ATTACK, route=ATTACK, bundle=ATTACK),
        finding("a", ATTACK, fragment=f"{ATTACK}@1:0-1"),
        fault("a", ATTACK, part=ATTACK, error=ATTACK),
    ]
    by = ("check", "tenant", "route", "bundle")
    return measure([write(folder / "log", lines)], Question(by=by))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_comes_from_a_log_is_text_and_nothing_else(tmp_path: Path, lang: Lang) -> None:
    page = write_page(attacked(tmp_path), lang=lang)
    read = Reader(page)
    assert read.open == []
    assert read.text.count(ATTACK) >= 6
    assert {"script", "img", "link", "iframe", "a", "form", "object", "use", "image"} & read.tags == set()
    assert [name for name, _ in read.attributes if name.startswith("on") or name in ("src", "href")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_loads_nothing(tmp_path: Path, lang: Lang) -> None:
    page = write_page(measure([write(tmp_path / "log", make_service(200, seed=1))]), lang=lang)
    assert re.findall(r"https?:|//|@import|url\(|<script|javascript:", page) == []
    assert "default-src 'none'" in page
    assert f'<html lang="{lang}">' in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_what_the_report_says(tmp_path: Path, lang: Lang) -> None:
    report = measure([write(tmp_path / "log", make_service(400, seed=2))], Question(by=("tenant", "check")))
    page = write_page(report, lang=lang)
    read = Reader(page)
    assert read.open == []
    for row in report.rows:
        share = row.figures.answers
        assert percent(share.ratio, lang) in read.text
        assert WORDS[lang]["of"].format(count=count(share.count, lang), of=count(share.of, lang)) in read.text
    assert page.count("<circle") == sum(bucket.figures.answers.of > 0 for bucket in report.trend)
    assert {"svg", "polyline", "polygon", "table"} <= read.tags
    for name in ("title", "answers", "claims", "errors", f"trend_{report.unit}", "documents", "fragments", "faults"):
        if name != "documents":
            assert WORDS[lang][name] in read.text


def test_no_answers_make_a_page_too(tmp_path: Path) -> None:
    page = write_page(measure([write(tmp_path / "log", [])]), lang="es")
    assert WORDS["es"]["no_answers"] in page
    assert "—" in page


def test_many_rows_are_cut_and_it_says_so(tmp_path: Path) -> None:
    lines = [answer(f"a{number}", tenant=f"t-{number}") for number in range(1_234)]
    page = write_page(measure([write(tmp_path / "log", lines)], Question(by=("tenant",))), lang="es")
    assert WORDS["es"]["more_rows"].format(number="1.034") in page
    assert page.count("<tr>") == 201


def test_both_languages_have_the_same_words() -> None:
    assert WORDS["es"].keys() == WORDS["en"].keys()
    places = {lang: [re.findall(r"\{\w+\}", text) for text in WORDS[lang].values()] for lang in LANGUAGES}
    assert places["es"] == places["en"]


@pytest.mark.parametrize(
    ("ratio", "es", "en"),
    [(None, "—", "—"), (0.0, "0,00 %", "0.00 %"), (0.0981, "9,81 %", "9.81 %"), (1.0, "100,0 %", "100.0 %")],
)
def test_ratios_are_written_as_people_do(ratio: float | None, es: str, en: str) -> None:
    assert (percent(ratio, "es"), percent(ratio, "en")) == (es, en)


def test_changes_are_in_points() -> None:
    assert (percent(0.0123, "en", signed=True), percent(-0.2, "es", signed=True)) == ("+1.23 pp", "-20,0 pp")
