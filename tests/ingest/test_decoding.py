import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.errors import IngestError
from fundamento.ingest import extract
from fundamento.ingest.decoding import decode
from fundamento.spans import Span
from ingest.tracing import assert_faithful

SPANISH = "El año pasado la garantía cubría a 30 niños; ¿cuántos serán según «el convenio»? Después, más.\n"
_ANY = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
_TELLING = st.sampled_from("aéñ\u0301\r\n\ufeff\u00ad😀שׁ\u00a0")
TEXTS = st.text(st.one_of(_ANY, _TELLING), min_size=1, max_size=200)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp850", "mac_roman", "utf-16", "utf-32", "utf-8-sig"])
def test_the_encodings_that_spanish_files_come_in_are_told(encoding: str) -> None:
    assert decode(SPANISH.encode(encoding)).text.removeprefix("\ufeff") == SPANISH


@pytest.mark.parametrize("word", ["año", "Garantía.", "café", "CAMIÓN", "¿Qué?", "50 €", "naïve façade"])
def test_one_word_is_enough_in_windows_1252(word: str) -> None:
    assert decode(word.encode("cp1252")) == (word, "cp1252")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_told_without_its_mark(encoding: str) -> None:
    assert decode(SPANISH.encode(encoding)) == (SPANISH, encoding)


def test_a_rare_encoding_is_guessed() -> None:
    russian = "Съешь ещё этих мягких французских булок, да выпей чаю. Гарантия действует тридцать дней.\n" * 3
    assert decode(russian.encode("cp1251")).text == russian


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (SPANISH.encode() + SPANISH.encode("cp1252"), r"mixes encodings: .*byte \d+ \(line 2\)"),
        (b"hola\x00mundo", "binary: there is a NUL at byte 4"),
        (bytes(range(1, 32)) * 4, "binary: it is full of control characters"),
        (b"\x89PNG\r\n\x1a\n\x00", "It is a picture"),
        (b"%PDF-1.7 \xff", "It is a PDF"),
        (b"PK\x03\x04\x00", "It is a ZIP file"),
        (codecs.BOM_UTF16_LE + b"a\x00b", "says that it is UTF-16-LE, and byte 4 is not"),
        (b"\xef\xbb\xbfa\xff", "says that it is UTF-8, and byte 4 is not"),
    ],
)
def test_what_is_no_text_or_two_is_refused(content: bytes, says: str) -> None:
    with pytest.raises(IngestError, match=says) as caught:
        decode(content)
    assert "garant" not in str(caught.value)


@given(TEXTS, st.sampled_from([".txt", ".md"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_every_fragment_of_a_text_stands_in_the_file(text: str, suffix: str, encoding: str) -> None:
    try:
        extracted = extract(text.encode(encoding), suffix)
    except IngestError as error:
        assert "binary" in str(error)  # noqa: PT017 - random control characters may be too many
        return
    assert extracted.origin.source.removeprefix("\ufeff") == text.removeprefix("\ufeff")
    assert_faithful(extracted)


def test_bytes_of_a_utf_8_file_are_those_of_the_file_with_its_mark() -> None:
    content = codecs.BOM_UTF8 + "Año nuevo.\n\nOtra cosa.".encode()
    text, origin = extract(content, ".txt")
    start = text.index("Otra")
    found = origin.locate(Span(start, start + 4)).utf8
    assert content[found.start : found.end] == b"Otra"
